"""Learning the house's deck: what its cards look like here, on top of what the networks know of every deck."""
