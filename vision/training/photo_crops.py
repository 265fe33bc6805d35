"""Cuts crops out of labelled photos where the detector looks: indices with the label of the box they lie in, and what
it takes for an index and surely is none."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import track

from table_controller import stopped
from vision.crops import Vector, cut, pyramid
from vision.find import MODELS, Finder, IndexFind
from vision.read import IndexReader, Witness
from vision.sources import read_picture
from vision.training.cut_crops import UNLABELLED, CropBook, Row

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
KEPT_BACK: Final = 4
"""Every so-manieth picture is not cut: it is measured on."""
CERTAIN: Final = 0.9
"""A reading as sure as this that contradicts the label tells of a wrong label, or of another card's index."""
BELIEVABLE: Final = 0.1
"""The label has to seem as likely as this, or the find is no index of that card."""
Label = tuple[int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """Where a labelled card lies: *rank* 0-12, *suit* 0-3 or -1 where it is not known, edges in px."""

    rank: int
    suit: int
    edges: NDArray[np.float32]

    def holds(self, point: NDArray[np.float32], slack: float) -> bool:
        """True if *point* is inside, or no further outside than *slack* of the box's size."""
        more = (self.edges[2:] - self.edges[:2]) * slack
        return bool((point > self.edges[:2] - more).all() and (point < self.edges[2:] + more).all())


@dataclass(frozen=True, slots=True)
class Photo:
    """A labelled picture."""

    path: Path
    boxes: tuple[Box, ...]


def photos_of(truth: Path) -> list[Photo]:
    """Return the pictures of a set with ``boxes``, in their order."""
    images = json.loads(truth.read_text("utf-8"))["images"]
    return [Photo(truth.parent / image["path"], tuple(map(_box, image["boxes"]))) for image in images]


def _box(entry: tuple[str, list[float]]) -> Box:
    text, edges = entry
    return Box(RANKS.index(text[0]), SUITS.find(text[1]), np.array(edges, np.float32))


def verdict(witness: Witness, ranks: NDArray[np.float32], boxes: tuple[Box, ...]) -> Label | None:
    """Return rank, suit and is-index of a find, None where the labels do not say.

    *ranks* are the present network's odds of the 15 ranks. Where boxes overlap, it chooses among their labels.
    """
    there = witness.index_score / np.sqrt(witness.find.score)
    if not any(box.holds(witness.find.centre, 0.08) for box in boxes):
        return (UNLABELLED, UNLABELLED, 0) if there < 0.5 else None
    around = [box for box in boxes if box.holds(witness.find.centre, 0.02)]
    if not around:
        return None
    box = max(around, key=lambda b: ranks[b.rank])
    likely = float(ranks[box.rank])
    if there > 0.6 and likely > BELIEVABLE and ranks[:13].max() * (likely < 0.3) < CERTAIN:
        return box.rank, box.suit, 1
    if there < 0.1 and likely < 0.5:
        return UNLABELLED, UNLABELLED, 0
    return None


def crops_of(
    photo: Photo, finder: Finder, reader: IndexReader, rng: np.random.Generator, times: int
) -> list[Row]:
    """Return the crops of one photo, each index cut *times* as a detector might have placed it."""
    image = read_picture(str(photo.path))
    levels = pyramid(image)
    out: list[Row] = []
    for witness in reader.read(image, finder.find(image)[0]):
        label = verdict(witness, rank_odds(witness), photo.boxes)
        if label is None:
            continue
        find = witness.find
        out.append((cut(levels, find.centre, find.down, find.across), *label))
        out += [(cut(levels, *_jittered(rng, find)), *label) for _ in range(times - 1 if label[2] else 0)]
    return out


def rank_odds(witness: Witness) -> NDArray[np.float32]:
    """Return (13,), how likely each rank is, whatever the suit."""
    return np.asarray(witness.odds[:52].reshape(13, 4).sum(axis=1), np.float32)


def _jittered(rng: np.random.Generator, find: IndexFind) -> tuple[Vector, Vector, Vector]:
    """Return centre, down and across a little off."""
    size = np.exp(rng.normal(0, 0.05))
    centre = find.centre + find.across * rng.normal(0, 0.035) + find.down * rng.normal(0, 0.035)
    down = (find.down + find.across * rng.normal(0, 0.05)) * size
    across = (find.across + find.down * rng.normal(0, 0.05)) * size * np.exp(rng.normal(0, 0.06))
    return centre.astype(np.float32), down.astype(np.float32), across.astype(np.float32)


def main(
    truth: Annotated[Path, typer.Argument(help="Labelled photos with boxes.")],
    out: Annotated[Path, typer.Argument(help="File of the crops.")],
    first: Annotated[int | None, typer.Option(help="Only so many pictures.")] = None,
    every: Annotated[bool, typer.Option(help="Keep every fourth picture back.")] = True,
    times: Annotated[int, typer.Option(help="How often each index is cut.")] = 4,
    models: Annotated[Path, typer.Option(help="Folder of the networks that look.")] = MODELS,
    seed: int = 1,
) -> None:
    """Cut crops. Example: python -m vision.training.photo_crops ../shared/photos/rf100_train.json var/photo-rf100.npz"""
    finder, rng = Finder(model=models / "detector.onnx"), np.random.default_rng(seed)
    reader = IndexReader(model=models / "classifier.onnx")
    book = CropBook()
    for number, photo in enumerate(track(photos_of(truth)[:first], truth.stem)):
        if not every or number % KEPT_BACK:
            book.add(crops_of(photo, finder, reader, rng, times))
    print(book.write(out))


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
