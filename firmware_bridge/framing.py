"""Packets in a stream of bytes: header, check, byte stuffing, and finding the next packet after damage."""

import binascii
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from cobs import cobs  # type: ignore[import-untyped]

from firmware_bridge.errors import BadPacket
from firmware_bridge.packets import MAX_PACKET, PROTOCOL_VERSION, Hello, Message, decode_message

_HEADER = struct.Struct("<BBHB")
_CHECK = struct.Struct("<H")
_MAX_STUFFED = MAX_PACKET + 1


@dataclass(frozen=True, slots=True)
class Packet:
    """A message with its address: the low 16 bits of the boot it belongs to, and the exchange it is part of."""

    boot_id: int
    seq: int
    message: Message


class OtherVersion(BadPacket):
    """A whole packet of another protocol version; ``version`` says which."""

    def __init__(self, version: int, data: bytes) -> None:
        super().__init__(f"protocol version {version}, this program speaks {PROTOCOL_VERSION}", data)
        self.version = version


def encode_packet(packet: Packet) -> bytes:
    """Return the bytes for the wire, with a zero on either side.

    >>> from firmware_bridge.packets import Ping
    >>> encode_packet(Packet(0x0102, 7, Ping())).hex()
    '0008100202010788d500'
    """
    message = packet.message
    body = _HEADER.pack(PROTOCOL_VERSION << 4, message.TYPE, packet.boot_id, packet.seq) + message.encode()
    stuffed = bytes(cobs.encode(body + _CHECK.pack(binascii.crc_hqx(body, 0xFFFF))))
    return b"\0" + stuffed + b"\0"


def decode_packet(stuffed: bytes) -> Packet:
    """Read what stood between two zeros.

    HELLO is read whatever its version: its answer tells the other side which one is spoken here.

    :raises BadPacket: anything but a whole packet of this protocol version
    """
    try:
        data = bytes(cobs.decode(stuffed))
    except cobs.DecodeError:
        raise BadPacket("byte stuffing is broken", stuffed) from None
    body = data[: -_CHECK.size]
    if not _HEADER.size <= len(body) <= MAX_PACKET - _CHECK.size:
        raise BadPacket(f"a packet of {len(data)} bytes", stuffed)
    if _CHECK.unpack(data[-_CHECK.size :]) != (binascii.crc_hqx(body, 0xFFFF),):
        raise BadPacket("check failed", stuffed)
    version, message_type, boot_id, seq = _HEADER.unpack(body[: _HEADER.size])
    if version >> 4 != PROTOCOL_VERSION and message_type != Hello.TYPE:
        raise OtherVersion(version >> 4, stuffed)
    return Packet(boot_id, seq, decode_message(message_type, body[_HEADER.size :]))


class Unpacker:
    """Takes bytes as they come, in any portions, and gives packets. Damage is counted, never raised."""

    def __init__(self) -> None:
        self.bad_packets = 0
        """Runs of bytes that were no packet."""
        self.other_version: int | None = None
        """Protocol version of the last well-formed packet we do not speak."""
        self._pending = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> Iterator[Packet]:
        """Yield the packets that *data* completes."""
        for position, piece in enumerate(data.split(b"\0")):
            if position > 0 and (packet := self._finish()):
                yield packet
            self._pending += piece
            if len(self._pending) > _MAX_STUFFED:
                self._pending.clear()
                self._too_long = True

    def _finish(self) -> Packet | None:
        stuffed, too_long = bytes(self._pending), self._too_long
        self._pending.clear()
        self._too_long = False
        if not stuffed and not too_long:
            return None
        try:
            if not too_long:
                return decode_packet(stuffed)
        except OtherVersion as error:
            self.other_version = error.version
        except BadPacket:
            pass
        self.bad_packets += 1
        return None
