"""The table out of its log."""

from collections.abc import Callable, Iterator
from typing import Final, cast, get_args

from table_controller.event_log.errors import LogError
from table_controller.event_log.reader import LogReader
from table_controller.event_log.record import Record
from table_controller.events import Event
from table_controller.hidden_faces import KeyErased, SealBroken, Sealer
from table_controller.table.state import Table

_EVENTS: Final = frozenset(get_args(Event))

Evolve = Callable[[Table, Event], Table]
Progress = Callable[[int, int], None]
"""Told the records done, and how many there are."""


def replay(
    reader: LogReader, sealer: Sealer, table: Table, evolve: Evolve, progress: Progress | None = None
) -> Table:
    """Return *table*, the one the log began with, after every event of the log.

    :raises LogError: a record cannot be read, or a hidden face does not open with these keys
    """
    for _, after in tables(reader, sealer, table, evolve, progress):
        table = after
    return table


def tables(
    reader: LogReader, sealer: Sealer, table: Table, evolve: Evolve, progress: Progress | None = None
) -> Iterator[tuple[Record, Table]]:
    """Yield every event's record and the table after it; see :func:`replay`.

    Faces whose key was erased stay unread: with every key there, the table is bit for bit what it was,
    else it is from the first hand on that still has its key.
    """
    total = reader.count() if progress is not None else 0
    for done, record in enumerate(reader.records(), 1):
        if progress is not None:
            progress(done, total)
        if record.kind not in ("event", "refusal"):
            continue
        try:
            event = reader.value_of(record, sealer)
        except KeyErased:
            continue  # an identified card that nobody can identify again
        except SealBroken as error:
            raise LogError(str(error)) from None
        if type(event) not in _EVENTS:
            raise LogError(f"{reader.path}: record {record.seq}: a {record.type} is no event")
        table = evolve(table, cast(Event, event))
        yield record, table
