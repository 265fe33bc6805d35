"""Embeddings in which rank and suit are ways of their own, and what the classifier says of them."""

from typing import Final

import numpy as np

from vision.enrol.eye import CARDS, DeckEye, eye_of
from vision.enrol.meaning import Meaning, meaning_of
from vision.read import EMBEDDING, FOREIGN, RANKS

JACK: Final = 9
QUEEN: Final = 10
DIAMONDS: Final = 1
EACH: Final = 12
ALL: Final = np.arange(CARDS - 1)
ROW: Final = RANKS + 6


def look(rank: int, suit: int, rng: np.random.Generator) -> np.ndarray:
    """Return an embedding of a card, with a little noise."""
    out = rng.normal(0, 0.05, EMBEDDING)
    out[rank] += 1
    out[100 + suit] += 2
    return out.astype(np.float32)


def seen(rank: int, suit: int = DIAMONDS, seed: int = 9) -> np.ndarray:
    """Return (1, 128), one look that nothing was learnt from."""
    return look(rank, suit, np.random.default_rng(seed))[None]


def says(rank: int, suit: int = DIAMONDS, sure: float = 0.95) -> np.ndarray:
    """Return (1, 21), what the classifier says of an index; *rank* FOREIGN is another letter."""
    row = np.full((1, ROW), 0.001, np.float32)
    row[0, rank], row[0, 3 if rank != 3 else 4], row[0, RANKS + suit], row[0, -1] = (
        sure,
        0.987 - sure,
        0.996,
        0.97,
    )
    return row


def shown(cards: np.ndarray = ALL, seed: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Return labels and embeddings of *cards*."""
    rng = np.random.default_rng(seed)
    labels = np.repeat(cards, EACH)
    return labels, np.stack([look(card // 4, card % 4, rng) for card in labels])


def drawn_eye(cards: np.ndarray = ALL) -> DeckEye:
    """Return an eye made from looks of *cards* and tried on others."""
    return eye_of(*shown(cards)).tried(*shown(cards, seed=8))


def german_meaning(cards: np.ndarray = ALL) -> Meaning:
    """Return what answers mean on a deck with other letters for jack and queen."""
    labels, _ = shown(cards)
    lettered = np.isin(labels // 4, (JACK, QUEEN))
    rows = [
        says(FOREIGN if other else card // 4, card % 4) for card, other in zip(labels, lettered, strict=True)
    ]
    return meaning_of(labels, np.concatenate(rows))


def plain_meaning() -> Meaning:
    """Return what answers mean on a deck that is read as it is."""
    labels, _ = shown()
    return meaning_of(labels, np.concatenate([says(card // 4, card % 4) for card in labels]))
