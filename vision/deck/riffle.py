"""Cards that pass one after another in the same place, as in a riffle: each counts when three frames in a row agree.

A track of :mod:`vision.track` would take the next card for a contradiction of the last; here another face in its place ends
a card's pass, and only a pass can make a card certain.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import Card
from vision.deck.succession import Pass, perhaps_two
from vision.deck.twins import Twins
from vision.pair import Sighting
from vision.read import Corners
from vision.track import AGREED, Evidence, odds_of_sighting

LONGEST_GAP: Final = 2
"""So many frames may leave a card unread within its pass."""
NEARLY: Final = 0.7
SAME_PLACE: Final = 0.5
"""Cards whose centres are nearer than so many card heights lie in one place."""


@dataclass(slots=True)
class _Passing:
    evidence: Evidence
    corners: Corners
    gap: int = 0
    told: bool = False


class Riffle:
    """Follows the passes of cards. Feed it every frame's sightings. *twins* are the faces that showed in two places at once."""

    def __init__(self) -> None:
        self.twins: Final = Twins()
        self._passing: dict[Card, _Passing] = {}
        self._passes: list[Pass] = []
        self._unread_runs: list[int] = [0]
        self._frames = 0
        self._seen_before: set[int] = set()

    def frame(self, image: NDArray[np.uint8], sightings: Sequence[Sighting]) -> tuple[Card, ...]:
        """Return the cards that became certain with this frame; pixels that were there before say nothing."""
        mark = zlib.crc32(np.ascontiguousarray(image).data)
        if mark in self._seen_before:
            return ()
        self._seen_before.add(mark)
        self._frames += 1
        self.twins.frame(sightings)
        answered = [s for s in sightings if s.card is not None]
        self._count_unread(bool(answered), bool(sightings))
        self._end_passes(answered)
        self._note(answered)
        return tuple(card for s in answered if (card := self._another(s)) is not None)

    @property
    def faces(self) -> frozenset[Card]:
        """All faces that passed."""
        return frozenset(one.card for one in self._passes)

    @property
    def perhaps_twice(self) -> tuple[Card, ...]:
        """The faces of which two cards may have passed one after the other, by how the riffle went so far."""
        return perhaps_two(self._passes)

    @property
    def unread(self) -> int:
        """How many cards passed unread: a card lay there for nearly as long as others do, and no frame answered one."""
        lasted = [one.lasted for one in self._passes if len(one.frames) >= AGREED]
        least = max(AGREED, NEARLY * float(np.median(lasted))) if lasted else AGREED
        return sum(frames >= least for frames in self._unread_runs)

    def _count_unread(self, answered: bool, something: bool) -> None:
        """Count frames in a row in which something lay there and no card was answered."""
        if answered:
            self._unread_runs.append(0)
        elif something:
            self._unread_runs[-1] += 1

    def _note(self, answered: Sequence[Sighting]) -> None:
        """Write down where each face was seen; one that comes back before another came is still the same pass."""
        for sighting in answered:
            if sighting.card is None:
                continue
            one = next((p for p in self._passes[-len(answered) :] if p.card is sighting.card), None)
            before = self._passes[-1].places[-1] if self._passes else None
            if one is None:
                one = Pass(sighting.card)
                self._passes.append(one)
            one.add(self._frames, sighting, before)

    def _end_passes(self, answered: Sequence[Sighting]) -> None:
        seen = {s.card for s in answered}
        for card, one in list(self._passing.items()):
            if card in seen:
                continue
            one.gap += 1
            if one.gap > LONGEST_GAP or any(_in_one_place(one.corners, s.corners_px) for s in answered):
                del self._passing[card]

    def _another(self, sighting: Sighting) -> Card | None:
        """Add a frame to a card's pass; return the card when that made it certain."""
        card = sighting.card
        if card is None:
            return None
        one = self._passing.setdefault(card, _Passing(Evidence(), sighting.corners_px))
        one.evidence = one.evidence.and_then(card, odds_of_sighting(sighting))
        one.corners, one.gap = sighting.corners_px, 0
        if one.told or one.evidence.certain is not card:
            return None
        one.told = True
        return card


def _in_one_place(a: Corners, b: Corners) -> bool:
    height = (_height(a) + _height(b)) / 2
    return bool(np.linalg.norm(a.mean(axis=0) - b.mean(axis=0)) < SAME_PLACE * height)


def _height(corners: Corners) -> float:
    return max(1.0, float(np.linalg.norm(corners[0] - corners[3])))
