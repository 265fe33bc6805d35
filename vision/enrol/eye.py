"""How the house's own cards look to the network: where each lies among its 128 numbers, and how far looks of one card scatter.

A rank lies apart from others by the same step in all suits, and a suit in all ranks; so a card is placed by both and by its
own looks, and one that was not shown by both alone. Looks scatter as the looks of all cards do. Letters that the general
reader has no word for, a B and a D, lie apart here like any others. How far the nearest rank is to be believed hangs on how
near it is and how much nearer than the next, and is found out on looks that nothing was learnt from: there the nearest was
right or wrong; and had their own rank never been shown, they would have been strangers. So with suits.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.read import EMBEDDING, JOKER_RANK, NO_SUIT

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.intp]
Rows = NDArray[np.float32]

CARDS: Final = 53
LEAST_OF_RANK: Final = 2
"""A card that was not shown is placed by its rank if so many others of it were."""
SHRINK: Final = 0.1
"""So much of the scatter is taken to be the same in all directions: there are no more looks than numbers of it."""
WHOLLY_OWN: Final = 24.0
"""With so many looks a card's own place counts as much as the one by rank and suit."""
MOST: Final = 0.99
"""The eye is never surer than this."""
UNTRIED: Final = np.array([0.0, 0.0, 1.0])
"""An eye that was not tried yet believes the nearest as much as it is nearer than the next."""
_FLOOR: Final = 1e-6
_FAR: Final = 1e6
_RIDGE: Final = 1e-3
_STEPS: Final = 25


@dataclass(frozen=True, slots=True, eq=False)
class DeckEye:
    """*means* (53, 128) are the places of the cards that are *known* (53,), *inverse* (128, 128) is the inverse of the scatter.
    *ranks* and *suits* (3,) are the log odds that the nearest rank, or suit, is the right one: a constant, for the log of
    its distance, and for the log of how many times as far the next one is."""

    means: Floats
    known: Flags
    inverse: Floats
    ranks: Floats
    suits: Floats

    def apart(self, embeddings: Rows) -> Floats:
        """Return (n, 53), how far *embeddings* (n, 128) lie from each card's place, squared; infinite for unknown cards."""
        looks = np.asarray(embeddings, np.float64)
        turned = looks @ self.inverse
        own = (self.means @ self.inverse * self.means).sum(axis=1)
        out = (turned * looks).sum(axis=1)[:, None] - 2 * turned @ self.means.T + own[None]
        return np.where(self.known[None], np.maximum(out, _FLOOR), np.inf)

    def told(self, embeddings: Rows) -> tuple[Floats, Floats]:
        """Return the chances (n, 15) of ranks, deuces first, the joker, another deck's letter, and (n, 5) of suits."""
        ranks, suits = _by_rank_and_suit(self.apart(embeddings))
        return _believed(ranks, self.ranks, ranks.shape[1] + 1), _believed(suits, self.suits, suits.shape[1])

    def tried(self, labels: Numbers, embeddings: Rows) -> "DeckEye":
        """Return this eye as sure of itself as it proves on looks of *labels* (n,) that it was not made from."""
        ranks, suits = _by_rank_and_suit(self.apart(embeddings))
        own_rank, own_suit = rank_of(labels), suit_of(labels)
        strangers = ranks.copy()
        strangers[np.arange(len(labels)), own_rank] = np.inf
        steps = _steps_to(ranks), _steps_to(strangers), _steps_to(suits)
        right = np.append(ranks.argmin(axis=1) == own_rank, np.zeros(len(labels), bool))
        # Suits are told apart so well that there is little to learn doubt from but this: where two are as near, it may be either.
        as_near = steps[2] * (1, 1, 0)
        right_suits = np.append(suits.argmin(axis=1) == own_suit, np.arange(len(labels)) % 2 == 0)
        return replace(
            self,
            ranks=_odds_of(np.concatenate(steps[:2]), right),
            suits=_odds_of(np.concatenate([steps[2], as_near]), right_suits),
        )


def eye_of(labels: Numbers, embeddings: Rows) -> DeckEye:
    """Place the cards *labels* (n,), 0-52, by their *embeddings* (n, 128).

    :raises ValueError: no look, or arrays of other shapes
    """
    if not len(labels) or embeddings.shape != (len(labels), EMBEDDING) or labels.min() < 0:
        raise ValueError("no looks to learn from")
    looks = np.asarray(embeddings, np.float64)
    counts = np.bincount(labels, minlength=CARDS)
    means = _parts(np.arange(CARDS)) @ _steps(labels, looks)
    for card in np.flatnonzero(counts):
        own = looks[labels == card].mean(axis=0)
        means[card] += (own - means[card]) * counts[card] / (counts[card] + WHOLLY_OWN)
    strays = looks - means[labels]
    scatter = strays.T @ strays / len(strays)
    even = np.trace(scatter) / EMBEDDING + _FLOOR
    inverse = np.linalg.inv((1 - SHRINK) * scatter + SHRINK * even * np.eye(EMBEDDING))
    return DeckEye(means, _placed(counts), inverse, UNTRIED, UNTRIED)


