"""The rule book as data, a module for a few chapters each."""
