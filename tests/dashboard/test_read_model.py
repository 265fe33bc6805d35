"""What the dashboard knows of a table, and how long ago it heard it."""

from dashboard.read_model import ReadModel
from table_controller.wire.envelope import ENVELOPES, Payload, Received, timestamp
from table_controller.wire.models import PublicState, TableStatus
from table_controller.wire.public_event import PublicEvent
from table_controller.wire.topics import Topic
from tests.dashboard.fake_table import (
    ADDRESS,
    CHANNELS,
    awards,
    dealing,
    mid_hand,
    paid,
    seat_events,
    showdown,
)

TABLE = str(ADDRESS)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def said(data: Payload, seq: int = 1, epoch: str = "e1", retained: bool = False) -> Received:
    head = {"schema": data.SCHEMA, "epoch": epoch, "seq": seq, "ts": timestamp()}
    envelope = ENVELOPES[data.SCHEMA].model_validate({**head, "data": data})
    return Received(Topic(ADDRESS, CHANNELS[type(data)]), envelope, retained=retained)


def model_with(*messages: Received) -> tuple[ReadModel, Clock]:
    clock = Clock()
    model = ReadModel(clock)
    for message in messages:
        model.take(message)
    return model, clock


def hand_shown(model: ReadModel) -> PublicState | None:
    return model.view(TABLE).state


def test_a_table_is_silent_when_two_beats_were_missed_and_not_before() -> None:
    model, clock = model_with(said(mid_hand()))

    clock.now += 2.4
    one_missed = model.beat(TABLE)
    clock.now += 0.2
    two_missed = model.beat(TABLE)

    assert (one_missed.silent, one_missed.age_ms) == (False, 2400)
    assert two_missed.silent


def test_a_message_the_broker_had_kept_is_shown_and_is_no_sign_of_life() -> None:
    model, _ = model_with(said(mid_hand(), retained=True))

    assert hand_shown(model) == mid_hand()
    assert (model.beat(TABLE).age_ms, model.beat(TABLE).silent) == (None, True)


def test_a_last_will_makes_the_table_silent_at_once() -> None:
    model, _ = model_with(said(mid_hand()), said(TableStatus(state="lost")))

    assert model.beat(TABLE).silent


def test_a_table_that_signed_off_speaks_again_when_it_is_ready() -> None:
    model, _ = model_with(said(TableStatus(state="offline")), said(TableStatus(state="ready"), epoch="e2"))

    assert not model.beat(TABLE).silent


def test_a_state_that_was_overtaken_is_not_shown() -> None:
    model, _ = model_with(said(showdown(), seq=9), said(mid_hand(), seq=8))

    assert hand_shown(model) == showdown()


def test_a_new_start_of_the_controller_counts_from_one_again() -> None:
    model, _ = model_with(said(showdown(), seq=9), said(mid_hand(), seq=1, epoch="e2"))

    assert hand_shown(model) == mid_hand()


def test_a_beat_that_repeats_the_state_is_heard_and_not_sent_on() -> None:
    model, clock = model_with(said(mid_hand()))
    told: list[str] = []
    model.listen(told.append)

    clock.now += 1
    model.take(said(mid_hand()))

    assert told == []
    assert model.beat(TABLE).age_ms == 0


def test_a_listener_hears_of_changes_until_it_is_forgotten() -> None:
    model, _ = model_with(said(mid_hand()))
    told: list[str] = []
    model.listen(told.append)

    model.take(said(showdown(), seq=2))
    model.forget(told.append)
    model.take(said(mid_hand(), seq=3))

    assert told == [TABLE]


def test_the_last_word_of_each_seat_is_kept_until_the_next_round() -> None:
    model, _ = model_with(said(mid_hand()), *map(said, seat_events()))

    words = [(one.seat, one.word, one.chips) for one in model.view(TABLE).said]
    model.take(said(PublicEvent(type="showdown_started", hand_no=128, seats=(3, 5))))

    assert words == [(1, "bet", 8), (3, "raise", 16), (7, "call", 16)]
    assert model.view(TABLE).said == ()


def test_winnings_are_added_up_and_an_award_heard_twice_counts_once() -> None:
    model, _ = model_with(said(paid()), *map(said, awards()), *map(said, awards()))

    assert [(share.seat, share.chips) for share in model.view(TABLE).won] == [(5, 168)]


def test_what_was_won_before_is_not_shown_in_the_next_hand() -> None:
    model, _ = model_with(said(paid()), *map(said, awards()), said(dealing(), seq=2))

    assert model.view(TABLE).won == ()
