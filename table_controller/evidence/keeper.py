"""Keeps evidence while a table runs: sealed where it arises, written by a thread of its own."""

import shutil
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import structlog

from table_controller.event_log.reader import LogReader
from table_controller.event_log.record import Head, Identity
from table_controller.evidence.file import EvidenceError, EvidenceFile, EvidenceFull, Piece
from table_controller.evidence.named import names_in
from table_controller.evidence.piece import NONE_KEPT, digest, pack, place_of
from table_controller.hidden_faces import Sealer
from table_controller.observations import Fact, Observation
from table_controller.ports import Seen

SOURCE: Final = "evidence"
WRITE_EVERY_S: Final = 1.0
"""So the disk is waited for at most once a second, and a power cut costs a second's pieces."""
MOST_WAITING: Final = 2000
"""Pieces that wait for the disk, 8 MB; what comes beyond them is not kept, and said so."""
LEAST_FREE_BYTES: Final = 500_000_000
"""The log needs the disk more than the evidence does."""
DAY_S: Final = 86_400.0

log = structlog.get_logger()


class Log(Protocol):
    """What the keeper needs of the table's log."""

    @property
    def hand_no(self) -> int:
        """The hand under way."""

    @property
    def head(self) -> Head:
        """The last record."""

    def observe(self, *observations: Observation) -> None:
        """Write an observation."""


@dataclass(frozen=True, slots=True)
class Loss:
    """So many pieces that records within these bounds name are not there, and *why*."""

    count: int
    from_seq: int
    to_seq: int
    why: str

    def observation(self) -> Observation:
        facts: dict[str, Fact] = {
            "count": self.count, "from_seq": self.from_seq, "to_seq": self.to_seq, "why": self.why
        }  # fmt: skip
        return Observation(SOURCE, "EvidenceGone", facts)


def system_clock() -> tuple[int, float]:
    """Return UTC in ms and the monotonic time in s."""
    return time.time_ns() // 1_000_000, time.monotonic()


class Keeper:
    """An :class:`~table_controller.ports.EvidenceKeeper` over one file. :attr:`trouble` says why nothing is kept.

    Calls of the table return at once: pieces wait in memory, and there are never more than :data:`MOST_WAITING`.
    Whatever is not kept stands in the log as an observation ``EvidenceGone``.
    """

    def __init__(
        self,
        file: EvidenceFile,
        table_log: Log,
        sealer: Sealer,
        identity: Identity,
        days: int,
        clock: Callable[[], tuple[int, float]] = system_clock,
        free_bytes: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
    ) -> None:
        self._file: Final = file
        self._log: Final = table_log
        self._sealer: Final = sealer
        self._place: Final = place_of(identity.table_id)
        self._days: Final = days
        self._clock: Final = clock
        self._free_bytes: Final = free_bytes
        self._sealed: list[Piece] = []
        self._before = 0
        self._waiting: list[Piece] = []
        self._losses: list[Loss] = []
        self._turn: Final = threading.Lock()
        self._stop: Final = threading.Event()
        self._pruned_at: float | None = None
        self.trouble: str | None = None
        self.lost = 0
        self._thread: Final = threading.Thread(target=self._run, name="evidence", daemon=True)

    def start(self, reader: LogReader) -> None:
        """Tell what a power cut took, then write in the background until :meth:`close`."""
        up_to = self._log.head.seq if self._file.is_new else self._file.up_to_seq
        there = self._file.names()
        for record in reader.records(up_to):
            missing = [name for name in names_in(record) if name != NONE_KEPT and name not in there]
            if missing:
                self._lose(len(missing), record.seq, record.seq, "the table stopped before it was written")
        self._thread.start()

    def seal(self, camera: str, seen: tuple[Seen, ...]) -> Mapping[str, Fact]:
        """Seal what there is of each card; return the fact that names it in the record."""
        hand_no, self._before = self._log.hand_no, self._log.head.seq
        at_utc_ms = self._clock()[0]
        self._sealed = []
        names: list[str] = []
        for one in seen:
            plain = pack(camera, one)
            if plain is None:
                names.append(NONE_KEPT)
                continue
            sealed = self._sealer.seal(hand_no, self._place, plain)
            names.append(digest(sealed))
            self._sealed.append(Piece(names[-1], hand_no, 0, camera, at_utc_ms, sealed))
        return {"evidence": " ".join(names)} if self._sealed else {}

    def keep(self) -> None:
        """Hand what was sealed last to the writer, or let it go when too much waits."""
        pieces, self._sealed = self._sealed, []
        seq = self._log.head.seq
        with self._turn:
            room = MOST_WAITING - len(self._waiting)
            self._waiting += [piece._replace(seq=seq) for piece in pieces[:room]]
        if len(pieces) > room:
            self._lose(len(pieces) - room, self._before + 1, seq, "the disk is too slow")

    def close(self) -> None:
        """Write what waits, and end."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        self._file.close()

    def write(self) -> None:
        """Write what waits, prune once a day, tell the log of losses: what the thread does each second."""
        with self._turn:
            batch, self._waiting = self._waiting, []
        if batch:
            self._write(batch)
        self._prune()
        self._tell()

    def _run(self) -> None:
        while not self._stop.wait(WRITE_EVERY_S):
            self.write()
        self.write()

    def _write(self, batch: list[Piece]) -> None:
        first, last = batch[0].seq, batch[-1].seq
        try:
            self._require_room()
            self._file.add(batch, last)
            self.trouble = None
        except EvidenceError as error:
            if self.trouble is None:
                log.error("no evidence is kept", detail=str(error))
            self.trouble = str(error)
            self._lose(
                len(batch),
                first,
                last,
                "the disk is full" if isinstance(error, EvidenceFull) else "the disk failed",
            )

    def _require_room(self) -> None:
        """:raises EvidenceError: the disk is nearly full, or is not there any more"""
        path = self._file.path
        try:
            free = self._free_bytes(path.parent)
        except OSError as error:
            raise EvidenceError(f"{path}: the disk cannot be asked: {error.strerror or error}") from error
        if free < LEAST_FREE_BYTES:
            raise EvidenceFull(f"{path}: the disk is nearly full: free some space")

    def _prune(self) -> None:
        utc_ms, now = self._clock()
        if self._pruned_at is not None and now - self._pruned_at < DAY_S:
            return
        self._pruned_at = now
        try:
            gone = self._file.prune(utc_ms, self._days)
        except EvidenceError as error:
            log.error("old evidence was not deleted", detail=str(error))
            return
        if gone.count:
            why = f"kept for {self._days} days"
            with self._turn:
                self._losses.append(Loss(gone.count, gone.from_seq, gone.to_seq, why))

    def _lose(self, count: int, from_seq: int, to_seq: int, why: str) -> None:
        """Note a loss, together with the one before where it is of the same kind."""
        with self._turn:
            self.lost += count
            last = self._losses[-1] if self._losses else None
            if last is not None and last.why == why:
                self._losses[-1] = Loss(last.count + count, last.from_seq, to_seq, why)
            else:
                self._losses.append(Loss(count, from_seq, to_seq, why))

    def _tell(self) -> None:
        with self._turn:
            losses, self._losses = self._losses, []
        try:
            if losses:
                self._log.observe(*(loss.observation() for loss in losses))
        except OSError as error:
            log.error("the log was not told of lost evidence", detail=str(error))
            with self._turn:
                self._losses = losses + self._losses
