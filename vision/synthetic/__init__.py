"""Cards and scenes drawn by the project: for training, tests and the twin."""
