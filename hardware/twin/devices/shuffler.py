"""Model of the shuffler-dealer: the state machine of the firmware in front of any mechanism."""

import time
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.packets import (
    COMPARTMENTS,
    SLOTS,
    ClearFault,
    CommandState,
    CommandStatus,
    DeviceClass,
    DeviceMessage,
    Eject,
    EventKind,
    Fault,
    GetShufflerState,
    HostMessage,
    QueryCommand,
    ResetCause,
    Result,
    Shuffle,
    ShufflerState,
)
from hardware.twin.devices.command_journal import CommandJournal, rejected
from hardware.twin.devices.device import Device
from hardware.twin.devices.mechanism import EjectOutcome, FaultyMechanism, Mechanism

CARD_S = 0.25
"""Seconds a card takes at the pace of the real machine."""
INTAKE_S = 0.05
"""Seconds a card takes on its way in."""
_FAULTS = {Result.JAM: Fault.JAM, Result.DOUBLE_FEED: Fault.DOUBLE_FEED}
_TRAY = 0x04


@dataclass
class _Movement:
    command: Eject | Shuffle
    moves_at: float
    ends_at: float
    outcome: EjectOutcome | None = None


class ShufflerModel:
    """A shuffler-dealer on the far end of a pty at *link_path*.

    *speed* scales the pace: 1 is a card every quarter second, 2 twice as fast, 0 flat out. All public methods may be
    called from any thread; the mechanism is called on the model's own.
    """

    def __init__(
        self, mechanism: Mechanism, link_path: Path, *, speed: float = 1.0, serial_number: int = 1
    ) -> None:
        self.mechanism = FaultyMechanism(mechanism)
        self.device = Device(link_path, DeviceClass.SHUFFLER, self, serial_number)
        self._card_s = CARD_S / speed if speed else 0.0
        self._intake_s = INTAKE_S / speed if speed else 0.0
        self._journal = CommandJournal()
        self._movement: _Movement | None = None
        self._fault = Fault.NONE
        self._resets = 0

    def start(self) -> None:
        """Plug in and begin to answer."""
        self.device.start()

    def stop(self) -> None:
        """Pull the cable and end."""
        self.device.stop()

    def unplug(self) -> None:
        """Pull the cable; the device keeps its power."""
        self.device.unplug()

    def replug(self) -> None:
        """Put the cable back."""
        self.device.replug()

    def reset(self) -> None:
        """Restart the device."""
        self.device.reset()

    def hang(self, hanging: bool) -> None:
        """Stop answering, with the cable in, until called again with false."""
        self.device.hang(hanging)

    def corrupt(self, rate: float, seed: int) -> None:
        """Damage the fraction *rate* of all bytes either way."""
        self.device.corrupt(rate, seed)

    def jam_next(self) -> None:
        """Let the next card stick."""
        self.mechanism.jam_next()

    def double_feed_next(self) -> None:
        """Let the next card take another with it."""
        self.mechanism.double_feed_next()

    def stick_next(self) -> None:
        """Let the next card stay under the exit sensor."""
        self.mechanism.stick_next()

    def reset_during_next(self) -> None:
        """Restart the device when the next card has left and before that is written down."""
        self._resets += 1

    @property
    def last_command_id(self) -> int:
        """Highest command id ever begun."""
        return self._journal.last_id

    def answer(self, message: HostMessage) -> DeviceMessage | None:
        """For the device's thread."""
        match message:
            case Eject() | Shuffle():
                return self._journal.find(message.command_id) or self._begin(message)
            case ClearFault():
                return self._journal.find(message.command_id) or self._clear(message)
            case QueryCommand(command_id):
                unknown = CommandStatus(command_id, CommandState.UNKNOWN, Result.OK, 0, 0)
                return self._journal.find(command_id) or unknown
            case GetShufflerState():
                running = self._movement.command.command_id if self._movement else 0
                tray = _TRAY if self.mechanism.waiting() else 0
                return ShufflerState(self._fault, self.mechanism.count(), tray, running)
            case _:
                return None

    def _begin(self, command: Eject | Shuffle) -> CommandStatus:
        if self._movement:
            return rejected(command.command_id, Result.BUSY)
        if self._fault:
            return rejected(command.command_id, Result.FAULT_LATCHED)
        if isinstance(command, Eject) and command.slot >= SLOTS:
            return rejected(command.command_id, Result.BAD_ARGUMENT)
        takes_s = self._card_s
        if isinstance(command, Shuffle):
            takes_s = self._intake_s * max(1, self.mechanism.waiting())
        now = time.monotonic()
        self._movement = _Movement(command, now + takes_s / 2, now + takes_s)
        return self._journal.begin(command.command_id)

    def _clear(self, command: ClearFault) -> CommandStatus:
        if self._movement:
            return rejected(command.command_id, Result.BUSY)
        self._journal.begin(command.command_id)
        if self._fault is command.fault:
            self._fault = Fault.NONE
        return self._journal.end(command.command_id, Result.OK, 0, self.mechanism.count())

    def work(self, now: float) -> float | None:
        """For the device's thread."""
        movement = self._movement
        if movement is None:
            return None
        if movement.outcome is None and now >= movement.moves_at:
            movement.outcome = self._move(movement.command)
            if self._resets:
                self._resets -= 1
                self.device.reset(ResetCause.WATCHDOG)
                return None
        if movement.outcome is None:
            return movement.moves_at
        if now < movement.ends_at:
            return movement.ends_at
        self._movement = None
        self._end(movement.command, movement.outcome)
        return None

    def _move(self, command: Eject | Shuffle) -> EjectOutcome:
        if isinstance(command, Shuffle):
            if self.mechanism.waiting() + self.mechanism.count() > COMPARTMENTS:
                return EjectOutcome(0, stuck=True)
            self.mechanism.shuffle()
            return EjectOutcome(0)
        return self.mechanism.eject(command.slot) if self.mechanism.count() else EjectOutcome(0)

    def _end(self, command: Eject | Shuffle, outcome: EjectOutcome) -> None:
        count = self.mechanism.count()
        result = self._judge(command, outcome, count)
        self._journal.end(command.command_id, result, outcome.cards_moved, count)
        self._fault = _FAULTS.get(result, Fault.NONE)
        self.device.tell(EventKind.COMMAND_DONE, result, outcome.cards_moved, count, command.command_id)
        if self._fault:
            self.device.tell(EventKind.FAULT, self._fault)

    @staticmethod
    def _judge(command: Eject | Shuffle, outcome: EjectOutcome, count: int) -> Result:
        if outcome.stuck:
            return Result.JAM
        if isinstance(command, Shuffle):
            return Result.OK
        if not outcome.cards_moved:
            return Result.JAM if count else Result.EMPTY
        return Result.OK if outcome.cards_moved == 1 else Result.DOUBLE_FEED

    def restart(self) -> None:
        """For the device's thread. The wheel is looked over again, so the count is right after a restart."""
        self._movement = None
        self._fault = Fault.IN_DOUBT if self._journal.restart() else Fault.NONE

    def session_ended(self) -> None:
        """A card under way is finished; the computer can move no other before it says HELLO."""
