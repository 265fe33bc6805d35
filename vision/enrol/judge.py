"""Whether knowing the deck helps: views kept back are read with it and without, and scored as the reader scores."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.enrol.expert import DeckExpert
from vision.enrol.head import CARDS, Numbers, Rows
from vision.enrol.letters import Letters
from vision.enrol.views import View
from vision.find import IndexFind
from vision.pair import THRESHOLD
from vision.read import FOREIGN, JOKER_RANK, NO_SUIT, RANKS, IndexReader
from vision.score import shipped_score, traits_of

Image = NDArray[np.uint8]
Flags = NDArray[np.bool_]

_FIND_SCORE: Final = 0.75
"""What the detector says of an index that is plainly there; a view kept back has been found before."""
_CHANCE: Final = 1
"""Of a card's six looks or so, one less that is read may be chance; one more that is wrong is not let pass."""
_INDEX_PX: Final = 30.0
_PICTURE_PX: Final = 480


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """Looks (n) of views kept back, with the card of each and what the classifier made of them."""

    labels: Numbers
    crops: tuple[Image, ...]
    rows: Rows
    embeddings: Rows


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What the trial came to: looks answered right and wrong of *looks*, with the deck and without; *silent* (53,) are
    cards for which the deck made it worse. *strength* is None where it is not used at all."""

    strength: float | None
    looks: int
    right_without: int
    wrong_without: int
    right_with: int
    wrong_with: int
    silent: Flags

    @property
    def helps(self) -> bool:
        """True if more is read, or no less and less wrongly, and nothing more is wrong."""
        better = self.right_with > self.right_without or self.wrong_with < self.wrong_without
        return better and self.right_with >= self.right_without and self.wrong_with <= self.wrong_without


def trial_of(
    views: Sequence[View],
    looks: Callable[[View, np.random.Generator], list[Image]],
    reader: IndexReader,
    seed: int,
) -> Trial:
    """Return the looks that *looks* gives of each view, read by the general reader."""
    rng = np.random.default_rng((seed, len(views)))
    crops: list[Image] = []
    labels: list[int] = []
    for view in views:
        mine = looks(view, rng)
        crops += mine
        labels += [view.card.index] * len(mine)
    rows, embeddings = reader.classify(crops)
    return Trial(np.array(labels, np.intp), tuple(crops), rows, embeddings)


def judged(trial: Trial, expert: DeckExpert | None, strength: float | None) -> Verdict:
    """Return how the trial goes with *expert* and without; without one, it is off for every card."""
    right, wrong = _answers(trial, trial.rows)
    rows = trial.rows if expert is None else expert.rows(trial.rows, trial.embeddings)
    right_with, wrong_with = _answers(trial, rows)
    silent = np.ones(CARDS, bool) if expert is None else expert.silent.copy()
    for card in np.unique(trial.labels):
        mine = trial.labels == card
        fewer = right_with[mine].sum() < right[mine].sum() - _CHANCE
        worse = wrong_with[mine].sum() > wrong[mine].sum() or fewer
        silent[card] |= bool(worse)
    return Verdict(
        strength,
        len(trial.labels),
        int(right.sum()),
        int(wrong.sum()),
        int(right_with.sum()),
        int(wrong_with.sum()),
        silent,
    )


def warned(letters: Letters, trial: Trial) -> Letters:
    """Return *letters*, more careful where the trial shows them answered wrong."""
    told, rows = letters.told(trial.rows, trial.embeddings)
    wrong = _answers(trial, rows)[1] & told
    return letters.warned(trial.rows[wrong], trial.embeddings[wrong])


def _answers(trial: Trial, rows: Rows) -> tuple[Flags, Flags]:
    """Return which looks are answered right, and which wrong, at the reader's own threshold."""
    cards = np.where(
        rows[:, :FOREIGN].argmax(axis=1) == JOKER_RANK,
        CARDS - 1,
        rows[:, :FOREIGN].argmax(axis=1) * 4 + rows[:, RANKS : RANKS + NO_SUIT].argmax(axis=1),
    )
    finds = [_as_found()] * len(rows)
    traits = traits_of(finds, rows, trial.crops, (_PICTURE_PX, _PICTURE_PX))
    model = shipped_score()
    scores = np.array([model.of_card([score]) for score in model.of_indices(traits).tolist()])
    answered = scores >= THRESHOLD
    return answered & (cards == trial.labels), answered & (cards != trial.labels)


def _as_found() -> IndexFind:
    middle = np.full(2, _PICTURE_PX / 2, np.float32)
    down, across = np.array((0, _INDEX_PX), np.float32), np.array((_INDEX_PX, 0), np.float32)
    return IndexFind(_FIND_SCORE, middle, down, across, down)
