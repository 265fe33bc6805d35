"""Is the log whole? What a chain of hashes can show, and what only a head noted elsewhere can."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from table_controller.codec import check, parse_body
from table_controller.codec_forms import CodecError
from table_controller.event_log.errors import LogError
from table_controller.event_log.reader import LogReader
from table_controller.event_log.record import Head, Record

BODIES_KEPT: Final = 4096
"""How many bodies are remembered as looked through."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found: *problem* is None when all *records* are sound up to *head*.

    *broken_seq* is the first record that is not as it was written, where one can be named.
    """

    records: int
    head: Head
    problem: str | None = None
    broken_seq: int | None = None


def verify(
    reader: LogReader,
    noted: tuple[Head, ...] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Verdict:
    """Walk the whole chain; *noted* are heads written down earlier, outside the log.

    Without a noted head a log whose last records were cut off, or that was rewritten whole, looks sound.
    """
    damage = reader.damage()
    total = reader.count() if damage is None else 0
    head = Head(0, reader.identity.genesis)
    wanted = {one.seq: one.hash for one in noted}
    batch = 0
    if wanted.get(0, head.hash) != head.hash:
        return Verdict(0, head, "this is not the log whose beginning was noted", 1)
    try:
        for record in reader.records():
            problem = _wrong(record, head, batch, wanted)
            if problem is not None:
                return Verdict(head.seq, head, problem, head.seq + 1)
            head, batch = Head(record.seq, record.hash), record.batch
            if progress is not None:
                progress(head.seq, total)
    except LogError as error:
        return Verdict(head.seq, head, str(error), head.seq + 1)
    if damage is not None:
        return Verdict(head.seq, head, f"the file is damaged, though its records are sound: {damage}")
    lost = max(wanted, default=0)
    if lost > head.seq:
        return Verdict(
            head.seq, head, f"cut off: record {lost} was noted, the last one is {head.seq}", head.seq + 1
        )
    return Verdict(head.seq, head)


def _wrong(record: Record, before: Head, batch: int, wanted: dict[int, str]) -> str | None:
    """Return what is wrong with a record that ought to follow *before*."""
    if record.seq != before.seq + 1:
        return f"record {before.seq + 1} is missing: {record.seq} comes after {before.seq}"
    if record.prev_hash != before.hash:
        return f"record {record.seq} does not follow record {before.seq}: one of them is not the one written"
    if record.hash != record.expected_hash:
        return f"record {record.seq} was changed: it does not have the hash it was written with"
    if record.batch not in (batch, record.seq):
        return f"record {record.seq} belongs to no transaction before it"
    if wanted.get(record.seq, record.hash) != record.hash:
        return f"record {record.seq} is not the one noted: the log was rewritten"
    unreadable = _unreadable(record.body)
    return None if unreadable is None else f"record {record.seq} cannot be read: {unreadable}"


@lru_cache(maxsize=BODIES_KEPT)
def _unreadable(body: str) -> str | None:
    """Return why a body cannot be read; the same few words are said over and over in a log."""
    try:
        check(parse_body(body))
    except CodecError as error:
        return str(error)
    return None
