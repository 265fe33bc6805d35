"""High hands by the million: the values of :mod:`table_controller.hand_values` over NumPy arrays.

Outside the pure core, which imports no NumPy; the tables are the core's own, laid out flat.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.hand_values import (
    KEYS,
    MIXED_VALUES,
    SUIT_BITS,
    SUIT_MASK,
    SUITED_CODES,
    SUITED_VALUES,
)

CHUNK_HANDS: Final = 8_192
"""Hands worked on at a time, so that the intermediate arrays stay in the processor's cache."""


def _flat(values: Mapping[int, int]) -> NDArray[np.uint16]:
    flat = np.zeros(max(MIXED_VALUES) + 1, np.uint16)
    flat[list(values)] = list(values.values())
    return flat


_KEYS: Final = np.array(KEYS, np.int32)
_MIXED: Final = _flat(MIXED_VALUES)
_SUITED: Final = _flat(SUITED_VALUES)
_IS_SUITED: Final = np.array([code in SUITED_CODES for code in range(SUIT_MASK + 1)])


def high_values(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the value of every hand, (n,) uint16, as :func:`table_controller.hand_values.high_value` has it.

    *hands* is (n, 5) uint8, ``Card.index`` of five different cards a row, in any order; 52 is the joker.

    :raises ValueError: another shape or type, an index over 52, or too often the same card in a row
    """
    if hands.ndim != 2 or hands.shape[1] != 5 or hands.dtype != np.uint8:
        raise ValueError(f"not hands of five card indices: {hands.shape} {hands.dtype}, not (n, 5) uint8")
    if hands.size and hands.max() >= len(KEYS):
        raise ValueError(f"not a card index: {hands.max()} (0 to {len(KEYS) - 1})")
    values = np.empty(len(hands), np.uint16)
    for start in range(0, len(hands), CHUNK_HANDS):
        chunk = slice(start, start + CHUNK_HANDS)
        values[chunk] = _values_of(hands[chunk])
    if not values.all():
        raise ValueError(
            f"not a hand of five different cards: {hands[np.flatnonzero(values == 0)[0]].tolist()}"
        )
    return values


def _values_of(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    keys = _KEYS[hands[:, 0]]
    for place in range(1, 5):
        keys += _KEYS[hands[:, place]]
    ranks = keys >> SUIT_BITS
    values = _MIXED.take(ranks, mode="clip")
    suited = np.flatnonzero(_IS_SUITED[keys & SUIT_MASK])
    values[suited] = _SUITED.take(ranks[suited], mode="clip")
    return values
