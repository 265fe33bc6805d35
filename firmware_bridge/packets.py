"""The messages of the serial protocol. Made by scripts/protocol.py from hardware/protocol.yaml: do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from struct import Struct
from typing import Any, ClassVar, TypeVar

from firmware_bridge.errors import BadPacket

PROTOCOL_VERSION = 1
SCHEMA_HASH = 0x0C74
MAX_PACKET = 64
"""Largest packet before byte stuffing, header and check included, in bytes."""
EVENT_RING = 32
"""Events a device holds until they are acknowledged."""
EVENT_WINDOW = 4
"""Events a device sends ahead of the oldest unacknowledged one."""
EVENT_RESEND_MS = 50
"""A device resends its unacknowledged events after this long."""
SESSION_TIMEOUT_MS = 3000
"""A device that hears nothing for this long ends the session: it finishes the card it is moving, turns its outputs off and answers commands with NO_SESSION until the next HELLO."""
DEBOUNCE_MS = 5
"""A contact must rest this long before an edge counts."""
SLOTS = 10
"""Slots of the shuffler: 0 centre (burn), 1-8 seats, 9 discard of a bad card."""
BUTTONS = 10
"""Buttons of a box, numbered from 0; what is printed on them is the table's affair."""
COMPARTMENTS = 54
"""Compartments of the shuffler's wheel, one card each."""


class DeviceClass(IntEnum):
    """What kind of device answers."""

    SHUFFLER = 1
    """shuffler and dealer"""
    BUTTON_BOX = 2
    """seat button box"""


class CommandState(IntEnum):
    """What a device knows of a command id."""

    UNKNOWN = 0
    """never begun here; sending it (again) is safe"""
    STARTED = 1
    """being carried out"""
    DONE = 2
    """finished; the result says how"""
    IN_DOUBT = 3
    """begun before a reset; whether a card moved is not known; never repeated by itself"""
    REJECTED = 4
    """not begun; the result says why; the id stays unused"""


class Result(IntEnum):
    """How a command ended, or why it was rejected."""

    OK = 0
    """done as asked"""
    JAM = 1
    """a card did not pass the exit sensor in time, or stayed under it"""
    DOUBLE_FEED = 2
    """more than one card passed"""
    EMPTY = 3
    """no card left in the machine"""
    LID_OPEN = 4
    """the lid is open"""
    STALE_ID = 16
    """the command id is lower than one already used"""
    FAULT_LATCHED = 17
    """a fault waits to be cleared"""
    BUSY = 18
    """another command is being carried out"""
    BAD_ARGUMENT = 19
    """no such slot or fault"""


class Fault(IntEnum):
    """A latched fault; cleared only by CLEAR_FAULT naming it."""

    NONE = 0
    """no fault"""
    JAM = 1
    """card stuck at the exit or intake"""
    DOUBLE_FEED = 2
    """two cards left together"""
    IN_DOUBT = 3
    """reset while a card may have been moving"""


class EventKind(IntEnum):
    """What happened."""

    COMMAND_DONE = 1
    """command_id ended; code = Result, value = cards moved, count = cards left"""
    FAULT = 2
    """code = Fault was latched"""
    EVENTS_LOST = 3
    """value events were dropped here, the ring being full"""
    BUTTON_DOWN = 4
    """code = button"""
    BUTTON_UP = 5
    """code = button, value = ms held, at most 65535"""


class NakReason(IntEnum):
    """Why a device did not take a packet."""

    NO_SESSION = 1
    """say HELLO first"""
    WRONG_BOOT = 2
    """the packet names another boot; say HELLO"""
    UNKNOWN_TYPE = 3
    """no such message on this device"""
    BAD_LENGTH = 4
    """the payload has the wrong length"""


class ResetCause(IntEnum):
    """Why the device last started."""

    UNKNOWN = 0
    """not told"""
    POWER_ON = 1
    """power came"""
    EXTERNAL = 2
    """reset pin (DTR or the button)"""
    BROWN_OUT = 4
    """supply voltage sagged"""
    WATCHDOG = 8
    """the program hung"""


