"""Packets against the vectors both ends share, and against noise."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import packets
from firmware_bridge.errors import BadPacket
from firmware_bridge.framing import Packet, Unpacker, decode_packet, encode_packet

VECTORS = json.loads((Path(__file__).parents[2] / "hardware" / "protocol_vectors.json").read_text())
KINDS = {kind.__name__: kind for kind in packets.MESSAGES.values()}


def message_of(vector: dict) -> packets.Message:
    """Build the message a vector describes."""
    kind = KINDS[vector["message"]]
    fields = {
        key: bytes.fromhex(value) if isinstance(value, str) else value
        for key, value in vector["fields"].items()
    }
    return kind.decode(kind.LAYOUT.pack(*fields.values()))


@pytest.mark.parametrize("vector", VECTORS["good"], ids=lambda vector: f"{vector['message']}-{vector['seq']}")
def test_a_vector_is_written_and_read_byte_for_byte(vector: dict) -> None:
    packet = Packet(vector["boot_id"], vector["seq"], message_of(vector))
    wire = bytes.fromhex(vector["wire"])

    assert encode_packet(packet) == wire
    assert list(Unpacker().feed(wire)) == [packet]
    for key, value in vector["fields"].items():
        found = getattr(packet.message, key)
        assert (found.hex() if isinstance(found, bytes) else found) == value


@pytest.mark.parametrize("vector", VECTORS["bad"], ids=lambda vector: vector["why"])
def test_a_bad_vector_is_counted_and_does_not_hide_the_next_packet(vector: dict) -> None:
    good = encode_packet(Packet(1, 2, packets.Ping()))
    unpacker = Unpacker()

    found = list(unpacker.feed(bytes.fromhex(vector["wire"]) + good))

    assert found == [Packet(1, 2, packets.Ping())]
    assert unpacker.bad_packets == 1


@given(st.binary(max_size=80))
def test_random_bytes_give_bad_packet_and_nothing_else(data: bytes) -> None:
    with pytest.raises(BadPacket):
        decode_packet(data)


@given(st.sampled_from(sorted(packets.MESSAGES)), st.binary(max_size=40))
def test_random_payloads_are_read_or_give_bad_packet(message_type: int, payload: bytes) -> None:
    try:
        message = packets.decode_message(message_type, payload)
    except BadPacket:
        return
    assert message.encode() == payload


def test_an_unknown_type_is_a_bad_packet() -> None:
    with pytest.raises(BadPacket, match="0x7F"):
        packets.decode_message(0x7F, b"")


@given(st.lists(st.binary(max_size=100), max_size=20), st.data())
def test_packets_are_found_however_the_bytes_are_split_and_whatever_lies_between(
    noise: list[bytes], data
) -> None:
    events = [
        packets.Event(n, n * 256, packets.EventKind.BUTTON_DOWN, n % 10, 0, 0, 0) for n in range(len(noise))
    ]
    wire = b"".join(
        junk.replace(b"\0", b"") + encode_packet(Packet(7, 0, event))
        for junk, event in zip(noise, events, strict=True)
    )
    cuts = sorted(data.draw(st.lists(st.integers(0, len(wire)), max_size=30)))
    unpacker = Unpacker()

    found = []
    for start, end in zip([0, *cuts], [*cuts, len(wire)], strict=True):
        found += list(unpacker.feed(wire[start:end]))

    assert [packet.message for packet in found] == events
