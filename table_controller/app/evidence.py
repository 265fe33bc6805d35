"""The evidence of a table: opened beside its log, or done away with."""

from pathlib import Path
from typing import Final

from table_controller.app.opening import Opened
from table_controller.evidence.file import EVIDENCE_NAME, EvidenceFile
from table_controller.evidence.keeper import Keeper, Loss

DEVICE: Final = "evidence"
"""Its name in alerts and among the devices."""


def keep_evidence(opened: Opened, days: int) -> Keeper | None:
    """Keep what this table's cameras see for so many days; with 0 keep nothing, and delete what there is of hands not held.

    :raises EvidenceError: the file cannot be used
    """
    path = opened.log.reader.path.with_name(EVIDENCE_NAME)
    if days == 0:
        if path.is_file():
            _delete(opened, path)
        return None
    keeper = Keeper(EvidenceFile.open(path), opened.log, opened.keys, opened.log.reader.identity, days)
    keeper.start(opened.log.reader)
    opened.controller.evidence = keeper
    return keeper


def _delete(opened: Opened, path: Path) -> None:
    with EvidenceFile.open(path) as file:
        gone = file.empty()
    if gone.count:
        loss = Loss(gone.count, gone.from_seq, gone.to_seq, "kept for 0 days")
        opened.log.observe(loss.observation())
