"""The table as an immutable value, and how events change it."""
