"""What five cards are worth as a high hand, the joker being the bug (rows H01-H18).

Every card carries one number: a weight for its rank above nine bits for its suit. The weights are chosen so
that the sum over five cards names their ranks and whether they are suited, in any order, and a dictionary
knows the rest. The dictionaries are made when the module is imported, in a few milliseconds.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import combinations, combinations_with_replacement, product
from typing import Final

from table_controller.cards import DECK, JOKER, RANKS, Card, card_text

ACE: Final = 14
LOW_TO_HIGH: Final = range(2, 15)
HIGH_TO_LOW: Final = range(14, 1, -1)


class HighCategory(Enum):
    """The ten kinds of high hand, worst first."""

    HIGH_CARD = "high card"
    PAIR = "pair"
    TWO_PAIR = "two pair"
    THREE_OF_A_KIND = "three of a kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full house"
    FOUR_OF_A_KIND = "four of a kind"
    STRAIGHT_FLUSH = "straight flush"
    FIVE_ACES = "five aces"


CATEGORIES: Final = tuple(HighCategory)
SHAPES: Final[Mapping[HighCategory, tuple[tuple[int, int], ...]]] = {
    HighCategory.HIGH_CARD: ((1, 5),),
    HighCategory.PAIR: ((2, 1), (1, 3)),
    HighCategory.TWO_PAIR: ((2, 2), (1, 1)),
    HighCategory.THREE_OF_A_KIND: ((3, 1), (1, 2)),
    HighCategory.STRAIGHT: ((1, 5),),
    HighCategory.FLUSH: ((1, 5),),
    HighCategory.FULL_HOUSE: ((3, 1), (2, 1)),
    HighCategory.FOUR_OF_A_KIND: ((4, 1), (1, 1)),
    HighCategory.STRAIGHT_FLUSH: ((1, 5),),
    HighCategory.FIVE_ACES: ((5, 1),),
}
"""Of each category: how many alike, and how many ranks that often, the ranks that count first in front."""

# The smallest weights, taken greedily, under which all 6,175 rank sets of five cards have different sums;
# the joker's is the smallest that keeps the 1,820 sets of four cards and a joker apart from those.
RANK_WEIGHTS: Final = (0, 1, 5, 22, 94, 312, 992, 2_422, 5_624, 12_522, 19_998, 43_258, 79_415)
JOKER_WEIGHT: Final = 130_285
# Five alike give 0, 5, 30 or 155, four alike and the joker 156 more than 0, 4, 24 or 124; nothing else does.
SUIT_CODES: Final = (0, 1, 6, 31)
JOKER_SUIT_CODE: Final = 156
SUIT_BITS: Final = 9
SUIT_MASK: Final = (1 << SUIT_BITS) - 1
SUITED_CODES: Final = frozenset(
    (*(5 * code for code in SUIT_CODES), *(4 * code + JOKER_SUIT_CODE for code in SUIT_CODES))
)
KEYS: Final = (
    *(RANK_WEIGHTS[card.rank - 2] << SUIT_BITS | SUIT_CODES[card.suit] for card in DECK[:52]),
    JOKER_WEIGHT << SUIT_BITS | JOKER_SUIT_CODE,
)
"""One number a card, by ``Card.index``."""

_WHEEL: Final = (14, 5, 4, 3, 2)
_STRAIGHTS: Final = {_WHEEL: 5} | {tuple(range(top, top - 5, -1)): top for top in range(6, 15)}


def shape_sets(shape: tuple[tuple[int, int], ...]) -> list[tuple[int, ...]]:
    """Return the rank sets of a shape, lowest first, each with the ranks that count first in front."""
    groups = (combinations(HIGH_TO_LOW, ranks) for _, ranks in shape)
    joined = (sum(parts, ()) for parts in product(*groups))
    return sorted(ranks for ranks in joined if len(set(ranks)) == len(ranks))


def _rank_sets(category: HighCategory) -> list[tuple[int, ...]]:
    """Return the rank sets of a category, worst first, each with the ranks that count first in front."""
    if category is HighCategory.FIVE_ACES:
        return [(ACE,)]
    if category in (HighCategory.STRAIGHT, HighCategory.STRAIGHT_FLUSH):
        return sorted(_STRAIGHTS, key=_STRAIGHTS.__getitem__)
    sets = shape_sets(SHAPES[category])
    if category in (HighCategory.HIGH_CARD, HighCategory.FLUSH):
        return [ranks for ranks in sets if ranks not in _STRAIGHTS]
    return sets


def _weight(ranks: Iterable[int]) -> int:
    return sum(RANK_WEIGHTS[rank - 2] for rank in ranks)


def all_ranks(shape: tuple[tuple[int, int], ...], ranks: tuple[int, ...]) -> Iterator[int]:
    """Yield the five ranks of a rank set, a pair's twice and so on."""
    position = 0
    for alike, how_many in shape:
        for rank in ranks[position : position + how_many]:
            yield from (rank,) * alike
        position += how_many


