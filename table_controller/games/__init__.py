"""Each game as a value made of parts."""
