"""Requests are answered once, in time, and only those that only read."""

from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from pydantic import JsonValue

from table_controller.mqtt.outbox import Outbox
from table_controller.mqtt.requests import REMEMBERED, REPLAY_LIMIT, RequestDesk
from table_controller.wire.envelope import MAX_PAYLOAD_BYTES, Request, Response, encode
from table_controller.wire.models import TableStatus
from table_controller.wire.public_event import PublicEvent
from table_controller.wire.replay import ReplayBuffer
from tests.table_controller.mqtt_house import view

NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)


def request(
    id_: str = "1", expires_s: float = 5, expected_seq: int | None = None, **args: JsonValue
) -> bytes:
    expires_at = NOW + timedelta(seconds=expires_s)
    made = Request(id=id_, reply_to="dash", expires_at=expires_at, expected_seq=expected_seq, args=args)
    return encode(made, "dash-epoch", 0)


def desk(events: int = 0) -> RequestDesk:
    told = ReplayBuffer()
    for seq in range(1, events + 1):
        told.add(seq, PublicEvent(type="action_refused", hand_no=9, seat=3, text="x" * 120), False)
    return RequestDesk(view, told)


def answered(at: RequestDesk, payload: bytes, verb: str = "snapshot", retained: bool = False) -> Response:
    answer = at.answer(verb, payload, retained, 7, NOW)
    assert answer is not None
    assert answer[0] == "dash"
    return answer[1]


def test_a_snapshot_is_the_state_now() -> None:
    response = answered(desk(), request())

    assert (response.status, response.state, response.applied_seq) == ("ok", view(), 7)


@pytest.mark.parametrize(
    ("payload", "verb", "retained", "code"),
    [
        (request(), "snapshot", True, "retained"),
        (request(expires_s=0), "snapshot", False, "expired"),
        (request(), "deal", False, "unknown_verb"),
        (request(expected_seq=6), "snapshot", False, "wrong_seq"),
        (request(after="x"), "replay", False, "bad_request"),
        (request(after=True), "replay", False, "bad_request"),
        (request(after=-1), "replay", False, "bad_request"),
    ],
)
def test_a_request_is_refused_with_its_reason(payload: bytes, verb: str, retained: bool, code: str) -> None:
    response = answered(desk(), payload, verb, retained)

    assert response.status == "refused"
    assert response.error is not None
    assert response.error.code == code
    assert response.state is None


def test_a_request_for_the_right_seq_is_answered() -> None:
    assert answered(desk(), request(expected_seq=7)).status == "ok"


def test_the_same_id_gets_the_same_answer() -> None:
    at = desk()
    first = at.answer("snapshot", request(), False, 7, NOW)

    again = at.answer("snapshot", request(), False, 8, NOW)

    assert again is first


def test_ids_are_remembered_as_far_back_as_said_and_no_further() -> None:
    at = desk()
    first = at.answer("snapshot", request("first"), False, 7, NOW)
    for number in range(REMEMBERED):
        at.answer("x", request(str(number)), False, 7, NOW)

    assert at.answer("snapshot", request("first"), False, 7, NOW) is not first


@pytest.mark.parametrize("payload", [b"", b"deal!", encode(TableStatus(state="ready"), "e", 0)])
def test_what_is_no_request_gets_no_answer(payload: bytes) -> None:
    assert desk().answer("snapshot", payload, False, 7, NOW) is None


def test_a_long_replay_comes_in_parts_that_fit_a_message() -> None:
    at = desk(events=REPLAY_LIMIT + 50)

    first = answered(at, request("1", after=0), "replay")
    second = answered(at, request("2", after=first.events[-1].seq), "replay")

    assert (len(first.events), first.more, first.first_seq) == (REPLAY_LIMIT, True, 1)
    assert (len(second.events), second.more) == (50, False)
    assert len(encode(first, "e", 7)) < MAX_PAYLOAD_BYTES


def test_a_full_outbox_lets_the_oldest_go() -> None:
    outbox = Outbox(size=3)
    for number in range(5):
        outbox.put("t", b"%d" % number)

    assert [message.payload for message in outbox.oldest(9)] == [b"2", b"3", b"4"]
    assert outbox.dropped == 2


def test_what_was_sent_is_gone_even_when_more_came_meanwhile() -> None:
    outbox = Outbox(size=3)
    for number in range(3):
        outbox.put("t", b"%d" % number)
    under_way = outbox.oldest(2)
    outbox.put("t", b"3")

    outbox.sent(under_way[-1].number)

    assert [message.payload for message in outbox.oldest(9)] == [b"2", b"3"]
