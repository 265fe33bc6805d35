"""Which hand a record of the log belongs to when a pot was pushed and taken back."""

from table_controller.event_log.hand_of import HandPlace
from table_controller.events import HandEnded, HandRetrieved, HandStarted


def test_a_hand_retrieved_after_its_pot_was_pushed_runs_again() -> None:
    """R07: case D04: what is shown then belongs to the hand, not to the time between two."""
    place = HandPlace()
    for event in (HandStarted(7, 1, (1, 2), 0, 0, ""), HandEnded(7, 2, (1, 2)), HandRetrieved(2)):
        place = place.after(event)

    assert place == HandPlace(running=7, last=7)
    assert HandPlace(0, 7).hand_of((HandRetrieved(2),)) == 7
