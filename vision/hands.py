"""Which cards of a picture are one hand, and how they are ordered in it.

Cards are one hand where they overlap or lie closer together than hands do, are of one size and lie about one way. A hand
is told from left to right as its player holds it: a fan opens upwards, and a row's indices stand upright. One that
runs up and down is told from the top, one squared up on the spot from the lowest card to the uppermost.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pair import Sighting

Corners = NDArray[np.float32]
Floats = NDArray[np.float64]

GAP: Final = 0.36
"""Cards of one hand lie no further apart, in card widths."""
TURN: Final = 40.0
"""Neighbours in a hand are turned against each other by no more degrees, up or upside down; overlapping ones by
OVERLAP_TURN."""
OVERLAP_TURN: Final = 62.0
OVERLAP: Final = 0.12
"""The share of a card that another must cover to be called overlapping."""
SIZES: Final = 1.5
SQUARED: Final = 0.22
"""Centres that spread less than so many card widths either way are a pile."""
FANNED: Final = 0.03
"""How much further right cards must lean for each card width to the right, in radians, to be a fan."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards that belong together. *cards* are their numbers in order, *from_below* the same from the lowest to the
    uppermost; numbers count the sightings first and then the face-down cards."""

    cards: tuple[int, ...]
    from_below: tuple[int, ...]


def hands_of(sightings: Sequence[Sighting], backs: Sequence[Corners] = ()) -> tuple[Hand, ...]:
    """Return the hands of a picture, from the upper left to the lower right; every card is in one of them."""
    quads = [np.asarray(s.corners_px, np.float64) for s in sightings]
    quads += [_upright(np.asarray(back, np.float64)) for back in backs]
    if not quads:
        return ()
    table = _Table(quads, sightings)
    hands = [table.hand(members) for members in table.clusters()]
    return tuple(sorted(hands, key=lambda hand: table.reading_order(hand.cards)))


def _upright(quad: Floats) -> Floats:
    """Return a face-down card's corners beginning with a short side."""
    first, second = np.hypot(*(quad[1] - quad[0])), np.hypot(*(quad[2] - quad[1]))
    return np.roll(quad, -1, axis=0) if first > second else quad


class _Table:
    """The cards of one picture as quads: centres, upward directions, widths, and who lies on whom."""

    def __init__(self, quads: list[Floats], sightings: Sequence[Sighting]) -> None:
        self._quads = np.stack(quads)
        self._centre = self._quads.mean(axis=1)
        up = (self._quads[:, 0] + self._quads[:, 1] - self._quads[:, 2] - self._quads[:, 3]) / 2
        self._height = np.maximum(np.hypot(*up.T), 1e-6)
        self._up = up / self._height[:, None]
        across = (self._quads[:, 1] - self._quads[:, 0] + self._quads[:, 2] - self._quads[:, 3]) / 2
        self._width = np.maximum(np.hypot(*across.T), 1e-6)
        self._indices = [[w.find.centre for w in s.witnesses] for s in sightings]
        self._indices += [[] for _ in range(len(quads) - len(sightings))]
        self._face_up = len(sightings)

    def clusters(self) -> list[list[int]]:
        """Return the cards put together, each in one cluster."""
        count = len(self._quads)
        name = list(range(count))
        for a in range(count):
            for b in range(a + 1, count):
                if name[a] != name[b] and self._together(a, b):
                    name = [name[a] if n == name[b] else n for n in name]
        return [[k for k in range(count) if name[k] == n] for n in dict.fromkeys(name)]

    def _together(self, a: int, b: int) -> bool:
        width = (self._width[a] + self._width[b]) / 2
        ratio = self._height[a] / self._height[b]
        reach = (self._height[a] + self._height[b]) / 2 + self._width[a] / 2
        if (
            not 1 / SIZES < ratio < SIZES
            or np.hypot(*(self._centre[a] - self._centre[b])) > reach + GAP * width
        ):
            return False
        turn = np.degrees(np.arccos(min(1.0, abs(float(self._up[a] @ self._up[b])))))
        if self._shared(self._quads[a], self._quads[b]) > OVERLAP * self._width[a] * self._height[a]:
            return bool(turn < OVERLAP_TURN)
        grown = self._grown(a, GAP * width / 2), self._grown(b, GAP * width / 2)
        return bool(turn < TURN) and self._shared(*grown) > 0

    def _grown(self, number: int, by_px: float) -> Floats:
        middle = self._centre[number]
        share = 1 + 2 * by_px / np.array([self._width[number], self._height[number]])
        across = np.array([-self._up[number][1], self._up[number][0]])
        ways = np.stack([across, self._up[number]])
        return np.asarray(middle + ((self._quads[number] - middle) @ ways.T * share) @ ways)

    @staticmethod
    def _shared(one: Floats, other: Floats) -> float:
        """Return the area that two convex quads share, px²."""
        area, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
        return float(area)

    def hand(self, members: list[int]) -> Hand:
        from_below = self._stacked(members)
        if len(members) == 1:
            return Hand(tuple(members), from_below)
        up = self._upward(members)
        right = np.array([-up[1], up[0]])
        centres = self._centre[members] / self._width[members].mean()
        along, upward = np.ptp(centres @ right), np.ptp(centres @ up)
        if max(along, upward) < SQUARED:
            return Hand(from_below, from_below)
        way = right if along >= 0.8 * upward else -up
        places = centres @ way
        order = sorted(range(len(members)), key=lambda k: (float(places[k]), members[k]))
        return Hand(tuple(members[k] for k in order), from_below)

    def _upward(self, members: list[int]) -> Floats:
        """Return the unit vector that is up to the player who holds the hand."""
        ups = self._up[members]
        ups = np.where((ups @ ups[0] < 0)[:, None], -ups, ups)
        up = ups.mean(axis=0) / max(1e-6, float(np.hypot(*ups.mean(axis=0))))
        right = np.array([-up[1], up[0]])
        places = self._centre[members] @ right / self._width[members].mean()
        lean = ups @ right
        spread = float(((places - places.mean()) ** 2).sum())
        slope = float(((places - places.mean()) * (lean - lean.mean())).sum()) / max(spread, 1e-6)
        if abs(slope) > FANNED:
            return np.asarray(up if slope > 0 else -up)
        votes = sum(float(np.sign(self._up[k] @ up)) for k in members if k < self._face_up)
        return np.asarray(-up if votes < 0 or (votes == 0 and up[1] > 0) else up)

    def _stacked(self, members: list[int]) -> tuple[int, ...]:
        """Return cards from the lowest to the uppermost: one whose index shows where another lies is above it."""
        above = {a: {b for b in members if b != a and self._lies_on(a, b)} for a in members}
        left, out = list(members), []
        while left:
            free = [k for k in left if not above[k] & set(left)] or left
            lowest = min(free, key=lambda k: (len(above[k] & set(left)), k))
            out.append(lowest)
            left.remove(lowest)
        return tuple(out)

    def _lies_on(self, a: int, b: int) -> bool:
        quad = self._quads[b].astype(np.float32)
        seen = [(float(x), float(y)) for x, y in self._indices[a]]
        return any(cv2.pointPolygonTest(quad, at, True) > 0.02 * self._width[b] for at in seen)

    def reading_order(self, members: Sequence[int]) -> tuple[float, float]:
        """Return what sorts hands: their row, then their place in it."""
        x, y = self._centre[list(members)].mean(axis=0)
        return round(float(y / (1.5 * self._height.mean()))), float(x)
