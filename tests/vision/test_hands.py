"""Which cards are one hand, and in which order they are held or lie."""

import math
from itertools import pairwise

import numpy as np
import pytest

from table_controller.cards import DECK
from vision.find import IndexFind
from vision.hands import Hand, hands_of
from vision.pair import Sighting
from vision.read import Witness
from vision.synthetic.layouts import Pose
from vision.synthetic.styles import CARD_HEIGHT_MM, CARD_WIDTH_MM

INDEX_MM = 14.0
PX_PER_MM = 2.0


def moved(poses: list[Pose], x_mm: float, y_mm: float, turn: float = 0.0) -> list[Pose]:
    """*poses* as a group, turned and put there."""
    cos, sin = math.cos(turn), math.sin(turn)
    return [
        Pose(p.x_mm * cos - p.y_mm * sin + x_mm, p.x_mm * sin + p.y_mm * cos + y_mm, p.turn + turn)
        for p in poses
    ]


def fan(count: int, step: float = 0.22, reach_mm: float = 110) -> list[Pose]:
    """A hand held from below, each card on its left neighbour."""
    turns = [(k - (count - 1) / 2) * step for k in range(count)]
    return [Pose(reach_mm * math.sin(t), reach_mm * (1 - math.cos(t)), t) for t in turns]


def row(count: int, step_mm: float = CARD_WIDTH_MM + 6) -> list[Pose]:
    return [Pose((k - (count - 1) / 2) * step_mm, 0, 0) for k in range(count)]


def column(count: int) -> list[Pose]:
    return [Pose(0, (k - (count - 1) / 2) * 24, 0) for k in range(count)]


def px(pose: Pose, x_mm: float, y_mm: float) -> tuple[float, float]:
    """Where a point of a card (from its centre) is in the picture."""
    cos, sin = math.cos(pose.turn), math.sin(pose.turn)
    return (
        (pose.x_mm + x_mm * cos - y_mm * sin) * PX_PER_MM + 900,
        (pose.y_mm + x_mm * sin + y_mm * cos) * PX_PER_MM + 900,
    )


def corners(pose: Pose) -> np.ndarray:
    w, h = CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2
    return np.array([px(pose, *at) for at in ((-w, -h), (w, -h), (w, h), (-w, h))], np.float32)


def seen(poses: list[Pose]) -> list[Sighting]:
    """The cards as read, the later ones on top; an index that another card covers is not seen."""
    out = []
    for number, pose in enumerate(poses):
        marks = [
            px(pose, x, y)
            for x, y in ((-26.0, -34.0), (26.0, 34.0))
            if not any(_covers(above, px(pose, x, y)) for above in poses[number + 1 :])
        ]
        witnesses = tuple(_witness(DECK[number], mark, pose) for mark in marks)
        out.append(Sighting(DECK[number], 0.99, corners(pose), witnesses))
    return out


def _covers(pose: Pose, at: tuple[float, float]) -> bool:
    x, y = (at[0] - 900) / PX_PER_MM - pose.x_mm, (at[1] - 900) / PX_PER_MM - pose.y_mm
    cos, sin = math.cos(pose.turn), math.sin(pose.turn)
    return abs(x * cos + y * sin) < CARD_WIDTH_MM / 2 and abs(-x * sin + y * cos) < CARD_HEIGHT_MM / 2


def _witness(card: object, mark: tuple[float, float], pose: Pose) -> Witness:
    down = np.array([-math.sin(pose.turn), math.cos(pose.turn)], np.float32) * INDEX_MM * PX_PER_MM
    across = np.array([down[1], -down[0]], np.float32)
    to_card = np.array(px(pose, 0, 0), np.float32) - np.array(mark, np.float32)
    return Witness(IndexFind(0.9, np.array(mark, np.float32), down, across, to_card), card, 0.99, 0.9)  # type: ignore


def members(hands: tuple[Hand, ...]) -> list[set[int]]:
    return [set(hand.cards) for hand in hands]


@pytest.mark.parametrize("turn", [0.0, 0.8, math.pi / 2, 2.5, math.pi, 5.0])
@pytest.mark.parametrize("make", [fan, row, column])
def test_a_hand_is_one_hand_in_the_order_it_is_held(make: object, turn: float) -> None:
    poses = moved(make(5), 0, 0, turn)  # type: ignore[operator]

    (hand,) = hands_of(seen(poses))

    assert hand.cards == (0, 1, 2, 3, 4)


def test_a_fan_with_a_card_upside_down_keeps_its_order() -> None:
    poses = fan(5)
    poses[2] = Pose(poses[2].x_mm, poses[2].y_mm, poses[2].turn + math.pi)

    (hand,) = hands_of(seen(poses))

    assert hand.cards == (0, 1, 2, 3, 4)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_hands_round_the_table_stay_apart(count: int) -> None:
    """Players sit round the table, each with five cards before him: fans and rows in turn."""
    poses: list[Pose] = []
    for seat in range(count):
        angle = 2 * math.pi * seat / count
        made = fan(5) if seat % 2 else row(5, CARD_WIDTH_MM * 0.5)
        poses += moved(made, 260 * math.sin(angle), -260 * math.cos(angle), angle + math.pi)

    hands = hands_of(seen(poses[: 5 * count]))

    assert sorted(map(sorted, members(hands))) == [list(range(5 * k, 5 * k + 5)) for k in range(count)]
    assert sorted(hand.cards for hand in hands) == [tuple(range(5 * k, 5 * k + 5)) for k in range(count)]


def test_two_hands_beside_each_other_are_two() -> None:
    poses = [*moved(row(3), -130, 0), *moved(row(3), 130, 0)]

    assert members(hands_of(seen(poses))) == [{0, 1, 2}, {3, 4, 5}]


def test_cards_across_each_other_are_no_hand() -> None:
    poses = [Pose(0, 0, 0), Pose(CARD_WIDTH_MM + 16, 0, math.pi / 2)]

    assert members(hands_of(seen(poses))) == [{0}, {1}]


def test_face_down_cards_belong_to_hands_and_are_numbered_after_the_others() -> None:
    poses = row(5)

    (hand,) = hands_of(seen(poses[:3]), [np.roll(corners(p), 1, axis=0) for p in poses[3:]])

    assert hand.cards == (0, 1, 2, 3, 4)


def test_a_pile_is_told_from_the_lowest_card_to_the_uppermost() -> None:
    turns = (0.0, 0.5, -0.45, 0.9)
    poses = [Pose(2.0 * k, -1.5 * k, turn) for k, turn in enumerate(turns)]

    (hand,) = hands_of(seen(poses))

    assert hand.cards == hand.from_below
    assert all(hand.cards.index(a) < hand.cards.index(b) for a, b in pairwise(range(4)))


def test_a_fan_tells_which_card_lies_on_which() -> None:
    (hand,) = hands_of(seen(fan(5)))
    (other,) = hands_of(seen(fan(5)[::-1]))

    assert hand.from_below == (0, 1, 2, 3, 4)
    assert other.cards == (4, 3, 2, 1, 0)


def test_no_cards_are_no_hands() -> None:
    assert hands_of(()) == ()
