"""The dealer's page: an MQTT feed into a read model, served over FastAPI."""
