"""How records of earlier versions become those of today; old records are never rewritten."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, cast

from table_controller.codec_forms import JsonValue

Body: TypeAlias = dict[str, JsonValue]
Upgrade: TypeAlias = Callable[[Body], Body]


def _halves_for_high_and_low(fields: Body) -> Body:
    """A game once had one ranking for high and one for low; now it has its ways to win."""
    game = dict(cast(Body, fields["game"]))
    ways = [(name, game.pop(name, None)) for name in ("high", "low")]
    halves: list[JsonValue] = [{"name": name, "evaluator": how} for name, how in ways if how is not None]
    return {**fields, "game": {**game, "halves": halves}}


VERSIONS: Final[Mapping[str, int]] = {"ConfigureTable": 2, "TableConfigured": 2}
"""The version each type is written in now; 1 where it is not named."""
UPGRADES: Final[Mapping[tuple[str, int], Upgrade]] = {
    ("ConfigureTable", 1): _halves_for_high_and_low,
    ("TableConfigured", 1): _halves_for_high_and_low,
}
"""(type, version) to the step that makes the fields of the next version out of those of this one."""
