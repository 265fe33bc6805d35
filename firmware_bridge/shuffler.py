"""Driver of the shuffler-dealer."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.connection import LinkUp
from firmware_bridge.device_events import (
    CommandFinished,
    DeviceConnected,
    DeviceDisconnected,
    FaultRaised,
    LostEvents,
    ShufflerEvent,
)
from firmware_bridge.endpoint import DEFAULT_BAUD, Endpoint
from firmware_bridge.errors import (
    BadPacket,
    CommandInDoubt,
    CommandRefused,
    DeviceError,
    DeviceLost,
    DoubleFeed,
    HopperEmpty,
    LidOpen,
    MovementError,
    NoAnswer,
    ShufflerJammed,
)
from firmware_bridge.info import DeviceInfo, LinkCounters
from firmware_bridge.packets import (
    SLOTS,
    ClearFault,
    CommandState,
    CommandStatus,
    DeviceClass,
    DeviceMessage,
    Eject,
    Event,
    EventKind,
    Fault,
    GetShufflerState,
    HostMessage,
    QueryCommand,
    Result,
    Shuffle,
    ShufflerState,
)

EJECT_TIMEOUT_S = 15.0
SHUFFLE_TIMEOUT_S = 180.0
"""The device has shorter limits of its own for each movement; these only guard against a device that never ends."""
QUERY_INTERVAL_S = 1.0
"""The end of a command comes as an event; should that be late, it is asked for."""
SEED_BYTES = 16
REMEMBERED = 64
"""Answered commands whose own end event may still arrive late."""


@dataclass(frozen=True, slots=True)
class Ejected:
    """One card reached its slot; *count* cards remain."""

    command_id: int
    slot: int
    count: int


_MOVEMENT_ERRORS: dict[Result, tuple[type[MovementError], str]] = {
    Result.JAM: (ShufflerJammed, "a card is stuck"),
    Result.DOUBLE_FEED: (DoubleFeed, "more than one card left"),
    Result.EMPTY: (HopperEmpty, "no card in the machine"),
    Result.LID_OPEN: (LidOpen, "the lid is open"),
}


class Shuffler:
    """One shuffler-dealer. *on_event* runs on the event loop. Commands are carried out one after another.

    *next_command_id* gives ids that were never used before, from the caller's durable log. A caller that needs the
    id in its log before anything moves passes it as ``command_id`` instead.
    """

    def __init__(
        self,
        device_path: str,
        *,
        next_command_id: Callable[[], int],
        on_event: Callable[[ShufflerEvent], None],
        baud: int = DEFAULT_BAUD,
    ) -> None:
        self._next_command_id = next_command_id
        self._on_event = on_event
        self._turn = asyncio.Lock()
        self._waiting: dict[int, asyncio.Future[CommandStatus]] = {}
        self._answered: deque[int] = deque(maxlen=REMEMBERED)
        self._endpoint = Endpoint(
            device_path,
            baud,
            DeviceClass.SHUFFLER,
            GetShufflerState(),
            on_up=self._up,
            on_down=self._down,
            on_event=self._event,
        )

    @property
    def device_path(self) -> str:
        """Where the shuffler is looked for."""
        return self._endpoint.device_path

    @property
    def connected(self) -> bool:
        """Whether the shuffler answers now."""
        return self._endpoint.connected

    @property
    def info(self) -> DeviceInfo | None:
        """What answered last; none before the first time."""
        return self._endpoint.info

    @property
    def counters(self) -> LinkCounters:
        """Health of the line."""
        return self._endpoint.counters

    async def start(self) -> None:
        """Look for the shuffler in the background, for ever. A shuffler that is absent is an event, not an error."""
        await self._endpoint.start()

    async def stop(self) -> None:
        """Let go of the shuffler; takes under a second. Commands under way raise :class:`DeviceLost`."""
        await self._endpoint.stop()

    async def shuffle(self, seed: bytes, command_id: int | None = None) -> int:
        """Take in every card of the tray and mix; return how many cards are ready.

        *seed* is 16 random bytes; the device mixes its own noise in, and nothing it ever says tells the order.

        :raises ShufflerJammed: a card stuck on its way in
        :raises CommandInDoubt: the device restarted meanwhile
        :raises DeviceLost: away for more than a few seconds; query the command later
        :raises ValueError: *seed* is not 16 bytes
        """
        if len(seed) != SEED_BYTES:
            raise ValueError(f"seed must be {SEED_BYTES} bytes: {len(seed)}")
        command_id = self._next_command_id() if command_id is None else command_id
        status = await self._carry_out(command_id, Shuffle(command_id, seed), SHUFFLE_TIMEOUT_S)
        self._check(status, slot=None)
        return status.count

    async def eject(self, slot: int, command_id: int | None = None) -> Ejected:
        """Move exactly one card to *slot* (0 centre, 1-8 seats, 9 discard of a bad card).

        The same *command_id* never moves a second card, however often it is asked for.

        :raises ShufflerJammed: a card stuck; ``error.cards`` says how many left
        :raises DoubleFeed: more than one left; ``error.cards`` says how many
        :raises HopperEmpty: there was none
        :raises CommandInDoubt: the device restarted while a card may have been moving
        :raises CommandRefused: not begun: a fault is latched, or the id is too low
        :raises DeviceLost: away for more than a few seconds; query ``error.command_id`` later
        :raises ValueError: no such slot
        """
        if not 0 <= slot < SLOTS:
            raise ValueError(f"slot must be 0-{SLOTS - 1}: {slot}")
        command_id = self._next_command_id() if command_id is None else command_id
        status = await self._carry_out(command_id, Eject(command_id, slot), EJECT_TIMEOUT_S)
        self._check(status, slot)
        return Ejected(command_id, slot, status.count)

    async def query(self, command_id: int) -> CommandStatus:
        """Return what the device knows of *command_id*: for use after an absence, instead of sending it again.

        :raises DeviceLost: away
        """
        return self._status(await self._endpoint.ask_through_outage(QueryCommand(command_id)))

    async def state(self) -> ShufflerState:
        """Return the whole state of the machine.

        :raises DeviceLost: away
        """
        state = await self._endpoint.ask_through_outage(GetShufflerState())
        if not isinstance(state, ShufflerState):
            raise BadPacket(f"answered with {type(state).__name__}", device_path=self.device_path)
        return state

    async def count(self) -> int:
        """Return how many cards are in the machine, ready to be ejected.

        :raises DeviceLost: away
        """
        return (await self.state()).count

    async def clear_fault(self, fault: Fault, command_id: int | None = None) -> None:
        """Tell the device that a person has put *fault* right. Clearing a fault that is not latched does nothing.

        :raises DeviceLost: away
        """
        command_id = self._next_command_id() if command_id is None else command_id
        status = await self._carry_out(command_id, ClearFault(command_id, fault), EJECT_TIMEOUT_S)
        self._check(status, slot=None)

    async def _carry_out(self, command_id: int, command: HostMessage, timeout_s: float) -> CommandStatus:
        async with self._turn:
            self._waiting[command_id] = asyncio.get_running_loop().create_future()
            try:
                status = await self._until_ended(command_id, command, time.monotonic() + timeout_s)
                self._answered.append(command_id)
                return status
            except DeviceLost as error:
                raise DeviceLost(error.reason, self.device_path, command_id) from None
            finally:
                del self._waiting[command_id]

    async def _until_ended(self, command_id: int, command: HostMessage, deadline: float) -> CommandStatus:
        """Send the command once; after that only ask about it, unless the device has certainly never seen it."""
        await self._endpoint.wait_connected()
        begun, message = False, command
        while True:
            try:
                status = self._status(await self._endpoint.ask(message))
            except NoAnswer:
                raise
            except DeviceLost:
                if time.monotonic() > deadline:
                    raise
                await self._endpoint.wait_connected()
                message = QueryCommand(command_id)
                continue
            if status.state is CommandState.UNKNOWN:
                if begun:
                    raise CommandInDoubt(
                        "the device has forgotten a command it began", self.device_path, command_id
                    )
                message = command
            elif status.state is CommandState.STARTED:
                begun, message = True, QueryCommand(command_id)
                ended = await self._wait_for_end(command_id, deadline)
                if ended is not None:
                    return ended
            else:
                return status

    async def _wait_for_end(self, command_id: int, deadline: float) -> CommandStatus | None:
        """Return the status the device's event tells; none when it is time to ask."""
        if time.monotonic() > deadline:
            raise DeviceLost("the movement does not end", self.device_path)
        await asyncio.wait([self._waiting[command_id]], timeout=QUERY_INTERVAL_S)
        return self._waiting[command_id].result() if self._waiting[command_id].done() else None

    def _status(self, answer: DeviceMessage) -> CommandStatus:
        if isinstance(answer, CommandStatus):
            return answer
        raise BadPacket(f"answered with {type(answer).__name__}", device_path=self.device_path)

    def _check(self, status: CommandStatus, slot: int | None) -> None:
        """Raise what went wrong, if something did."""
        path, command_id = self.device_path, status.command_id
        if status.state is CommandState.REJECTED:
            reason = f"refused: {status.result.name.lower().replace('_', ' ')}"
            raise CommandRefused(reason, path, command_id, status.result)
        if status.state is CommandState.IN_DOUBT:
            raise CommandInDoubt("restarted during the movement", path, command_id)
        if status.result is not Result.OK:
            kind, reason = _MOVEMENT_ERRORS[status.result]
            raise kind(reason, path, command_id, slot=slot, cards=status.cards, count=status.count)

    def _up(self, up: LinkUp) -> None:
        self._on_event(DeviceConnected(up.info, up.rebooted, up.away_s))
        if isinstance(up.state, ShufflerState) and up.state.fault is not Fault.NONE:
            self._on_event(FaultRaised(up.state.fault))

    def _down(self, error: DeviceError) -> None:
        self._on_event(DeviceDisconnected(error.device_path, error.reason))

    def _event(self, boot_id: int, event: Event) -> None:
        match event.kind:
            case EventKind.COMMAND_DONE:
                self._command_done(event)
            case EventKind.FAULT:
                self._on_event(FaultRaised(Fault(event.code)))
            case EventKind.EVENTS_LOST:
                self._on_event(LostEvents(event.value, boot_id, event.event_seq))
            case _:
                return

    def _command_done(self, event: Event) -> None:
        result = Result(event.code)
        waiting = self._waiting.get(event.command_id)
        if waiting is None and event.command_id in self._answered:
            return
        if waiting is None:
            self._on_event(CommandFinished(event.command_id, result, event.value, event.count))
        elif not waiting.done():
            waiting.set_result(
                CommandStatus(event.command_id, CommandState.DONE, result, event.value & 0xFF, event.count)
            )
