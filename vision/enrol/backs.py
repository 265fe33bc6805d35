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
ALIKE_BACK: Final = 0.5
"""Two looks of one back are as like as this."""
FOREIGN_BACK: Final = 0.1
"""A face-down card that scores less has another back; a live view has to show it in three frames running, which are three
looks in one light and so hardly more than one."""
SURELY_FOREIGN: Final = 0.07
"""In one still picture it takes a score below this."""
MOST_LOOKS: Final = 6
_DARK: Final = 70
_BURNT: Final = 245
_MOST_BURNT: Final = 0.25
_QUARTERS: Final = np.linspace(0.05, 0.95, 8)
_RINGS: Final = ((1.5, 4.0), (4.0, 7.0), (7.0, 11.0), (11.0, 17.0))
_WAYS: Final = 6
_WAVES: Final = 48
# Of log(distance + 0.03) in each of the traits of `signature`, and a constant: a logistic fitted on 50 backs of random
# inks and patterns in changing light; 1 of 20 of their own looks lies beyond.
_WEIGHTS: Final = np.array([0.729, 1.293, 0.421, 0.101, 1.084, 0.760, 2.917])
_CONSTANT: Final = 10.524 - 0.6
_CLOSEST: Final = 0.03


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
    A card in the dark or under glare scores 1: nothing speaks against it.

    :raises ValueError: nothing enrolled, or no card at *quad*
    """
    if not len(looks):
        raise ValueError("no back is enrolled: show a face-down card when the deck is enrolled")
    return likeness(look_of(image, quad), looks)


def likeness(look: Image, looks: Sequence[Image]) -> float:
    """Return 0-1, how like some *looks* of one back another *look* is; 1 where it is too dark or burnt to tell."""
    if not is_plain(look):
        return 1.0
    mine = signature(look)
    apart = np.min([_distances(mine, signature(other)) for other in looks], axis=0)
    against = float(np.log(apart + _CLOSEST) @ _WEIGHTS) + _CONSTANT
    return float(1 / (1 + np.exp(np.clip(against, -30, 30))))


def is_plain(look: Image) -> bool:
    """True if a look is lit well enough to tell backs apart."""
    lit = float(np.quantile(look.max(axis=2), 0.9)) >= _DARK
    return lit and float((look.min(axis=2) >= _BURNT).mean()) < _MOST_BURNT


def signature(look: Image) -> tuple[Floats, ...]:
    """Return what a back is known by, either end up: colour against its lightest part and as it is, the spread of both
    colour differences, the ink's colour, the waves of its pattern, and which way its edges run where."""
    soft = look.astype(np.float32) + 1
    light = soft.mean(axis=2)
    paper = soft[light >= np.quantile(light, 0.9)].mean(axis=0)
    balanced = _lab(np.clip(soft / paper, 0, 1))
    as_is = _lab(cv2.GaussianBlur(look, (0, 0), 0.7).astype(np.float32) / 255)
    inner, inner_as_is = balanced[5:-5, 4:-4].reshape(-1, 3), as_is[5:-5, 4:-4].reshape(-1, 3)
    ink = inner[inner[:, 0] <= np.quantile(inner[:, 0], 0.25)].mean(axis=0)
    lightness = balanced[..., 0]
    even = (lightness - lightness.mean()) / (lightness.std() + 6)
    colours = [np.quantile(inner[:, k], _QUARTERS) / 25 for k in (1, 2)]
    return (
        inner.mean(axis=0) / 25,
        inner_as_is.mean(axis=0)[1:] / 25,
        *colours,
        ink / 25,
        _waves(even),
        _edges(even),
    )


def _lab(bgr: Floats) -> Floats:
    return np.asarray(cv2.cvtColor(bgr.astype(np.float32), cv2.COLOR_BGR2LAB), np.float64)


def _distances(a: tuple[Floats, ...], b: tuple[Floats, ...]) -> Floats:
    return np.array([float(np.abs(x - y).mean()) for x, y in zip(a, b, strict=True)])


def _waves(even: Floats) -> Floats:
    """Return how strong the pattern is by its fineness and direction, wherever on the card it begins."""
    inner = even[6:-6, 5:-5] - even[6:-6, 5:-5].mean()
    window = np.outer(np.hanning(inner.shape[0]), np.hanning(inner.shape[1]))
    power = np.fft.fftshift(np.abs(np.fft.fft2(inner * window, (_WAVES, _WAVES))) ** 2)
    half = _WAVES // 2
    ys, xs = np.mgrid[-half:half, -half:half]
    away, way = np.hypot(xs, ys), _sector(np.arctan2(ys, xs))
    sums = [
        power[(away >= low) & (away < high) & (way == k)].sum() for low, high in _RINGS for k in range(_WAYS)
    ]
    return np.asarray(np.sqrt(np.array(sums) / (np.sum(sums) + 1e-6)) * 3)


def _edges(even: Floats) -> Floats:
    """Return how strong edges of each direction are in each of 4 x 3 fields, both ends up."""
    grey = even.astype(np.float32)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    strength, way = np.hypot(across, down), _sector(np.arctan2(down, across))
    height, width = even.shape
    rows = np.arange(height) * 4 // height
    fields = rows[:, None] * 3 + (np.arange(width) * 3 // width)[None]
    sums = np.bincount((fields * _WAYS + way).ravel(), strength.ravel(), 12 * _WAYS).reshape(4, 3, _WAYS)
    either = (sums + sums[::-1, ::-1]) / 2
    return np.asarray(np.sqrt(either / (either.sum() + 1e-6)).ravel() * 4)


def _sector(angle: Floats) -> NDArray[np.intp]:
    """Return which of _WAYS directions an angle (radians, either way along it) is next to."""
    return (angle % np.pi / np.pi * _WAYS + 0.5).astype(np.intp) % _WAYS