def _joker_values(mixed: dict[int, int], suited: dict[int, int], straights: range) -> None:
    """Add four cards and the joker: an ace, or what completes a straight or a flush (H02)."""
    for four in combinations_with_replacement(LOW_TO_HIGH, 4):
        weight = _weight(four)
        missing = [weight + RANK_WEIGHTS[rank - 2] for rank in LOW_TO_HIGH if rank not in four]
        completed = (mixed[key] for key in missing if len(set(four)) == 4 and mixed[key] in straights)
        mixed[weight + JOKER_WEIGHT] = max(mixed[weight + RANK_WEIGHTS[ACE - 2]], *completed, 0)
        if len(set(four)) == 4:
            suited[weight + JOKER_WEIGHT] = max(suited[key] for key in missing)


def _build() -> tuple[dict[int, int], dict[int, int], list[int], list[tuple[int, ...]]]:
    """Return values by rank weight (mixed suits, one suit), each category's least value, ranks by value."""
    mixed: dict[int, int] = {}
    suited: dict[int, int] = {}
    least: list[int] = []
    ranks_of: list[tuple[int, ...]] = [()]
    for category in CATEGORIES:
        least.append(len(ranks_of))
        flush = category in (HighCategory.FLUSH, HighCategory.STRAIGHT_FLUSH)
        for ranks in _rank_sets(category):
            (suited if flush else mixed)[_weight(all_ranks(SHAPES[category], ranks))] = len(ranks_of)
            ranks_of.append(ranks)
    straight = CATEGORIES.index(HighCategory.STRAIGHT)
    _joker_values(mixed, suited, range(least[straight], least[straight + 1]))
    return mixed, suited, least, ranks_of


MIXED_VALUES, SUITED_VALUES, _LEAST, _RANKS_OF = _build()
"""Values by rank weight: of cards of several suits, and of one suit."""
HIGHEST_VALUE: Final = len(_RANKS_OF) - 1
_BY_SUITS: Final = tuple(
    SUITED_VALUES if code in SUITED_CODES else MIXED_VALUES for code in range(SUIT_MASK + 1)
)


def high_value(cards: Sequence[Card]) -> int:
    """Return what five different cards are worth, 1-7463: larger is better, equal is a tie (H01).

    The joker is an ace, or completes a straight, a flush or a straight flush, nothing else (H02).

    >>> from table_controller.cards import parse_cards
    >>> high_value(parse_cards("As Ad Ah Ac Jk"))
    7463

    :raises ValueError: not five cards, or too often the same one
    """
    try:
        a, b, c, d, e = cards
        key = KEYS[a.index] + KEYS[b.index] + KEYS[c.index] + KEYS[d.index] + KEYS[e.index]
        return _BY_SUITS[key & SUIT_MASK][key >> SUIT_BITS]
    except (ValueError, KeyError):
        raise ValueError(f"not a hand of five different cards: {' '.join(map(card_text, cards))}") from None


