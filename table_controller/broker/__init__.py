"""The broker that comes along: a NATS server, speaking MQTT on this machine only, for a table that was given none."""
