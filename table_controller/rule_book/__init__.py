"""The rule book in words: every row as a sentence with its source, and a house's card of the rules in force."""
