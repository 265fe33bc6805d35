"""The general reader and what is known of the house's deck, weighed together: of the rank and of the suit, each by itself.

Two witnesses: the general reader, its answers taken for what they mean on this deck (:mod:`vision.enrol.meaning`), and the
deck's own eye (:mod:`vision.enrol.eye`). What either says is a chance, and the two are multiplied, each raised to the power
that it earned on looks of the deck that nothing was learnt from: what both say is sure, and where they contradict each
other neither is believed and the card stays unread. Where both say the same and are no surer for it, the general reader
stands as it is. Nothing here touches the score's threshold.
"""

from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import numpy as np

from vision.enrol.eye import CARDS, DeckEye, Flags, Floats, Numbers, Rows, rank_of, suit_of
from vision.enrol.meaning import SUITS, Meaning
from vision.read import FOREIGN, JOKER_RANK, NO_SUIT, RANKS

TRUSTED: Final = 0.7
"""An answer of the general reader stands by itself where it means what it says so surely."""
SMOOTHING: Final = 0.03
"""What the network was trained with, and the score knows: no answer grows surer than by so much left to all others."""
READERS_POWERS: Final = (0.5, 0.75, 1.0)
EYES_POWERS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Tried. The general reader, who has seen many decks, is always heard."""
_FLOOR: Final = 1e-4
_RANK: Final = slice(0, RANKS)
_SUIT: Final = slice(RANKS, RANKS + SUITS)


@dataclass(frozen=True, slots=True, eq=False)
class Powers:
    """What the *reader* and the *eye* say is raised to these."""

    reader: float
    eye: float


EQUAL: Final = Powers(1.0, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class DeckExpert:
    """A deck as learnt. *meaning* is what the general reader's answers mean, *ranks* and *suits* are how much is given on
    either witness, *letters* is it where the reader says "another letter", which is the same for several ranks. The odds of
    what the two say together are taken for *wary* times less than they are. *silent* (53,) are cards for which all this did
    not help, or that were not shown: they are left to the reader."""

    eye: DeckEye
    meaning: Meaning
    silent: Flags
    ranks: Powers = EQUAL
    letters: Powers = EQUAL
    suits: Powers = EQUAL
    wary: float = 1.0

    def rows(self, rows: Rows, embeddings: Rows) -> Rows:
        """Return the classifier's answers (n, 21) as they are for who knows the deck; *embeddings* is (n, 128)."""
        if not len(rows):
            return rows
        out = np.array(rows, np.float32)
        ranks, suits = self._witnesses(rows, embeddings)
        told = np.where(
            _other_letter(rows)[:, None], _together(*ranks, self.letters), _together(*ranks, self.ranks)
        )
        out[:, _RANK] = _kept_or(rows[:, _RANK], _warily(told, self.wary), self.meaning.ranks)
        told = _together(*suits, self.suits)
        out[:, _SUIT] = _kept_or(rows[:, _SUIT], _warily(told, self.wary), self.meaning.suits)
        left = self._left(rows, out)
        out[left] = rows[left]
        return out

    def learnt_from(self, labels: Numbers, rows: Rows, embeddings: Rows) -> "DeckExpert":
        """Return this expert with the powers at which it is least surprised by looks of *labels* (n,) that neither witness
        has learnt from."""
        ranks, suits = self._witnesses(rows, embeddings)
        other, all_looks = _other_letter(rows), np.ones(len(rows), bool)
        lettered = other & np.append(self.meaning.lettered, False)[rank_of(labels)]
        of_ranks = _powers_for(*ranks, rank_of(labels), ~other) or EQUAL
        return replace(
            self,
            ranks=of_ranks,
            letters=_powers_for(*ranks, rank_of(labels), lettered) or of_ranks,
            suits=_powers_for(*suits, suit_of(labels), all_looks) or EQUAL,
        )

    def _witnesses(self, rows: Rows, embeddings: Rows) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
        """Return what the reader and the eye say of ranks, (n, 15) each, and of suits, (n, 5) each."""
        ranks, suits = self.eye.told(embeddings)
        own = (_meant(rows[:, _RANK], self.meaning.ranks), _meant(rows[:, _SUIT], self.meaning.suits))
        return (own[0], ranks), (own[1], suits)

    def _left(self, rows: Rows, told: Rows) -> Flags:
        """Return which answers (n,) are left to the reader: silent cards, and letters where the deck has none to tell."""
        silent = np.append(self.silent, False)
        foreign = _other_letter(rows) & (self.meaning.ranks[FOREIGN, FOREIGN] >= TRUSTED)
        return np.asarray(foreign | silent[cards_of(rows)] | silent[cards_of(told)])


def cards_of(rows: Rows) -> Numbers:
    """Return (n,) the likeliest card of each answer (n, 21), 52 the joker, 53 for another letter."""
    ranks = rows[:, _RANK].argmax(axis=1)
    faces = ranks * NO_SUIT + rows[:, RANKS : RANKS + NO_SUIT].argmax(axis=1)
    return np.asarray(
        np.select([ranks < JOKER_RANK, ranks == JOKER_RANK], [faces, CARDS - 1], CARDS), np.intp
    )


def _other_letter(rows: Rows) -> Flags:
    return np.asarray(rows[:, _RANK].argmax(axis=1) == FOREIGN)


def _meant(said: Rows, meaning: Floats) -> Floats:
    given = np.asarray(said, np.float64)
    return np.asarray(given / np.maximum(given.sum(axis=1, keepdims=True), _FLOOR) @ meaning)


def _together(said: Floats, seen: Floats, powers: Powers) -> Floats:
    both = np.maximum(said, _FLOOR) ** powers.reader * np.maximum(seen, _FLOOR) ** powers.eye
    return np.asarray(both / both.sum(axis=1, keepdims=True))


def _powers_for(said: Floats, seen: Floats, labels: Numbers, chosen: Flags) -> Powers | None:
    """Return the powers that suit the *chosen* looks (n,) best; None where there are none."""
    if not chosen.any():
        return None
    tried = [Powers(reader, eye) for reader, eye in product(READERS_POWERS, EYES_POWERS)]
    own = (np.flatnonzero(chosen), labels[chosen])
    told = [float(np.log(np.maximum(_together(said, seen, one)[own], _FLOOR)).mean()) for one in tried]
    return tried[int(np.argmax(told))]


def _warily(shares: Floats, wary: float) -> Floats:
    """Return chances (n, k) with the odds of the best *wary* times less, and no surer than the network was taught to be."""
    each, best = np.arange(len(shares)), shares.argmax(axis=1)
    chance = shares[each, best]
    less = chance / (chance + wary * (1 - chance))
    out = shares * ((1 - less) / np.maximum(1 - chance, 1e-12))[:, None]
    out[each, best] = less
    return np.asarray(out * (1 - SMOOTHING) + SMOOTHING / shares.shape[1])


def _kept_or(said: Rows, told: Floats, meaning: Floats) -> Floats:
    """Return *told* (n, k), but what was *said* where that is the same and surer, and mostly means what it says."""
    each, first, trusted = np.arange(len(said)), said.argmax(axis=1), np.diag(meaning) >= TRUSTED
    kept = (first == told.argmax(axis=1)) & (said[each, first] >= told[each, first]) & trusted[first]
    return np.where(kept[:, None], said, told)
