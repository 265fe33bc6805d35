"""Badugis by the million over NumPy arrays; outside the pure core, which imports no NumPy.

Another way than :mod:`table_controller.badugi_values`, so that the two prove each other. Ranks are taken from
the lowest up, each is kept if a suit can be found for it beside those kept before; two hands in which the same
sets of suits can serve the kept ranks are in the same state. There are 68 states, and a table says for each and
for the cards of two ranks which of the two are kept and what state follows.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from table_controller.badugi_values import PLACES, PLACES_OF
from table_controller.cards import DECK

CHUNK_HANDS: Final = 8_192
"""Hands worked on at a time, so that the intermediate arrays stay in the processor's cache."""
_SUITS: Final = 4
_STEPS: Final = (PLACES + 1) // 2
"""Steps of two ranks, so one byte of a hand's bits."""
_STATE: Final = 0xFF00
"""The state's part of an entry; the lowest two bits say which of the two ranks are kept, the lower one first."""

Served = frozenset[int]
"""The sets of suits, each as four bits, any of which can serve the ranks kept so far."""


class _Tables(NamedTuple):
    steps: NDArray[np.uint16]
    values: NDArray[np.uint16]


def badugi_values(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the badugi value of every hand, (n,) uint16, 1-1092, the ace being low; larger is better.

    *hands* is (n, 4) or (n, 5) uint8, ``Card.index`` of different cards a row, in any order, no joker.

    :raises ValueError: another shape or type, or an index over 51
    """
    return _values(hands, ace_low=True)


def badugi_ace_high_values(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return what :func:`badugi_values` does, the ace being high (the badugi of badeucy)."""
    return _values(hands, ace_low=False)


def _values(hands: NDArray[np.uint8], ace_low: bool) -> NDArray[np.uint16]:
    if hands.ndim != 2 or hands.shape[1] not in (4, 5) or hands.dtype != np.uint8:
        raise ValueError(
            f"not hands of card indices: {hands.shape} {hands.dtype}, not (n, 4) or (n, 5) uint8"
        )
    if hands.size and hands.max() >= 52:
        raise ValueError(f"not a card index of a deck without the joker: {hands.max()} (0 to 51)")
    bits, tables = _bits(ace_low), _tables()
    values = np.empty(len(hands), np.uint16)
    for start in range(0, len(hands), CHUNK_HANDS):
        chunk = slice(start, start + CHUNK_HANDS)
        values[chunk] = _values_of(hands[chunk], bits, tables)
    return values


def _values_of(hands: NDArray[np.uint8], bits: NDArray[np.uint64], tables: _Tables) -> NDArray[np.uint16]:
    held = bits[hands[:, 0]]
    for place in range(1, hands.shape[1]):
        held |= bits[hands[:, place]]
    bytes_of = held.astype("<u8", copy=False).view(np.uint8).reshape(-1, 8)
    entries = np.zeros(len(hands), np.uint16)
    kept = np.zeros(len(hands), np.uint16)
    for step in range(_STEPS):
        entries &= _STATE
        entries |= bytes_of[:, step]
        entries = tables.steps.take(entries)
        kept <<= 2
        kept |= entries & 3
    return tables.values.take(kept)


@cache
def _bits(ace_low: bool) -> NDArray[np.uint64]:
    """Return a bit a card: ranks from the lowest, four suits each."""
    places = [(card.rank - 1) % PLACES if ace_low else card.rank - 2 for card in DECK[:52]]
    bits = [1 << _SUITS * place + card.suit for card, place in zip(DECK[:52], places, strict=True)]
    return np.array(bits, np.uint64)


@cache
def _tables() -> _Tables:
    """Return the entries by state and the cards of two ranks, and the values by the ranks that were kept."""
    found: list[Served] = [frozenset((0,))]
    steps: list[int] = []
    for served in found:  # it grows on the way
        for byte in range(256):
            after_first = _serve(served, byte & 15)
            after_both = _serve(after_first, byte >> 4)
            if after_both not in found:
                found.append(after_both)
            kept = (after_first != served) << 1 | (after_both != after_first)
            steps.append(found.index(after_both) << 8 | kept)
    values = np.zeros(1 << 2 * _STEPS, np.uint16)
    for value, places in enumerate(PLACES_OF):
        values[sum(1 << 2 * _STEPS - 1 - place for place in places)] = value
    return _Tables(np.array(steps, np.uint16), values)


def _serve(served: Served, suits: int) -> Served:
    """Return what can serve one rank more, of which there are cards of these suits; the same if nothing can."""
    more = (
        taken | 1 << suit
        for taken in served
        for suit in range(_SUITS)
        if suits >> suit & 1 and not taken >> suit & 1
    )
    return frozenset(more) or served
