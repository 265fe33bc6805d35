"""What the house's deck adds to the network's last layer: a step from the general reader's answers, fitted to its own looks.

The network's answers are linear in its embedding. Here the same layer is moved, as little as possible, until it reads the
deck's looks: softmax regression of ranks, of suits and of being an index, each beginning at what the general reader
says, with a penalty on every move. A rank learns from all four suits and a suit from all thirteen ranks. What must not
pass for a card (spoilt and covered looks) is to stay what the general reader says it is.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.read import EMBEDDING, JOKER_RANK, NO_SUIT, RANKS

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]
Rows = NDArray[np.float32]

CARDS: Final = 53
SPOILT: Final = -1
COVERED: Final = -2
PENALTY: Final = 1e-3
"""On the square of every move. Of 1e-2, 3e-3 and 1e-3 the one at which most was read on an own deck in a hand never
trained on: 117 of 235 cards, and 104 at 1e-2."""
STEPS: Final = 150
SMOOTHING: Final = 0.02
"""What the network was trained with: so much of a label goes to all others, and no answer grows surer than that."""
PARTS: Final = (
    slice(0, RANKS),
    slice(RANKS, RANKS + NO_SUIT + 1),
    slice(RANKS + NO_SUIT + 1, RANKS + NO_SUIT + 3),
)
"""Where ranks, suits, and no index and index stand among the answers that are moved."""
ANSWERS: Final = RANKS + NO_SUIT + 3
_REACH: Final = 4.0
_FLOOR: Final = 1e-6
_HEAVIEST: Final = 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """Looks are taken from *middle* (128,) in units of *spread*; *weights* (129, 22) make of them what is added to the
    logs of the general reader's answers."""

    middle: Floats
    spread: float
    weights: Floats

    def rows(self, rows: Rows, embeddings: Rows, strength: float = 1.0) -> Rows:
        """Return the classifier's answers (n, 21) moved by *strength* (0-1) of what was learnt; *embeddings* (n, 128)."""
        moved = _logs(rows) + strength * self._even(embeddings) @ self.weights
        parts = [_shares(moved[:, part]) for part in PARTS]
        return np.asarray(np.column_stack([parts[0], parts[1], parts[2][:, 1]]), np.float32)

    def _even(self, embeddings: Rows) -> Floats:
        return evened(embeddings, self.middle, self.spread)


def fit(rows: Rows, embeddings: Rows, labels: Numbers) -> Head:
    """Learn from the general reader's *rows* (n, 21) and *embeddings* (n, 128) of looks of cards (*labels* 0-52) and of what
    must not pass for one (SPOILT, COVERED).

    :raises ValueError: no card, or arrays of other shapes
    """
    own = labels >= 0
    if (
        rows.shape != (len(labels), ANSWERS - 1)
        or embeddings.shape != (len(labels), EMBEDDING)
        or not own.any()
    ):
        raise ValueError("no looks to learn from")
    middle = embeddings[own].mean(axis=0).astype(np.float64)
    spread = float(np.sqrt(((embeddings[own] - middle) ** 2).mean())) + _FLOOR
    looks, logs, weights = evened(embeddings, middle, spread), _logs(rows), weighed(labels)
    wanted = _wanted(rows, labels)
    moves = [regressed(looks, logs[:, part], wanted[:, part], weights) for part in PARTS]
    return Head(middle, spread, np.concatenate(moves, axis=1))


def evened(embeddings: Rows, middle: Floats, spread: float) -> Floats:
    """Return looks (n, 129) that are steps from *middle* in units of *spread*, with a constant."""
    even = (np.asarray(embeddings, np.float64) - middle) * (_REACH / spread / np.sqrt(EMBEDDING))
    return np.column_stack([even, np.ones(len(even))])


def _full(rows: Rows) -> Floats:
    """Return (n, 22): answers with "no index" before the chance of being one."""
    answers = np.asarray(rows, np.float64)
    there = np.clip(answers[:, -1:], _FLOOR, 1 - _FLOOR)
    return np.column_stack([answers[:, :-1], 1 - there, there])


def _logs(rows: Rows) -> Floats:
    return np.asarray(np.log(np.maximum(_full(rows), _FLOOR)))


def _shares(logs: Floats) -> Floats:
    powers = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def weighed(labels: Numbers) -> Floats:
    """Return how heavily each look weighs: every card alike, whatever the number of its views."""
    own = labels >= 0
    counts = np.bincount(labels[own], minlength=CARDS)
    out = np.ones(len(labels))
    out[own] = np.minimum(counts[counts > 0].mean() / counts[labels[own]], _HEAVIEST)
    return np.asarray(out / out.sum())


def _wanted(rows: Rows, labels: Numbers) -> Floats:
    """Return (n, 22), what the answers are to be: the label's, or for what is no card's look, what they were."""
    out = _full(rows)
    own = np.flatnonzero(labels >= 0)
    cards = labels[own]
    joker = cards == CARDS - 1
    places = (
        np.where(joker, JOKER_RANK, cards // 4),
        RANKS + np.where(joker, NO_SUIT, cards % 4),
        np.full(len(cards), ANSWERS - 1),
    )
    for part, place in zip(PARTS, places, strict=True):
        out[own, part] = SMOOTHING / (part.stop - part.start)
        out[own, place] += 1 - SMOOTHING
    for part in PARTS:
        out[:, part] /= out[:, part].sum(axis=1, keepdims=True)
    return out


def regressed(looks: Floats, logs: Floats, wanted: Floats, weights: Floats) -> Floats:
    """Return the (129, k) move that brings softmax(*logs* + *looks* @ move) nearest to *wanted*, with the penalty."""
    scaled = looks * weights[:, None]
    steepest = 0.5 * float(np.linalg.norm(scaled.T @ looks, 2)) + PENALTY
    move = np.zeros((looks.shape[1], logs.shape[1]))
    ahead, pace = move, 1.0
    for _ in range(STEPS):  # Nesterov's descent: the loss is convex, its curvature bounded
        slope = scaled.T @ (_shares(logs + looks @ ahead) - wanted) + PENALTY * ahead
        new, faster = ahead - slope / steepest, (1 + np.sqrt(1 + 4 * pace**2)) / 2
        ahead = new + (pace - 1) / faster * (new - move)
        move, pace = new, faster
    return move
