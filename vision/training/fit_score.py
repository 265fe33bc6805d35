"""Fits the score: from what the networks say of labelled pictures to the probability that a reading is right.

Only pictures that scores may be fitted on: scenes drawn for it, and photos of rf100_train (of those only every fourth
where the networks were trained on the others). One logistic of an index's terms, one of a card's indices, with
coefficients of 0 or more; then the least score at which answers are wrong once in a thousand on photos and once in
a hundred on the drawn scenes, which are hard on purpose. NumPy only, no luck in it: the same pictures and networks give the
same file.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import numpy as np
import typer
from numpy.typing import NDArray

from table_controller import stopped
from table_controller.cards import DECK, UNREAD
from vision.find import MODELS, Finder
from vision.pair import UNREAD_SCORE, CardGroup, grouped
from vision.read import IndexReader
from vision.score import (
    CARD_TERMS,
    SCORE_FILE,
    TERMS,
    Floats,
    ScoreModel,
    card_terms_of,
    chance_of,
    log_odds,
    terms_of,
)
from vision.training.observe import Observed, alike, observe

LEAST_INDEX: Final = 0.15
"""Finds that the classifier takes for an index less than this are not fitted on: there are many, and all plain."""
LEAST_SAMPLES: Final = 20
RIDGE: Final = 1e-4
STEPS: Final = 4000
PHOTOS_WRONG_IN: Final = 1000
DRAWN_WRONG_IN: Final = 100
"""One answer in so many may be wrong on photos, and on drawn scenes: clubs and spades of strange typefaces, smeared."""
JOKER_DOUBT: Final = 1.0
"""A joker's log odds are lower by this at least: print that passes for one is drawn too rarely to learn it from."""
CAUTION: Final = 0.2
"""Log odds by which the threshold lies above that least score, which rests on a few wrong cards."""
SMEAR_DOUBT: Final = 10.0
"""The same for an index all smeared: pictures so soft are few among those fitted on, and mostly read right by luck of
their ranks, while a club and a spade are one blot."""
NOTHING: Final = ScoreModel(
    np.array([1.1, 0.3, 0.3, 0.7, *[0.0] * (len(TERMS) - 4), -3.0]),
    np.array([1.0, 0.2, 0.1, 0.0]),
    temperature=1.0,
    threshold=0.9,
)
"""Where fitting begins; the networks' odds as they are."""


def fit_logistic(terms: Floats, right: Floats, weights: Floats) -> Floats:
    """Return the coefficients, 0 or more, and the constant that make *right* (0 or 1) likeliest; accelerated descent on
    standardised *terms* with a faint ridge."""
    middle = np.average(terms, axis=0, weights=weights)
    spread = np.sqrt(np.average((terms - middle) ** 2, axis=0, weights=weights)) + 1e-9
    table = np.column_stack([(terms - middle) / spread, np.ones(len(terms))])
    share = weights / weights.sum()
    ridge = np.append(np.full(terms.shape[1], RIDGE), 0)
    pace = 1 / (0.25 * np.linalg.eigvalsh((table * share[:, None]).T @ table)[-1] + RIDGE)
    here = ahead = np.zeros(table.shape[1])
    momentum = 1.0
    for _ in range(STEPS):
        doubt = 1 / (1 + np.exp(-table @ ahead)) - right
        there = ahead - pace * (table.T @ (share * doubt) + ridge * ahead)
        there[:-1] = np.maximum(there[:-1], 0)
        faster = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        ahead = there + (momentum - 1) / faster * (there - here)
        here, momentum = there, faster
    coefficients = here[:-1] / spread
    return np.append(coefficients, here[-1] - coefficients @ middle)


def even_weights(sizes: Sequence[int]) -> Floats:
    """Return a weight for each of so many samples of several sources, every source as heavy as the others."""
    return np.concatenate([np.full(size, 1 / max(1, size)) for size in sizes])


