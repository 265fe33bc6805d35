"""What five cards are worth as a low hand: ace-to-five, deuce-to-seven, ace-to-six (rows L01-L08, K01-K14).

The same numbers on the cards and the same two dictionaries as :mod:`table_controller.hand_values.high`, filled in
another order. The dictionaries are made when the module is imported, in a few milliseconds each.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from operator import mul
from typing import Final

from table_controller.cards import Card, card_text
from table_controller.hand_values.high import (
    CATEGORIES,
    JOKER_WEIGHT,
    KEYS,
    LOW_TO_HIGH,
    RANK_WEIGHTS,
    SHAPES,
    SUIT_BITS,
    SUIT_CODES,
    SUIT_MASK,
    HighCategory,
    all_ranks,
    shape_sets,
)

_FLUSHES: Final = frozenset((HighCategory.FLUSH, HighCategory.STRAIGHT_FLUSH))
_STRAIGHTS: Final = frozenset((HighCategory.STRAIGHT, HighCategory.STRAIGHT_FLUSH))
# Four cards of a suit and the joker are no flush: in a low hand the joker never is of their suit.
NATURAL_SUITED_CODES: Final = frozenset(5 * code for code in SUIT_CODES)


@dataclass(frozen=True, slots=True)
class LowOrder:
    """One way of ranking low hands, all values of it laid out.

    *mixed* and *suited* are the values by rank weight of cards of several suits and of one suit; *by_suits*
    names one of the two for each sum of suit codes. *kind_of* is the kind of hand each value is, *sets_of* its
    ranks, those that count first in front, as places 2 to 14 from the lowest; 0 is no value.
    """

    mixed: Mapping[int, int]
    suited: Mapping[int, int]
    by_suits: tuple[Mapping[int, int], ...]
    kind_of: tuple[HighCategory, ...]
    sets_of: tuple[tuple[int, ...], ...]
    ace_low: bool

    @property
    def highest(self) -> int:
        """The value of the best low hand; the worst is 1."""
        return len(self.sets_of) - 1

    def ranks_of(self, value: int) -> tuple[int, ...]:
        """Return the five ranks of a value, high to low; the ace is 1 where it is low, else 14."""
        five = all_ranks(SHAPES[self.kind_of[value]], self.sets_of[value])
        return tuple(sorted((rank - self.ace_low for rank in five), reverse=True))

    def value(self, cards: Sequence[Card]) -> int:
        """Return what five different cards are worth: larger is better, equal is a tie.

        The joker is the rank that makes the best low.

        :raises ValueError: not five cards, or too often the same one
        """
        try:
            a, b, c, d, e = cards
            key = KEYS[a.index] + KEYS[b.index] + KEYS[c.index] + KEYS[d.index] + KEYS[e.index]
            return self.by_suits[key & SUIT_MASK][key >> SUIT_BITS]
        except (ValueError, KeyError):
            raise ValueError(
                f"not a hand of five different cards: {' '.join(map(card_text, cards))}"
            ) from None

    def ranks(self, cards: Sequence[Card]) -> tuple[int, ...]:
        """Return the ranks the five cards play as, high to low, the joker's among them (L04, K08).

        :raises ValueError: not five cards, or too often the same one
        """
        return self.ranks_of(self.value(cards))

    def kind(self, cards: Sequence[Card]) -> HighCategory:
        """Return the kind of hand; ``HIGH_CARD`` is what a low wants to be.

        :raises ValueError: not five cards, or too often the same one
        """
        return self.kind_of[self.value(cards)]


def _rank_sets(category: HighCategory, straights: bool) -> list[tuple[int, ...]]:
    """Return the rank sets of a category, best low first, every five in a row being a straight or none."""
    in_a_row = [tuple(range(top, top - 5, -1)) for top in range(6, 15)] if straights else []
    if category in _STRAIGHTS:
        return in_a_row
    sets = shape_sets(SHAPES[category])
    return [ranks for ranks in sets if ranks not in in_a_row] if len(SHAPES[category]) == 1 else sets


def _add_joker(mixed: dict[int, int], weights: Sequence[int]) -> None:
    """Add four cards and the joker, which plays as the rank that makes the best low (L04, L05, K08, K14).

    That is the lowest rank not held, or one of the next two where it would complete a straight.
    """
    for four in combinations_with_replacement(LOW_TO_HIGH, 4):
        weight = sum([weights[rank] for rank in four])
        lowest = [weights[rank] for rank in LOW_TO_HIGH[:7] if rank not in four][:3]
        mixed[weight + JOKER_WEIGHT] = max([mixed[weight + added] for added in lowest])


def _build(ace_low: bool, straights_and_flushes: bool) -> LowOrder:
    """Lay out an order. Inside, ranks are places 2 to 14 from the lowest: the ace is 2 where it is low."""
    weights = [0, 0, *((RANK_WEIGHTS[-1], *RANK_WEIGHTS[:-1]) if ace_low else RANK_WEIGHTS)]
    mixed: dict[int, int] = {}
    suited: dict[int, int] = {}
    sets_of: list[tuple[int, ...]] = [()]
    kind_of: list[HighCategory] = [HighCategory.FIVE_ACES]
    for category in reversed(CATEGORIES[:-1]):
        if not straights_and_flushes and category in _FLUSHES | _STRAIGHTS:
            continue
        worst_first = _rank_sets(category, straights_and_flushes)[::-1]
        alike = [alike for alike, how_many in SHAPES[category] for _ in range(how_many)]
        values = suited if category in _FLUSHES else mixed
        for value, ranks in enumerate(worst_first, len(sets_of)):
            values[sum(map(mul, alike, [weights[rank] for rank in ranks]))] = value
        sets_of += worst_first
        kind_of += [category] * len(worst_first)
    _add_joker(mixed, weights)
    if not straights_and_flushes:  # the same values, but the same card five times must have none
        suited = {
            weight: value for weight, value in mixed.items() if kind_of[value] is HighCategory.HIGH_CARD
        }
    by_suits = tuple(suited if code in NATURAL_SUITED_CODES else mixed for code in range(SUIT_MASK + 1))
    return LowOrder(mixed, suited, by_suits, tuple(kind_of), tuple(sets_of), ace_low)


ACE_TO_FIVE_LOW: Final = _build(ace_low=True, straights_and_flushes=False)
"""The ace is low, straights and flushes are nothing (L01-L07); values 1-6175."""

DEUCE_TO_SEVEN_LOW: Final = _build(ace_low=False, straights_and_flushes=True)
"""The ace is high, straights and flushes count against the hand (K01-K11); values 1-7462."""

ACE_TO_SIX_LOW: Final = _build(ace_low=True, straights_and_flushes=True)
"""The ace is low, straights and flushes count against the hand (K12-K14); values 1-7462."""


def low_qualifies(cards: Sequence[Card], worst_rank: int) -> bool:
    """Return whether an ace-to-five low has no pair and no rank over *worst_rank* (5-13): L08, Q04, G03.

    :raises ValueError: not five different cards, or no such rank
    """
    if not 5 <= worst_rank <= 13:
        raise ValueError(f"not a rank for a low to qualify with: {worst_rank} (5 to 13, eight or better 8)")
    return ACE_TO_FIVE_LOW.value(cards) > ACE_TO_FIVE_LOW.highest - comb(worst_rank, 5)


def is_eight_or_better(cards: Sequence[Card]) -> bool:
    """Return whether an ace-to-five low qualifies for half of a high/low pot (L08).

    >>> from table_controller.cards import parse_cards
    >>> is_eight_or_better(parse_cards("8s 4d 3h 2c Jk"))
    True

    :raises ValueError: not five different cards
    """
    return low_qualifies(cards, 8)


def seven_or_better(cards: Sequence[Card]) -> bool:
    """Return whether an ace-to-five low is a seven that must bet (Q01, Q04): the joker counts as it plays.

    :raises ValueError: not five different cards
    """
    return low_qualifies(cards, 7)
