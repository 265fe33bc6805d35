"""How fast the log is: commits beside plain SQLite that syncs as it does, replay and verifying by the record."""

import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from table_controller.cards import DECK
from table_controller.commands import BetTo, DeliverCard, StartHand
from table_controller.event_log.reader import LogReader
from table_controller.event_log.store import EventLog
from table_controller.event_log.verify import verify
from table_controller.events import ActionAwaited, BetMade, CardDealt, HandStarted
from table_controller.sealing import KeyStore
from tests.bench.printed import printed

ROUNDS = 6
COMMITS_A_ROUND = 50
RECORDS_TO_READ = 20_000
BATCH_TO_READ = 1_000


def run() -> list[tuple[str, float, str]]:
    """Return (what, figure, unit) lines; takes a few seconds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with KeyStore.open(folder / "keys.db") as keys, EventLog(folder / "table.db", keys) as log:
            log.append(StartHand(), (HandStarted(1, 1, (1, 2), 0, 0, "stamp"),))
            lines = _commits(log, folder / "plain.db")
            _fill(log)
            return [*lines, *_reading(folder / "table.db", keys)]


def _commits(log: EventLog, plain_path: Path) -> list[tuple[str, float, str]]:
    """Ours and plain SQLite by turns, since a disk's speed changes from second to second."""
    ours_s, plain_s = 0.0, 0.0
    with closing(sqlite3.connect(plain_path, isolation_level=None)) as plain:
        plain.execute("PRAGMA journal_mode = WAL")
        plain.execute("PRAGMA synchronous = FULL")
        plain.execute("CREATE TABLE records (body TEXT)")
        for _ in range(ROUNDS):
            start = time.perf_counter()
            for number in range(COMMITS_A_ROUND):
                log.append(
                    DeliverCard(DECK[number]), (CardDealt(1, number, DECK[number], 0), ActionAwaited(2))
                )
            ours_s += time.perf_counter() - start
            start = time.perf_counter()
            for _ in range(COMMITS_A_ROUND):
                plain.execute("BEGIN IMMEDIATE")
                plain.executemany("INSERT INTO records VALUES (?)", [("x" * 400,)] * 3)
                plain.execute("COMMIT")
            plain_s += time.perf_counter() - start
    commits = ROUNDS * COMMITS_A_ROUND
    return [
        ("log: a command and two events, sealed, chained, synced", commits / ours_s, "commits/s"),
        ("log: plain SQLite, three rows, WAL, synchronous FULL", commits / plain_s, "commits/s"),
    ]


def _fill(log: EventLog) -> None:
    events = (
        CardDealt(1, 1, DECK[0], 0),
        BetMade(1, 2, 2, "bet", True, 2, 2),
        ActionAwaited(2),
        ActionAwaited(None),
    ) * (BATCH_TO_READ // 4)
    for _ in range(RECORDS_TO_READ // BATCH_TO_READ):
        log.append(BetTo(1, 2), events)


def _reading(path: Path, keys: KeyStore) -> list[tuple[str, float, str]]:
    with LogReader.open(path) as reader:
        count = reader.count()
        start = time.perf_counter()
        verdict = verify(reader)
        verify_s = time.perf_counter() - start
        if verdict.problem is not None:
            raise RuntimeError(verdict.problem)
        start = time.perf_counter()
        for record in reader.records():
            reader.value_of(record, keys)
        read_s = time.perf_counter() - start
    return [
        ("log: verifying the chain", count / verify_s, "records/s"),
        ("log: reading records back, seals opened", count / read_s, "records/s"),
    ]


if __name__ == "__main__":
    printed(run)
