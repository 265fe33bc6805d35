"""The table: rules as a pure core, and the shell that logs and publishes."""
