"""Where cards are: the questions rules and custody ask of the table."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

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
    wanted = frozenset(faces)
    found = [held.card for pile in _piles(table) for held in pile if held.card in wanted]
    if len(set(found)) == len(found):
        return ()
    return tuple([card for card in faces if found.count(card) > 1])


def faces_brought(events: Sequence[Event]) -> tuple[Card, ...]:
    """Return the faces that these events brought to a place, each once."""
    if len(events) == 1 and type(events[0]) is CardDealt:  # as most often
        return () if events[0].card is None else (events[0].card,)
    faces: tuple[Card, ...] = ()
    for event in events:
        if type(event) not in _BRINGS_FACES:
            continue
        if isinstance(event, CardsDiscarded):
            faces += tuple([card for card in event.cards if card is not None])
        elif isinstance(event, _WITH_A_FACE) and event.card is not None:
            faces = (*faces, event.card)
    return tuple(dict.fromkeys(faces)) if len(faces) > 1 else faces


_LATELY: Final[list[tuple[Table, set[Card | None]]]] = []
"""The table whose cards were looked through last, and their faces, or nothing. Cards are dealt one after the other, so
that each is dealt to this very table; taking it out while it is used keeps it whole."""


def is_doubled_by_dealing(before: Table, after: Table, face: Card) -> bool:
    """Return whether a face lies twice on the table *after*: the one *before*, this card dealt, and nothing else."""
    table, known = _LATELY.pop() if _LATELY else (None, set())
    if table is not before:
        known = {held.card for pile in _piles(before) for held in pile}
    doubled = face in known
    known.add(face)
    _LATELY.append((after, known))
    return doubled


def _piles(table: Table) -> list[tuple[HeldCard, ...]]:
    piles = [table.burns, table.aside]
    for seat in table.seats:
        piles += (seat.hand, seat.mucked, *seat.discards)
    return piles


def cards_counted(table: Table) -> int:
    """Return stub and all places together: the deck's size, or 0 before the first hand."""
    return table.stub + sum(len(pile) for pile in _piles(table))
