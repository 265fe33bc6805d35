"""Learns a deck from its views, and finds out on views kept back whether that helps."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.enrol.expert import DeckExpert, beliefs
from vision.enrol.head import CARDS, COVERED, SPOILT, Head, Numbers, Rows, fit
from vision.enrol.judge import Trial, Verdict, judged, trial_of, warned
from vision.enrol.letters import Letters, letters_of
from vision.enrol.variants import HARD, as_seen, covered, spoilt, variant
from vision.enrol.views import View
from vision.read import IndexReader

Image = NDArray[np.uint8]
Rng = np.random.Generator
Tell = Callable[[int, int], None]

SEED: Final = 7
LOOKS: Final = 8
"""How often each view is looked at, each time otherwise; also SPOILT_LOOKS and COVERED_LOOKS as what it is not."""
SPOILT_LOOKS: Final = 2
COVERED_LOOKS: Final = 3
TRIAL_LOOKS: Final = 6
STRENGTHS: Final = (1.0, 0.6, 0.3, 0.0)
"""Tried in this order: the deck is heard as much as makes nothing worse. At 0 its other letters alone are read."""
_KNOWN: Final = 0.3
"""A card is one with another letter if fewer than this share of its looks is read as itself at more than even odds."""
_EVEN: Final = 0.3
_BATCH: Final = 256


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """Looks of views: *labels* (n,) of cards, SPOILT or COVERED, the *view* (n,) each is of, and what the classifier
    made of them."""

    labels: Numbers
    view: Numbers
    rows: Rows
    embeddings: Rows

    def of_views(self, chosen: NDArray[np.bool_]) -> "Looks":
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
    labels = np.array([view.card.index for view in views])
    held = _held_back(views)
    looks = looks_of(views, reader, tell)
    trial = trial_of([view for view, back in zip(views, held, strict=True) if back], _hard, reader, SEED)
    verdict, careful = _tried(looks.of_views(~held), trial, np.bincount(labels, minlength=CARDS))
    if verdict.strength is None:
        return Learnt(None, verdict)
    letters = None if careful is None else _letters(looks)
    if letters is not None and careful is not None:
        letters = replace(letters, leads=np.maximum(letters.leads, careful.leads))
    return Learnt(
        DeckExpert(_head(looks), verdict.strength, _foreign(looks), verdict.silent, letters), verdict
    )


def looks_of(views: Sequence[View], reader: IndexReader, tell: Tell = lambda done, total: None) -> Looks:
    """Return every view looked at in many ways, itself first."""
    labels: list[int] = []
    view: list[int] = []
    crops: list[Image] = []
    rows, embeddings = [], []
    for k, one in enumerate(views):
        # Each view has its own dice: what is learnt of one does not hang on which others there are.
        rng = np.random.default_rng((SEED, one.card.index, int(one.image[::8, ::8].sum())))
        other = views[int(rng.integers(len(views)))].image
        mine = [as_seen(one.image), *(variant(one.image, rng) for _ in range(LOOKS - 1))]
        mine += [spoilt(one.image, rng) for _ in range(SPOILT_LOOKS)]
        mine += [covered(one.image, other, rng) for _ in range(COVERED_LOOKS)]
        labels += [one.card.index] * LOOKS + [SPOILT] * SPOILT_LOOKS + [COVERED] * COVERED_LOOKS
        view += [k] * len(mine)
        crops += mine
        if len(crops) >= _BATCH or k == len(views) - 1:
            answer, embedding = reader.classify(crops)
            rows.append(answer)
            embeddings.append(embedding)
            crops = []
            tell(k + 1, len(views))
    return Looks(np.array(labels), np.array(view), np.concatenate(rows), np.concatenate(embeddings))


def _hard(view: View, rng: Rng) -> list[Image]:
    return [variant(view.image, rng, HARD) for _ in range(TRIAL_LOOKS)]


def _held_back(views: Sequence[View]) -> NDArray[np.bool_]:
    """Choose one view of every card that has two or more: the last, which a show gives another moment than the first."""
    last = {view.card: k for k, view in enumerate(views)}
    count = {card: sum(view.card is card for view in views) for card in last}
    held = np.zeros(len(views), bool)
    held[[k for card, k in last.items() if count[card] >= 2]] = True
    return held


def _tried(looks: Looks, trial: Trial, counts: Numbers) -> tuple[Verdict, Letters | None]:
    """Return the verdict of the greatest strength at which the whole is no worse, else "off"; and the letters,
    as careful as the trial has made them, if they are told."""
    if not (looks.labels >= 0).any() or not len(trial.labels):
        raise ValueError("too few views: at least two of a card are needed to judge by")
    head, foreign, letters = _head(looks), _foreign(looks), _letters(looks)
    if letters is not None:
        letters = warned(letters, trial)
    ways = [(letters, strength) for strength in STRENGTHS] if letters is not None else []
    for told, strength in [*ways, *((None, strength) for strength in STRENGTHS)]:
        first = judged(trial, DeckExpert(head, strength, foreign, counts < 2, told), strength)
        silent = first.silent | (counts < 2)
        again = judged(trial, DeckExpert(head, strength, foreign, silent, told), strength)
        if again.helps:
            return again, told
    return judged(trial, None, None), None


def _head(looks: Looks) -> Head:
    return fit(looks.rows, looks.embeddings, looks.labels)


def _letters(looks: Looks) -> Letters | None:
    firsts = np.append(True, np.diff(looks.view) != 0)
    return letters_of(looks.labels, looks.embeddings, _foreign(looks), firsts)


def _foreign(looks: Looks) -> NDArray[np.bool_]:
    """Return (53,): cards the general reader hardly ever reads as themselves."""
    belief = beliefs(looks.rows)
    out = np.zeros(CARDS, bool)
    for card in np.unique(looks.labels[looks.labels >= 0]):
        mine = looks.labels == card
        out[card] = (belief[mine, card] > _EVEN).mean() < _KNOWN
    return out
