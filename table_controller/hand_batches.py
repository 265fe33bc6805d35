"""Hands of five cards by the million: high and low values over NumPy arrays; badugis are in ``badugi_batches``.

Outside the pure core, which imports no NumPy; the tables are the core's own, laid out flat.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.hand_values import high
from table_controller.hand_values.high import KEYS, SUIT_BITS, SUIT_MASK
from table_controller.hand_values.low import (
    ACE_TO_FIVE_LOW,
    ACE_TO_SIX_LOW,
    DEUCE_TO_SEVEN_LOW,
    NATURAL_SUITED_CODES,
    LowOrder,
)

CHUNK_HANDS: Final = 8_192
"""Hands worked on at a time, so that the intermediate arrays stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class _Tables:
    """Values by rank weight, of several suits and of one; and which sums of suit codes are one suit."""

    mixed: NDArray[np.uint16]
    suited: NDArray[np.uint16]
    is_suited: NDArray[np.bool_]


def _tables(mixed: Mapping[int, int], suited: Mapping[int, int], codes: Collection[int]) -> _Tables:
    is_suited = np.array([code in codes for code in range(SUIT_MASK + 1)])
    return _Tables(_flat(mixed), _flat(suited), is_suited)


def _flat(values: Mapping[int, int]) -> NDArray[np.uint16]:
    flat = np.zeros(max(high.MIXED_VALUES) + 1, np.uint16)
    flat[list(values)] = list(values.values())
    return flat


@cache
def _high_tables() -> _Tables:
    return _tables(high.MIXED_VALUES, high.SUITED_VALUES, high.SUITED_CODES)


@cache
def _ace_to_five_tables() -> _Tables:
    return _low_tables(ACE_TO_FIVE_LOW)


@cache
def _deuce_to_seven_tables() -> _Tables:
    return _low_tables(DEUCE_TO_SEVEN_LOW)


@cache
def _ace_to_six_tables() -> _Tables:
    return _low_tables(ACE_TO_SIX_LOW)


def _low_tables(order: LowOrder) -> _Tables:
    return _tables(order.mixed, order.suited, NATURAL_SUITED_CODES)


_KEYS: Final = np.array(KEYS, np.int32)


def high_values(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the value of every hand, (n,) uint16, as :func:`table_controller.hand_values.high.high_value` has it.

    *hands* is (n, 5) uint8, ``Card.index`` of five different cards a row, in any order; 52 is the joker.

    :raises ValueError: another shape or type, an index over 52, or too often the same card in a row
    """
    return _values(hands, _high_tables())


def ace_to_five_values(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the ace-to-five value of every hand, larger is better; hands and errors as :func:`high_values`."""
    return _values(hands, _ace_to_five_tables())


def deuce_to_seven_values(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the deuce-to-seven value of every hand, larger is better; hands and errors as :func:`high_values`."""
    return _values(hands, _deuce_to_seven_tables())


def ace_to_six_values(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the ace-to-six value of every hand, larger is better; hands and errors as :func:`high_values`."""
    return _values(hands, _ace_to_six_tables())


def _values(hands: NDArray[np.uint8], tables: _Tables) -> NDArray[np.uint16]:
    if hands.ndim != 2 or hands.shape[1] != 5 or hands.dtype != np.uint8:
        raise ValueError(f"not hands of five card indices: {hands.shape} {hands.dtype}, not (n, 5) uint8")
    if hands.size and hands.max() >= len(KEYS):
        raise ValueError(f"not a card index: {hands.max()} (0 to {len(KEYS) - 1})")
    values = np.empty(len(hands), np.uint16)
    for start in range(0, len(hands), CHUNK_HANDS):
        chunk = slice(start, start + CHUNK_HANDS)
        values[chunk] = _values_of(hands[chunk], tables)
    if not values.all():
        raise ValueError(
            f"not a hand of five different cards: {hands[np.flatnonzero(values == 0)[0]].tolist()}"
        )
    return values


def _values_of(hands: NDArray[np.uint8], tables: _Tables) -> NDArray[np.uint16]:
    keys = _KEYS[hands[:, 0]]
    for place in range(1, 5):
        keys += _KEYS[hands[:, place]]
    ranks = keys >> SUIT_BITS
    values = tables.mixed.take(ranks, mode="clip")
    suited = np.flatnonzero(tables.is_suited[keys & SUIT_MASK])
    values[suited] = tables.suited.take(ranks[suited], mode="clip")
    return values
