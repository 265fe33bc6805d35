"""What can go wrong with a camera, done to the pictures of one that is well."""

import time
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Final

import cv2
import numpy as np

from hardware.twin.scene import Image

MOVED_SHARE: Final = 0.03
"""Of the picture's width; a nudge with the elbow."""
TURNED_DEG: Final = 1.5


class Trouble(Enum):
    """A fault of a camera."""

    UNPLUGGED = "unplugged"
    FROZEN = "frozen"
    BLACK = "black"
    COVERED = "covered"
    MOVED = "moved"
    UNFOCUSED = "unfocused"
    BRIGHT = "bright"
    DARK = "dark"


def parse_fault(text: str, cameras: Iterable[str]) -> tuple[str, Trouble]:
    """Return camera and trouble of ``tray=covered``.

    >>> parse_fault("overhead-2=black", ("tray", "overhead 2"))
    ('overhead 2', <Trouble.BLACK: 'black'>)

    :raises ValueError: no such camera, or no such trouble
    """
    name, _, word = text.partition("=")
    known = {camera.replace(" ", "-"): camera for camera in cameras}
    if name not in known or word not in {one.value for one in Trouble}:
        words = ", ".join(one.value for one in Trouble)
        raise ValueError(f"not a fault: {text!r}: CAMERA=FAULT of {', '.join(known)} and {words}")
    return known[name], Trouble(word)


class FaultyCamera:
    """Shows what another camera sees, in the state it is in: *trouble* None is well. *frame* gives None when unplugged."""

    def __init__(self, camera: Callable[[], Image], seed: int | None = None) -> None:
        self._camera: Final = camera
        self._rng: Final = np.random.default_rng(seed)
        self._last: Image | None = None
        self.trouble: Trouble | None = None

    def frame(self) -> Image | None:
        if self.trouble is Trouble.UNPLUGGED:
            return None
        if self.trouble is Trouble.FROZEN and self._last is not None:
            return self._last
        self._last = troubled(self._camera(), self.trouble, self._rng)
        return self._last


class Recurring:
    """A trouble that comes *first_s* after the start, stays *lasting_s* and comes again *every_s*."""

    def __init__(
        self,
        camera: FaultyCamera,
        trouble: Trouble,
        first_s: float = 6.0,
        lasting_s: float = 6.0,
        every_s: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._camera: Final = camera
        self._trouble: Final = trouble
        self._times: Final = first_s, lasting_s, every_s
        self._clock: Final = clock
        self._began: Final = clock()

    def frame(self) -> Image | None:
        first_s, lasting_s, every_s = self._times
        since_s = self._clock() - self._began - first_s
        self._camera.trouble = self._trouble if since_s >= 0 and since_s % every_s < lasting_s else None
        return self._camera.frame()


def troubled(image: Image, trouble: Trouble | None, rng: np.random.Generator) -> Image:
    """Return a picture as a camera in *trouble* takes it."""
    height, width = image.shape[:2]
    match trouble:
        case Trouble.BLACK:
            return _noisy(np.full_like(image, 4), rng)
        case Trouble.COVERED:
            cloth = np.full((height, width, 3), (96, 62, 70), np.float32)
            cloth *= np.linspace(0.7, 1.1, width, dtype=np.float32)[None, :, None]
            return _noisy(np.asarray(cloth, np.uint8), rng)
        case Trouble.MOVED:
            turn = cv2.getRotationMatrix2D((width / 2, height / 2), TURNED_DEG, 1.0)
            turn[:, 2] += (MOVED_SHARE * width, MOVED_SHARE * width / 2)
            moved = cv2.warpAffine(image, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
            return np.asarray(moved, np.uint8)
        case Trouble.UNFOCUSED:
            soft = cv2.GaussianBlur(image, (0, 0), width / 100)
            return _noisy(np.asarray(soft, np.uint8), rng)
        case Trouble.BRIGHT:
            return np.asarray(cv2.convertScaleAbs(image, alpha=2.6, beta=30), np.uint8)
        case Trouble.DARK:
            return _noisy(np.asarray(cv2.convertScaleAbs(image, alpha=0.25), np.uint8), rng)
        case _:
            return image


def _noisy(image: Image, rng: np.random.Generator) -> Image:
    """A sensor is never without noise, whatever stands before it."""
    noise = rng.normal(0, 2.0, image.shape[:2])[:, :, None]
    return np.asarray(np.clip(image + noise, 0, 255), np.uint8)
