"""Well-formed packets with any contents, for telling the two ends what they would never say to each other."""

import binascii
import struct

from cobs import cobs


def raw_packet(message_type: int, payload: bytes, seq: int, *, boot_id: int = 0, version: int = 1) -> bytes:
    """Return the wire bytes of a packet whose check is right and whose contents may be anything."""
    body = struct.pack("<BBHB", version << 4, message_type, boot_id, seq) + payload
    return b"\0" + cobs.encode(body + struct.pack("<H", binascii.crc_hqx(body, 0xFFFF))) + b"\0"
