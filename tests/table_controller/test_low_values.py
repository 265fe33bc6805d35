"""Low hands: rows L01-L08, K01-K14 and Q04, the worked examples of the book."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.cards import DECK, JOKER, Card, parse_cards
from table_controller.hand_values.high import HighCategory
from table_controller.hand_values.low import ACE_TO_FIVE_LOW, ACE_TO_SIX_LOW, DEUCE_TO_SEVEN_LOW
from table_controller.hand_values.ranking import (
    describe_hand,
    describe_in_a_sentence,
    hand_number,
    hand_value,
    has_pair,
    is_eight_or_better,
    low_qualifies,
    low_ranks,
    seven_or_better,
    smoothness,
)
from table_controller.structure import Evaluator

A5, D27, A6 = Evaluator.ACE_TO_FIVE, Evaluator.DEUCE_TO_SEVEN, Evaluator.ACE_TO_SIX
LOWS = (A5, D27, A6)
RAINBOW = "scdhs"
HANDS = st.permutations(DECK).map(lambda deck: tuple(deck[:5]))


def hand(text: str) -> tuple[Card, ...]:
    """Cards as the book writes them: ``7-5-4-3-A`` is in mixed suits, ``7s 5s 4s 3s As`` as it says."""
    if "-" in text:
        ranks = [rank.replace("10", "T") for rank in text.split("-")]
        # A suit further on for every card, so that a pair's cards differ and no flush comes about.
        text = " ".join(
            rank if rank == "Jk" else rank + "scdh"[place % 4] for place, rank in enumerate(ranks)
        )
    return parse_cards(text)


def value(evaluator: Evaluator, text: str) -> int:
    return hand_value(evaluator, hand(text))


@pytest.mark.parametrize(
    ("evaluator", "best_first"),
    [
        pytest.param(A5, ["5s 4s 3s 2s As", "6s 4d 3h 2c As"], id="L01"),
        pytest.param(A5, ["7-5-4-3-A", "7-5-4-3-2"], id="L03"),
        pytest.param(A5, ["K-Q-J-T-9", "A-A-4-3-2", "2-2-5-4-3", "K-K-4-3-2"], id="L06"),
        pytest.param(A5, ["Ks Qd Jh Tc 9s", "8s 8d 4h 3c Jk"], id="L05"),
        pytest.param(A5, ["6-5-4-3-2", "7-5-4-3-A"], id="L07"),
        pytest.param(A5, ["A-A-4-3-2", "A-A-5-3-2", "A-A-3-3-2", "A-A-A-3-2"], id="L06 kinds"),
        pytest.param(
            D27,
            ["7-5-4-3-2", "7-6-4-3-2", "7-6-5-3-2", "7-6-5-4-2", "8-5-4-3-2", "8-6-4-3-2"],
            id="K01",
        ),
        pytest.param(D27, ["A-K-Q-J-9", "7-6-5-4-3", "7s 5s 4s 3s 2s"], id="K02"),
        pytest.param(D27, ["K-Q-J-T-8", "A-5-4-3-2", "A-6-4-3-2", "2-2-3-4-5"], id="K03"),
        pytest.param(D27, ["8-7-6-5-4", "As 5s 4s 3s 2s", "2-2-2-3-3"], id="K04"),
        pytest.param(D27, ["Q-8-5-4-3", "A-8-5-4-3", "A-A-8-4-3", "A-K-Q-J-T"], id="K05"),
        pytest.param(D27, ["7-6-5-4-2", "8-5-4-3-2", "9-7-6-4-3"], id="K06"),
        pytest.param(D27, ["3-3-6-4-2", "3-3-6-5-2", "3-3-2-2-4", "2-2-2-4-3"], id="K07"),
        pytest.param(D27, ["8-6-5-4-2", "8-7-5-4-2"], id="K09"),
        pytest.param(D27, ["K-K-4-3-2", "A-A-4-3-2"], id="K11"),
        pytest.param(A6, ["6s 4d 3h 2c As", "6s 5d 3h 2c As", "7-4-3-2-A"], id="K12"),
        pytest.param(A6, ["K-Q-J-T-8", "5-4-3-2-A"], id="K12 five high is a straight"),
        pytest.param(A6, ["K-Q-J-T-A", "2-2-3-4-5"], id="K13"),
        pytest.param(A6, ["K-Q-J-T-A", "K-Q-J-T-9"], id="K13 the other straight"),
    ],
)
def test_better_lows_are_worth_more(evaluator: Evaluator, best_first: list[str]) -> None:
    values = [value(evaluator, text) for text in best_first]

    assert all(better > worse for better, worse in pairwise(values)), values


@pytest.mark.parametrize(
    ("evaluator", "with_joker", "played"),
    [
        pytest.param(A5, "6-4-3-2-Jk", "6-4-3-2-A", id="L04"),
        pytest.param(A5, "A-2-3-4-Jk", "5-4-3-2-A", id="L04 wheel"),
        pytest.param(A5, "A-2-3-7-Jk", "7-4-3-2-A", id="L04 seven"),
        pytest.param(A5, "K-Q-J-T-Jk", "K-Q-J-T-A", id="L04 king"),
        pytest.param(A5, "8-8-4-3-Jk", "8-8-4-3-A", id="L05"),
        pytest.param(A5, "8-8-4-A-Jk", "8-8-4-2-A", id="L05 with an ace"),
        pytest.param(A5, "As Ad Ah Ac Jk", "As Ad Ah Ac 2s", id="L05 four aces"),
        pytest.param(D27, "7-6-Jk-3-2", "7-6-4-3-2", id="K08"),
        pytest.param(D27, "Jk-5-4-3-2", "7-5-4-3-2", id="K08 seven"),
        pytest.param(D27, "7s 5s 4s 3s Jk", "7-5-4-3-2", id="K08 of another suit"),
        pytest.param(D27, "6-5-4-3-Jk", "8-6-5-4-3", id="K08 neither end"),
        pytest.param(D27, "A-A-3-2-Jk", "A-A-4-3-2", id="K08 pair"),
        pytest.param(A6, "Jk-4-3-2-A", "6-4-3-2-A", id="K14"),
        pytest.param(A6, "Jk-5-4-3-2", "7-5-4-3-2", id="K14 neither end"),
    ],
)
def test_the_joker_plays_as_the_best_rank(evaluator: Evaluator, with_joker: str, played: str) -> None:
    assert value(evaluator, with_joker) == value(evaluator, played)
    assert low_ranks(evaluator, hand(with_joker)) == low_ranks(evaluator, hand(played))


def test_l02_straights_and_flushes_are_nothing() -> None:
    assert value(A5, "5h 4h 3h 2h Ah") == value(A5, "5s 4d 3c 2c Ac")


@pytest.mark.parametrize(
    ("text", "qualifies"),
    [
        ("8-7-6-5-4", True),
        ("9-4-3-2-A", False),
        ("8-8-3-2-A", False),
        ("8-4-3-2-Jk", True),
        ("7-7-3-2-Jk", False),
        ("5-4-3-2-A", True),
        ("A-A-3-2-4", False),
    ],
)
def test_l08_eight_or_better_without_a_pair_qualifies(text: str, qualifies: bool) -> None:
    assert is_eight_or_better(hand(text)) is qualifies


@pytest.mark.parametrize(
    ("text", "obliged"),
    [
        ("7s 6d 5h 4c 3s", True),
        ("8s 4d 3h 2c As", False),
        ("7-4-3-2-Jk", True),
        ("7-7-4-3-2", False),
        ("5-4-3-2-A", True),
        ("8-4-3-2-Jk", False),
    ],
)
def test_q04_a_seven_or_better_is_obliged_to_bet(text: str, obliged: bool) -> None:
    assert seven_or_better(hand(text)) is obliged


@pytest.mark.parametrize(("worst_rank", "qualifies"), [(5, False), (8, False), (9, True), (13, True)])
def test_a_house_may_ask_for_another_low(worst_rank: int, qualifies: bool) -> None:
    assert low_qualifies(hand("9-4-3-2-A"), worst_rank) is qualifies


def test_a_low_to_qualify_with_has_a_rank() -> None:
    with pytest.raises(ValueError, match="not a rank for a low to qualify with: 4"):
        low_qualifies(hand("9-4-3-2-A"), 4)


@pytest.mark.parametrize(
    ("evaluator", "text", "words", "in_a_sentence"),
    [
        (A5, "5-4-3-2-A", "wheel", "a wheel"),
        (A5, "6-4-3-2-Jk", "six-four", "a six-four"),
        (A5, "8-8-4-3-Jk", "pair of eights", "a pair of eights"),
        (A5, "A-A-4-3-2", "pair of aces", "a pair of aces"),
        (A5, "K-Q-J-T-Jk", "king-queen", "a king-queen"),
        (D27, "7-5-4-3-2", "number one", "number one"),
        (D27, "7-6-5-4-2", "seven-six", "a seven-six"),
        (D27, "8-6-5-4-2", "eight-six", "an eight-six"),
        (D27, "A-5-4-3-2", "ace-five", "an ace-five"),
        (D27, "7-6-5-4-3", "seven-high straight", "a seven-high straight"),
        (D27, "As 5s 4s 3s 2s", "ace-high flush", "an ace-high flush"),
        (D27, "6s 5s 4s 3s 2s", "six-high straight flush", "a six-high straight flush"),
        (D27, "6-6-2-2-A", "two pair, sixes and deuces", "two pair, sixes and deuces"),
        (D27, "8-8-8-2-A", "three eights", "three eights"),
        (D27, "8-8-8-2-2", "full house, eights over deuces", "a full house, eights over deuces"),
        (D27, "8-8-8-8-2", "four eights", "four eights"),
        (A6, "6-4-3-2-A", "six-four", "a six-four"),
        (A6, "5-4-3-2-A", "five-high straight", "a five-high straight"),
        (Evaluator.HIGH, "8-8-4-3-2", "a pair of eights, 4-3-2", "a pair of eights, 4-3-2"),
    ],
)
def test_k09_lows_are_called_by_their_highest_cards(
    evaluator: Evaluator, text: str, words: str, in_a_sentence: str
) -> None:
    assert describe_hand(evaluator, hand(text)) == words
    assert describe_in_a_sentence(evaluator, hand(text)) == in_a_sentence


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("8-5-4-3-2", "smooth"),
        ("8-7-6-4-2", "rough"),
        ("8-7-4-3-2", None),
        ("7-5-4-3-2", "smooth"),
        ("8-8-4-3-2", None),
        ("8s 7s 4s 3s 2s", None),
    ],
)
def test_k09_lows_are_smooth_or_rough(text: str, called: str | None) -> None:
    assert smoothness(D27, hand(text)) == called


def test_k09_lows_are_counted_from_the_best() -> None:
    assert hand_number(D27, hand("7-5-4-3-2")) == 1
    assert hand_number(D27, hand("7-6-5-4-2")) == 4
    assert hand_number(A5, hand("6-4-3-2-Jk")) == 2
    assert hand_number(Evaluator.HIGH, hand("As Ks Qs Js Ts")) == 2
    assert hand_number(Evaluator.HIGH, hand("As Ad Ah Ac Jk")) == 1


def test_what_a_low_plays_as_and_whether_it_has_a_pair() -> None:
    assert low_ranks(A5, hand("8-8-4-3-Jk")) == (8, 8, 4, 3, 1)
    assert low_ranks(D27, hand("5-A-4-3-2")) == (14, 5, 4, 3, 2)
    assert low_ranks(A6, hand("A-5-4-3-2")) == (5, 4, 3, 2, 1)
    assert has_pair(A5, hand("8-8-4-3-Jk"))
    assert has_pair(D27, hand("8-8-8-2-2"))
    assert not has_pair(A5, hand("8-7-4-3-Jk"))
    assert has_pair(Evaluator.HIGH, hand("Jk As 7d 4c 2h"))
    assert not has_pair(Evaluator.HIGH, hand("As 2s 3s 4s 5s"))


def test_k02_k04_a_low_has_a_kind() -> None:
    assert ACE_TO_FIVE_LOW.kind(hand("5h 4h 3h 2h Ah")) is HighCategory.HIGH_CARD
    assert DEUCE_TO_SEVEN_LOW.kind(hand("As 5s 4s 3s 2s")) is HighCategory.FLUSH
    assert DEUCE_TO_SEVEN_LOW.kind(hand("7-6-5-4-3")) is HighCategory.STRAIGHT
    assert ACE_TO_SIX_LOW.kind(hand("5s 4s 3s 2s As")) is HighCategory.STRAIGHT_FLUSH


def test_high_hands_are_not_called_by_ranks_and_neither_smooth_nor_rough() -> None:
    with pytest.raises(ValueError, match="not called by their ranks"):
        low_ranks(Evaluator.HIGH, hand("8-7-4-3-2"))
    with pytest.raises(ValueError, match="neither smooth nor rough"):
        smoothness(Evaluator.HIGH, hand("8-7-4-3-2"))


@pytest.mark.parametrize("evaluator", LOWS)
@pytest.mark.parametrize("text", ["As Ks Qs Js", "As Ks Qs Js Ts 9s", ""])
def test_another_number_of_cards_is_refused(evaluator: Evaluator, text: str) -> None:
    with pytest.raises(ValueError, match="not a hand of five different cards"):
        value(evaluator, text)


@pytest.mark.parametrize("evaluator", LOWS)
def test_the_same_card_five_times_is_refused(evaluator: Evaluator) -> None:
    for card in DECK:
        with pytest.raises(ValueError, match="not a hand of five different cards"):
            hand_value(evaluator, [card] * 5)


@given(HANDS, st.randoms(use_true_random=False), st.permutations(range(4)))
def test_neither_the_order_nor_the_names_of_the_suits_matter(
    cards: tuple[Card, ...], rng: object, suits: list[int]
) -> None:
    exchanged = [card if card is JOKER else DECK[card.index - card.suit + suits[card.suit]] for card in cards]

    for evaluator in LOWS:
        assert hand_value(evaluator, exchanged[::-1]) == hand_value(evaluator, cards)


@given(st.permutations(DECK[:52]))
def test_the_joker_is_worth_the_best_card_left_in_the_deck(deck: list[Card]) -> None:
    four, others = deck[:4], deck[4:]

    for evaluator in LOWS:
        best = max(hand_value(evaluator, (*four, card)) for card in others)
        assert hand_value(evaluator, (*four, JOKER)) == best


@given(HANDS)
def test_a_low_named_by_ranks_is_no_better_than_its_highest_rank_says(cards: tuple[Card, ...]) -> None:
    for worst_rank in range(5, 14):
        qualifies = low_ranks(A5, cards)[0] <= worst_rank and not has_pair(A5, cards)
        assert low_qualifies(cards, worst_rank) is qualifies
