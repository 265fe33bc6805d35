"""The general reader and what is known of the house's deck, weighed together: a product of experts.

Both look through the same network, so neither is heard at full weight: the general reader's odds count by their root and
the deck's by a temperature found on views kept back. Nothing here touches the score's threshold.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import DECK
from vision.enrol.prototypes import CARDS, Floats, Prototypes
from vision.read import FOREIGN, JOKER_RANK, NO_SUIT, RANKS

Rows = NDArray[np.float32]

GENERAL_WEIGHT: Final = 0.5
"""Picked with the temperature on drawn scenes of five decks the networks had not seen: most read at equally many wrong."""
_DOUBT: Final = 0.01
"""So much of its mind the deck never makes up: evidence of any strength lifts a card by a bounded factor."""
_FOREIGN_SHARE: Final = 0.5
"""Of what the general reader thinks a letter it does not know, so much goes to the deck's cards with such letters."""
_FOREIGN_EVIDENCE: Final = 0.9
"""A card whose letter the general reader does not know needs so much of the deck's own belief, or it is unread."""
_FLOOR: Final = 1e-6
_NONE: Final = CARDS
_OTHER_LETTER: Final = CARDS + 1
_RANK_OF: Final = np.array([card.rank - 2 for card in DECK[:52]])
_SUIT_OF: Final = np.array([card.suit for card in DECK[:52]])


@dataclass(frozen=True, slots=True, eq=False)
class DeckExpert:
    """A deck as learnt. *foreign* (53,) marks cards with letters the general reader does not know, *silent* (53,) those
    for which the deck's evidence did not help and is not heard; *ceilings* are the most the general reader says of a
    rank, a suit and of being an index: never more is said here."""

    prototypes: Prototypes
    temperature: float
    foreign: NDArray[np.bool_]
    silent: NDArray[np.bool_]
    ceilings: tuple[float, float, float]

    def rows(self, rows: Rows, embeddings: Rows) -> Rows:
        """Return the classifier's answers (n, 21) as they are for who knows the deck; *embeddings* is (n, 128)."""
        if not len(rows):
            return rows
        general = beliefs(rows)
        own = self._own(embeddings)
        product = self._prior(general) ** GENERAL_WEIGHT * own
        strange = product[:, :CARDS].argmax(axis=1)
        weak = self.foreign[strange] & (own[np.arange(len(own)), strange] < _FOREIGN_EVIDENCE)
        product[np.ix_(weak, self.foreign)] = _FLOOR
        product /= product.sum(axis=1, keepdims=True)
        out = self._as_rows(product, rows)
        mute = self.silent[general[:, :CARDS].argmax(axis=1)] | self.silent[product[:, :CARDS].argmax(axis=1)]
        out[mute] = rows[mute]
        return out

    def _own(self, embeddings: Rows) -> Floats:
        """Return (n, 55): the deck's own belief in cards, in none, and in a letter that is not the deck's."""
        evidence = self.prototypes.evidence(np.asarray(embeddings, np.float64)) / self.temperature
        powers = np.exp(evidence - evidence.max(axis=1, keepdims=True))
        belief = (1 - _DOUBT) * powers / powers.sum(axis=1, keepdims=True) + _DOUBT / (CARDS + 1)
        return np.asarray(np.column_stack([belief, belief[:, :CARDS].mean(axis=1)]))

    def _prior(self, general: Floats) -> Floats:
        """Return the general beliefs with a share of "another letter" given to the cards that have one."""
        prior = general.copy()
        if self.foreign.any():
            given = _FOREIGN_SHARE * general[:, _OTHER_LETTER]
            prior[:, np.flatnonzero(self.foreign)] += given[:, None] / self.foreign.sum()
            prior[:, _OTHER_LETTER] -= given
        return prior

    def _as_rows(self, product: Floats, rows: Rows) -> Rows:
        """Return beliefs (n, 55) as probabilities of ranks, of suits and of being an index, none above its ceiling."""
        there = np.maximum(1 - product[:, _NONE], _FLOOR)
        cards = product[:, :52] / there[:, None]
        joker, letter = product[:, 52] / there, product[:, _OTHER_LETTER] / there
        out = np.zeros_like(rows, np.float64)
        for card in range(52):
            out[:, _RANK_OF[card]] += cards[:, card]
            out[:, RANKS + _SUIT_OF[card]] += cards[:, card]
        out[:, JOKER_RANK], out[:, FOREIGN] = joker, letter
        out[:, RANKS : RANKS + NO_SUIT + 1] += letter[:, None] * rows[:, RANKS : RANKS + NO_SUIT + 1]
        out[:, RANKS + NO_SUIT] += joker
        rank_most, suit_most, index_most = self.ceilings
        out[:, :RANKS] = rank_most * out[:, :RANKS] + (1 - rank_most) / RANKS
        suits = out[:, RANKS : RANKS + NO_SUIT + 1]
        out[:, RANKS : RANKS + NO_SUIT + 1] = suit_most * suits + (1 - suit_most) / (NO_SUIT + 1)
        out[:, -1] = index_most * there
        return np.asarray(out, np.float32)


def beliefs(rows: Rows) -> Floats:
    """Return (n, 55) from the classifier's answers: the 53 cards, no index at all, and an index with another letter."""
    answers = np.asarray(rows, np.float64)
    ranks, suits, there = answers[:, :RANKS], answers[:, RANKS : RANKS + NO_SUIT + 1], answers[:, -1]
    cards = ranks[:, _RANK_OF] * suits[:, _SUIT_OF]
    joker = ranks[:, JOKER_RANK] * suits[:, NO_SUIT]
    other = np.maximum(0, 1 - cards.sum(axis=1) - joker)
    given = np.column_stack([cards, joker]) * there[:, None]
    return np.asarray(np.maximum(np.column_stack([given, 1 - there, other * there]), _FLOOR))
