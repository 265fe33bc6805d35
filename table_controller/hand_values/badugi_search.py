"""Which cards play in a badugi, found rank by rank: the search for hands that do not tell it at a glance (U08).

Ranks are taken from the lowest up, each is kept if a suit can be found for it beside those kept before. Two
hands in which the same sets of suits can serve the kept ranks are alike from there on, so there are 68 states.
Of each there is a row of 256 entries, one for every choice of cards of two ranks, four suits of the lower one
in the low bits: the row to go on with, and two bits that say which of the two ranks are kept, the lower one first.
"""

from itertools import combinations
from typing import Final

PLACES: Final = 13
"""Ranks count as places 0 to 12 from the lowest, so from the ace or from the deuce."""
SUITS: Final = 4
STEPS: Final = (PLACES + 1) // 2
"""Steps of two ranks, a byte each."""

PLACES_OF: Final = (
    (),
    *(
        places
        for playing in range(1, SUITS + 1)
        for places in sorted(combinations(range(PLACES - 1, -1, -1), playing), reverse=True)
    ),
)
"""The places that play, high to low, by value: the more the better, then the lower the better (U01, U02)."""

Row = list["tuple[Row, int]"]
Served = frozenset[int]
"""The sets of suits, each as four bits, any of which can serve the ranks kept so far."""


def _rows() -> list[Row]:
    served_of: list[Served] = [frozenset((0,))]
    state_of: dict[Served, int] = {served_of[0]: 0}
    after: list[list[int]] = []
    for served in served_of:  # it grows on the way
        after.append([])
        for suits in range(1 << SUITS):
            more = _serve(served, suits)
            if more not in state_of:
                state_of[more] = len(served_of)
                served_of.append(more)
            after[-1].append(state_of[more])
    found: list[Row] = [[] for _ in served_of]
    for state, row in enumerate(found):
        for upper in range(1 << SUITS):
            for first in after[state]:
                second = after[first][upper]
                row.append((found[second], (first != state) << 1 | (second != first)))
    return found


def _values_by_kept() -> list[int]:
    values = [0] * (1 << 2 * STEPS)
    for value, places in enumerate(PLACES_OF):
        values[sum(1 << 2 * STEPS - 1 - place for place in places)] = value
    return values


def _serve(served: Served, suits: int) -> Served:
    """Return what can serve one rank more, of which there are cards of these suits; the same if nothing can."""
    more = (
        taken | 1 << suit
        for taken in served
        for suit in range(SUITS)
        if suits >> suit & 1 and not taken >> suit & 1
    )
    return frozenset(more) or served


ROWS: Final = _rows()
"""The rows of all states, the one to begin with first; made in a few milliseconds."""

VALUES_BY_KEPT: Final = _values_by_kept()
"""The values by what is kept, the lowest rank in the highest of 14 bits; 0 where that is nothing or too much."""

_FIRST_ROW: Final = ROWS[0]


def searched_value(held: int) -> int:
    """Return the value of the cards whose bits are set, bit ``4 * place + suit`` each."""
    row, kept = _FIRST_ROW, 0
    for two_ranks in held.to_bytes(STEPS, "little"):
        row, keeps = row[two_ranks]
        kept = kept << 2 | keeps
    return VALUES_BY_KEPT[kept]
