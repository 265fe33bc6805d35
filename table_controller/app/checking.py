"""``drawtable run --check``: tries every device, camera and broker and says what is missing."""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dashboard.serve import CannotListen, listening_socket
from firmware_bridge.button_box import ButtonBox
from firmware_bridge.device_events import DeviceDisconnected
from firmware_bridge.shuffler import Shuffler
from table_controller.app.calibrated import calibration_of, reference_of, require_size
from table_controller.app.config import Settings
from table_controller.app.config_devices import CameraSettings
from table_controller.app.config_section import ConfigError
from table_controller.app.reading_room import require_weights
from table_controller.app.run import broker_of, wanted_of
from table_controller.games.switches import GameError
from table_controller.mqtt.connection import LinkDown, open_connection
from table_controller.rule_book.effects import no_effect_line, without_effect
from table_controller.structure import Game, HouseRules, Stakes, StepKind
from vision.cameras.live import LiveSource, open_source
from vision.cameras.names import SourceError, masked
from vision.cameras.states import State, sentence
from vision.enrol.deck_file import DeckFileError, read_deck

DEVICE_TIMEOUT_S: Final = 4.0
CAMERA_WATCHED_S: Final = 2.5
"""As long as it takes to learn a camera's view and to judge its pictures."""
NO_MARKS: Final = "nothing in its view stays where it is: a shift would not be noticed, see docs/cameras.md"
BLIND_PLACES: Final = ("the button", "the seat left of it", "the second seat left of it")


@dataclass(frozen=True, slots=True)
class Finding:
    """What was tried, whether it works, and what to do where it does not."""

    what: str
    ok: bool
    detail: str


async def check_table(settings: Settings) -> list[Finding]:
    """Try everything the file names, one after another."""
    findings = [_game(settings), *house_findings(settings), _folder(Path(settings.log.dir))]
    if settings.shuffler is not None:
        findings.append(await _device("shuffler", settings.shuffler.device_path, shuffler=True))
    if not any(box.role == "dealer" for box in settings.button_box):
        findings.append(
            Finding("dealer's box", False, 'nobody can begin a hand: add [[button_box]] with role = "dealer"')
        )
    for box in settings.button_box:
        name = "dealer's box" if box.role == "dealer" else f"box of seat {box.seat}"
        findings.append(await _device(name, box.device_path, shuffler=False))
    if settings.camera:
        findings.append(_reader(settings.vision.deck))
    for camera in settings.camera:
        findings.append(await asyncio.to_thread(_camera, camera))
    findings.append(await _broker(settings))
    findings.append(_page(settings.dashboard.host, settings.dashboard.port))
    return findings


def _game(settings: Settings) -> Finding:
    game, rules, stakes = settings.built()
    seated = len(settings.player)
    text = f"{game.title}, {rules.profile}, {stakes.betting.value}; {seated} players"
    return Finding("game", seated >= 2, text if seated >= 2 else f"{text}: a hand needs two, add [[player]]")


def house_findings(settings: Settings) -> Iterator[Finding]:
    """Yield what is played for, how the cards come, and which switches are set otherwise than the profile has them."""
    game, rules, stakes = settings.built()
    yield Finding("stakes", True, _stakes(stakes))
    yield Finding("course", True, ", ".join(_course(game, rules)))
    set_here = [
        f"{name} = {_word(getattr(rules, name))}" for name in settings.rules if _differs(settings, name)
    ]
    if set_here:
        yield Finding("switches", True, f"otherwise than {rules.profile}: {', '.join(set_here)}")
    idle = no_effect_line(game, without_effect(settings.built(), settings.rules, settings.built_without))
    if idle is not None:
        yield Finding("switches", True, idle)


def _stakes(stakes: Stakes) -> str:
    limits = "/".join(map(str, stakes.limits))
    parts = [f"{stakes.betting.value.replace('_', ' ')} {limits}"]
    if stakes.ante:
        parts.append(f"ante {stakes.ante}")
    parts += [f"{chips} on {BLIND_PLACES[place]}" for place, chips in stakes.blinds]
    return ", ".join(parts if len(parts) > 1 else [*parts, "no forced bet"])


