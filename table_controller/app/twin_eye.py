"""A camera of the twin as the table's own: it is asked for pictures, and watched like any other."""

import threading
import time
from typing import Final, Protocol

from vision.cameras.health import HealthWatch
from vision.cameras.identity import is_same
from vision.cameras.live import Image
from vision.cameras.states import State

LOOK_EVERY_S: Final = 0.25
"""A camera nobody looks through is still looked after: at four pictures a second a fault shows within two."""


class Taken(Protocol):
    """Where pictures come from; None while the camera is unplugged."""

    def frame(self) -> Image | None: ...


class TwinEye:
    """A twin's camera as a source of frames. Safe for several threads."""

    def __init__(self, camera: Taken) -> None:
        self._camera: Final = camera
        self._watch: Final = HealthWatch(time.monotonic())
        self._lock: Final = threading.Lock()
        self._last: Image | None = None
        self._looked_at = 0.0

    def frame(self) -> Image | None:
        with self._lock:
            image, again = self._look()
            is_well = self._watch.state(time.monotonic()) is State.OK
            return image if is_well and not again else None

    def state(self) -> State:
        with self._lock:
            if time.monotonic() - self._looked_at >= LOOK_EVERY_S:
                self._look()
            return self._watch.state(time.monotonic())

    def _look(self) -> tuple[Image | None, bool]:
        """Take a picture; say whether it is the last one over again."""
        image = self._camera.frame()
        again = image is not None and self._last is not None and is_same(image, self._last)
        self._looked_at = time.monotonic()
        if image is not None:
            self._watch.take(image, self._looked_at, again=again)
            self._last = image
        return image, again