@dataclass(frozen=True, slots=True)
class Hello:
    """First thing after opening; taken with any boot id; repeating it changes nothing."""

    TYPE: ClassVar[int] = 0x01
    LAYOUT: ClassVar[Struct] = Struct("<I")

    session_id: int
    """random number of this run of the bridge"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(self.session_id)

    @classmethod
    def decode(cls, payload: bytes) -> Hello:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(values[0])


@dataclass(frozen=True, slots=True)
class HelloReply:
    """Who answers and where it stands."""

    TYPE: ClassVar[int] = 0x81
    LAYOUT: ClassVar[Struct] = Struct("<BBHIIH")

    protocol: int
    """protocol version"""
    device_class: DeviceClass
    """kind of device"""
    schema: int
    """SCHEMA_HASH of the protocol file the device was built from"""
    boot_id: int
    """counts this device's starts; its low 16 bits are in every packet"""
    last_command_id: int
    """highest command id ever begun, 0 = none; allocate above it"""
    event_first: int
    """number of the oldest event not yet acknowledged, or of the next one"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(
            self.protocol,
            self.device_class,
            self.schema,
            self.boot_id,
            self.last_command_id,
            self.event_first,
        )

    @classmethod
    def decode(cls, payload: bytes) -> HelloReply:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(values[0], _member(DeviceClass, values[1]), values[2], values[3], values[4], values[5])


@dataclass(frozen=True, slots=True)
class Identify:
    """Ask what was built and fitted."""

    TYPE: ClassVar[int] = 0x03
    LAYOUT: ClassVar[Struct] = Struct("<")

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack()

    @classmethod
    def decode(cls, payload: bytes) -> Identify:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(*values)


@dataclass(frozen=True, slots=True)
class Identity:
    """What was built and fitted."""

    TYPE: ClassVar[int] = 0x83
    LAYOUT: ClassVar[Struct] = Struct("<IBBBIBB")

    serial_number: int
    """written when the device was made; 0xFFFFFFFF = never written"""
    version_major: int
    """firmware version"""
    version_minor: int
    """firmware version"""
    version_patch: int
    """firmware version"""
    build: int
    """first 32 bits of the source revision, 0 = not told"""
    hardware_revision: int
    """board revision"""
    reset_cause: ResetCause
    """why it last started"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(
            self.serial_number,
            self.version_major,
            self.version_minor,
            self.version_patch,
            self.build,
            self.hardware_revision,
            self.reset_cause,
        )

    @classmethod
    def decode(cls, payload: bytes) -> Identity:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(
            values[0], values[1], values[2], values[3], values[4], values[5], _member(ResetCause, values[6])
        )


@dataclass(frozen=True, slots=True)
class Ping:
    """Keeps the session alive; sent twice a second."""

    TYPE: ClassVar[int] = 0x02
    LAYOUT: ClassVar[Struct] = Struct("<")

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack()

    @classmethod
    def decode(cls, payload: bytes) -> Ping:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(*values)


@dataclass(frozen=True, slots=True)
class Pong:
    """The device lives; its link counters."""

    TYPE: ClassVar[int] = 0x82
    LAYOUT: ClassVar[Struct] = Struct("<IHH")

    uptime_ms: int
    """device clock"""
    bad_packets: int
    """packets dropped for length or check, modulo 65536"""
    overruns: int
    """bytes lost in the device's receiver, modulo 65536"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(self.uptime_ms, self.bad_packets, self.overruns)

    @classmethod
    def decode(cls, payload: bytes) -> Pong:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(values[0], values[1], values[2])


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Take every card of the tray into the machine and mix. Long; ends with COMMAND_DONE."""

    TYPE: ClassVar[int] = 0x10
    LAYOUT: ClassVar[Struct] = Struct("<I16s")

    command_id: int
    """from the caller's durable log"""
    seed: bytes
    """host randomness, mixed with the device's own noise"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(self.command_id, self.seed)

    @classmethod
    def decode(cls, payload: bytes) -> Shuffle:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(values[0], values[1])


@dataclass(frozen=True, slots=True)
class Eject:
    """Move exactly one card to a slot; ends with COMMAND_DONE."""

    TYPE: ClassVar[int] = 0x11
    LAYOUT: ClassVar[Struct] = Struct("<IB")

    command_id: int
    """from the caller's durable log"""
    slot: int
    """0-9"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(self.command_id, self.slot)

    @classmethod
    def decode(cls, payload: bytes) -> Eject:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(values[0], values[1])


@dataclass(frozen=True, slots=True)
class ClearFault:
    """A person has put it right; release the named fault."""

    TYPE: ClassVar[int] = 0x12
    LAYOUT: ClassVar[Struct] = Struct("<IB")

    command_id: int
    """from the caller's durable log"""
    fault: Fault
    """the fault being cleared"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(self.command_id, self.fault)

    @classmethod
    def decode(cls, payload: bytes) -> ClearFault:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(values[0], _member(Fault, values[1]))


@dataclass(frozen=True, slots=True)
class QueryCommand:
    """Ask about a command instead of sending it again blindly."""

    TYPE: ClassVar[int] = 0x13
    LAYOUT: ClassVar[Struct] = Struct("<I")

    command_id: int
    """the command asked about"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(self.command_id)

    @classmethod
    def decode(cls, payload: bytes) -> QueryCommand:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(values[0])


