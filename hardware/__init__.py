"""What stands on the table, real or simulated."""
