"""High values in batches: golden counts over the whole deck, and the same answers as one by one."""

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from table_controller.cards import DECK, JOKER
from table_controller.hand_batches import CHUNK_HANDS, high_values
from table_controller.hand_values.high import HighCategory, high_category, high_value, is_pair_or_better
from tests.table_controller.every_hand import as_indices, every_hand

# Class counts of H18, the joker's deck and the 52 cards alone.
WITH_JOKER = {
    HighCategory.FIVE_ACES: 1,
    HighCategory.STRAIGHT_FLUSH: 204,
    HighCategory.FOUR_OF_A_KIND: 828,
    HighCategory.FULL_HOUSE: 4_368,
    HighCategory.FLUSH: 7_804,
    HighCategory.STRAIGHT: 20_532,
    HighCategory.THREE_OF_A_KIND: 63_360,
    HighCategory.TWO_PAIR: 138_600,
    HighCategory.PAIR: 1_215_024,
    HighCategory.HIGH_CARD: 1_418_964,
}
WITHOUT_JOKER = {
    HighCategory.STRAIGHT_FLUSH: 40,
    HighCategory.FOUR_OF_A_KIND: 624,
    HighCategory.FULL_HOUSE: 3_744,
    HighCategory.FLUSH: 5_108,
    HighCategory.STRAIGHT: 10_200,
    HighCategory.THREE_OF_A_KIND: 54_912,
    HighCategory.TWO_PAIR: 123_552,
    HighCategory.PAIR: 1_098_240,
    HighCategory.HIGH_CARD: 1_302_540,
}
OPENERS = {11: 642_881, 12: 553_121, 13: 463_361, 14: 373_601}


@pytest.fixture(scope="module")
def every_value() -> NDArray[np.uint16]:
    return high_values(every_hand(53, 5))


def counts(values: NDArray[np.uint16]) -> dict[HighCategory, int]:
    found: dict[HighCategory, int] = {}
    for value, how_many in zip(*np.unique(values, return_counts=True), strict=True):
        kind = high_category(int(value))
        found[kind] = found.get(kind, 0) + int(how_many)
    return found


def test_h18_the_kinds_of_all_hands_of_53_cards_are_as_many_as_they_should_be(
    every_value: NDArray[np.uint16],
) -> None:
    assert len(every_value) == 2_869_685
    assert counts(every_value) == WITH_JOKER
    assert len(np.unique(every_value)) == 7_463


def test_the_kinds_of_all_hands_of_52_cards_are_as_many_as_they_should_be(
    every_value: NDArray[np.uint16],
) -> None:
    natural = every_value[every_hand(53, 5)[:, 4] != JOKER.index]

    assert len(natural) == 2_598_960
    assert counts(natural) == WITHOUT_JOKER
    assert len(np.unique(natural)) == 7_462


@pytest.mark.parametrize("minimum_rank", OPENERS)
def test_dealt_openers_are_as_many_as_they_should_be(
    minimum_rank: int, every_value: NDArray[np.uint16]
) -> None:
    values, first, how_many = np.unique(every_value, return_index=True, return_counts=True)

    examples = ([DECK[index] for index in every_hand(53, 5)[place]] for place in first)
    opening = [is_pair_or_better(hand, minimum_rank) for hand in examples]

    assert how_many[opening].sum() == OPENERS[minimum_rank]
    assert opening == sorted(opening), "openers are one stretch of values, from a pair upwards"
    assert len(values) == 7_463


def test_with_the_joker_every_four_cards_have_the_same_value_in_both_ways() -> None:
    hands = [[*four, JOKER] for four in combinations(DECK[:52], 4)]

    batch = high_values(as_indices(hands))

    assert len(hands) == 270_725
    assert batch.tolist() == [high_value(hand) for hand in hands]


@pytest.mark.parametrize("how_many", [0, 1, CHUNK_HANDS, CHUNK_HANDS + 1])
def test_batches_of_every_length_are_valued_whole(how_many: int) -> None:
    hand = np.array([48, 49, 50, 51, 52], np.uint8)

    assert high_values(np.tile(hand, (how_many, 1))).tolist() == [7_463] * how_many


def test_arrays_that_are_no_hands_are_refused() -> None:
    with pytest.raises(ValueError, match="not hands of five card indices"):
        high_values(np.zeros((3, 4), np.uint8))
    with pytest.raises(ValueError, match="not hands of five card indices"):
        high_values(np.zeros((3, 5), np.int64))
    with pytest.raises(ValueError, match="not a card index: 53"):
        high_values(np.array([[0, 1, 2, 3, 53]], np.uint8))
    with pytest.raises(ValueError, match=r"five different cards: \[7, 7, 7, 7, 7\]"):
        high_values(np.array([[0, 1, 2, 3, 4], [7, 7, 7, 7, 7]], np.uint8))
