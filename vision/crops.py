"""Upright cuts of indices out of a picture, at the size the classifier reads."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Vector = NDArray[np.float32]

CROP_HEIGHT_PX: Final = 64
CROP_WIDTH_PX: Final = 40
MARGIN: Final = 1.5
"""A crop is so many times as tall as the index."""


def pyramid(image: Image, levels: int = 5) -> tuple[Image, ...]:
    """Return *image* and its halves, so that a large index is not cut from every fourth pixel."""
    out = [image]
    while len(out) < levels and min(out[-1].shape[:2]) >= 64:
        half = (out[-1].shape[1] // 2, out[-1].shape[0] // 2)
        out.append(np.asarray(cv2.resize(out[-1], half, interpolation=cv2.INTER_AREA), np.uint8))
    return tuple(out)


def cut(levels: Sequence[Image], centre: Vector, down: Vector, across: Vector, wider: float = 1.0) -> Image:
    """Return (64, 40, 3) with the index upright.

    *centre*, *down* (rank's top to suit's foot) and *across* (to the card's right, the same length on the card)
    are px in ``levels[0]``. *wider* times as much of the picture, at the same scale, makes a larger crop.
    """
    size = (round(CROP_WIDTH_PX * wider), round(CROP_HEIGHT_PX * wider))
    stretch = float(np.linalg.norm(down)) * MARGIN / CROP_HEIGHT_PX
    level = int(np.clip(np.log2(max(stretch, 1e-3)) + 0.3, 0, len(levels) - 1))
    shrink_x = levels[level].shape[1] / levels[0].shape[1]
    shrink_y = levels[level].shape[0] / levels[0].shape[0]
    x = across * (MARGIN / CROP_HEIGHT_PX)
    y = down * (MARGIN / CROP_HEIGHT_PX)
    origin = centre - x * (size[0] - 1) / 2 - y * (size[1] - 1) / 2
    matrix = np.array([(x[0], y[0], origin[0]), (x[1], y[1], origin[1])], np.float64)
    matrix *= np.array([[shrink_x], [shrink_y]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(levels[level], matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
