"""What the controller needs of the world, as protocols."""

from typing import Protocol

from table_controller.commands import Command
from table_controller.events import Event
from table_controller.table.state import Table


class EventStore(Protocol):
    """Keeps what happened before anybody hears of it."""

    def append(self, command: Command, events: tuple[Event, ...]) -> None:
        """Write command and events in one transaction; durable on return.

        :raises OSError: they could not be written; nothing of them was
        """

    def next_command_id(self) -> int:
        """Return a device command id never given before, durable before it is returned."""


class Publisher(Protocol):
    """Tells the world what it may know."""

    def publish(self, event: Event, table: Table) -> None:
        """Pass on the public view of *event*; *table* is the table after it. Never blocks, never raises."""
