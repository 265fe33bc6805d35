"""The deck takes certainty away and never invents it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_controller.cards import DECK, JOKER, Card, parse_card
from vision.assignment import LENT, assign


def odds(**chances: float) -> np.ndarray:
    """One seen card's probabilities; what is left over is anything else."""
    row = np.zeros(54)
    for text, chance in chances.items():
        row[parse_card(text).index] = chance
    row[53] = max(0.0, 1 - row.sum())
    return row


def cards_of(*rows: np.ndarray, known: frozenset[Card] = frozenset(), jokers: int = 1) -> list[Card | None]:
    return [one.card for one in assign(np.stack(rows), known, jokers)]


def test_plain_cards_are_what_they_look_like() -> None:
    one, two = assign(np.stack([odds(Ah=0.99), odds(Kd=0.97)]), frozenset(), 1)

    assert (one.card, two.card) == (parse_card("Ah"), parse_card("Kd"))
    assert one.chance == pytest.approx(0.99, abs=0.01)


def test_one_of_two_nearly_equal_faces_is_taken_when_the_other_lies_elsewhere() -> None:
    (one,) = assign(np.stack([odds(**{"7c": 0.5, "7s": 0.47})]), {parse_card("7c")}, 1)

    assert one.card is parse_card("7s")
    assert 0.47 < one.chance <= LENT * 0.47 / (LENT * 0.47 + 0.53) + 1e-9


def test_what_plainly_shows_a_face_that_lies_elsewhere_is_unread_and_told() -> None:
    (one,) = assign(np.stack([odds(**{"7c": 0.98, "7s": 0.01})]), {parse_card("7c")}, 1)

    assert one.card is None
    assert one.conflict is parse_card("7c")


def test_two_cards_that_look_alike_are_not_sure_of_each_other() -> None:
    one, two = assign(
        np.stack([odds(**{"9d": 0.9, "9h": 0.02}), odds(**{"9d": 0.9, "9h": 0.02})]), frozenset(), 1
    )

    assert max(one.chance, two.chance) < 0.6


def test_a_deck_of_52_has_no_joker() -> None:
    assert cards_of(odds(Jk=0.99), jokers=0) == [None]
    assert cards_of(odds(Jk=0.99), jokers=1) == [JOKER]


def test_a_known_card_that_is_not_sure_takes_some_certainty() -> None:
    (free,) = assign(np.stack([odds(Ah=0.95)]), {}, 1)
    (doubted,) = assign(np.stack([odds(Ah=0.95)]), {parse_card("Ah"): 0.9}, 1)

    assert doubted.chance < free.chance


def test_nothing_seen_is_nothing_assigned() -> None:
    assert assign(np.zeros((0, 54)), frozenset(), 1) == ()


@pytest.mark.parametrize("wrong", [np.zeros((2, 53)), np.full((1, 54), 2.0), np.full((1, 54), np.nan)])
def test_what_is_no_table_of_probabilities_is_refused(wrong: np.ndarray) -> None:
    with pytest.raises(ValueError, match="probabilit"):
        assign(wrong, frozenset(), 1)


@st.composite
def tables(draw: st.DrawFn) -> tuple[np.ndarray, frozenset[Card], int]:
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    count, few = draw(st.integers(1, 9)), draw(st.integers(2, 12))
    table = np.zeros((count, 54))
    for row in table:
        places = [*rng.choice(few, min(few, 3), replace=False), 52, 53]
        row[places] = rng.dirichlet(np.full(len(places), draw(st.sampled_from((0.1, 0.5, 2.0)))))
    known = frozenset(DECK[k] for k in rng.choice(53, draw(st.integers(0, 6)), replace=False))
    return table, known, draw(st.integers(0, 2))


@settings(max_examples=60, deadline=None)
@given(tables())
def test_no_card_is_surer_than_its_own_pixels_allow(
    case: tuple[np.ndarray, frozenset[Card], int],
) -> None:
    """Never more than LENT times the odds, and more than the pixels say only where a face lies elsewhere."""
    table, known, jokers = case

    answers = assign(table, known, jokers)

    for row, one in zip(table, answers, strict=True):
        if one.card is None:
            assert one.chance == 0
            continue
        own = row[one.card.index]
        assert one.own == own
        assert one.chance <= LENT * own / (LENT * own + 1 - own) + 1e-9
        assert one.chance <= own + 1e-9 or known


@settings(max_examples=60, deadline=None)
@given(tables())
def test_no_face_is_given_twice_and_none_that_surely_lies_elsewhere_with_any_chance(
    case: tuple[np.ndarray, frozenset[Card], int],
) -> None:
    table, known, jokers = case

    answers = assign(table, known, jokers)

    given_faces = [one.card for one in answers if one.card is not None and one.card is not JOKER]
    assert len(given_faces) == len(set(given_faces))
    assert sum(one.card is JOKER for one in answers) <= jokers
    assert all(one.chance < 0.5 for one in answers if one.card in known)


@settings(max_examples=30, deadline=None)
@given(tables(), st.integers(0, 2**32))
def test_the_order_of_seen_cards_changes_no_chance(
    case: tuple[np.ndarray, frozenset[Card], int], seed: int
) -> None:
    table, known, jokers = case
    order = np.random.default_rng(seed).permutation(len(table))

    forth, back = assign(table, known, jokers), assign(table[order], known, jokers)

    for place, number in enumerate(order):
        assert back[place].card is forth[number].card
        assert back[place].chance == pytest.approx(forth[number].chance, abs=1e-6)
