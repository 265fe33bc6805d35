"""Badugis: rows U01-U10, the worked examples of the book, and those of five cards."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.cards import DECK, Card, parse_cards
from table_controller.hand_values.ranking import (
    describe_hand,
    describe_in_a_sentence,
    hand_number,
    hand_value,
    has_pair,
    low_ranks,
    smoothness,
)
from table_controller.structure import Evaluator

BADUGI, ACE_HIGH = Evaluator.BADUGI, Evaluator.BADUGI_ACE_HIGH


def value(text: str, evaluator: Evaluator = BADUGI) -> int:
    return hand_value(evaluator, parse_cards(text))


@pytest.mark.parametrize(
    ("text", "playing"),
    [
        pytest.param("As 2c 3h 4d", (4, 3, 2, 1), id="U02"),
        pytest.param("4s 6h 8d Jc", (11, 8, 6, 4), id="U03"),
        pytest.param("Tc Jh Qd Kh", (12, 11, 10), id="U04"),
        pytest.param("Tc Js Qd Kh", (13, 12, 11, 10), id="U04 the worst badugi"),
        pytest.param("Ah Ad 4c 5s", (5, 4, 1), id="U05"),
        pytest.param("Ac As 4s 6s", (4, 1), id="U06"),
        pytest.param("As 2s 3h 4d", (4, 3, 1), id="U08"),
        pytest.param("As 2d 3h 3s", (3, 2, 1), id="U01"),
        pytest.param("Ac 5c 9c Kc", (1,), id="U09"),
        pytest.param("Kc Kd Kh Ks", (13,), id="U09 four kings"),
        pytest.param("As Ad 2s 9h", (9, 2, 1), id="U08 the other ace plays"),
        pytest.param("As 2s Ad 2d", (2, 1), id="U08 two and two"),
        pytest.param("As 2s 3s Ad 5h", (5, 2, 1), id="five cards, three suits"),
        pytest.param("As 2s Ad 3c 4h", (4, 3, 2, 1), id="five cards"),
    ],
)
def test_the_best_cards_without_a_common_rank_or_suit_play(text: str, playing: tuple[int, ...]) -> None:
    assert low_ranks(BADUGI, parse_cards(text)) == playing


@pytest.mark.parametrize(
    "best_first",
    [
        pytest.param(["Kc Qd Jh Ts", "As 2d 3h 3s"], id="U01"),
        pytest.param(["As 2c 3h 4d", "4s 6h 8d Jc", "Tc Js Qd Kh", "Ah Ad 4c 5s", "Ac As 4s 6s"], id="U07"),
        pytest.param(["Ah Ad 4c 5s", "Tc Jh Qd Kh"], id="U07 as printed"),
        pytest.param(["5s 4h 3d 2c", "6s 3h 2d Ac"], id="U02 the highest card counts first"),
    ],
)
def test_better_badugis_are_worth_more(best_first: list[str]) -> None:
    values = [value(text) for text in best_first]

    assert all(better > worse for better, worse in pairwise(values)), values


def test_u10_suits_do_not_break_a_tie() -> None:
    assert value("As 2c 3h 4d") == value("Ac 2d 3s 4h")


@pytest.mark.parametrize(
    ("text", "words", "in_a_sentence"),
    [
        ("4s 6h 8d Jc", "four-card jack", "a four-card jack"),
        ("Ah Ad 4c 5s", "three cards, five-four-ace", "three cards, five-four-ace"),
        ("Ac As 4s 6s", "two cards, four-ace", "two cards, four-ace"),
        ("Kc Kd Kh Ks", "one card, king", "one card, king"),
    ],
)
def test_u03_u06_badugis_are_called_by_the_cards_that_play(text: str, words: str, in_a_sentence: str) -> None:
    assert describe_hand(BADUGI, parse_cards(text)) == words
    assert describe_in_a_sentence(BADUGI, parse_cards(text)) == in_a_sentence


def test_with_the_ace_high_five_four_three_deuce_is_the_best() -> None:
    assert hand_number(ACE_HIGH, parse_cards("5s 4h 3d 2c")) == 1
    assert hand_number(BADUGI, parse_cards("4s 3h 2d Ac")) == 1
    assert value("As Kh Qd Jc", ACE_HIGH) < value("Ks Qh Jd Tc", ACE_HIGH)
    assert low_ranks(ACE_HIGH, parse_cards("As 2s 3h 4d 4c")) == (4, 3, 2)
    assert describe_hand(ACE_HIGH, parse_cards("As Kh Qd Jc")) == "four-card ace"
    assert describe_in_a_sentence(ACE_HIGH, parse_cards("As Ks Qs Js")) == "one card, jack"


def test_badugis_have_no_pairs_and_are_neither_smooth_nor_rough() -> None:
    assert not has_pair(BADUGI, parse_cards("As Ad 4c 5s"))
    assert smoothness(BADUGI, parse_cards("As 2c 3h 4d")) is None


@pytest.mark.parametrize("text", ["As 2c 3h", "As 2c 3h 4d 5s 6s", "", "As 2c 3h Jk", "As 2c 3h 4d Jk"])
def test_another_number_of_cards_or_the_joker_is_refused(text: str) -> None:
    for evaluator in (BADUGI, ACE_HIGH):
        with pytest.raises(ValueError, match="not four or five cards of a deck without the joker"):
            value(text, evaluator)


@given(st.permutations(DECK[:52]), st.permutations(range(4)))
def test_neither_the_order_nor_the_names_of_the_suits_matter(deck: list[Card], suits: list[int]) -> None:
    for size in (4, 5):
        cards = deck[:size]
        exchanged = [DECK[card.index - card.suit + suits[card.suit]] for card in cards]

        assert hand_value(BADUGI, exchanged[::-1]) == hand_value(BADUGI, cards)


@given(st.permutations(DECK[:52]))
def test_a_fifth_card_plays_where_it_makes_a_better_badugi(deck: list[Card]) -> None:
    for evaluator in (BADUGI, ACE_HIGH):
        best = max(hand_value(evaluator, four) for four in combinations(deck[:5], 4))

        assert hand_value(evaluator, deck[:5]) == best
