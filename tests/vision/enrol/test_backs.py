"""The enrolled back and another deck's."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.enrol.backs import ALIKE_BACK, FOREIGN_BACK, back_score, look_of
from vision.synthetic.faces import card_back
from vision.synthetic.styles import BackStyle, DeckStyle

QUAD = np.array([(40, 40), (160, 40), (160, 208), (40, 208)], np.float32)
BLUE = DeckStyle(back=BackStyle("lattice", (150, 50, 20)))
RED = DeckStyle(back=BackStyle("rings", (30, 20, 180)))


def table_with(style: DeckStyle, gain: float = 1.0) -> NDArray[np.uint8]:
    image = np.full((260, 220, 3), (58, 84, 38), np.uint8)
    image[40:208, 40:160] = card_back(style, 120)
    return (image * gain).astype(np.uint8)


def test_the_enrolled_back_is_known_turned_round_and_in_less_light() -> None:
    looks = [look_of(table_with(BLUE), QUAD)]

    assert back_score(table_with(BLUE), np.roll(QUAD, 2, axis=0), looks) > 0.9
    assert back_score(table_with(BLUE, 0.6), QUAD, looks) >= ALIKE_BACK


def test_a_back_of_another_colour_is_foreign() -> None:
    assert back_score(table_with(RED), QUAD, [look_of(table_with(BLUE), QUAD)]) < FOREIGN_BACK


def test_without_an_enrolled_back_nothing_can_be_said() -> None:
    with pytest.raises(ValueError, match="no back is enrolled"):
        back_score(table_with(BLUE), QUAD, [])


def test_a_quad_without_area_is_no_card() -> None:
    with pytest.raises(ValueError, match="no card there"):
        look_of(table_with(BLUE), np.zeros((4, 2), np.float32))
