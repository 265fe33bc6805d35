"""The digital twin: everything but the cardboard and the motors."""
