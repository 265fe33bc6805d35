"""Which cards exposed in the deal stay in the hand: by the house, or by game and structure (G01, G03-G05, G08, G09)."""

from typing import Final

from table_controller.cards import JOKER, Card
from table_controller.structure import Betting, ExposedPolicy
from table_controller.table.state import Table

_SEVEN_AND_UNDER: Final = "A234567"
_FIVE_AND_UNDER: Final = "A2345"
_DEUCE_TO_SEVEN: Final = "23457"
BY_GAME: Final = {
    (ExposedPolicy.ACE_TO_FIVE, True): (_SEVEN_AND_UNDER, "G03", "G04"),
    (ExposedPolicy.ACE_TO_FIVE, False): (_FIVE_AND_UNDER, "G08", "G08"),
    (ExposedPolicy.DEUCE_TO_SEVEN, True): (_DEUCE_TO_SEVEN, "G09", "G09"),
    (ExposedPolicy.DEUCE_TO_SEVEN, False): (_DEUCE_TO_SEVEN, "G09", "G09"),
}
"""(policy, whether it is limit) to the ranks that are kept and the rows for keeping and replacing."""


def is_limit(table: Table) -> bool:
    return table.stakes.betting in (Betting.LIMIT, Betting.SPREAD_LIMIT)


def row_for(table: Table, card: Card | None) -> tuple[bool, str]:
    """Say whether a card exposed in the deal stays in the hand, and by which row; the joker is a low card and stays,
    unless the house has it replaced.

    A card that was not read stays where the ranks matter, until it is.
    """
    if table.rules.exposed_before == "replace_all":
        return False, "F19"
    by_game = BY_GAME.get((table.game.exposed, is_limit(table)))
    if table.rules.exposed_before == "keep_all" or by_game is None:
        return True, "G01"
    ranks, kept, replaced = by_game
    if ranks == _SEVEN_AND_UNDER and table.rules.exposed_low_kept == "five":
        ranks = _FIVE_AND_UNDER
    joker_stays = card is JOKER and table.rules.exposed_joker == "kept"
    keeps = card is None or joker_stays or card.text[0] in ranks
    return keeps, kept if keeps else replaced


def needs_face(table: Table) -> bool:
    """Say whether the rank decides what becomes of a card exposed in the deal."""
    by_game = (table.game.exposed, is_limit(table)) in BY_GAME
    return by_game and table.rules.exposed_before == "by_game"
