"""Where the cards of indices lie: outlines predicted from single indices, and which indices may be corners of one card.

An index says how far away its card's centre is, but not on which side where a deck has indices in all four corners: the
finder takes every one for an upper left corner. So each index has two outlines, the second mirrored.
"""

from collections.abc import Sequence
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.find import IndexFind

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Corners = NDArray[np.float32]

# How far an index's centre is from the card's edges, in index heights: typical of poker decks, used to turn the
# distance to the card's centre into the card's size.
_ASIDE: Final = 0.38
_ABOVE: Final = 0.78
_JOKER_ASIDE: Final = 0.15
_JOKER_ABOVE: Final = 0.64
_ASPECT: Final = 1.4

ONE_INDEX: Final = 0.42
"""Indices of one label no further apart than so many heights are one, found twice: the finder tells none nearer apart than
:data:`vision.find.SAME_PLACE` in one part of a picture. In a ribbon two equal cards' indices are half a height apart."""
JOKER_HEIGHTS: Final = 8.0
"""A joker's corners are no further apart: its index is as tall as its word is long, and tells little of the card's size."""
ACROSS: Final = (0.5, 1.8)
BELOW: Final = (0.34, 1.9)
ASIDE: Final = 2.0
NEAR: Final = 0.42
LEVEL: Final = 0.5
"""Where a card's other corners may be, in what the index thinks the card's width and height between indices are: across
in ACROSS widths and off by LEVEL heights, or below in BELOW heights and no further aside than ASIDE widths. Beside
each other and nearer than NEAR widths they are never one card's."""
ABOVE: Final = 0.35
"""Indices turned to each other and no further aside than so many widths stand one above the other."""
LONGER_SIDE: Final = 1.5
PARALLEL: Final = 0.9
"""Upper and lower corners of a card are no further from equally far apart, and from one direction (as a cosine). On real photos
they are at most 1.25 and .967."""
SIZES: Final = 2.1
STRAIGHT: Final = 0.7
MIRRORED_COST: Final = 0.15
MOST_JOINED: Final = 6


