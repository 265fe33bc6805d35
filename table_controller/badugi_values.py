"""What four or five cards are worth as a badugi (rows U01-U11): the best of them that share no rank and no suit.

Cards of a badugi are read suit by suit. The lowest card of every suit plays, unless two suits have the same
lowest rank; only then a search through the ranks is needed, see :meth:`BadugiOrder.searched`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from table_controller.cards import DECK, Card, card_text

SUIT_LANE: Final = 13
LANE_MASK: Final = (1 << SUIT_LANE) - 1
# One weight a place, taken greedily, under which all sets of at most four places have different sums.
PLACE_WEIGHTS: Final = (1, 5, 21, 55, 153, 368, 856, 1_424, 2_603, 4_967, 8_194, 13_663, 22_432)
LOWEST: Final = (0, *(PLACE_WEIGHTS[(lane & -lane).bit_length() - 1] for lane in range(1, LANE_MASK + 1)))
"""The weight of the lowest place of a suit, by the bits of the suit's cards."""


@dataclass(frozen=True, slots=True)
class BadugiOrder:
    """Badugis with the ace low, or high; all 1,092 values laid out.

    *bits* is a bit a card by ``Card.index``, the suits in lanes of 13 bits, the lowest rank (place 0) first;
    *values* by the sum of weights of what plays; *ranks_of* the playing ranks of each value, high to low, the ace
    being 1 or 14.
    """

    bits: tuple[int, ...]
    values: Mapping[int, int]
    ranks_of: tuple[tuple[int, ...], ...]

    @property
    def highest(self) -> int:
        """The value of the best badugi; the worst is 1."""
        return len(self.ranks_of) - 1

    def value(self, cards: Sequence[Card]) -> int:
        """Return what four or five different cards are worth, 1-1092: larger is better, equal is a tie (U10).

        :raises ValueError: not four or five different cards, or the joker is among them
        """
        try:
            bits = 0
            for card in cards:
                bits |= self.bits[card.index]
        except IndexError:
            raise ValueError(f"a badugi has no joker: {' '.join(map(card_text, cards))}") from None
        if not 4 <= len(cards) == bits.bit_count() <= 5:
            raise ValueError(
                f"not a badugi of four or five different cards: {' '.join(map(card_text, cards))}"
            )
        lowest = (
            LOWEST[bits & LANE_MASK]
            + LOWEST[bits >> SUIT_LANE & LANE_MASK]
            + LOWEST[bits >> 2 * SUIT_LANE & LANE_MASK]
            + LOWEST[bits >> 3 * SUIT_LANE]
        )
        return self.values.get(lowest) or self.searched(bits)

    def searched(self, bits: int) -> int:
        """Return the value of cards in which two suits have the same lowest rank."""
        suits = [
            [place for place in range(SUIT_LANE) if bits >> suit * SUIT_LANE + place & 1] for suit in range(4)
        ]
        chosen: list[frozenset[int]] = [frozenset()]
        for places in suits:
            chosen += [taken | {place} for taken in chosen for place in places if place not in taken]
        return max(self.values[sum(PLACE_WEIGHTS[place] for place in taken)] for taken in chosen if taken)

    def ranks(self, cards: Sequence[Card]) -> tuple[int, ...]:
        """Return the ranks that play, high to low.

        :raises ValueError: not four or five different cards, or the joker is among them
        """
        return self.ranks_of[self.value(cards)]


def _build(ace_low: bool) -> BadugiOrder:
    ranks_of: list[tuple[int, ...]] = [()]
    values: dict[int, int] = {}
    for playing in range(1, 5):
        for places in sorted(combinations(range(12, -1, -1), playing), reverse=True):
            values[sum(PLACE_WEIGHTS[place] for place in places)] = len(ranks_of)
            ranks_of.append(tuple(place + (1 if ace_low else 2) for place in places))
    places = [(card.rank - 1) % 13 if ace_low else card.rank - 2 for card in DECK[:52]]
    bits = tuple(1 << SUIT_LANE * card.suit + place for card, place in zip(DECK[:52], places, strict=True))
    return BadugiOrder(bits, values, tuple(ranks_of))


BADUGI_ORDER: Final = _build(ace_low=True)
BADUGI_ACE_HIGH_ORDER: Final = _build(ace_low=False)
