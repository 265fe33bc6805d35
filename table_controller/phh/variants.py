"""PHH's codes for draw games, and what they mean here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from table_controller.structure import Betting, Game, HouseRules, Stakes

OWN_CODE: Final = "_drawtable"
"""The ``variant`` of a hand whose game PHH has no code for: no other program may take it for one it knows."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A code of PHH: the game's id here, its draws and its betting."""

    game: str
    draws: int
    betting: Betting

    def is_told_by(self, game: Game, rules: HouseRules, stakes: Stakes) -> bool:
        """Say whether this game, so played, is what the code stands for."""
        return (
            game.id == self.game
            and game.draws == self.draws
            and not game.is_four_before
            and rules.deck_size == 52
            and stakes.betting is self.betting
            and (stakes.betting is not Betting.LIMIT or _two_limits(game, stakes))
        )


VARIANTS: Final[Mapping[str, Variant]] = {
    "F2L3D": Variant("kansas-city-lowball", 3, Betting.LIMIT),
    "N2L1D": Variant("kansas-city-lowball", 1, Betting.NO_LIMIT),
    "FB": Variant("badugi", 3, Betting.LIMIT),
}
OTHER_CODES: Final = ("FT", "NT", "NS", "PO", "FO/8", "F7S", "F7S/8", "FR")
"""Codes of PHH for games without a draw."""


def code_of(game: Game, rules: HouseRules, stakes: Stakes) -> str:
    """Return PHH's code for a game, :data:`OWN_CODE` where it has none."""
    for code, variant in VARIANTS.items():
        if variant.is_told_by(game, rules, stakes):
            return code
    return OWN_CODE


def limits_by_round(rounds: int, small: int, big: int) -> tuple[int, ...]:
    """Return the limits of all rounds: the small bet in the first half of them, then the big one.

    >>> limits_by_round(4, 2, 4)
    (2, 2, 4, 4)
    """
    return (small,) * (rounds // 2) + (big,) * (rounds - rounds // 2)


def _two_limits(game: Game, stakes: Stakes) -> bool:
    rounds = game.betting_rounds
    played = tuple(stakes.limit_of(number) for number in range(1, rounds + 1))
    return played == limits_by_round(rounds, played[0], played[-1])
