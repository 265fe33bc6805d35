"""Physical cards and the places a card can be in."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from table_controller.cards import Card, deck_of

HOUSE_BACK: Final = "house"
"""The back every card of a deck in order has."""


@dataclass(frozen=True, eq=False, slots=True)
class PhysicalCard:
    """One piece of cardboard. Two may show the same face; each is only equal to itself.

    Its ``repr`` names neither face nor number: what is printed of it may end up in a log.
    """

    serial: int
    face: Card
    back: str = HOUSE_BACK

    def __repr__(self) -> str:
        return "<a card>"


class PlaceKind(Enum):
    """Where on and around the table a card can lie."""

    INTAKE = "intake"
    """The shuffler's tray, waiting to be taken in."""
    HAND = "hand"
    """Face down in front of a seat."""
    TABLED = "tabled"
    """Face up in front of a seat."""
    TRAY = "tray"
    """Discards of a seat in a draw, in the discard tray."""
    BURN = "burn"
    MUCK = "muck"
    ASIDE = "aside"
    """Face up beside the dealer: cards nobody may be dealt."""
    UNDER_RAIL = "under the rail"
    """Fallen where nobody looks."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place; *seat* and *draw* (from 1) only where the kind has them."""

    kind: PlaceKind
    seat: int = 0
    draw: int = 0


INTAKE: Final = Place(PlaceKind.INTAKE)
BURN: Final = Place(PlaceKind.BURN)
MUCK: Final = Place(PlaceKind.MUCK)
ASIDE: Final = Place(PlaceKind.ASIDE)
UNDER_RAIL: Final = Place(PlaceKind.UNDER_RAIL)


def hand_of(seat: int) -> Place:
    return Place(PlaceKind.HAND, seat)


def tabled_by(seat: int) -> Place:
    return Place(PlaceKind.TABLED, seat)


def discards_of(seat: int, draw: int) -> Place:
    return Place(PlaceKind.TRAY, seat, draw)


def new_deck(
    size: int = 53, *, doubled: Card | None = None, foreign: Card | None = None
) -> list[PhysicalCard]:
    """Return the cards of a deck of 52, or 53 with the joker.

    A planted *doubled* face replaces the card of the next face, so that there are two of it and the number is
    right; *foreign* has another deck's back.

    :raises ValueError: another size, or a planted card such a deck has not
    """
    faces = list(deck_of(size))
    for planted in (doubled, foreign):
        if planted is not None and planted not in faces:
            raise ValueError(f"a deck of {size} has no {planted}")
    if doubled is not None:
        faces[(doubled.index + 1) % size] = doubled
    return [
        PhysicalCard(serial, face, "other" if face is foreign else HOUSE_BACK)
        for serial, face in enumerate(faces, start=1)
    ]
