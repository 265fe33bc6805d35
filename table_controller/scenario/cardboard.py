"""The physical deck of a scenario: which card really comes next. The table itself never knows an order."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from table_controller.cards import DECK, Card, deck_of
from table_controller.events import Delivery
from table_controller.hand_values.high import HighCategory, high_category, high_value
from table_controller.scenario.table_setup import TableSetUp

_RANKS, _SUITS = 13, 4
FILL_ORDER: Final = (
    *(DECK[(-i % _RANKS) * _SUITS + (i + 2 * (i // _RANKS)) % _SUITS] for i in range(_RANKS * _SUITS)),
    DECK[52],
)
"""The order in which cards nobody wrote down are dealt, the joker last."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the deck: its face, None where it is still open, and whether the shoe reads it."""

    card: Card | None
    read: bool


class Cardboard:
    """A deck whose written cards lie where the scenario puts them, the others in a fixed order.

    *named* are all faces that occur anywhere in the scenario: they are dealt to nobody by chance.
    """

    def __init__(self, set_up: TableSetUp, named: Iterable[Card]) -> None:
        self._set_up = set_up
        self._whole = deck_of(set_up.rules.deck_size)
        named = set(named)
        written = {card for seat in set_up.seats for card in seat.cards}
        written |= {*set_up.stub, *set_up.deck}
        self._pool = [card for card in FILL_ORDER if card in self._whole and card not in named]
        self._pool += [
            card for card in FILL_ORDER if card in named and card in self._whole and card not in written
        ]
        self._top: list[Place] = []
        self._faces: dict[int, Card | None] = {}

    def shuffle(self, due: Sequence[Delivery]) -> None:
        """Lay the deck out for a first deal in which the cards go where *due* says."""
        order = self._written(self._set_up.deck) if self._set_up.deck else self._dealt(due)
        order += [] if self._set_up.deck else self._written(self._set_up.stub)
        missing = len(self._whole) - len(order)
        order += [Place(None, True)] * missing
        filled = list[Place]()
        for place in order:
            filled.append(Place(self._pool.pop(0), True) if place.read and place.card is None else place)
        self._top = filled

    def _written(self, cards: Iterable[Card | None]) -> list[Place]:
        return [Place(card, card is not None) for card in cards]

    def _dealt(self, due: Sequence[Delivery]) -> list[Place]:
        """Return the first deal: each seat's written cards, and cards that make nothing where none are written."""
        hands = {seat.seat: self._written(seat.cards) for seat in self._set_up.seats}
        for number in hands:
            count = sum(delivery.seat == number for delivery in due)
            while len(hands[number]) < count:
                hands[number].append(Place(self._filler(hands[number], count), True))
        order = list[Place]()
        for delivery in due:
            if delivery.seat is not None:
                order.append(hands[delivery.seat].pop(0))
        # What is written for a seat that gets no cards lies somewhere in the stub.
        self._pool += [place.card for hand in hands.values() for place in hand if place.card is not None]
        return order

    def _filler(self, hand: Sequence[Place], size: int) -> Card:
        """Take the first free card that leaves the hand without a pair, a straight or a flush, if there is one."""
        held = tuple(place.card for place in hand if place.card is not None)
        for card in self._pool:
            if _makes_nothing((*held, card), size):
                self._pool.remove(card)
                return card
        return self._pool.pop(0)

    def deal(self, number: int) -> Card | None:
        """The next card leaves the stub as the table's card *number*: its face, None where it was not read."""
        place = self._top.pop(0)
        self._faces[number] = place.card
        return place.card if place.read else None

    def follow(self, numbers: Collection[int], dealt_count: int) -> None:
        """The table knows of these cards outside the stub, of *dealt_count* that left it.

        A card it did not ask for has left all the same; one it thought dealt lies at the bottom of the stub still.
        """
        for number in range(1, dealt_count + 1):
            if number in numbers and number not in self._faces:
                self.deal(number)
        for number in sorted(set(self._faces) - set(numbers)):
            self._top.append(Place(self._faces.pop(number), True))

    def identify(self, number: int, card: Card) -> None:
        """The table has given a face to a card that was not read when it was dealt."""
        self._faces[number] = card
        if card in self._pool:
            self._pool.remove(card)

    def cards_of(self, numbers: Iterable[int]) -> tuple[Card, ...]:
        """Return the faces of these cards; one that was never read has some free face from now on."""
        for number in (wanted := tuple(numbers)):
            if self._faces[number] is None:
                self._faces[number] = self._pool.pop(0)
        return tuple(face for number in wanted if (face := self._faces[number]) is not None)

    def stub_cards(self) -> tuple[Card, ...]:
        """Return the faces of what is left in the stub, from the top."""
        self._top = [Place(self._pool.pop(0), True) if place.card is None else place for place in self._top]
        return tuple(place.card for place in self._top if place.card is not None)

    def reshuffle(self, numbers: Iterable[int], on_top: Sequence[Card]) -> tuple[Card, ...]:
        """Shuffle these cards and what is left in the stub: *on_top* first, the rest in a fixed order.

        Return them from the top.
        """
        cards = {*self.cards_of(numbers := tuple(numbers)), *self.stub_cards()}
        for number in numbers:
            del self._faces[number]
        rest = [card for card in FILL_ORDER if card in cards and card not in on_top]
        order = [*(card for card in on_top if card in cards), *rest]
        self._top = [Place(card, True) for card in order]
        return tuple(order)


def _makes_nothing(cards: tuple[Card, ...], size: int) -> bool:
    if len({card.rank for card in cards}) < len(cards):
        return False
    if len(cards) < size or size != 5:
        return True
    return high_category(high_value(cards)) is HighCategory.HIGH_CARD
