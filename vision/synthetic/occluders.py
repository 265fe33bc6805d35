"""What lies on the cards: fingers, chips, cables, pens and papers."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.surfaces import colour, letter, scatter_text

Rng = np.random.Generator
Canvas = NDArray[np.float32]
_SKINS: Final = ((150, 180, 225), (120, 155, 205), (80, 115, 165), (45, 65, 100))


@dataclass(frozen=True, slots=True)
class Grip:
    """A hand that holds cards: where its wrist and the tip of its thumb are, and how thick the thumb is, in px."""

    wrist: tuple[float, float]
    tip: tuple[float, float]
    thick_px: float


def palm(rng: Rng, image: Canvas, grip: Grip) -> Canvas:
    """Draw a hand and its fingers, which the cards will hide in part; return its colour."""
    skin = np.array(_SKINS[int(rng.integers(len(_SKINS)))], np.float32) * np.float32(rng.uniform(0.8, 1.1))
    wrist, tip = np.array(grip.wrist), np.array(grip.tip)
    along = (tip - wrist) / max(1.0, float(np.linalg.norm(tip - wrist)))
    aside = np.array((-along[1], along[0])) * (1 if rng.random() < 0.5 else -1)
    thick = max(2, int(grip.thick_px))
    _limb(image, wrist - along * thick * 6, wrist, skin * 0.9, thick * 4)
    _limb(image, wrist, wrist + along * thick * 1.5, skin * 0.95, thick * 4)
    for k in range(4):
        root = wrist + along * thick * (0.8 + 0.9 * k)
        _limb(image, root, root + aside * thick * rng.uniform(2.5, 4.5), skin * 0.9, max(2, int(thick * 0.9)))
    return skin


def thumb(image: Canvas, owner: NDArray[np.int16], label: int, grip: Grip, skin: Canvas) -> None:
    """Lay the thumb over the cards; *owner* becomes *label* under it."""
    mask = np.zeros(image.shape[:2], np.uint8)
    wrist, tip = np.array(grip.wrist), np.array(grip.tip)
    thick = max(2, int(grip.thick_px))
    _limb(image, wrist, tip, skin * 0.8, thick)
    _limb(image, wrist, tip, skin, max(1, int(thick * 0.8)))
    nail = tip + (wrist - tip) * 0.04
    cv2.circle(
        image, (int(nail[0]), int(nail[1])), max(1, thick // 4), (skin * 0.6 + 95).tolist(), -1, cv2.LINE_AA
    )
    _limb(mask, wrist, tip, np.array((255.0,)), thick)
    owner[mask > 127] = label


def _limb(
    image: NDArray[np.float32] | NDArray[np.uint8],
    root: NDArray[np.float64],
    tip: NDArray[np.float64],
    ink: NDArray[np.float32] | NDArray[np.float64],
    thick: int,
) -> None:
    a, b = ((int(p[0]), int(p[1])) for p in (root, tip))
    # OpenCV draws no line thicker than this.
    cv2.line(image, a, b, ink.tolist(), min(thick, 32767), cv2.LINE_AA)


def cover(rng: Rng, image: Canvas, owner: NDArray[np.int16], label: int) -> None:
    """Lay one to three things onto *image*; *owner* becomes *label* under them. Both are changed."""
    for _ in range(int(rng.integers(1, 4))):
        mask = np.zeros(image.shape[:2], np.uint8)
        layer = image.copy()
        kind = rng.random()
        if kind < 0.35:
            _fingers(rng, layer, mask)
        elif kind < 0.6:
            _chips(rng, layer, mask)
        elif kind < 0.85:
            _cable(rng, layer, mask)
        else:
            _paper(rng, layer, mask)
        covered = mask > 127
        image[covered] = layer[covered]
        owner[covered] = label


def _fingers(rng: Rng, image: Canvas, mask: NDArray[np.uint8]) -> None:
    size = image.shape[0]
    skin = np.array(_SKINS[int(rng.integers(len(_SKINS)))], np.float32) * rng.uniform(0.8, 1.1)
    at = rng.uniform(0, size, 2)
    way = rng.uniform(0, 2 * np.pi)
    thick = int(rng.uniform(14, 60))
    for k in range(int(rng.integers(1, 5))):
        tip = at + np.array([-np.sin(way), np.cos(way)]) * thick * 1.05 * k + rng.normal(0, 6, 2)
        root = tip + np.array([np.cos(way), np.sin(way)]) * rng.uniform(150, 600)
        a, b = (tuple(int(v) for v in p) for p in (tip, root))
        cv2.line(image, a, b, (skin * 0.75).tolist(), thick, cv2.LINE_AA)
        cv2.line(image, a, b, skin.tolist(), max(1, int(thick * 0.75)), cv2.LINE_AA)
        cv2.line(mask, a, b, 255, thick)


def _chips(rng: Rng, image: Canvas, mask: NDArray[np.uint8]) -> None:
    size = image.shape[0]
    radius = int(rng.uniform(14, 60))
    for _ in range(int(rng.integers(1, 5))):
        at = (int(rng.uniform(0, size)), int(rng.uniform(0, size)))
        ink, edge = colour(rng).tolist(), (235.0, 235.0, 235.0)
        cv2.circle(image, at, radius, ink, -1, cv2.LINE_AA)
        for k in range(6):
            turn = k * 60 + int(rng.integers(0, 10))
            cv2.ellipse(
                image, at, (radius - 2, radius - 2), turn, 0, 22, edge, max(2, radius // 5), cv2.LINE_AA
            )
        cv2.circle(image, at, radius // 2, edge, max(1, radius // 14), cv2.LINE_AA)
        sign = str(rng.choice(["5", "25", "100", "10", "1", "A", "$"]))
        where = (at[0] - radius // 4, at[1] + radius // 5)
        letter(image, sign, where, cv2.FONT_HERSHEY_DUPLEX, radius / 45, edge)
        cv2.circle(mask, at, radius, 255, -1)


def _cable(rng: Rng, image: Canvas, mask: NDArray[np.uint8]) -> None:
    size = image.shape[0]
    t = np.linspace(0, 1, 40)[:, None]
    p = rng.uniform(-0.2, 1.2, (4, 2)) * size
    curve = (1 - t) ** 3 * p[0] + 3 * (1 - t) ** 2 * t * p[1] + 3 * (1 - t) * t**2 * p[2] + t**3 * p[3]
    points = [np.round(curve).astype(np.int32)]
    thick = int(rng.integers(3, 14))
    ink = colour(rng)
    cv2.polylines(image, points, False, ink.tolist(), thick, cv2.LINE_AA)
    cv2.polylines(image, points, False, (ink * 0.6 + 80).tolist(), max(1, thick // 3), cv2.LINE_AA)
    cv2.polylines(mask, points, False, 255, thick)


def _paper(rng: Rng, image: Canvas, mask: NDArray[np.uint8]) -> None:
    """A sheet, phone or box with lettering."""
    size = image.shape[0]
    wide, tall = rng.uniform(30, 200, 2)
    box = cv2.boxPoints(((rng.uniform(0, size), rng.uniform(0, size)), (wide, tall), rng.uniform(0, 180)))
    corners = [np.round(box).astype(np.int32)]
    sheet = np.full_like(image, 240 if rng.random() < 0.5 else colour(rng))
    scatter_text(rng, sheet, 40)
    cv2.fillPoly(mask, corners, 255)
    image[:] = sheet
