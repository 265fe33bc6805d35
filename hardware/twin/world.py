"""The cardboard of a table: every card is where a hand or the machine put it, and nowhere else."""

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from threading import RLock
from typing import Final

from hardware.twin.deck import (
    ASIDE,
    BURN,
    INTAKE,
    MUCK,
    UNDER_RAIL,
    PhysicalCard,
    Place,
    PlaceKind,
    discards_of,
    hand_of,
    new_deck,
    tabled_by,
)
from hardware.twin.faults import NO_FAULTS, Faults
from hardware.twin.hopper import Chooser, Hopper
from table_controller.cards import Card

BURN_SLOT: Final = 0
ASIDE_SLOT: Final = 9


class ImpossibleMoveError(ValueError):
    """A card was to be moved from where it is not."""


@dataclass(frozen=True, slots=True)
class Group:
    """Discards laid down together."""

    seat: int
    draw: int
    cards: tuple[PhysicalCard, ...]


@dataclass(frozen=True, slots=True)
class Truth:
    """Where everything really is; for tests and the summary only.

    *left* are the cards in the order they left the machine since the deck was last whole (the n-th is card
    number n of the hand), each with the slot it went to; *hopper* has no order.
    """

    left: tuple[tuple[PhysicalCard, int], ...]
    places: dict[PhysicalCard, Place]
    hopper: frozenset[PhysicalCard]


