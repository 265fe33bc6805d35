"""Kill a writer before each statement of one append in turn, and print what the log then holds; a script for a test.

One line for each kill: the statement it fell before, the records in the log, and the verdict on it.
"""

import os
import signal
import sys
from pathlib import Path

from table_controller.cards import parse_card
from table_controller.commands import DeliverCard
from table_controller.event_log.reader import LogReader
from table_controller.event_log.store import EventLog
from table_controller.event_log.verify import verify
from table_controller.events import ActionAwaited, BettingStarted, CardDealt
from table_controller.sealing import KeyStore

ACE = parse_card("Ah")
EVENTS = (CardDealt(1, 1, ACE, 0), BettingStarted(1, 0, True), ActionAwaited(2))


def append_and_die(folder: Path, last_statement: int) -> None:
    """Append once, and be killed before this statement; end by itself where there are fewer."""
    log = EventLog(folder / "table.db", KeyStore.open(folder / "keys.db"))
    seen = 0

    def count(statement: str) -> None:
        nonlocal seen
        seen += 1
        if seen == last_statement:
            print(statement.split()[0], end=" ", flush=True)
            os.kill(os.getpid(), signal.SIGKILL)

    log._connection.set_trace_callback(count)
    log.append(DeliverCard(ACE), EVENTS)


def main() -> None:
    folder = Path(sys.argv[1])
    statement, killed = 0, True
    while killed:
        statement += 1
        sys.stdout.flush()
        child = os.fork()
        if not child:
            append_and_die(folder, statement)
            os._exit(0)
        killed = os.WIFSIGNALED(os.waitpid(child, 0)[1])
        with LogReader.open(folder / "table.db") as reader:
            print(*(() if killed else ("lived",)), reader.count(), verify(reader).problem)


if __name__ == "__main__":
    main()
