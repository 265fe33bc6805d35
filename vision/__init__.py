"""From cameras to sightings: find card indices, read them, never guess."""
