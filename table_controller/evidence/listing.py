"""Evidence for somebody's eyes: what there is of each card that was seen, opened where its face may be."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from table_controller.codec_forms import JsonValue
from table_controller.event_log.disclosure import Disclosure
from table_controller.event_log.export import utc_text
from table_controller.event_log.record import Record
from table_controller.evidence.file import EvidenceFile
from table_controller.evidence.named import named
from table_controller.evidence.piece import Opened, digest, place_of, unpack
from table_controller.hidden_faces import KeyErased

State = Literal["opened", "sealed", "erased", "gone", "changed"]


@dataclass(frozen=True, slots=True)
class Item:
    """One card of one sighting. *number* is its place in the record from 1; *opened* only in the state of that name."""

    seq: int
    hand_no: int
    at_utc_ms: int
    camera: str
    number: int
    name: str
    state: State
    opened: Opened | None = None

    def as_object(self) -> dict[str, JsonValue]:
        """Return it for JSON, without the pictures."""
        facts: dict[str, JsonValue] = {
            "seq": self.seq,
            "hand_no": self.hand_no,
            "at_utc": utc_text(self.at_utc_ms),
            "camera": self.camera,
            "number": self.number,
            "hash": self.name,
            "state": self.state,
        }
        if self.opened is not None:
            facts |= {
                "card": self.opened.card,
                "score": self.opened.score,
                "frame_utc": utc_text(self.opened.at_utc_ms),
                "frame_monotonic_ms": self.opened.monotonic_ms,
                "frames": self.opened.frames,
                "corners_px": list(self.opened.corners_px),
                "pictures": len(self.opened.pictures),
            }
        return facts

    def as_text(self) -> str:
        where = f"hand {self.hand_no}" if self.hand_no else "-"
        start = (
            f"{self.seq:>6}  {utc_text(self.at_utc_ms)}  {where:<9} {self.camera:<12} card {self.number}  "
        )
        if self.opened is None:
            return start + self.state
        one = self.opened
        agreed = f"{one.frames} frames" if one.frames > 1 else "1 frame"
        return f"{start}{one.card}  {one.score:.4f}  {agreed}, {len(one.pictures)} pictures, taken {utc_text(one.at_utc_ms)}"


def items(file: EvidenceFile, records: Iterable[Record], disclosure: Disclosure) -> Iterator[Item]:
    """Yield what the log's records name, in their order.

    :raises SealBroken: a piece that is as it was taken does not open
    """
    for record, number, name in named(iter(records)):
        camera = str(json.loads(record.body).get("source", ""))
        state, opened = _open(file, record, name, disclosure)
        yield Item(record.seq, record.hand_no, record.at_utc_ms, camera, number + 1, name, state, opened)


def _open(
    file: EvidenceFile, record: Record, name: str, disclosure: Disclosure
) -> tuple[State, Opened | None]:
    piece = file.piece(name)
    if piece is None:
        return "gone", None
    if digest(piece.sealed) != name:
        return "changed", None
    if disclosure.sealer is None or not disclosure.may_open(record):
        return "sealed", None
    try:
        place = place_of(disclosure.identity.table_id)
        return "opened", unpack(disclosure.sealer.unseal(record.hand_no, place, piece.sealed))
    except KeyErased:
        return "erased", None


def export(found: Iterable[Item], folder: Path) -> tuple[int, int]:
    """Write the pictures of opened items and a list of all, ``evidence.json``; return how many items and pictures.

    :raises OSError: the folder or a file cannot be written
    """
    folder.mkdir(parents=True, exist_ok=True)
    told: list[JsonValue] = []
    count = 0
    for item in found:
        facts = item.as_object()
        if item.opened is not None:
            files: list[JsonValue] = []
            for place, picture in enumerate(item.opened.pictures):
                what = "card" if place == 0 else f"index-{place}"
                camera = item.camera.replace(" ", "-").replace("/", "-")
                name = f"hand-{item.hand_no}-record-{item.seq}-{camera}-{item.number}-{what}.jpg"
                (folder / name).write_bytes(picture)
                files.append(name)
            count += len(files)
            facts["files"] = files
        told.append(facts)
    (folder / "evidence.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return len(told), count
