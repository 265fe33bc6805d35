"""Two equal cards of four indices side by side: their left corners look like the left and right ones of one card.

A reading believes them to be one card's, for bent and slanted cards differ as much. Here many cards of one deck lie flat, and
to look once more costs little. What tells: corners that are not as far apart as the other cards', and a card that shows its
right corners in the midst of a row whose others show theirs only at its end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import JOKER, Card
from vision.outline import ONE_INDEX, Outlines
from vision.pair import Sighting

Floats = NDArray[np.float64]

LEAST_SCORE: Final = 0.5
OTHERS: Final = 3
"""So many other faces with two corners side by side tell how far apart they are on this deck."""
OFF_SPAN: Final = 0.2
"""A card's corners side by side are as far apart as the others', but for this share. On drawn decks they differ by .07."""
SPAN_TO_COLUMN: Final = (0.62, 1.0)
"""Where no others tell: they are so many times as far apart as corners one above the other. .66 to .94 on 98 of 100 drawn cards."""
STRAIGHT: Final = 0.35
"""Turned corners no further aside than this share of how far below are one above the other."""
IN_ROW: Final = 0.7
NEXT: Final = (1.8, 1.5)
"""The next card of a row begins, beyond a card's right corners, from so many heights on, up to so many of its spans: where cards
cover each other's right corners and this one's show, there would be bare table before it."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What shows of an answered card, in index heights: how far apart its corners side by side are, those one above the other;
    and the corners side by side, px, left and right, and their mean height, where there are any."""

    spans: tuple[float, ...]
    columns: tuple[float, ...]
    sides: tuple[Floats, Floats, float] | None


def perhaps_side_by_side(found: Sequence[Sighting]) -> frozenset[Card]:
    """Return the answered faces whose corners may be of two equal cards that lie side by side."""
    told = {s.card: _seen(s) for s in found if s.card is not None and s.card is not JOKER}
    return frozenset(_off_span(told) | _amid_a_row(told, found))


def _off_span(told: dict[Card, _Seen]) -> set[Card]:
    """Return the faces whose corners are not as far apart as the other cards' are."""
    spans = {card: float(np.median(seen.spans)) for card, seen in told.items() if seen.spans}
    columns = [below for seen in told.values() for below in seen.columns]
    out = set()
    for card, own in spans.items():
        others = [span for other, span in spans.items() if other is not card]
        if len(others) >= OTHERS:
            usual = float(np.median(others))
            low, high = usual * (1 - OFF_SPAN), usual * (1 + OFF_SPAN)
        elif columns:
            low, high = (share * float(np.median(columns)) for share in SPAN_TO_COLUMN)
        else:
            continue
        if not low <= own <= high:
            out.add(card)
    return out


def _amid_a_row(told: dict[Card, _Seen], found: Sequence[Sighting]) -> set[Card]:
    """Return the faces that show both sides between cards of a row that show one; and those that do so at one end of a row,
    where more rows, or as many, end so at the other."""
    single = [s for s in found if s.card is None or s.card not in told or not told[s.card].spans]
    at = np.array([w.find.centre for s in single for w in s.witnesses[:2]], np.float64).reshape(-1, 2)
    amid, only_before, only_after = set(), set(), set()
    sides = {card: seen.sides for card, seen in told.items() if seen.sides is not None}
    one_way = next((right - left for left, right, _ in sides.values()), np.zeros(2))
    for card, (left, right, height) in sides.items():
        if (right - left) @ one_way < 0:  # its lower corners, or a card the other way round
            left, right = right, left
        before, after = _neighbours(left, right, height, at)
        if before and after:
            amid.add(card)
        elif before:
            only_before.add(card)
        elif after:
            only_after.add(card)
    if only_before and only_after:
        amid |= only_before if len(only_before) <= len(only_after) else set()
        amid |= only_after if len(only_after) <= len(only_before) else set()
    return amid


def _neighbours(left: Floats, right: Floats, height: float, at: Floats) -> tuple[bool, bool]:
    """Return whether a row goes on before *left* and after *right*, about a card further on; *at* (n, 2) px are indices of
    cards that show one side."""
    span = float(np.hypot(*(right - left)))
    along = (right - left) / span
    low, high = NEXT[0] * height, NEXT[1] * span
    out = []
    for corner, way in ((left, -along), (right, along)):
        offset = at - corner
        ahead, aside = offset @ way, np.abs(offset @ np.array((-way[1], way[0])))
        there = ahead[(aside < IN_ROW * height) & (ahead > 0)]
        out.append(bool(len(there)) and low < float(there.min()) < high)
    return out[0], out[1]


def _seen(sighting: Sighting) -> _Seen:
    sure = [w.find for w in sighting.witnesses if w.score >= LEAST_SCORE]
    if len(sure) < 2:
        return _Seen((), (), None)
    outlines = Outlines(sure, [False] * len(sure))
    apart, turned = outlines.heights_apart(), outlines.turned()
    aside, below = outlines.heights_aside_and_below()
    pairs = [(i, j) for i, j in combinations(range(len(sure)), 2) if apart[i, j] > ONE_INDEX]
    side = [(i, j) for i, j in pairs if not turned[i, j]]
    columns = [float(below[i, j]) for i, j in pairs if turned[i, j] and aside[i, j] < STRAIGHT * below[i, j]]
    spans = tuple(float(aside[i, j]) for i, j in side)
    if not side:
        return _Seen(spans, tuple(columns), None)
    one, other = (sure[k] for k in side[0])
    left, right = (one, other) if float((other.centre - one.centre) @ one.across) > 0 else (other, one)
    places = np.stack([left.centre, right.centre]).astype(np.float64)
    return _Seen(spans, tuple(columns), (places[0], places[1], (one.height + other.height) / 2))
