"""High hands with the bug: rows H01-H18, one test a row."""

import random
import subprocess
import sys
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from table_controller.cards import DECK, JOKER, Card, parse_cards
from table_controller.hand_values.high import (
    HIGHEST_VALUE,
    HighCategory,
    describe_high,
    describe_value,
    high_category,
    high_value,
    is_pair_or_better,
)

HANDS = st.permutations(DECK).map(lambda deck: tuple(deck[:5]))


def value(text: str) -> int:
    return high_value(parse_cards(text))


def words(text: str) -> str:
    return describe_high(parse_cards(text))


def test_h01_suits_do_not_break_a_tie() -> None:
    assert value("As Ks Qd 9c 8h") == value("Ah Kh Qc 9d 8s")


def test_h01_the_ten_kinds_stand_in_their_order() -> None:
    hands = (
        "As Kd Qh Jc 9s",
        "2s 2d 5h 4c 3s",
        "3s 3d 2h 2c 4s",
        "2s 2d 2h 4c 3s",
        "As 2d 3h 4c 5s",
        "7s 5s 4s 3s 2s",
        "2s 2d 2h 3c 3s",
        "2s 2d 2h 2c 3s",
        "As 2s 3s 4s 5s",
        "As Ad Ah Ac Jk",
    )

    values = [value(hand) for hand in hands]

    assert values == sorted(values)
    assert [high_category(each) for each in values] == list(HighCategory)


def test_h02_the_joker_is_not_a_third_king() -> None:
    hand = "Jk Kd Kc 7h 2s"

    assert words(hand) == "a pair of kings, A-7-2"
    assert value("Ks Kh Qd 7c 2d") < value(hand) < value("3s 3d 3h 5c 6d")


def test_h03_the_joker_with_an_ace_is_a_pair_of_aces() -> None:
    assert words("Jk As 7d 4c 2h") == "a pair of aces, 7-4-2"
    assert value("Jk As 7d 4c 2h") > value("Ks Kd Qh Jc 9d")


def test_h04_the_joker_alone_plays_ace_high() -> None:
    assert words("Jk Kd 9h 5c 2s") == "ace high, K-9-5-2"
    assert value("Jk Kd 9h 5c 2s") == value("As Kc 9d 5h 2c")


def test_h05_two_pair_and_the_joker_stay_two_pair_with_an_ace() -> None:
    assert words("Jk Kd Kc 7h 7s") == "two pair, kings and sevens, ace kicker"
    assert value("Jk Kd Kc 7h 7s") > value("Ks Kh 7d 7c Qs")


def test_h06_two_aces_and_the_joker_are_three_aces() -> None:
    assert words("Jk As Ad 7h 2c") == "three aces, 7-2"
    assert words("Jk As Ad Kh Kc") == "a full house, aces over kings"


def test_h07_five_aces_beat_a_royal_flush() -> None:
    assert words("Jk As Ad Ah Ac") == "five aces"
    assert value("Jk As Ad Ah Ac") == HIGHEST_VALUE == value("As Ks Qs Js Ts") + 1


def test_h08_four_of_a_kind_and_the_joker_have_an_ace_kicker() -> None:
    assert words("Jk Ks Kd Kh Kc") == "four kings, ace kicker"


def test_h09_the_joker_completes_an_inside_straight() -> None:
    assert words("9s 8d 6h 5c Jk") == "a straight, nine high"


def test_h10_the_joker_takes_the_higher_end_of_an_open_straight() -> None:
    assert words("8s 7d 6h 5c Jk") == "a straight, nine high"


def test_h11_the_joker_completes_the_smallest_straights() -> None:
    assert words("As 2d 3h 4c Jk") == "a straight, five high"
    assert words("2d 3h 4c 5s Jk") == "a straight, six high"


def test_h12_king_queen_jack_ten_and_the_joker_are_ace_high() -> None:
    assert words("Kd Qh Jc Ts Jk") == "a straight, ace high"


def test_h13_in_a_flush_the_joker_is_the_highest_rank_not_held() -> None:
    assert words("Ah Qh 9h 6h Jk") == "a flush, A-K-Q-9-6"
    assert value("Ah Qh 9h 6h Jk") == value("As Ks Qs 9s 6s")


def test_h14_there_is_no_flush_with_two_aces() -> None:
    assert words("Ah Kh Qh 9h Jk") == "a flush, A-K-Q-J-9"
    assert value("Ah Kh Qh 9h Jk") == value("As Ks Qs Js 9s")


def test_h15_in_a_flush_without_an_ace_the_joker_is_the_ace() -> None:
    assert words("Kh Qh 9h 6h Jk") == "a flush, A-K-Q-9-6"


def test_h16_the_joker_completes_a_straight_flush() -> None:
    assert words("Th Jh Qh Kh Jk") == "a royal flush"
    assert words("5h 6h 7h 8h Jk") == "a straight flush, nine high"
    assert words("5h 6h 8h 9h Jk") == "a straight flush, nine high"


def test_h17_four_suited_cards_and_the_joker_are_a_flush_or_a_straight_flush() -> None:
    assert words("9h 8h 6h 5h Jk") == "a straight flush, nine high"
    assert words("Kh 9h 8h 7h Jk") == "a flush, A-K-9-8-7"
    assert words("9h 8h 6h 5s Jk") == "a straight, nine high"
    hearts = [card for card in DECK if card.suit == 2]

    kinds = {high_category(high_value((*four, JOKER))) for four in combinations(hearts, 4)}

    assert kinds == {HighCategory.FLUSH, HighCategory.STRAIGHT_FLUSH}


