"""The file of the evidence: sealed pieces by their hash, and the hands that are held."""

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

from table_controller.marked_file import FileMark
from table_controller.retention import too_old_up_to

EVIDENCE_NAME: Final = "evidence.db"
AT_ONCE: Final = 500
"""Pieces deleted in one transaction."""
ALL_SEQS: Final = 2**63 - 1


class EvidenceError(OSError):
    """The evidence cannot be used: one line with what, where, and what to do."""


MARK: Final = FileMark(
    "an evidence file",
    0x44525745,  # "DRWE" in the SQLite header
    EvidenceError,
    version=1,
    # The first can be set only before anything stands in the file.
    settings=("auto_vacuum=INCREMENTAL", "journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"),
)

_DAYS: Final = "CREATE TABLE IF NOT EXISTS days (seq INTEGER NOT NULL, at_utc_ms INTEGER NOT NULL);"
"""When the table was on, by the last record then; files of before have none."""
_SCHEMA: Final = f"""
BEGIN IMMEDIATE;
CREATE TABLE pieces (
    hash TEXT PRIMARY KEY,
    hand_no INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    camera TEXT NOT NULL,
    at_utc_ms INTEGER NOT NULL,
    sealed BLOB NOT NULL
);
CREATE TABLE holds (hand_no INTEGER PRIMARY KEY, since_utc_ms INTEGER NOT NULL);
CREATE TABLE written (up_to_seq INTEGER NOT NULL);
INSERT INTO written VALUES (0);
{_DAYS}
PRAGMA application_id = {MARK.application_id};
PRAGMA user_version = {MARK.version};
COMMIT;
"""


class EvidenceFull(EvidenceError):
    """There is no room for more."""


class Piece(NamedTuple):
    """A sealed piece. *seq* is the log's record that names its *hash*, or a later one written in the same breath."""

    hash: str
    hand_no: int
    seq: int
    camera: str
    at_utc_ms: int
    sealed: bytes


@dataclass(frozen=True, slots=True)
class Pruned:
    """How many pieces went, named by records within these bounds."""

    count: int = 0
    from_seq: int = 0
    to_seq: int = 0


