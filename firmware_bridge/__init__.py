"""The serial link to shufflers and button boxes: packets, link, one plain class per device."""
