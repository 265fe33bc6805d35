"""Is this deck whole? Decks spread before a camera, and decks that are riffled."""
