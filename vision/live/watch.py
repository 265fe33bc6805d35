"""A camera's frames in, looks out: reading, following and weighing, the same for every mode."""

import zlib
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.live.look import Look
from vision.live.parts import PartReader
from vision.pair import Sighting
from vision.track import GONE_MS, Tracks, followed

Image = NDArray[np.uint8]
Gate = Callable[[Image, tuple[Sighting, ...]], bool]
"""Whether a frame is sharp enough to count."""


def every_frame(image: Image, sightings: tuple[Sighting, ...]) -> bool:
    """Let every frame count."""
    return True


class Watch:
    """Follows the cards under one camera. Feed it every frame with a monotonic time in ms."""

    def __init__(self, parts: PartReader, gate: Gate = every_frame) -> None:
        self._parts: Final = parts
        self._gate: Final = gate
        self._seen_before: set[int] = set()
        self._tracks = Tracks()
        self._look: Look | None = None

    def begin(self) -> None:
        """Forget everything: what lies there now is new."""
        self._parts.forget()
        self._seen_before = set()
        self._tracks = Tracks(next_number=self._tracks.next_number)
        self._look = None

    def see(self, image: Image, at_ms: int) -> Look:
        """Return what is known of the cards after another frame, (height, width, 3) uint8 BGR.

        A frame whose pixels were there before is not read: the cards are followed through it, and it is no witness.
        """
        if abs(at_ms - self._tracks.at_ms) > GONE_MS:
            self._seen_before = set()
        pixels = zlib.crc32(np.ascontiguousarray(image).data)
        if pixels in self._seen_before and self._look is not None:
            return self._again(image, at_ms)
        self._seen_before.add(pixels)
        sightings, backs = self._parts.read(image)
        counts = self._gate(image, sightings)
        self._tracks = followed(self._tracks, sightings, at_ms, counts=counts)
        covered = tuple(track for track in self._tracks.lost if track.evidence.certain is not None)
        self._look = Look("", image, at_ms, 0, self._tracks.in_view, covered, backs, counts)
        return self._look

    def _again(self, image: Image, at_ms: int) -> Look:
        shown = [track.sighting for track in self._tracks.in_view]
        self._tracks = followed(self._tracks, shown, at_ms, counts=False)
        backs = self._look.backs if self._look is not None else ()
        return Look("", image, at_ms, 0, self._tracks.in_view, (), backs, False)
