"""The file of the log: its tables, how it is made and opened."""

import contextlib
import sqlite3
import uuid
from pathlib import Path
from typing import Final

from table_controller.event_log.errors import LogError, log_errors
from table_controller.event_log.record import KINDS, Identity
from table_controller.marked_file import FileMark, connect

MARK: Final = FileMark(
    "a log",
    0x4452574C,  # "DRWL" in the SQLite header
    LogError,
    version=1,
    settings=("journal_mode=WAL", "synchronous=FULL"),
)

_TABLES: Final = f"""
BEGIN IMMEDIATE;
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE records (
    seq INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL,
    at_utc_ms INTEGER NOT NULL,
    monotonic_ms INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ({", ".join(f"'{kind}'" for kind in KINDS)})),
    hand_no INTEGER NOT NULL,
    body TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL
);
CREATE INDEX records_of_hand ON records (hand_no);
CREATE TABLE checkpoints (
    seq INTEGER PRIMARY KEY,
    hash TEXT NOT NULL,
    signature BLOB NOT NULL,
    public_key BLOB NOT NULL
);
CREATE TABLE device_commands (command_id INTEGER PRIMARY KEY, what TEXT NOT NULL, outcome TEXT);
CREATE TRIGGER records_stay BEFORE UPDATE ON records
    BEGIN SELECT raise(ABORT, 'records are never changed'); END;
CREATE TRIGGER records_are_kept BEFORE DELETE ON records
    BEGIN SELECT raise(ABORT, 'records are never deleted'); END;
INSERT INTO meta VALUES ('table_id', ?1), ('nonce', ?2), ('command_id_ceiling', '0');
PRAGMA application_id = {MARK.application_id};
PRAGMA user_version = {MARK.version};
COMMIT;
"""


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open the log, made if need be, so that a commit is on the disk when it returns.

    :raises LogError: it cannot be opened, or is not a log, or is of a newer drawtable
    """
    with log_errors(path, "opening the log"):
        return MARK.open_for_writing(path, _make, "rwc")


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Open a log to read, also while a table writes it.

    :raises LogError: it is not there or not a log
    """
    if not path.is_file():
        raise LogError(f"{path}: no such log")
    with contextlib.ExitStack() as opened, log_errors(path, "reading the log"):
        connection = opened.enter_context(contextlib.closing(connect(path, "ro")))
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            connection.close()
            connection = opened.enter_context(contextlib.closing(_connect_at_rest(path)))
        MARK.require(connection, path)
        opened.pop_all()
    return connection


def identity_of(connection: sqlite3.Connection, path: Path) -> Identity:
    """Return the identity of an open log."""
    with log_errors(path, "reading the log"):
        meta = dict(connection.execute("SELECT key, value FROM meta"))
    try:
        return Identity(meta["table_id"], meta["nonce"])
    except KeyError as error:
        raise LogError(f"{path}: its {error} is gone; go on from a copy") from None


def _connect_at_rest(path: Path) -> sqlite3.Connection:
    """Open a log nobody writes where no file can be made beside it, as on a read-only disk."""
    wal = path.with_name(f"{path.name}-wal")
    if wal.exists() and wal.stat().st_size:
        raise LogError(f"{path}: its folder cannot be written, which reading needs while {wal.name} is there")
    return connect(path, "ro&immutable=1")


def _make(connection: sqlite3.Connection) -> None:
    identity = (uuid.uuid4().hex, uuid.uuid4().hex)
    for statement in _statements():
        connection.execute(statement, identity if "?1" in statement else ())


def _statements() -> list[str]:
    statements = [""]
    for line in _TABLES.splitlines():
        statements[-1] += line + "\n"
        if sqlite3.complete_statement(statements[-1]):
            statements.append("")
    return [statement for statement in statements if statement.strip()]
