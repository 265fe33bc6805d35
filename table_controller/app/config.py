"""A table's settings: one TOML file, read once, every mistake named."""

import difflib
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from table_controller.app.config_words import plainly
from table_controller.games.build import build
from table_controller.games.switches import GameError
from table_controller.games.usual_stakes import stakes_of, usual_betting
from table_controller.rules.seating import impossible
from table_controller.structure import Betting, Game, HouseRules, Stakes
from table_controller.wire.broker_address import parse_broker
from table_controller.wire.topics import ID_PATTERN

LARGEST: Final = 1_000_000
"""Bytes of a table's file; what is larger is something else."""
NAMES_OF_A_GAME: Final = ("game", "name", "title", "variant")
"""Keys people write for the game's id."""
LONGEST_NAME: Final = 40
"""Letters of a game's name that are repeated in an answer."""


def _plain(text: str) -> str:
    """Refuse control characters: no path has them, and on a page or a terminal they do harm."""
    if not text.isprintable():
        raise PydanticCustomError("control_character", "control characters cannot stand in a text")
    return text


Text = Annotated[str, Field(max_length=1000), AfterValidator(_plain)]
Name = Annotated[str, Field(max_length=40), AfterValidator(_plain)]
Id = Annotated[str, Field(pattern=f"^{ID_PATTERN}$")]
Chips = Annotated[int, Field(ge=0, le=1_000_000_000)]
Seat = Annotated[int, Field(ge=1, le=8)]


class ConfigError(ValueError):
    """The file cannot be used; one line says what, where and what to do."""


class Section(BaseModel):
    """A table of the file; unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class PlayerSettings(Section):
    """Who sits in a seat when the table opens."""

    seat: Seat
    name: Name = ""
    stack: Annotated[int, Field(ge=1, le=1_000_000_000)]


class TableSettings(Section):
    site: Id = "home"
    room: Id = "main"
    name: Id = "table-1"
    seats: Annotated[int, Field(ge=2, le=8)] = 6


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


def _row(figures: list[int] | None) -> str | None:
    return None if figures is None else ",".join(str(figure) for figure in figures)


def _figure(chips: int | None) -> str | None:
    return None if chips is None else str(chips)


class ShufflerSettings(Section):
    device_path: Text


class ButtonBoxSettings(Section):
    device_path: Text
    role: Literal["seat", "dealer"] = "seat"
    seat: Seat | None = None


class CameraSettings(Section):
    role: Literal["shoe", "tray", "overhead"]
    source: Text
    seat: Seat | None = None
    width_px: Annotated[int, Field(ge=16, le=16384)] | None = None
    height_px: Annotated[int, Field(ge=16, le=16384)] | None = None
    fps: Annotated[float, Field(gt=0, le=1000, strict=False)] | None = None
    """Pictures a second; of a folder of pictures too."""
    exposure_us: Annotated[int, Field(ge=1, le=10_000_000)] | None = None
    """A fixed exposure in millionths of a second, where the camera's driver takes one."""
    calibration: Text | None = None
    """The file `drawtable vision calibrate` made for this camera."""


class VisionSettings(Section):
    evidence_days: Annotated[int, Field(ge=0, le=36500)] = 30
    """How long pictures of the cards that were read are kept beside the log; 0 keeps none."""
    deck: Text | None = None
    """The file of the enrolled deck that lies on the table."""


class BrokerSettings(Section):
    url: Text | None = None


class LogSettings(Section):
    dir: Text = "var/drawtable"
    keep_days: Annotated[int, Field(ge=1, le=36500)] = 1825


class DashboardSettings(Section):
    host: Text = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    origins: list[Text] = []
    """Addresses under which a proxy shows the page, such as https://cards.example."""
    live_view: Text | None = None
    """The file with the token that opens the live view of the cameras, made if it is not there."""


class Settings(Section):
    """Everything a table is started with."""

    table: TableSettings = TableSettings()
    game: GameSettings = GameSettings()
    rules: dict[str, bool | int | str] = {}
    player: list[PlayerSettings] = []
    shuffler: ShufflerSettings | None = None
    button_box: list[ButtonBoxSettings] = []
    camera: list[CameraSettings] = []
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
        game, rules = self._house(switches, Betting.LIMIT)
        betting = Betting(self.game.betting) if self.game.betting else usual_betting(game, rules.profile)
        game, rules = self._house(switches, betting)
        self._check_limits(betting)
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

    def _house(self, switches: dict[str, str], betting: Betting) -> tuple[Game, HouseRules]:
        wanted = self.game
        return build(
            wanted.id,
            wanted.profile,
            switches,
            draws=wanted.draws,
            four_before=wanted.four_before,
            betting=betting,
        )

    def _check_limits(self, betting: Betting) -> None:
        limits = self.game.limits
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
    _check_players(settings, rules)
    _check_places(settings)
    _check_cameras(settings)
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


