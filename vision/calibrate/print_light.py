"""How bright white paper is where something small is printed on it: card indices and the sheet's markers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrate.board import MODULE_MM, SheetView
from vision.find import IndexFind

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]

SURE: Final = 0.5
"""What the detector is less sure of is no index to judge the light by."""
AROUND: Final = 0.9
"""An index's surroundings reach so many of its heights from its middle."""
STROKE_SHARE: Final = 0.13
"""Half the width of an index's widest stroke, as a share of its height."""
INK_SHARE: Final = 0.3
"""Ink takes at least so much of the paper's light away."""
BURNT: Final = 250
"""A pixel whose colours are all at least so strong is saturated: ink's edge is lost in it."""
ACROSS: Final = 12
DOWN: Final = 8
LEAST_PX: Final = 12
"""Fewer pixels of ink or paper in a part of the picture tell nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """Where print is: *mask* (height, width), and *reach_px*, half the width of its widest strokes."""

    mask: Mask
    reach_px: int


@dataclass(frozen=True, slots=True, eq=False)
class PrintLight:
    """Light on print, by parts of the picture, (DOWN, ACROSS) each; NaN where there is no print.

    *paper* is the paper's level 0-255, *burnt* the share of index pixels that are saturated, *ink_px* how much print.
    """

    paper: NDArray[np.float64]
    burnt: NDArray[np.float64]
    ink_px: NDArray[np.float64]

    @property
    def seen(self) -> bool:
        """Whether there is print at all."""
        return bool((self.ink_px > 0).any())

    def over(self, values: NDArray[np.float64], rows: slice, columns: slice) -> float | None:
        """Return the mean of *values* over a block of parts, weighted by print; None where there is none."""
        weight = self.ink_px[rows, columns]
        if not (weight > 0).any():
            return None
        return float(np.nansum(values[rows, columns] * weight) / weight.sum())


def print_of(
    size_px: tuple[int, int], sheet: SheetView | None, finds: Sequence[IndexFind] = ()
) -> Print | None:
    """Return where the sheet's markers and sure indices are in a picture of (width, height); None without any."""
    mask = np.zeros((size_px[1], size_px[0]), np.uint8)
    reaches = []
    if sheet is not None:
        cv2.fillConvexPoly(mask, cv2.convexHull(np.round(sheet.places_px).astype(np.int32)), 1)
        reaches.append(module_px(sheet) * 1.1)
    for find in finds:
        if find.score >= SURE:
            x, y = (round(float(value)) for value in find.centre)
            cv2.circle(mask, (x, y), max(2, round(AROUND * find.height)), 1, -1)
            reaches.append(find.height * STROKE_SHARE)
    if not reaches:
        return None
    return Print(mask.astype(bool), max(1, round(float(np.median(reaches)))))


def module_px(sheet: SheetView) -> float:
    """Return how many pixels a module of the sheet has where it is seen."""
    to_px, _ = cv2.findHomography(sheet.places_mm, sheet.places_px, 0)
    middle = sheet.places_mm.mean(axis=0)
    steps = np.array([(0.0, 0.0), (MODULE_MM, 0.0), (0.0, MODULE_MM)])
    square = (middle + steps).reshape(-1, 1, 2)
    origin, across, down = cv2.perspectiveTransform(square, np.asarray(to_px, np.float64)).reshape(-1, 2)
    return float(min(np.hypot(*(across - origin)), np.hypot(*(down - origin))))


def light_on_print(image: Image, where: Print) -> PrintLight:
    """Measure a picture, (height, width, 3) uint8 BGR, where there is print."""
    blue, green, red = cv2.split(cv2.GaussianBlur(image, (0, 0), 0.6))
    darkest = cv2.min(cv2.min(blue, green), red)
    side = 2 * where.reach_px + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (side, side))
    # Closing fills what is narrower than the kernel and darker than its surroundings: it shows the bare paper.
    # Red ink is as bright as paper in its own colour and dark in the others, so the darkest colour counts.
    paper = cv2.morphologyEx(darkest, cv2.MORPH_CLOSE, kernel)
    near_level = cv2.dilate(paper, np.ones((4 * side + 1, 4 * side + 1), np.uint8)).astype(np.float32)
    level = paper.astype(np.float32)
    on_paper = where.mask & (level > 0.75 * near_level)
    ink = on_paper & (darkest < level * (1 - INK_SHARE))
    beside = cv2.dilate(ink.astype(np.uint8), np.ones((side + 2, side + 2), np.uint8)).astype(bool)
    blank = beside & on_paper & (darkest > level * 0.88)
    burnt = blank & (cv2.min(cv2.min(image[..., 0], image[..., 1]), image[..., 2]) >= BURNT)
    return _by_parts(level, ink, blank, burnt)


def _by_parts(level: NDArray[np.float32], ink: Mask, blank: Mask, burnt: Mask) -> PrintLight:
    height, width = level.shape
    paper, share = np.full((DOWN, ACROSS), np.nan), np.full((DOWN, ACROSS), np.nan)
    amount = np.zeros((DOWN, ACROSS))
    for row in range(DOWN):
        for column in range(ACROSS):
            part = (
                slice(row * height // DOWN, (row + 1) * height // DOWN),
                slice(column * width // ACROSS, (column + 1) * width // ACROSS),
            )
            count, blanks = int(ink[part].sum()), int(blank[part].sum())
            if min(count, blanks) < LEAST_PX:
                continue
            paper[row, column] = float(np.median(level[part][blank[part]]))
            share[row, column] = float(burnt[part].sum()) / blanks
            amount[row, column] = blanks
    return PrintLight(paper, share, amount)
