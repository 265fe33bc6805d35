"""The deck's own eye knows its cards from each other and from what it was never shown."""

import numpy as np
import pytest

from tests.vision.enrol.drawn_eye import ALL, DIAMONDS, EACH, JACK, QUEEN, drawn_eye, seen, shown
from vision.enrol.eye import MOST, DeckEye, eye_of
from vision.read import EMBEDDING, RANKS


def rank_chance(eye: DeckEye, rank: int, look: np.ndarray) -> float:
    return float(eye.told(look)[0][0, rank])


@pytest.mark.parametrize("rank", [JACK, QUEEN])
def test_a_card_is_told_from_all_others(rank: int) -> None:
    ranks, suits = drawn_eye().told(seen(rank))

    assert ranks[0, rank] > 0.95
    assert suits[0, DIAMONDS] > 0.95


def test_a_card_that_was_not_shown_is_told_by_its_rank_and_suit() -> None:
    eye = drawn_eye(ALL[ALL != QUEEN * 4 + DIAMONDS])

    assert eye.known[QUEEN * 4 + DIAMONDS]
    assert rank_chance(eye, QUEEN, seen(QUEEN)) > 0.8


def test_a_rank_that_was_not_shown_is_no_card_of_the_deck() -> None:
    eye = drawn_eye(ALL[QUEEN != ALL // 4])

    assert not eye.known[QUEEN * 4 + DIAMONDS]
    assert eye.told(seen(QUEEN))[0].max() < 0.3


def test_what_looks_like_nothing_shown_is_not_believed() -> None:
    assert drawn_eye().told(seen(50))[0].max() < 0.3
    assert rank_chance(drawn_eye(), JACK, seen(JACK)) <= MOST + (1 - MOST) / RANKS


def test_what_is_told_are_chances() -> None:
    for chances in drawn_eye().told(shown(seed=7)[1]):
        assert np.allclose(chances.sum(axis=1), 1)
        assert chances.min() > 0


def test_the_eye_is_less_sure_where_it_was_mistaken() -> None:
    labels, looks = shown()
    eye = eye_of(labels, looks)
    mistaken = np.where(np.arange(len(labels)) % 5 == 0, np.roll(labels, EACH * 4), labels)

    sure, unsure = eye.tried(labels, looks), eye.tried(mistaken, looks)

    assert rank_chance(unsure, QUEEN, seen(QUEEN)) < 0.9 < rank_chance(sure, QUEEN, seen(QUEEN))


def test_nothing_to_learn_from_is_refused() -> None:
    for labels, looks in (
        (np.zeros(0, np.intp), np.zeros((0, EMBEDDING), np.float32)),
        (np.zeros(2, np.intp), np.zeros((2, 5), np.float32)),
        (np.array([-1]), np.zeros((1, EMBEDDING), np.float32)),
    ):
        with pytest.raises(ValueError, match="no looks"):
            eye_of(labels, looks)
