"""From NAME=VALUE texts to everything a table is set to: switches of the house, stakes and modifiers of the game."""

from collections.abc import Mapping, Sequence
from typing import Final

from table_controller.games.build import build
from table_controller.games.switches import SWITCHES, GameError, no_such_switch
from table_controller.games.usual_stakes import STAKES_SWITCHES, betting_said, stakes_of, usual_betting
from table_controller.rule_book.effects import no_effect_line, without_effect
from table_controller.rules.seating import impossible
from table_controller.structure import Game, HouseRules, Stakes

MODIFIERS: Final = ("draws", "four_before")


def changes_said(changes: Sequence[str]) -> Mapping[str, str]:
    """Return the changes by name.

    :raises GameError: not NAME=VALUE, or no such name; the text says the nearest known one
    """
    known = (*SWITCHES, *STAKES_SWITCHES, *MODIFIERS)
    said = {}
    for change in changes:
        name, sign, value = change.partition("=")
        if not sign or not value:
            raise GameError(f"--set takes SWITCH=VALUE, such as max_draw=3, not {change!r}")
        if name not in known:
            raise GameError(no_such_switch(name, known))
        said[name] = value
    return said


def table_said(game_id: str, profile: str | None, said: Mapping[str, str]) -> tuple[Game, HouseRules, Stakes]:
    """Return the game as a house plays it, for its usual stakes, with what was *said* otherwise.

    :raises GameError: something is unknown or cannot be played so
    """
    switches = {name: value for name, value in said.items() if name in SWITCHES}
    draws, four_before = _draws(said), _four_before(said)
    game, house = build(game_id, profile, switches, draws=draws, four_before=four_before)
    betting = betting_said(said) or usual_betting(game, house.profile)
    game, house = build(game_id, profile, switches, draws=draws, four_before=four_before, betting=betting)
    stakes = stakes_of(game, house, said)
    why = impossible(game, house, stakes)
    if why is not None:
        raise GameError(f"{game_id} cannot be played so: {why[1]} ({', '.join(why[0])})")
    return game, house, stakes


def _draws(said: Mapping[str, str]) -> int | None:
    text = said.get("draws")
    if text is None:
        return None
    if text not in ("1", "2", "3"):
        raise GameError(f"draws cannot be {text!r}; it may be 1, 2 or 3 (T01)")
    return int(text)


def _four_before(said: Mapping[str, str]) -> bool:
    text = said.get("four_before", "false")
    if text not in ("true", "false"):
        raise GameError(f"four_before cannot be {text!r}; it may be true or false")
    return text == "true"


def no_effect_said(game_id: str, profile: str | None, said: Mapping[str, str]) -> str | None:
    """Return the line that names what was *said* and changes nothing in this game at these stakes, None for nothing."""

    def without(name: str) -> tuple[Game, HouseRules, Stakes]:
        return table_said(game_id, profile, {other: value for other, value in said.items() if other != name})

    built = table_said(game_id, profile, said)
    return no_effect_line(built[0], without_effect(built, [n for n in said if n in SWITCHES], without))
