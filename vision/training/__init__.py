"""Makes the weights in ``vision/models``: art, fonts, scenes, networks, training, export. Not in the wheel."""
