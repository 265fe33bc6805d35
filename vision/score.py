"""How sure a reading is: traits of an index and of its cut, and the logistic that makes a probability of them.

The coefficients lie in ``models/score.json`` and belong to the networks beside them: ``python -m
vision.training.fit_score`` writes them anew. Every coefficient is 0 or more, and every term is larger where more speaks
for the reading, so nothing that makes an index plainer can make it less sure.
"""

import functools
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.find import MODELS, IndexFind

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

SCORE_FILE: Final = MODELS / "score.json"
RANKS: Final = 15
SUITS: Final = 5
JOKER_RANK: Final = 13
FOREIGN_RANK: Final = 14
NO_SUIT: Final = 4

TRAITS: Final = (
    "find",
    "index",
    "rank",
    "suit",
    "second rank",
    "second suit",
    "foreign",
    "no suit",
    "height",
    "contrast",
    "sharpness",
    "burnt",
    "slant",
    "width",
    "outside",
    "joker",
)
"""What is measured of an index: the networks' probabilities, the height in px, and of the cut its contrast (0-1), the
steepest edge as a share of it, the share of burnt-out pixels, slant, width to height, how far it lies outside the
picture (in heights), and whether it reads as a joker."""

TERMS: Final = (
    "all",
    "log all",
    "least",
    "find",
    "index",
    "rank",
    "suit",
    "over second rank",
    "over second suit",
    "not foreign",
    "has a suit",
    "large",
    "contrast",
    "sharp",
    "not smeared",
    "not burnt",
    "upright",
    "not narrow",
    "inside",
    "no joker",
)
CARD_TERMS: Final = ("surest", "second", "third")
"""Log odds of a card's indices, the surest first; of the others only what lies above even odds."""

# Label smoothing taught the network never to say more than this.
_MOST_INDEX: Final = 0.97
_MOST_RANK: Final = 0.95
_MOST_SUIT: Final = 0.96
_FLOOR: Final = 0.003
_WAYS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Down and across in which edges are looked for; the way with the faintest counts."""
_LARGE_PX: Final = 20.0
_FULL_CONTRAST: Final = 0.4
_FULL_SHARPNESS: Final = 0.13
_SMEARED: Final = 0.085
"""Below this the shapes of suits run together. Of the decks kept out nearly every wrong answer was cut so softly."""
_BURNT: Final = 250
MOST_LOG_ODDS: Final = 9.0


class ScoreFileError(OSError):
    """``score.json`` cannot be used; the text says why and what to do."""


def traits_of(
    finds: Sequence[IndexFind], rows: NDArray[np.float32], crops: Sequence[Image], shape: tuple[int, int]
) -> Floats:
    """Return (n, len(TRAITS)) of indices: *rows* (n, 21) are the classifier's answers about *crops* (n of 64 x 40),
    *shape* is the picture's height and width."""
    if not finds:
        return np.zeros((0, len(TRAITS)))
    wide: Floats = rows.astype(np.float64)
    ranks, suits = wide[:, :RANKS], wide[:, RANKS : RANKS + SUITS]
    joker = ranks[:, :FOREIGN_RANK].argmax(axis=1) == JOKER_RANK
    rank, second_rank = _best_two(ranks, ranks[:, :FOREIGN_RANK].argmax(axis=1))
    suit, second_suit = _best_two(suits, np.where(joker, NO_SUIT, suits[:, :NO_SUIT].argmax(axis=1)))
    no_suit = np.where(joker, 0.0, suits[:, NO_SUIT])
    score = np.array([find.score for find in finds])
    own = (score, wide[:, -1], rank, suit, second_rank, second_suit, ranks[:, FOREIGN_RANK], no_suit)
    return np.stack([*own, *_looks(np.stack(crops), _shapes(finds), shape), joker.astype(np.float64)], axis=1)


