"""The live view: what roles that may see it are shown of the cameras, and never the face of a sealed card."""
