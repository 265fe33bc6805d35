"""Device commands: ids never given twice, and what was asked for but not answered."""

import sqlite3
import time
from dataclasses import dataclass
from typing import Final

from table_controller.event_log.errors import LogError

IDS_AT_A_TIME: Final = 64
"""Ids made durable with one commit; what is left of them at a restart is skipped."""

MAX_COMMAND_ID: Final = 2**32 - 1
_COUNTED_FROM_UTC_S: Final = 1_767_225_600  # 2026-01-01: the clock serves until 2162


@dataclass(frozen=True, slots=True)
class OpenIntent:
    """A device was asked for *what*, or was about to be, and what came of it is not known."""

    command_id: int
    what: str


class CommandIds:
    """Gives out ids from a durable counter.

    Each opening begins at the seconds since 2026 or above the counter, whichever is more: a log put back from
    a copy has an old counter, but gives no id again as long as a table asks for less than one a second on average.
    Where a device knows of a higher id, :meth:`above` takes it into account.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        ceiling = connection.execute("SELECT value FROM meta WHERE key = 'command_id_ceiling'").fetchone()
        self._ceiling = int(ceiling[0]) if ceiling else 0
        self._next = max(self._ceiling + 1, int(time.time()) - _COUNTED_FROM_UTC_S, 1)

    def take(self) -> int:
        """Return the next id, durable.

        :raises LogError: the ids are used up
        """
        if self._next > MAX_COMMAND_ID:
            raise LogError("all device command ids are used up: begin a new log and set the devices back")
        if self._next > self._ceiling:
            ceiling = min(self._next + IDS_AT_A_TIME - 1, MAX_COMMAND_ID)
            self._connection.execute(
                "UPDATE meta SET value = ? WHERE key = 'command_id_ceiling'", (str(ceiling),)
            )
            self._ceiling = ceiling
        self._next += 1
        return self._next - 1

    def above(self, command_id: int) -> None:
        """Give only ids above this one from now on."""
        self._next = max(self._next, command_id + 1)

    def is_recorded(self, command_id: int) -> bool:
        """Return whether a device was asked under this id."""
        query = "SELECT count(*) FROM device_commands WHERE command_id = ?"
        return bool(self._connection.execute(query, (command_id,)).fetchone()[0])


def open_intents(connection: sqlite3.Connection) -> tuple[OpenIntent, ...]:
    """Return the device commands without an outcome, oldest first."""
    rows = connection.execute(
        "SELECT command_id, what FROM device_commands WHERE outcome IS NULL ORDER BY command_id"
    )
    return tuple(OpenIntent(*row) for row in rows)
