"""The general reader and what is known of the house's deck, weighed together.

The deck's layer moves the general reader's answers (:mod:`vision.enrol.head`). Both look through the same network, so
what the deck says may raise a doubtful reading of the same card freely, and turn it into another card only where it is
sure and the general reader was not: where the two contradict each other, neither is believed and the card stays unread.
Of a letter that the general reader does not know it has no answer to contradict: there the deck's letters
(:mod:`vision.enrol.letters`) are believed alone. Nothing here touches the score's threshold.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import DECK
from vision.enrol.head import CARDS, Floats, Head, Rows
from vision.enrol.letters import Letters
from vision.read import FOREIGN, JOKER_RANK, NO_SUIT, RANKS

SURE: Final = 0.85
"""Another card than the general reader's is believed only at so much of the deck's belief."""
STANDS: Final = 0.6
"""Nor where the general reader believes in its own so much."""
PERHAPS_OTHER: Final = 0.1
"""Where the deck's letters are told, nothing is turned or raised that the general reader takes for one at so much or more."""
_FLOOR: Final = 1e-6
_NONE: Final = CARDS
_OTHER_LETTER: Final = CARDS + 1
_RANK_OF: Final = np.array([card.rank - 2 for card in DECK[:52]])
_SUIT_OF: Final = np.array([card.suit for card in DECK[:52]])


@dataclass(frozen=True, slots=True, eq=False)
class DeckExpert:
    """A deck as learnt, its *head* heard at *strength* (0-1). *foreign* (53,) marks cards with letters the general reader does
    not know, *silent* (53,) those for which the head did not help, or that were not shown: they are left to the reader.
    *letters* are None where the deck has no others, a rank was not shown, or they did not help."""

    head: Head
    strength: float
    foreign: NDArray[np.bool_]
    silent: NDArray[np.bool_]
    letters: Letters | None = None

    def rows(self, rows: Rows, embeddings: Rows) -> Rows:
        """Return the classifier's answers (n, 21) as they are for who knows the deck; *embeddings* is (n, 128)."""
        if not len(rows):
            return rows
        out = self.head.rows(rows, embeddings, self.strength)
        before, after = beliefs(rows), beliefs(out)
        first, now = before[:, :CARDS].argmax(axis=1), after[:, :CARDS].argmax(axis=1)
        contradicted = self._contradicted(before, after, first, now)
        out[contradicted] = (rows[contradicted] + out[contradicted]) / 2
        # A letter that is not the general reader's is a card it takes for whatever is nearest: what that card is does not count.
        mute = self.silent[now] | (self.silent[first] & ~self.foreign[now])
        out[mute] = rows[mute]
        if self.letters is not None:
            perhaps = rows[:, FOREIGN] >= PERHAPS_OTHER
            out[perhaps] = rows[perhaps]
            told, answers = self.letters.told(rows, embeddings)
            out[told] = answers[told]
        return out

    def _contradicted(
        self, before: Floats, after: Floats, first: NDArray[np.intp], now: NDArray[np.intp]
    ) -> NDArray[np.bool_]:
        """Return which answers have become another card's without a clear margin."""
        each = np.arange(len(first))
        stands = before[each, first] > STANDS
        lettered = (before[:, _OTHER_LETTER] > STANDS) & ~self.foreign[now]
        unsure = after[each, now] < SURE
        return np.asarray(((first != now) & (stands | unsure)) | lettered)


def beliefs(rows: Rows) -> Floats:
    """Return (n, 55) from the classifier's answers: the 53 cards, no index at all, and an index with another letter."""
    answers = np.asarray(rows, np.float64)
    ranks, suits, there = answers[:, :RANKS], answers[:, RANKS : RANKS + NO_SUIT + 1], answers[:, -1]
    cards = ranks[:, _RANK_OF] * suits[:, _SUIT_OF]
    joker = ranks[:, JOKER_RANK] * suits[:, NO_SUIT]
    other = np.maximum(0, 1 - cards.sum(axis=1) - joker)
    given = np.column_stack([cards, joker]) * there[:, None]
    return np.asarray(np.maximum(np.column_stack([given, 1 - there, other * there]), _FLOOR))
