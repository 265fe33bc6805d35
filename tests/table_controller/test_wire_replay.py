"""What can be told a second time."""

from table_controller.wire.public_event import EventType, PublicEvent
from table_controller.wire.replay import ReplayBuffer


def tell(buffer: ReplayBuffer, first: int, *kinds: EventType, acted: bool = False) -> None:
    for seq, kind in enumerate(kinds, first):
        buffer.add(seq, PublicEvent(type=kind, hand_no=1, seat=2, count=3), acted)


def test_events_after_a_seq_come_again_in_order_and_in_parts() -> None:
    buffer = ReplayBuffer()
    tell(buffer, 1, "checked", "bet_made", "called", "folded")

    events, more = buffer.after(1, 2)

    assert [told.seq for told in events] == [2, 3]
    assert more
    assert buffer.after(3, 2)[1] is False
    assert buffer.first_seq == 1


def test_an_old_event_is_forgotten() -> None:
    buffer = ReplayBuffer(size=2)
    tell(buffer, 1, "checked", "bet_made", "called")

    assert buffer.first_seq == 2


def test_a_draw_is_told_again_until_there_was_action_after_it() -> None:
    """E17."""
    buffer = ReplayBuffer()
    tell(buffer, 1, "draw_started", "draw_announced", "card_dealt", "draw_ended", "betting_started")

    assert [told.event.type for told in buffer.after(0, 9)[0]][1] == "draw_announced"


def test_nothing_of_a_draw_is_told_again_after_action() -> None:
    """E18: nor can the cards be counted."""
    buffer = ReplayBuffer()
    tell(buffer, 1, "called", "draw_started", "draw_announced", "card_dealt", "draw_ended", "betting_started")
    tell(buffer, 7, "checked", acted=True)

    told = buffer.after(0, 9)[0]

    kinds = [numbered.event.type for numbered in told]
    assert kinds == ["called", *["withheld"] * 4, "betting_started", "checked"]
    assert all(n.event.count is None and n.event.seat is None for n in told if n.event.type == "withheld")
    assert [numbered.seq for numbered in told] == [1, 2, 3, 4, 5, 6, 7]


def test_two_draws_without_action_between_are_both_withheld() -> None:
    buffer = ReplayBuffer()
    tell(
        buffer,
        1,
        "draw_started",
        "card_dealt",
        "draw_ended",
        "called",
        "draw_started",
        "card_dealt",
        "draw_ended",
    )
    tell(buffer, 8, "checked", acted=True)

    kinds = [numbered.event.type for numbered in buffer.after(0, 9)[0]]

    assert kinds == [*["withheld"] * 3, "called", *["withheld"] * 3, "checked"]
