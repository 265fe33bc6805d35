"""A table's settings: one TOML file, read once, every mistake named."""

import difflib
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field, ValidationError

from table_controller.app.config_devices import (
    ButtonBoxSettings,
    CameraSettings,
    ShufflerSettings,
    VisionSettings,
    check_boxes,
    check_cameras,
)
from table_controller.app.config_game import GameSettings, PlayerSettings, check_players
from table_controller.app.config_section import ConfigError, Id, Section, Text
from table_controller.app.config_words import plainly
from table_controller.games.switches import GameError
from table_controller.games.usual_stakes import stakes_of, usual_betting
from table_controller.rules.seating import impossible
from table_controller.structure import Betting, Game, HouseRules, Stakes
from table_controller.wire.broker_address import parse_broker

LARGEST: Final = 1_000_000
"""Bytes of a table's file; what is larger is something else."""
NAMES_OF_A_GAME: Final = ("game", "name", "title", "variant")
"""Keys people write for the game's id."""
LONGEST_NAME: Final = 40
"""Letters of a game's name that are repeated in an answer."""


class TableSettings(Section):
    site: Id = "home"
    room: Id = "main"
    name: Id = "table-1"
    seats: Annotated[int, Field(ge=2, le=8)] = 6


class BrokerSettings(Section):
    url: Text | None = None


class LogSettings(Section):
    dir: Text = "var/drawtable"
    keep_days: Annotated[int, Field(ge=1, le=36500)] = 1825


class DashboardSettings(Section):
    host: Text = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    origins: list[Text] = Field(default_factory=list)
    """Addresses under which a proxy shows the page, such as https://cards.example."""
    live_view: Text | None = None
    """The file with the token that opens the live view of the cameras, made if it is not there."""


class Settings(Section):
    """Everything a table is started with."""

    table: TableSettings = TableSettings()
    game: GameSettings = GameSettings()
    rules: dict[str, bool | int | str] = Field(default_factory=dict)
    player: list[PlayerSettings] = Field(default_factory=list)
    shuffler: ShufflerSettings | None = None
    button_box: list[ButtonBoxSettings] = Field(default_factory=list)
    camera: list[CameraSettings] = Field(default_factory=list)
    vision: VisionSettings = VisionSettings()
    broker: BrokerSettings = BrokerSettings()
    log: LogSettings = LogSettings()
    dashboard: DashboardSettings = DashboardSettings()

    def built(self) -> tuple[Game, HouseRules, Stakes]:
        """Return game, house rules and stakes.

        :raises GameError: a game, profile, switch or modifier that cannot be
        """
        switches = {
            name: str(value).lower() if isinstance(value, bool) else str(value)
            for name, value in self.rules.items()
        }
        game, rules = self.game.house(switches, Betting.LIMIT)
        betting = Betting(self.game.betting) if self.game.betting else usual_betting(game, rules.profile)
        game, rules = self.game.house(switches, betting)
        self.game.check_limits(betting)
        stakes = stakes_of(game, rules, self.game.stakes_said)
        if not stakes.ante and not stakes.big_blind and not rules.no_forced_bet:
            raise GameError("[game] needs an ante or blinds; or set no_forced_bet = true in [rules]")
        why = impossible(game, rules, stakes)
        if why is not None:
            raise GameError(f"[game] {self.game.id} cannot be dealt so: {why[1]}")
        return game, rules, stakes

    def built_without(self, switch: str) -> tuple[Game, HouseRules, Stakes]:
        """Return the same table without one switch of [rules].

        :raises GameError: it cannot be without it
        """
        others = {name: value for name, value in self.rules.items() if name != switch}
        return self.model_copy(update={"rules": others}).built()