def fit_index(sources: Sequence[Sequence[Observed]]) -> Floats:
    """Return the numbers of the index logistic."""
    samples = [[(w, o.is_right(w)) for o in source for w in o.witnesses] for source in sources]
    kept = [[(w, r) for w, r in some if w.traits[1] > LEAST_INDEX and r is not None] for some in samples]
    flat = [pair for some in kept for pair in some]
    terms = terms_of(np.stack([w.traits for w, _ in flat]))
    right = np.array([float(r) for _, r in flat])
    numbers = fit_logistic(terms, right, even_weights([len(some) for some in kept]))
    for term, least in (("no joker", JOKER_DOUBT), ("not smeared", SMEAR_DOUBT)):
        place = TERMS.index(term)
        # What is asked of a plain index stays: a sharp one has all of this term, one that is no joker none of that.
        numbers[-1] -= max(0.0, least - numbers[place]) * (term == "not smeared")
        numbers[place] = max(numbers[place], least)
    return numbers


def fit_card(sources: Sequence[Sequence[Observed]], model: ScoreModel) -> Floats:
    """Return the numbers of the card logistic, for the index scores of *model*."""
    kept = [[pair for o in source for pair in _cards(o, model)] for source in sources]
    flat = [pair for some in kept for pair in some]
    terms = np.stack([card_terms_of([w.score for w in group.witnesses]) for group, _ in flat])
    right = np.array([float(r) for _, r in flat])
    return fit_logistic(terms, right, even_weights([len(some) for some in kept]))


def _cards(observed: Observed, model: ScoreModel) -> list[tuple[CardGroup, bool]]:
    """Return the cards of a picture whose labels tell whether they are right."""
    told = [(group, observed.is_right(group.witnesses[0])) for group in groups_of(observed, model)]
    return [(group, right) for group, right in told if right is not None]


def groups_of(observed: Observed, model: ScoreModel) -> list[CardGroup]:
    """Return the cards of a picture under *model*."""
    witnesses = [w for w in observed.witnesses if w.traits[1] > LEAST_INDEX]
    scores = model.of_indices(np.stack([w.traits for w in witnesses])) if witnesses else ()
    return grouped([replace(w, score=float(s)) for w, s in zip(witnesses, scores, strict=True)], model)


def fit_temperature(sources: Sequence[Sequence[Observed]]) -> float:
    """Return the temperature at which the odds of single indices say best what they are."""
    odds, names = [], [card.text for card in DECK] + [UNREAD]
    for observed in (o for source in sources for o in source):
        for witness in observed.witnesses:
            labels = observed.labels(witness)
            if labels and witness.traits[1] > 0.5:
                odds.append((witness.odds, [any(alike(n, label) for label in labels) for n in names]))
    logs = np.log(np.maximum(np.stack([o for o, _ in odds]).astype(np.float64), 1e-9))
    there = np.array([t for _, t in odds])
    return float(min(np.arange(0.3, 2.01, 0.05), key=lambda t: _surprise(logs / t, there)))


def _surprise(logs: Floats, there: NDArray[np.bool_]) -> float:
    powers = np.exp(logs - logs.max(axis=1, keepdims=True))
    chance = np.where(there, powers, 0).sum(axis=1) / powers.sum(axis=1)
    return float(-np.log(np.maximum(chance, 1e-6)).mean())


def judged(observed: Sequence[Observed], model: ScoreModel) -> tuple[Floats, Floats]:
    """Return the score of every card that seems to lie there, and 1 where its reading is right; of several that read
    the same face the surest alone can be."""
    scores, rights = [], []
    for one in observed:
        faces = set()
        for group, right in _cards(one, model):
            if group.index_score >= UNREAD_SCORE:
                scores.append(group.score)
                rights.append(float(right and group.card not in faces))
                faces.add(group.card)
    return np.array(scores), np.array(rights)


def honest_threshold(scores: Floats, right: Floats, wrong_in: int) -> float:
    """Return the least score from which on (wrong + 1) / (answers + 1) is no more than 1 in *wrong_in*: an answer yet to
    come is wrong as seldom, if it comes from where these came from. Where there are fewer cards than that takes, the
    least score above every wrong one; 1 where there is none.

    >>> honest_threshold(np.array([0.9, 0.8, 0.7, 0.6]), np.array([1.0, 1.0, 1.0, 0.0]), 4)
    0.7
    """
    order = np.argsort(-scores, kind="stable")
    wrong, answers = np.cumsum(1 - right[order]), np.arange(1, len(order) + 1)
    good = (wrong + 1) * wrong_in <= answers + 1 if len(order) >= 2 * wrong_in else wrong == 0
    return float(scores[order][np.flatnonzero(good)[-1]]) if good.any() else 1.0


