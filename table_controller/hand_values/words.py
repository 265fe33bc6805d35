"""How a dealer calls a low hand or a badugi."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from table_controller.hand_values.high import HighCategory

RANK_WORDS: Final = (
    "ace", "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"
)  # fmt: skip
"""By rank less one: the ace stands at both ends, 1 where it is low and 14 where it is high."""
_COUNT_WORDS: Final = ("no", "one", "two", "three", "four")
_WITHOUT_ARTICLE: Final = ("number one", "two pair", "one card", "two cards", "three cards")


def low_words(kind: HighCategory, ranks: Sequence[int]) -> str:
    """Return the words for five ranks, high to low: "eight-six", "pair of eights", "seven-high straight" (K09)."""
    first, second, *_ = (
        rank for rank, _ in sorted(Counter(ranks).items(), key=lambda pair: (-pair[1], -pair[0]))
    )
    match kind:
        case HighCategory.HIGH_CARD:
            return f"{_one(first)}-{_one(second)}"
        case HighCategory.PAIR:
            return f"pair of {_several(first)}"
        case HighCategory.TWO_PAIR:
            return f"two pair, {_several(first)} and {_several(second)}"
        case HighCategory.THREE_OF_A_KIND:
            return f"three {_several(first)}"
        case HighCategory.FULL_HOUSE:
            return f"full house, {_several(first)} over {_several(second)}"
        case HighCategory.FOUR_OF_A_KIND:
            return f"four {_several(first)}"
    return f"{_one(first)}-high {kind.value}"


def badugi_words(ranks: Sequence[int]) -> str:
    """Return the words for the playing ranks, high to low: "four-card jack", "three cards, five-four-ace" (U03, U05)."""
    if len(ranks) == 4:
        return f"four-card {_one(ranks[0])}"
    cards = "card" if len(ranks) == 1 else "cards"
    return f"{_COUNT_WORDS[len(ranks)]} {cards}, {'-'.join(map(_one, ranks))}"


def with_article(words: str) -> str:
    """Return what :func:`low_words` or :func:`badugi_words` gave with its article, where it needs one.

    >>> with_article("eight-six"), with_article("wheel"), with_article("four eights")
    ('an eight-six', 'a wheel', 'four eights')
    """
    several = words.startswith(("three ", "four "))
    if several or words.startswith(_WITHOUT_ARTICLE):
        return words
    return f"{'an' if words.startswith(('ace', 'eight')) else 'a'} {words}"


def _one(rank: int) -> str:
    return RANK_WORDS[rank - 1]


def _several(rank: int) -> str:
    return "sixes" if rank == 6 else RANK_WORDS[rank - 1] + "s"