def _check_players(settings: Settings, rules: HouseRules) -> None:
    """Seats and stacks the house does not have."""
    _check_seats("player", [player.seat for player in settings.player], settings.table.seats)
    for player in settings.player:
        if player.seat > rules.max_seats:
            raise ConfigError(
                f"[[player]] seat {player.seat} is not there; max_seats of [rules] is {rules.max_seats}"
            )
        if player.stack % rules.smallest_chip:
            raise ConfigError(
                f"[[player]] seat {player.seat}: a stack of {player.stack} cannot be made of "
                f"chips of {rules.smallest_chip}; see smallest_chip in [rules]"
            )


def _check_seats(section: str, numbers: list[int], seats: int) -> None:
    """Seats that are not there, and two things in one place."""
    for number in numbers:
        if number > seats:
            raise ConfigError(f"[[{section}]] seat {number} is not there; the table has {seats} seats")
        if numbers.count(number) > 1:
            raise ConfigError(f"[[{section}]] seat {number} stands there twice")


def _check_places(settings: Settings) -> None:
    """Boxes without a place, and two devices on one path."""
    boxes = settings.button_box
    _check_seats("button_box", [b.seat for b in boxes if b.seat is not None], settings.table.seats)
    for box in boxes:
        if (box.role == "seat") != (box.seat is not None):
            raise ConfigError('[[button_box]] needs a seat, or role = "dealer" and no seat')
    if sum(box.role == "dealer" for box in boxes) > 1:
        raise ConfigError('[[button_box]] role = "dealer" stands there twice')
    paths = [box.device_path for box in boxes]
    paths += [settings.shuffler.device_path] if settings.shuffler else []
    for path in paths:
        if paths.count(path) > 1:
            raise ConfigError(f"{path} is the device_path of two devices")


def _check_cameras(settings: Settings) -> None:
    """Two cameras in one place, and a seat where a camera has none."""
    over = [camera for camera in settings.camera if camera.role == "overhead"]
    _check_seats("camera", [c.seat for c in over if c.seat is not None], settings.table.seats)
    names = [(camera.role, camera.seat) for camera in settings.camera]
    for camera in settings.camera:
        if camera.role != "overhead" and camera.seat is not None:
            raise ConfigError(f"[[camera]] a {camera.role} camera has no seat; only overhead ones have")
        if names.count((camera.role, camera.seat)) > 1:
            raise ConfigError(f"[[camera]] {camera.role} stands there twice")


def _check_broker(settings: Settings) -> None:
    try:
        if settings.broker.url is not None:
            parse_broker(settings.broker.url)
    except ValueError as error:
        raise ConfigError(f"[broker] url: {error}") from None


EXAMPLE: Final = """\
# A table of drawtable. Lines that begin with # are remarks; what is left out has the value shown here,
# and where it is about the game what is usual for that game: drawtable rules GAME tells it.

[table]
site = "home"                # a-z, 0-9 and -
room = "main"
name = "table-1"
seats = 2

[game]
id = "jacks-or-better"       # see: drawtable games
profile = "casino-classic"   # casino-classic, home, wsop-2024, roberts
# draws = 2                  # 1 to 3, where it is not the game's own number
# four_before = true         # four cards before the draw
betting = "limit"            # limit, spread_limit, pot_limit, no_limit
limits = [2, 4]              # one figure for each betting round, the last for all that follow
ante = 1
# blinds = [0, 5, 10]        # button, one left, two left; with blinds alone there is no ante

[rules]                      # switches over the profile: docs/switches.md has them all, with their values
# max_raises = 4

[[player]]                   # who sits there when the table opens
seat = 1
name = "Ann"
stack = 200

[[player]]
seat = 2
name = "Bob"
stack = 200

# [shuffler]                 # without one the dealer deals by hand and confirms with his box
# device_path = "/dev/drawtable/shuffler"

[[button_box]]               # one box for the dealer, or one for each seat: role = "seat", seat = 1
device_path = "/dev/drawtable/box"
role = "dealer"

[[camera]]                   # roles: shoe, tray, overhead (with seat = 1 for a camera over one seat)
role = "overhead"
source = "camera:0"          # or its stable name (drawtable vision cameras), rtsp://…, a video file
# width_px = 1920            # what the camera shall do, where it can; run --check says what it does
# height_px = 1080
# fps = 30
# exposure_us = 2000         # a fixed exposure; without it the camera chooses
# calibration = "overhead.json"            # what `drawtable vision calibrate` measured of this camera

[vision]
evidence_days = 30           # pictures of the cards that were read, sealed beside the log; 0 keeps none
# deck = "house.deck.npz"    # what `drawtable vision enrol` learnt of the deck in use

[broker]
# url = "mqtt://user:password@host:1883"   # without one a broker is started on this computer

[log]
dir = "var/drawtable"
keep_days = 1825

[dashboard]
host = "127.0.0.1"
port = 8080                  # 0 takes any free port
# origins = ["https://cards.example"]      # where a proxy shows the page
# live_view = "live.token"   # the cameras' live view, for who has the link that is printed, or this file's token
"""
