"""A reader knows what is stale, what came twice and what it missed."""

from datetime import UTC, datetime, timedelta
from typing import Final

from table_controller.mqtt.follow import SILENCE_S, Follower
from table_controller.wire.envelope import AnyEnvelope, Payload, decode, encode
from table_controller.wire.models import TableStatus
from table_controller.wire.public_event import PublicEvent
from tests.table_controller.mqtt_house import view

NOON: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)
EVENT: Final = PublicEvent(type="checked", hand_no=1, seat=1)
LOST: Final = TableStatus(state="lost")


def envelope(data: Payload, epoch: str = "a", seq: int = 0, at_s: float = 0) -> AnyEnvelope:
    made = decode(encode(data, epoch, seq))
    return made.model_copy(update={"ts": NOON + timedelta(seconds=at_s)})


def test_events_in_order_have_no_gap() -> None:
    follower = Follower()

    heard = [follower.hear(envelope(EVENT, seq=seq), False, 0) for seq in (5, 6, 7)]

    assert [each.missed_after if each else "not heard" for each in heard] == [None, None, None]


def test_an_event_that_comes_twice_counts_once() -> None:
    follower = Follower()
    follower.hear(envelope(EVENT, seq=5), False, 0)

    assert follower.hear(envelope(EVENT, seq=5), False, 0) is None


def test_a_gap_is_told_with_the_last_seq_before_it() -> None:
    follower = Follower()
    follower.hear(envelope(EVENT, seq=5), False, 0)

    heard = follower.hear(envelope(EVENT, seq=8), False, 0)

    assert heard is not None
    assert heard.missed_after == 5


def test_a_state_ahead_of_the_events_shows_a_gap_too() -> None:
    follower = Follower()
    follower.hear(envelope(view(), seq=5), True, 0)

    heard = follower.hear(envelope(view(), seq=6), False, 0)

    assert heard is not None
    assert heard.missed_after == 5


def test_an_older_state_that_a_broker_kept_does_not_count() -> None:
    follower = Follower()
    follower.hear(envelope(view(), seq=5), False, 0)

    assert follower.hear(envelope(view(), seq=4), True, 0) is None


def test_a_new_epoch_begins_without_a_gap_and_the_old_one_is_stale() -> None:
    follower = Follower()
    follower.hear(envelope(view(), "a", 90), False, 0)

    new = follower.hear(envelope(view(), "b", 3, at_s=9), False, 9)

    assert new is not None
    assert new.missed_after is None
    assert follower.hear(envelope(view(), "a", 91, at_s=10), False, 10) is None
    assert follower.epoch == "b"


def test_a_late_will_of_an_older_controller_is_stale() -> None:
    follower = Follower()
    follower.hear(envelope(view(), "b", 3, at_s=9), False, 9)

    assert follower.hear(envelope(LOST, "a", at_s=0), False, 10) is None


def test_a_controller_whose_clock_is_behind_is_followed_once_the_other_is_silent() -> None:
    follower = Follower()
    follower.hear(envelope(view(), "a", 3, at_s=3600), False, 0)

    assert follower.hear(envelope(view(), "b", 0, at_s=1), False, SILENCE_S / 2) is None
    assert follower.hear(envelope(view(), "b", 0, at_s=1), True, 2 * SILENCE_S) is None
    assert follower.hear(envelope(LOST, "b", 0, at_s=1), False, 2 * SILENCE_S) is None
    assert follower.hear(envelope(view(), "b", 0, at_s=2), False, 2 * SILENCE_S) is not None