class World:
    """All places and the acts that move cards between them. Safe to use from several threads.

    *chooser* replaces the operating system's generator in the machine and is for tests alone.
    """

    def __init__(
        self,
        seats: int = 8,
        deck_size: int = 53,
        faults: Faults = NO_FAULTS,
        chooser: Chooser | None = None,
    ) -> None:
        if not 1 <= seats <= 8:
            raise ValueError(f"not a number of seats: {seats} (1 to 8)")
        self.seats: Final = seats
        self._lock = RLock()
        self._hopper = Hopper(chooser or random.SystemRandom())
        self._piles: dict[Place, list[PhysicalCard]] = {}
        self._groups: list[Group] = []
        self._left: list[tuple[PhysicalCard, int]] = []
        self._window: PhysicalCard | None = None
        self._tablings = 0
        self._deck: Final = new_deck(deck_size, doubled=faults.doubled, foreign=faults.foreign)
        self._piles[INTAKE] = list(self._deck)
        self.slide_under_rail(faults.under_rail)

    # What the machine does

    def shuffle(self) -> int:
        """Take the cards of the intake into the machine; return how many it holds then."""
        with self._lock:
            self._hopper.take_in(self._piles.pop(INTAKE, []))
            self._window = None
            return len(self._hopper)

    def eject(self, slot: int) -> None:
        """Let one card out to *slot*: 0 the burn pile, 1-8 a seat, 9 aside.

        :raises ImpossibleMoveError: no card left, or no such slot
        """
        with self._lock:
            place = self._place_of_slot(slot)
            if not len(self._hopper):
                raise ImpossibleMoveError("the hopper is empty")
            card = self._hopper.give_out()
            self._piles.setdefault(place, []).append(card)
            self._left.append((card, slot))
            self._window = card

    def hopper_count(self) -> int:
        return len(self._hopper)

    def intake_count(self) -> int:
        return len(self._piles.get(INTAKE, ()))

    # What hands do

    def lay_discards(self, seat: int, draw: int, cards: Sequence[PhysicalCard]) -> None:
        """Lay cards of a seat's hand in the tray, as one group on top of the older ones.

        :raises ImpossibleMoveError: one of them is not in that hand
        """
        with self._lock:
            self._move(cards, hand_of(seat), discards_of(seat, draw))
            if cards:
                self._groups.append(Group(seat, draw, tuple(cards)))

    def muck(self, seat: int) -> None:
        """Push what the seat holds, tabled or not, face down into the muck."""
        with self._lock:
            for place in (hand_of(seat), tabled_by(seat)):
                self._move(self.at(place), place, MUCK)

    def table(self, seat: int) -> None:
        """Turn the seat's hand face up on the table."""
        with self._lock:
            self._move(self.at(hand_of(seat)), hand_of(seat), tabled_by(seat))
            self._tablings += 1

    def tablings(self) -> int:
        """Return how often hands have been tabled: each time the cards come to lie a little differently."""
        return self._tablings

    def take_up(self, seat: int) -> None:
        """Turn tabled cards down again."""
        with self._lock:
            self._move(self.at(tabled_by(seat)), tabled_by(seat), hand_of(seat))

    def set_aside(self, seat: int, card: PhysicalCard) -> None:
        """Take a card from a hand and lay it face up beside the dealer.

        :raises ImpossibleMoveError: it is not in that hand
        """
        with self._lock:
            self._move([card], hand_of(seat), ASIDE)

    def burn(self, seat: int, card: PhysicalCard) -> None:
        """Put a card of a hand on the burn pile (an exposed one that becomes the burn card).

        :raises ImpossibleMoveError: it is not in that hand
        """
        with self._lock:
            self._move([card], hand_of(seat), BURN)

    def collect(self, wanted: Callable[[Place], bool]) -> int:
        """Gather the cards of all wanted places into the intake; return how many they were.

        Cards under the rail stay there: nobody sees them.
        """
        with self._lock:
            found = 0
            for place in [p for p in self._piles if p not in (INTAKE, UNDER_RAIL) and wanted(p)]:
                cards = self.at(place)
                found += len(cards)
                self._move(cards, place, INTAKE)
                self._groups = [g for g in self._groups if discards_of(g.seat, g.draw) != place]
            return found

    def pick_up(self, cards: Collection[PhysicalCard]) -> int:
        """Move these cards to the intake from wherever they lie outside the machine; return how many they were.

        :raises ImpossibleMoveError: one of them is in the machine, or lost
        """
        with self._lock:
            found = [(place, card) for place, pile in self._piles.items() for card in pile if card in cards]
            if len(found) != len(cards) or any(place == UNDER_RAIL for place, _ in found):
                raise ImpossibleMoveError(f"not all of these {len(cards)} cards can be picked up")
            for place, card in found:
                self._move([card], place, INTAKE)
            self._groups = [
                Group(g.seat, g.draw, left)
                for g in self._groups
                if (left := tuple(card for card in g.cards if card not in cards))
            ]
            return len(found)

    def gather(self) -> int:
        """Gather every card in sight into the intake, where the machine mixes them with what it still holds.

        A new deal begins; returns how many cards were gathered.
        """
        with self._lock:
            self.collect(lambda place: True)
            self._left.clear()
            self._window = None
            return self.intake_count()

    def slide_under_rail(self, count: int) -> None:
        """So many of the cards in the intake slide under the rail, where nobody sees them."""
        with self._lock:
            for card in random.SystemRandom().sample(self.at(INTAKE), count):
                self._move([card], INTAKE, UNDER_RAIL)

    def find_under_rail(self) -> int:
        """Somebody looks under the rail: what lies there goes to the intake."""
        with self._lock:
            cards = self.at(UNDER_RAIL)
            self._move(cards, UNDER_RAIL, INTAKE)
            return len(cards)

    def change_deck(self, deck_size: int = 53) -> None:
        """Carry the whole deck away and lay a complete one in the intake."""
        with self._lock:
            self._hopper.empty()
            self._piles = {INTAKE: new_deck(deck_size)}
            self._deck[:] = self._piles[INTAKE]
            self._groups.clear()
            self._left.clear()
            self._window = None

    # What eyes see

    def look(self, seat: int) -> tuple[PhysicalCard, ...]:
        """Return what the seat holds, tabled or not: only its own player may look."""
        with self._lock:
            return (*self.at(hand_of(seat)), *self.at(tabled_by(seat)))

    def at(self, place: Place) -> tuple[PhysicalCard, ...]:
        """Return what lies there, in the order it was laid."""
        with self._lock:
            return tuple(self._piles.get(place, ()))

    def places(self, kind: PlaceKind) -> tuple[Place, ...]:
        """Return the places of this kind where something lies."""
        with self._lock:
            return tuple(place for place, pile in self._piles.items() if place.kind is kind and pile)

    def discard_groups(self) -> tuple[Group, ...]:
        """Return the groups in the tray, oldest first."""
        with self._lock:
            return tuple(self._groups)

    def in_shoe_window(self) -> PhysicalCard | None:
        """Return the card that left last, as long as the shoe's camera can see it."""
        return self._window

    # What is true

    def truth(self) -> Truth:
        """Return where every card is. Not for anything that plays, deals or reads."""
        with self._lock:
            places = {card: place for place, pile in self._piles.items() for card in pile}
            return Truth(tuple(self._left), places, self._hopper.content())

    def faces(self) -> tuple[Card, ...]:
        """Return the faces of this deck, by serial number: what was bought, not where it is."""
        return tuple(card.face for card in self._deck)

    def _place_of_slot(self, slot: int) -> Place:
        if slot == BURN_SLOT:
            return BURN
        if slot == ASIDE_SLOT:
            return ASIDE
        if 1 <= slot <= self.seats:
            return hand_of(slot)
        raise ImpossibleMoveError(f"no such slot: {slot} (0 burn, 1 to {self.seats} seats, 9 aside)")

    def _move(self, cards: Sequence[PhysicalCard], source: Place, target: Place) -> None:
        pile = self._piles.get(source, [])
        if len(set(cards)) != len(cards) or not set(cards) <= set(pile):
            raise ImpossibleMoveError(f"not all of these {len(cards)} cards lie in {source.kind.value}")
        self._piles[source] = [card for card in pile if card not in cards]
        self._piles.setdefault(target, []).extend(cards)
