"""Reads rendered scenes back."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Stored:
    """One scene: its JPEG, index rows and card rows (see :mod:`vision.training.render`)."""

    jpeg: NDArray[np.uint8]
    indices: Rows
    cards: Rows

    def image(self) -> NDArray[np.uint8]:
        return cv2.imdecode(self.jpeg, cv2.IMREAD_COLOR)


def load(folder: Path) -> list[Stored]:
    """Return every scene of every finished shard in *folder*, in order."""
    return [
        scene
        for path in sorted(folder.glob("[0-9]*.npz"))
        if ".part" not in path.name
        for scene in _shard(path)
    ]


def _shard(path: Path) -> Iterator[Stored]:
    data = np.load(path)
    jpegs = np.split(data["jpegs"], np.cumsum(data["sizes"])[:-1])
    indices = np.split(data["indices"], np.cumsum(data["index_counts"])[:-1])
    cards = np.split(data["cards"], np.cumsum(data["card_counts"])[:-1])
    for jpeg, rows, table in zip(jpegs, indices, cards, strict=True):
        yield Stored(jpeg, rows, table)


LEAST_CONTRAST = 7.0
"""Grey levels; an index flatter than this (burnt out, in the dark) teaches nothing."""


def legible(image: NDArray[np.uint8], rows: Rows) -> Rows:
    """Return *rows* with the indices nobody could read marked half visible, so that they are left out."""
    out = rows.copy()
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    for row in out:
        reach = max(3, int(np.hypot(row[5], row[6]) * 0.35))
        x, y = int(row[3]), int(row[4])
        patch = grey[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
        if row[2] > 0.9 and (patch.size == 0 or patch.std() < LEAST_CONTRAST):
            row[2] = 0.6
    return out
