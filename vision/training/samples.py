"""What the detector learns from: crops of rendered scenes, pressed and turned, with what it should answer."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.shards import Stored, legible
from vision.training.targets import Grid, targets

CROP: Final = 384
"""Side of a crop, px."""
JOKER_CARD, JOKERS = 52, 6.0
"""Its number, and how much more often than another index it is in a crop."""
PRESSED, LEAST_PRESSED = 0.5, 0.65
"""Every second crop is pressed one way, and stretched the other as much, by up to this: together .42, a camera 65 degrees
aside. Ranks are then as far from their suits as from the pips beside them, which take their place."""

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Sample = tuple[Image, Grid, Grid]
"""A crop (CROP, CROP, 3), and targets and weights (see :func:`vision.training.targets.targets`)."""


def samples(scene: Stored, rng: np.random.Generator, count: int) -> list[Sample]:
    """Return random crops of a scene; several, since decoding it costs as much as learning from it."""
    image = scene.image()
    rows = legible(image, scene.indices)
    return [_sample(scene, image, rows, rng) for _ in range(count)]


def _sample(scene: Stored, image: Image, rows: Floats, rng: np.random.Generator) -> Sample:
    """Return a crop, pressed or not, turned by a multiple of 90 degrees, with targets and weights."""
    share = rng.uniform(LEAST_PRESSED, 1) if rng.random() < PRESSED else 1.0
    size = np.array((round(CROP / share), round(CROP * share)))[:: int(rng.choice((-1, 1)))]
    corner = _corner(scene, rng, image.shape[0], size)
    (x0, y0), (x1, y1) = corner, corner + size
    crop = image[y0:y1, x0:x1]
    if share < 1:
        crop = cv2.resize(crop, (CROP, CROP), interpolation=cv2.INTER_AREA)
    indices, cards = rows.copy(), scene.cards.copy()
    indices[:, 3:5] -= corner
    indices[:, 3:11] *= np.tile(CROP / size, 4)
    cards[:, 3:] = ((cards[:, 3:].reshape(-1, 4, 2) - corner) * (CROP / size)).reshape(-1, 8)
    for _ in range(int(rng.integers(4))):
        crop = np.rot90(crop)
        indices[:, 3:5] = _turned(indices[:, 3:5]) + np.array((0, CROP))
        for k in (5, 7, 9):
            indices[:, k : k + 2] = _turned(indices[:, k : k + 2])
        quads = cards[:, 3:].reshape(-1, 4, 2)
        cards[:, 3:] = np.stack([quads[..., 1], CROP - quads[..., 0]], axis=-1).reshape(-1, 8)
    wanted, weight = targets(indices, cards, CROP)
    return np.ascontiguousarray(crop), wanted, weight


def _turned(v: Floats) -> Floats:
    """A quarter turn to the left, as rot90 does it: (x, y) becomes (y, -x)."""
    return np.stack([v[:, 1], -v[:, 0]], axis=1)


def _corner(scene: Stored, rng: np.random.Generator, side: int, size: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return (x, y) of a crop of *size* of a picture; most crops hold an index."""
    if len(scene.indices) and rng.random() < 0.85:
        # Jokers are one card of 53, and their indices are shaped like no other's.
        often = np.where(scene.indices[:, 0] == JOKER_CARD, JOKERS, 1.0)
        at = scene.indices[int(rng.choice(len(often), p=often / often.sum())), 3:5]
        corner = at - rng.uniform(0.1, 0.9, 2) * size
    else:
        corner = rng.uniform(0, side - size)
    return np.asarray(np.clip(corner, 0, side - size).astype(int))