def _course(game: Game, rules: HouseRules) -> Iterator[str]:
    yield f"{rules.deck_size} cards"
    deals = [str(step.cards) for step in game.course if step.kind is StepKind.DEAL]
    yield f"{' + '.join(deals)} dealt"
    yield f"{game.draws} draw{'s' if game.draws > 1 else ''} of {rules.max_draw} at most"
    if game.is_four_before:
        yield "four before the draw"


def _differs(settings: Settings, name: str) -> bool:
    try:
        usual = settings.built_without(name)[1]
    except GameError:
        return True
    return bool(getattr(usual, name) != getattr(settings.built()[1], name))


def _word(value: object) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _folder(path: Path) -> Finding:
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return Finding(
            "log", False, f"{path}: {(error.strerror or str(error)).lower()}: name another [log] dir"
        )
    return Finding("log", True, str(path))


async def _device(name: str, path: str, *, shuffler: bool) -> Finding:
    reasons: list[str] = []

    def hear(event: object) -> None:
        if isinstance(event, DeviceDisconnected):
            reasons.append(event.reason)

    device: Shuffler | ButtonBox
    device = (
        Shuffler(path, next_command_id=_no_command, on_event=hear)
        if shuffler
        else ButtonBox(path, on_event=hear)
    )
    await device.start()
    try:
        await _until(lambda: device.connected, DEVICE_TIMEOUT_S)
        info = device.info
        if not device.connected or info is None:
            reason = reasons[-1] if reasons else "no answer"
            return Finding(name, False, f"{path}: {reason}; see `drawtable devices doctor`")
        return Finding(name, True, f"{path}: firmware {info.firmware}, serial number {info.serial_number}")
    finally:
        await device.stop()


def _no_command() -> int:
    raise RuntimeError("a check moves nothing")


async def _until(holds: Callable[[], bool], timeout_s: float) -> None:
    deadline = asyncio.get_running_loop().time() + timeout_s
    while not holds() and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(0.05)


def _reader(deck: str | None) -> Finding:
    try:
        require_weights()
        known = None if deck is None else read_deck(Path(deck))
    except OSError as error:
        return Finding("card reader", False, str(error))
    except DeckFileError as error:
        return Finding("card reader", False, f"[vision] deck: {error}")
    house = "" if known is None else f", with the deck {known.name}"
    return Finding("card reader", True, f"weights are there{house}")


def _camera(camera: CameraSettings) -> Finding:
    name = f"{camera.role} camera"
    shown = masked(camera.source)
    try:
        calibration = calibration_of(camera)
        opened = open_source(camera.source, wanted_of(camera), reference_of(calibration))
    except (SourceError, ConfigError) as error:
        return Finding(name, False, str(error))
    try:
        image = opened.frame()
        if image is None:
            return Finding(name, False, f"{shown}: no picture came")
        require_size(camera, calibration, image)
        said = [f"{shown}: {image.shape[1]}x{image.shape[0]}"]
        if isinstance(opened, LiveSource) and opened.source.kind.is_live:
            time.sleep(CAMERA_WATCHED_S)
            said += [*opened.refused, *([] if opened.has_marks else [NO_MARKS])]
        state = opened.state()
        if state is not State.OK:
            return Finding(name, False, f"{shown}: {sentence(name, state)}")
        return Finding(name, True, "; ".join(said))
    except ConfigError as error:
        return Finding(name, False, str(error))
    finally:
        opened.close()


async def _broker(settings: Settings) -> Finding:
    try:
        address = broker_of(settings)
    except ConfigError as error:
        return Finding("broker", False, str(error))
    if address is None:
        return Finding("broker", True, "embedded, on this computer")
    try:
        connection = await open_connection(address, "drawtable-check", None)
    except LinkDown as error:
        return Finding("broker", False, f"{address}: {error}")
    await connection.close()
    return Finding("broker", True, str(address))


def _page(host: str, port: int) -> Finding:
    try:
        listening_socket(host, port).close()
    except CannotListen as error:
        return Finding("page", False, str(error))
    return Finding("page", True, f"{host}:{port or 'any free port'}")
