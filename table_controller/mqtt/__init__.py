"""MQTT: one connection, the table that tells, and the feed that reads."""
