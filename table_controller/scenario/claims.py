"""What a player may say of his hand in a scenario: words that name no hand are a mistake of the file."""

from difflib import get_close_matches
from typing import Final

from table_controller.commands import Claim
from table_controller.rules.claims import HAND_NAMES, PAIR, RANK_WORDS, hand_named
from table_controller.scenario.errors import ScenarioError, nearest

FIGURES: Final = {
    "2": "deuce", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "10": "ten", "t": "ten", "j": "jack", "q": "queen", "k": "king",
}  # fmt: skip
"""Ranks as they stand on cards, and the words for them."""


def require_claim(said: Claim, line: int, column: int) -> None:
    """Check that the words name a hand: a rank word, two with a hyphen, ``pair``, or a high hand.

    :raises ScenarioError: they do not
    """
    if hand_named(said.words) is None:
        near = _low_hand_near(said.words) or nearest(said.words.lower(), (*HAND_NAMES, *RANK_WORDS, PAIR))
        raise ScenarioError(line, column, f"{said.words!r} names no hand{near}")


def _low_hand_near(words: str) -> str:
    """Return the hint for a low hand in figures, with blanks or misspelt, nothing where it is not near one.

    >>> _low_hand_near("8-6"), _low_hand_near("eihgt six low"), _low_hand_near("gin")
    (' (nearest known: eight-six)', ' (nearest known: eight-six)', '')
    """
    said = [
        word for word in words.lower().replace("-", " ").split() if word not in ("low", "high", "a", "an")
    ]
    near = [get_close_matches(FIGURES.get(word, word), RANK_WORDS, n=1) for word in said]
    if not near or not all(near):
        return ""
    return f" (nearest known: {'-'.join(found[0] for found in near)})"
