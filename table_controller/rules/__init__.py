"""How the table decides: one module per chapter of the rule book."""
