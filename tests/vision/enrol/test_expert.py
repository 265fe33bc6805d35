"""How far the deck is heard: it raises a reading, and turns one into another only with a clear margin."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.enrol.drawn_eye import (
    ALL,
    DIAMONDS,
    JACK,
    QUEEN,
    drawn_eye,
    german_meaning,
    plain_meaning,
    says,
    seen,
    shown,
)
from vision.enrol.expert import DeckExpert
from vision.enrol.eye import CARDS
from vision.enrol.meaning import meaning_of
from vision.read import FOREIGN, RANKS, odds_of

NOBODY = np.zeros(CARDS, bool)
SEVEN, NINE = 5, 7
SPADES = 3
UNKNOWN_SUIT = 9


def plain(silent: np.ndarray = NOBODY) -> DeckExpert:
    return DeckExpert(drawn_eye(), plain_meaning(), silent)


def heard(deck: DeckExpert, row: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    return odds_of(deck.rows(row, embedding))[0, :CARDS]


def only(card: int) -> np.ndarray:
    out = NOBODY.copy()
    out[card] = True
    return out


def test_a_doubtful_right_answer_becomes_a_sure_one() -> None:
    assert heard(plain(), says(SEVEN, sure=0.6), seen(SEVEN))[SEVEN * 4 + DIAMONDS] > 0.9


def test_where_the_two_contradict_each_other_neither_is_believed() -> None:
    assert heard(plain(), says(SEVEN, sure=0.98), seen(NINE)).max() < 0.85


def test_a_sure_answer_stays_where_the_deck_does_not_know_what_it_sees() -> None:
    row = says(SEVEN, sure=0.98)

    assert np.array_equal(plain().rows(row, seen(50)), row)


def test_a_letter_of_another_deck_stays_unknown() -> None:
    for meaning in (plain_meaning(), german_meaning()):
        deck = DeckExpert(drawn_eye(), meaning, NOBODY)
        assert heard(deck, says(FOREIGN), seen(50)).max() < 0.5


@pytest.mark.parametrize("rank", [JACK, QUEEN])
def test_a_letter_that_the_reader_does_not_know_is_told_once_it_was_shown(rank: int) -> None:
    deck = DeckExpert(drawn_eye(), german_meaning(), NOBODY)

    assert heard(deck, says(FOREIGN), seen(rank))[rank * 4 + DIAMONDS] > 0.9


def test_a_letter_is_told_in_a_suit_in_which_it_was_not_shown() -> None:
    cards = ALL[ALL != QUEEN * 4 + DIAMONDS]
    deck = DeckExpert(drawn_eye(cards), german_meaning(cards), NOBODY)

    assert heard(deck, says(FOREIGN), seen(QUEEN))[QUEEN * 4 + DIAMONDS] > 0.6


def test_a_deck_of_which_a_rank_was_not_shown_has_no_other_letters() -> None:
    for missing in (SEVEN, QUEEN):
        cards = ALL[missing != ALL // 4]
        deck = DeckExpert(drawn_eye(cards), german_meaning(cards), NOBODY)
        assert heard(deck, says(FOREIGN), seen(JACK)).max() < 0.5


def test_an_answer_that_means_two_cards_on_this_deck_is_not_believed_alone() -> None:
    """Blue spades that the reader takes for diamonds."""
    labels, _ = shown()
    rows = np.concatenate([says(card // 4, DIAMONDS if card % 4 == SPADES else card % 4) for card in labels])
    deck = DeckExpert(drawn_eye(), meaning_of(labels, rows), NOBODY)

    assert heard(deck, says(SEVEN), seen(50, UNKNOWN_SUIT)).max() < 0.7
    assert heard(deck, says(SEVEN), seen(SEVEN, SPADES))[SEVEN * 4 + SPADES] > 0.9
    assert heard(deck, says(SEVEN), seen(SEVEN, DIAMONDS))[SEVEN * 4 + DIAMONDS] > 0.9


def test_a_card_that_the_deck_does_not_help_is_left_to_the_general_reader() -> None:
    row = says(SEVEN, sure=0.6)

    deck = plain(silent=only(SEVEN * 4 + DIAMONDS))

    assert np.array_equal(deck.rows(row, seen(SEVEN)), row)
    assert np.array_equal(deck.rows(says(NINE, sure=0.5), seen(SEVEN)), says(NINE, sure=0.5))


def test_what_is_said_stays_a_probability() -> None:
    rng = np.random.default_rng(5)
    rows = np.concatenate([says(rank, sure=0.5) for rank in range(13)] + [says(FOREIGN)])
    out = plain().rows(rows, rng.random((len(rows), 128)))

    assert ((out >= 0) & (out <= 1)).all()
    assert np.allclose(out[:, :RANKS].sum(axis=1), 1, atol=0.02)
    assert np.allclose(out[:, RANKS:-1].sum(axis=1), 1, atol=0.02)
    assert np.array_equal(out[:, -1], rows[:, -1])


def test_the_ranks_with_other_letters_are_known_by_what_the_reader_says_of_them() -> None:
    assert np.flatnonzero(german_meaning().lettered).tolist() == [JACK, QUEEN]
    assert not plain_meaning().lettered.any()
    assert not german_meaning(ALL[SEVEN != ALL // 4]).lettered.any()


def test_a_wary_expert_is_less_sure_of_what_it_raises() -> None:
    row, look = says(SEVEN, sure=0.6), seen(SEVEN)

    told = [heard(replace(plain(), wary=wary), row, look)[SEVEN * 4 + DIAMONDS] for wary in (1.0, 30.0, 1e4)]

    assert told[0] > told[1] > told[2]


def test_a_witness_that_is_mistaken_on_looks_kept_back_is_heard_less() -> None:
    labels, looks = shown(seed=4)
    rows = np.concatenate([says(card // 4, card % 4, sure=0.9) for card in labels])
    blind = np.random.default_rng(6).permutation(looks)

    good, bad = plain().learnt_from(labels, rows, looks), plain().learnt_from(labels, rows, blind)

    assert bad.ranks.eye < good.ranks.eye
    assert bad.suits.eye < good.suits.eye
    assert bad.ranks.reader > 0
