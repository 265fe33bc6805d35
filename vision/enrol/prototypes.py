"""How a deck's cards look to the classifier: one prototype a card among the looks of all, and what it says of a new look.

The looks of a card are its views, each as it might be seen again many times over (:mod:`vision.enrol.variants`). They
scatter about the card's prototype much like those of the other cards do about theirs, so the scatter is measured over
all of them; what is no index of the deck has prototypes of its own.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.read import EMBEDDING

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]

CARDS: Final = 53
SPOILT: Final = -1
COVERED: Final = -2
_SHRINK: Final = 0.2
"""How far the measured scatter is drawn towards a round one: a few thousand looks do not fix 128 x 128 numbers."""
_LEAST_LOOKS: Final = 20


@dataclass(frozen=True, slots=True, eq=False)
class Cloud:
    """Looks about a *middle* (m, d) in a scatter: *whiten* (d, d) makes it round, *size* is the log of its volume."""

    middle: Floats
    whiten: Floats
    size: float

    def nearness(self, looks: Floats) -> Floats:
        """Return (n, m) log densities of (n, d) *looks* about every middle, but for a constant."""
        a, b = looks @ self.whiten, self.middle @ self.whiten
        square = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1)[None] - 2 * a @ b.T
        return np.asarray(-0.5 * np.maximum(square, 0) - self.size)


@dataclass(frozen=True, slots=True, eq=False)
class Prototypes:
    """What was learnt of a deck. *cards* are the labels (0-52) in the order of the middles of *looks*; *nothing* is what
    was made of looks that are none of them."""

    cards: Numbers
    looks: Cloud
    nothing: tuple[Cloud, ...]

    def evidence(self, embeddings: Floats) -> Floats:
        """Return (n, 54) log densities for the 53 cards and for none of them; a card never seen has none's."""
        looks = rooted(embeddings)
        none = np.max([cloud.nearness(looks)[:, 0] for cloud in self.nothing], axis=0)
        out = np.repeat(none[:, None], CARDS + 1, axis=1)
        out[:, self.cards] = self.looks.nearness(looks)
        return out


def rooted(embeddings: Floats) -> Floats:
    """Return embeddings with their long tails drawn in."""
    return np.sqrt(np.maximum(np.asarray(embeddings, np.float64), 0))


def fit(embeddings: Floats, labels: Numbers) -> Prototypes:
    """Learn from (n, 128) *embeddings* of cards (*labels* 0-52) and of what must not pass for one (SPOILT, COVERED).

    :raises ValueError: no card, or too few looks of either kind
    """
    looks = rooted(embeddings)
    cards = np.unique(labels[labels >= 0])
    if embeddings.ndim != 2 or embeddings.shape[1] != EMBEDDING or not len(cards):
        raise ValueError("no looks to learn from")
    middles = np.stack([looks[labels == card].mean(axis=0) for card in cards])
    own = labels >= 0
    strays = looks[own] - middles[np.searchsorted(cards, labels[own])]
    scatter = strays.T @ strays / max(1, len(strays))
    even = float(np.trace(scatter)) / EMBEDDING
    nothing = []
    for kind in (SPOILT, COVERED):
        some = looks[labels == kind]
        if len(some) < _LEAST_LOOKS:
            raise ValueError(f"too few looks that are no card's: {len(some)}")
        nothing.append(_cloud(some.mean(axis=0)[None], np.cov(some.T), even))
    return Prototypes(cards, _cloud(middles, scatter, even), tuple(nothing))


def _cloud(middle: Floats, scatter: Floats, even: float) -> Cloud:
    root = np.linalg.cholesky(scatter + _SHRINK * max(even, 1e-6) * np.eye(EMBEDDING))
    return Cloud(middle, np.linalg.inv(root).T, float(np.log(np.diag(root)).sum()))
