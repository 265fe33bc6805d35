"""An SQLite file that says in its header whose it is: how those of a table are opened, made and told from others."""

import contextlib
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Mode = Literal["rwc", "rw", "ro", "ro&immutable=1"]


@dataclass(frozen=True, slots=True)
class FileMark:
    """What stands in the header. *name* says what it is, as "a log"; *version* is the newest that is understood; *settings*
    are the pragmas of who writes it, in their order; *error* is raised where it is another file."""

    name: str
    application_id: int
    error: type[OSError]
    version: int = 0
    settings: tuple[str, ...] = ()

    def open_for_writing(
        self, path: Path, make: Callable[[sqlite3.Connection], object], mode: Mode = "rw"
    ) -> sqlite3.Connection:
        """Open the file; *make* gets it first where it is empty.

        :raises OSError: *error*: it is another file, or of a newer drawtable
        :raises sqlite3.Error: it cannot be opened or made
        """
        with contextlib.ExitStack() as opened:
            connection = opened.enter_context(contextlib.closing(connect(path, mode)))
            for setting in self.settings:
                connection.execute(f"PRAGMA {setting}")
            if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                make(connection)
            self.require(connection, path)
            opened.pop_all()
        return connection

    def open_for_reading(self, path: Path) -> sqlite3.Connection:
        """Open the file to read, also while another program writes it.

        :raises OSError: *error*: it is another file, or of a newer drawtable
        :raises sqlite3.Error: it cannot be opened
        """
        with contextlib.ExitStack() as opened:
            connection = opened.enter_context(contextlib.closing(connect(path, "ro")))
            self.require(connection, path)
            opened.pop_all()
        return connection

    def require(self, connection: sqlite3.Connection, path: Path) -> None:
        """Check that an open file is what it should be.

        :raises OSError: *error*: it is another file, or of a newer drawtable
        """
        if connection.execute("PRAGMA application_id").fetchone()[0] != self.application_id:
            raise self.error(f"{path}: not {self.name} of drawtable; name another file")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > self.version:
            raise self.error(
                f"{path}: made by a newer drawtable ({self.name.partition(' ')[2]} version {version}); update this program"
            )


def connect(path: Path, mode: Mode) -> sqlite3.Connection:
    """Open a file of SQLite's as it is; every statement is a transaction of its own unless one is begun."""
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False
    )
