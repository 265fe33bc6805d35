"""How far the deck is heard: it raises a reading, and turns one into another only with a clear margin."""

import numpy as np
import pytest

from vision.enrol.expert import DeckExpert, beliefs
from vision.enrol.head import ANSWERS, CARDS, PARTS, Head, fit
from vision.read import EMBEDDING, RANKS

NOBODY = np.zeros(CARDS, bool)
SEVEN, NINE, QUEEN, OTHER = 5, 7, 10, 14
CLUBS = 0


def answer(rank: int, sure: float, second: int = NINE) -> np.ndarray:
    """Return what the classifier says of a club: *rank* at *sure*, most of the rest *second*."""
    row = np.full((1, ANSWERS - 1), 0.001, np.float32)
    row[0, rank], row[0, second], row[0, RANKS + CLUBS], row[0, -1] = sure, 0.98 - sure, 0.996, 0.97
    return row


def expert(rank: int, push: float, foreign: np.ndarray = NOBODY, silent: np.ndarray = NOBODY) -> DeckExpert:
    """Return a deck that speaks for *rank* whatever it sees."""
    weights = np.zeros((EMBEDDING + 1, ANSWERS))
    weights[-1, rank] = push
    return DeckExpert(Head(np.zeros(EMBEDDING), 1.0, weights), 1.0, foreign, silent)


def heard(deck: DeckExpert, row: np.ndarray) -> np.ndarray:
    return beliefs(deck.rows(row, np.zeros((1, EMBEDDING), np.float32)))[0, :CARDS]


def only(card: int) -> np.ndarray:
    out = NOBODY.copy()
    out[card] = True
    return out


def test_a_doubtful_right_answer_becomes_a_sure_one() -> None:
    assert heard(expert(SEVEN, 4), answer(SEVEN, 0.6))[SEVEN * 4] > 0.9


def test_where_the_two_contradict_each_other_neither_is_believed() -> None:
    assert heard(expert(NINE, 9), answer(SEVEN, 0.9)).max() < 0.6


def test_a_wavering_answer_is_turned_only_by_clear_evidence() -> None:
    assert heard(expert(NINE, 5), answer(SEVEN, 0.5))[NINE * 4] > 0.9
    assert heard(expert(NINE, 1), answer(SEVEN, 0.55)).max() < 0.7


def test_a_letter_the_reader_does_not_know_is_a_card_only_where_the_deck_has_it() -> None:
    says_foreign = answer(OTHER, 0.9, second=QUEEN)

    assert heard(expert(QUEEN, 9, foreign=only(QUEEN * 4)), says_foreign)[QUEEN * 4] > 0.9
    assert heard(expert(QUEEN, 9), says_foreign)[QUEEN * 4] < 0.6


def test_a_card_that_the_deck_does_not_help_is_left_to_the_general_reader() -> None:
    row = answer(SEVEN, 0.6)

    deck = expert(SEVEN, 4, silent=only(SEVEN * 4))

    assert np.array_equal(deck.rows(row, np.zeros((1, EMBEDDING), np.float32)), row)


def test_what_is_no_card_stays_what_it_was() -> None:
    rng = np.random.default_rng(1)
    embeddings = rng.random((40, EMBEDDING)).astype(np.float32)
    rows = np.concatenate([answer(SEVEN, 0.5)] * 40)
    labels = np.array([SEVEN * 4] * 20 + [-1] * 20)

    moved = fit(rows, embeddings, labels).rows(rows, embeddings)

    assert moved[:20, SEVEN].min() > moved[20:, SEVEN].max()
    assert np.allclose(moved[20:, PARTS[1]], rows[20:, PARTS[1]], atol=0.05)


def test_nothing_to_learn_from_is_refused() -> None:
    with pytest.raises(ValueError, match="no looks"):
        fit(answer(SEVEN, 0.5), np.zeros((1, EMBEDDING), np.float32), np.array([-1]))
