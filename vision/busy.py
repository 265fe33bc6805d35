"""Which parts of a picture deserve a look: an index is ink on paper, so bare stretches have none, and where cards were
surely found no more are looked for."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import pyramid

Image = NDArray[np.uint8]
Box = tuple[int, int, int, int]
Quad = NDArray[np.float32]

CELL_PX: Final = 32
"""Pictures are parted in squares of this size."""
BARE_CONTRAST: Final = 12
"""Levels of brightness, of 255, within which a cell is bare. A sensor's noise stays below it, ink on paper does not
where a person could read it."""
WORTH_PARTING_PX: Final = 200_000
"""Smaller pictures are looked at whole, unless something in them is known."""
WORTH_LEAVING: Final = 0.3
"""So much of a picture must be bare or known, or it is looked at whole."""
_SAMPLE_PX: Final = 4
_KNOWN_PX: Final = 8


class BusyMap:
    """Where a picture is busy, at every size it is looked at in."""

    def __init__(self, image: Image) -> None:
        self._levels: Final = pyramid(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8))
        self._known: Image | None = None

    def cover(self, known: Sequence[Quad]) -> None:
        """Take it for known what lies in convex quads, (4, 2) px."""
        if self._known is None and len(known):
            height, width = self._levels[0].shape
            self._known = np.zeros((-(-height // _KNOWN_PX), -(-width // _KNOWN_PX)), np.uint8)
        if self._known is not None:
            _fill(self._known, known, 255)

    def parts(self, width: int, height: int, doubtful: Sequence[Quad] = ()) -> list[Box]:
        """Return boxes (x, y, width, height) that hold all of the picture, made *width* x *height* px, but what is bare or
        known; the whole of it where they would save little. What lies in *doubtful* quads, (4, 2) px, is not known.

        A cell is bare if brightness is even over it and over all cells around it.
        """
        if self._known is None and width * height < WORTH_PARTING_PX:
            return [(0, 0, width, height)]
        busy = self._busy(-(-width // CELL_PX), -(-height // CELL_PX), doubtful)
        wide = cv2.dilate(busy.astype(np.uint8), np.ones((3, 3), np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(wide, connectivity=8)
        boxes = []
        for column, row, across, down, _ in stats[1:].tolist():
            x, y = column * CELL_PX, row * CELL_PX
            boxes.append((x, y, min(width - x, across * CELL_PX), min(height - y, down * CELL_PX)))
        if sum(w * h for _, _, w, h in boxes) > (1 - WORTH_LEAVING) * width * height:
            return [(0, 0, width, height)]
        return boxes

    def _busy(self, columns: int, rows: int, doubtful: Sequence[Quad]) -> NDArray[np.bool_]:
        """Return (rows, columns): the brightest sample of a cell's, smoothed over _SAMPLE_PX, is far from the darkest; of
        those that are not known."""
        samples = CELL_PX // _SAMPLE_PX
        size = (columns * samples, rows * samples)
        large = [level for level in self._levels if level.shape[1] >= 2 * size[0]]
        grey = np.asarray(
            cv2.resize(large[-1] if large else self._levels[0], size, interpolation=cv2.INTER_AREA), np.uint8
        )
        known = np.zeros_like(grey)
        if self._known is not None:
            there = self._known.copy()
            _fill(there, doubtful, 0)
            known = np.asarray(cv2.resize(there, size, interpolation=cv2.INTER_NEAREST), np.uint8)
        bright, dark = cv2.subtract(grey, known), cv2.add(grey, known)
        cell = np.ones((samples, samples), np.uint8)
        brightest = cv2.dilate(bright, cell, anchor=(0, 0))[::samples, ::samples]
        darkest = cv2.erode(dark, cell, anchor=(0, 0))[::samples, ::samples]
        return np.asarray(brightest.astype(np.int16) - darkest > BARE_CONTRAST)


def _fill(known: Image, quads: Sequence[Quad], level: int) -> None:
    for quad in quads:
        cv2.fillConvexPoly(known, np.round(quad / _KNOWN_PX).astype(np.int32), level)
