"""What hands are worth by each ranking of draw poker, and what a dealer calls them."""
