"""The shoe: one card that passes the window. Every sharp frame of the pass is a witness, three at least."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.live.parts import PartReader
from vision.live.watch import Watch
from vision.pair import Sighting
from vision.reader import CardReader

Image = NDArray[np.uint8]

SHARP_ENOUGH: Final = 0.45
"""A frame counts if its card is at least so sharp as the sharpest of the pass."""


class SharpnessGate:
    """Lets frames count that are nearly as sharp as the best of the pass."""

    def __init__(self) -> None:
        self._best = 0.0

    def begin(self) -> None:
        """Another card comes."""
        self._best = 0.0

    def __call__(self, image: Image, sightings: tuple[Sighting, ...]) -> bool:
        if not sightings:
            return True
        sharp = sharpness(image, sightings[0])
        self._best = max(self._best, sharp)
        return sharp >= SHARP_ENOUGH * self._best


class ShoeWatch(Watch):
    """Reads the card in the shoe's window. Call :meth:`begin` when another card was moved into it."""

    def __init__(self, reader: CardReader) -> None:
        self._sharp: Final = SharpnessGate()
        super().__init__(PartReader(reader), self._sharp)

    def begin(self) -> None:
        self._sharp.begin()
        super().begin()


def sharpness(image: Image, sighting: Sighting) -> float:
    """Return how steep the edges of a card's print are, as a share of its contrast; low for a smear in any direction.

    Measured round the surest index, where it was read from, along and across the picture; the lower of both.
    """
    find = sighting.witnesses[0].find
    reach = 0.9 * find.height
    x0, y0 = np.maximum(find.centre - reach, 0).astype(int)
    x1, y1 = np.minimum(find.centre + reach, image.shape[1::-1]).astype(int)
    if x1 - x0 < 4 or y1 - y0 < 4:
        return 0.0
    grey = cv2.cvtColor(np.ascontiguousarray(image[y0:y1, x0:x1]), cv2.COLOR_BGR2GRAY).astype(np.float32)
    contrast = float(np.percentile(grey, 95) - np.percentile(grey, 5))
    across, along = (np.abs(cv2.Sobel(grey, cv2.CV_32F, *way)) for way in ((1, 0), (0, 1)))
    return min(float(np.percentile(steep, 95)) for steep in (across, along)) / max(contrast, 8.0)
