"""Reads found indices: what rank and suit, and how sure."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import DECK, JOKER, Card
from vision.crops import cut, pyramid
from vision.find import MODELS, IndexFind, open_model
from vision.score import TRAITS, Floats, ScoreModel, shipped_score, traits_of

Image = NDArray[np.uint8]
Corners = NDArray[np.float32]
Odds = NDArray[np.float32]

BATCH: Final = 64
RANKS: Final = 15
JOKER_RANK: Final = 13
FOREIGN: Final = 14
NO_SUIT: Final = 4
LABELS: Final = len(DECK) + 1
"""The 52 cards, the joker, anything else."""
EMBEDDING: Final = 128


@dataclass(frozen=True, slots=True, eq=False)
class Witness:
    """One index as read: the best *card* for it and the *score*, the probability that it is an index and that card's;
    *index_score* (0-1) is how sure it is to be a card's index at all.

    *odds* (54,) are the probabilities of the 52 cards in the order of DECK, of the joker and of anything else (a foreign
    letter); they sum to 1 and take for granted that it is an index. *embedding* (128,) is what the network made of
    its look, for comparing it with the same deck's other cards. *traits* are what the score was made of, see
    :data:`vision.score.TRAITS`. All three may be left out in tests.
    """

    find: IndexFind
    card: Card
    score: float
    index_score: float
    odds: Odds = field(default_factory=lambda: np.full(LABELS, 1 / LABELS, np.float32))
    embedding: Odds = field(default_factory=lambda: np.zeros(EMBEDDING, np.float32))
    traits: Floats = field(default_factory=lambda: np.zeros(len(TRAITS)))


class DeckKnowledge(Protocol):
    """What is known of the deck in use beyond what the networks know of all."""

    def rows(self, rows: NDArray[np.float32], embeddings: Odds) -> NDArray[np.float32]:
        """Return the classifier's answers (n, 21) as they are for who knows the deck; *embeddings* is (n, 128)."""

    @property
    def per_card(self) -> int:
        """How many indices a card has, 2 or 4; 0 where that is not known."""


class IndexReader:
    """Holds the classifier; one instance for each thread that reads."""

    def __init__(
        self,
        threads: int = 2,
        model: Path = MODELS / "classifier.onnx",
        score: ScoreModel | None = None,
        deck: DeckKnowledge | None = None,
    ) -> None:
        """*score* makes probabilities of the networks' answers; left out, the one that is shipped with them. *deck* is
        what was learnt of the deck in use.

        :raises vision.score.ScoreFileError: the shipped one cannot be used
        """
        self._net = open_model(model, threads)
        self._score = score or shipped_score()
        self._deck = deck

    def read(self, image: Image, finds: list[IndexFind]) -> list[Witness]:
        """Return *finds* read, in their order."""
        levels = pyramid(image)
        crops = [cut(levels, find.centre, find.down, find.across) for find in finds]
        rows, embeddings = self.classify(crops)
        if self._deck is not None:
            rows = self._deck.rows(rows, embeddings)
        traits = traits_of(finds, rows, crops, (image.shape[0], image.shape[1]))
        scores = self._score.of_indices(traits).tolist()
        odds = tempered(odds_of(rows), self._score.temperature)
        return [_witness(*one) for one in zip(finds, rows, embeddings, traits, scores, odds, strict=True)]

    def classify(self, crops: list[Image]) -> tuple[NDArray[np.float32], Odds]:
        """Return (n, 21), probabilities of ranks, of suits, of being an index, and (n, 128) embeddings."""
        rows = [np.zeros((0, RANKS + NO_SUIT + 2), np.float32)]
        embeddings = [np.zeros((0, EMBEDDING), np.float32)]
        for k in range(0, len(crops), BATCH):
            blob = np.stack(crops[k : k + BATCH]).transpose(0, 3, 1, 2).astype(np.float32) / 255
            answer, embedding = self._net.run(None, {"crops": np.ascontiguousarray(blob)})
            rows.append(answer)
            embeddings.append(embedding)
        return np.concatenate(rows), np.concatenate(embeddings)


def odds_of(rows: NDArray[np.float32]) -> Odds:
    """Return (n, 54) probabilities of cards from (n, 21) answers of the classifier, as :class:`Witness` has them."""
    ranks, suits = rows[:, :RANKS].astype(np.float64), rows[:, RANKS : RANKS + NO_SUIT + 1].astype(np.float64)
    cards = (ranks[:, :JOKER_RANK, None] * suits[:, None, :NO_SUIT]).reshape(-1, JOKER_RANK * NO_SUIT)
    joker = ranks[:, JOKER_RANK, None] * suits[:, NO_SUIT, None]
    other = np.maximum(0.0, 1 - cards.sum(axis=1, keepdims=True) - joker)
    return np.concatenate([cards, joker, other], axis=1).astype(np.float32)


def _witness(
    find: IndexFind, row: NDArray[np.float32], embedding: Odds, traits: Floats, score: float, odds: Odds
) -> Witness:
    rank = int(np.argmax(row[:FOREIGN]))
    suit = int(np.argmax(row[RANKS : RANKS + NO_SUIT]))
    card = JOKER if rank == JOKER_RANK else DECK[rank * 4 + suit]
    index_score = float(np.sqrt(find.score)) * float(row[-1])
    return Witness(find, card, score, index_score, odds, embedding, traits)


def tempered(odds: Odds, temperature: float) -> Odds:
    """Return probabilities, the last axis of *odds*, sharpened by a *temperature* below 1, or flattened by one above."""
    logs = np.log(np.maximum(odds.astype(np.float64), 1e-9)) / temperature
    powers = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)