class Outlines:
    """The outlines of indices, and how they lie to each other; all are worked out at once."""

    def __init__(self, finds: Sequence[IndexFind], jokers: Sequence[bool]) -> None:
        """*jokers* says which of *finds* read as jokers."""
        places = np.array([(f.centre, f.down, f.across, f.to_card) for f in finds], np.float64).reshape(
            -1, 4, 2
        )
        self.centre: Final[Floats] = places[:, 0]
        down, across, to_card = places[:, 1], places[:, 2], places[:, 3]
        self.height: Final[Floats] = np.maximum(np.hypot(*down.T), 1e-6)
        flat = np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]) < 0.05 * self.height**2
        across = np.where(flat[:, None], np.stack([down[:, 1], -down[:, 0]], axis=1), across)
        self._down = down
        self._jokers = np.array(jokers, bool)
        self._basis = np.stack([across, down], axis=2)
        self._inverse = np.linalg.inv(self._basis) if len(finds) else self._basis
        self._to_card = np.abs(np.einsum("nij,nj->ni", self._inverse, to_card))
        aside = np.where(self._jokers, _JOKER_ASIDE, _ASIDE)
        above = np.where(self._jokers, _JOKER_ABOVE, _ABOVE)
        half = (self._to_card[:, 1] + above + _ASPECT * (self._to_card[:, 0] + aside)) / 2
        self._half_right = across * (half / _ASPECT)[:, None]
        self._half_down = down * half[:, None]
        mirrored = to_card - 2 * across * np.einsum("nij,nj->ni", self._inverse, to_card)[:, :1]
        self.card_centre: Final[Floats] = self.centre[:, None] + np.stack([to_card, mirrored], axis=1)
        self.half_px: Final[Floats] = np.hypot(*self._half_down.T)

    def alike(self) -> Bools:
        """Return (n, n): of about one size, and one way up or upside down to each other."""
        ratio = self.height[:, None] / self.height[None]
        cosine = np.abs(self._down @ self._down.T) / (self.height[:, None] * self.height[None])
        return np.asarray((ratio < SIZES) & (ratio > 1 / SIZES) & (cosine > STRAIGHT))

    def turned(self) -> Bools:
        """Return (n, n): two indices that stand upside down to each other."""
        return np.asarray(self._down @ self._down.T < 0)

    def aside(self) -> Floats:
        """Return (n, n): how far aside of each other indices lie, in card widths between indices."""
        return self._ways()[0]

    def heights_apart(self) -> Floats:
        """Return (n, n): how far apart indices are, in their mean heights."""
        away = np.linalg.norm(self.centre[:, None] - self.centre[None], axis=2)
        return np.asarray(away / ((self.height[:, None] + self.height[None]) / 2))

    def centres_apart(self) -> Floats:
        """Return (n, n): how far apart the card centres are that two indices point at, in half card heights."""
        centre = self.card_centre[:, 0]
        away = np.linalg.norm(centre[:, None] - centre[None], axis=2)
        return np.asarray(away / ((self.half_px[:, None] + self.half_px[None]) / 2))

    def one_card(self) -> Bools:
        """Return (n, n): two indices that lie as two corners of one card do, or are one index."""
        apart = self.heights_apart()
        x, y = self._ways()
        across = ~self.turned() & (x > ACROSS[0]) & (x < ACROSS[1]) & (y < LEVEL)
        below = self.turned() & (y > BELOW[0]) & (y < BELOW[1]) & (x < ASIDE)
        jokers = (self._jokers[:, None] & self._jokers[None]) & (apart < JOKER_HEIGHTS)
        return np.asarray(self.alike() & (across | below | jokers | (apart < ONE_INDEX)))

    def of_four(self) -> Bools:
        """Return (n, n): two indices that can be corners of one card only if it has an index in all four: one beside the
        other, or one above the other."""
        return np.asarray((~self.turned() | (self._ways()[0] <= ABOVE)) & (self.heights_apart() > ONE_INDEX))

    def askew(self) -> Bools:
        """Return (n, n): two indices that no card has, whatever else lies in between: opposite corners too far aside, or
        two beside each other that are too near."""
        x, _ = self._ways()
        near = ~self.turned() & (x < NEAR) & (self.heights_apart() > ONE_INDEX)
        return np.asarray((self.turned() & (x > ASIDE)) | near)

    def heights_aside_and_below(self) -> tuple[Floats, Floats]:
        """Return (n, n) twice: how far aside and below one index lies of another, in the heights of both on their card: free of
        slant, and of where they think the card's centre is."""
        way = np.abs(np.einsum("nij,nmj->nmi", self._inverse, self.centre[None] - self.centre[:, None]))
        return (way[..., 0] + way[..., 0].T) / 2, (way[..., 1] + way[..., 1].T) / 2

    def are_a_rectangle(self, upper: Sequence[int], lower: Sequence[int]) -> bool:
        """True if two indices and two that are turned to them lie as the four corners of a card do, even seen from near."""
        one, other = (self.centre[pair[1]] - self.centre[pair[0]] for pair in (upper, lower))
        short, long = sorted((float(np.hypot(*one)), float(np.hypot(*other))))
        return long < LONGER_SIDE * short and abs(float(one @ other)) > PARALLEL * short * long

    def _ways(self) -> tuple[Floats, Floats]:
        """Return (n, n) twice: how far aside and below one index lies of another, in card widths and heights between
        indices; the mean of what both think."""
        way = np.einsum("nij,nmj->nmi", self._inverse, self.centre[None] - self.centre[:, None])
        size = np.maximum(2 * self._to_card, 0.5)
        x, y = np.abs(way[..., 0]) / size[:, None, 0], way[..., 1] / size[:, None, 1]
        return (x + x.T) / 2, np.where(self.turned(), (y + y.T) / 2, (np.abs(y) + np.abs(y.T)) / 2)

    def corners(self, members: Sequence[int]) -> Corners:
        """Return (4, 2), the corners of the card that has the indices *members*, clockwise from the upper left one of
        the card held upright as the first index says; every corner mostly from the index nearest to it."""
        members = members[:MOST_JOINED]
        first = self._down[members[0]]
        sets = []
        for k, flipped in zip(members, self.mirrored(members), strict=True):
            centre, right, down = self.card_centre[k, int(flipped)], self._half_right[k], self._half_down[k]
            corners = np.array(
                [centre - right - down, centre + right - down, centre + right + down, centre - right + down]
            )
            sets.append(np.roll(corners, 2, axis=0) if self._down[k] @ first < 0 else corners)
        if len(sets) == 1:
            return sets[0].astype(np.float32)
        middle = np.mean(sets, axis=0)
        away = np.linalg.norm(middle[:, None] - self.centre[list(members)][None], axis=2) + 1
        share = away**-3 / (away**-3).sum(axis=1, keepdims=True)
        return np.asarray(np.einsum("cw,wcd->cd", share, np.stack(sets)), np.float32)

    def mirrored(self, members: Sequence[int]) -> tuple[bool, ...]:
        """Return which of *members* are right-hand corners: as few as make their outlines' centres agree."""
        if len(members) == 1:
            return (False,)
        centres, height = self.card_centre[list(members)], float(self.height[members[0]])
        choices = np.array(list(product((0, 1), repeat=len(members))))
        picked = centres[np.arange(len(members))[None], choices]
        spread = np.linalg.norm(picked - picked.mean(axis=1, keepdims=True), axis=2).mean(axis=1) / height
        order = choices @ (1 + np.arange(len(members), 0, -1) / 100)
        best = int(np.argmin(spread + MIRRORED_COST * order))
        return tuple(bool(flag) for flag in choices[best])
