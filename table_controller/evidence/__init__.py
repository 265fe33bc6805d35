"""What sightings rest on: small pictures of the cards, sealed like their faces, kept beside the log for a while."""
