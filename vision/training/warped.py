"""Ranks and suits as another punch-cutter might have made them: the same signs, their waist, taper and curves moved a
little, so that every deck drawn has forms of its own."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.glyphs import GlyphSet
from vision.synthetic.suits import SuitSet

Ink = NDArray[np.float32]
FINE: Final = 2
"""Signs are bent at so many times their size, for edges as smooth as before."""
MARGIN: Final = 0.15
"""Of an ink's width, on both sides: what is bent outwards finds room there."""
WAIST, TAPER, BOW, SWAY = 0.2, 0.1, 0.035, 0.02
"""Spreads, as shares of height or width: how far the middle moves up or down, the top is narrower than the foot, the
middle moves to a side, and the upper half moves against the lower."""


def warped(ink: Ink, rng: np.random.Generator, leaning: float = 1.0) -> Ink:
    """Return *ink* (h, w), 0-1, bent by lot, cut to its bounds; *leaning* is how much of the ways to one side a sign
    gets that is its own mirror image."""
    height, width = ink.shape
    room = max(1, round(width * MARGIN))
    wide = cv2.copyMakeBorder(ink, 0, 0, room, room, cv2.BORDER_CONSTANT)
    waist, taper, bow, sway = np.clip(rng.normal(0, 1, 4), -2, 2) * (WAIST, TAPER, BOW, SWAY)
    down = (np.arange(height, dtype=np.float32) + 0.5) / height
    rows = (down + waist / np.pi * np.sin(np.pi * down)) * height - 0.5
    aside = leaning * width * (bow * np.sin(np.pi * down) + sway * np.sin(2 * np.pi * down))
    across = np.arange(wide.shape[1], dtype=np.float32) - (wide.shape[1] - 1) / 2
    columns = across * (1 + taper * (2 * down - 1))[:, None] + aside[:, None] + (wide.shape[1] - 1) / 2
    bent = cv2.remap(
        wide,
        columns.astype(np.float32),
        np.repeat(rows[:, None], wide.shape[1], axis=1).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    ys, xs = np.nonzero(bent > 0.4)
    return np.asarray(bent[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1], np.float32)


@dataclass(frozen=True, slots=True)
class WarpedGlyphs:
    """The ranks of *glyphs*, each bent in a way of its own."""

    glyphs: GlyphSet
    seed: int

    def mask(self, text: str, height_px: int, width_px: int) -> Ink:
        """See :class:`~vision.synthetic.glyphs.GlyphSet`."""
        ink = self.glyphs.mask(text, height_px * FINE, width_px * FINE)
        bent = warped(ink, np.random.default_rng((self.seed, *text.encode())))
        return np.asarray(cv2.resize(bent, (width_px, height_px), interpolation=cv2.INTER_AREA), np.float32)


@dataclass(frozen=True, slots=True)
class WarpedSuits:
    """The suits of *suits*, each bent in a way of its own that leaves it its own mirror image."""

    suits: SuitSet
    seed: int

    def mask(self, suit: int, height_px: int) -> Ink:
        """See :class:`~vision.synthetic.suits.SuitSet`."""
        bent = warped(
            self.suits.mask(suit, height_px * FINE), np.random.default_rng((self.seed, suit)), leaning=0.0
        )
        width_px = max(1, round(height_px * bent.shape[1] / bent.shape[0]))
        return np.asarray(cv2.resize(bent, (width_px, height_px), interpolation=cv2.INTER_AREA), np.float32)
