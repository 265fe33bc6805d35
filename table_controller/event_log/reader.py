"""Reading a log, also while a table writes it."""

import sqlite3
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from table_controller.codec import Stored, decode, parse_body
from table_controller.codec_forms import CodecError
from table_controller.event_log.errors import LogError, log_errors
from table_controller.event_log.hand_of import HandPlace
from table_controller.event_log.record import Head, Identity, Record
from table_controller.event_log.schema import identity_of, open_for_reading
from table_controller.events import ActionUndone, HandEnded, HandRetrieved, HandStarted
from table_controller.hidden_faces import RecordSeal, Sealer

PAGE: Final = 1000
"""Records read at a time: between pages no read is open, so a writer's log is never held up."""

_COLUMNS: Final = "seq, batch, at_utc_ms, monotonic_ms, kind, hand_no, body, prev_hash, hash"
_HAND_BOUNDS: Final = tuple(
    f'"type":"{cls.__name__}"' for cls in (HandStarted, HandEnded, ActionUndone, HandRetrieved)
)


SEALED_MARK: Final = '"sealed"'
"""Stands in every body with a sealed field."""
BODIES_KEPT: Final = 4096
"""How many values without anything sealed are remembered by their text: a log says the same few words over and over."""


@lru_cache(maxsize=BODIES_KEPT)
def _decode_open(body: str) -> Stored:
    return decode(parse_body(body))


class LogReader:
    """The records of one log, in order."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self.path: Final = path
        self.identity: Final[Identity] = identity_of(connection, path)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a log to read.

        :raises LogError: it is not there, or is not a log
        """
        return cls(open_for_reading(path), path)

    def count(self) -> int:
        """Return the number of records."""
        return self._one("SELECT count(*) FROM records")

    def head(self) -> Head:
        """Return the last record's seq and hash; seq 0 and the genesis hash of an empty log."""
        with log_errors(self.path, "reading the log"):
            row = self._connection.execute(
                "SELECT seq, hash FROM records ORDER BY seq DESC LIMIT 1"
            ).fetchone()
        return Head(*row) if row else Head(0, self.identity.genesis)

    def records(
        self, after: int = 0, hand_no: int | None = None, saying: str | None = None
    ) -> Iterator[Record]:
        """Yield the records after this seq, of one hand and with *saying* in their bodies where these are given."""
        wanted = [("hand_no = ?", hand_no), ("instr(body, ?)", saying)]
        only = "".join(f" AND {condition}" for condition, value in wanted if value is not None)
        values = tuple(value for _, value in wanted if value is not None)
        query = f"SELECT {_COLUMNS} FROM records WHERE seq > ?{only} ORDER BY seq LIMIT {PAGE}"
        while True:
            with log_errors(self.path, "reading the log"):
                rows = self._connection.execute(query, (after, *values)).fetchall()
            for row in rows:
                yield Record(*row)
            if len(rows) < PAGE:
                return
            after = rows[-1][0]

    def value_of(self, record: Record, sealer: Sealer) -> Stored:
        """Return what was stored, its hidden faces opened.

        :raises SealBroken: a hidden face does not open
        :raises LogError: the record is not one this program can read
        """
        try:
            if SEALED_MARK not in record.body:
                return _decode_open(record.body)
            seal = RecordSeal(sealer, record.hand_no, self.identity.place(record.seq))
            return decode(parse_body(record.body), seal)
        except CodecError as error:
            raise LogError(f"{self.path}: record {record.seq}: {error}") from None

    def hand_place(self) -> HandPlace:
        """Return which hand is under way, and which was the last."""
        started, *others = _HAND_BOUNDS
        start = self._one(
            "SELECT ifnull(max(seq), 0) FROM records WHERE kind = 'event' AND instr(body, ?)", started
        )
        with log_errors(self.path, "reading the log"):
            rows = self._connection.execute(
                "SELECT body FROM records WHERE seq >= ? AND kind = 'event' "
                f"AND ({' OR '.join(['instr(body, ?)'] * len(_HAND_BOUNDS))}) ORDER BY seq",
                (start, started, *others),
            ).fetchall()
        place = HandPlace()
        for (body,) in rows:
            event = decode(parse_body(body))
            if isinstance(event, HandStarted | HandEnded | ActionUndone | HandRetrieved):
                place = place.after(event)
        return place

    def damage(self) -> str | None:
        """Return what SQLite finds wrong with the file itself, None when it is sound."""
        try:
            found = str(self._connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        except sqlite3.Error as error:
            return str(error)
        return None if found == "ok" else " ".join(found.split())

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _one(self, query: str, *values: str) -> int:
        with log_errors(self.path, "reading the log"):
            return int(self._connection.execute(query, values).fetchone()[0])
