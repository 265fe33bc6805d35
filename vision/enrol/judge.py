"""Whether knowing the deck helps: views kept back are read with it and without, and scored as the reader scores."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.enrol.expert import DeckExpert, cards_of
from vision.enrol.eye import CARDS, Flags, Numbers, Rows
from vision.enrol.views import View
from vision.find import IndexFind
from vision.pair import THRESHOLD
from vision.read import IndexReader
from vision.score import shipped_score, traits_of

Image = NDArray[np.uint8]

_FIND_SCORE: Final = 0.75
"""What the detector says of an index that is plainly there; a view kept back has been found before."""
_CHANCE: Final = 1
"""Of a card's six looks or so, one less that is read may be chance; one more that is wrong is not let pass."""
_INDEX_PX: Final = 30.0
_PICTURE_PX: Final = 480


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """Looks (n) of views kept back, with the card of each and what the classifier made of them; *hidden* ones are half covered: they need not be read."""

    labels: Numbers
    hidden: Flags
    crops: tuple[Image, ...]
    rows: Rows
    embeddings: Rows


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What the trial came to: looks answered right and wrong of *looks*, with the deck and without; *silent* (53,) are
    cards for which the deck made it worse, or that it was wrongly taken for. *wary* is None where it is not used at
    all."""

    wary: float | None
    looks: int
    right_without: int
    wrong_without: int
    right_with: int
    wrong_with: int
    silent: Flags

    @property
    def helps(self) -> bool:
        """True if nothing more is wrong, and more is read right, or mended, than is read no longer."""
        mended = self.wrong_without - self.wrong_with
        return mended >= 0 and self.right_with - self.right_without + mended > 0


def trial_of(
    views: Sequence[View],
    looks: Callable[[View, np.random.Generator], tuple[list[Image], list[Image]]],
    reader: IndexReader,
    seed: int,
) -> Trial:
    """Return the looks that *looks* gives of each view, plain and hidden, read by the general reader."""
    rng = np.random.default_rng((seed, len(views)))
    crops: list[Image] = []
    labels: list[int] = []
    hidden: list[bool] = []
    for view in views:
        plain, half = looks(view, rng)
        crops += plain + half
        labels += [view.card.index] * (len(plain) + len(half))
        hidden += [False] * len(plain) + [True] * len(half)
    rows, embeddings = reader.classify(crops)
    return Trial(np.array(labels, np.intp), np.array(hidden, bool), tuple(crops), rows, embeddings)


def judged(trial: Trial, expert: DeckExpert | None) -> Verdict:
    """Return how the trial goes with *expert* and without; without one, it is off for every card."""
    before, right, wrong = _answers(trial, trial.rows)
    rows = trial.rows if expert is None else expert.rows(trial.rows, trial.embeddings)
    after, right_with, wrong_with = _answers(trial, rows)
    silent = np.ones(CARDS, bool) if expert is None else expert.silent.copy()
    for card in np.unique(trial.labels):
        mine = trial.labels == card
        fewer = right_with[mine].sum() < right[mine].sum() - _CHANCE
        deceptive = (wrong & ~wrong_with & (before == card)).any()
        worse = wrong_with[mine].sum() > wrong[mine].sum()
        silent[card] |= bool(worse or (fewer and not deceptive))
    silent[after[wrong_with & ~wrong]] = True
    return Verdict(
        None if expert is None else expert.wary,
        int((~trial.hidden).sum()),
        int(right.sum()),
        int(wrong.sum()),
        int(right_with.sum()),
        int(wrong_with.sum()),
        silent,
    )


def _answers(trial: Trial, rows: Rows) -> tuple[Numbers, Flags, Flags]:
    """Return the card each look is read as, which are answered right, and which wrong, at the reader's own threshold."""
    cards = cards_of(rows)
    finds = [_as_found()] * len(rows)
    traits = traits_of(finds, rows, trial.crops, (_PICTURE_PX, _PICTURE_PX))
    model = shipped_score()
    scores = np.array([model.of_card([score]) for score in model.of_indices(traits).tolist()])
    answered = (scores >= THRESHOLD) & (cards < CARDS)
    right = cards == trial.labels
    return cards, answered & right & ~trial.hidden, answered & ~right


def _as_found() -> IndexFind:
    middle = np.full(2, _PICTURE_PX / 2, np.float32)
    down, across = np.array((0, _INDEX_PX), np.float32), np.array((_INDEX_PX, 0), np.float32)
    return IndexFind(_FIND_SCORE, middle, down, across, down)
