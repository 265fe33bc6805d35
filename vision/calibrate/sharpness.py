"""How wide edges are: focus by place, and blur by direction."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

LEAST_CONTRAST: Final = 45.0
"""Fainter edges are grain and shadow."""
REACH_PX: Final = 9
"""An edge is looked at so far to either side; a wider one counts as this wide."""
SHARPEST: Final = 0.2
"""The width that so many of a place's edges are not wider than: shadows are soft in every picture."""
FEWEST_EDGES: Final = 40
DIRECTIONS: Final = 4


@dataclass(frozen=True, slots=True)
class Sharpness:
    """Widths in pixels over which edges go from dark to light; None where there are too few edges.

    *left*, *middle* and *right* are thirds of the picture. *softest* is the direction across which edges are widest,
    in degrees from the horizontal, with *across* that width and *along* the smallest of another direction.
    """

    whole: float | None
    left: float | None
    middle: float | None
    right: float | None
    across: float | None = None
    along: float | None = None
    softest_deg: float = 0.0


def sharpness(image: Image, where: NDArray[np.bool_] | None = None) -> Sharpness:
    """Measure a picture, (height, width, 3) uint8 BGR, at its full size, only *where* (height, width) is true."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    xs, widths, turns = _edges(grey, where)
    third = grey.shape[1] / 3
    left, middle, right = (_width(widths[(xs >= third * n) & (xs < third * (n + 1))]) for n in range(3))
    by_direction = [_width(widths[_near(turns, 180.0 * n / DIRECTIONS)]) for n in range(DIRECTIONS)]
    known = [(width, n) for n, width in enumerate(by_direction) if width is not None]
    if len(known) < 2:
        return Sharpness(_width(widths), left, middle, right)
    across, n = max(known)
    return Sharpness(_width(widths), left, middle, right, across, min(known)[0], 180.0 * n / DIRECTIONS)


def _edges(
    grey: NDArray[np.float32], where: NDArray[np.bool_] | None
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Return x, width in px and direction in degrees (0-180) of every edge's steepest pixels."""
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3) / 8
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3) / 8
    slope = np.hypot(across, down)
    span = np.ones((REACH_PX, REACH_PX), np.uint8)
    contrast = cv2.dilate(grey, span) - cv2.erode(grey, span)
    steepest = (slope >= cv2.dilate(slope, np.ones((3, 3), np.uint8))) & (contrast > LEAST_CONTRAST)
    steepest &= slope > contrast / (2 * REACH_PX)
    if where is not None:
        steepest &= where
    ys, xs = np.nonzero(steepest)
    widths = contrast[ys, xs] / slope[ys, xs]
    turns = np.rad2deg(np.arctan2(down[ys, xs], across[ys, xs])) % 180
    return xs.astype(np.int64), widths.astype(np.float64), turns.astype(np.float64)


def _near(turns: NDArray[np.float64], degrees: float) -> NDArray[np.bool_]:
    off = np.abs(turns - degrees) % 180
    return np.asarray(np.minimum(off, 180 - off) < 90 / DIRECTIONS, np.bool_)


def _width(widths: NDArray[np.float64]) -> float | None:
    return float(np.quantile(widths, SHARPEST)) if len(widths) >= FEWEST_EDGES else None
