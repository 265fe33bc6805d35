"""Every evaluator gives the order of the slow one, on random hands and on one hand of every value."""

import random
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from table_controller.cards import DECK, JOKER, Card
from table_controller.hand_values.ranking import hand_value
from table_controller.structure import Evaluator
from tests.table_controller.every_hand import BADUGIS, BATCHES, as_indices, every_hand
from tests.table_controller.slow_evaluators import slow_key

WITH_JOKER = tuple(evaluator for evaluator in Evaluator if evaluator not in BADUGIS)


def disagreements(evaluator: Evaluator, hands: Sequence[Sequence[Card]]) -> list[Sequence[Card]]:
    """Return the hands that do not stand to the next in our order as the slow evaluator has them stand."""
    valued = sorted(
        ((hand_value(evaluator, hand), slow_key(evaluator, hand), hand) for hand in hands),
        key=lambda each: each[0],
    )
    return [
        hand
        for (ours, slow, hand), (ours_next, slow_next, _) in pairwise(valued)
        if (ours < ours_next) != (slow < slow_next) or (ours == ours_next) != (slow == slow_next)
    ]


@pytest.mark.parametrize("evaluator", Evaluator)
def test_random_hands_stand_in_the_order_of_the_slow_evaluator(evaluator: Evaluator) -> None:
    rng = random.Random(f"{evaluator.value}, any hand")
    hands = [rng.sample(DECK[:52], 5) for _ in range(20_000)]

    assert disagreements(evaluator, hands) == []


@pytest.mark.parametrize("evaluator", WITH_JOKER)
def test_hands_with_the_joker_stand_in_the_order_of_the_slow_evaluator(evaluator: Evaluator) -> None:
    rng = random.Random(f"{evaluator.value}, with the joker")
    hands = [[*rng.sample(DECK[:52], 4), JOKER] for _ in range(3_000)]
    hands += [rng.sample(DECK[:52], 5) for _ in range(3_000)]

    assert disagreements(evaluator, hands) == []


@pytest.mark.parametrize("evaluator", BADUGIS)
def test_badugis_of_four_cards_stand_in_the_order_of_the_slow_evaluator(evaluator: Evaluator) -> None:
    rng = random.Random(f"{evaluator.value}, four cards")
    hands = [rng.sample(DECK[:52], 4) for _ in range(20_000)]

    assert disagreements(evaluator, hands) == []


@pytest.mark.parametrize("evaluator", Evaluator)
def test_one_hand_of_every_value_stands_in_the_order_of_the_slow_evaluator(evaluator: Evaluator) -> None:
    dealt = every_hand(52, 4) if evaluator in BADUGIS else every_hand(53, 5)
    values, first = np.unique(BATCHES[evaluator](dealt), return_index=True)

    hands = [[DECK[index] for index in dealt[place]] for place in first]

    assert [hand_value(evaluator, hand) for hand in hands] == list(range(1, len(values) + 1))
    keys = [slow_key(evaluator, hand) for hand in hands]
    assert all(worse < better for worse, better in pairwise(keys))


@pytest.mark.parametrize("evaluator", Evaluator)
def test_one_by_one_and_in_batches_the_values_are_the_same(evaluator: Evaluator) -> None:
    rng = random.Random(f"{evaluator.value}, batches")
    deck = DECK[:52] if evaluator in BADUGIS else DECK
    hands = [rng.sample(deck, 5) for _ in range(100_000)]

    batch = BATCHES[evaluator](as_indices(hands))

    assert batch.tolist() == [hand_value(evaluator, hand) for hand in hands]
