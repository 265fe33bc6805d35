"""Models of the serial devices: the far end of the wire, speaking the same bytes as the firmware over a pty."""
