"""The house rule card's lines, a module for a few headings each: what the data of a game and a house come to in words."""
