"""Badugis by the million over NumPy arrays; outside the pure core, which imports no NumPy.

Every hand is searched rank by rank, as :mod:`table_controller.hand_values.badugi_search` does, all hands at once.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.hand_values.badugi import BADUGI_ACE_HIGH_ORDER, BADUGI_ORDER
from table_controller.hand_values.badugi_search import ROWS, STEPS, VALUES_BY_KEPT

CHUNK_HANDS: Final = 8_192
"""Hands worked on at a time, so that the intermediate arrays stay in the processor's cache."""
_ROW: Final = 0xFF00
"""Which bits of an entry are the row's number; the lowest two say which of the two ranks are kept."""


def badugi_values(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the badugi value of every hand, (n,) uint16, 1-1092, the ace being low; larger is better.

    *hands* is (n, 4) or (n, 5) uint8, ``Card.index`` of different cards a row, in any order, no joker.

    :raises ValueError: another shape or type, or an index over 51
    """
    return _values(hands, BADUGI_ORDER.rank_bits)


def badugi_ace_high_values(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return what :func:`badugi_values` does, the ace being high (the badugi of badeucy)."""
    return _values(hands, BADUGI_ACE_HIGH_ORDER.rank_bits)


def _values(hands: NDArray[np.uint8], rank_bits: Sequence[int]) -> NDArray[np.uint16]:
    if hands.ndim != 2 or hands.shape[1] not in (4, 5) or hands.dtype != np.uint8:
        raise ValueError(
            f"not hands of card indices: {hands.shape} {hands.dtype}, not (n, 4) or (n, 5) uint8"
        )
    if hands.size and hands.max() >= len(rank_bits):
        raise ValueError(f"not a card index of a deck without the joker: {hands.max()} (0 to 51)")
    bits = np.array(rank_bits, np.uint64)
    values = np.empty(len(hands), np.uint16)
    for start in range(0, len(hands), CHUNK_HANDS):
        chunk = slice(start, start + CHUNK_HANDS)
        values[chunk] = _values_of(hands[chunk], bits)
    return values


def _values_of(hands: NDArray[np.uint8], bits: NDArray[np.uint64]) -> NDArray[np.uint16]:
    entries_by_row, values = _entries()
    held = bits[hands[:, 0]]
    for place in range(1, hands.shape[1]):
        held |= bits[hands[:, place]]
    two_ranks = held.astype("<u8", copy=False).view(np.uint8).reshape(-1, 8)
    entries = np.zeros(len(hands), np.uint16)
    kept = np.zeros(len(hands), np.uint16)
    for step in range(STEPS):
        entries &= _ROW
        entries |= two_ranks[:, step]
        entries = entries_by_row.take(entries)
        kept <<= 2
        kept |= entries & 3
    return values.take(kept)


@cache
def _entries() -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Return the entries of all rows one after the other, and the values by what is kept."""
    numbers = {id(row): number for number, row in enumerate(ROWS)}
    entries = [numbers[id(following)] << 8 | keeps for row in ROWS for following, keeps in row]
    return np.array(entries, np.uint16), np.array(VALUES_BY_KEPT, np.uint16)
