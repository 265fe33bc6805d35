"""Two equal cards one after the other in a riffle: what speaks for them, when the face alone tells nothing.

The riffle itself says how its cards come: how long each stays, what lies between one and the next, how far the next one jumps.
A face that stays too long, vanishes or jumps as from one card to the next may be two cards. It is never more than that: a hand
may have hesitated. Where a riffle is uneven none of this tells anything, and nothing is said.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import Card
from vision.pair import Sighting

Floats = NDArray[np.float64]

LEAST_PASSES: Final = 8
"""So many other cards must have passed before anything is usual."""
LONGER: Final = 1.7
SPREADS: Final = 5.0
"""A face stays too long from so many usual passes on, and so many spreads (of half a frame at least) beyond them."""
USUAL_BREAK: Final = 0.8
STRAY_BREAKS: Final = 0.05
"""A break within a face tells something where this share of all successions shows one, and no more than that of the passes."""
LEAST_JUMP: Final = 0.1
"""Cards that come nearer, in card heights, to where the last one was do not jump."""
LIKE_A_JUMP: Final = 0.5
STEADY: Final = 0.4
"""A step is like the usual jump when it is off by no more than that share of it; cards lie steady when their own steps are
shorter than this share of it."""


@dataclass(slots=True)
class Pass:
    """One face that passed: in which frames it was answered, and where: one of its indices (x, y) and its height, px."""

    card: Card
    frames: list[int] = field(default_factory=list)
    places: list[Floats] = field(default_factory=list)
    heights: list[float] = field(default_factory=list)

    def add(self, frame: int, sighting: Sighting) -> None:
        """Take in the next frame in which the face was answered: the index nearest to where one was before."""
        centres = [
            np.asarray(w.find.centre, np.float64) for w in sighting.witnesses[: None if self.places else 1]
        ]
        last = self.places[-1] if self.places else np.zeros(2)
        self.frames.append(frame)
        self.places.append(min(centres, key=lambda at: float(np.hypot(*(at - last))), default=last))
        left = sighting.corners_px[0] - sighting.corners_px[3]
        self.heights.append(max(1.0, float(np.hypot(left[0], left[1]))))

    @property
    def lasted(self) -> int:
        return self.frames[-1] - self.frames[0] + 1

    @property
    def longest_break(self) -> int:
        """So many frames in a row within it left the card unread."""
        return int(np.diff(self.frames).max(initial=1)) - 1


def perhaps_two(passes: Sequence[Pass]) -> tuple[Card, ...]:
    """Return the faces of which two cards may have passed in succession; *passes* in the order in which they began.

    What was seen in one frame alone is passed over.
    """
    told = [one for one in passes if len(one.frames) > 1]
    marks = [False] * len(told)
    for found in (_lasts_too_long(told), _breaks_off(told), _jumps(told)):
        marks = [mark or more for mark, more in zip(marks, found or marks, strict=True)]
    return tuple(dict.fromkeys(one.card for one, mark in zip(told, marks, strict=True) if mark))


def _lasts_too_long(passes: Sequence[Pass]) -> list[bool]:
    """The first and the last card wait for the hand, and are no measure and not measured."""
    if len(passes) < LEAST_PASSES + 3:
        return []
    lasted = np.array([one.lasted for one in passes], float)
    usual = float(np.median(lasted[1:-1]))
    spread = max(0.5, 1.4826 * float(np.median(np.abs(lasted[1:-1] - usual))))
    too_long = (lasted > usual + SPREADS * spread) & (lasted >= LONGER * usual)
    too_long[[0, -1]] = False
    return [bool(mark) for mark in too_long]


def _breaks_off(passes: Sequence[Pass]) -> list[bool]:
    between = [then.frames[0] - one.frames[-1] - 1 for one, then in pairwise(passes)]
    if len(between) < LEAST_PASSES or np.mean([gap >= 1 for gap in between]) < USUAL_BREAK:
        return []
    usual = max(1.0, float(np.quantile([gap for gap in between if gap >= 1], 0.1)))
    breaks = [one.longest_break >= usual for one in passes]
    return breaks if sum(breaks) <= max(1, STRAY_BREAKS * len(passes)) else []


def _jumps(passes: Sequence[Pass]) -> list[bool]:
    successions = [
        np.subtract(then.places[0], one.places[-1])
        for one, then in pairwise(passes)
        if then.frames[0] > one.frames[-1]
    ]
    if len(successions) < LEAST_PASSES:
        return []
    height = float(np.median([h for one in passes for h in one.heights]))
    usual = np.median(successions, axis=0)
    size = float(np.hypot(*usual))
    off = np.median([np.hypot(*(jump - usual)) for jump in successions])
    steps = [np.diff(np.stack(one.places), axis=0) for one in passes]
    own = np.hypot(*np.concatenate(steps).T)
    if (
        size < LEAST_JUMP * height
        or off > LIKE_A_JUMP * size
        or not len(own)
        or np.quantile(own, 0.9) > STEADY * size
    ):
        return []
    return [bool((np.hypot(*(some - usual).T) < LIKE_A_JUMP * size).any()) for some in steps]
