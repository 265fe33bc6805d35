"""How cards lie: scattered, in rows, fans, cascades and piles. Poses on the table plane, the uppermost last."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.synthetic.styles import CARD_HEIGHT_MM, CARD_WIDTH_MM

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Pose:
    """A card's centre on the table in mm and its turn in radians; *x* to the right, *y* down."""

    x_mm: float
    y_mm: float
    turn: float


def _scatter(rng: Rng, count: int) -> list[Pose]:
    spread = 45 * np.sqrt(count) * rng.uniform(0.7, 1.6)
    return [
        Pose(rng.uniform(-spread, spread), rng.uniform(-spread, spread), rng.uniform(0, 2 * np.pi))
        for _ in range(count)
    ]


def _grid(rng: Rng, count: int) -> list[Pose]:
    columns = int(rng.integers(1, count + 1))
    step_x = CARD_WIDTH_MM * rng.uniform(0.95, 1.4)
    step_y = CARD_HEIGHT_MM * rng.uniform(0.95, 1.3)
    sloppy = rng.uniform(0, 0.15)
    poses = []
    for k in range(count):
        row, column = divmod(k, columns)
        x = (column - (min(count, columns) - 1) / 2) * step_x + rng.normal(0, 4 * sloppy * 5)
        y = (row - (count // columns - 1) / 2) * step_y + rng.normal(0, 4 * sloppy * 5)
        poses.append(Pose(x, y, rng.normal(0, sloppy) + np.pi * rng.integers(2)))
    return poses


def _fan(rng: Rng, count: int) -> list[Pose]:
    """Cards turned about a point below the hand; left over right or right over left."""
    step = np.radians(rng.uniform(4, 26))
    reach = rng.uniform(60, 190)
    start = -step * (count - 1) / 2
    turns = [start + step * k + rng.normal(0, 0.03) for k in range(count)]
    if rng.random() < 0.4:
        turns.reverse()
    return [Pose(reach * np.sin(t), reach * (1 - np.cos(t)), t + np.pi * (rng.random() < 0.2)) for t in turns]


def _cascade(rng: Rng, count: int) -> list[Pose]:
    """A spread or column: every card shows a strip of the one below."""
    along = rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else rng.choice([0.0, np.pi / 2, np.pi])
    step = rng.uniform(10, 42)
    wobble = rng.uniform(0, 0.08)
    return [
        Pose(
            (k - count / 2) * step * np.cos(along) + rng.normal(0, 1.5),
            (k - count / 2) * step * np.sin(along) + rng.normal(0, 1.5),
            rng.normal(0, wobble) + np.pi * (rng.random() < 0.15),
        )
        for k in range(count)
    ]


def _pile(rng: Rng, count: int) -> list[Pose]:
    sloppy = rng.uniform(4, 45)
    return [
        Pose(
            rng.normal(0, sloppy),
            rng.normal(0, sloppy),
            rng.uniform(0, 2 * np.pi) * (sloppy > 15) + rng.normal(0, 0.3),
        )
        for _ in range(count)
    ]


_KINDS: Final = (_scatter, _grid, _fan, _cascade, _pile)
_SHARES: Final = (0.28, 0.24, 0.28, 0.14, 0.06)


def layout(rng: Rng, count: int) -> list[Pose]:
    """Return *count* poses round the origin, of a random kind, the whole turned a random way."""
    kind = _KINDS[int(rng.choice(len(_KINDS), p=_SHARES))]
    poses = kind(rng, count)
    turn = rng.uniform(0, 2 * np.pi)
    return [turned(pose, turn) for pose in poses]


def turned(pose: Pose, turn: float) -> Pose:
    """Return *pose* turned about the origin by *turn* radians."""
    cos, sin = np.cos(turn), np.sin(turn)
    return Pose(pose.x_mm * cos - pose.y_mm * sin, pose.x_mm * sin + pose.y_mm * cos, pose.turn + turn)
