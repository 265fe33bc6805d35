"""Poker hand histories (PHH): hands as text that other programs read, in both directions."""
