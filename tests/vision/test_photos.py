"""The first bar on real photos the weights have never seen; runs where the shared photos lie beside the checkout."""

from pathlib import Path

import pytest

from table_controller.cards import card_text
from vision.evaluate import Tally, load_truth, score, tally
from vision.reader import CardReader
from vision.sources import read_picture

PHOTOS = Path(__file__).parents[2] / "../shared/photos"

pytestmark = [
    pytest.mark.photos,
    pytest.mark.skipif(not PHOTOS.is_dir(), reason="no ../shared/photos beside the checkout"),
]


def measured(name: str) -> Tally:
    reader = CardReader()
    scores = []
    for truth in load_truth(PHOTOS / f"{name}.json"):
        reading = reader.read(read_picture(str(truth.path)))
        scores.append(score(truth, [card_text(s.card) for s in reading.sightings]))
    return tally(scores)


def test_nine_of_ten_cards_of_rf100_test_are_read_and_99_of_100_answers_are_right() -> None:
    total = measured("rf100_test")

    assert total.truths == 555
    assert (total.recall or 0) >= 0.90
    assert (total.precision or 0) >= 0.99


def test_no_answer_on_foltysm_is_wrong() -> None:
    total = measured("foltysm")

    assert total.truths == 21
    assert total.wrong == 0
