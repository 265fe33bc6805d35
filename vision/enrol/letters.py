"""Letters the general reader does not know, told apart by the house's deck: a B for the jack, a D for the queen.

Of such an index the general reader says "another letter", and nothing moves it far from there. Here the rank is told
from the looks alone, against all ranks of the deck and against spoilt looks, beginning at nothing; it is believed only
where it is clear and a look like it was shown. To the network one unknown letter is much like another, so a deck of
which a rank was never shown has no letters: what was not shown would be taken for what was.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.enrol.head import CARDS, SMOOTHING, SPOILT, Floats, Numbers, Rows, evened, regressed, weighed
from vision.read import FOREIGN, JOKER_RANK, NO_SUIT, RANKS

Flags = NDArray[np.bool_]

UNKNOWN: Final = 0.4
"""The general reader takes an index for another letter if it says so with this probability or more."""
CLEAR: Final = 0.7
"""A letter is believed at this probability or more."""
ALIKE: Final = 0.7
"""And only where it is so like (cosine) a view of its rank. Of looks of five letters of own decks that were kept from
learning 9 of 98 were so, and 24 of 31 of a sixth: this alone does not do, see the head of this file."""
LEAD: Final = 0.1
"""And so much less like every view of other ranks."""
WARY: Final = 0.05
"""A letter needs so much more than the lead at which a look kept back was mistaken for it."""
LEAST_CARDS: Final = 2
"""A letter is learnt from so many cards of its rank; the suits that were not shown have it too."""
_FLOOR: Final = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Letters:
    """*leads* (13,) are how far ahead of all other ranks a look has to be to be one with another letter, deuces first;
    infinite for ranks that have none. *weights* (129, 15) make of a look, taken from *middle* (128,) in units of
    *spread*, the ranks and "none of them". *looks* (n, 128), of length 1, are views of the deck's *look_ranks* (n,),
    taken from the middles of their *suits* (4, 128): what two looks share is then their letter and not their suit."""

    middle: Floats
    spread: float
    weights: Floats
    leads: Floats
    suits: Floats
    looks: Rows
    look_ranks: Numbers

    def told(self, rows: Rows, embeddings: Rows) -> tuple[Flags, Rows]:
        """Return which of the general reader's answers (n, 21) are of letters that are told (n,), and the answers
        with the rank of those; the suit stays the general reader's. *embeddings* is (n, 128)."""
        logs = evened(embeddings, self.middle, self.spread) @ self.weights
        powers = np.exp(logs - logs.max(axis=1, keepdims=True))
        ranks = powers / powers.sum(axis=1, keepdims=True)
        best = np.asarray(ranks.argmax(axis=1), np.intp)
        alike, lead = self._compared(rows, embeddings, best)
        told = (rows[:, FOREIGN] >= UNKNOWN) & (ranks.max(axis=1) >= CLEAR)
        told &= (alike >= ALIKE) & (lead >= np.append(self.leads, [np.inf, np.inf])[best])
        out = rows.copy()
        out[told, :RANKS] = ranks[told]
        return told, out

    def warned(self, rows: Rows, embeddings: Rows) -> "Letters":
        """Return these letters, told less readily than where these answers, all of them mistaken, would be told again."""
        ranks = np.asarray(self.told(rows, embeddings)[1][:, :RANKS].argmax(axis=1), np.intp)
        _, lead = self._compared(rows, embeddings, ranks)
        leads = self.leads.copy()
        np.maximum.at(leads, ranks, lead + WARY)
        return replace(self, leads=leads)

    def _compared(self, rows: Rows, embeddings: Rows, ranks: Numbers) -> tuple[Floats, Floats]:
        """Return (n,) the greatest cosine to a view of each one's rank, and how much more it is than to all others."""
        suits = rows[:, RANKS : RANKS + NO_SUIT].argmax(axis=1)
        alike = _of_length_one(embeddings - self.suits[suits]) @ self.looks.T
        same = ranks[:, None] == self.look_ranks[None]
        own = np.where(same, alike, -1).max(axis=1, initial=-1)
        others = np.where(same, -1, alike).max(axis=1, initial=-1)
        return np.asarray(own, np.float64), np.asarray(own - others, np.float64)


def letters_of(labels: Numbers, embeddings: Rows, foreign: Flags, firsts: Flags) -> Letters | None:
    """Learn the letters of the cards *foreign* (53,) from looks with *labels* (n,); *firsts* (n,) are views as they are.

    None where there are none, or a rank or a suit was not shown.
    """
    own = labels >= 0
    ranks = np.where(own, np.minimum(labels // 4, JOKER_RANK), FOREIGN)
    cards = foreign[: CARDS - 1].reshape(-1, 4).sum(axis=1) >= LEAST_CARDS
    carded = own & (ranks < JOKER_RANK)
    whole = len(np.unique(ranks[carded])) == JOKER_RANK and len(np.unique(labels[carded] % 4)) == NO_SUIT
    if not cards.any() or not whole:
        return None
    middle = embeddings[own].mean(axis=0).astype(np.float64)
    spread = float(np.sqrt(((embeddings[own] - middle) ** 2).mean())) + _FLOOR
    used = own | (labels == SPOILT)
    wanted = np.full((int(used.sum()), RANKS), SMOOTHING / RANKS)
    wanted[np.arange(len(wanted)), ranks[used]] += 1 - SMOOTHING
    looks, weights = evened(embeddings[used], middle, spread), weighed(labels[used])
    move = regressed(looks, np.zeros_like(wanted), wanted, weights)
    suits = np.stack([embeddings[carded & (labels % 4 == suit)].mean(axis=0) for suit in range(NO_SUIT)])
    kept = carded & firsts
    seen = _of_length_one(embeddings[kept] - suits[labels[kept] % 4])
    leads = np.where(cards, LEAD, np.inf)
    return Letters(middle, spread, move, leads, suits.astype(np.float64), seen, ranks[kept])


def _of_length_one(embeddings: Rows | Floats) -> Rows:
    lengths = np.linalg.norm(embeddings, axis=1, keepdims=True)
    return np.asarray(embeddings / np.maximum(lengths, _FLOOR), np.float32)
