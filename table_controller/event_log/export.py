"""The log as JSON or CSV for auditors; hidden faces stay sealed unless a disclosure opens them."""

import csv
import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Final, Literal, TextIO

from table_controller.codec import canonical
from table_controller.codec_forms import JsonValue
from table_controller.event_log.disclosure import Disclosure
from table_controller.event_log.record import Record

Format = Literal["json", "csv"]

_COLUMNS: Final = ("seq", "batch", "at_utc", "monotonic_ms", "kind", "hand_no", "type", "body", "hash")


def utc_text(at_utc_ms: int) -> str:
    """Return a time as written in exports.

    >>> utc_text(1_767_225_600_123)
    '2026-01-01T00:00:00.123Z'
    """
    seconds, milliseconds = divmod(at_utc_ms, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{milliseconds:03}Z"


def as_object(record: Record, disclosure: Disclosure) -> dict[str, JsonValue]:
    """Return a record as one JSON object, its stored value under ``body``."""
    body = disclosure.body(record)
    return {
        "seq": record.seq,
        "batch": record.batch,
        "at_utc": utc_text(record.at_utc_ms),
        "monotonic_ms": record.monotonic_ms,
        "kind": record.kind,
        "hand_no": record.hand_no,
        "type": body.get("type"),
        "body": body,
        "hash": record.hash,
    }


def export(
    records: Iterable[Record],
    disclosure: Disclosure,
    target: TextIO,
    format_: Format,
    progress: Callable[[], None] = lambda: None,
) -> int:
    """Write all records and return their number; *progress* is called after each.

    :raises SealBroken: a face that was to be opened does not open
    """
    write = _write_json if format_ == "json" else _write_csv
    return write((as_object(record, disclosure) for record in _told(records, progress)), target)


def _told(records: Iterable[Record], progress: Callable[[], None]) -> Iterable[Record]:
    for record in records:
        yield record
        progress()


def _write_json(rows: Iterable[dict[str, JsonValue]], target: TextIO) -> int:
    count = 0
    target.write("[")
    for row in rows:
        target.write(",\n" if count else "\n")
        target.write(json.dumps(row))
        count += 1
    target.write("\n]\n")
    return count


def _write_csv(rows: Iterable[dict[str, JsonValue]], target: TextIO) -> int:
    count = 0
    writer = csv.writer(target)
    writer.writerow(_COLUMNS)
    for row in rows:
        writer.writerow([canonical(row[name]) if name == "body" else row[name] for name in _COLUMNS])
        count += 1
    return count
