"""Where cards are: the questions rules and custody ask of the table."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from table_controller.cards import Card
from table_controller.table.state import HeldCard, Table

Kind = Literal["hand", "discards", "muck", "burns", "aside"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card lies; *seat* is whose hand, discards or muck it is, None for the others."""

    kind: Kind
    seat: int | None
    held: HeldCard


def places(table: Table) -> Iterator[Place]:
    """Yield every card that is not in the stub, with where it is."""
    for seat in table.seats:
        yield from (Place("hand", seat.number, held) for held in seat.hand)
        yield from (Place("discards", seat.number, held) for pile in seat.discards for held in pile)
        yield from (Place("muck", seat.number, held) for held in seat.mucked)
    yield from (Place("burns", None, held) for held in table.burns)
    yield from (Place("aside", None, held) for held in table.aside)


def where_is(table: Table, card: Card) -> tuple[Place, ...]:
    """Return the places where this face is known to be: one, none, or more when the deck is fouled."""
    return tuple(place for place in places(table) if place.held.card is card)


def fouled_faces(table: Table) -> tuple[Card, ...]:
    """Return the faces that are known to be in two places at once."""
    known = [place.held.card for place in places(table) if place.held.card is not None]
    if len(set(known)) == len(known):
        return ()
    return tuple(card for card, times in Counter(known).items() if times > 1)


def cards_counted(table: Table) -> int:
    """Return stub and all places together: the deck's size, or 0 before the first hand."""
    return table.stub + sum(1 for _ in places(table))
