"""The demo: the whole table on the digital twin. Only the cardboard and the motors are pretended."""

import asyncio
import contextlib
import os
import secrets
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from hardware.twin.camera_faults import FaultyCamera, Recurring, parse_fault
from hardware.twin.cameras import Camera
from hardware.twin.dealer import DealerPanel
from hardware.twin.summary import Report
from hardware.twin.twin import MODELS, Twin
from table_controller.app.config_devices import VisionSettings
from table_controller.app.devices import ShufflerMachine
from table_controller.app.evidence import keep_evidence
from table_controller.app.eyes import CameraEye
from table_controller.app.firmware import firmware_kinds
from table_controller.app.opening import open_table
from table_controller.app.reading_room import ReadingRoom
from table_controller.app.runtime import Parts, RunningTable
from table_controller.app.signals import hear, held_back
from table_controller.app.twin_eye import TwinEye
from table_controller.cards import Card
from table_controller.commands import (
    AwardPot,
    ConfigureTable,
    ConfirmTable,
    LeaveSeat,
    ReadByHand,
    ReleaseDeck,
    RuleHand,
    TakeSeat,
    VerifyDeck,
    VoidHand,
)
from table_controller.events import AlertRaised, Event, HandEnded
from table_controller.games.switches import GameError
from table_controller.rules.openers import proof_of
from table_controller.rules.openers_proof import Verdict
from table_controller.structure import Game, HouseRules, Stakes
from table_controller.table.state import Table
from table_controller.table_said import table_said
from table_controller.wire.broker_address import BrokerAddress
from table_controller.wire.topics import TableAddress

NAMES: Final = ("Ann", "Bob", "Carol", "Dave", "Erin", "Frank", "Grace", "Hal")
HUMAN_PACE_S: Final = 0.9
BETS_BROUGHT: Final = 50
"""How many of the largest limit bets a player buys in for."""


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """What a demo is asked for.

    *hands* None plays until stopped; *log_dir* None keeps the log in a folder that goes; *profile* None is the game's own.
    """

    hands: int | None = None
    fast: bool = False
    headless: bool = False
    seats: int = 5
    seed: int | None = None
    host: str = "127.0.0.1"
    port: int = 0
    log_dir: Path | None = None
    game: str = "jacks-or-better"
    profile: str | None = None
    said: Mapping[str, str] = field(default_factory=dict)
    """Switches of the house, stakes and modifiers of the game, where they are not the usual ones."""
    broker: BrokerAddress | None = None
    firmware: bool = False
    live_view: bool = False
    faults: tuple[str, ...] = ()
    """Faults of cameras that come and go, as ``tray=covered``."""


