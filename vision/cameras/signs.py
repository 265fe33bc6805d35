"""One picture against what the camera should see: the signs of what may be wrong."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.states import State
from vision.cameras.view import (
    EDGE_CONTRAST,
    MARK_PX,
    SEARCH_PX,
    SMALL_WIDTH_PX,
    Image,
    Mark,
    Small,
    View,
    acuity,
    mark_acuity,
    shrunk,
    softened,
)

BLACK_LEVEL: Final = 30
"""Nearly every pixel of a covered sensor is darker than this."""
BLACK_SHARE: Final = 0.01
"""Of the pixels, as many as may be hot or a lamp's reflection."""
BURNT_LEVEL: Final = 250
BURNT_SHARE: Final = 0.6
DARK_GAIN: Final = 0.4
BRIGHT_GAIN: Final = 1.9
"""Light against that of the reference; a room's lamp flickers by a seventh, the sun makes half as much again."""
IN_PLACE: Final = 0.6
ELSEWHERE: Final = 0.75
"""Correlation from which a mark is there."""
BETTER: Final = 0.15
"""By so much it must fit elsewhere to be there: a broad line is nearly as well a little beside itself."""
SHADOW: Final = 0.85
MOVED_PX: Final = 2.0
"""Small px; an eightieth of the picture's width. Below it the regions of a table still fit."""
MOVED_SHARE: Final = 0.6
"""Of the marks that lie elsewhere, so many must have moved together: cards move by themselves."""
HOLDS: Final = 2
"""So many marks in place are a camera in place."""
AGREE_PX: Final = 2.5
LIKE_LEVELS: Final = 24
"""Grey levels by which a pixel may differ from the background and still be it."""
LIKE_SHARE: Final = 0.3
BLURRED: Final = 0.6
"""Share of the reference's acuity below which the picture is out of focus."""
ENOUGH: Final = 1.1
"""By so much an edge must be stronger than need be before its absence tells anything: the light of a lamp comes in bands."""
LEAST_ACUITY: Final = 0.16
"""Edges wider than six pixels are out of focus whatever the camera was like before."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What one picture speaks for. *unseen* is the share of marks that are neither in place nor elsewhere."""

    states: frozenset[State]
    unseen: float = 0.0


@dataclass(frozen=True, slots=True)
class _Found:
    mark: Mark
    x: float
    y: float
    """How far from its place it was found, small px."""


def signs_of(image: Image, view: View | None) -> Signs:
    """Return what *image* speaks for; a picture of another size than the reference's is compared all the same."""
    small = shrunk(image)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    states: set[State] = set()
    if np.count_nonzero(grey >= BLACK_LEVEL) < BLACK_SHARE * grey.size:
        return Signs(frozenset({State.BLACK}))
    if np.count_nonzero(grey >= BURNT_LEVEL) > BURNT_SHARE * grey.size:
        states.add(State.TOO_BRIGHT)
    if view is None or view.grey.shape != grey.shape:
        sharp = acuity(image)
        if sharp is not None and sharp < LEAST_ACUITY:
            states.add(State.UNFOCUSED)
        return Signs(frozenset(states))
    soft = softened(grey)
    found = [one for mark in view.marks if (one := _find(grey, soft, mark)) is not None]
    gain = _gain(grey, view)
    states |= _veil(image, small, view, found, gain)
    if not states & {State.COVERED}:
        states |= _shift(found) | _blur(image, grey, found, gain) | _light(gain)
    unseen = 1 - len(found) / len(view.marks) if view.marks else 0.0
    return Signs(frozenset(states), unseen)


def _gain(grey: Small, view: View) -> float:
    """Return the light against the reference's; cards on less than half of the picture do not change it."""
    ratio = cv2.divide(grey[::2, ::2] + np.float32(1), view.grey[::2, ::2] + np.float32(1))
    return float(np.median(ratio))


