"""Serial devices as the controller wants them: exceptions become outcomes, presses become calls."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Final

from firmware_bridge.button_box import ButtonBox
from firmware_bridge.device_events import (
    ButtonBoxEvent,
    ButtonPressed,
    DeviceConnected,
    DeviceDisconnected,
    FaultRaised,
    LostEvents,
    ShufflerEvent,
)
from firmware_bridge.errors import (
    CommandInDoubt,
    CommandRefused,
    DeviceError,
    DeviceLost,
    DoubleFeed,
    HopperEmpty,
    LidOpen,
    ShufflerJammed,
)
from firmware_bridge.packets import CommandState, CommandStatus, Fault, Result
from firmware_bridge.shuffler import SEED_BYTES, Shuffler
from table_controller.ports import Moved, Movement

SETTLE_EVERY_S: Final = 0.5
OVERLOOKED_S: Final = 3.0
"""A device that is away for less than this, and did not restart, is not spoken of."""

BACKLOG_S: Final = 0.3
"""A box that is found tells at once what was pressed before; what comes within this time is taken for that."""

_RESULTS: Final = {
    Result.OK: Moved.DONE,
    Result.JAM: Moved.JAM,
    Result.DOUBLE_FEED: Moved.DOUBLE_FEED,
    Result.EMPTY: Moved.EMPTY,
    Result.LID_OPEN: Moved.LID_OPEN,
}
_ERRORS: Final[tuple[tuple[type[DeviceError], Moved], ...]] = (
    (ShufflerJammed, Moved.JAM),
    (DoubleFeed, Moved.DOUBLE_FEED),
    (HopperEmpty, Moved.EMPTY),
    (LidOpen, Moved.LID_OPEN),
    (CommandInDoubt, Moved.IN_DOUBT),
    (DeviceLost, Moved.LOST),
)


class ShufflerMachine:
    """A shuffler over serial (a :class:`~table_controller.ports.Machine`)."""

    def __init__(
        self,
        device_path: str,
        next_command_id: Callable[[], int],
        allocate_above: Callable[[int], None],
    ) -> None:
        """*allocate_above* is told the highest command id the device says it has seen."""
        self._allocate_above: Final = allocate_above
        self.faults: Final[set[Fault]] = set()
        self.presence: Final = Presence(device_path)
        self._shuffler: Final = Shuffler(device_path, next_command_id=next_command_id, on_event=self._event)

    @property
    def device_path(self) -> str:
        return self._shuffler.device_path

    @property
    def connected(self) -> bool:
        return self._shuffler.connected

    async def start(self) -> None:
        await self._shuffler.start()

    async def stop(self) -> None:
        await self._shuffler.stop()

    async def shuffle(self, command_id: int) -> Movement:
        async def act() -> Movement:
            count = await self._shuffler.shuffle(secrets.token_bytes(SEED_BYTES), command_id)
            return Movement(Moved.DONE, count)

        return await _outcome(act())

    async def eject(self, slot: int, command_id: int) -> Movement:
        async def act() -> Movement:
            return Movement(Moved.DONE, (await self._shuffler.eject(slot, command_id)).count)

        return await _outcome(act())

    async def settle(self, command_id: int) -> Movement:
        async def act() -> Movement:
            while True:
                status = await self._shuffler.query(command_id)
                if status.state is not CommandState.STARTED:
                    return _settled(status)
                await asyncio.sleep(SETTLE_EVERY_S)

        return await _outcome(act())

    async def clear_faults(self) -> int | None:
        """Clear what is latched; the device looks its wheel over before it says so, which makes its count true."""
        for fault in tuple(self.faults):
            with contextlib.suppress(DeviceError):
                await self._shuffler.clear_fault(fault)
                self.faults.discard(fault)
        try:
            return await self._shuffler.count() if not self.faults else None
        except DeviceError:
            return None

    def _event(self, event: ShufflerEvent) -> None:
        self.presence.hear(event)
        if isinstance(event, DeviceConnected):
            self._allocate_above(event.info.last_command_id)
        if isinstance(event, FaultRaised) and event.fault is not Fault.NONE:
            self.faults.add(event.fault)


def _settled(status: CommandStatus) -> Movement:
    if status.state is CommandState.DONE:
        return Movement(_RESULTS.get(status.result, Moved.NOT_BEGUN), status.count)
    if status.state is CommandState.IN_DOUBT:
        return Movement(Moved.IN_DOUBT, status.count)
    return Movement(Moved.NOT_BEGUN, status.count)


async def _outcome(act: Awaitable[Movement]) -> Movement:
    try:
        return await act
    except CommandRefused as error:
        fault = error.result == Result.FAULT_LATCHED
        return Movement(Moved.JAM if fault else Moved.NOT_BEGUN)
    except DeviceError as error:
        for kind, moved in _ERRORS:
            if isinstance(error, kind):
                return Movement(moved)
        raise


class Presence:
    """Whether a device is there, and for how long it has not been."""

    def __init__(self, device_path: str) -> None:
        self.device_path: Final = device_path
        self.reason = "not connected yet"
        self._away_since: float | None = time.monotonic()

    def hear(self, event: ShufflerEvent | ButtonBoxEvent) -> None:
        if isinstance(event, DeviceConnected):
            self._away_since, self.reason = None, ""
        elif isinstance(event, DeviceDisconnected):
            self._away_since = self._away_since or time.monotonic()
            self.reason = event.reason
        elif isinstance(event, LostEvents):
            self.reason = f"{event.count} events were lost"

    @property
    def state(self) -> str:
        """Return ``ok``, ``degraded`` while an absence may be overlooked, or ``lost``."""
        if self._away_since is None:
            return "ok"
        return "lost" if time.monotonic() - self._away_since > OVERLOOKED_S else "degraded"


class Box:
    """A button box over serial: lamps follow what is wanted.

    *heard* is told of a press, this box's name and whether it is stale before the device may forget it; *on_press*
    gets presses one after another, but no stale ones: those made while nobody listened for longer than may be
    overlooked, when the table may have asked something else.
    """

    def __init__(
        self,
        device_path: str,
        name: str,
        heard: Callable[[int, str, bool], None],
        on_press: Callable[[int], Awaitable[None]],
    ) -> None:
        self.name: Final = name
        self.presence: Final = Presence(device_path)
        self._heard: Final = heard
        self._on_press: Final = on_press
        self._presses: Final[asyncio.Queue[int | OSError]] = asyncio.Queue()
        self._lamps = 0
        self._lamps_wanted: Final = asyncio.Event()
        self._was_there = False
        self._stale_until = 0.0
        self._box: Final = ButtonBox(device_path, on_event=self._event)

    @property
    def device_path(self) -> str:
        return self._box.device_path

    @property
    def connected(self) -> bool:
        return self._box.connected

    async def start(self) -> None:
        await self._box.start()

    async def stop(self) -> None:
        await self._box.stop()

    def light(self, lamps: int) -> None:
        """Want exactly these lamps lit."""
        if lamps != self._lamps:
            self._lamps = lamps
            self._lamps_wanted.set()

    async def carry_presses(self) -> None:
        """Hand presses on, for ever.

        :raises OSError: a press could not be written down
        """
        while True:
            press = await self._presses.get()
            if isinstance(press, OSError):
                raise press
            await self._on_press(press)

    async def follow_lamps(self) -> None:
        """Keep the lamps as wanted, for ever; a box that is away gets them when it is back."""
        while True:
            await self._lamps_wanted.wait()
            self._lamps_wanted.clear()
            try:
                await self._box.set_outputs(self._lamps)
            except DeviceError:
                await asyncio.sleep(SETTLE_EVERY_S)
                self._lamps_wanted.set()

    def _event(self, event: ButtonBoxEvent) -> None:
        self.presence.hear(event)
        if isinstance(event, ButtonPressed):
            stale = time.monotonic() < self._stale_until
            try:
                self._heard(event.button, self.name, stale)
            except OSError as error:
                # The log cannot be written: `carry_presses` ends the table with it.
                self._presses.put_nowait(error)
                return
            if not stale:
                self._presses.put_nowait(event.button)
        elif isinstance(event, DeviceConnected):
            self._lamps_wanted.set()
            if event.away_s > OVERLOOKED_S or not self._was_there:
                self._stale_until = time.monotonic() + BACKLOG_S
            self._was_there = True
