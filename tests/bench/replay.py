"""How fast a long log of whole hands is verified and replayed on one core, and where the time goes.

``python -m tests.bench.replay 100000`` builds a log of that many hands first; 2,000 are built where no number is given.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, cast

from rich.progress import Progress

from table_controller import commands as c
from table_controller import stopped
from table_controller.codec import check, parse_body
from table_controller.decide import act
from table_controller.event_log.reader import LogReader
from table_controller.event_log.record import Record
from table_controller.event_log.replay import replay
from table_controller.event_log.store import EventLog
from table_controller.event_log.verify import verify
from table_controller.events import Event
from table_controller.sealing import KeyStore
from table_controller.table.evolve import evolve
from table_controller.table.state import Phase, Table
from tests.bench.hands import GAMES, action, decks, new_table_of

HANDS: Final = 2_000
HANDS_IN_THE_BENCH: Final = 200
PLAYERS: Final = 4
STACK: Final = 10_000_000
PAGE: Final = 20_000
"""Records of which the parts are measured at a time, so that a long log need not lie in memory."""
IN_MEMORY: Final = Path("/dev/shm")
"""Where a log is built: that is not what is measured, and no disk is waited for."""

Tell = Callable[[int, int], None]


@contextmanager
def written(hands: int, tell: Tell) -> Iterator[tuple[LogReader, KeyStore, Table, Table]]:
    """Yield a log of that many hands of five-card draw, its keys, and the table at its beginning and end."""
    with (
        tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as name,
        KeyStore.open(Path(name) / "keys.db") as keys,
        EventLog(Path(name) / "table.db", keys) as log,
    ):
        begun = table = new_table_of(GAMES[0])
        for number in range(1, PLAYERS + 1):
            table = _put(log, table, c.TakeSeat(number, "", STACK))
        for done, deck in enumerate(decks(hands)):
            tell(done, hands)
            table = _put(log, table, c.StartHand())
            cards = iter(deck)
            while table.phase is not Phase.OVER:
                table = _put(log, table, c.DeliverCard(next(cards)) if table.due else action(table, 3))
        yield log.reader, keys, begun, table


def _put(log: EventLog, table: Table, command: c.Command) -> Table:
    decision = act(table, command)
    log.append(command, decision.events)
    return decision.table


def parts(reader: LogReader, keys: KeyStore, table: Table, tell: Tell) -> dict[str, float]:
    """Return the seconds of processor time of each part of verifying and replaying."""
    spent: dict[str, float] = {}
    total, after = reader.count(), 0
    while after < total:
        tell(after, total)
        with _timed(spent, "reading rows"):
            page = [record for record, _ in zip(reader.records(after), range(PAGE), strict=False)]
        with _timed(spent, "hashing the chain"):
            for record in page:
                record.expected_hash  # noqa: B018 - only its time is wanted
        with _timed(spent, "checking bodies"):
            for body in dict.fromkeys(record.body for record in page):
                check(parse_body(body))
        with _timed(spent, "values, seals opened"):
            events = list(_events(reader, keys, page))
        with _timed(spent, "folding events"):
            for event in events:
                table = evolve(table, event)
        after = page[-1].seq
    return spent


@contextmanager
def _timed(spent: dict[str, float], what: str) -> Iterator[None]:
    start = time.process_time()
    yield
    spent[what] = spent.get(what, 0.0) + time.process_time() - start


def _events(reader: LogReader, keys: KeyStore, page: list[Record]) -> Iterator[Event]:
    for record in page:
        if record.kind in ("event", "refusal"):
            yield cast(Event, reader.value_of(record, keys))


def whole(reader: LogReader, keys: KeyStore, begun: Table, ended: Table, tell: Tell) -> tuple[float, float]:
    """Return the seconds of processor time of verifying and of replaying.

    :raises RuntimeError: the log is not sound, or does not give the table it was written from
    """
    start = time.process_time()
    verdict = verify(reader, progress=tell)
    verified = time.process_time() - start
    if verdict.problem is not None:
        raise RuntimeError(verdict.problem)
    start = time.process_time()
    table = replay(reader, keys, begun, evolve, tell)
    replayed = time.process_time() - start
    if table != ended:
        raise RuntimeError("the log does not give the table it was written from")
    return verified, replayed


def run() -> list[tuple[str, float, str]]:
    """Return (what, figure, unit) lines for ``make bench``."""

    def silent(_done: int, _total: int) -> None:
        return None

    with written(HANDS_IN_THE_BENCH, silent) as (reader, keys, begun, ended):
        verified, replayed = whole(reader, keys, begun, ended, silent)
    return [
        ("log: whole hands verified", HANDS_IN_THE_BENCH / verified, "hands/s"),
        ("log: whole hands replayed, seals opened", HANDS_IN_THE_BENCH / replayed, "hands/s"),
    ]


def main() -> None:
    """Build a log of so many hands, verify and replay it, and print where the time goes."""
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    with Progress(transient=True) as bars:

        def bar(what: str) -> Tell:
            task = bars.add_task(what)
            return lambda done, total: bars.update(task, completed=done, total=total)

        with written(hands, bar("Writing hands")) as (reader, keys, begun, ended):
            records = reader.count()
            verified, replayed = whole(reader, keys, begun, ended, bar("Verifying and replaying"))
            spent = parts(reader, keys, begun, bar("Measuring the parts"))
    print(f"{hands:,} hands, {records:,} records, processor time of one core")
    for what, seconds in (("verified", verified), ("replayed, seals opened", replayed), *spent.items()):
        print(
            f"{what:<26}{seconds:>9.2f} s{hands / seconds:>12,.0f} hands/s{records / seconds:>14,.0f} records/s"
        )


if __name__ == "__main__":
    stopped.run(main)
