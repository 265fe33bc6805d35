"""One card of one sighting as it is kept: pictures and figures in a text of always the same length, sealed."""

import hashlib
import json
from dataclasses import dataclass
from typing import Final

from table_controller.cards import card_text
from table_controller.hidden_faces import SealBroken
from table_controller.ports import Seen

PLAIN_BYTES: Final = 3840
"""Length of every piece before sealing: the length of a picture would tell which card it is of. One is a page of SQLite."""
_HEAD_BYTES: Final = 4
NONE_KEPT: Final = "-"
"""Stands in the log's record for a card that nothing was kept of."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A piece with its seal opened. *pictures* are JPEGs: the whole card, then its indices."""

    camera: str
    card: str
    score: float
    at_utc_ms: int
    monotonic_ms: int
    frames: int
    corners_px: tuple[float, ...]
    pictures: tuple[bytes, ...]


def place_of(table_id: str) -> str:
    """Return where a piece's seal belongs: to the log whose records name its hash."""
    return f"log {table_id} evidence"


def digest(sealed: bytes) -> str:
    """Return the name of a sealed piece, as the log's record has it."""
    return hashlib.sha256(sealed).hexdigest()


def pack(camera: str, seen: Seen) -> bytes | None:
    """Return the piece of a card, :data:`PLAIN_BYTES` long; None where nothing is known of it but its face.

    Pictures that do not fit are left out, the last first.
    """
    trace = seen.trace
    if trace is None:
        return None
    pictures = trace.pictures
    while True:
        facts = {
            "camera": camera,
            "card": card_text(seen.card),
            "score": round(seen.score, 4),
            "at_utc_ms": trace.at_utc_ms,
            "monotonic_ms": trace.monotonic_ms,
            "frames": trace.frames,
            "corners_px": [round(figure, 1) for figure in trace.corners_px],
            "sizes": [len(picture) for picture in pictures],
        }
        text = json.dumps(facts, separators=(",", ":")).encode()
        plain = len(text).to_bytes(_HEAD_BYTES) + text + b"".join(pictures)
        if len(plain) <= PLAIN_BYTES:
            return plain.ljust(PLAIN_BYTES, b"\0")
        pictures = pictures[:-1]


def unpack(plain: bytes) -> Opened:
    """Undo :func:`pack`.

    :raises SealBroken: this is no piece of ours
    """
    try:
        start = _HEAD_BYTES + int.from_bytes(plain[:_HEAD_BYTES])
        facts = json.loads(plain[_HEAD_BYTES:start])
        pictures = []
        for size in facts.pop("sizes"):
            pictures.append(plain[start : start + size])
            start += size
        corners = tuple(facts.pop("corners_px"))
        return Opened(**facts, corners_px=corners, pictures=tuple(pictures))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise SealBroken("a piece of evidence opens, but holds no pictures of ours") from None