def test_h18_every_value_has_a_kind_and_words_of_its_own() -> None:
    every_value = range(1, HIGHEST_VALUE + 1)

    phrases = {describe_value(each) for each in every_value}

    assert HIGHEST_VALUE == len(phrases) == 7_463


def test_words_are_the_ones_a_dealer_says() -> None:
    assert words("6s 6d 9h 8c 2s") == "a pair of sixes, 9-8-2"
    assert words("2s 2d 2h Tc 9s") == "three deuces, T-9"
    assert words("Ts Td Th 3c 3s") == "a full house, tens over threes"


@pytest.mark.parametrize("text", ["As Ks Qs Js", "As Ks Qs Js Ts 9s", ""])
def test_another_number_of_cards_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a hand of five different cards"):
        value(text)


def test_the_same_card_five_times_is_refused() -> None:
    with pytest.raises(ValueError, match="different cards: 2c 2c 2c 2c 2c"):
        high_value([DECK[0]] * 5)


@pytest.mark.parametrize("number", [0, -1, HIGHEST_VALUE + 1])
def test_a_number_that_is_no_value_has_no_kind_and_no_words(number: int) -> None:
    with pytest.raises(ValueError, match="not the value of a hand"):
        high_category(number)
    with pytest.raises(ValueError, match="not the value of a hand"):
        describe_value(number)


@given(HANDS, st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(hand: tuple[Card, ...], rng: random.Random) -> None:
    shuffled = rng.sample(hand, 5)

    assert high_value(shuffled) == high_value(hand)


@given(HANDS, st.permutations(range(4)))
def test_exchanging_the_suits_does_not_matter(hand: tuple[Card, ...], suits: list[int]) -> None:
    exchanged = [card if card is JOKER else DECK[card.index - card.suit + suits[card.suit]] for card in hand]

    assert high_value(exchanged) == high_value(hand)


@given(st.permutations(DECK[:52]))
def test_the_joker_is_never_worth_less_than_an_ace_and_never_more_than_the_best_card(
    deck: list[Card],
) -> None:
    four, others = deck[:4], deck[4:]
    assume(any(card.rank == 14 for card in others))

    values = {card: high_value((*four, card)) for card in others}
    aces = [value for card, value in values.items() if card.rank == 14]

    assert max(aces) <= high_value((*four, JOKER))
    assert high_value((*four, JOKER)) <= max(values.values())


@pytest.mark.parametrize(
    ("text", "minimum_rank", "may_open"),
    [
        ("Js Jd 8h 4c 2s", 11, True),
        ("Ts Td 9h 9c 2s", 11, True),
        ("Ts Td Ah 9c 2s", 11, False),
        ("As Kd Qh 9c 2s", 11, False),
        ("Jk As 7d 4c 2h", 11, True),
        ("Jk Kd Qh Jc Ts", 11, True),
        ("Jk 9h 6h 4h 2h", 11, True),
        ("Jk Js 8d 5c 2h", 11, False),
        ("Js Jd 8h 4c 2s", 12, False),
        ("Qs Qd 8h 4c 2s", 12, True),
        ("Qs Qd 8h 4c 2s", 13, False),
        ("Ks Kd 8h 4c 2s", 13, True),
        ("Ks Kd 8h 4c 2s", 14, False),
        ("2s 2d 3h 3c 4s", 14, True),
        ("Jk As 7d 4c 2h", 14, True),
    ],
)
def test_o01_o02_o06_who_may_open(text: str, minimum_rank: int, may_open: bool) -> None:
    assert is_pair_or_better(parse_cards(text), minimum_rank) is may_open


@pytest.mark.parametrize(
    ("text", "minimum_rank", "holds"),
    [
        ("As Jk Ks Qs", 14, True),
        ("Ks Jk Qs Js", 11, False),
        ("Jc Jh Kc 9c", 11, True),
        ("Jc Jh Kc 9c", 12, False),
        ("2c 2h 3c 3h", 14, True),
        ("2c 2h 2d 3h", 14, True),
        ("9h 8h 7h 6h", 11, False),
        ("Jc Jh", 11, True),
        ("Jk", 11, False),
    ],
)
def test_s04_openers_are_held_in_fewer_than_five_cards(text: str, minimum_rank: int, holds: bool) -> None:
    assert is_pair_or_better(parse_cards(text), minimum_rank) is holds


def test_openers_are_not_looked_for_where_there_are_none_to_find() -> None:
    with pytest.raises(ValueError, match="no cards"):
        is_pair_or_better((), 11)
    with pytest.raises(ValueError, match="not a rank to open with: 15"):
        is_pair_or_better(parse_cards("Js Jd 8h 4c 2s"), 15)
    with pytest.raises(ValueError, match="five different cards"):
        is_pair_or_better(parse_cards("Js Jd 8h 4c 2s 3s"), 11)


@given(HANDS, st.integers(2, 14))
def test_more_cards_never_take_openers_away(hand: tuple[Card, ...], minimum_rank: int) -> None:
    held = [is_pair_or_better(hand[:count], minimum_rank) for count in range(1, 6)]

    assert held == sorted(held)


def test_the_values_need_neither_numpy_nor_a_long_import() -> None:
    """The whole program starts in a fraction of a second; a table of hands must not spoil that."""
    command = "import sys, table_controller.hand_values.ranking; sys.exit('numpy' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", command], check=False).returncode == 0