def fit(sources: Mapping[int, Sequence[Observed]]) -> ScoreModel:
    """Return the model fitted on *sources*, each as heavy as the others; one answer in so many as their keys say may
    be wrong."""
    pictures = list(sources.values())
    model = replace(NOTHING, index=fit_index(pictures))
    model = replace(model, card=fit_card(pictures, model), temperature=fit_temperature(pictures))
    least = [honest_threshold(*judged(some, model), wrong_in) for wrong_in, some in sources.items()]
    careful = chance_of(log_odds(np.array([min(max(least), 0.999)])) + CAUTION)
    return replace(model, threshold=round(float(careful[0]), 4))


def told_by(pictures: Sequence[Observed]) -> int:
    """Return how many finds there are to fit on, of the rarer kind: right ones or wrong ones."""
    told = (o.is_right(w) for o in pictures for w in o.witnesses if w.traits[1] > LEAST_INDEX)
    right = [answer for answer in told if answer is not None]
    return min(sum(right), len(right) - sum(right))


def written(model: ScoreModel, models: Path = MODELS) -> str:
    """Return the model as ``score.json``, with the networks it belongs to, those of *models*."""
    document = {
        "fitted to": {name: fingerprint(models / f"{name}.onnx") for name in ("detector", "classifier")},
        "threshold": model.threshold,
        "temperature": round(model.temperature, 3),
        "index": _named(TERMS, model.index),
        "card": _named(CARD_TERMS, model.card),
    }
    return json.dumps(document, indent=1) + "\n"


def fingerprint(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _named(names: Sequence[str], numbers: Floats) -> dict[str, float]:
    return {name: round(float(v), 5) for name, v in zip((*names, "constant"), numbers, strict=True)}


def coverage(observed: Sequence[Observed], model: ScoreModel) -> str:
    """Return in words what the model does on pictures."""
    scores, right = judged(observed, model)
    sure = scores >= model.threshold
    there, wrong = sum(len(o.cards) for o in observed), int((1 - right[sure]).sum())
    share = float(right[sure].sum()) / max(1, there)
    return f"{int(sure.sum())} answered, {wrong} wrong, {share:.3f} of the cards there"


def main(
    drawn: Annotated[Path, typer.Option(help="Drawn scenes with boxes.")] = Path(
        "var/training/score/truth.json"
    ),
    photos: Annotated[Path, typer.Option(help="Photos with boxes.")] = Path(
        "../shared/photos/rf100_train.json"
    ),
    drawn_every: Annotated[int, typer.Option(min=1, help="Of the scenes, take each so-manieth.")] = 5,
    photos_every: Annotated[
        int,
        typer.Option(min=1, help="Of the photos likewise: 4 where the networks were trained on the others."),
    ] = 4,
    models: Annotated[Path, typer.Option(help="Folder of the networks that are scored.")] = MODELS,
    out: Annotated[Path, typer.Option(help="The file of numbers.")] = SCORE_FILE,
) -> None:
    """Fit the score anew after training. Example: python -m vision.training.fit_score"""
    finder = Finder(model=models / "detector.onnx")
    reader = IndexReader(model=models / "classifier.onnx", score=NOTHING)
    sources = {
        PHOTOS_WRONG_IN: observe(photos, finder, reader, photos_every),
        DRAWN_WRONG_IN: observe(drawn, finder, reader, drawn_every),
    }
    if any(told_by(pictures) < LEAST_SAMPLES for pictures in sources.values()):
        print("these networks find too few indices to fit a score on; nothing is written")
        return
    model = fit(sources)
    out.write_text(written(model, models))
    print(f"threshold {model.threshold:.4f}, temperature {model.temperature:.2f}")
    for name, pictures in zip(("photos", "drawn"), sources.values(), strict=True):
        print(f"{name}: {coverage(pictures, model)}")


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
