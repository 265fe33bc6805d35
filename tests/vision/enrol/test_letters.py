"""A deck's other letters are told where they are clear, and what was never shown is not taken for one of them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.enrol.deck_file import DeckFileError, read_deck, write_deck
from vision.enrol.expert import DeckExpert
from vision.enrol.head import ANSWERS, CARDS, Head
from vision.enrol.house_deck import HouseDeck, new_deck, weights_name
from vision.enrol.judge import Verdict
from vision.enrol.letters import LEAD, Letters, letters_of
from vision.read import EMBEDDING, FOREIGN, RANKS

JACK, QUEEN = 9, 10
DIAMONDS = 1
ALL = np.arange(CARDS - 1)
LETTERED = np.isin(np.arange(CARDS) // 4, (JACK, QUEEN))
EACH = 6


def look(rank: int, suit: int, rng: np.random.Generator) -> np.ndarray:
    """Return an embedding in which rank and suit are ways of their own, with a little noise."""
    out = rng.normal(0, 0.03, EMBEDDING)
    out[rank] += 1
    out[100 + suit] += 2
    return out.astype(np.float32)


def letters(cards: np.ndarray = ALL) -> Letters | None:
    rng = np.random.default_rng(3)
    labels = np.repeat(cards, EACH)
    looks = np.stack([look(card // 4, card % 4, rng) for card in labels])
    return letters_of(labels, looks, LETTERED, np.arange(len(labels)) % EACH == 0)


def unknown_letter(sure: float = 0.95) -> np.ndarray:
    """Return what the classifier says of a letter that it does not know, over diamonds."""
    row = np.full((1, ANSWERS - 1), 0.001, np.float32)
    row[0, FOREIGN], row[0, 3], row[0, RANKS + DIAMONDS], row[0, -1] = sure, 0.98 - sure, 0.996, 0.97
    return row


def german() -> HouseDeck:
    """Return a deck that knows its letters and nothing else."""
    head, silent = Head(np.zeros(EMBEDDING), 1.0, np.zeros((EMBEDDING + 1, ANSWERS))), np.zeros(CARDS, bool)
    expert, verdict = DeckExpert(head, 0.0, LETTERED, silent, letters()), Verdict(0.0, 9, 1, 0, 2, 0, silent)
    unlearnt = new_deck("berlin", 52, (), ())
    return replace(unlearnt, weights=weights_name(), expert=expert, verdict=verdict)


def seen(rank: int, seed: int = 9) -> np.ndarray:
    return look(rank, DIAMONDS, np.random.default_rng(seed))[None]


@pytest.mark.parametrize("rank", [JACK, QUEEN])
def test_a_letter_that_was_shown_is_told(rank: int) -> None:
    known = letters()
    assert known is not None

    told, rows = known.told(unknown_letter(), seen(rank))

    assert told.all()
    assert rows[0, :RANKS].argmax() == rank
    assert rows[0, FOREIGN] < 0.1
    assert np.array_equal(rows[0, RANKS:], unknown_letter()[0, RANKS:])


def test_a_letter_that_was_not_shown_in_this_suit_is_told_by_the_others() -> None:
    known = letters(ALL[ALL != QUEEN * 4 + DIAMONDS])
    assert known is not None

    told, rows = known.told(unknown_letter(), seen(QUEEN))

    assert told.all()
    assert rows[0, :RANKS].argmax() == QUEEN


def test_a_letter_of_another_deck_and_what_the_reader_knows_are_left_to_it() -> None:
    known = letters()
    assert known is not None

    for row, embedding in (
        (unknown_letter(), seen(50)),
        (unknown_letter(), seen(5)),
        (unknown_letter(sure=0.2), seen(QUEEN)),
    ):
        told, rows = known.told(row, embedding)
        assert not told.any()
        assert np.array_equal(rows, row)


def test_a_deck_of_which_a_rank_was_not_shown_has_no_letters() -> None:
    assert letters(ALL[ALL // 4 != 5]) is None
    assert letters(ALL[ALL // 4 != QUEEN]) is None


def test_in_a_deck_with_other_letters_nothing_is_raised_that_may_be_one() -> None:
    weights = np.zeros((EMBEDDING + 1, ANSWERS))
    weights[-1, 5] = 9
    head, silent = Head(np.zeros(EMBEDDING), 1.0, weights), np.zeros(CARDS, bool)

    deck = DeckExpert(head, 1.0, LETTERED, silent, letters())

    assert np.array_equal(deck.rows(unknown_letter(sure=0.2), seen(50)), unknown_letter(sure=0.2))


def test_after_a_mistake_a_letter_needs_a_longer_lead_and_the_others_do_not() -> None:
    known = letters()
    assert known is not None

    careful = known.warned(unknown_letter(), seen(QUEEN))

    assert not careful.told(unknown_letter(), seen(QUEEN))[0].any()
    assert careful.told(unknown_letter(), seen(JACK))[0].all()


def test_letters_come_out_of_the_deck_file_as_they_went_in(tmp_path: Path) -> None:
    deck = german()

    write_deck(deck, tmp_path / "a.npz")
    again = read_deck(tmp_path / "a.npz")

    assert again.rows(unknown_letter(), seen(QUEEN))[0, QUEEN] > 0.7
    for embedding in (seen(QUEEN), seen(JACK), seen(50)):
        assert np.allclose(again.rows(unknown_letter(), embedding), deck.rows(unknown_letter(), embedding))


@pytest.mark.parametrize(
    "changed",
    [
        {"letter_leads": np.full(13, LEAD / 2)},
        {"letters": np.full((EMBEDDING + 1, RANKS), np.nan)},
        {"looks": np.ones((52, EMBEDDING), np.float32)},
        {"look_ranks": np.zeros(3, np.uint8)},
        {"letter_suits": np.zeros((3, EMBEDDING))},
    ],
)
def test_letters_that_cannot_have_been_learnt_are_refused(
    tmp_path: Path, changed: dict[str, np.ndarray]
) -> None:
    write_deck(german(), tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz") as bundle:
        np.savez_compressed(tmp_path / "b.npz", **(dict(bundle) | changed))

    with pytest.raises(DeckFileError, match="damaged"):
        read_deck(tmp_path / "b.npz")
