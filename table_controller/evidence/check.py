"""Is the evidence that which was taken? Its hashes stand in the log's chain."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from table_controller.event_log.record import Record
from table_controller.evidence.file import EvidenceFile
from table_controller.evidence.named import Gone, gone_in, names_in
from table_controller.evidence.piece import NONE_KEPT, digest


@dataclass(frozen=True, slots=True)
class Found:
    """What a look through the evidence found: *kept* pieces are as they were taken, *gone* ones are told to be so by
    the log, *waiting* ones a running table has not written yet; *problems* name every piece that was changed, or is
    missing without a word, by record and card."""

    kept: int
    gone: int
    waiting: int
    problems: tuple[str, ...]


NOTHING_LOOKED_AT: Final = Found(0, 0, 0, ())
"""Of a log that names no evidence."""


def check(file: EvidenceFile | None, records: Iterable[Record]) -> Found:
    """Compare every piece that a record names with the file; None is a file that is not there."""
    told: list[Gone] = []
    missing: list[tuple[int, int]] = []
    problems: list[str] = []
    kept = 0
    for record in records:
        gone = gone_in(record)
        if gone is not None:
            told.append(gone)
        for number, name in enumerate(names_in(record), start=1):
            if name == NONE_KEPT:
                continue
            piece = file.piece(name) if file is not None else None
            if piece is None:
                missing.append((record.seq, number))
            elif digest(piece.sealed) != name:
                problems.append(f"record {record.seq}, card {number}: its evidence was changed")
            else:
                kept += 1
    up_to_seq = file.up_to_seq if file is not None else 0
    silent = [one for one in missing if not any(g.from_seq <= one[0] <= g.to_seq for g in told)]
    unsaid = [one for one in silent if file is None or one[0] <= up_to_seq]
    problems += [
        f"record {seq}, card {number}: its evidence is missing, and the log does not say why"
        for seq, number in unsaid
    ]
    return Found(kept, len(missing) - len(silent), len(silent) - len(unsaid), tuple(problems))
