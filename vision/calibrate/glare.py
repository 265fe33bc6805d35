"""Reflections of lamps, and bands of a lamp that flickers."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrate.print_light import BURNT

Image = NDArray[np.uint8]

WORK_PX: Final = 640
LEAST_SHARE: Final = 0.0008
MOST_SHARE: Final = 0.1
"""Of the picture: smaller spots are glints on chips, larger ones are no reflection of a lamp."""
HALO_PX: Final = 6
SOFT: Final = 0.75
"""A reflection fades: so much of its rim is brighter, a little outside, than half way to what lies around it."""
FEWEST_ROWS: Final = 64
LEAST_WAVE: Final = 0.02
"""Bands fainter than this share of the light do no harm."""
PURE: Final = 0.5
"""Share of the change from frame to frame that one wave explains when it is a lamp's."""


def glare_spots(image: Image) -> tuple[tuple[int, int], ...]:
    """Return the middles, px of *image* (height, width, 3) uint8 BGR, of saturated spots that fade at their rim."""
    scale = min(1.0, WORK_PX / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    level = np.asarray(cv2.GaussianBlur(small.min(axis=2), (0, 0), 1), np.uint8)
    burnt = (level >= BURNT).astype(np.uint8)
    count, labels, stats, middles = cv2.connectedComponentsWithStats(burnt, connectivity=8)
    total = labels.size
    found = []
    for label in range(1, count):
        share = stats[label, cv2.CC_STAT_AREA] / total
        if LEAST_SHARE <= share <= MOST_SHARE and _fades(level, labels == label):
            x, y = middles[label]
            found.append((round(float(x) / scale), round(float(y) / scale)))
    return tuple(found)


def _fades(level: NDArray[np.uint8], spot: NDArray[np.bool_]) -> bool:
    """Say whether the light falls off slowly around *spot* though it falls far."""
    here = spot.astype(np.uint8)
    size = max(3 * HALO_PX, round(float(np.sqrt(here.sum()))))
    inner = _ring(here, HALO_PX - 2, HALO_PX)
    outer = _ring(here, size - 2, size)
    if not inner.any() or not outer.any():
        return False
    around = float(np.median(level[outer]))
    if around > 0.75 * BURNT:
        return False  # bright all around: paper or daylight, which exposure is about
    return float((level[inner] > (BURNT + around) / 2).mean()) > SOFT


def _ring(spot: NDArray[np.uint8], inside: int, outside: int) -> NDArray[np.bool_]:
    def grown(by: int) -> NDArray[np.bool_]:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * by + 1, 2 * by + 1))
        return np.asarray(cv2.dilate(spot, kernel), np.bool_)

    return np.asarray(grown(outside) & ~grown(inside), np.bool_)


def band_strength(frames: Sequence[Image]) -> float:
    """Return how strongly bands of light run over frames of one view, as a share of the light; 0 for fewer than two.

    What lies in the picture is the same in both frames of a pair and cancels out; a lamp's bands wander.
    """
    rows = [np.log(frame.mean(axis=(1, 2)) + 1.0) for frame in frames]
    if len(rows) < 2 or len(rows[0]) < FEWEST_ROWS:
        return 0.0
    return float(np.median([_wave(later - earlier) for earlier, later in pairwise(rows)]))


def _wave(change: NDArray[np.float64]) -> float:
    """Return the size of the one wave that explains *change* over the rows, 0 where none does."""
    ramp = np.linspace(-1, 1, len(change))
    flat = change - np.polyval(np.polyfit(ramp, change, 1), ramp)
    power = np.abs(np.fft.rfft(flat * np.hanning(len(flat)))) ** 2
    peak = int(power[1:].argmax()) + 1
    near = power[max(1, peak - 2) : peak + 3].sum()
    if power[1:].sum() <= 0 or near / power[1:].sum() < PURE or peak < 2:
        return 0.0
    return float(np.sqrt(np.mean(flat**2)))  # a wave's height, halved: both frames have it, shifted
