"""What a device tells by itself."""

from dataclasses import dataclass

from firmware_bridge.info import DeviceInfo
from firmware_bridge.packets import Fault, Result


@dataclass(frozen=True, slots=True)
class DeviceConnected:
    """The device answers. After a cable came loose *rebooted* is false and nothing was lost."""

    info: DeviceInfo
    rebooted: bool
    """It has restarted since we last spoke with it: a movement under way then is in doubt."""
    away_s: float
    """How long it was gone; 0 the first time. A table may overlook short absences without a reboot."""


@dataclass(frozen=True, slots=True)
class DeviceDisconnected:
    """The device does not answer; it is looked for until it does. Told once, and again when the reason changes."""

    device_path: str
    reason: str


@dataclass(frozen=True, slots=True)
class LostEvents:
    """The device had to drop *count* events, its memory being full while nobody listened."""

    count: int
    boot_id: int
    event_seq: int


@dataclass(frozen=True, slots=True)
class FaultRaised:
    """The shuffler latched a fault, or still had one when it connected. It moves nothing until that is cleared."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class CommandFinished:
    """A command ended that nobody here waits for: begun before this program or the link last started."""

    command_id: int
    result: Result
    cards: int
    count: int


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button went down, debounced. *at_ms* is the box's clock; (boot_id, event_seq) is unique."""

    button: int
    at_ms: int
    boot_id: int
    event_seq: int


@dataclass(frozen=True, slots=True)
class ButtonReleased:
    """A button came up after *held_ms* (at most 65535)."""

    button: int
    at_ms: int
    held_ms: int
    boot_id: int
    event_seq: int


ShufflerEvent = DeviceConnected | DeviceDisconnected | FaultRaised | CommandFinished | LostEvents
ButtonBoxEvent = DeviceConnected | DeviceDisconnected | ButtonPressed | ButtonReleased | LostEvents
