"""Our own suit outlines: clubs, diamonds, hearts, spades, in a few cuts each, as masks of any size."""

import random
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
CANVAS_PX: Final = 256
NAMED_CUTS: Final = 4
CUTS: Final = 64
"""How many cuts each suit has: cut 0 is the plain one of a standard poker deck, 1 to 3 are chosen, the rest drawn by
lot, each always the same."""


def _cut(name: str, cut: int, chosen: tuple[float, float, float, float], low: float, high: float) -> float:
    """Return one measure of a cut."""
    return chosen[cut] if cut < NAMED_CUTS else random.Random(f"{name} {cut}").uniform(low, high)


def _bezier(*points: tuple[float, float]) -> Points:
    """Return a closed right half: cubic pieces from the first point on, mirrored at x = 0."""
    out = [np.array(points[:1])]
    for k in range(0, len(points) - 1, 3):
        p = np.array(points[k : k + 4])
        t = np.linspace(0, 1, 25)[1:, None]
        out.append(
            (1 - t) ** 3 * p[0] + 3 * (1 - t) ** 2 * t * p[1] + 3 * (1 - t) * t**2 * p[2] + t**3 * p[3]
        )
    half = np.concatenate(out)
    return np.concatenate([half, (half * (-1, 1))[::-1]])


def _diamond(cut: int) -> list[Points]:
    bow = _cut("bow", cut, (0.0, 0.10, 0.16, -0.04), -0.06, 0.18)
    wide = _cut("diamond width", cut, (0.78, 0.80, 0.92, 0.70), 0.62, 0.95)
    top, side = (0.0, -1.0), (wide, 0.0)
    a = (wide * (0.33 - bow), -0.67 + bow * 0.2)
    b = (wide * (0.67 - bow), -0.33 + bow * 0.2)
    return [_bezier(top, a, b, side, (b[0], -b[1]), (a[0], -a[1]), (0.0, 1.0))]


def _heart(cut: int) -> list[Points]:
    notch = _cut("notch", cut, (-0.58, -0.48, -0.66, -0.40), -0.72, -0.35)
    round_ = _cut("lobe", cut, (0.98, 1.06, 0.90, 1.0), 0.86, 1.1)
    waist = _cut("waist", cut, (0.20, 0.34, 0.06, 0.40), 0.0, 0.45)
    return [
        _bezier(
            (0.0, notch),
            (0.08, -0.86),
            (0.28, -1.0),
            (0.50, -1.0),
            (0.80, -1.0),
            (round_, -0.75),
            (round_, -0.42),
            (round_, 0.02),
            (0.30, waist + 0.30),
            (0.0, 1.0),
        )
    ]


def _stem(cut: int, top: float) -> Points:
    foot = _cut("foot", cut, (0.36, 0.48, 0.28, 0.42), 0.12, 0.5)
    return _bezier(
        (0.0, top), (0.06, top), (0.06, top), (0.06, top + 0.1), (0.09, 0.78), (foot * 0.6, 0.96), (foot, 1.0)
    )


def _spade(cut: int) -> list[Points]:
    wide = _cut("spade width", cut, (0.90, 0.96, 0.82, 1.0), 0.72, 1.12)
    low = _cut("shoulder", cut, (0.62, 0.70, 0.60, 0.66), 0.5, 0.86)
    lobe = _cut("spade lobe", cut, (0.48, 0.48, 0.48, 0.48), 0.4, 0.6)
    tip = _cut("tip", cut, (0.22, 0.22, 0.22, 0.22), 0.08, 0.4)
    return [
        _bezier(
            (0.0, -1.0),
            (tip, -0.52),
            (wide, -0.22),
            (wide, 0.24),
            (wide, 0.52),
            (lobe + 0.24, low),
            (lobe, low),
            (lobe - 0.22, low),
            (0.10, low - 0.14),
            (0.0, 0.30),
        ),
        _stem(cut, 0.2),
    ]


def _club(cut: int) -> list[Points]:
    size = _cut("leaf", cut, (0.44, 0.42, 0.46, 0.40), 0.36, 0.5)
    spread = _cut("spread", cut, (0.48, 0.52, 0.44, 0.55), 0.42, 0.6)
    low = _cut("side leaves", cut, (0.20, 0.16, 0.22, 0.24), 0.1, 0.32)
    angle = np.linspace(0, 2 * np.pi, 60)
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=1) * size
    middle = np.array([(-0.2, -0.3), (0.2, -0.3), (0.25, 0.3), (-0.25, 0.3)])
    leaves = ((0, -1 + size), (spread, low), (-spread, low))
    return [*(circle + np.array(at) for at in leaves), middle, _stem(cut, 0.0)]


_SHAPES: Final = (_club, _diamond, _heart, _spade)


@lru_cache(maxsize=64)
def _ink(suit: int, cut: int) -> NDArray[np.float32]:
    canvas = np.zeros((CANVAS_PX + 8, CANVAS_PX * 2), np.uint8)
    for shape in _SHAPES[suit](cut % CUTS):
        points = shape * (CANVAS_PX / 2) + (CANVAS_PX, CANVAS_PX / 2 + 4)
        cv2.fillPoly(canvas, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    ys, xs = np.nonzero(canvas > 127)
    return np.divide(canvas[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1], 255, dtype=np.float32)


def suit_mask(suit: int, height_px: int, cut: int = 0) -> NDArray[np.float32]:
    """Return the ink of a suit (0-3 = ``cdhs``), 0-1, *height_px* tall and as wide as its cut is."""
    ink = _ink(suit, cut)
    width_px = max(1, round(height_px * ink.shape[1] / ink.shape[0]))
    return cv2.resize(ink, (width_px, height_px), interpolation=cv2.INTER_AREA).astype(np.float32)
