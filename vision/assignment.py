"""The deck has each face once: what all seen cards may be together, given what is known to lie elsewhere.

One assignment of the seen cards to the faces of the deck, the likeliest of all; how sure a card is follows from how much
less likely the best assignment is that gives it another face. The deck takes certainty away. It lends some in one case
only: two faces look nearly alike and one of them is known to lie elsewhere; and then no more than LENT times the odds that the
card's own pixels give it.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import DECK, Card

Floats = NDArray[np.float64]

LENT: Final = 10.0
NEARLY: Final = 3.0
"""A face that is likelier by no more than this is nearly as likely."""
SURE_ELSEWHERE: Final = 0.999
FLOOR: Final = 1e-6
"""No picture rules a face out by more than this, and no knowledge of another place does."""
FORBIDDEN: Final = 1e6
CARDS: Final = 52
LABELS: Final = CARDS + 2


@dataclass(frozen=True, slots=True)
class Assigned:
    """What the deck makes of one seen card: *card*, None where it cannot tell, and the *chance* of it (0-1). *own* is
    what the pixels alone say of that face. *conflict* is the face it looks like where that one is known to lie elsewhere."""

    card: Card | None
    chance: float
    own: float
    conflict: Card | None = None


def assign(
    odds: NDArray[np.float32] | Floats, known: AbstractSet[Card] | Mapping[Card, float], jokers: int
) -> tuple[Assigned, ...]:
    """Return what each seen card is, in the order of *odds*.

    *odds* (n, 54) are the probabilities of the 52 cards, of the joker and of anything else, as
    :class:`vision.read.Witness` has them; *known* are the cards that lie elsewhere, with how sure that is where it is not
    certain; *jokers* is how many the deck has.

    :raises ValueError: *odds* of another shape, or a chance outside 0 to 1
    """
    table = np.asarray(odds, np.float64)
    if table.ndim != 2 or table.shape[1] != LABELS:
        raise ValueError(f"not (n, {LABELS}) probabilities: {table.shape}")
    if not np.isfinite(table).all() or table.min(initial=0) < 0 or table.max(initial=0) > 1 + 1e-6:
        raise ValueError("a probability outside 0 to 1")
    if not len(table):
        return ()
    elsewhere = _elsewhere(known)
    costs = _costs(table, elsewhere, jokers)
    matching = _Matching(costs, len(table))
    return tuple(_assigned(matching, number, row, elsewhere, jokers) for number, row in enumerate(table))


def _elsewhere(known: AbstractSet[Card] | Mapping[Card, float]) -> Floats:
    """Return (53,), how sure each face lies elsewhere."""
    out = np.zeros(CARDS + 1)
    for card in known:
        out[card.index] = known[card] if isinstance(known, Mapping) else 1.0
    if out.min() < 0 or out.max() > 1:
        raise ValueError("a probability outside 0 to 1")
    return out


def _costs(table: Floats, elsewhere: Floats, jokers: int) -> Floats:
    """Return a square matrix: seen cards and idle rows by faces, jokers and as many *anything else* as cards."""
    count = len(table)
    free = np.maximum(1 - elsewhere, FLOOR)
    faces = -np.log(np.clip(table[:, : CARDS + 1], FLOOR, 1)) - np.log(free)
    columns = [faces[:, :CARDS], *[faces[:, CARDS:]] * jokers]
    rest = table[:, CARDS + 1] + (0 if jokers else table[:, CARDS])
    other = np.repeat(-np.log(np.clip(rest, FLOOR, 1))[:, None], count, axis=1)
    wide = np.hstack([*columns, other])
    return np.vstack([wide, np.zeros((wide.shape[1] - count, wide.shape[1]))])


def _assigned(matching: "_Matching", number: int, row: Floats, elsewhere: Floats, jokers: int) -> Assigned:
    looks_like = int(np.argmax(row[: CARDS + bool(jokers)]))
    taken = bool(elsewhere[looks_like] >= SURE_ELSEWHERE)
    conflict = DECK[looks_like] if taken and row[looks_like] > 0.5 else None
    label = matching.column_of(number)
    if label >= CARDS + jokers:
        return Assigned(None, 0.0, 0.0, conflict)
    label = min(label, CARDS)
    own = float(row[label])
    nearly = bool(row[looks_like] <= NEARLY * own)
    if label != looks_like and not (taken and nearly):
        return Assigned(None, 0.0, own, conflict)
    same = slice(label, label + 1) if label < CARDS else slice(CARDS, CARDS + jokers)
    chance = matching.chance_of(number, same)
    lent = label != looks_like or _rival_is_taken(row, label, elsewhere)
    return Assigned(DECK[label], min(chance, lifted(own) if lent else own), own, conflict)


def _rival_is_taken(row: Floats, label: int, elsewhere: Floats) -> bool:
    """True if the second likeliest face is nearly as likely and lies elsewhere for sure."""
    others = row[: CARDS + 1].copy()
    others[label] = 0
    rival = int(np.argmax(others))
    return bool(others[rival] * NEARLY >= row[label] and elsewhere[rival] >= SURE_ELSEWHERE)


def lifted(chance: float) -> float:
    """Return the probability whose odds are LENT times those of *chance*.

    >>> round(lifted(0.5), 3), lifted(1.0)
    (0.909, 1.0)
    """
    return LENT * chance / (LENT * chance + 1 - chance)


class _Matching:
    """The cheapest perfect matching of a square matrix without negative costs, by shortest augmenting paths (Jonker and
    Volgenant). The rows from *busy* on are idle, free of cost: any matching of theirs is the cheapest to begin with."""

    def __init__(self, costs: Floats, busy: int) -> None:
        self._costs = costs
        size = len(costs)
        self._row_price, self._column_price = np.zeros(size), np.zeros(size)
        self._row_of = np.where(np.arange(size) < busy, -1, np.arange(size))
        for row in range(busy):
            self._augment(row)

    def column_of(self, row: int) -> int:
        return int(np.flatnonzero(self._row_of == row)[0])

    def total(self) -> float:
        return float(self._costs[self._row_of, np.arange(len(self._costs))].sum())

    def chance_of(self, row: int, columns: slice) -> float:
        """Return how likely the best matching is against the best one in which *row* has none of *columns*."""
        costs = self._costs.copy()
        costs[row, columns] = FORBIDDEN
        other = self._without(row, costs)
        return float(1 / (1 + np.exp(np.clip(self.total() - other, -50, 50))))

    def _without(self, row: int, costs: Floats) -> float:
        """Return the cost of the best matching under *costs*, which are dearer in *row* alone."""
        again = object.__new__(_Matching)
        again._costs = costs
        again._row_price, again._column_price = self._row_price.copy(), self._column_price.copy()
        again._row_of = self._row_of.copy()
        again._row_of[self._row_of == row] = -1
        again._augment(row)
        return again.total()

    def _augment(self, row: int) -> None:
        """Give *row* a column, moving other rows where that is cheaper."""
        size = len(self._costs)
        least, came_from = np.full(size, np.inf), np.full(size, -1)
        seen = np.zeros(size, bool)
        here, column, way = row, -1, 0.0
        while here >= 0:
            if column >= 0:
                seen[column] = True
            slack = way + self._costs[here] - self._row_price[here] - self._column_price
            nearer = ~seen & (slack < least)
            least[nearer], came_from[nearer] = slack[nearer], column
            column = int(np.argmin(np.where(seen, np.inf, least)))
            way, here = float(least[column]), int(self._row_of[column])
        gain = way - least[seen]
        self._row_price[row] += way
        self._row_price[self._row_of[seen]] += gain
        self._column_price[seen] -= gain
        while column >= 0:
            before = int(came_from[column])
            self._row_of[column] = row if before < 0 else self._row_of[before]
            column = before
