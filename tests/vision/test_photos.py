"""Real photos the weights have never seen; runs where the shared photos lie beside the checkout."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from table_controller.cards import card_text
from vision.evaluate import Tally, load_truth, score, tally
from vision.reader import CardReader
from vision.sources import read_picture

Image = NDArray[np.uint8]

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


def test_rf100_test_is_read_to_97_of_100_and_at_most_1_of_500_answers_is_wrong() -> None:
    total = measured("rf100_test")

    assert total.truths == 555
    assert (total.recall or 0) >= 0.97
    assert (total.precision or 0) >= 0.998


def test_half_hidden_cards_are_read_to_98_of_100_and_none_is_wrong() -> None:
    total = measured("edje_test")

    assert total.truths == 143
    assert (total.recall or 0) >= 0.98
    assert total.wrong == 0


def test_every_card_of_foltysm_is_read() -> None:
    total = measured("foltysm")

    assert total.right == total.truths == 21
    assert total.wrong == 0


def card_free(name: str, count: int, size_px: int) -> Iterator[Image]:
    """Yield squares of the set's pictures that keep clear of every card's box."""
    rng = np.random.default_rng(8)
    entries = json.loads((PHOTOS / f"{name}.json").read_text())["images"]
    found = 0
    for number in rng.permutation(len(entries)):
        entry = entries[number]
        picture = read_picture(str(PHOTOS / entry["path"]))
        places = [
            (int(x), int(y)) for x, y in rng.integers(0, np.subtract(picture.shape[1::-1], size_px), (20, 2))
        ]
        clear = [at for at in places if all(_apart(at, size_px, box) for _, box in entry["boxes"])]
        for x, y in clear[:1]:
            found += 1
            yield np.ascontiguousarray(picture[y : y + size_px, x : x + size_px])
        if found == count:
            return


def _apart(at: tuple[int, int], size_px: int, box: list[float]) -> bool:
    x, y = at
    return box[2] < x - 10 or box[0] > x + size_px + 10 or box[3] < y - 10 or box[1] > y + size_px + 10


@pytest.mark.parametrize(("name", "size_px"), [("rf100_train", 190), ("edje_train", 110)])
def test_nothing_is_answered_where_no_card_lies(name: str, size_px: int) -> None:
    """A hundred squares of each set, cut out when the test runs."""
    reader, seen = CardReader(), 0
    for picture in card_free(name, 100, size_px):
        seen += 1
        assert [s.card for s in reader.read(picture).sightings if s.card is not None] == []

    assert seen == 100
