"""A camera that fails is an alert in words; the table goes on, reads nothing by it, and loses nothing."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.twin.camera_faults import FaultyCamera, Recurring, Trouble, parse_fault
from hardware.twin.cameras import OverheadCamera
from hardware.twin.devices.button_box import ButtonBoxModel
from hardware.twin.scene import Image
from hardware.twin.stand import _Stacked
from hardware.twin.world import World
from table_controller import commands as c
from table_controller.app import camera_watch, devices, run
from table_controller.app.camera_watch import CameraWatch
from table_controller.app.config import read_settings
from table_controller.app.eyes import CameraEye
from table_controller.app.twin_eye import TwinEye
from table_controller.cards import parse_cards
from table_controller.controller.panels import Button as B
from table_controller.events import AlertRaised
from table_controller.observations import Observation
from table_controller.table.state import Table
from tests.app.command_line import drawtable
from tests.app.test_two_seats import HAND, Page, a_bet_and_the_showdown
from tests.vision.cameras.servers import FRAME_S, HttpCamera
from tests.vision.cameras.test_live import DecoderHere, FakeDriver, plugged
from vision.cameras import live
from vision.cameras.states import State

DEADLINE_S = 90.0
STABLE = "usb-cam-index0"


class Source:
    """A camera whose state is set by hand."""

    def __init__(self) -> None:
        self.now = State.OK

    def frame(self) -> None:
        return None

    def state(self) -> State:
        return self.now


class Told:
    """A controller that keeps what it is told, and the alerts of a table."""

    def __init__(self, *alerts: AlertRaised) -> None:
        self.commands: list[c.Command] = []
        self.observations: list[Observation] = []
        self.table = type("Open", (), {"alerts": alerts})()

    def handle(self, command: c.Command) -> tuple[()]:
        self.commands.append(command)
        return ()

    def observe(self, *observations: Observation) -> None:
        self.observations += observations


def watch_for(told: Told, source: Source, states: list[State]) -> CameraWatch:
    """Let the watch see these states one after another."""
    watch = CameraWatch(told, (CameraEye("tray", "tray", source, None),))  # type: ignore[arg-type]
    for state in states:
        source.now = state
        watch._tell(watch._eyes[0], watch._eyes[0].state())
    return watch


def test_every_change_of_a_camera_is_told_once_with_what_to_do() -> None:
    told = Told()

    watch = watch_for(
        told, Source(), [State.OK, State.COVERED, State.COVERED, State.LOST, State.OK, State.OK]
    )

    faults = [one for one in told.commands if isinstance(one, c.ReportFault)]
    assert [one.detail.split(":")[0] for one in faults] == [
        "The tray camera is covered",
        "The tray camera gives no picture",
    ]
    assert told.commands[-1] == c.ReportRecovery("tray")
    assert [one.facts["state"] for one in told.observations] == ["covered", "lost", "ok"]
    assert [one.state for one in watch.health()] == ["ok"]


def test_a_camera_that_is_not_well_says_so_beside_its_name() -> None:
    (covered,) = watch_for(Told(), Source(), [State.COVERED]).health()
    (lost,) = watch_for(Told(), Source(), [State.LOST]).health()

    assert (covered.state, covered.detail) == ("degraded", "covered")
    assert (lost.state, lost.detail) == ("lost", "no picture")


def test_an_alert_of_before_a_restart_is_taken_back_when_the_camera_is_well() -> None:
    told = Told(AlertRaised("CAMERA_BLIND", "The tray camera is covered. (tray)", ("dealer",), (), None))

    watch_for(told, Source(), [State.OK])

    assert told.commands == [c.ReportRecovery("tray")]


def test_a_frozen_camera_of_the_twin_never_shows_the_same_picture_twice() -> None:
    camera = FaultyCamera(lambda: np.random.default_rng().integers(0, 255, (48, 64, 3), np.uint8))
    eye = TwinEye(camera)
    assert eye.frame() is not None

    camera.trouble = Trouble.FROZEN

    assert eye.frame() is None


def test_a_recurring_trouble_comes_and_goes_by_the_clock() -> None:
    now = [0.0]
    camera = FaultyCamera(lambda: np.zeros((4, 4, 3), np.uint8))
    recurring = Recurring(camera, Trouble.UNPLUGGED, 5, 3, 20, lambda: now[0])

    def sees(at_s: float) -> bool:
        now[0] = at_s
        return recurring.frame() is not None

    assert [sees(t) for t in (0, 4.9, 5, 7.9, 8, 24.9, 25, 28)] == [
        True, True, False, False, True, True, False, True,
    ]  # fmt: skip


def test_a_fault_that_cannot_be_is_one_line() -> None:
    with pytest.raises(ValueError, match="not a fault: 'tray=x'"):
        parse_fault("tray=x", ("tray",))
    answer = drawtable("demo", "--headless", "--hands", "1", "--fault", "door=black")
    assert answer.status == 2
    assert "door=black" in answer.line


def tabled_hand() -> Callable[[], Image]:
    """Return what a camera over a seat sees: a few pictures of one hand, in turn."""
    cards = parse_cards(HAND)
    world = World(1, chooser=_Stacked(cards))
    world.shuffle()
    for _ in cards:
        world.eject(1)
    world.table(1)
    camera, lock = OverheadCamera(world, 1, seed=0), threading.Lock()
    pictures = [camera.frame() for _ in range(8)]
    turn = [0]

    def next_one() -> Image:
        with lock:
            turn[0] += 1
            return pictures[turn[0] % len(pictures)]

    return next_one


class UsbCamera:
    """A USB camera by its stable name: pulled out, and plugged in again under another number."""

    def __init__(self, driver: FakeDriver, folder: Path, picture: Callable[[], Image]) -> None:
        self._driver, self._folder, self._picture = driver, folder, picture
        self._number = 0
        self.begins()

    @property
    def address(self) -> str:
        return f"camera:{self._folder / STABLE}"

    def begins(self) -> None:
        self._number += 1
        plugged(self._driver, self._folder, self._number, STABLE)
        self._driver.cameras[self._node] = self._next

    def ends(self) -> None:
        self._driver.cameras.clear()
        Path(self._node).unlink(missing_ok=True)

    @property
    def _node(self) -> str:
        return str(self._folder / f"video{self._number}")

    def _next(self) -> Image:
        time.sleep(FRAME_S)
        return self._picture()


async def play_with_a_camera_that_dies(page: Page, camera: HttpCamera | UsbCamera) -> None:
    await page.shows(lambda s: s.phase == "over" and all(d.state == "ok" for d in s.devices))
    await page.press(B.CONFIRM)
    await page.shows(lambda s: s.phase == "deal")
    await page.press(B.CONFIRM)
    await page.shows(lambda s: s.phase == "bet 1")
    camera.ends()
    await page.shows(lambda s: any(a.name == "CAMERA_BLIND" for a in s.alerts))
    assert page.state is not None
    assert not page.state.halted
    assert any("overhead camera gives no picture" in a.text for a in page.state.alerts)
    await page.press(B.BET)
    await page.shows(lambda s: s.opener is not None)
    await page.press(B.CHECK)
    await page.shows(lambda s: s.phase == "draw 1")
    camera.begins()
    await page.shows(lambda s: not s.alerts and all(d.state == "ok" for d in s.devices))
    for seat in (1, 2):
        await page.shows(lambda s, seat=seat: s.to_act == seat)  # type: ignore[misc]
        await page.press(B.CHECK)
    await a_bet_and_the_showdown(page)


@pytest.fixture(params=["network", "usb"])
def camera(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[HttpCamera | UsbCamera]:
    """A camera over a tabled hand, that can be taken away."""
    made: HttpCamera | UsbCamera
    if request.param == "network":
        made = HttpCamera(tabled_hand())
    else:
        driver = FakeDriver()
        monkeypatch.setattr(cv2, "VideoCapture", driver.open)
        monkeypatch.setattr(live, "Decoder", DecoderHere)
        made = UsbCamera(driver, tmp_path, tabled_hand())
    yield made
    made.ends()


@pytest.mark.broker
def test_a_camera_that_dies_within_a_hand_is_an_alert_and_reads_the_showdown_when_it_is_back(
    tmp_path: Path, camera: HttpCamera | UsbCamera, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "BACKLOG_S", 0.0)
    monkeypatch.setattr(camera_watch, "LOOK_EVERY_S", 0.05)
    text = drawtable("run", "--example").out.replace("/dev/drawtable/box", str(tmp_path / "box"))
    text = text.replace('"camera:0"', f'"{camera.address}"').replace("port = 8080", "port = 0")
    (tmp_path / "table.toml").write_text(text.replace("var/drawtable", str(tmp_path / "log")))
    box = ButtonBoxModel(tmp_path / "box")
    box.start()

    async def go() -> Table:
        table_run = run.TableRun(read_settings(tmp_path / "table.toml"))
        page = Page(box)
        try:
            async with asyncio.timeout(DEADLINE_S), table_run.table as table, asyncio.TaskGroup() as tasks:
                assert table.page is not None
                running = [tasks.create_task(table.run()), tasks.create_task(page.watch(table.page.url))]
                await play_with_a_camera_that_dies(page, camera)
                for task in running:
                    task.cancel()
        finally:
            table_run.close()
        return table_run.opened.controller.table

    try:
        table = asyncio.run(go())
    finally:
        box.stop()

    assert sum(seat.stack for seat in table.seats) == 400
    assert table.alerts == ()