@dataclass(frozen=True, slots=True)
class CommandStatus:
    """Answer to every command and query; the same id gets the same answer and never a second movement."""

    TYPE: ClassVar[int] = 0x90
    LAYOUT: ClassVar[Struct] = Struct("<IBBBB")

    command_id: int
    """the command answered about"""
    state: CommandState
    """where it stands"""
    result: Result
    """how it ended (DONE) or why not begun (REJECTED); else OK"""
    cards: int
    """cards it moved"""
    count: int
    """cards left in the machine when it ended"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(self.command_id, self.state, self.result, self.cards, self.count)

    @classmethod
    def decode(cls, payload: bytes) -> CommandStatus:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(
            values[0], _member(CommandState, values[1]), _member(Result, values[2]), values[3], values[4]
        )


@dataclass(frozen=True, slots=True)
class GetShufflerState:
    """Ask for the whole state."""

    TYPE: ClassVar[int] = 0x30
    LAYOUT: ClassVar[Struct] = Struct("<")

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack()

    @classmethod
    def decode(cls, payload: bytes) -> GetShufflerState:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(*values)


@dataclass(frozen=True, slots=True)
class ShufflerState:
    """The whole state of a shuffler."""

    TYPE: ClassVar[int] = 0xB0
    LAYOUT: ClassVar[Struct] = Struct("<BBBI")

    fault: Fault
    """latched fault"""
    count: int
    """cards in the machine, ready to be ejected"""
    sensors: int
    """bit 0 exit blocked, 1 intake blocked, 2 tray has cards, 3 lid open, 4 compartment full, 5 wheel home, 6 deflector home"""
    running_command_id: int
    """command being carried out, 0 = none"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(self.fault, self.count, self.sensors, self.running_command_id)

    @classmethod
    def decode(cls, payload: bytes) -> ShufflerState:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(_member(Fault, values[0]), values[1], values[2], values[3])


@dataclass(frozen=True, slots=True)
class SetOutputs:
    """Set all outputs of a button box; absolute, so repeating it changes nothing."""

    TYPE: ClassVar[int] = 0x31
    LAYOUT: ClassVar[Struct] = Struct("<BB")

    lamps: int
    """bit n lights the lamp of button n"""
    buzzer: int
    """0 silent, 1 sounding"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(self.lamps, self.buzzer)

    @classmethod
    def decode(cls, payload: bytes) -> SetOutputs:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(values[0], values[1])


@dataclass(frozen=True, slots=True)
class GetBoxState:
    """Ask for the whole state."""

    TYPE: ClassVar[int] = 0x32
    LAYOUT: ClassVar[Struct] = Struct("<")

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack()

    @classmethod
    def decode(cls, payload: bytes) -> GetBoxState:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(*values)


@dataclass(frozen=True, slots=True)
class BoxState:
    """The whole state of a button box."""

    TYPE: ClassVar[int] = 0xB1
    LAYOUT: ClassVar[Struct] = Struct("<HBB")

    buttons: int
    """bit n = button n is down, debounced"""
    lamps: int
    """as set"""
    buzzer: int
    """as set"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(self.buttons, self.lamps, self.buzzer)

    @classmethod
    def decode(cls, payload: bytes) -> BoxState:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(values[0], values[1], values[2])


