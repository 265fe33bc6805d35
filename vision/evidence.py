"""Small pictures of a card that was read: itself, flat and upright, and the indices it was read by."""

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import cut, pyramid
from vision.pair import Sighting

Image = NDArray[np.uint8]

CARD_WIDTH_PX: Final = 100
CARD_HEIGHT_PX: Final = 140
INDICES: Final = 2
"""The surest ones that are kept."""
MOST_BYTES: Final = 3400
"""All pictures of one card together."""
QUALITIES: Final = (75, 60, 50, 40, 30, 15, 5)
"""JPEG qualities to try until they fit."""


def evidence_of(image: Image, sightings: Iterable[Sighting]) -> tuple[tuple[bytes, ...], ...]:
    """Return for each sighting JPEGs of the card, then of its surest indices (those that dissent after them).

    *image* is the picture they were seen in, (height, width, 3) uint8 BGR. What lies outside of it is black. Those of
    one card have no more than MOST_BYTES together.
    """
    levels = pyramid(image)
    return tuple(_pictures_of(levels, sighting) for sighting in sightings)


def _pictures_of(levels: tuple[Image, ...], sighting: Sighting) -> tuple[bytes, ...]:
    finds = [witness.find for witness in (*sighting.witnesses, *sighting.dissenters)][:INDICES]
    cuts = [flat(levels[0], sighting), *(cut(levels, f.centre, f.down, f.across) for f in finds)]
    for quality in QUALITIES:
        pictures = tuple(_jpeg(one, quality) for one in cuts)
        if sum(map(len, pictures)) <= MOST_BYTES:
            return pictures
    return pictures[:1]


def flat(image: Image, sighting: Sighting) -> Image:
    """Return the card as if seen from straight above, (CARD_HEIGHT_PX, CARD_WIDTH_PX, 3)."""
    size = (CARD_WIDTH_PX, CARD_HEIGHT_PX)
    upright = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    corners = sighting.corners_px.astype(np.float32)
    matrix = cv2.getPerspectiveTransform(corners, upright)
    return np.asarray(cv2.warpPerspective(image, matrix, size, flags=cv2.INTER_AREA), np.uint8)


def _jpeg(image: Image, quality: int) -> bytes:
    done, coded = cv2.imencode(
        ".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1]
    )
    if not done:
        raise ValueError(f"a picture of shape {image.shape} cannot be made a JPEG")
    return bytes(coded.tobytes())
