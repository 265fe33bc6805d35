"""The parts of a table's file about what is played, and by whom."""

from typing import Annotated, Literal

from pydantic import Field

from table_controller.app.config_section import Chips, ConfigError, Name, Seat, Section, Text, check_seats
from table_controller.games.build import build
from table_controller.games.switches import GameError
from table_controller.structure import Betting, Game, HouseRules


class PlayerSettings(Section):
    """Who sits in a seat when the table opens."""

    seat: Seat
    name: Name = ""
    stack: Annotated[int, Field(ge=1, le=1_000_000_000)]


class GameSettings(Section):
    """What is played; None is what is usual for the game, as `drawtable rules` tells it."""

    id: Text = "jacks-or-better"
    profile: Text | None = None
    draws: Annotated[int, Field(ge=1, le=3)] | None = None
    four_before: bool = False
    betting: Literal["limit", "spread_limit", "pot_limit", "no_limit"] | None = None
    limits: (
        Annotated[list[Annotated[int, Field(ge=1, le=1_000_000_000)]], Field(min_length=1, max_length=4)]
        | None
    ) = None
    ante: Chips | None = None
    blinds: Annotated[list[Chips], Field(max_length=3)] | None = None

    @property
    def stakes_said(self) -> dict[str, str]:
        """The stakes named in the file, as words; who names an ante or blinds names all forced bets."""
        said = {"betting": self.betting, "limits": _row(self.limits), "ante": _figure(self.ante)}
        if self.ante is not None or self.blinds is not None:
            blinds = any(self.blinds or ())
            kinds = {(True, True): "both", (True, False): "antes", (False, True): "blinds"}
            said["forced_bets"] = kinds.get((bool(self.ante), blinds), "none")
            said["blinds"] = _row(self.blinds) if blinds else None
        return {name: text for name, text in said.items() if text is not None}

    def house(self, switches: dict[str, str], betting: Betting) -> tuple[Game, HouseRules]:
        """Return game and house rules with these switches.

        :raises GameError: a game, profile, switch or modifier that cannot be
        """
        return build(
            self.id,
            self.profile,
            switches,
            draws=self.draws,
            four_before=self.four_before,
            betting=betting,
        )

    def check_limits(self, betting: Betting) -> None:
        """Check that the limits fit the betting.

        :raises GameError: they do not
        """
        limits = self.limits
        if limits is None:
            return
        if betting is Betting.SPREAD_LIMIT and (len(limits) != 2 or limits[0] > limits[1]):
            raise GameError(
                "[game] limits of spread_limit are the smallest and the largest bet: limits = [2, 10]"
            )
        if betting in (Betting.POT_LIMIT, Betting.NO_LIMIT) and len(limits) != 1:
            raise GameError(
                f"[game] limits of {betting.value} is the smallest bet alone: limits = [{limits[0]}]"
            )


def _row(figures: list[int] | None) -> str | None:
    return None if figures is None else ",".join(str(figure) for figure in figures)


def _figure(chips: int | None) -> str | None:
    return None if chips is None else str(chips)


def check_players(players: list[PlayerSettings], seats: int, rules: HouseRules) -> None:
    """Check that the house has the seats and the chips of who plays.

    :raises ConfigError: it has not
    """
    check_seats("player", [player.seat for player in players], seats)
    for player in players:
        if player.seat > rules.max_seats:
            raise ConfigError(
                f"[[player]] seat {player.seat} is not there; max_seats of [rules] is {rules.max_seats}"
            )
        if player.stack % rules.smallest_chip:
            raise ConfigError(
                f"[[player]] seat {player.seat}: a stack of {player.stack} cannot be made of "
                f"chips of {rules.smallest_chip}; see smallest_chip in [rules]"
            )
