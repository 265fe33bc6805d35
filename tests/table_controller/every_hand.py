"""All hands of a deck as arrays of card indices, and the function that values such an array, by evaluator."""

from collections.abc import Callable
from functools import cache
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from table_controller.badugi_batches import badugi_ace_high_values, badugi_values
from table_controller.cards import Card
from table_controller.hand_batches import (
    ace_to_five_values,
    ace_to_six_values,
    deuce_to_seven_values,
    high_values,
)
from table_controller.structure import Evaluator

BATCHES: dict[Evaluator, Callable[[NDArray[np.uint8]], NDArray[np.uint16]]] = {
    Evaluator.HIGH: high_values,
    Evaluator.ACE_TO_FIVE: ace_to_five_values,
    Evaluator.DEUCE_TO_SEVEN: deuce_to_seven_values,
    Evaluator.ACE_TO_SIX: ace_to_six_values,
    Evaluator.BADUGI: badugi_values,
    Evaluator.BADUGI_ACE_HIGH: badugi_ace_high_values,
}
BADUGIS = (Evaluator.BADUGI, Evaluator.BADUGI_ACE_HIGH)


@cache
def every_hand(deck_size: int, hand_size: int) -> NDArray[np.uint8]:
    """Return all hands, (n, hand_size) uint8; the index of each is higher than the one before in its row."""
    indices = chain.from_iterable(combinations(range(deck_size), hand_size))
    how_many = hand_size * comb(deck_size, hand_size)
    hands = np.fromiter(indices, np.uint8, how_many).reshape(-1, hand_size)
    hands.flags.writeable = False
    return hands


def as_indices(hands: list[list[Card]]) -> NDArray[np.uint8]:
    return np.array([[card.index for card in hand] for hand in hands], np.uint8)
