"""What the general reader's answers mean on the house's deck: which ranks were shown when it said "a three", and which suits.

On most decks its answers mean what they say. Of a B it says "another letter", and that means the jacks and queens of this
deck; of a blue spade it says a diamond, and then the answer alone tells neither.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.enrol.eye import CARDS, LEAST_OF_RANK, Flags, Floats, Numbers, Rows, rank_of, suit_of
from vision.read import FOREIGN, JOKER_RANK, NO_SUIT, RANKS

SUITS: Final = NO_SUIT + 1
AS_SAID: Final = 0.2
"""That an answer means what it says weighs as much as so many ranks of which it was said."""
ANOTHER_DECKS: Final = 0.5
"""And that another letter is one of another deck's."""
LETTERED: Final = 0.5
"""A rank has another letter if the reader says so of its looks with this probability or more."""


@dataclass(frozen=True, slots=True, eq=False)
class Meaning:
    """For each answer the chances of what it means: *ranks* (15, 15), deuces first, then the joker and another letter, and
    *suits* (5, 5), the last none. *lettered* (13,) are the ranks with letters that the reader does not know and that can be
    told."""

    ranks: Floats
    suits: Floats
    lettered: Flags


def meaning_of(labels: Numbers, rows: Rows) -> Meaning:
    """Find out from the general reader's *rows* (n, 21) about looks of cards *labels* (n,), 0-52."""
    shown = np.bincount(labels, minlength=CARDS) > 0
    ranks, suits = np.zeros((RANKS, RANKS)), np.zeros((SUITS, SUITS))
    of_look = rank_of(labels)
    for rank in np.unique(of_look):
        ranks[:, rank] = rows[of_look == rank, :RANKS].mean(axis=0)
    suit_of_look = suit_of(labels)
    for suit in np.unique(suit_of_look):
        suits[:, suit] = rows[suit_of_look == suit, RANKS : RANKS + SUITS].mean(axis=0)
    cards = shown[: CARDS - 1].reshape(-1, NO_SUIT)
    whole = bool(cards.any(axis=1).all() and cards.any(axis=0).all())
    enough = cards.sum(axis=1) >= LEAST_OF_RANK
    lettered = enough & (ranks[FOREIGN, :JOKER_RANK] >= LETTERED) & whole
    if not whole:
        ranks[FOREIGN] = 0  # what was not shown would be taken for what was
    ranks[np.arange(FOREIGN), np.arange(FOREIGN)] += AS_SAID
    ranks[FOREIGN, FOREIGN] += ANOTHER_DECKS
    suits += AS_SAID * np.eye(SUITS)
    return Meaning(
        ranks / ranks.sum(axis=1, keepdims=True), suits / suits.sum(axis=1, keepdims=True), lettered
    )