class Demo:
    """A twin and the table that runs it."""

    def __init__(self, options: DemoOptions, folder: Path, console: Console) -> None:
        self._options: Final = options
        self._console: Final = console
        self._hands_done = 0
        self._done: Final = asyncio.Event()
        self._progress_at = 0
        pace_s = 0.0 if options.fast else HUMAN_PACE_S
        panel = DealerPanel(
            on_hand_over=self._hand_over,
            on_reshuffle=self._reshuffle,
            on_confirm=self._confirm,
            on_buy_in=self._buy_in,
            on_deck_changed=self._deck_changed,
            on_read_by_hand=self._read_by_hand,
        )
        (folder / "ports").mkdir()
        self._built: Final = table_said(options.game, options.profile, options.said)
        most = self._built[1].max_seats
        if options.seats > most:
            raise GameError(f"{options.game} is played by {most} at most in {self._built[1].profile} (A02)")
        self._buy_in_chips: Final = buy_in_of(self._built)
        self.twin: Final = Twin(
            folder / "ports",
            options.seats,
            options.seed,
            pace_s,
            panel=panel,
            deck_size=self._built[1].deck_size,
            buy_in=self._buy_in_chips,
            kinds=firmware_kinds() if options.firmware else MODELS,
        )
        log_dir = options.log_dir or folder / "log"
        self.opened: Final = open_table(log_dir, self._built, ())
        self._room: Final = ReadingRoom(evidence=True)
        self._keeper: Final = keep_evidence(self.opened, VisionSettings().evidence_days)
        self.shuffler: Final = ShufflerMachine(
            str(self.twin.shuffler_path), self.opened.log.next_command_id, self.opened.log.allocate_above
        )
        self.table: Final = RunningTable(
            Parts(
                self.opened,
                TableAddress("demo", "main", "table-1"),
                self.shuffler,
                {seat: str(path) for seat, path in self.twin.box_paths.items()},
                self._eyes(),
                options.broker,
                options.host,
                options.port,
                seats=options.seats,
                evidence=self._keeper,
                live_token=secrets.token_urlsafe(32) if options.live_view else None,
            )
        )
        self.controller: Final = self.table.controller
        self.controller.listen(self.twin.hear)
        self.controller.listen(self._hear)
        self._progress = _progress(console, options)

    def _eyes(self) -> dict[tuple[str, int], CameraEye]:
        found: dict[tuple[str, int], CameraEye] = {}
        for name, camera in self._pictures().items():
            role, _, seat = name.partition(" ")
            found[role, int(seat or 0)] = CameraEye(name.replace(" ", "-"), role, TwinEye(camera), self._room)
        return found

    def _pictures(self) -> dict[str, Camera | Recurring]:
        """Return the cameras that read, each with the trouble it was asked for.

        :raises GameError: no such camera or trouble
        """
        found: dict[str, Camera | Recurring] = {
            name: camera
            for name, camera in self.twin.cameras.items()
            if name.partition(" ")[0] in ("shoe", "tray", "overhead")
        }
        for text in self._options.faults:
            try:
                name, trouble = parse_fault(text, found)
            except ValueError as error:
                raise GameError(str(error)) from error
            found[name] = Recurring(FaultyCamera(self.twin.cameras[name].frame), trouble)
        return found

    async def run(self, on_ready: Callable[[str], None]) -> Report:
        """Play until the hands asked for are over, or until cancelled; return the summary."""
        self._seat_players()
        self.twin.plug_in()
        try:
            async with self.table:
                await self._play(on_ready)
        finally:
            self.twin.unplug()
            self._room.close()
            if self._keeper is not None:
                self._keeper.close()
            self.opened.close()
        return self.twin.summary.finish()

    def stop(self) -> None:
        """End in good order."""
        self._done.set()

    def _seat_players(self) -> None:
        """Everybody sits down with chips; cardboard of a hand that another demo left is gone, so it is void."""
        table = self.controller.table
        if self.opened.was_running:
            self.controller.handle(VoidHand("floor"))
        self.twin.summary.report.chips_brought = sum(s.stack for s in table.seats) + table.in_middle
        self._make_room()
        for seat in range(1, self._options.seats + 1):
            if not table.has_seat(seat):
                self.controller.handle(TakeSeat(seat, NAMES[seat - 1], self._buy_in_chips))

    def _make_room(self) -> None:
        """The table of another demo becomes this one's: who has no place leaves, the game is the one asked for now."""
        table = self.controller.table
        leaving = [seat.number for seat in table.seats if seat.number > self._options.seats]
        changed = (table.game, table.rules, table.stakes) != self._built
        if table.pot_stays and (leaving or changed):
            entitled = table.participants or tuple(seat.number for seat in table.seats)
            self.controller.handle(AwardPot(entitled[0], "floor"))
        for number in leaving:
            self.controller.handle(LeaveSeat(number))
        if changed:
            self.controller.handle(ConfigureTable(*self._built))

    async def _play(self, on_ready: Callable[[str], None]) -> None:
        if self.table.page is not None:
            on_ready(self.table.live_link or self.table.page.url)
        with self._progress:
            playing = asyncio.create_task(self.table.run(self.twin.run(), self._show()))
            ending = asyncio.create_task(self._done.wait())
            try:
                await asyncio.wait({playing, ending}, return_when=asyncio.FIRST_COMPLETED)
                if playing.done():
                    playing.result()
            finally:
                for task in (playing, ending):
                    task.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await task

    async def _show(self) -> None:
        """Let the people at the table see it after every change."""
        while True:
            self.twin.observe(self.controller.state())
            await self.controller.changed()

    def _hear(self, event: Event, table: Table) -> None:
        if isinstance(event, HandEnded):
            self._hands_done += 1
            self._progress.update(self._progress.task_ids[0], completed=self._hands_done)
            if self._options.hands is not None and self._hands_done >= self._options.hands:
                self._done.set()

        elif isinstance(event, AlertRaised) and event.name == "FLOOR_DECISION" and event.seat is not None:
            asyncio.get_running_loop().call_soon(self._floor_rules, event.seat)

    def _floor_rules(self, seat: int) -> None:
        """The floor looks at the discards that nobody announced to be split, and rules by what they allow."""
        table = self.controller.table
        if table.openers.opener == seat and table.openers.due and table.seat(seat).is_in:
            live = proof_of(table, table.seat(seat)).verdict is not Verdict.NO
            self.controller.handle(RuleHand(seat, live, "floor"))

    # What the dealer does at the table's screen

    async def _hand_over(self) -> None:
        if not self._done.is_set():
            await self.table.new_hand()

    async def _reshuffle(self) -> None:
        await self.table.reshuffle()

    async def _confirm(self) -> None:
        """The dealer confirms; what only the floor may settle, the floor settles by voiding the hand."""
        table = self.controller.table
        if "floor" in table.halt_needs:
            self.controller.handle(VoidHand("floor"))
        else:
            await self.table.resume()

    async def _buy_in(self, seat: int, chips: int) -> None:
        self.controller.handle(TakeSeat(seat, NAMES[seat - 1], chips))

    async def _read_by_hand(self, seat: int, faces: tuple[Card, ...]) -> None:
        self.controller.handle(ReadByHand(seat, faces, ("dealer", "floor")))

    async def _deck_changed(self) -> None:
        for deck in self.controller.table.quarantined:
            self.controller.handle(VerifyDeck(deck))
            self.controller.handle(ReleaseDeck(("dealer", "floor"), deck))
        if self.controller.table.halted:
            self.controller.handle(ConfirmTable("floor"))


