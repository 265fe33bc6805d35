"""Where frames come from, and whether what they show can be trusted."""
