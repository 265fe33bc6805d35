"""Low hands and badugis in batches: golden counts over all hands there are, and what no batch takes."""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from table_controller.badugi_batches import badugi_ace_high_values, badugi_values
from table_controller.cards import DECK, JOKER
from table_controller.hand_batches import (
    CHUNK_HANDS,
    ace_to_five_values,
    ace_to_six_values,
    deuce_to_seven_values,
)
from table_controller.hand_values.badugi import BADUGI_ORDER, HIGHEST_BADUGI
from table_controller.hand_values.badugi_search import PLACES_OF
from table_controller.hand_values.high import HighCategory
from table_controller.hand_values.low import (
    ACE_TO_FIVE_LOW,
    ACE_TO_SIX_LOW,
    DEUCE_TO_SEVEN_LOW,
    LowOrder,
    is_eight_or_better,
)
from tests.table_controller.every_hand import as_indices, every_hand

Batch = Callable[[NDArray[np.uint8]], NDArray[np.uint16]]
ACE_TO_FIVE_WITH_JOKER = {
    HighCategory.HIGH_CARD: 1_500_928,
    HighCategory.PAIR: 1_180_608,
    HighCategory.TWO_PAIR: 126_360,
    HighCategory.THREE_OF_A_KIND: 57_408,
    HighCategory.FULL_HOUSE: 3_744,
    HighCategory.FOUR_OF_A_KIND: 637,
}
# The high kinds of 52 cards, but for the five in a row that are none here: with an ace on the wrong side.
WITHOUT_JOKER = {
    HighCategory.HIGH_CARD: 1_302_540 + 1_020,
    HighCategory.PAIR: 1_098_240,
    HighCategory.TWO_PAIR: 123_552,
    HighCategory.THREE_OF_A_KIND: 54_912,
    HighCategory.STRAIGHT: 10_200 - 1_020,
    HighCategory.FLUSH: 5_108 + 4,
    HighCategory.FULL_HOUSE: 3_744,
    HighCategory.FOUR_OF_A_KIND: 624,
    HighCategory.STRAIGHT_FLUSH: 40 - 4,
}
BADUGI_COUNTS = {4: 17_160, 3: 154_440, 2: 96_252, 1: 2_873}


def kinds(order: LowOrder, values: NDArray[np.uint16]) -> dict[HighCategory, int]:
    found: dict[HighCategory, int] = {}
    for value, how_many in enumerate(np.bincount(values)):
        if how_many:
            kind = order.kind_of[value]
            found[kind] = found.get(kind, 0) + int(how_many)
    return found


@pytest.fixture(scope="module")
def ace_to_five_of_all() -> NDArray[np.uint16]:
    return ace_to_five_values(every_hand(53, 5))


def test_l01_l07_the_lows_of_all_hands_with_the_joker_are_as_many_as_they_should_be(
    ace_to_five_of_all: NDArray[np.uint16],
) -> None:
    assert len(ace_to_five_of_all) == 2_869_685
    assert kinds(ACE_TO_FIVE_LOW, ace_to_five_of_all) == ACE_TO_FIVE_WITH_JOKER
    assert len(np.unique(ace_to_five_of_all)) == 6_175
    assert (ace_to_five_of_all == ACE_TO_FIVE_LOW.highest).sum() == 2_304, "wheels"


def test_l08_eights_or_better_are_as_many_as_they_should_be(
    ace_to_five_of_all: NDArray[np.uint16],
) -> None:
    values, first, how_many = np.unique(ace_to_five_of_all, return_index=True, return_counts=True)

    qualifies = [is_eight_or_better([DECK[index] for index in every_hand(53, 5)[place]]) for place in first]

    assert how_many[qualifies].sum() == 75_264
    assert qualifies == sorted(qualifies), "what qualifies is one stretch of values up to the wheel"
    assert len(values) == 6_175


@pytest.mark.parametrize(
    ("order", "batch"),
    [(DEUCE_TO_SEVEN_LOW, deuce_to_seven_values), (ACE_TO_SIX_LOW, ace_to_six_values)],
    ids=["deuce-to-seven", "ace-to-six"],
)
def test_k02_k13_the_lows_with_straights_and_flushes_are_as_many_as_they_should_be(
    order: LowOrder, batch: Batch
) -> None:
    values = batch(every_hand(53, 5))

    natural = values[every_hand(53, 5)[:, 4] != JOKER.index]

    assert kinds(order, natural) == WITHOUT_JOKER
    assert len(np.unique(natural)) == order.highest == 7_462
    assert (natural == order.highest).sum() == 4**5 - 4, "the best low in any suits but one"