def buy_in_of(built: tuple[Game, HouseRules, Stakes]) -> int:
    """Return what a player of these stakes brings: enough for many hands, in chips the house has."""
    _, house, stakes = built
    chips = BETS_BROUGHT * max(*stakes.limits, stakes.big_blind)
    return max(1, chips // house.smallest_chip) * house.smallest_chip


def _progress(console: Console, options: DemoOptions) -> Progress:
    progress = Progress(
        TextColumn("hands"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        disable=not options.fast,
    )
    progress.add_task("hands", total=options.hands)
    return progress


def run_demo(options: DemoOptions, console: Console) -> Report:
    """Play the demo and return its summary; Ctrl-C ends it in good order."""
    with held_back() as let_through, tempfile.TemporaryDirectory(prefix="drawtable-") as folder:
        return asyncio.run(_run(options, Path(folder), console, let_through))


def has_screen() -> bool:
    """Whether a browser would open in a window: a browser for terminals would take this one."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY")
    )


async def _run(
    options: DemoOptions, folder: Path, console: Console, let_through: Callable[[], None]
) -> Report:
    demo = Demo(options, folder, console)

    def ready(url: str) -> None:
        console.print(f"The table is at [bold]{url}[/bold]  (Ctrl-C stops it)")
        if not options.headless and has_screen():
            with contextlib.suppress(webbrowser.Error):
                webbrowser.open(url)

    hear(demo.stop)
    let_through()
    return await demo.run(ready)
