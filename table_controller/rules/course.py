"""What a decision adds up to: events, each already applied to the table the next one is decided on."""

from collections.abc import Iterable

from table_controller.cards import Card
from table_controller.events import ActionRefused, AlertRaised, Audience, Event, RulingMade
from table_controller.table.evolve import EVOLVES
from table_controller.table.state import Table


class Course:
    """The events of one decision so far, and the table after them."""

    __slots__ = ("begun", "events", "refused", "table", "tables")

    def __init__(self, table: Table) -> None:
        self.begun = table
        """The table that was decided on."""
        self.table = table
        self.events: list[Event] = []
        self.tables: list[Table] = []
        """The table after each event."""
        self.refused = False
        """Whether one of the events is a refusal."""

    def happens(self, *events: Event) -> None:
        table = self.table
        for event in events:
            table = EVOLVES[type(event)](table, event)
            self.events.append(event)
            self.tables.append(table)
        self.table = table

    def rules(
        self,
        rows: Iterable[str],
        text: str,
        *,
        cards: Iterable[Card] = (),
        seat: int | None = None,
        to: tuple[Audience, ...] = ("public",),
    ) -> None:
        """Make a ruling: *text* is one sentence that names no card still hidden."""
        self.happens(RulingMade(tuple(rows), text, tuple(cards), seat, to))

    def refuses(self, action: str, seat: int | None, rows: Iterable[str], text: str) -> None:
        self.refused = True
        self.happens(ActionRefused(action, seat, tuple(dict.fromkeys(rows)), text))

    def alerts(
        self,
        name: str,
        text: str,
        *to: Audience,
        cards: Iterable[Card] = (),
        seat: int | None = None,
    ) -> None:
        """Raise an alert, unless the same one is open already."""
        raised = AlertRaised(name, text, to, tuple(cards), seat)
        if raised not in self.table.alerts:
            self.happens(raised)


def called(table: Table, number: int) -> str:
    """Return how a seat is spoken of: its number, and the player's name where there is one."""
    seat = table.seat_if_taken(number)
    return f"Seat {number} ({seat.name})" if seat is not None and seat.name else f"Seat {number}"


def listed(table: Table, numbers: Iterable[int]) -> str:
    """Return seats as a list in words."""
    words = [called(table, n) for n in numbers]
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]
