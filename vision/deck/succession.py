"""Two equal cards one after the other in a riffle: what tells that a face was one card, when the face alone tells nothing.

The riffle itself says how its cards come: how long each stays at least, whether there is always a break between one and the
next, whether the next always jumps. A face is one card where one of the three shows it; where none does, it may be two. So an
uneven riffle tells little, and says so: a hand may have hesitated, or two cards may have gone by.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import Card
from vision.pair import Sighting
from vision.track import AGREED

Floats = NDArray[np.float64]

LEAST_PASSES: Final = 8
"""So many cards must have passed before anything is usual."""
LEAST_JUMP: Final = 0.1
"""Cards that come nearer, in card heights, to where the last one was do not jump."""
OWN_STEP: Final = 0.7
"""The steps of one card are shorter than this share of the shortest jump from one card to the next."""


@dataclass(slots=True)
class Pass:
    """One face that passed: in which frames it was answered, and where: one of its indices (x, y) and its height, px."""

    card: Card
    frames: list[int] = field(default_factory=list)
    places: list[Floats] = field(default_factory=list)
    heights: list[float] = field(default_factory=list)

    def add(self, frame: int, sighting: Sighting, before: Floats | None = None) -> None:
        """Take in the next frame in which the face was answered: the index nearest to where one was, or, in its first frame, to
        *before*, where the last card was."""
        centres = [np.asarray(w.find.centre, np.float64) for w in sighting.witnesses]
        last = self.places[-1] if self.places else before
        near = centres[:1] if last is None else sorted(centres, key=lambda at: float(np.hypot(*(at - last))))
        self.frames.append(frame)
        self.places.append(near[0] if near else np.zeros(2))
        left = sighting.corners_px[0] - sighting.corners_px[3]
        self.heights.append(max(1.0, float(np.hypot(left[0], left[1]))))

    @property
    def lasted(self) -> int:
        return self.frames[-1] - self.frames[0] + 1

    @property
    def longest_break(self) -> int:
        """So many frames in a row within it left the card unread."""
        return int(np.diff(self.frames).max(initial=1)) - 1

    @property
    def longest_step(self) -> float:
        """So far, in px, it moved from one frame to the next."""
        return max((float(np.hypot(*(then - one))) for one, then in pairwise(self.places)), default=0.0)


def perhaps_two(passes: Sequence[Pass]) -> tuple[Card, ...]:
    """Return the faces of which two cards may have passed in succession; *passes* in the order in which they began.

    What was answered in fewer frames than make a card certain is passed over.
    """
    told = [one for one in passes if len(one.frames) >= AGREED]
    if len(told) < LEAST_PASSES:
        return tuple(dict.fromkeys(one.card for one in told))
    longest, widest, farthest = _too_short_for_two(told), _usual_break(told), _usual_jump(told)
    return tuple(
        dict.fromkeys(
            one.card
            for one in told
            if one.lasted >= longest
            and one.longest_break >= widest
            and one.longest_step >= OWN_STEP * farthest
        )
    )


def _too_short_for_two(passes: Sequence[Pass]) -> int:
    """Return how many frames two cards last at least. The first and the last card may be cut short, and are no measure."""
    return 2 * min(one.lasted for one in passes[1:-1])


def _usual_break(passes: Sequence[Pass]) -> int:
    """Return how many frames are unread between any two cards; 0 where there is not always a break."""
    return max(0, min(then.frames[0] - one.frames[-1] - 1 for one, then in pairwise(passes)))


def _usual_jump(passes: Sequence[Pass]) -> float:
    """Return how far, in px, any card begins from where the last one was; 0 where some begin in its place."""
    jumps = [float(np.hypot(*(then.places[0] - one.places[-1]))) for one, then in pairwise(passes)]
    height = float(np.median([h for one in passes for h in one.heights]))
    return min(jumps) if min(jumps) >= LEAST_JUMP * height else 0.0