def rank_of(cards: Numbers) -> Numbers:
    """Return the ranks, deuces 0 and the joker 13, of *cards* 0-52."""
    return np.asarray(np.minimum(cards // NO_SUIT, JOKER_RANK), np.intp)


def suit_of(cards: Numbers) -> Numbers:
    """Return the suits 0-3, 4 for the joker, of *cards* 0-52."""
    return np.asarray(np.where(cards < CARDS - 1, cards % NO_SUIT, NO_SUIT), np.intp)


def _by_rank_and_suit(apart: Floats) -> tuple[Floats, Floats]:
    """Return the distances (n, 14) of the nearest card of each rank and of the joker, and (n, 5) of each suit and the joker."""
    faces, joker = apart[:, : CARDS - 1].reshape(-1, JOKER_RANK, NO_SUIT), apart[:, CARDS - 1 :]
    return np.column_stack([faces.min(axis=2), joker]), np.column_stack([faces.min(axis=1), joker])


def _steps_to(apart: Floats) -> Floats:
    """Return (n, 3): one, the log of the nearest distance of *apart* (n, k), and that of how many times as far the next is."""
    first, second = np.minimum(np.sort(apart, axis=1)[:, :2], _FAR).T
    return np.column_stack([np.ones(len(apart)), np.log(first), np.log(second / first)])


def _believed(apart: Floats, odds: Floats, count: int) -> Floats:
    """Return chances (n, *count*) of what is *apart* (n, k): the nearest with these log *odds*, the rest all alike."""
    chance = np.minimum(_chance(_steps_to(apart) @ odds), MOST)
    out = np.repeat(((1 - chance) / count)[:, None], count, axis=1)
    out[np.arange(len(apart)), apart.argmin(axis=1)] += chance
    return np.asarray(out)


def _odds_of(steps: Floats, right: Flags) -> Floats:
    """Return (k,) the log odds of being *right* (n,) by *steps* (n, k): a logistic, with Platt's soft targets so that it stays
    finite where all that are right lie apart from all that are wrong."""
    wanted = np.where(right, 1 - 1 / (right.sum() + 2), 1 / ((~right).sum() + 2))
    middle, spread = steps.mean(axis=0), steps.std(axis=0) + _FLOOR
    middle[0], spread[0] = 0, 1
    terms, fit = (steps - middle) / spread, np.zeros(steps.shape[1])
    for _ in range(_STEPS):
        chance = _chance(terms @ fit)
        slope = terms.T @ (wanted - chance) - _RIDGE * fit
        bend = (terms * (chance * (1 - chance))[:, None]).T @ terms + _RIDGE * np.eye(len(fit))
        fit = fit + np.clip(np.linalg.solve(bend, slope), -3, 3)
    odds = fit / spread
    odds[0] = fit[0] - (fit * middle / spread)[1:].sum()
    return np.asarray(odds)


def _parts(cards: Numbers) -> Floats:
    """Return (n, 18), which rank (13, the joker) and which suit (4) each of *cards* has."""
    out = np.zeros((len(cards), JOKER_RANK + 1 + NO_SUIT))
    out[np.arange(len(cards)), rank_of(cards)] = 1
    suited = np.flatnonzero(cards < CARDS - 1)
    out[suited, JOKER_RANK + 1 + cards[suited] % 4] = 1
    return out


def _steps(labels: Numbers, looks: Floats) -> Floats:
    """Return (18, 128), the places of ranks and the steps of suits that come nearest to all *looks*."""
    parts = _parts(labels)
    return np.asarray(np.linalg.solve(parts.T @ parts + _RIDGE * np.eye(parts.shape[1]), parts.T @ looks))


def _placed(counts: Numbers) -> Flags:
    """Return (53,), the cards that were shown, and those whose rank and suit were shown often enough."""
    shown = np.asarray(counts > 0)
    by_rank = shown[: CARDS - 1].reshape(-1, NO_SUIT)
    inferred = np.outer(by_rank.sum(axis=1) >= LEAST_OF_RANK, by_rank.any(axis=0))
    return np.append(shown[: CARDS - 1] | inferred.ravel(), shown[CARDS - 1])


def _chance(logs: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(logs, -30, 30))))
