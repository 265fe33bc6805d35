"""Reads found indices: what rank and suit, how sure, and which indices are corners of one card."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import DECK, JOKER, Card
from vision.crops import cut, pyramid
from vision.find import MODELS, IndexFind, open_model

Image = NDArray[np.uint8]
Corners = NDArray[np.float32]
Odds = NDArray[np.float32]

BATCH: Final = 64
RANKS: Final = 15
JOKER_RANK: Final = 13
FOREIGN: Final = 14
NO_SUIT: Final = 4
LABELS: Final = len(DECK) + 2
"""The 52 cards, the joker, anything else."""
EMBEDDING: Final = 128


@dataclass(frozen=True, slots=True, eq=False)
class Witness:
    """One index as read: the best *card* for it and the *score* (0-1) for being that card; *index_score* is how
    sure it is to be a card's index at all.

    *odds* (54,) are the probabilities of the 52 cards in the order of DECK, of the joker and of anything else (a foreign
    letter); they sum to 1 and take for granted that it is an index. *embedding* (128,) is what the network made of
    its look, for comparing it with the same deck's other cards. Both may be left out in tests.
    """

    find: IndexFind
    card: Card
    score: float
    index_score: float
    odds: Odds = field(default_factory=lambda: np.full(LABELS, 1 / LABELS, np.float32))
    embedding: Odds = field(default_factory=lambda: np.zeros(EMBEDDING, np.float32))


class IndexReader:
    """Holds the classifier; one instance for each thread that reads."""

    def __init__(self, threads: int = 2, model: Path = MODELS / "classifier.onnx") -> None:
        self._net = open_model(model, threads)

    def read(self, image: Image, finds: list[IndexFind]) -> list[Witness]:
        """Return *finds* read, in their order."""
        levels = pyramid(image)
        crops = [cut(levels, find.centre, find.down, find.across) for find in finds]
        rows, embeddings = self._classify(crops)
        return [_witness(*one) for one in zip(finds, rows, embeddings, strict=True)]

    def _classify(self, crops: list[Image]) -> tuple[NDArray[np.float32], Odds]:
        """Return (n, 21), probabilities of ranks, of suits, of being an index, and (n, 128) embeddings."""
        rows = [np.zeros((0, RANKS + NO_SUIT + 2), np.float32)]
        embeddings = [np.zeros((0, EMBEDDING), np.float32)]
        for k in range(0, len(crops), BATCH):
            blob = np.stack(crops[k : k + BATCH]).transpose(0, 3, 1, 2).astype(np.float32) / 255
            answer, embedding = self._net.run(None, {"crops": np.ascontiguousarray(blob)})
            rows.append(answer)
            embeddings.append(embedding)
        return np.concatenate(rows), np.concatenate(embeddings)


def odds_of(row: NDArray[np.float32]) -> Odds:
    """Return (54,) probabilities of cards from a row of ranks and suits, as :class:`Witness` has them."""
    ranks, suits = row[:RANKS].astype(np.float64), row[RANKS : RANKS + NO_SUIT + 1].astype(np.float64)
    cards = np.outer(ranks[:JOKER_RANK], suits[:NO_SUIT]).ravel()
    joker = ranks[JOKER_RANK] * suits[NO_SUIT]
    return np.array([*cards, joker, max(0.0, 1 - cards.sum() - joker)], np.float32)


# Label smoothing taught the network never to say more than this.
_MOST_INDEX: Final = 0.97
_MOST_RANK: Final = 0.95
_MOST_SUIT: Final = 0.96


def _witness(find: IndexFind, row: NDArray[np.float32], embedding: Odds) -> Witness:
    """Score = find^1/4 x index x rank x suit^2; the weights were picked on rf100_valid and edje_train, where nearly
    every misread is one suit for the other of its colour."""
    ranks, suits, there = row[:RANKS], row[RANKS : RANKS + NO_SUIT + 1], float(row[-1])
    rank, suit = int(np.argmax(ranks[:FOREIGN])), int(np.argmax(suits[:NO_SUIT]))
    if rank == JOKER_RANK:
        card, sign = JOKER, float(suits[NO_SUIT])
    else:
        card, sign = DECK[rank * 4 + suit], float(suits[suit])
    seen = find.score**0.25 * min(1.0, there / _MOST_INDEX)
    sure = min(1.0, float(ranks[rank]) / _MOST_RANK) * min(1.0, sign / _MOST_SUIT) ** 2
    index_score = float(np.sqrt(find.score)) * there
    return Witness(find, card, seen * sure, index_score, odds_of(row), embedding)


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The card an index belongs to: *centre*, half its width to the right and half its height down, px."""

    centre: NDArray[np.float32]
    half_right: NDArray[np.float32]
    half_down: NDArray[np.float32]

    def corners(self) -> Corners:
        """Return (4, 2), clockwise from the upper left corner of the card held upright."""
        r, d = self.half_right, self.half_down
        return np.stack([self.centre + way for way in (-r - d, r - d, r + d, d - r)]).astype(np.float32)


