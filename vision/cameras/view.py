"""What a camera sees when nothing is wrong: its background, and the places by which a shift or a veil shows."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Small = NDArray[np.uint8]

SMALL_WIDTH_PX: Final = 160
"""Pictures are examined at this width, which costs a fraction of a millisecond."""
MARK_PX: Final = 17
"""Side of a mark, small px; odd, so that it has a middle."""
SEARCH_PX: Final = 12
"""How far a mark is looked for around its place: an eighth of the picture's width in all."""
PARTS: Final = (3, 4)
"""Rows and columns of parts of a picture, each with one mark at most."""
MOST_CORNERS: Final = 80
WORST_CORNER: Final = 0.05
"""Of the clearest corner's contrast, below which a corner is none."""
LEAST_CONTRAST: Final = 8.0
"""Standard deviation of a mark's grey levels; noise and felt have less."""
SOFT_PX: Final = 2.5


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A corner or print that stays where it is. *x*, *y*: its upper left, small px; *soft* is how it looks out of
    focus; *acuity* of its edges, None when they are too faint to say; *span_levels*, how many grey levels they span."""

    x: int
    y: int
    template: Small
    soft: Small
    acuity: float | None
    span_levels: int


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What a camera should see. *background* is (height, width, 3) uint8, BGR, small."""

    background: Small
    grey: Small
    marks: tuple[Mark, ...]
    light: float
    """Its middle grey level."""


def shrunk(image: Image) -> Small:
    """Return *image* at ``SMALL_WIDTH_PX``, never empty."""
    height, width = image.shape[:2]
    rows = max(1, round(height * SMALL_WIDTH_PX / width))
    step = max(1, width // (2 * SMALL_WIDTH_PX))
    coarse = np.ascontiguousarray(image[::step, ::step])
    small = cv2.resize(coarse, (SMALL_WIDTH_PX, min(rows, 4 * SMALL_WIDTH_PX)), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def view_of(images: list[Image]) -> View:
    """Return what *images*, of one size, have in common: what moves in fewer than half of them is not in it."""
    smalls = [shrunk(image) for image in images]
    background = np.median(np.stack(smalls), axis=0).astype(np.uint8)
    grey = np.asarray(cv2.cvtColor(background, cv2.COLOR_BGR2GRAY), np.uint8)
    marks = tuple(_marks(grey, images[len(images) // 2]))
    return View(background, grey, marks, float(np.median(grey)))


def _marks(grey: Small, image: Image) -> list[Mark]:
    """The clearest corner of every part of the picture: a shift shows everywhere, a card hides some."""
    height, width = grey.shape
    if min(height, width) < 2 * MARK_PX:
        return []
    calm, soft = cv2.GaussianBlur(grey, (0, 0), 1.0), softened(grey)
    corners = cv2.goodFeaturesToTrack(calm, MOST_CORNERS, WORST_CORNER, MARK_PX * 0.7, blockSize=5)
    found: dict[tuple[int, int], Mark] = {}
    for x, y in () if corners is None else corners.reshape(-1, 2).round().astype(int):
        part = int(y) * PARTS[0] // height, int(x) * PARTS[1] // width
        left = int(np.clip(x - MARK_PX // 2, 0, width - MARK_PX))
        top = int(np.clip(y - MARK_PX // 2, 0, height - MARK_PX))
        place = slice(top, top + MARK_PX), slice(left, left + MARK_PX)
        if part not in found and grey[place].std() >= LEAST_CONTRAST:
            there = mark_place(image, left, top, width)
            shade = np.asarray(soft[place], np.uint8).copy()
            found[part] = Mark(left, top, grey[place].copy(), shade, acuity(there), span_levels(there))
    return list(found.values())


def softened(grey: Small) -> Small:
    """Return a small picture as a lens shows it that is far out of focus."""
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), SOFT_PX), np.uint8)


def mark_acuity(image: Image, left: int, top: int, small_width: int) -> float | None:
    """Return the acuity of a mark's place in the picture itself."""
    return acuity(mark_place(image, left, top, small_width))


def mark_place(image: Image, left: int, top: int, small_width: int) -> Image:
    """Return a mark's place in the picture itself."""
    scale = image.shape[1] / small_width
    x0, y0, side = int(left * scale), int(top * scale), max(8, int(MARK_PX * scale))
    return image[y0 : y0 + side, x0 : x0 + side]


EDGE_PX: Final = 13
"""Window in which an edge is looked at; a wider one is out of focus beyond all doubt."""
EDGE_CONTRAST: Final = 50
"""Grey levels an edge must span: below, noise decides how steep it is."""
MOST_LINES: Final = 12


def acuity(patch: Image) -> float | None:
    """Return how steep the steepest edges are: the share of their height they climb in one pixel, 0-1; None without edges.

    It does not depend on how strong the edges are, so neither light nor which cards lie there changes it.
    """
    if min(patch.shape[:2]) < EDGE_PX:
        return None
    steep = np.concatenate([_steepness(lines) for lines in _lines(patch)])
    if len(steep) < EDGE_PX:
        return None
    return float(np.partition(steep, len(steep) * 4 // 5)[len(steep) * 4 // 5])


def span_levels(patch: Image) -> int:
    """Return the grey levels that the strongest edges span, as many places of them as :func:`acuity` needs."""
    if min(patch.shape[:2]) < EDGE_PX:
        return 0
    heights = np.concatenate([_heights(lines)[:, 1:].ravel() for lines in _lines(patch)])
    return int(np.partition(heights, -EDGE_PX)[-EDGE_PX])


def _lines(patch: Image) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return some of its rows, and some of its columns as rows, grey."""
    step = max(1, min(patch.shape[:2]) // MOST_LINES)
    across = cv2.cvtColor(np.ascontiguousarray(patch[::step]), cv2.COLOR_BGR2GRAY)
    down = cv2.cvtColor(np.ascontiguousarray(patch[:, ::step]), cv2.COLOR_BGR2GRAY).T
    return np.asarray(across, np.uint8), np.ascontiguousarray(down, np.uint8)


def _heights(lines: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return, for every place, how many levels lie between the lightest and the darkest beside it."""
    window = np.ones((1, EDGE_PX), np.uint8)
    return np.asarray(cv2.subtract(cv2.dilate(lines, window), cv2.erode(lines, window)), np.uint8)


def _steepness(lines: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return, for every place beside a strong edge, how much of it lies in one pixel."""
    window = np.ones((1, EDGE_PX), np.uint8)
    height = _heights(lines)
    climb = cv2.dilate(cv2.absdiff(lines[:, 1:], lines[:, :-1]), window)
    strong = height[:, 1:] >= EDGE_CONTRAST
    return np.asarray(climb[strong] / height[:, 1:][strong].astype(np.float32), np.float32)