class EvidenceFile:
    """One evidence file; what a method writes is on the disk whole when it returns, or not at all. One thread at a time."""

    def __init__(self, connection: sqlite3.Connection, path: Path, *, is_new: bool = False) -> None:
        self._connection = connection
        self.path: Final = path
        self.is_new: Final = is_new

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the file for writing, made if need be, for its owner only.

        :raises EvidenceError: it cannot be made or written, or is another file
        """
        with _named(path, "cannot be made"), contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        made: list[bool] = []

        def make(new: sqlite3.Connection) -> None:
            new.executescript(_SCHEMA)
            made.append(True)

        with _named(path, "cannot be opened"):
            connection = MARK.open_for_writing(path, make)
            try:
                connection.execute(_DAYS)
            except sqlite3.Error:
                connection.close()
                raise
        return cls(connection, path, is_new=bool(made))

    @classmethod
    def open_for_reading(cls, path: Path) -> Self:
        """Open the file to look at, also while a table writes it.

        :raises EvidenceError: it is not there, or is another file
        """
        if not path.is_file():
            raise EvidenceError(f"{path}: no such evidence: was it kept? see [vision] evidence_days")
        with _named(path, "cannot be read"):
            connection = MARK.open_for_reading(path)
        return cls(connection, path)

    # Pieces

    def add(self, pieces: Iterable[Piece], up_to_seq: int) -> None:
        """Write pieces, and that all of the log up to this record has been seen to.

        :raises EvidenceError: nothing of it was written
        """
        with self._transaction("was not written"):
            self._connection.executemany("INSERT OR IGNORE INTO pieces VALUES (?, ?, ?, ?, ?, ?)", pieces)
            self._connection.execute("UPDATE written SET up_to_seq = max(up_to_seq, ?)", (up_to_seq,))

    @property
    def up_to_seq(self) -> int:
        """The last record of the log that was seen to."""
        with _named(self.path, "cannot be read"):
            return int(self._connection.execute("SELECT up_to_seq FROM written").fetchone()[0])

    def piece(self, name: str) -> Piece | None:
        """Return the piece of this hash, as it is in the file."""
        with _named(self.path, "cannot be read"):
            row = self._connection.execute("SELECT * FROM pieces WHERE hash = ?", (name,)).fetchone()
        return None if row is None else Piece(*row)

    def names(self) -> frozenset[str]:
        """Return the hashes of all pieces."""
        with _named(self.path, "cannot be read"):
            return frozenset(row[0] for row in self._connection.execute("SELECT hash FROM pieces"))

    def prune(self, now_utc_ms: int, days: int) -> Pruned:
        """Delete the pieces that are older than so many days, but for hands that are held; call it once a day.

        By a clock that is years off nothing is older (:func:`~table_controller.retention.too_old_up_to`).

        :raises EvidenceError: not all of them went
        """
        with self._transaction("was not pruned"):
            marks = self._connection.execute(
                "SELECT seq, at_utc_ms FROM (SELECT seq, at_utc_ms, 0 AS day, rowid AS place FROM pieces "
                "UNION ALL SELECT seq, at_utc_ms, 1, rowid FROM days) ORDER BY seq, day, place"
            ).fetchall()
            self._connection.execute("INSERT INTO days SELECT max(up_to_seq), ? FROM written", (now_utc_ms,))
        return self._delete(too_old_up_to(marks, now_utc_ms, days))

    def empty(self) -> Pruned:
        """Delete all pieces but those of hands that are held.

        :raises EvidenceError: not all of them went
        """
        return self._delete(ALL_SEQS)

    def _delete(self, up_to_seq: int) -> Pruned:
        gone = Pruned()
        while True:
            with self._transaction("was not pruned"):
                rows = self._connection.execute(
                    "DELETE FROM pieces WHERE rowid IN (SELECT rowid FROM pieces WHERE seq <= ? "
                    f"AND hand_no NOT IN (SELECT hand_no FROM holds) LIMIT {AT_ONCE}) RETURNING seq",
                    (up_to_seq,),
                ).fetchall()
            if not rows:
                break
            seqs = [row[0] for row in rows]
            gone = Pruned(
                gone.count + len(seqs), min(gone.from_seq or seqs[0], *seqs), max(gone.to_seq, *seqs)
            )
        with _named(self.path, "was not made smaller"):
            self._connection.execute("DELETE FROM days WHERE seq < (SELECT MIN(seq) FROM pieces)")
            self._connection.execute("PRAGMA incremental_vacuum").fetchall()
        return gone

    # Holds

    def hold(self, hand_no: int, since_utc_ms: int) -> None:
        """Keep the pieces of a hand until :meth:`release`."""
        with self._transaction("the hand is not held"):
            self._connection.execute("INSERT OR IGNORE INTO holds VALUES (?, ?)", (hand_no, since_utc_ms))

    def release(self, hand_no: int) -> bool:
        """Let a hand's pieces go when their time comes; False if it was not held."""
        with self._transaction("the hand is still held"):
            return self._connection.execute("DELETE FROM holds WHERE hand_no = ?", (hand_no,)).rowcount > 0

    def held(self) -> tuple[int, ...]:
        """Return the hands that are held."""
        with _named(self.path, "cannot be read"):
            rows = self._connection.execute("SELECT hand_no FROM holds ORDER BY hand_no")
            return tuple(row[0] for row in rows)

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextlib.contextmanager
    def _transaction(self, failed: str) -> Iterator[None]:
        with _named(self.path, failed):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except sqlite3.Error:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise


@contextlib.contextmanager
def _named(path: Path, what: str) -> Iterator[None]:
    """Turn what SQLite and the system say into one line that names the file."""
    try:
        yield
    except (FileExistsError, EvidenceError):
        raise
    except OSError as error:
        raise EvidenceError(f"{path}: {what}: {error.strerror or error}") from None
    except sqlite3.Error as error:
        full = getattr(error, "sqlite_errorname", "") == "SQLITE_FULL"
        kind = EvidenceFull if full else EvidenceError
        raise kind(f"{path}: {what}: {'the disk is full' if full else error}") from None
