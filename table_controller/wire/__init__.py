"""What leaves the table and how it is written: topics, envelopes, models, and the one road out of events and state."""