def read_settings(path: Path) -> Settings:
    """Read a table's file.

    :raises ConfigError: it is not there, not TOML, or says something that cannot be
    """
    try:
        text = _text_of(path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(
            f"{path}: {reason}; `drawtable run --example` prints a file to start from"
        ) from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not a text file in UTF-8") from error
    try:
        return settings_from(_data_of(text))
    except (ConfigError, GameError) as error:
        raise ConfigError(f"{path}: {error}") from error


def _text_of(path: Path) -> str:
    with path.open("rb") as file:
        written = file.read(LARGEST + 1)
    if len(written) > LARGEST:
        raise ConfigError(f"{path}: longer than {LARGEST} bytes; this is no table's file")
    return written.decode("utf-8-sig")


def _data_of(text: str) -> dict[str, Any]:
    """Return what the TOML says; its reader gives up on endless figures and nesting in ways of its own."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"not TOML: {error}") from error
    except RecursionError:
        raise ConfigError("not TOML of ours: brackets within brackets without end") from None
    except ValueError:
        raise ConfigError("a figure has more digits than anybody has chips") from None


def settings_from(data: dict[str, Any]) -> Settings:
    """Return checked settings.

    :raises ConfigError: a value that cannot be
    :raises GameError: a game, profile or switch that cannot be
    """
    try:
        settings = Settings.model_validate(data)
    except ValidationError as error:
        raise ConfigError(_first_mistake(error)) from None
    _, rules, _ = settings.built()
    seats = settings.table.seats
    check_players(settings.player, seats, rules)
    check_boxes(settings.button_box, settings.shuffler, seats)
    check_cameras(settings.camera, seats)
    _check_broker(settings)
    return settings


def _first_mistake(error: ValidationError) -> str:
    mistake = error.errors(include_url=False)[0]
    if mistake["loc"][0] == "rules":
        return _wrong_switch([str(part) for part in mistake["loc"]], mistake.get("input"))
    place = ".".join(str(part + 1) if isinstance(part, int) else part for part in mistake["loc"])
    if mistake["type"] == "extra_forbidden":
        if mistake["loc"][0] == "game" and mistake["loc"][-1] in NAMES_OF_A_GAME:
            return f"unknown key {place}; the game is named with id{_as_line(mistake.get('input'))}"
        near = difflib.get_close_matches(str(mistake["loc"][-1]), _known_keys(mistake["loc"][:-1]), 1)
        hint = f"; the nearest known one is {near[0]}" if near else ""
        return f"unknown key {place}{hint}"
    known = _SECTIONS.get(place)
    if known is not None and mistake["type"] in ("list_type", "model_type", "dict_type"):
        many = mistake["type"] == "list_type"
        below = f" such as id{_as_line(mistake.get('input'))}" if place == "game" else ""
        return f"{place} is written {f'[[{place}]]' if many else f'[{place}]'}, with its keys below{below}"
    given = mistake.get("input")
    shown = "" if isinstance(given, dict | list) else f" (given: {given!r})"
    return f"{place}: {plainly(mistake)}{shown}"


def _as_line(given: object) -> str:
    return f' = "{given}"' if isinstance(given, str) and len(given) <= LONGEST_NAME else ' = "…"'


def _wrong_switch(place: list[str], given: object) -> str:
    if len(place) == 1:
        return "rules is written [rules], with its switches below"
    shown = "" if isinstance(given, dict | list) else f" (given: {given!r})"
    return f"[rules] {place[1]} is true or false, a whole number or a word{shown}"


def _known_keys(place: tuple[int | str, ...]) -> list[str]:
    model: type[BaseModel] = Settings
    for part in place:
        if isinstance(part, str):
            model = _SECTIONS.get(part, model)
    return list(model.model_fields)


_SECTIONS: Final[dict[str, type[BaseModel]]] = {
    "table": TableSettings,
    "game": GameSettings,
    "player": PlayerSettings,
    "shuffler": ShufflerSettings,
    "vision": VisionSettings,
    "button_box": ButtonBoxSettings,
    "camera": CameraSettings,
    "broker": BrokerSettings,
    "log": LogSettings,
    "dashboard": DashboardSettings,
}


def _check_broker(settings: Settings) -> None:
    try:
        if settings.broker.url is not None:
            parse_broker(settings.broker.url)
    except ValueError as error:
        raise ConfigError(f"[broker] url: {error}") from None
