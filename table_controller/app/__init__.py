"""The composition root: the one place that knows devices, cameras, broker, page and table at once."""
