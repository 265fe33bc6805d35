"""What needs no further look once indices were found: the cards they are on, and what on those only seems an index."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.peaks import IndexFind

Floats = NDArray[np.float64]
Quad = NDArray[np.float32]

SURE: Final = 0.75
SURE_PX: Final = (16.0, 40.0)
"""An index found as surely as this, at a size at which it is so tall, is found no better at another."""
AROUND: Final = 0.9
"""A stretch narrower than so many heights along a card that was found is no other card's with as large an index."""
ALIKE: Final = 1.4
LEAST_PX: Final = 10.0
"""A doubtful index up to ALIKE times larger or smaller than sure ones is looked at again, at sizes at which it is as
tall as this: it may be one in the middle of a fan."""
INDEX_REACH: Final = 2.0
"""So many heights all round are looked at with it: cut narrower, the network sees too little to place it as well as in
the whole picture."""
PHANTOM_SCORE: Final = 0.5
PHANTOM_TIMES: Final = 1.5
"""Pips and courts of a card that was surely found seem indices so many times as tall as its own, and faint ones."""
_ASIDE: Final = 0.38
_ABOVE: Final = 0.78
"""How far an index's centre is from its card's edges, in heights; see :mod:`vision.outline`."""
_MOST_HALF: Final = 5.0
"""No card is more than twice as many heights wide or tall."""
_SIGNS: Final = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1)), np.float64)


def sure_cards(finds: Sequence[IndexFind], scale: float) -> list[Quad]:
    """Return (4, 2) px, widened by AROUND, of the cards whose indices were surely found among *finds* in the picture made
    *scale* times as large."""
    sure = _surely_found(finds, scale)
    middle, basis, half = _frames(sure)
    corners = _SIGNS * (half + AROUND)[:, None]
    return list((middle[:, None] + np.einsum("nij,ncj->nci", basis, corners)).astype(np.float32))


def doubtful_indices(finds: Sequence[IndexFind], scale: float) -> list[IndexFind]:
    """Return those of *finds*, in the picture made *scale* times as large, that may be indices as those are that were
    surely found."""
    heights = [find.height for find in _surely_found(finds, scale)]
    if not heights:
        return []
    least, most = min(heights) / ALIKE, ALIKE * max(heights)
    return [find for find in finds if find.score < SURE and least < find.height < most]


def surroundings(doubtful: Sequence[IndexFind], scale: float) -> list[Quad]:
    """Return (4, 2) px round those indices that are worth a look in the picture made *scale* times as large."""
    return [
        (find.centre + _SIGNS * INDEX_REACH * (np.abs(find.down) + np.abs(find.across))).astype(np.float32)
        for find in doubtful
        if find.height * scale > LEAST_PX
    ]


def _surely_found(finds: Sequence[IndexFind], scale: float) -> list[IndexFind]:
    low, high = SURE_PX
    return [find for find in finds if find.score >= SURE and low <= find.height * scale <= high]


def without_phantoms(finds: Sequence[IndexFind]) -> list[IndexFind]:
    """Return *finds* without the faint ones on a card that was surely found that are too tall to be of its deck."""
    sure = [find for find in finds if find.score >= SURE]
    if not sure:
        return list(finds)
    middle, basis, half = _frames(sure)
    centres = np.array([find.centre for find in finds], np.float64)
    ways = np.einsum("nij,mnj->mni", np.linalg.inv(basis), centres[:, None] - middle[None])
    on_card = (np.abs(ways) <= half[None]).all(axis=2)
    heights = np.array([find.height for find in finds])
    taller = heights[:, None] > PHANTOM_TIMES * np.array([find.height for find in sure])[None]
    phantom = (on_card & taller).any(axis=1)
    return [
        find
        for find, is_phantom in zip(finds, phantom.tolist(), strict=True)
        if find.score >= PHANTOM_SCORE or not is_phantom
    ]


def _frames(finds: Sequence[IndexFind]) -> tuple[Floats, Floats, Floats]:
    """Return the middles of cards (n, 2) px, the ways across and down that one index height is long, (n, 2, 2) by columns,
    and half of the cards' widths and heights in them, (n, 2)."""
    places = np.array([(f.centre, f.down, f.across, f.to_card) for f in finds], np.float64)
    centre, down, across, to_card = places.reshape(-1, 4, 2).transpose(1, 0, 2)
    flat = np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]) < 0.05 * (down**2).sum(axis=1)
    across = np.where(flat[:, None], np.stack([down[:, 1], -down[:, 0]], axis=1), across)
    basis = np.stack([across, down], axis=2)
    half = np.abs(np.linalg.solve(basis, to_card[:, :, None])[:, :, 0]) + np.array([_ASIDE, _ABOVE])
    return centre + to_card, basis, np.minimum(half, _MOST_HALF)
