"""What four or five cards are worth as a badugi (rows U01-U11): the best of them that share no rank and no suit.

Cards are read suit by suit. Of every suit the lowest card plays, unless two suits have the same lowest rank;
only then the cards are searched rank by rank.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from table_controller.cards import DECK, Card, card_text
from table_controller.hand_values.badugi_search import PLACES, PLACES_OF, SUITS, searched_value

_LANE: Final = (1 << PLACES) - 1
_LANE_2, _LANE_3, _LANE_4 = PLACES, 2 * PLACES, 3 * PLACES
# One weight a place, taken greedily, under which all sets of at most four places have different sums.
PLACE_WEIGHTS: Final = (1, 5, 21, 55, 153, 368, 856, 1_424, 2_603, 4_967, 8_194, 13_663, 22_432)
_LOWEST: Final = (0, *(PLACE_WEIGHTS[(lane & -lane).bit_length() - 1] for lane in range(1, _LANE + 1)))
"""The weight of the lowest place of a suit, by the bits of its cards."""
HIGHEST_BADUGI: Final = len(PLACES_OF) - 1


def _values_by_weight() -> list[int]:
    values = [0] * (SUITS * PLACE_WEIGHTS[-1] + 1)
    for value, places in enumerate(PLACES_OF):
        values[sum(PLACE_WEIGHTS[place] for place in places)] = value
    return values


_VALUES: Final = _values_by_weight()
"""The value by the sum of the weights of what plays; 0 where two of them are the same rank's."""


@dataclass(frozen=True, slots=True)
class BadugiOrder:
    """Badugis with the ace low, or high.

    *suit_bits* are a bit a card by ``Card.index`` in four lanes of 13, a suit each, the lowest rank first;
    *rank_bits* the same in 13 lanes of four, a rank each. *lowest_rank* is 1 where the ace is low, else 2.
    """

    suit_bits: tuple[int, ...]
    rank_bits: tuple[int, ...]
    lowest_rank: int

    @property
    def highest(self) -> int:
        """The value of the best badugi; the worst is 1."""
        return HIGHEST_BADUGI

    def value(self, cards: Sequence[Card]) -> int:
        """Return what four or five different cards are worth, 1-1092: larger is better, equal is a tie (U10).

        :raises ValueError: not four or five cards, or the joker is among them
        """
        bits = self.suit_bits
        try:
            if len(cards) == 4:
                a, b, c, d = cards
                held = bits[a.index] | bits[b.index] | bits[c.index] | bits[d.index]
            else:
                a, b, c, d, e = cards
                held = bits[a.index] | bits[b.index] | bits[c.index] | bits[d.index] | bits[e.index]
        except (ValueError, IndexError):
            raise ValueError(
                f"not four or five cards of a deck without the joker: {' '.join(map(card_text, cards))}"
            ) from None
        lowest = (
            _LOWEST[held & _LANE]
            + _LOWEST[held >> _LANE_2 & _LANE]
            + _LOWEST[held >> _LANE_3 & _LANE]
            + _LOWEST[held >> _LANE_4]
        )
        return _VALUES[lowest] or self._searched(cards)

    def _searched(self, cards: Sequence[Card]) -> int:
        held = 0
        for card in cards:
            held |= self.rank_bits[card.index]
        return searched_value(held)

    def ranks(self, cards: Sequence[Card]) -> tuple[int, ...]:
        """Return the ranks that play, high to low.

        :raises ValueError: not four or five cards, or the joker is among them
        """
        return tuple(place + self.lowest_rank for place in PLACES_OF[self.value(cards)])


def _order(ace_low: bool) -> BadugiOrder:
    places = [(card.rank - 1) % PLACES if ace_low else card.rank - 2 for card in DECK[:52]]
    placed = [(card.suit, place) for card, place in zip(DECK[:52], places, strict=True)]
    suit_bits = tuple(1 << PLACES * suit + place for suit, place in placed)
    rank_bits = tuple(1 << SUITS * place + suit for suit, place in placed)
    return BadugiOrder(suit_bits, rank_bits, 1 if ace_low else 2)


BADUGI_ORDER: Final = _order(ace_low=True)
"""The ace is low: 4-3-2-A is the best (U02)."""

BADUGI_ACE_HIGH_ORDER: Final = _order(ace_low=False)
"""The ace is high: 5-4-3-2 is the best; the badugi half of badeucy."""
