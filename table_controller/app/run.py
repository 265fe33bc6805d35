"""``drawtable run``: a table on real devices, cameras and broker, as its file says."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

import structlog

from table_controller.app.calibrated import (
    Image,
    calibration_of,
    reference_of,
    regions_of,
    require_calibrations,
    require_size,
)
from table_controller.app.config import Settings
from table_controller.app.config_devices import CameraSettings
from table_controller.app.config_section import ConfigError
from table_controller.app.devices import ShufflerMachine
from table_controller.app.evidence import DEVICE, keep_evidence
from table_controller.app.eyes import CameraEye
from table_controller.app.live.token import TokenError, read_token
from table_controller.app.opening import Opened, open_table
from table_controller.app.reading_room import ReadingRoom
from table_controller.app.runtime import Parts, RunningTable
from table_controller.app.signals import hear
from table_controller.commands import ReportFault
from table_controller.evidence.file import EvidenceError
from table_controller.evidence.keeper import Keeper
from table_controller.wire.broker_address import BrokerAddress, parse_broker
from table_controller.wire.topics import TableAddress
from vision.cameras.capture import Wanted
from vision.cameras.live import LiveSource, StillSource, open_source
from vision.cameras.names import SourceError, parse_source
from vision.enrol.deck_file import DeckFileError, read_deck

DEALER: Final = 0
"""Where the dealer's box stands among the boxes by seat."""

log = structlog.get_logger()


def broker_of(settings: Settings) -> BrokerAddress | None:
    """Return the broker the file names, None for the embedded one.

    :raises ConfigError: it is no broker's address
    """
    if settings.broker.url is None:
        return None
    try:
        return parse_broker(settings.broker.url)
    except ValueError as error:
        raise ConfigError(f"[broker] url: {error}") from error


def require_people(settings: Settings) -> None:
    """Check that there is somebody to play and somebody to deal.

    :raises ConfigError: there is not; the line says what to add
    """
    if len(settings.player) < 2:
        raise ConfigError("a hand needs two players: add [[player]], each with seat and stack")
    if not any(box.role == "dealer" for box in settings.button_box):
        raise ConfigError('nobody can begin a hand: add a [[button_box]] with role = "dealer"')


def require_devices(settings: Settings) -> None:
    """Check that every device path is there.

    :raises ConfigError: one is not; the line says which
    """
    named = [("[shuffler]", settings.shuffler.device_path)] if settings.shuffler else []
    named += [("[[button_box]]", box.device_path) for box in settings.button_box]
    for section, path in named:
        if not Path(path).exists():
            raise ConfigError(
                f"{section} device_path: no device at {path}: plug it in, or see `drawtable devices list`"
            )


def live_token_of(settings: Settings) -> str | None:
    """Return the token that opens the live view, None where it is off.

    :raises ConfigError: its file cannot be used
    """
    if settings.dashboard.live_view is None:
        return None
    try:
        return read_token(Path(settings.dashboard.live_view))
    except TokenError as error:
        raise ConfigError(f"[dashboard] live_view: {error}") from error


def wanted_of(camera: CameraSettings) -> Wanted:
    """Return how the file wants a camera to be set."""
    return Wanted(camera.width_px, camera.height_px, camera.fps, camera.exposure_us)


def require_deck(settings: Settings) -> None:
    """Check that the enrolled deck's file can be used.

    :raises ConfigError: it cannot
    """
    if settings.vision.deck is None:
        return
    try:
        read_deck(Path(settings.vision.deck))
    except DeckFileError as error:
        raise ConfigError(f"[vision] deck: {error}") from error