def high_category(value: int) -> HighCategory:
    """Return the kind of hand a value of :func:`high_value` stands for.

    :raises ValueError: no such value
    """
    _require_value(value)
    return CATEGORIES[bisect_right(_LEAST, value) - 1]


def describe_high(cards: Sequence[Card]) -> str:
    """Return the hand in words a dealer can read out.

    >>> from table_controller.cards import parse_cards
    >>> describe_high(parse_cards("Jk As 7d 4c 2h"))
    'a pair of aces, 7-4-2'

    :raises ValueError: not five different cards
    """
    return describe_value(high_value(cards))


def describe_value(value: int) -> str:
    """Return the words for a value of :func:`high_value`.

    :raises ValueError: no such value
    """
    category = high_category(value)
    ranks = _RANKS_OF[value]
    first, kickers = ranks[0], "-".join(RANKS[rank - 2] for rank in ranks[1:])
    match category:
        case HighCategory.HIGH_CARD:
            return f"{_one(first)} high, {kickers}"
        case HighCategory.PAIR:
            return f"a pair of {_several(first)}, {kickers}"
        case HighCategory.TWO_PAIR:
            return f"two pair, {_several(first)} and {_several(ranks[1])}, {_one(ranks[2])} kicker"
        case HighCategory.THREE_OF_A_KIND:
            return f"three {_several(first)}, {kickers}"
        case HighCategory.FULL_HOUSE:
            return f"a full house, {_several(first)} over {_several(ranks[1])}"
        case HighCategory.FLUSH:
            return f"a flush, {RANKS[first - 2]}-{kickers}"
        case HighCategory.FOUR_OF_A_KIND:
            return f"four {_several(first)}, {_one(ranks[1])} kicker"
        case HighCategory.FIVE_ACES:
            return "five aces"
    top = _STRAIGHTS[ranks]
    if category is HighCategory.STRAIGHT_FLUSH and top == ACE:
        return "a royal flush"
    return f"a {category.value}, {_one(top)} high"


def is_pair_or_better(cards: Sequence[Card], minimum_rank: int) -> bool:
    """Return whether the cards hold at least a pair of *minimum_rank* (2-14), so openers: O01, O02, O06.

    Jacks are 11, aces 14. The joker makes a pair with an ace only. One to four cards count by what is alike
    in them, straights and flushes need five.

    :raises ValueError: more than five cards, none, or not a rank
    """
    if minimum_rank not in LEAST_PAIR_VALUES:
        raise ValueError(f"not a rank to open with: {minimum_rank} (2 to 14, jacks 11)")
    if len(cards) > 4:
        return high_value(cards) >= LEAST_PAIR_VALUES[minimum_rank]
    if not cards:
        raise ValueError("no cards to look for openers in")
    ranks = [ACE if card is JOKER else card.rank for card in cards]
    pairs = {rank for rank in ranks if ranks.count(rank) > 1}
    triplet = any(ranks.count(rank) > 2 for rank in pairs)
    return triplet or len(pairs) > 1 or any(rank >= minimum_rank for rank in pairs)


def _require_value(value: int) -> None:
    if not 1 <= value <= HIGHEST_VALUE:
        raise ValueError(f"not the value of a hand: {value} (1 to {HIGHEST_VALUE})")


def _one(rank: int) -> str:
    return _RANK_WORDS[rank - 2]


def _several(rank: int) -> str:
    return "sixes" if rank == 6 else _RANK_WORDS[rank - 2] + "s"


_RANK_WORDS: Final = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"
)  # fmt: skip
_PAIRS: Final = range(
    _LEAST[CATEGORIES.index(HighCategory.PAIR)], _LEAST[CATEGORIES.index(HighCategory.TWO_PAIR)]
)
LEAST_PAIR_VALUES: Final = {rank: min(v for v in _PAIRS if _RANKS_OF[v][0] == rank) for rank in LOW_TO_HIGH}
