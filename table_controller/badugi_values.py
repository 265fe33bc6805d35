"""What four or five cards are worth as a badugi (rows U01-U11): the best of them that share no rank and no suit.

Cards are read suit by suit. Of every suit the lowest card plays, unless two suits have the same lowest rank;
only then the cards have to be searched.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from table_controller.cards import DECK, Card, card_text

PLACES: Final = 13
"""Ranks count as places 0 to 12 from the lowest, so from the ace or from the deuce."""
_LANE: Final = (1 << PLACES) - 1
_LANE_2, _LANE_3, _LANE_4 = PLACES, 2 * PLACES, 3 * PLACES
# One weight a place, taken greedily, under which all sets of at most four places have different sums.
PLACE_WEIGHTS: Final = (1, 5, 21, 55, 153, 368, 856, 1_424, 2_603, 4_967, 8_194, 13_663, 22_432)
_LOWEST: Final = (0, *(PLACE_WEIGHTS[(lane & -lane).bit_length() - 1] for lane in range(1, _LANE + 1)))
"""The weight of the lowest place of a suit, by the bits of its cards."""

PLACES_OF: Final = (
    (),
    *(
        places
        for playing in range(1, 5)
        for places in sorted(combinations(range(PLACES - 1, -1, -1), playing), reverse=True)
    ),
)
"""The places that play, high to low, by value: the more the better, then the lower the better (U01, U02)."""
_VALUES: Final = {
    sum(PLACE_WEIGHTS[place] for place in places): value for value, places in enumerate(PLACES_OF) if value
}
HIGHEST_BADUGI: Final = len(PLACES_OF) - 1


@dataclass(frozen=True, slots=True)
class BadugiOrder:
    """Badugis with the ace low, or high.

    *bits* is a bit a card by ``Card.index``: suits in lanes of 13 bits, the lowest rank first. *lowest_rank* is
    the rank of place 0: 1 where the ace is low, else 2.
    """

    bits: tuple[int, ...]
    lowest_rank: int

    @property
    def highest(self) -> int:
        """The value of the best badugi; the worst is 1."""
        return HIGHEST_BADUGI

    def value(self, cards: Sequence[Card]) -> int:
        """Return what four or five different cards are worth, 1-1092: larger is better, equal is a tie (U10).

        :raises ValueError: not four or five cards, or the joker is among them
        """
        bits = self.bits
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
        if lowest in _VALUES:
            return _VALUES[lowest]
        suits = [held & _LANE, held >> _LANE_2 & _LANE, held >> _LANE_3 & _LANE, held >> _LANE_4]
        suits.sort()
        return _searched(*suits)

    def ranks(self, cards: Sequence[Card]) -> tuple[int, ...]:
        """Return the ranks that play, high to low.

        :raises ValueError: not four or five cards, or the joker is among them
        """
        return tuple(place + self.lowest_rank for place in PLACES_OF[self.value(cards)])


@cache
def _searched(*suits: int) -> int:
    """Return the value of the cards of four suits, each suit's places as bits, by trying all that may play.

    Suits come sorted, for which is which makes no difference: four cards need it in 3,705 cases, five in some
    40,000.
    """
    chosen: set[frozenset[int]] = {frozenset()}
    for lane in suits:
        held = [place for place in range(PLACES) if lane >> place & 1]
        chosen |= {playing | {place} for playing in chosen for place in held if place not in playing}
    weights = (sum(PLACE_WEIGHTS[place] for place in playing) for playing in chosen if playing)
    return max(_VALUES[weight] for weight in weights)


def _order(ace_low: bool) -> BadugiOrder:
    places = ((card.rank - 1) % PLACES if ace_low else card.rank - 2 for card in DECK[:52])
    bits = (1 << PLACES * card.suit + place for card, place in zip(DECK[:52], places, strict=True))
    return BadugiOrder(tuple(bits), 1 if ace_low else 2)


BADUGI_ORDER: Final = _order(ace_low=True)
"""The ace is low: 4-3-2-A is the best (U02)."""

BADUGI_ACE_HIGH_ORDER: Final = _order(ace_low=False)
"""The ace is high: 5-4-3-2 is the best; the badugi half of badeucy."""
