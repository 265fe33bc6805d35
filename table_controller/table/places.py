"""Where cards are: the questions rules and custody ask of the table."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from table_controller.cards import DECK, Card
from table_controller.events import CardBurned, CardDealt, CardIdentified, CardsDiscarded, CardSetAside, Event
from table_controller.table.state import HeldCard, Table

_WITH_A_FACE = (CardDealt, CardBurned, CardSetAside, CardIdentified)
_BRINGS_FACES = frozenset((*_WITH_A_FACE, CardsDiscarded))

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


def fouled_faces(table: Table, among: Iterable[Card] | None = None) -> tuple[Card, ...]:
    """Return the faces, of all or of *among*, that are known to be in two places at once."""
    faces = DECK if among is None else tuple(among)
    if len(faces) == 1:
        return faces if _times(table, faces[0]) > 1 else ()
    known = [held.card for pile in _piles(table) for held in pile if held.card is not None]
    if len(set(known)) == len(known):
        return ()
    return tuple([card for card in faces if known.count(card) > 1])


def faces_brought(events: Iterable[Event]) -> tuple[Card, ...]:
    """Return the faces that these events brought to a place, each once."""
    faces: tuple[Card, ...] = ()
    for event in events:
        if type(event) not in _BRINGS_FACES:
            continue
        if isinstance(event, _WITH_A_FACE):
            if event.card is not None:
                faces = (*faces, event.card)
        elif isinstance(event, CardsDiscarded):
            faces += tuple([card for card in event.cards if card is not None])
    return tuple(dict.fromkeys(faces)) if len(faces) > 1 else faces


def _times(table: Table, face: Card) -> int:
    times = 0
    for held in table.burns:
        if held.card is face:
            times += 1
    for held in table.aside:
        if held.card is face:
            times += 1
    for seat in table.seats:
        for held in seat.hand:
            if held.card is face:
                times += 1
        for pile in (seat.mucked, *seat.discards) if seat.mucked or seat.discards else ():
            for held in pile:
                if held.card is face:
                    times += 1
    return times


def _piles(table: Table) -> list[tuple[HeldCard, ...]]:
    piles = [table.burns, table.aside]
    for seat in table.seats:
        piles += (seat.hand, seat.mucked, *seat.discards)
    return piles


def cards_counted(table: Table) -> int:
    """Return stub and all places together: the deck's size, or 0 before the first hand."""
    return table.stub + sum(len(pile) for pile in _piles(table))