def _best_two(chances: Floats, best: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Return the chance of *best* and the largest of the others, for each row."""
    row = np.arange(len(chances))
    others = chances.copy()
    others[row, best] = 0
    return chances[row, best], others.max(axis=1)


def _shapes(finds: Sequence[IndexFind]) -> Floats:
    """Return (n, 3, 2): centres, downs and acrosses."""
    return np.array([(find.centre, find.down, find.across) for find in finds], np.float64)


def _looks(crops: Image, places: Floats, shape: tuple[int, int]) -> tuple[Floats, ...]:
    """Return height, contrast, sharpness, burnt, slant, width, outside; (n,) each."""
    centre, down, across = places[:, 0], places[:, 1], places[:, 2]
    height, width = np.hypot(*down.T), np.hypot(*across.T)
    grey = crops.astype(np.float32) @ np.array([0.114, 0.587, 0.299], np.float32)
    dark, bright = _shares(grey[:, ::2, ::2].reshape(len(crops), -1), 0.08, 0.92)
    steepest = np.min([_steepest(grey, dy, dx) for dy, dx in _WAYS], axis=0)
    spread = bright - dark
    slant = np.abs((down * across).sum(axis=1)) / np.maximum(height * width, 1e-6)
    half = 0.6 * np.abs(down) + 0.35 * np.abs(across)
    beyond = np.maximum(half - centre, centre + half - np.array(shape[::-1], np.float64)).max(axis=1)
    return (
        height,
        spread / 255,
        steepest / np.maximum(spread, 8) / 4,
        (grey > _BURNT).mean(axis=(1, 2)),
        slant,
        width / height,
        np.maximum(beyond, 0) / height,
    )


def _steepest(grey: NDArray[np.float32], dy: int, dx: int) -> Floats:
    """Return (n,) how steep the edges are across one way, levels a px. A smear leaves those along it and takes these."""
    rows, columns = grey.shape[1:]
    ahead = grey[:, 1 + dy : rows - 1 + dy, 1 + dx : columns - 1 + dx]
    behind = grey[:, 1 - dy : rows - 1 - dy, 1 - dx : columns - 1 - dx]
    (steep,) = _shares(np.abs(ahead - behind).reshape(len(grey), -1), 0.97)
    return steep / float(np.hypot(dy, dx))


def _shares(values: NDArray[np.float32], *shares: float) -> tuple[Floats, ...]:
    """Return, for each of *shares*, (n,) the value that so many of each row's do not exceed; as ``np.percentile`` does,
    which takes six times as long."""
    ordered = np.sort(values, axis=1)
    out = []
    for share in shares:
        place = share * (values.shape[1] - 1)
        low = int(place)
        first, second = ordered[:, low].astype(np.float64), ordered[:, min(low + 1, values.shape[1] - 1)]
        out.append(first + (second - first) * (place - low))
    return tuple(out)


def log_odds(chance: Floats) -> Floats:
    """Return ln(p / (1 - p)), kept finite."""
    p = np.clip(chance, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(p / (1 - p)))


def chance_of(odds: Floats) -> Floats:
    """Return the probability that has these log odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -MOST_LOG_ODDS, MOST_LOG_ODDS))))


