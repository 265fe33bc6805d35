"""The tray: discards that are laid down seat by seat, on those before. What is new, and what is covered now."""

from typing import Final

from table_controller.cards import Card
from vision.live.look import Look
from vision.live.parts import PartReader
from vision.live.watch import Watch
from vision.reader import CardReader
from vision.track import Track


class DiscardWatch(Watch):
    """Reads the discard tray. :meth:`new` says what came since it was asked the last time; what was covered stands in the
    looks."""

    def __init__(self, reader: CardReader) -> None:
        super().__init__(PartReader(reader))
        self._told: Final[set[tuple[int, Card]]] = set()

    def new(self, look: Look) -> tuple[Track, ...]:
        """Return the cards in view that are certain and were not when this was asked before, and take note of them.

        A card laid just where another lay may follow on its track: it is new all the same.
        """
        there = {(track.number, track.card): track for track in look.tracks if track.card is not None}
        found = tuple(track for key, track in there.items() if key not in self._told)
        numbers = {number for number, _ in there}
        self._told.difference_update({told for told in self._told if told[0] in numbers})
        self._told.update((number, card) for number, card in there if card is not None)
        return found