@dataclass(frozen=True, slots=True)
class Event:
    """Something happened. Kept and resent until acknowledged; numbers never skip within a boot."""

    TYPE: ClassVar[int] = 0xA0
    LAYOUT: ClassVar[Struct] = Struct("<HIBBHBI")

    event_seq: int
    """number within the boot, from 1, modulo 65536"""
    at_ms: int
    """device clock"""
    kind: EventKind
    """what happened"""
    code: int
    """button, result or fault, by kind"""
    value: int
    """cards, ms or number, by kind"""
    count: int
    """cards left in the machine"""
    command_id: int
    """the command it belongs to, 0 = none"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(
            self.event_seq, self.at_ms, self.kind, self.code, self.value, self.count, self.command_id
        )

    @classmethod
    def decode(cls, payload: bytes) -> Event:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(
            values[0], values[1], _member(EventKind, values[2]), values[3], values[4], values[5], values[6]
        )


@dataclass(frozen=True, slots=True)
class EventAck:
    """All events up to this one are safe with the caller; no reply."""

    TYPE: ClassVar[int] = 0x20
    LAYOUT: ClassVar[Struct] = Struct("<H")

    upto: int
    """event number"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(self.upto)

    @classmethod
    def decode(cls, payload: bytes) -> EventAck:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(values[0])


@dataclass(frozen=True, slots=True)
class Nak:
    """The packet was well formed and is not taken."""

    TYPE: ClassVar[int] = 0xFF
    LAYOUT: ClassVar[Struct] = Struct("<BB")

    reason: NakReason
    """why"""
    about: int
    """message type of the packet"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(self.reason, self.about)

    @classmethod
    def decode(cls, payload: bytes) -> Nak:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(_member(NakReason, values[0]), values[1])


@dataclass(frozen=True, slots=True)
class Boot:
    """Sent once at start. A courtesy; nothing depends on its arrival."""

    TYPE: ClassVar[int] = 0xC0
    LAYOUT: ClassVar[Struct] = Struct("<B")

    reset_cause: ResetCause
    """why it started"""

    def encode(self) -> bytes:
        """Return the payload."""
        return self.LAYOUT.pack(self.reset_cause)

    @classmethod
    def decode(cls, payload: bytes) -> Boot:
        """Read the payload.

        :raises BadPacket: wrong length or an unknown enum value
        """
        values = _unpack(cls.LAYOUT, payload)
        return cls(_member(ResetCause, values[0]))


HostMessage = (
    Hello
    | Identify
    | Ping
    | Shuffle
    | Eject
    | ClearFault
    | QueryCommand
    | GetShufflerState
    | SetOutputs
    | GetBoxState
    | EventAck
)
DeviceMessage = HelloReply | Identity | Pong | CommandStatus | ShufflerState | BoxState | Event | Nak | Boot
Message = HostMessage | DeviceMessage

MESSAGES: dict[int, type[Message]] = {
    Hello.TYPE: Hello,
    HelloReply.TYPE: HelloReply,
    Identify.TYPE: Identify,
    Identity.TYPE: Identity,
    Ping.TYPE: Ping,
    Pong.TYPE: Pong,
    Shuffle.TYPE: Shuffle,
    Eject.TYPE: Eject,
    ClearFault.TYPE: ClearFault,
    QueryCommand.TYPE: QueryCommand,
    CommandStatus.TYPE: CommandStatus,
    GetShufflerState.TYPE: GetShufflerState,
    ShufflerState.TYPE: ShufflerState,
    SetOutputs.TYPE: SetOutputs,
    GetBoxState.TYPE: GetBoxState,
    BoxState.TYPE: BoxState,
    Event.TYPE: Event,
    EventAck.TYPE: EventAck,
    Nak.TYPE: Nak,
    Boot.TYPE: Boot,
}

_E = TypeVar("_E", bound=IntEnum)


def _unpack(layout: Struct, payload: bytes) -> tuple[Any, ...]:
    if len(payload) != layout.size:
        raise BadPacket(f"payload of {len(payload)} bytes, expected {layout.size}", payload)
    return layout.unpack(payload)


def _member(enum: type[_E], value: int) -> _E:
    try:
        return enum(value)
    except ValueError:
        raise BadPacket(f"not a {enum.__name__}: {value}", bytes([value])) from None


def decode_message(message_type: int, payload: bytes) -> Message:
    """Read the payload of a message of *message_type*.

    :raises BadPacket: unknown type, wrong length or an unknown enum value
    """
    kind = MESSAGES.get(message_type)
    if kind is None:
        raise BadPacket(f"no such message type: 0x{message_type:02X}", payload)
    return kind.decode(payload)