def terms_of(traits: Floats) -> Floats:
    """Return (n, len(TERMS)) from (n, len(TRAITS)); each is larger where more speaks for the reading.

    ``all`` and ``least`` say what is left to doubt of the networks' answers multiplied and of the weakest of them: one
    sure head does not make up for another that wavers.
    """
    t = dict(zip(TRAITS, traits.T, strict=True))
    index = np.minimum(1, t["index"] / _MOST_INDEX)
    rank = np.minimum(1, t["rank"] / _MOST_RANK)
    suit = np.minimum(1, t["suit"] / _MOST_SUIT)
    product = t["find"] ** 0.25 * index * rank * suit**2
    columns = (
        _doubt(product),
        np.log(np.clip(product, 0.02, 1)),
        _doubt(np.minimum(rank, suit)),
        log_odds(t["find"]),
        log_odds(t["index"]),
        log_odds(t["rank"]),
        log_odds(t["suit"]),
        np.log((t["rank"] + 1e-4) / (t["second rank"] + 1e-4)),
        np.log((t["suit"] + 1e-4) / (t["second suit"] + 1e-4)),
        -np.log(np.maximum(t["foreign"], 0.0025)),
        -np.log(np.maximum(t["no suit"], 0.0025)),
        np.minimum(np.log(t["height"] / _LARGE_PX), 0),
        np.minimum(t["contrast"], _FULL_CONTRAST),
        np.minimum(t["sharpness"], _FULL_SHARPNESS),
        np.minimum(t["sharpness"] / _SMEARED, 1),
        -t["burnt"],
        -np.minimum(t["slant"], 0.02),
        -np.minimum(np.abs(np.log(t["width"])), 0.05),
        -np.minimum(t["outside"], 1),
        -t["joker"],
    )
    return np.stack(columns, axis=1)


def _doubt(chance: Floats) -> Floats:
    return np.asarray(-np.log(1 - np.minimum(chance, 1 - _FLOOR) + _FLOOR))


@dataclass(frozen=True, slots=True, eq=False)
class ScoreModel:
    """The fitted numbers. *index* and *card* are coefficients in the order of TERMS and of CARD_TERMS, the constant
    last; *temperature* sharpens (below 1) or flattens the odds of single indices; *threshold* is the least score that is
    answered."""

    index: Floats
    card: Floats
    temperature: float
    threshold: float

    def of_indices(self, traits: Floats) -> Floats:
        """Return (n,) the probability that each index is one and is read right."""
        return chance_of(terms_of(traits) @ self.index[:-1] + self.index[-1])

    def of_card(self, scores: Sequence[float]) -> float:
        """Return the probability that a card is read right whose indices, the surest first, score so and agree."""
        return float(chance_of(card_terms_of(scores) @ self.card[:-1] + self.card[-1]))


def card_terms_of(scores: Sequence[float]) -> Floats:
    """Return (len(CARD_TERMS),) of a card from its indices' *scores*, the surest first."""
    odds = log_odds(np.array([*scores[:3], 0.0, 0.0, 0.0][:3]))
    odds[len(scores) :] = 0
    return np.array([odds[0], max(0.0, odds[1]), max(0.0, odds[2])])


def load_score(path: Path = SCORE_FILE) -> ScoreModel:
    """Return the model of a file.

    :raises ScoreFileError: not there, not JSON, other terms than this program knows, or numbers that would make a faint
        reading a sure one
    """
    try:
        document = json.loads(path.read_text())
        index, card = _numbers(document["index"], TERMS), _numbers(document["card"], CARD_TERMS)
        return _sound(ScoreModel(index, card, float(document["temperature"]), float(document["threshold"])))
    except (OSError, ValueError, LookupError, TypeError, OverflowError, RecursionError) as error:
        raise ScoreFileError(
            f"cannot use {path}: {error!r}: run python -m vision.training.fit_score"
        ) from error


def _sound(model: ScoreModel) -> ScoreModel:
    """Return *model* if its numbers can be what was fitted.

    :raises ValueError: they cannot
    """
    if not (np.isfinite(model.index).all() and np.isfinite(model.card).all()):
        raise ValueError("a coefficient that is no number")
    if min(model.index[:-1].min(), model.card[:-1].min()) < 0:
        raise ValueError("a coefficient below 0")
    if not 0 < model.temperature < math.inf:
        raise ValueError("temperature not above 0")
    if not 0.5 <= model.threshold <= 1:
        raise ValueError("threshold outside 0.5 to 1")
    return model


def _numbers(written: Mapping[str, float], names: Sequence[str]) -> Floats:
    return np.array([float(written[name]) for name in (*names, "constant")])


@functools.cache
def shipped_score() -> ScoreModel:
    """Return the model that lies beside the networks."""
    return load_score()
