"""Card backs: repeating patterns in one ink on paper, with a plain border."""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.styles import CARD_HEIGHT_MM, CARD_WIDTH_MM, BackStyle

Image = NDArray[np.uint8]
Field = NDArray[np.float64]


def _lattice(x: Field, y: Field) -> Field:
    lines = np.minimum(np.abs(((x + y) % 1) - 0.5), np.abs(((x - y) % 1) - 0.5))
    return np.clip((lines - 0.08) * 12, 0, 1)


def _diamonds(x: Field, y: Field) -> Field:
    return np.clip((np.abs((x % 1) - 0.5) + np.abs((y % 1.4) / 1.4 - 0.5) - 0.28) * 10, 0, 1)


def _rings(x: Field, y: Field) -> Field:
    near = np.hypot((x % 2) - 1, (y % 2) - 1)
    return np.clip((np.abs((near * 2.2) % 1 - 0.5) - 0.18) * 8, 0, 1)


def _weave(x: Field, y: Field) -> Field:
    over = (np.floor(x) + np.floor(y)) % 2 == 0
    return np.clip((np.where(over, np.abs((x % 1) - 0.5), np.abs((y % 1) - 0.5)) - 0.1) * 8, 0, 1)


def _waves(x: Field, y: Field) -> Field:
    return np.clip((np.abs(((y + 0.35 * np.sin(x * 2.5)) % 1) - 0.5) - 0.15) * 8, 0, 1)


def _rosette(x: Field, y: Field) -> Field:
    cx, cy = x - x.mean(), y - y.mean()
    turn, away = np.arctan2(cy, cx), np.hypot(cx, cy)
    ink: Field = np.clip(0.5 + 2.5 * np.sin(away * 3.5) * np.cos(turn * 12), 0, 1)
    return ink


def _plain(x: Field, y: Field) -> Field:
    return np.ones_like(x + y)


PATTERNS: Final[dict[str, Callable[[Field, Field], Field]]] = {
    "lattice": _lattice,
    "diamonds": _diamonds,
    "rings": _rings,
    "weave": _weave,
    "waves": _waves,
    "rosette": _rosette,
    "plain": _plain,
}


def draw_back(style: BackStyle, px_per_mm: float) -> Image:
    """Return the back of a whole card, BGR, corners not rounded yet.

    :raises ValueError: a pattern that is not in :data:`PATTERNS`
    """
    if style.pattern not in PATTERNS:
        raise ValueError(f"no back pattern {style.pattern!r} (there are {', '.join(PATTERNS)})")
    width, height = round(CARD_WIDTH_MM * px_per_mm), round(CARD_HEIGHT_MM * px_per_mm)
    ys, xs = np.mgrid[0:height, 0:width] / px_per_mm
    # Centred, so that the back looks the same turned round.
    ink = PATTERNS[style.pattern](
        (xs - CARD_WIDTH_MM / 2) / style.pitch_mm, (ys - CARD_HEIGHT_MM / 2) / style.pitch_mm
    )
    image = np.array(style.paper, float) + ink[..., None] * (np.array(style.colour, float) - style.paper)
    edge = round(style.border_mm * px_per_mm)
    if edge > 0:
        inner = image[edge:-edge, edge:-edge].copy()
        image[:] = style.paper
        image[edge:-edge, edge:-edge] = inner
        line = max(1, round(0.5 * px_per_mm))
        cv2.rectangle(image, (edge, edge), (width - edge, height - edge), style.colour, line, cv2.LINE_AA)
    return image.astype(np.uint8)
