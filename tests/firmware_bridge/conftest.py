"""The two kinds of far end every contract test runs against: the twin's models and the real image under libsimavr."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from firmware_bridge.button_box import ButtonBox
from firmware_bridge.device_events import ButtonBoxEvent, DeviceConnected, ShufflerEvent
from firmware_bridge.shuffler import Shuffler
from hardware.twin.devices.bad_cable import BadCable
from hardware.twin.devices.button_box import ButtonBoxModel
from hardware.twin.devices.mechanism import CountingMechanism
from hardware.twin.devices.shuffler import ShufflerModel
from tests.firmware import simavr

DEADLINE_S = 30.0
KINDS = ["model", pytest.param("firmware", marks=pytest.mark.firmware)]


async def until(condition: Callable[[], bool], what: str, deadline_s: float = DEADLINE_S) -> None:
    """Wait for *condition* on the event loop."""
    end = time.monotonic() + deadline_s
    while not condition():
        if time.monotonic() > end:
            pytest.fail(f"waited {deadline_s:g} s for: {what}")
        await asyncio.sleep(0.005)


@pytest.fixture(scope="session")
def firmware_built() -> None:
    """Build the images and their host once, or say why that cannot be."""
    lack = simavr.missing()
    if lack:
        pytest.skip(f"the firmware cannot run here: {lack}")
    simavr.build()


@dataclass
class ShufflerRig:
    """A shuffler behind a serial line, and what really happened to its cards."""

    kind: str
    device: ShufflerModel | simavr.SimulatedShuffler
    mechanism: CountingMechanism
    link_path: Path
    ids: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    events: list[ShufflerEvent] = field(default_factory=list)

    @asynccontextmanager
    async def driver(self, path: Path | None = None) -> AsyncIterator[Shuffler]:
        """A started driver that has connected."""
        shuffler = Shuffler(
            str(path or self.link_path), next_command_id=lambda: next(self.ids), on_event=self.events.append
        )
        await shuffler.start()
        try:
            await until(lambda: shuffler.connected, "the shuffler to connect")
            yield shuffler
        finally:
            await shuffler.stop()

    def connections(self) -> list[DeviceConnected]:
        """The times it connected."""
        return [event for event in self.events if isinstance(event, DeviceConnected)]


@dataclass
class BoxRig:
    """A button box behind a serial line."""

    kind: str
    device: ButtonBoxModel | simavr.SimulatedButtonBox
    link_path: Path
    events: list[ButtonBoxEvent] = field(default_factory=list)

    @asynccontextmanager
    async def driver(self, path: Path | None = None) -> AsyncIterator[ButtonBox]:
        """A started driver that has connected."""
        box = ButtonBox(str(path or self.link_path), on_event=self.events.append)
        await box.start()
        try:
            await until(lambda: box.connected, "the box to connect")
            yield box
        finally:
            await box.stop()

    def told(self, kind: type[ButtonBoxEvent]) -> list[ButtonBoxEvent]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture(params=KINDS)
def shuffler_rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ShufflerRig]:
    """A shuffler with twelve cards in its tray."""
    mechanism, path = CountingMechanism(tray=12), tmp_path / "dealer"
    device: ShufflerModel | simavr.SimulatedShuffler
    if request.param == "firmware":
        request.getfixturevalue("firmware_built")
        device = simavr.SimulatedShuffler(mechanism, path, speed=4.0)
    else:
        device = ShufflerModel(mechanism, path, speed=4.0)
    device.start()
    yield ShufflerRig(request.param, device, mechanism, path)
    device.stop()


@pytest.fixture(params=KINDS)
def box_rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BoxRig]:
    """A button box."""
    path = tmp_path / "seat1"
    device: ButtonBoxModel | simavr.SimulatedButtonBox
    if request.param == "firmware":
        request.getfixturevalue("firmware_built")
        device = simavr.SimulatedButtonBox(path)
    else:
        device = ButtonBoxModel(path)
    device.start()
    yield BoxRig(request.param, device, path)
    device.stop()


@pytest.fixture
def bad_cable(tmp_path: Path) -> Iterator[Callable[[Path], tuple[BadCable, Path]]]:
    """Put a cable that can be made bad before a device; return it and the path to its near end."""
    cables: list[BadCable] = []

    def put(device_path: Path) -> tuple[BadCable, Path]:
        near = tmp_path / f"{device_path.name}-cable"
        cables.append(BadCable(device_path, near))
        return cables[-1], near

    yield put
    for cable in cables:
        cable.stop()
