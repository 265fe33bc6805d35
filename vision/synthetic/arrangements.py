"""Whole tables of cards: a ribbon of up to a deck, a grid dealt out, a showdown of several hands, a fan held in a hand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.synthetic.layouts import Pose, turned
from vision.synthetic.styles import CARD_HEIGHT_MM, CARD_WIDTH_MM

Rng = np.random.Generator
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Cards on the table plane, the uppermost last; how many mm of table the picture should show across, at what slant
    (degrees), and, where a hand holds the cards, its wrist and the tip of its thumb in mm."""

    poses: tuple[Pose, ...]
    across_mm: float
    slant: float
    hand: tuple[Point, Point] | None = None


def _ribbon(rng: Rng) -> Arrangement:
    """Cards spread by a sweep of the hand: straight or in an arc, evenly or nearly so."""
    count = int(rng.integers(12, 53))
    step = rng.uniform(6, 16)
    bend = rng.uniform(-1.2, 1.2) / (count * step) if rng.random() < 0.6 else 0.0
    poses, x, y, heading = [], 0.0, 0.0, -bend * count * step / 2
    flip = np.pi * (rng.random() < 0.5)
    for _ in range(count):
        poses.append(Pose(x + rng.normal(0, 0.4), y + rng.normal(0, 0.8), heading + rng.normal(0, 0.015)))
        stride = step * rng.uniform(0.75, 1.25)
        x, y, heading = x + stride * np.cos(heading), y + stride * np.sin(heading), heading + bend * stride
    middle = np.mean([(p.x_mm, p.y_mm) for p in poses], axis=0)
    centred = tuple(Pose(p.x_mm - middle[0], p.y_mm - middle[1], p.turn + flip) for p in poses)
    slant = abs(rng.normal(0, 22))
    return Arrangement(centred, max(150.0, count * step * rng.uniform(0.35, 1.15)), slant)


def _grid(rng: Rng) -> Arrangement:
    """Rows and columns as for a count of the deck, often seen from far aside."""
    rows, columns = int(rng.integers(2, 5)), int(rng.integers(3, 9))
    step_x = CARD_WIDTH_MM * rng.uniform(0.4 if rng.random() < 0.3 else 1.0, 1.3)
    step_y = CARD_HEIGHT_MM * rng.uniform(0.45 if rng.random() < 0.3 else 1.0, 1.25)
    sloppy = rng.uniform(0, 0.08)
    poses = [
        Pose(
            (column - (columns - 1) / 2) * step_x + rng.normal(0, 15 * sloppy),
            (row - (rows - 1) / 2) * step_y + rng.normal(0, 15 * sloppy),
            rng.normal(0, sloppy) + np.pi * rng.integers(2),
        )
        for row in range(rows)
        for column in range(columns)
    ]
    wide = max(columns * step_x, rows * step_y)
    return Arrangement(tuple(poses), wide * rng.uniform(0.5, 1.15), rng.uniform(15, 66))


def _showdown(rng: Rng) -> Arrangement:
    """Three to seven hands laid down round a table, a row, cascade or fan each, and the discards in the middle."""
    seats = int(rng.integers(3, 8))
    radius = seats * rng.uniform(42, 65)
    poses = []
    for seat in range(seats):
        toward = 2 * np.pi * seat / seats + rng.normal(0, 0.08)
        step, spread = rng.uniform(13, 70), rng.uniform(0, 0.25) * (rng.random() < 0.5)
        count = int(rng.choice((5, 5, 5, 2, 4, 7)))
        for k in range(count):
            along = (k - (count - 1) / 2) * step
            lift = (along / 60) ** 2 * 20 * (spread > 0)
            turn = (k - (count - 1) / 2) * spread
            poses.append(turned(Pose(along, radius + lift, turn + rng.normal(0, 0.04)), toward))
    for _ in range(int(rng.integers(0, 7))):
        poses.append(Pose(rng.normal(0, 20), rng.normal(0, 20), rng.uniform(0, 2 * np.pi)))
    return Arrangement(tuple(poses), 2 * radius * rng.uniform(0.55, 1.3), abs(rng.normal(0, 25)))


def _held(rng: Rng) -> Arrangement:
    """A player's own view: cards fanned in a hand, the thumb before them."""
    count = int(rng.integers(2, 14))
    step = np.radians(rng.uniform(5, 18))
    reach = rng.uniform(55, 110)
    turns = [(k - (count - 1) / 2) * step + rng.normal(0, 0.03) for k in range(count)]
    if rng.random() < 0.3:
        turns.reverse()
    poses = [Pose(reach * np.sin(t), reach * (1 - np.cos(t)), t) for t in turns]
    aside = rng.uniform(-25, 25)
    wrist = (aside * 2.5, CARD_HEIGHT_MM * rng.uniform(1.0, 1.5))
    thumb = (aside * rng.uniform(-0.2, 0.6), CARD_HEIGHT_MM * rng.uniform(0.12, 0.42))
    return Arrangement(tuple(poses), rng.uniform(120, 420), abs(rng.normal(0, 20)), (wrist, thumb))


_KINDS: Final[tuple[Callable[[Rng], Arrangement], ...]] = (_ribbon, _grid, _showdown, _held)


def arrangement(rng: Rng) -> Arrangement:
    """Return one of the kinds, the whole turned a random way."""
    one = _KINDS[int(rng.integers(len(_KINDS)))](rng)
    turn = rng.uniform(0, 2 * np.pi)
    poses = tuple(turned(pose, turn) for pose in one.poses)
    return Arrangement(poses, one.across_mm, one.slant, _turned_hand(one.hand, turn))


def _turned_hand(hand: tuple[Point, Point] | None, turn: float) -> tuple[Point, Point] | None:
    if hand is None:
        return None
    wrist, thumb = (turned(Pose(x, y, 0.0), turn) for x, y in hand)
    return (wrist.x_mm, wrist.y_mm), (thumb.x_mm, thumb.y_mm)