def test_u01_the_badugis_of_all_four_cards_are_as_many_as_they_should_be() -> None:
    for batch in (badugi_values, badugi_ace_high_values):
        values = batch(every_hand(52, 4))

        playing = np.array([len(places) for places in PLACES_OF])[values]
        assert {count: int((playing == count).sum()) for count in BADUGI_COUNTS} == BADUGI_COUNTS
        assert len(np.unique(values)) == HIGHEST_BADUGI == 1_092


def test_every_four_cards_have_the_same_badugi_one_by_one_and_in_batches() -> None:
    hands = combinations(DECK[:52], 4)

    assert badugi_values(every_hand(52, 4)).tolist() == [BADUGI_ORDER.value(hand) for hand in hands]


def test_u08_the_badugi_of_all_four_cards_is_the_best_that_any_choice_of_them_makes() -> None:
    """Every choice of one to four cards is tried that has as many ranks and suits as cards."""
    hands = every_hand(52, 4).astype(np.int64)
    places, suits = (hands // 4 + 1) % 13, hands % 4
    best = np.zeros(len(hands), np.int64)
    for chosen in (list(c) for playing in range(1, 5) for c in combinations(range(4), playing)):
        ranks_held = np.bitwise_or.reduce(1 << places[:, chosen], axis=1)
        suits_held = np.bitwise_or.reduce(1 << suits[:, chosen], axis=1)
        plays = (np.bitwise_count(ranks_held) == len(chosen)) & (np.bitwise_count(suits_held) == len(chosen))
        # More cards are better, then the set whose highest rank is lower: the smaller number of bits.
        worth = np.where(plays, (len(chosen) << 13) - ranks_held, 0)
        np.maximum(best, worth, out=best)

    values = badugi_values(every_hand(52, 4))

    assert np.array_equal(values, np.unique(best, return_inverse=True)[1] + 1)


def test_the_badugi_of_any_five_cards_is_the_best_of_four_of_them() -> None:
    hands = every_hand(53, 5)
    hands = hands[hands[:, 4] != JOKER.index]
    best = np.zeros(len(hands), np.uint16)
    for left_out in range(5):
        np.maximum(best, badugi_values(np.delete(hands, left_out, axis=1)), out=best)

    assert np.array_equal(badugi_values(hands), best)


@pytest.mark.parametrize("batch", [ace_to_five_values, deuce_to_seven_values, ace_to_six_values])
def test_arrays_that_are_no_hands_are_refused(batch: Batch) -> None:
    with pytest.raises(ValueError, match="not hands of five card indices"):
        batch(np.zeros((3, 4), np.uint8))
    with pytest.raises(ValueError, match="not a card index: 53"):
        batch(np.array([[0, 1, 2, 3, 53]], np.uint8))
    with pytest.raises(ValueError, match=r"five different cards: \[7, 7, 7, 7, 7\]"):
        batch(np.array([[7, 7, 7, 7, 7]], np.uint8))


def test_arrays_that_are_no_badugis_are_refused() -> None:
    with pytest.raises(ValueError, match="not hands of card indices"):
        badugi_values(np.zeros((3, 3), np.uint8))
    with pytest.raises(ValueError, match="not hands of card indices"):
        badugi_values(np.zeros((3, 4), np.int64))
    with pytest.raises(ValueError, match="without the joker: 52"):
        badugi_values(np.array([[0, 1, 2, 52]], np.uint8))


@pytest.mark.parametrize("how_many", [0, 1, CHUNK_HANDS, CHUNK_HANDS + 1])
def test_batches_of_every_length_are_valued_whole(how_many: int) -> None:
    wheel = as_indices([[DECK[48], DECK[1], DECK[6], DECK[11], DECK[12]]])

    assert ace_to_five_values(np.tile(wheel, (how_many, 1))).tolist() == [6_175] * how_many
    assert badugi_values(np.tile(wheel[:, :4], (how_many, 1))).tolist() == [1_092] * how_many
