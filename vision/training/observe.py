"""Looks at labelled pictures once and keeps what the networks said of them, to fit and to measure scores on."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.progress import track

from table_controller.cards import card_text
from vision.find import Finder
from vision.read import IndexReader, Witness
from vision.sources import read_picture

AROUND: Final = 0.1
"""An index belongs to a box when its centre lies in it or no further outside than this share of its sides."""


@dataclass(frozen=True, slots=True)
class Box:
    """Where a card or an index lies, and how it reads: ``Ah``, ``A?``, or ``??`` for letters that are not English."""

    text: str
    edges: tuple[float, float, float, float]

    def holds(self, x: float, y: float) -> bool:
        left, top, right, foot = self.edges
        dx, dy = AROUND * (right - left), AROUND * (foot - top)
        return left - dx <= x <= right + dx and top - dy <= y <= foot + dy


@dataclass(frozen=True, slots=True, eq=False)
class Observed:
    """A picture: the cards that lie there, those that may be answered, where they lie if the labels tell, whether they
    tell of every index (drawn scenes do; on photos cards in the background have no label), and what was seen."""

    source: str
    cards: tuple[str, ...]
    also: tuple[str, ...]
    boxes: tuple[Box, ...]
    all_boxed: bool
    witnesses: tuple[Witness, ...]

    def is_right(self, witness: Witness) -> bool | None:
        """True if the card that *witness* reads as lies there, and in its place where all are labelled; None where the
        labels tell nothing of its place."""
        text, here = card_text(witness.card), self.labels(witness)
        there = here if self.all_boxed else (*here, *self.cards, *self.also)
        if any(alike(text, label) for label in there):
            return True
        return None if self.boxes and not self.all_boxed and not here else False

    def labels(self, witness: Witness) -> tuple[str, ...]:
        """Return what an index may be that lies where *witness* does; empty where no label tells places."""
        x, y = witness.find.centre.tolist()
        return tuple(box.text for box in self.boxes if box.holds(x, y))


def alike(text: str, label: str) -> bool:
    """True if a card's text fits a label, whose suit may be ``?``."""
    return text == label or (label[1] == "?" and label[0] == text[0])


def observe(truth: Path, finder: Finder, reader: IndexReader, every: int = 1) -> list[Observed]:
    """Return the pictures of a truth file as seen; of more than one *every*, each so-manieth alone.

    :raises OSError: no such file
    :raises ValueError: not JSON
    """
    document = json.loads(truth.read_text())
    entries = document["images"][::every]
    return [_observed(truth, document, entry, finder, reader) for entry in track(entries, truth.parent.name)]


def _observed(
    truth: Path, document: dict[str, str], entry: dict[str, list[object]], finder: Finder, reader: IndexReader
) -> Observed:
    image = read_picture(str(truth.parent / str(entry["path"])))
    boxes = [Box(str(text), tuple(map(float, edges))) for text, edges in entry.get("boxes", [])]  # type: ignore
    return Observed(
        str(entry.get("source", document["source"])),
        tuple(map(str, entry["cards"])),
        tuple(map(str, entry.get("also", ()))),
        tuple(boxes),
        bool(document.get("all_boxed", False)),
        tuple(reader.read(image, finder.find(image)[0])),
    )
