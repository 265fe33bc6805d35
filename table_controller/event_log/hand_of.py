"""Which hand a record belongs to, from the events alone."""

from collections.abc import Iterable
from dataclasses import dataclass

from table_controller.events import ActionUndone, Event, HandEnded, HandRetrieved, HandStarted

BETWEEN_HANDS = 0


@dataclass(frozen=True, slots=True)
class HandPlace:
    """Where the log stands: *running* is the hand under way, 0 between hands; *last* the last begun."""

    running: int = BETWEEN_HANDS
    last: int = BETWEEN_HANDS

    def after(self, event: Event) -> "HandPlace":
        """Return the place after *event*. An undone action, or a hand taken back, may have been the end: it runs again."""
        match event:
            case HandStarted(hand_no):
                return HandPlace(hand_no, hand_no)
            case HandEnded():
                return HandPlace(BETWEEN_HANDS, self.last)
            case ActionUndone() | HandRetrieved():
                return HandPlace(self.last, self.last)
        return self

    def hand_of(self, events: Iterable[Event]) -> int:
        """Return the hand that a command and its *events* belong to: the one begun or reopened by them, else the running one."""
        hand = self.running
        for event in events:
            if isinstance(event, HandStarted | ActionUndone | HandRetrieved):
                hand = self.after(event).running
        return hand
