"""Fitting a score: coefficients of 0 or more, the threshold honest, the same numbers every time."""

import numpy as np
import pytest

from table_controller.cards import DECK, parse_card
from vision.find import IndexFind
from vision.read import Witness
from vision.score import TRAITS, ScoreModel, load_score
from vision.training.calibration import calibration_error
from vision.training.fit_score import fit, fit_logistic, honest_threshold, judged, written
from vision.training.observe import Box, Observed

RNG_SEED = 11


def test_a_term_that_speaks_against_gets_no_say() -> None:
    rng = np.random.default_rng(RNG_SEED)
    terms = rng.normal(0, 1, (800, 3))
    right = (rng.random(800) < 1 / (1 + np.exp(-(2 * terms[:, 0] - 1.5 * terms[:, 1] + 0.5)))).astype(float)

    numbers = fit_logistic(terms, right, np.ones(800))

    assert numbers[0] > 1
    assert numbers[1] == 0
    assert abs(numbers[2]) < 0.4


def test_an_honest_threshold_lets_through_as_many_wrong_ones_as_it_says() -> None:
    scores = np.linspace(1, 0, 1000)
    right = np.ones(1000)
    right[[400, 500, 600]] = 0

    for wrong_in in (401, 200, 100):
        sure = scores >= honest_threshold(scores, right, wrong_in)
        assert (1 - right[sure]).sum() * wrong_in <= sure.sum()

    assert (1 - right[scores >= honest_threshold(scores, right, 401)]).sum() == 0


def test_too_few_cards_let_no_wrong_one_through() -> None:
    assert honest_threshold(np.array([0.9, 0.8, 0.7]), np.array([1.0, 0.0, 1.0]), 1000) == 0.9
    assert honest_threshold(np.array([0.9]), np.array([0.0]), 1000) == 1.0


def pictures(count: int) -> list[Observed]:
    """Drawn luck: a card a picture, its index read right as often as the rank's probability says."""
    rng = np.random.default_rng(RNG_SEED)
    out = []
    for _ in range(count):
        truth, sure = DECK[int(rng.integers(52))], float(rng.uniform(0.3, 1))
        said = truth if rng.random() < sure else DECK[(truth.index + 4) % 52]
        traits = dict.fromkeys(TRAITS, 0.01) | {"find": 0.9, "index": 0.98, "suit": 0.97, "rank": sure}
        traits |= {"height": 30.0, "width": 1.0, "contrast": 0.5, "sharpness": 0.2, "joker": 0.0}
        vectors = (np.array(v, np.float32) for v in ((50, 50), (0, 30), (30, 0), (40, 55)))
        odds = np.full(54, 0.01, np.float32)
        witness = Witness(
            IndexFind(0.9, *vectors), said, 0.5, 0.93, odds, traits=np.array([traits[n] for n in TRAITS])
        )
        out.append(
            Observed("luck", (truth.text,), (), (Box(truth.text, (30, 30, 70, 70)),), True, (witness,))
        )
    return out


@pytest.fixture(scope="module")
def fitted() -> ScoreModel:
    return fit({20: pictures(400)})


def test_fitted_scores_can_be_believed(fitted: ScoreModel) -> None:
    scores, right = judged(pictures(800)[400:], fitted)

    assert calibration_error(scores, right) < 0.1


def test_the_file_of_a_fit_is_read_back_as_it_was(fitted: ScoreModel, tmp_path: object) -> None:
    path = tmp_path / "score.json"  # type: ignore[operator]
    path.write_text(written(fitted))

    again = load_score(path)

    assert again.threshold == fitted.threshold
    assert again.index == pytest.approx(fitted.index, abs=1e-4)


def test_what_lies_outside_every_label_of_a_photo_tells_nothing() -> None:
    (one,) = pictures(1)
    away = IndexFind(0.9, *(np.array(v, np.float32) for v in ((500, 500), (0, 30), (30, 0), (40, 55))))
    stranger = Witness(away, parse_card("Jk"), 0.9, 0.9)
    photo = Observed("photo", one.cards, (), one.boxes, False, (stranger,))
    drawn = Observed("drawn", one.cards, (), one.boxes, True, (stranger,))

    assert photo.is_right(stranger) is None
    assert drawn.is_right(stranger) is False
