"""What a player may say of his hand in a scenario: words that name no hand are a mistake of the file."""

from table_controller.commands import Claim
from table_controller.rules.claims import HAND_NAMES, RANK_WORDS, hand_named
from table_controller.scenario.errors import ScenarioError, nearest


def require_claim(said: Claim, line: int, column: int) -> None:
    """Check that the words name a hand: a rank word, two with a hyphen, ``pair``, or a high hand.

    :raises ScenarioError: they do not
    """
    if hand_named(said.words) is None:
        near = nearest(said.words, (*HAND_NAMES, *RANK_WORDS))
        raise ScenarioError(line, column, f"{said.words!r} names no hand{near}")
