"""The look of the deck's back, and whether a face-down card has it or is another deck's."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Corners = NDArray[np.float32]
Floats = NDArray[np.float64]

LOOK_WIDTH_PX: Final = 40
LOOK_HEIGHT_PX: Final = 56
FOREIGN_BACK: Final = 0.5
"""A face-down card that scores less has another back."""
MOST_LOOKS: Final = 6
_COARSE: Final = (6, 4)
_GRADES: Final = 8
_USUAL_AWAY: Final = 0.1
"""How far looks of one back in other light and at other places lie apart: 99 of 100 pairs of drawn backs lie nearer. So do
three of ten pairs of different backs of random colours and patterns: what is foreign is, what is not may be."""


def look_of(image: Image, quad: Corners) -> Image:
    """Return (56, 40, 3): the face-down card at *quad* (4, 2) px, flat and upright, either end up.

    :raises ValueError: not four corners, or no area
    """
    corners = np.asarray(quad, np.float32).reshape(-1, 2)
    if len(corners) != 4 or abs(cv2.contourArea(corners)) < 16:
        raise ValueError("no card there: a face-down card needs four corners and an area")
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    if sides[0] + sides[2] > sides[1] + sides[3]:
        corners = np.roll(corners, -1, axis=0)
    w, h = LOOK_WIDTH_PX - 1, LOOK_HEIGHT_PX - 1
    flat = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    # A quarter larger first: fine patterns would make moiré of the single pixels they are taken from.
    lens = cv2.getPerspectiveTransform(corners, flat * 4)
    large = cv2.warpPerspective(
        image, lens, (4 * LOOK_WIDTH_PX, 4 * LOOK_HEIGHT_PX), borderMode=cv2.BORDER_REPLICATE
    )
    size = (LOOK_WIDTH_PX, LOOK_HEIGHT_PX)
    return np.asarray(cv2.resize(large, size, interpolation=cv2.INTER_AREA), np.uint8)


def back_score(image: Image, quad: Corners, looks: Sequence[Image]) -> float:
    """Return 0-1, how like the enrolled back (*looks*) the face-down card at *quad* is; below FOREIGN_BACK it is foreign.

    :raises ValueError: nothing enrolled, or no card at *quad*
    """
    if not len(looks):
        raise ValueError("no back is enrolled: show a face-down card when the deck is enrolled")
    mine = signature(look_of(image, quad))
    away = min(float(np.abs(mine - signature(look)).mean()) for look in looks)
    return float(1 / (1 + (away / _USUAL_AWAY) ** 4))


def signature(look: Image) -> Floats:
    """Return what a back is known by, whatever the light: its colours against its own mean, coarsely by place, and how
    its colours are spread."""
    balanced = _balanced(look)
    coarse = cv2.resize(balanced, _COARSE[::-1], interpolation=cv2.INTER_AREA)
    either_way = (coarse + coarse[::-1, ::-1]) / 2
    spread = np.stack([np.quantile(balanced[..., k], np.linspace(0.05, 0.95, _GRADES)) for k in range(3)])
    return np.concatenate([either_way.ravel(), spread.ravel()]).astype(np.float64)


def _balanced(look: Image) -> NDArray[np.float32]:
    """Return lightness against the look's own range, and the two colour differences against its lightest part, which is
    paper or the ink that stands for it."""
    soft = cv2.GaussianBlur(look, (0, 0), 0.8).astype(np.float32) + 1
    light = soft.mean(axis=2)
    paper = soft[light >= np.quantile(light, 0.9)].mean(axis=0)
    shares = soft / paper
    lightness = shares.mean(axis=2)
    blue = (shares[..., 0] - shares[..., 2]) / np.maximum(lightness, 0.2)
    green = (shares[..., 1] - (shares[..., 0] + shares[..., 2]) / 2) / np.maximum(lightness, 0.2)
    return np.stack([np.clip(lightness, 0, 1.2), blue, green], axis=2).astype(np.float32)
