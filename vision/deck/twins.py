"""Faces that show in two places of one view."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from table_controller.cards import Card
from vision.pair import Sighting

TWIN_FRAMES: Final = 3
"""So many frames must show a face in two places before it counts as there twice; a still picture needs one."""


class Twins:
    """Counts in how many frames of a camera or video a face showed in two places."""

    def __init__(self) -> None:
        self._frames: Counter[Card] = Counter()

    def frame(self, sightings: Iterable[Sighting], *, is_new: bool = True) -> tuple[Card, ...]:
        """Take a frame, which counts if it *is_new*; return the faces in it that are there twice."""
        faces = {s.duplicate for s in sightings if s.duplicate is not None}
        if is_new:
            self._frames.update(faces)
        return tuple(sorted(card for card in faces if self._frames[card] >= TWIN_FRAMES))

    @property
    def twice(self) -> tuple[Card, ...]:
        """All faces that are there twice."""
        return tuple(sorted(card for card, count in self._frames.items() if count >= TWIN_FRAMES))
