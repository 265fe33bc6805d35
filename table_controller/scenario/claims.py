"""What a player may say of his hand. Cards speak in high games, so the words bind nobody there (R01)."""

import re
from typing import Final

from table_controller.hand_values import HighCategory
from table_controller.scenario.errors import ScenarioError, nearest
from table_controller.scenario.lines import SaysHand

RANK_WORDS: Final = (
    "deuce", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
HAND_NAMES: Final = (
    *(category.value for category in HighCategory), "royal flush", "wheel", "number one", "trips", "quads",
    "two pairs", "nothing",
)  # fmt: skip


def require_claim(said: SaysHand, line: int, column: int) -> None:
    """Check that the words name a hand: a rank word, two with a hyphen, ``pair``, or a high hand.

    :raises ScenarioError: they do not
    """
    words = re.sub(r"^(an?|the)\s+", "", said.words)
    if words in HAND_NAMES or all(part in RANK_WORDS for part in words.split("-")):
        return
    near = nearest(words, (*HAND_NAMES, *RANK_WORDS))
    raise ScenarioError(line, column, f"{said.words!r} names no hand{near}")
