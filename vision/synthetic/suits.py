"""Our own suit outlines: clubs, diamonds, hearts, spades, in many cuts each, as masks of any size."""

import random
from functools import lru_cache
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
CANVAS_PX: Final = 256
NAMED_CUTS: Final = 4
CUTS: Final = 4096
"""How many cuts each suit has: cut 0 is the plain one of a standard poker deck, 1 to 3 are chosen, the rest drawn by
lot, each always the same. The lots are wide: real decks have spades as slim as a leaf on a stem as thin as a hair."""


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
    bow = _cut("bow", cut, (0.0, 0.10, 0.16, -0.04), -0.08, 0.22)
    wide = _cut("diamond width", cut, (0.78, 0.80, 0.92, 0.70), 0.52, 1.0)
    top, side = (0.0, -1.0), (wide, 0.0)
    a = (wide * (0.33 - bow), -0.67 + bow * 0.2)
    b = (wide * (0.67 - bow), -0.33 + bow * 0.2)
    return [_bezier(top, a, b, side, (b[0], -b[1]), (a[0], -a[1]), (0.0, 1.0))]


def _heart(cut: int) -> list[Points]:
    notch = _cut("notch", cut, (-0.58, -0.48, -0.66, -0.40), -0.84, -0.3)
    round_ = _cut("lobe", cut, (0.98, 1.06, 0.90, 1.0), 0.74, 1.12)
    waist = _cut("waist", cut, (0.20, 0.34, 0.06, 0.40), -0.1, 0.5)
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
    """From *top* to the foot: straight, flared, or with a plate at its end."""
    foot = _cut("foot", cut, (0.36, 0.48, 0.28, 0.42), 0.06, 0.56)
    slim = _cut("stem", cut, (0.06, 0.06, 0.06, 0.06), 0.015, 0.13)
    bend = _cut("bend", cut, (0.78, 0.78, 0.78, 0.78), 0.45, 0.95)
    foot = max(foot, slim + 0.02)
    return _bezier(
        (0.0, top),
        (slim, top),
        (slim, top),
        (slim, min(top + 0.1, bend)),
        (slim * 1.5, bend),
        (foot * 0.6, 0.96),
        (foot, 1.0),
    )


def _spade(cut: int) -> list[Points]:
    wide = _cut("spade width", cut, (0.90, 0.96, 0.82, 1.0), 0.56, 1.12)
    low = _cut("shoulder", cut, (0.62, 0.70, 0.60, 0.66), 0.42, 0.88)
    lobe = _cut("spade lobe", cut, (0.48, 0.48, 0.48, 0.48), 0.4, 0.62) * (wide if cut >= NAMED_CUTS else 1.0)
    tip = _cut("tip", cut, (0.22, 0.22, 0.22, 0.22), 0.02, 0.5)
    belly = _cut("belly", cut, (0.24, 0.24, 0.24, 0.24), 0.0, 0.4)
    notch = _cut("spade notch", cut, (0.30, 0.30, 0.30, 0.30), 0.05, 0.5)
    belly, notch = min(belly, low - 0.2), min(notch, low - 0.08)
    inner = 0.24 if cut < NAMED_CUTS else 0.4 * lobe
    return [
        _bezier(
            (0.0, -1.0),
            (tip, -0.52),
            (wide, belly - 0.46),
            (wide, belly),
            (wide, (belly + low) / 2 + (0.09 if cut < NAMED_CUTS else 0.0)),
            (lobe + inner, low),
            (lobe, low),
            (lobe - inner + 0.02, low),
            (0.10, low - 0.14),
            (0.0, notch),
        ),
        _stem(cut, notch - 0.1),
    ]


def _club(cut: int) -> list[Points]:
    size = _cut("leaf", cut, (0.44, 0.42, 0.46, 0.40), 0.36, 0.52)
    spread = _cut("spread", cut, (0.48, 0.52, 0.44, 0.55), 0.36, 0.64)
    low = _cut("side leaves", cut, (0.20, 0.16, 0.22, 0.24), 0.02, 0.36)
    narrow = _cut("leaf width", cut, (1.0, 1.0, 1.0, 1.0), 0.8, 1.1)
    neck = _cut("neck", cut, (0.2, 0.2, 0.2, 0.2), 0.05, 0.26)
    angle = np.linspace(0, 2 * np.pi, 60)
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=1) * size
    top = min(-0.3, -1 + 1.7 * size)
    middle = np.array([(-neck, top), (neck, top), (neck * 1.25, 0.3), (-neck * 1.25, 0.3)])
    arms = np.array([(-spread, low - neck * 0.6), (spread, low - neck * 0.6), (spread, low), (-spread, low)])
    leaves = ((0, -1 + size), (spread, low), (-spread, low))
    whole = [*(circle * (narrow, 1.0) + np.array(at) for at in leaves), middle, _stem(cut, 0.0)]
    return whole if cut < NAMED_CUTS else [*whole, arms]


_SHAPES: Final = (_club, _diamond, _heart, _spade)


class SuitSet(Protocol):
    """Anything that draws suits: our own cuts, or a font when training."""

    def mask(self, suit: int, height_px: int) -> NDArray[np.float32]:
        """Return the ink of *suit* (0-3 = ``cdhs``), 0-1, *height_px* tall."""
        ...


@lru_cache(maxsize=64)
def _ink(suit: int, cut: int) -> NDArray[np.float32]:
    canvas = np.zeros((CANVAS_PX + 8, CANVAS_PX * 2), np.uint8)
    for shape in _SHAPES[suit](cut % CUTS):
        points = shape * (CANVAS_PX / 2) + (CANVAS_PX, CANVAS_PX / 2 + 4)
        cv2.fillPoly(canvas, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    ys, xs = np.nonzero(canvas > 127)
    return np.divide(canvas[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1], 255, dtype=np.float32)


def suit_mask(suit: int, height_px: int, cut: int = 0, wide: float = 1.0) -> NDArray[np.float32]:
    """Return the ink of a suit (0-3 = ``cdhs``), 0-1, *height_px* tall and *wide* times as wide as its cut is."""
    ink = _ink(suit, cut)
    width_px = max(1, round(wide * height_px * ink.shape[1] / ink.shape[0]))
    return cv2.resize(ink, (width_px, height_px), interpolation=cv2.INTER_AREA).astype(np.float32)
