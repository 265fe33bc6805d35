"""Makes an alert of what is wrong with a camera, and takes it back when it is well again."""

import asyncio
import time
from collections.abc import Sequence
from typing import Final

from table_controller.app.eyes import CameraEye
from table_controller.commands import ReportFault, ReportRecovery
from table_controller.controller.controller import Controller
from table_controller.observations import Observation
from table_controller.wire.models import DeviceHealth
from vision.cameras.states import State, sentence, short

LOOK_EVERY_S: Final = 0.25


def spoken(name: str, role: str) -> str:
    """Return what people call a camera.

    >>> spoken("overhead-3", "overhead"), spoken("tray", "tray")
    ('camera over seat 3', 'tray camera')
    """
    seat = name.removeprefix(f"{role}-")
    return f"camera over seat {seat}" if seat != name else f"{role} camera"


class CameraWatch:
    """Watches all cameras of a table. A camera that is not well stops nothing: its cards stay unread."""

    def __init__(self, controller: Controller, eyes: Sequence[CameraEye]) -> None:
        self._controller: Final = controller
        self._eyes: Final = eyes
        self._told: Final[dict[str, State]] = {
            eye.name: State.LOST if self._was_blind(eye) else State.OK for eye in eyes
        }

    def _was_blind(self, eye: CameraEye) -> bool:
        """Whether an alert of before a restart is still open: its end is still to be told."""
        open_ones = (a.text for a in self._controller.table.alerts if a.name == "CAMERA_BLIND")
        return any(f"({eye.name})" in text for text in open_ones)

    async def run(self) -> None:
        """Watch for ever."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._watch())
            tasks.create_task(self._read_again())

    async def _watch(self) -> None:
        while True:
            for eye in self._eyes:
                self._tell(eye, await asyncio.to_thread(eye.state))
            await asyncio.sleep(LOOK_EVERY_S)

    async def _read_again(self) -> None:
        while True:
            for eye in self._eyes:
                await eye.read_again()
            await asyncio.sleep(LOOK_EVERY_S)

    def _tell(self, eye: CameraEye, state: State) -> None:
        if state is self._told[eye.name]:
            return
        self._told[eye.name] = state
        self._controller.observe(Observation(eye.name, "CameraState", {"state": state.value}))
        if state is State.OK:
            self._controller.handle(ReportRecovery(eye.name))
        else:
            detail = sentence(spoken(eye.name, eye.role), state, _clock_of(eye.unread_since))
            self._controller.handle(ReportFault("CAMERA_BLIND", eye.name, detail=detail))

    def health(self) -> tuple[DeviceHealth, ...]:
        """Return how every camera is."""
        return tuple(_health(eye, self._told[eye.name]) for eye in self._eyes)


def _clock_of(since: float | None) -> str:
    return "" if since is None else time.strftime("%H:%M", time.localtime(since))


def _health(eye: CameraEye, state: State) -> DeviceHealth:
    if state is State.OK:
        return DeviceHealth(id=eye.name, role=eye.role, state="ok")
    return DeviceHealth(
        id=eye.name, role=eye.role, state="lost" if state is State.LOST else "degraded", detail=short(state)
    )
