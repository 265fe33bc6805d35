"""The log of a running table: what happened is on the disk before anybody hears of it."""

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from table_controller.codec import Stored, canonical, encode_sealed
from table_controller.commands import Command
from table_controller.event_log.device_commands import CommandIds, OpenIntent, open_intents
from table_controller.event_log.errors import DiskFailed, LogDamaged, LogError, log_errors
from table_controller.event_log.reader import LogReader
from table_controller.event_log.record import Head, Kind, Record
from table_controller.event_log.schema import open_for_writing
from table_controller.event_log.writer_lock import WriterLock
from table_controller.events import ActionRefused, Event
from table_controller.hidden_faces import RecordSeal, Sealer
from table_controller.observations import DeviceCommandAnswered, DeviceCommandAsked, Note, Observation

_INSERT: Final = "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

Clock = Callable[[], tuple[int, int]]
"""Returns UTC and monotonic time, both in milliseconds."""


def system_clock() -> tuple[int, int]:
    """Return the time of this computer."""
    return time.time_ns() // 1_000_000, time.monotonic_ns() // 1_000_000


class EventLog:
    """An open log with its one writer (an :class:`~table_controller.ports.EventStore`); safe from any thread.

    What a method writes is one transaction, durable when it returns; when it raises :class:`LogError`,
    nothing of it is in the log. Only after :class:`DiskFailed` nobody can know: then nothing more is
    written until the log is opened anew, and what it holds then is what happened.
    """

    def __init__(self, path: Path, sealer: Sealer, clock: Clock = system_clock) -> None:
        """Open the log of a table for writing, made if need be.

        :raises LogError: it cannot be written, is not a log, or has a writer already
        """
        if not path.parent.is_dir():
            raise LogError(f"{path}: its folder is not there: make it, or name another")
        self._path = path
        self._sealer = sealer
        self._clock = clock
        self._turn = threading.Lock()
        self._failure: LogError | None = None
        with contextlib.ExitStack() as opened:
            opened.callback(WriterLock(path).release)
            self._connection = open_for_writing(path)
            opened.callback(self._connection.close)
            self.reader: Final = opened.enter_context(LogReader.open(path))
            with log_errors(path, "opening the log"):
                self._command_ids = CommandIds(self._connection)
            self._identity = self.reader.identity
            self._head = self.reader.head()
            self._hand = self.reader.hand_place()
            self._opened = opened.pop_all()

    @property
    def head(self) -> Head:
        """The last record written."""
        return self._head

    @property
    def hand_no(self) -> int:
        """The hand under way, 0 between hands."""
        return self._hand.running

    def append(self, command: Command, events: tuple[Event, ...]) -> None:
        """Write a command and its events in one transaction.

        :raises LogError: they could not be written; nothing of them was
        """
        with self._turn:
            entries: list[tuple[Kind, Stored]] = [("command", command)]
            entries += [
                ("refusal" if isinstance(event, ActionRefused) else "event", event) for event in events
            ]
            self._write(entries, self._hand.hand_of(events))
            for event in events:
                self._hand = self._hand.after(event)

    def observe(self, *observations: Observation) -> None:
        """Write what devices or cameras reported.

        :raises LogError: it could not be written
        """
        with self._turn:
            self._write([("observation", one) for one in observations], self._hand.running)

    def note(self, text: str) -> None:
        """Write a remark; it must name no hidden card.

        :raises LogError: it could not be written
        """
        with self._turn:
            self._write([("note", Note(text))], self._hand.running)

    def next_command_id(self) -> int:
        """Return a device command id never given before, durable before it is returned.

        :raises LogError: it could not be written, or the ids are used up
        """
        with self._turn, self._failing("counting device commands"):
            return self._command_ids.take()

    def allocate_above(self, command_id: int) -> None:
        """Give only ids above this one from now on: the highest a device says it has seen."""
        with self._turn:
            self._command_ids.above(command_id)

    def record_intent(self, command_id: int, what: str) -> None:
        """Write that a device is about to be asked for *what*; call it before anything is sent.

        :raises LogError: it could not be written, or this id was used before
        """
        asked = DeviceCommandAsked(command_id, what)
        with self._turn:
            if self._command_ids.is_recorded(command_id):
                raise LogError(f"{self._path}: device command {command_id} was recorded before")
            self._write(
                [("note", asked)],
                self._hand.running,
                ("INSERT INTO device_commands (command_id, what) VALUES (?, ?)", (command_id, what)),
            )

    def record_outcome(self, command_id: int, outcome: str) -> None:
        """Write what came of a device command.

        :raises LogError: it could not be written
        """
        answered = DeviceCommandAnswered(command_id, outcome)
        with self._turn:
            self._write(
                [("note", answered)],
                self._hand.running,
                ("UPDATE device_commands SET outcome = ? WHERE command_id = ?", (outcome, command_id)),
            )

    def open_intents(self) -> tuple[OpenIntent, ...]:
        """Return what devices were asked for without an answer on record, oldest first.

        :raises LogError: the log cannot be read
        """
        with self._turn, log_errors(self._path, "reading the log"):
            return open_intents(self._connection)

    def close(self) -> None:
        """Close the log and let another process write it."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(
        self,
        entries: list[tuple[Kind, Stored]],
        hand_no: int,
        with_it: tuple[str, tuple[int | str, ...]] | None = None,
    ) -> None:
        rows = self._rows(entries, hand_no)
        with self._failing("writing a record"):
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(_INSERT, rows)
            if with_it is not None:
                self._connection.execute(*with_it)
            self._connection.execute("COMMIT")
        if rows:
            self._head = Head(rows[-1].seq, rows[-1].hash)

    def _rows(self, entries: list[tuple[Kind, Stored]], hand_no: int) -> list[Record]:
        at_utc_ms, monotonic_ms = self._clock()
        head, batch, rows = self._head, self._head.seq + 1, []
        for kind, value in entries:
            seq = head.seq + 1
            seal = RecordSeal(self._sealer, hand_no, self._identity.place(seq))
            body = canonical(encode_sealed(value, seal))
            row = Record.chained(seq, batch, at_utc_ms, monotonic_ms, kind, hand_no, body, head.hash)
            rows.append(row)
            head = Head(seq, row.hash)
        return rows

    @contextlib.contextmanager
    def _failing(self, doing: str) -> Iterator[None]:
        """Leave nothing half-written, and write nothing more after a failure nobody can judge."""
        if self._failure is not None:
            raise LogError(f"{self._failure}; nothing was written since: open the log anew")
        try:
            with log_errors(self._path, doing):
                yield
        except LogError as error:
            if isinstance(error, DiskFailed | LogDamaged):
                self._failure = error
            self._roll_back()
            raise

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
