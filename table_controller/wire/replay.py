"""What was told lately, for a reader that missed some of it."""

from collections import deque

from table_controller.wire.envelope import NumberedEvent
from table_controller.wire.public_event import PublicEvent


class ReplayBuffer:
    """The last *size* events told, with their seq.

    Once there was action after a draw, what was told between its start and its end is told no more (rule E18): how
    many cards a seat drew could be counted from it. It stands there as ``withheld``, so that no seq is missing.
    """

    def __init__(self, size: int = 2000) -> None:
        self._told: deque[NumberedEvent] = deque(maxlen=size)
        self._draw_began: int | None = None

    @property
    def first_seq(self) -> int | None:
        """The oldest seq that can be replayed, or None where there is none."""
        return self._told[0].seq if self._told else None

    def add(self, seq: int, event: PublicEvent, acted_after_draw: bool) -> None:
        """Keep *event*; *acted_after_draw* as the table has it after the event."""
        self._told.append(NumberedEvent(seq=seq, event=event))
        if event.type == "draw_started" and self._draw_began is None:
            self._draw_began = seq
        if self._draw_began is not None and (acted_after_draw or event.type == "hand_started"):
            self._withhold(self._draw_began)
            self._draw_began = None

    def after(self, seq: int, limit: int) -> tuple[tuple[NumberedEvent, ...], bool]:
        """Return at most *limit* events later than *seq*, oldest first, and whether there are more."""
        later = [told for told in self._told if told.seq > seq]
        return tuple(later[:limit]), len(later) > limit

    def _withhold(self, since: int) -> None:
        in_draw = False
        for place, told in enumerate(self._told):
            if told.seq < since:
                continue
            kind = told.event.type
            in_draw = in_draw or place == 0 or kind == "draw_started"
            if in_draw:
                silent = PublicEvent(type="withheld", hand_no=told.event.hand_no)
                self._told[place] = NumberedEvent(seq=told.seq, event=silent)
            in_draw = in_draw and kind not in ("draw_ended", "hand_started")
