"""How reading falls off with the height of the index, and that it falls off into doubt, never into a wrong answer."""

import numpy as np
import pytest
from numpy.typing import NDArray

from table_controller.cards import card_text
from vision.reader import CardReader
from vision.synthetic.decks import Deck, DrawnDeck
from vision.synthetic.faces import STYLES
from vision.training.by_size import Row, measured, plot, rank_height_mm, readable, scenes_at, table

DECKS: list[Deck] = [DrawnDeck(style) for style in STYLES]


def test_ranks_are_as_tall_as_asked() -> None:
    scene = next(scenes_at(12, DECKS, 1, 4))

    share = rank_height_mm(DECKS[0]) / DECKS[0].marks(scene.indices[0].card)[0].height_mm
    ranks_px = [np.hypot(*i.down) * share for i in scene.indices]
    assert np.median(ranks_px) == pytest.approx(12, rel=0.35)


def test_answers_are_counted_as_right_unread_unseen_or_wrong() -> None:
    scene = next(scenes_at(24, DECKS, 1, 4))
    first, *others = readable(scene).cards

    def answers(_: NDArray[np.uint8]) -> list[str]:
        return [first, "??", "2c" if "2c" not in others else "3c"]

    row = measured(24, iter([scene]), answers)

    assert (row.cards, row.right, row.wrong) == (1 + len(others), 1, 1)
    assert row.unread == min(1, len(others))


def test_the_figures_are_told_and_drawn() -> None:
    rows = {"own": [Row(8, 10, 2, 5, 0), Row(24, 10, 10, 0, 0)]}

    assert table(rows).splitlines()[-2:] == [
        "| 8 | own | 10 | 0.200 | 0.500 | 0.300 | 0 |",
        "| 24 | own | 10 | 1.000 | 0.000 | 0.000 | 0 |",
    ]
    assert plot(rows).std() > 5


@pytest.mark.parametrize("size_px", [8, 11])
def test_small_indices_are_left_unread_rather_than_misread(size_px: int) -> None:
    reader = CardReader()

    def answers(image: NDArray[np.uint8]) -> list[str]:
        return [card_text(s.card) for s in reader.read(image).sightings]

    row = measured(size_px, scenes_at(size_px, DECKS, 2, 12), answers)

    assert row.cards == 8
    assert row.wrong == 0
