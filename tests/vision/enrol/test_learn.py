"""A deck in an odd hand is learnt, judged on views kept back, and used without ever making a reading worse."""

import numpy as np
import pytest

from tests.vision.enrol.odd_deck import SOME, looks_of, odd_views
from vision.enrol.house_deck import HouseDeck
from vision.enrol.learn import learn
from vision.read import IndexReader, odds_of


def test_learning_the_same_views_twice_gives_the_same(deck: HouseDeck, index_reader: IndexReader) -> None:
    again = learn(odd_views(), index_reader)

    assert deck.verdict is not None
    assert again.verdict.right_with == deck.verdict.right_with
    assert again.verdict.wary == deck.verdict.wary


def test_no_view_kept_back_is_read_worse_with_the_deck_than_without(deck: HouseDeck) -> None:
    verdict = deck.verdict

    assert verdict is not None
    assert verdict.right_with >= verdict.right_without
    assert verdict.wrong_with <= verdict.wrong_without


def test_its_cards_are_believed_more_and_no_other_card_is(deck: HouseDeck, index_reader: IndexReader) -> None:
    crops, labels = looks_of(odd_views(seed=2), seed=5)
    rows, embeddings = index_reader.classify(crops)

    before, after = odds_of(rows), odds_of(deck.rows(rows, embeddings))

    n = np.arange(len(labels))
    assert after[n, labels].mean() >= before[n, labels].mean()
    wrong = after[:, :53].copy()
    wrong[n, labels] = 0
    assert (wrong.max(axis=1) > 0.9).sum() <= (_others(before, labels) > 0.9).sum()


def _others(belief: np.ndarray, labels: list[int]) -> np.ndarray:
    out = belief[:, :53].copy()
    out[np.arange(len(labels)), labels] = 0
    return out.max(axis=1)


def test_what_is_said_stays_a_probability_and_below_what_the_network_ever_says(
    deck: HouseDeck, index_reader: IndexReader
) -> None:
    crops, _ = looks_of(odd_views(seed=3), seed=6, count=2)
    rows, embeddings = index_reader.classify(crops)

    out = deck.rows(rows, embeddings)

    assert out.shape == rows.shape
    assert ((out >= 0) & (out <= 1)).all()
    assert np.allclose(out[:, :15].sum(axis=1), 1, atol=1e-3)
    assert np.allclose(out[:, 15:20].sum(axis=1), 1, atol=1e-3)


def test_noise_is_no_card_for_who_knows_the_deck(deck: HouseDeck, index_reader: IndexReader) -> None:
    rng = np.random.default_rng(4)
    crops = [rng.integers(0, 255, (64, 40, 3)).astype(np.uint8) for _ in range(20)]
    rows, embeddings = index_reader.classify(crops)

    assert (deck.rows(rows, embeddings)[:, -1] < 0.5).all()


def test_one_view_of_each_card_is_too_little_to_judge_by(index_reader: IndexReader) -> None:
    with pytest.raises(ValueError, match="too few"):
        learn(odd_views()[::3], index_reader)


def test_it_knows_what_is_missing(deck: HouseDeck) -> None:
    assert len(deck.missing) == 53 - len(SOME)
