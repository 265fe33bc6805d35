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
