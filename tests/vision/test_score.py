"""A score is a probability: plainer readings are never less sure, and the shipped numbers belong to the networks."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.find import MODELS, IndexFind
from vision.score import (
    CARD_TERMS,
    SCORE_FILE,
    TERMS,
    TRAITS,
    ScoreFileError,
    load_score,
    shipped_score,
    terms_of,
    traits_of,
)

PLAIN = dict(
    zip(
        TRAITS,
        (0.9, 0.99, 0.97, 0.97, 0.01, 0.01, 0.003, 0.003, 30, 0.5, 0.2, 0.0, 0.0, 1.0, 0.0, 0.0),
        strict=True,
    )
)
WORSE = {
    "find": 0.5,
    "index": 0.6,
    "rank": 0.7,
    "suit": 0.7,
    "second rank": 0.25,
    "second suit": 0.25,
    "foreign": 0.3,
    "no suit": 0.3,
    "height": 11,
    "contrast": 0.1,
    "sharpness": 0.02,
    "burnt": 0.9,
    "slant": 0.3,
    "width": 0.6,
    "outside": 0.8,
    "joker": 1.0,
}


def score_of(**changed: float) -> float:
    traits = np.array([[{**PLAIN, **changed}[name] for name in TRAITS]])
    return float(shipped_score().of_indices(traits)[0])


def test_a_plain_index_is_answered_and_a_faint_one_is_not() -> None:
    assert score_of() > 0.97
    assert score_of(rank=0.45, index=0.3, find=0.3) < 0.5


@pytest.mark.parametrize("trait", WORSE)
def test_nothing_that_makes_an_index_worse_makes_it_surer(trait: str) -> None:
    assert score_of(**{trait: WORSE[trait]}) <= score_of()


def test_every_coefficient_speaks_for_the_reading() -> None:
    model = shipped_score()

    assert (model.index[:-1] >= 0).all()
    assert (model.card[:-1] >= 0).all()
    assert 0.5 < model.threshold < 1


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=5), st.floats(0, 1))
def test_a_corner_that_agrees_never_makes_a_card_less_sure(scores: list[float], more: float) -> None:
    model, ordered = shipped_score(), sorted(scores, reverse=True)

    assert 0 < model.of_card(ordered) < 1
    assert model.of_card(sorted([*scores, more], reverse=True)) >= model.of_card(ordered) - 1e-12


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_whatever_is_measured_gives_finite_terms_and_a_probability(seed: int) -> None:
    rng = np.random.default_rng(seed)
    finds = [
        IndexFind(float(rng.random()), *(rng.normal(0, 50, 2).astype(np.float32) for _ in range(4)))
        for _ in range(3)
    ]
    rows = np.hstack(
        [rng.dirichlet(np.ones(15) * 0.1, 3), rng.dirichlet(np.ones(5) * 0.1, 3), rng.random((3, 1))]
    )
    crops = [
        rng.integers(0, 256, (64, 40, 3)).astype(np.uint8),
        *[np.full((64, 40, 3), v, np.uint8) for v in (0, 255)],
    ]

    traits = traits_of(finds, rows.astype(np.float32), crops, (480, 640))

    assert traits.shape == (3, len(TRAITS))
    assert np.isfinite(terms_of(traits)).all()
    assert ((shipped_score().of_indices(traits) > 0) & (shipped_score().of_indices(traits) < 1)).all()


def test_nothing_found_has_no_traits() -> None:
    assert traits_of([], np.zeros((0, 21), np.float32), [], (10, 10)).shape == (0, len(TRAITS))


def test_the_shipped_score_was_fitted_to_the_networks_beside_it() -> None:
    """After training: python -m vision.training.fit_score."""
    fitted_to = json.loads(SCORE_FILE.read_text())["fitted to"]

    for name, digest in fitted_to.items():
        assert hashlib.sha256((MODELS / f"{name}.onnx").read_bytes()).hexdigest()[: len(digest)] == digest


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"index": {}, "card": {}, "temperature": 1, "threshold": 1}',
        "{" * 10,
        "[" * 100_000,
    ],
)
def test_a_score_file_that_cannot_be_used_is_one_clear_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "score.json").write_text(text)

    with pytest.raises(ScoreFileError, match="fit_score"):
        load_score(tmp_path / "score.json")


@pytest.mark.parametrize(
    "changes",
    [
        {"threshold": -1},
        {"threshold": 0},
        {"threshold": 10**400},
        {"threshold": float("nan")},
        {"temperature": 0},
        {"temperature": float("inf")},
        {"card": dict.fromkeys((*CARD_TERMS, "constant"), float("nan"))},
        {"index": dict.fromkeys((*TERMS, "constant"), -1.0)},
    ],
    ids=str,
)
def test_numbers_that_would_make_a_faint_reading_a_sure_one_are_refused(
    tmp_path: Path, changes: dict[str, object]
) -> None:
    (tmp_path / "score.json").write_text(json.dumps(json.loads(SCORE_FILE.read_text()) | changes))

    with pytest.raises(ScoreFileError, match="fit_score"):
        load_score(tmp_path / "score.json")


def test_no_score_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(ScoreFileError, match="fit_score"):
        load_score(tmp_path / "none.json")


def test_a_score_file_names_every_term() -> None:
    document = json.loads(SCORE_FILE.read_text())

    assert set(document["index"]) == {*TERMS, "constant"}
    assert set(document["card"]) == {*CARD_TERMS, "constant"}
