"""What the log says of evidence: which pieces its records name, and which of them it tells to be gone."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from table_controller.event_log.record import Record

SPEAKS_OF_IT: Final = "vidence"
"""In the body of every record that names evidence or tells that some is gone."""
_MARK: Final = '"evidence":"'
_GONE: Final = "EvidenceGone"


@dataclass(frozen=True, slots=True)
class Gone:
    """The log tells that *count* pieces named by records within these bounds are not there, and *why*."""

    count: int
    from_seq: int
    to_seq: int
    why: str


def names_in(record: Record) -> tuple[str, ...]:
    """Return the hashes of the pieces of a sighting, one for each card, ``-`` where nothing was kept of it."""
    if record.kind != "observation" or _MARK not in record.body:
        return ()
    facts = json.loads(record.body).get("facts", {})
    return tuple(str(facts.get("evidence", "")).split())


def gone_in(record: Record) -> Gone | None:
    """Return what the record tells to be gone, None where it tells of nothing."""
    if record.kind != "observation" or _GONE not in record.body:
        return None
    body = json.loads(record.body)
    if body.get("name") != _GONE:
        return None
    facts = body["facts"]
    return Gone(int(facts["count"]), int(facts["from_seq"]), int(facts["to_seq"]), str(facts["why"]))


def named(records: Iterator[Record]) -> Iterator[tuple[Record, int, str]]:
    """Yield record, number of the card in it from 0, and hash, for every piece that was kept once."""
    for record in records:
        for number, name in enumerate(names_in(record)):
            if name != "-":
                yield record, number, name
