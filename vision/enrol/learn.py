"""Learns a deck from its views, and finds out on views kept back whether that helps."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.enrol.expert import DeckExpert
from vision.enrol.eye import CARDS, Flags, Numbers, Rows, eye_of
from vision.enrol.judge import Trial, Verdict, judged, trial_of
from vision.enrol.meaning import meaning_of
from vision.enrol.variants import HARD, as_seen, covered, variant
from vision.enrol.views import View
from vision.read import NO_SUIT, IndexReader

Image = NDArray[np.uint8]
Rng = np.random.Generator
Tell = Callable[[int, int], None]

SEED: Final = 7
LOOKS: Final = 8
"""How often each view is looked at, each time otherwise."""
TRIAL_LOOKS: Final = 6
HIDDEN_LOOKS: Final = 2
"""A view kept back is looked at so often, and so often half covered: then it need not be read, and not wrongly."""
WARINESS: Final = (3.0, 10.0, 30.0, 100.0)
"""Tried in this order until nothing is worse. The looks kept back are some hundreds, so not even of the first they tell that
one in a thousand is wrong: hence not 1."""
ROUNDS: Final = 3
"""So often cards for which the deck does not help are left to the reader, before the deck is heard more warily."""
LEAST_VIEWS: Final = 2
_BATCH: Final = 256


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """Looks of views: *labels* (n,) of cards, the *view* (n,) each is of, and what the classifier made of them."""

    labels: Numbers
    view: Numbers
    rows: Rows
    embeddings: Rows

    def of_views(self, chosen: Flags) -> "Looks":
        """Return the looks of the views for which *chosen* (number of views,) is true."""
        keep = chosen[self.view]
        return Looks(self.labels[keep], self.view[keep], self.rows[keep], self.embeddings[keep])


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """What came of it: *expert* is None where the deck's evidence did not help."""

    expert: DeckExpert | None
    verdict: Verdict


def learn(views: Sequence[View], reader: IndexReader, tell: Tell = lambda done, total: None) -> Learnt:
    """Learn a deck; the same views and networks give the same. *tell* hears (done, total) looks.

    :raises ValueError: too few views to learn anything from
    """
    held = _held_back(views)
    looks = looks_of(views, reader, tell)
    trial = trial_of([view for view, back in zip(views, held, strict=True) if back], _hard, reader, SEED)
    counts = np.bincount([view.card.index for view in views], minlength=CARDS)
    return concluded(looks, held, trial, counts)


def concluded(looks: Looks, held: Flags, trial: Trial, counts: Numbers) -> Learnt:
    """Return what comes of *looks* of all views: judged without those *held* back, and learnt from all of them."""
    if held.all() or not len(trial.labels):
        raise ValueError("too few views: at least two of a card are needed to judge by")
    verdict, tried = _tried(looks.of_views(~held), trial, counts)
    if verdict.wary is None:
        return Learnt(None, verdict)
    eye = eye_of(looks.labels, looks.embeddings)
    eye = replace(eye, ranks=tried.eye.ranks, suits=tried.eye.suits)
    meaning = meaning_of(looks.labels, looks.rows)
    return Learnt(replace(tried, eye=eye, meaning=meaning, silent=verdict.silent, wary=verdict.wary), verdict)


def looks_of(views: Sequence[View], reader: IndexReader, tell: Tell = lambda done, total: None) -> Looks:
    """Return every view looked at in many ways, itself first."""
    labels: list[int] = []
    view: list[int] = []
    crops: list[Image] = []
    rows, embeddings = [], []
    for k, one in enumerate(views):
        # Each view has its own dice: what is learnt of one does not hang on which others there are.
        rng = np.random.default_rng((SEED, one.card.index, int(one.image[::8, ::8].sum())))
        crops += [as_seen(one.image), *(variant(one.image, rng) for _ in range(LOOKS - 1))]
        labels += [one.card.index] * LOOKS
        view += [k] * LOOKS
        if len(crops) >= _BATCH or k == len(views) - 1:
            answer, embedding = reader.classify(crops)
            rows.append(answer)
            embeddings.append(embedding)
            crops = []
            tell(k + 1, len(views))
    return Looks(np.array(labels), np.array(view), np.concatenate(rows), np.concatenate(embeddings))


def _hard(view: View, rng: Rng) -> tuple[list[Image], list[Image]]:
    looks = [variant(view.image, rng, HARD) for _ in range(TRIAL_LOOKS)]
    return looks, [covered(view.image, view.image, rng) for _ in range(HIDDEN_LOOKS)]


def _held_back(views: Sequence[View]) -> NDArray[np.bool_]:
    """Choose one view of every card that has two or more: the last, which a show gives another moment than the first."""
    last = {view.card: k for k, view in enumerate(views)}
    count = {card: sum(view.card is card for view in views) for card in last}
    held = np.zeros(len(views), bool)
    held[[k for card, k in last.items() if count[card] >= 2]] = True
    return held


def _tried(looks: Looks, trial: Trial, counts: Numbers) -> tuple[Verdict, DeckExpert]:
    """Return the verdict of the least wariness at which the whole is no worse, else "off"; and the expert that was tried."""
    eye = eye_of(looks.labels, looks.embeddings).tried(trial.labels, trial.embeddings)
    meaning = meaning_of(looks.labels, looks.rows)
    unshown = (counts < LEAST_VIEWS) & ~np.append(np.repeat(meaning.lettered, NO_SUIT), False)
    expert = DeckExpert(eye, meaning, unshown).learnt_from(trial.labels, trial.rows, trial.embeddings)
    for wary in WARINESS:
        silent = unshown
        for _ in range(ROUNDS):
            verdict = judged(trial, replace(expert, silent=silent, wary=wary))
            if np.array_equal(verdict.silent, silent):
                break
            silent = verdict.silent
        if verdict.helps:
            return verdict, expert
    return judged(trial, None), expert
