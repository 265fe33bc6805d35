"""Scenarios: a hand told the way a dealer tells it, played on the real rules engine."""
