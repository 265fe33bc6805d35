"""What the controller needs of the world, as protocols."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from table_controller.cards import Card
from table_controller.commands import Command
from table_controller.events import Event
from table_controller.observations import Fact, Observation
from table_controller.table.state import Table


class EventStore(Protocol):
    """Keeps what happened before anybody hears of it."""

    def append(self, command: Command, events: tuple[Event, ...]) -> None:
        """Write command and events in one transaction; durable on return.

        :raises OSError: they could not be written; nothing of them was
        """

    def observe(self, *observations: Observation) -> None:
        """Write what devices or cameras reported."""

    def next_command_id(self) -> int:
        """Return a device command id never given before, durable before it is returned."""

    def record_intent(self, command_id: int, what: str) -> None:
        """Write that a device is about to be asked for *what*; call it before anything is sent."""

    def record_outcome(self, command_id: int, outcome: str) -> None:
        """Write what came of it."""


class Publisher(Protocol):
    """Tells the world what it may know."""

    def publish(self, event: Event, table: Table) -> None:
        """Pass on the public view of *event*; *table* is the table after it. Never blocks, never raises."""


class Moved(Enum):
    """What came of asking a machine to move cards."""

    DONE = "done"
    NOT_BEGUN = "not begun"
    """The machine knows nothing of it: it never moved."""
    JAM = "jam"
    DOUBLE_FEED = "double feed"
    EMPTY = "empty"
    LID_OPEN = "lid open"
    LOST = "lost"
    """The machine does not answer; ask again by the same id when it does."""
    IN_DOUBT = "in doubt"
    """The machine restarted while a card may have been moving."""


@dataclass(frozen=True, slots=True)
class Movement:
    """*count* is how many cards the machine says it holds, None when it does not."""

    moved: Moved
    count: int | None = None


class Machine(Protocol):
    """A shuffler that deals. Slots are 0 for the burn pile and seat numbers."""

    async def shuffle(self, command_id: int) -> Movement:
        """Take in the cards of the tray and mix them with what is inside."""

    async def eject(self, slot: int, command_id: int) -> Movement:
        """Move exactly one card; the same id never moves a second one."""

    async def settle(self, command_id: int) -> Movement:
        """Say what came of a command asked for earlier."""

    async def clear_faults(self) -> int | None:
        """A person has put right what was wrong; return how many cards the machine holds, None when it cannot say."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What a reading rests on, kept as evidence: when the frame was taken, by the clock on the wall and by the one that
    is never set back; how many *frames* agreed; the card's four corners, x and y in turn; and *pictures* (JPEG), the
    whole card first, then its indices."""

    at_utc_ms: int
    monotonic_ms: int
    frames: int = 1
    corners_px: tuple[float, ...] = ()
    pictures: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """A card a camera sees face up; *card* is None when it is there and not readable. *score* is 0-1; *seat* is the one in
    whose region it lies, where the camera's regions are known."""

    card: Card | None
    score: float
    trace: Trace | None = field(default=None, compare=False)
    seat: int | None = None


class EvidenceKeeper(Protocol):
    """Keeps what sightings rest on, sealed like their faces. Never waits, never raises for want of room."""

    def seal(self, camera: str, seen: tuple[Seen, ...]) -> Mapping[str, Fact]:
        """Return what the sighting's record is to say of its evidence; nothing where none is kept."""

    def keep(self) -> None:
        """The record is in the log: write what was sealed last."""


class Eye(Protocol):
    """A camera with its reader."""

    async def look(self) -> tuple[Seen, ...]:
        """Return what lies there now."""