class TableRun:
    """Everything one run holds open; close it in the end."""

    def __init__(self, settings: Settings) -> None:
        """:raises ConfigError: players, a device or a camera that is not there
        :raises OSError: the log cannot be used
        """
        require_people(settings)
        require_devices(settings)
        require_deck(settings)
        require_calibrations(settings)
        broker = broker_of(settings)
        token = live_token_of(settings)
        self._settings: Final = settings
        self._sources: Final[list[LiveSource | StillSource]] = []
        players = [(p.seat, p.name, p.stack) for p in settings.player]
        self.opened: Final[Opened] = open_table(
            Path(settings.log.dir), settings.built(), players, keep_days=settings.log.keep_days
        )
        days = settings.vision.evidence_days
        deck = settings.vision.deck
        self._room: Final = ReadingRoom(evidence=days > 0, deck=deck) if settings.camera else None
        self._keeper: Keeper | None = None
        try:
            eyes = self._eyes()
            self._keeper = self._evidence(days)
        except (ConfigError, EvidenceError):
            self.close()
            raise
        ids = self.opened.log
        shuffler = (
            ShufflerMachine(settings.shuffler.device_path, ids.next_command_id, ids.allocate_above)
            if settings.shuffler
            else None
        )
        self.table: Final = RunningTable(
            Parts(
                self.opened,
                TableAddress(settings.table.site, settings.table.room, settings.table.name),
                shuffler,
                {box.seat or DEALER: box.device_path for box in settings.button_box},
                eyes,
                broker,
                settings.dashboard.host,
                settings.dashboard.port,
                tuple(settings.dashboard.origins),
                settings.table.seats,
                evidence=self._keeper,
                live_token=token,
                deck=deck,
            )
        )

    def _evidence(self, days: int) -> Keeper | None:
        """Open the evidence. Within a hand a table goes on without, and says so.

        :raises EvidenceError: its file cannot be used
        """
        try:
            return keep_evidence(self.opened, days)
        except EvidenceError as error:
            if not self.opened.was_running:
                raise
            log.error("no evidence is kept until the next start", detail=str(error))
            self.opened.controller.handle(ReportFault("EVIDENCE_LOST", DEVICE))
            return None

    def _eyes(self) -> dict[tuple[str, int], CameraEye]:
        eyes: dict[tuple[str, int], CameraEye] = {}
        room = self._room
        if room is None:
            return eyes
        for camera in self._settings.camera:
            seat = camera.seat or 0
            name = f"{camera.role}-{seat}" if seat else camera.role
            calibration = calibration_of(camera)
            source = self._source(camera, reference_of(calibration))
            self._sources.append(source)
            require_size(camera, calibration, source.frame() if calibration is not None else None)
            eyes[camera.role, seat] = CameraEye(name, camera.role, source, room, regions_of(calibration))
        return eyes

    def _source(self, camera: CameraSettings, reference: Image | None) -> LiveSource | StillSource:
        """Open a camera. Within a hand a table goes on without one that is away: it is taken up when it comes back.

        :raises ConfigError: it gives no picture
        """
        wanted = wanted_of(camera)
        try:
            return open_source(camera.source, wanted, reference)
        except SourceError as error:
            if self.opened.was_running and parse_source(camera.source).kind.is_live:
                return LiveSource(camera.source, wanted, reference)
            raise ConfigError(f"[[camera]] {camera.role}: {error}") from error

    def close(self) -> None:
        for source in self._sources:
            source.close()
        if self._room is not None:
            self._room.close()
        if self._keeper is not None:
            self._keeper.close()
        self.opened.close()


async def run_table(settings: Settings, on_ready: Callable[[str, Opened, str | None], None]) -> None:
    """Run the table until SIGINT or SIGTERM. *on_ready* is told the page's address, and that of the live view."""
    run = TableRun(settings)
    stop = asyncio.Event()
    hear(stop.set)
    try:
        async with run.table as table:
            on_ready(table.page.url if table.page else "", run.opened, table.live_link)
            await _until_stopped(table, stop)
    finally:
        run.close()


async def _until_stopped(table: RunningTable, stop: asyncio.Event) -> None:
    running = asyncio.create_task(table.run())
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
    for task in (running, stopping):
        task.cancel()
    await asyncio.wait({running, stopping})
    if not running.cancelled() and running.exception() is not None:
        running.result()