def _find(grey: Small, soft: Small, mark: Mark) -> _Found | None:
    """Look for a mark in its place, then around it, then for its shadow as a lens out of focus shows it."""
    top, left = max(0, mark.y - SEARCH_PX), max(0, mark.x - SEARCH_PX)
    window = grey[top : mark.y + MARK_PX + SEARCH_PX, left : mark.x + MARK_PX + SEARCH_PX]
    fit = cv2.matchTemplate(window, mark.template, cv2.TM_CCOEFF_NORMED)
    row, column = mark.y - top, mark.x - left
    near = fit[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
    _, best, _, (x, y) = cv2.minMaxLoc(fit)
    if near.max() >= max(IN_PLACE, best - BETTER):
        return _Found(mark, 0.0, 0.0)
    if best >= ELSEWHERE:
        return _Found(mark, float(x - column), float(y - row))
    shadow = soft[mark.y : mark.y + MARK_PX, mark.x : mark.x + MARK_PX]
    dim = cv2.matchTemplate(shadow, mark.soft, cv2.TM_CCOEFF_NORMED)[0, 0]
    return _Found(mark, 0.0, 0.0) if dim >= SHADOW else None


def _veil(image: Image, small: Small, view: View, found: list[_Found], gain: float) -> set[State]:
    """Nothing of what should be seen is seen: something is in the way, or, where it is sharp, the camera looks elsewhere."""
    if found:
        return set()
    likeness = _likeness(small, view, gain)
    if likeness >= LIKE_SHARE:
        return set()
    sharp = acuity(image)
    return {State.COVERED if sharp is None or sharp < 2 * LEAST_ACUITY else State.MOVED}


def _likeness(small: Small, view: View, gain: float) -> float:
    """Return the share of the picture that is as the background, in a light not too unlike."""
    lit = cv2.convertScaleAbs(view.background, alpha=min(1.4, max(0.7, gain)))
    return float(np.mean(cv2.absdiff(small, lit).max(axis=2) <= LIKE_LEVELS))


def _shift(found: list[_Found]) -> set[State]:
    """Most of the marks that are seen lie elsewhere, all shifted by one movement."""
    away = [one for one in found if np.hypot(one.x, one.y) >= MOVED_PX]
    if not away or len(found) - len(away) >= HOLDS:
        return set()
    before = np.array([(one.mark.x, one.mark.y) for one in away], np.float32)
    after = before + np.array([(one.x, one.y) for one in away], np.float32)
    if len(away) == 1:  # the others have left the picture
        return {State.MOVED} if len(found) == 1 else set()
    if len(away) == 2:
        return {State.MOVED} if np.abs((after - before)[0] - (after - before)[1]).max() <= AGREE_PX else set()
    _, inside = cv2.estimateAffinePartial2D(before, after, method=cv2.RANSAC, ransacReprojThreshold=AGREE_PX)
    agree = inside is not None and inside.sum() >= max(2, MOVED_SHARE * len(away))
    return {State.MOVED} if agree else set()


def _blur(image: Image, grey: Small, found: list[_Found], gain: float) -> set[State]:
    """The edges of the marks in place are less steep than they were, or so wide that there is none.

    In too little light for its edges a mark says nothing: who leans over a table darkens the few marks that are left to see.
    """
    ratios: list[float] = []
    for one in found:
        before = one.mark.acuity
        if one.x or one.y or before is None:
            continue
        now = mark_acuity(image, one.mark.x, one.mark.y, SMALL_WIDTH_PX)
        light = min(gain, _light_at(grey, one.mark))
        if now is not None or light * one.mark.span_levels >= ENOUGH * EDGE_CONTRAST:
            ratios.append((now or 0.0) / before)
    return {State.UNFOCUSED} if ratios and float(np.median(ratios)) < BLURRED else set()


def _light_at(grey: Small, mark: Mark) -> float:
    """Return the light at a mark's place against what it was."""
    now = grey[mark.y : mark.y + MARK_PX, mark.x : mark.x + MARK_PX]
    return float((now.mean() + 1) / (mark.template.mean() + 1))


def _light(gain: float) -> set[State]:
    if gain < DARK_GAIN:
        return {State.TOO_DARK}
    return {State.TOO_BRIGHT} if gain > BRIGHT_GAIN else set()


def adapted(view: View, small: Small, share: float) -> View:
    """Return *view* with its background a little more like *small*: the light of a day is not a fault."""
    background = cv2.addWeighted(view.background, 1 - share, small, share, 0.0)
    grey: NDArray[np.uint8] = np.asarray(cv2.cvtColor(background, cv2.COLOR_BGR2GRAY), np.uint8)
    return View(np.asarray(background, np.uint8), grey, view.marks, float(np.median(grey)))
