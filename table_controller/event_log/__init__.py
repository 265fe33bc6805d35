"""The table's memory: commands, events, observations and refusals, hash-chained in one SQLite file."""
