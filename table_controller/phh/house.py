"""The house a hand was played in, as a history keeps it: what of it differs from its profile."""

from dataclasses import fields
from typing import Final

from table_controller.games.build import build
from table_controller.games.switches import GameError
from table_controller.phh.errors import CannotTell
from table_controller.phh.history import House
from table_controller.structure import Game, HouseRules, Stakes

_SWITCHES: Final = tuple(field.name for field in fields(HouseRules) if field.name != "profile")


def house_of(game: Game, rules: HouseRules, stakes: Stakes) -> House:
    """Return game, stakes and house rules as words from which the same are built again.

    :raises CannotTell: they cannot be
    """
    modified = {"draws": game.draws, "four_before": game.is_four_before, "betting": stakes.betting}
    try:
        _, plain = build(game.id, rules.profile, **modified)  # type: ignore[arg-type]
        switches = {
            name: _word(getattr(rules, name))
            for name in _SWITCHES
            if getattr(rules, name) != getattr(plain, name)
        }
        again = build(game.id, rules.profile, switches, **modified)  # type: ignore[arg-type]
    except GameError as error:
        raise CannotTell(str(error)) from None
    if again != (game, rules):
        raise CannotTell(f"{game.id} was played with parts or rules that cannot be named")
    return House(
        game.id,
        game.draws,
        game.is_four_before,
        stakes.betting.value,
        stakes.limits,
        rules.profile,
        switches,
    )


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "none" if value is None else str(value)