# How far an index's centre is from the card's edges, in index heights: typical of poker decks, used to turn the
# distance to the card's centre into the card's size.
_ASIDE: Final = 0.38
_ABOVE: Final = 0.78
_JOKER_ASIDE: Final = 0.15
_JOKER_ABOVE: Final = 0.64


def outline(find: IndexFind, card: Card) -> Outline:
    """Return the card that *find* is an index of, predicted where it is hidden."""
    basis = np.stack([find.across, find.down], axis=1).astype(np.float64)
    if abs(np.linalg.det(basis)) < 0.05 * find.height**2:
        basis = np.array([(find.down[1], find.down[0]), (-find.down[0], find.down[1])], np.float64)
    right, below = np.abs(np.linalg.solve(basis, find.to_card.astype(np.float64)))
    aside, above = (_JOKER_ASIDE, _JOKER_ABOVE) if card is JOKER else (_ASIDE, _ABOVE)
    half_height = (below + above + 1.4 * (right + aside)) / 2
    return Outline(
        find.centre + find.to_card,
        (basis[:, 0] * half_height / 1.4).astype(np.float32),
        (basis[:, 1] * half_height).astype(np.float32),
    )


def alike(a: Witness, b: Witness) -> bool:
    """True if two indices are of about one size and lie the same way or upside down to each other."""
    ratio = a.find.height / b.find.height
    cosine = float(a.find.down @ b.find.down) / (a.find.height * b.find.height)
    return 0.48 < ratio < 2.1 and abs(cosine) > 0.75


def same_card(a: Witness, b: Witness, reach: float) -> bool:
    """True if two indices look like corners of one card: alike, and they point at one centre, within *reach* of the
    card's half height."""
    one, two = outline(a.find, a.card), outline(b.find, b.card)
    half = (np.hypot(*one.half_down) + np.hypot(*two.half_down)) / 2
    return alike(a, b) and bool(np.hypot(*(one.centre - two.centre)) < reach * half)


def near(a: Witness, b: Witness, heights: float) -> bool:
    """True if two indices are alike and no further apart than so many of their heights."""
    away = np.hypot(*(a.find.centre - b.find.centre))
    return alike(a, b) and bool(away < heights * (a.find.height + b.find.height) / 2)


def joint_corners(witnesses: list[Witness]) -> Corners:
    """Return the card's corners from all its indices: every corner from the index that is nearest to it."""
    first = outline(witnesses[0].find, witnesses[0].card).corners()
    sets = [first]
    for other in witnesses[1:]:
        corners = outline(other.find, other.card).corners()
        turned = float(other.find.down @ witnesses[0].find.down) < 0
        sets.append(np.roll(corners, 2, axis=0) if turned else corners)
    if len(sets) == 1:
        return first
    places = np.stack([w.find.centre for w in witnesses])
    middle = np.mean(sets, axis=0)
    away = np.linalg.norm(middle[:, None] - places[None], axis=2) + 1
    share = away**-3 / (away**-3).sum(axis=1, keepdims=True)
    return np.asarray(np.einsum("cw,wcd->cd", share, np.stack(sets)), np.float32)
