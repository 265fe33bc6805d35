"""Finds the index of a drawn face by itself: ink in the upper left corner, the rank on top and the suit below it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Box = tuple[int, int, int, int]
"""Left, top, right, foot in px; right and foot are beyond the ink."""
CORNER = (0.30, 0.46)
"""Share of the card's width and height in which an index stands."""
MIDDLE = 0.19
"""Ink whose centre is farther right than this share of the width is a pip or a picture."""
LEAST_SHARE = 2e-4
"""Of the card's area; smaller specks are no part of an index."""


@dataclass(frozen=True, slots=True)
class IndexBoxes:
    """The rank and the suit of an index, and both together."""

    rank: Box
    suit: Box

    @property
    def whole(self) -> Box:
        return _union(self.rank, self.suit)


def ink_of(face: Image) -> NDArray[np.float32]:
    """Return how much ink is where, 0-1: how far a pixel is from the paper, in the channel where that is farthest."""
    paper = np.percentile(face.reshape(-1, 3), 90, axis=0).astype(np.float32)
    away = (paper - face).max(axis=2)
    return np.asarray(np.clip(away / max(1.0, float(np.percentile(away, 99.5))), 0, 1), np.float32)


def find_index(face: Image) -> IndexBoxes:
    """Return the upper left index of an upright face without a border line.

    :raises ValueError: no two pieces of ink stand one above the other there
    """
    height, width = face.shape[:2]
    corner = ink_of(face)[: int(height * CORNER[1]), : int(width * CORNER[0])] > 0.4
    pieces = sorted(_pieces(corner, width, height), key=lambda box: box[1])
    if not pieces:
        raise ValueError("no ink in the upper left corner")
    rank = pieces[0]
    # A ten is two pieces side by side, a queen's tail may be one of its own; a court's frame is taller than either.
    for box in pieces[1:]:
        if box[1] < (rank[1] + 2 * rank[3]) / 3 and box[3] < (3 * rank[3] - rank[1]) / 2:
            rank = _union(rank, box)
    below = [b for b in pieces if b[1] > (rank[1] + rank[3]) / 2 and rank[0] <= (b[0] + b[2]) / 2 <= rank[2]]
    if not below:
        raise ValueError("no suit below the rank in the upper left corner")
    return IndexBoxes(rank, below[0])


def _pieces(ink: NDArray[np.bool_], width: int, height: int) -> list[Box]:
    _, _, stats, centres = cv2.connectedComponentsWithStats(ink.astype(np.uint8))
    return [
        (int(x), int(y), int(x + w), int(y + h))
        for (x, y, w, h, area), (cx, _) in zip(stats[1:], centres[1:], strict=True)
        if cx < width * MIDDLE and area > LEAST_SHARE * width * height and x > 0 and y > 0
    ]


def _union(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
