"""What may be seen of a table in pictures, now and while a frame was on its way."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from table_controller.cards import Card
from table_controller.table.places import where_is
from table_controller.table.state import HandStatus, Phase, Seat, Table

LONGEST_S: Final = 30.0
"""How long it is remembered what was allowed; a frame older than that is shown to nobody."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """*faces* by the seat before which they lie shown to all; *open_seats* are those without a card that is sealed."""

    faces: frozenset[tuple[int, Card]] = frozenset()
    open_seats: frozenset[int] = frozenset()

    def and_also(self, other: "Allowed") -> "Allowed":
        """Return what both allow."""
        return Allowed(self.faces & other.faces, self.open_seats & other.open_seats)

    def allows(self, other: "Allowed") -> bool:
        """Say whether all that *other* allows is allowed here."""
        return other.faces <= self.faces and other.open_seats <= self.open_seats

    def faces_of(self, seats: frozenset[int]) -> frozenset[Card]:
        """Return the faces shown before these seats."""
        return frozenset(card for seat, card in self.faces if seat in seats)


NOTHING: Final = Allowed()


def allowed(table: Table, seats: int) -> Allowed:
    """Return what may be seen of a table with places for so many *seats*; nothing of one that was stopped.

    A seat is open when all of its hand lies face up and it has nothing folded that does not, or when it was dealt
    nothing. Its neighbours' cards may lie anywhere: faces are allowed one by one.
    """
    if table.halted:
        return NOTHING
    shown = [(seat.number, held.card) for seat in table.seats for held in seat.hand if held.face_up]
    faces = frozenset((seat, card) for seat, card in shown if card is not None and _lies_up(table, card))
    return Allowed(faces, frozenset(n for n in range(1, seats + 1) if _is_open(table, n)))


def _lies_up(table: Table, card: Card) -> bool:
    """Whether this face is known in one place, face up: where it lies twice nothing is sure."""
    found = where_is(table, card)
    return len(found) == 1 and found[0].held.face_up


def _is_open(table: Table, number: int) -> bool:
    seat = table.seat_if_taken(number)
    if seat is None:
        return True
    if any(not held.face_up for held in (*seat.hand, *seat.mucked)):
        return False
    return bool(seat.hand) or _has_no_cards(table, seat)


def _has_no_cards(table: Table, seat: Seat) -> bool:
    """Whether the seat was dealt nothing; between hands that is so only where it was not in the last one."""
    return seat.status is HandStatus.OUT and (
        table.phase is Phase.OVER or not _is_dealt_to(table, seat.number)
    )


def _is_dealt_to(table: Table, number: int) -> bool:
    return any(delivery.seat == number for delivery in table.due)


class History:
    """What was allowed when. A frame is shown by the strictest of all states between its taking and its going out."""

    def __init__(self, now: Allowed, clock: Callable[[], float]) -> None:
        self._clock: Final = clock
        self._since: deque[tuple[float, Allowed]] = deque([(clock(), now)])
        self._begun: Final = clock()

    def note(self, now: Allowed) -> None:
        """The table allows this from now on."""
        at = self._clock()
        if self._since[-1][1] != now:
            self._since.append((at, now))
        while len(self._since) > 1 and self._since[1][0] < at - LONGEST_S:
            self._since.popleft()

    def since(self, taken_s: float) -> Allowed:
        """Return what was allowed all the time from *taken_s* (of the clock) until now; nothing of times not remembered."""
        if taken_s < max(self._begun, self._clock() - LONGEST_S):
            return NOTHING
        together = self._since[-1][1]
        for begun, then in reversed(self._since):
            together = together.and_also(then)
            if begun < taken_s:
                break
        return together
