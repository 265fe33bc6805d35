"""Envelopes and topics are read as they were written, and nothing else is."""

import json
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.wire.envelope import ENVELOPES, MAX_PAYLOAD_BYTES, decode, encode
from table_controller.wire.models import ActiveAlerts, AlertView, DeviceHealth, TableStatus
from table_controller.wire.public_event import PublicEvent
from table_controller.wire.topics import TABLE_CHANNELS, TableAddress, parse_topic

ADDRESS: Final = TableAddress("home", "attic", "table-1")


@pytest.mark.parametrize(
    "data",
    [
        TableStatus(state="ready"),
        PublicEvent(type="checked", hand_no=1, seat=3),
        ActiveAlerts(alerts=(AlertView(name="JAM", text="a card stuck"),)),
        DeviceHealth(id="shoe", role="shoe", state="ok"),
    ],
)
def test_an_envelope_is_read_as_it_was_written(data: TableStatus) -> None:
    envelope = decode(encode(data, "epoch-1", 12))

    assert (envelope.data, envelope.epoch, envelope.seq) == (data, "epoch-1", 12)
    assert envelope.ts.microsecond % 1000 == 0


def test_a_later_minor_with_more_keys_is_read() -> None:
    raw = json.loads(encode(TableStatus(state="ready"), "e", 0))
    raw["schema"] = "table.status/1.7"
    raw["data"]["mood"] = "good"

    assert decode(json.dumps(raw).encode()).data == TableStatus(state="ready")


@pytest.mark.parametrize(
    ("payload", "says"),
    [
        (b"", "Invalid JSON"),
        (b"\xff\x00", "Invalid JSON"),
        (b"[]", "should be an object"),
        (b'{"schema": "table.status/2.0"}', "not a schema of ours: 'table.status/2.0'"),
        (b'{"schema": "table.status/1.0", "epoch": "e", "seq": -1}', "seq"),
        (b"x" * (MAX_PAYLOAD_BYTES + 1), "65537 bytes"),
    ],
)
def test_what_is_no_envelope_is_said_in_one_line(payload: bytes, says: str) -> None:
    with pytest.raises(ValueError, match="not a") as caught:
        decode(payload)

    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=200))
def test_random_bytes_are_a_value_error_and_nothing_else(payload: bytes) -> None:
    with pytest.raises(ValueError):
        decode(payload)


def test_every_payload_has_a_schema_id_of_its_own() -> None:
    assert len(ENVELOPES) == 9
    assert all(schema.endswith("/1.0") for schema in ENVELOPES)


def test_a_topic_is_read_as_it_was_written() -> None:
    names = {
        ADDRESS.status: ("status", None),
        ADDRESS.info: ("info", None),
        ADDRESS.state: ("state", None),
        ADDRESS.event: ("event", None),
        ADDRESS.alert: ("alert", None),
        ADDRESS.active_alerts: ("alert/active", None),
        ADDRESS.device("shoe"): ("device", "shoe"),
        ADDRESS.command("replay"): ("cmd", "replay"),
        ADDRESS.response("dash-1"): ("rsp", "dash-1"),
        ADDRESS.probe("dash-1"): ("probe", "dash-1"),
    }

    assert {(parse_topic(t).channel, parse_topic(t).name, parse_topic(t).address) for t in names} == {
        (channel, name, ADDRESS) for channel, name in names.values()
    }
    assert {channel for channel, name in names.values() if name is None} == set(TABLE_CHANNELS)


@pytest.mark.parametrize("part", ["", "Table", "a b", "a/b", "a+", "#", "ü", "a" * 33, "a\n"])
def test_an_id_that_is_no_level_of_a_topic_is_refused(part: str) -> None:
    with pytest.raises(ValueError, match="not a room"):
        TableAddress("home", part, "table-1")


@pytest.mark.parametrize(
    "topic", ["", "drawtable/v2/a/b/c/state", f"{ADDRESS.base}/hole/1", f"{ADDRESS.base}", "a/b"]
)
def test_other_topics_are_not_ours(topic: str) -> None:
    with pytest.raises(ValueError):
        parse_topic(topic)
