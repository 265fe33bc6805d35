"""Whether a camera can be trusted: judged from its last pictures and their times, and nothing else."""

import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from vision.cameras.signs import Signs, adapted, signs_of
from vision.cameras.states import State
from vision.cameras.view import Image, View, shrunk, view_of

LOST_S: Final = 1.0
"""Without a picture for so long a camera is lost; the slowest that is of use gives five a second."""
FILE_LOST_S: Final = 3.0
BEGIN_S: Final = 2.0
"""So long a camera may take to give its first picture."""
FROZEN_S: Final = 1.0
HOLD_S: Final = 1.0
"""A fault is one when most pictures of so long a time speak for it, and over when most do not any more."""
MOST: Final = 0.8
LEAST_PICTURES: Final = 4
LEARN_S: Final = 1.5
LEARN_PICTURES: Final = 7
LEARN_EVERY_S: Final = 0.2
ADAPT_EVERY_S: Final = 10.0
ADAPT_SHARE: Final = 0.15
FORGET_S: Final = 30.0
"""Marks not seen for so long by a camera that is well lay on a card: the view is learnt anew."""
FORGET_SHARE: Final = 0.5
NEW_PLACE_S: Final = 10.0
"""A camera without a calibration that has moved and stayed there so long has a new place."""
ORDER: Final = (
    State.BLACK, State.COVERED, State.MOVED, State.UNFOCUSED, State.TOO_DARK, State.TOO_BRIGHT,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sample:
    """What one picture came to. *again*: it was the one before, pixel by pixel."""

    at_s: float
    signs: Signs
    again: bool = False


def judge(samples: Sequence[Sample], now_s: float, before: State, lost_s: float = LOST_S) -> State:
    """Return the camera's state from its last *samples*, the oldest first, which reach back 2 s; *before* is what it was.

    A fault begins when four of five pictures within a second speak for it, and ends when fewer than one in five does.
    Where a second brings too few, as on a busy machine, the last few of two seconds are asked instead.
    """
    if not samples or now_s - samples[-1].at_s > lost_s:
        return State.LOST
    if _stands_still(samples):
        return State.FROZEN
    span_s = min(HOLD_S, max(0.0, samples[-1].at_s - samples[0].at_s))
    recent = [s for s in samples if s.at_s >= samples[-1].at_s - HOLD_S]
    if len(recent) < LEAST_PICTURES:
        recent = list(samples)[-LEAST_PICTURES:]
    for state in ORDER:
        share = sum(state in s.signs.states for s in recent) / len(recent)
        if state is before and share > 1 - MOST:
            return state
        if len(recent) >= LEAST_PICTURES and span_s >= MOST * HOLD_S and share >= MOST:
            return state
    return State.OK


def _stands_still(samples: Sequence[Sample]) -> bool:
    last_new = next((s.at_s for s in reversed(samples) if not s.again), samples[0].at_s)
    again = sum(s.again for s in samples if s.at_s > last_new)
    return again >= LEAST_PICTURES - 1 and samples[-1].at_s - last_new >= FROZEN_S


class HealthWatch:
    """Keeps the last pictures' signs and the view they are held against. Safe for two threads.

    Without *reference* the view of the first second and a half is learnt, and learnt anew where the camera has stayed
    in a new place; with it the view is *reference*'s for good.
    """

    def __init__(self, now_s: float, is_live: bool = True, reference: Image | None = None) -> None:
        self._lock: Final = threading.Lock()
        self._is_live: Final = is_live
        self._calibrated: Final = reference is not None
        self._view: View | None = None if reference is None else view_of([reference])
        self._samples: Final[deque[Sample]] = deque()
        self._learning: list[Image] = []
        self._learnt_at = 0.0
        self._adapted_at = now_s
        self._state = State.OK
        self._since_s = now_s
        self._began_s: Final = now_s
        self._marks_seen_at = now_s

    @property
    def has_marks(self) -> bool:
        """Whether there is anything by which a shift or a veil would show."""
        with self._lock:
            return self._view is not None and bool(self._view.marks)

    def state(self, now_s: float) -> State:
        """Return how the camera is at *now_s*."""
        with self._lock:
            return self._judge(now_s)

    def take(self, image: Image, at_s: float, again: bool = False) -> None:
        """Hear of a picture that came at *at_s*; *again* says that it is the one before it, pixel by pixel."""
        signs = signs_of(image, self._view)
        with self._lock:
            self._samples.append(Sample(at_s, signs, again and self._is_live))
            while at_s - self._samples[0].at_s > 2 * HOLD_S:
                self._samples.popleft()
            state = self._judge(at_s)
            if signs.unseen < FORGET_SHARE or state is not State.OK:
                self._marks_seen_at = at_s
        self._learn(image, at_s, state)

    def _judge(self, now_s: float) -> State:
        if not self._samples and now_s - self._began_s < BEGIN_S:
            return State.OK
        state = judge(self._samples, now_s, self._state, LOST_S if self._is_live else FILE_LOST_S)
        if state is not self._state:
            self._state, self._since_s = state, now_s
        return state

    def _learn(self, image: Image, at_s: float, state: State) -> None:
        """Keep the view up to date, where it may be."""
        if self._view is not None and state is State.OK and at_s - self._adapted_at >= ADAPT_EVERY_S:
            small = shrunk(image)
            if small.shape == self._view.background.shape:
                self._view = adapted(self._view, small, ADAPT_SHARE)
            self._adapted_at = at_s
        if not self._wants_a_view(at_s, state):
            self._learning.clear()
            return
        if self._learning and image.shape != self._learning[0].shape:
            self._learning.clear()
        if not self._learning or at_s - self._learnt_at >= LEARN_EVERY_S:
            self._learning.append(image)
            self._learnt_at = at_s
        if len(self._learning) >= LEARN_PICTURES:
            view = view_of(self._learning)
            with self._lock:
                self._view = view
                self._samples.clear()
                self._samples.append(Sample(at_s, Signs(frozenset())))
                self._marks_seen_at = at_s
            self._learning.clear()

    def _wants_a_view(self, at_s: float, state: State) -> bool:
        if self._view is None:
            return state in (State.OK, State.LOST)
        if self._calibrated:
            return False
        if state is State.MOVED:
            return at_s - self._since_s >= NEW_PLACE_S
        return state is State.OK and at_s - self._marks_seen_at >= FORGET_S
