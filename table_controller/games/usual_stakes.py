"""What a game is usually played for in a house, and stakes written as switches: what a rule card needs to name figures.

A table's real stakes are its own settings; a scenario's are its lines.
"""

import re
from collections.abc import Mapping
from typing import Final

from table_controller.games.switches import GameError
from table_controller.structure import Betting, Evaluator, Game, HouseRules, Stakes

STAKES_SWITCHES: Final = ("forced_bets", "betting", "ante", "blinds", "limits")
FORCED_BETS: Final = ("antes", "blinds", "both", "none")
TABLES_OF_BETS: Final[Mapping[int, tuple[int, ...]]] = {2: (1, 2), 3: (1, 1, 2), 4: (1, 1, 2, 2)}
"""Bets in units by the number of betting rounds (D01, D11, X21)."""
GROWING: Final = (1, 2, 2, 4)
"""The bets of a game of several deals (D12)."""
HOME_BLINDS: Final = ((1, 1), (2, 2))
THREE_BLINDS: Final = ((0, 10), (1, 20), (2, 30))
TWO_BLINDS: Final = ((1, 10), (2, 20))
ONE_ONE_TWO: Final = ((0, 1), (1, 1), (2, 2))
_NUMBER: Final = re.compile(r"[0-9]{1,12}")


def usual_betting(game: Game, profile: str) -> Betting:
    """Return the betting structure a house plays this game with (D13, K15)."""
    single_deuce = game.lowball is Evaluator.DEUCE_TO_SEVEN and game.draws == 1
    return Betting.NO_LIMIT if single_deuce and profile != "home" else Betting.LIMIT


def stakes_of(game: Game, rules: HouseRules, said: Mapping[str, str] | None = None) -> Stakes:
    """Return the usual stakes, changed by *said*: forced_bets, betting, ante, blinds and limits as words.

    Who names an ante or blinds names all forced bets, unless forced_bets says which there are.

    :raises GameError: a value that cannot be; the text says which
    """
    said = said or {}
    betting = betting_said(said) or usual_betting(game, rules.profile)
    forced = (
        said.get("forced_bets") or _forced_by(said) or ("blinds" if _has_blinds(game, rules) else "antes")
    )
    if forced not in FORCED_BETS:
        raise GameError(f"forced_bets cannot be {forced!r}; it may be {', '.join(FORCED_BETS)}")
    blinds = _usual_blinds(game, rules) if forced in ("blinds", "both") else ()
    if "blinds" in said:
        figures = _numbers("blinds", said["blinds"], 3)
        blinds = tuple((place, chips) for place, chips in enumerate(figures) if chips)
    ante = 1 if forced in ("antes", "both") else 0
    if "ante" in said:
        (ante,) = _numbers("ante", said["ante"], 1)
    unit = max((chips for _, chips in blinds), default=2 * max(ante, 1))
    limits = _numbers("limits", said["limits"], 8) if "limits" in said else _usual_limits(game, betting, unit)
    if not all(limits):
        raise GameError("limits cannot be 0; a bet is at least one chip")
    _check_limits(betting, limits)
    return Stakes(betting, limits, ante, blinds)


def _forced_by(said: Mapping[str, str]) -> str | None:
    """Return which forced bets there are by the ante and the blinds named; None where neither is."""
    if "ante" not in said and "blinds" not in said:
        return None
    (ante,) = _numbers("ante", said["ante"], 1) if "ante" in said else (0,)
    blinds = any(_numbers("blinds", said["blinds"], 3)) if "blinds" in said else False
    return {(True, True): "both", (True, False): "antes", (False, True): "blinds"}.get(
        (ante > 0, blinds), "none"
    )


def _check_limits(betting: Betting, limits: tuple[int, ...]) -> None:
    """D13: spread limit has a smallest and a largest bet, pot and no limit the smallest alone."""
    row = ",".join(str(figure) for figure in limits)
    if betting is Betting.SPREAD_LIMIT and (len(limits) != 2 or limits[0] > limits[1]):
        raise GameError(f"limits cannot be {row}; in spread_limit they are the smallest and the largest bet")
    if betting in (Betting.POT_LIMIT, Betting.NO_LIMIT) and len(limits) != 1:
        raise GameError(f"limits cannot be {row}; in {betting.value} it is the smallest bet alone")


def betting_said(said: Mapping[str, str]) -> Betting | None:
    """Return the betting structure named among stakes switches, None where none is.

    :raises GameError: no such structure
    """
    if "betting" not in said:
        return None
    word = said["betting"].replace("-", "_")
    if word not in {betting.value for betting in Betting}:
        raise GameError(
            f"betting cannot be {word!r}; it may be {', '.join(betting.value for betting in Betting)}"
        )
    return Betting(word)


def _has_blinds(game: Game, rules: HouseRules) -> bool:
    """Games that are opened, or that turn low, have antes in every house (B01, J01, J14)."""
    opened = rules.opening_requirement == "jacks" or (
        rules.opening_requirement == "by_game" and game.openers_rank is not None
    )
    if opened or game.low_phase is not None:
        return False
    if rules.profile == "home":
        return any(half.name == "low" for half in game.halves) and not game.declared
    return True


def _usual_blinds(game: Game, rules: HouseRules) -> tuple[tuple[int, int], ...]:
    several_deals = game.dealt == game.hand_size and len(game.must_open) > 1
    if several_deals:
        return tuple((place, chips * 5) for place, chips in ONE_ONE_TWO)
    return {"home": HOME_BLINDS, "wsop-2024": TWO_BLINDS}.get(rules.profile, THREE_BLINDS)


def _usual_limits(game: Game, betting: Betting, unit: int) -> tuple[int, ...]:
    if betting is Betting.SPREAD_LIMIT:
        return (unit, 5 * unit)
    if betting is not Betting.LIMIT:
        return (unit,)
    table = GROWING if len(game.must_open) > 1 else TABLES_OF_BETS.get(game.betting_rounds, (1, 2))
    return tuple(unit * units for units in table)


def _numbers(name: str, text: str, most: int) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not 1 <= len(words) <= most or not all(_NUMBER.fullmatch(word) for word in words):
        what = "a whole number of chips" if most == 1 else f"one to {most} whole numbers, such as 10,20,30"
        what += ", of twelve figures at most" if any(len(word) > 12 for word in words) else ""
        raise GameError(f"{name} cannot be {text!r}; it may be {what}")
    return tuple(int(word) for word in words)
