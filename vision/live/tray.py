"""The tray: discards that are laid down seat by seat, on those before. What is new, and what is covered now."""

from collections.abc import Iterable
from typing import Final

from vision.live.look import Look
from vision.live.parts import PartReader
from vision.live.watch import Watch
from vision.reader import CardReader
from vision.track import Track


class DiscardWatch(Watch):
    """Reads the discard tray. :meth:`new` says what came since it was asked the last time."""

    def __init__(self, reader: CardReader) -> None:
        super().__init__(PartReader(reader))
        self._told: Final[set[int]] = set()

    def new(self, look: Look) -> tuple[Track, ...]:
        """Return the cards in view that were not there, or not certain, when this was asked before, and take note of them."""
        found = tuple(track for track in look.tracks if track.number not in self._told)
        self._told.intersection_update(track.number for track in look.tracks)
        self._told.update(certain_numbers(found))
        return found


def certain_numbers(tracks: Iterable[Track]) -> frozenset[int]:
    """Return the numbers of those tracks that are certain."""
    return frozenset(track.number for track in tracks if track.card is not None)
