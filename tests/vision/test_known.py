"""What is not looked at again once cards were found, and what the detector's answer says."""

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.twin.scene import Lens, Lying, Optics
from table_controller.cards import parse_card
from vision.busy import CELL_PX, BusyMap
from vision.find import Finder
from vision.known import LEAST_PX, SURE, doubtful_indices, sure_cards, surroundings, without_phantoms
from vision.peaks import STRIDE, Answer, IndexFind, back_finds, index_finds

Image = NDArray[np.uint8]
Vector = NDArray[np.float32]

SIDE_PX = 640


def index_at(x: float, y: float, height: float = 20, score: float = 0.9) -> IndexFind:
    """Return the upper left index of an upright card whose middle is 2 heights aside and 2.5 below."""
    ways = ((x, y), (0, height), (height, 0), (2 * height, 2.5 * height))
    return IndexFind(score, *(np.array(way, np.float32) for way in ways))


def table_with(*spots: tuple[int, int]) -> Image:
    """Return bare cloth with a chequered square of 60 px at each of *spots*."""
    image = np.full((SIDE_PX, SIDE_PX, 3), 90, np.uint8)
    chequers = (np.indices((60, 60)) // 6).sum(axis=0) % 2 * 255
    for x, y in spots:
        image[y : y + 60, x : x + 60] = chequers[:, :, None]
    return image


def test_a_card_that_was_surely_found_is_not_looked_at_again_and_the_rest_is() -> None:
    busy = BusyMap(table_with((100, 100), (500, 500)))
    assert len(busy.parts(SIDE_PX, SIDE_PX)) == 2

    busy.cover(sure_cards([index_at(110, 105)], scale=1))

    for scale in (1, 0.5):
        ((x, y, width, height),) = busy.parts(int(SIDE_PX * scale), int(SIDE_PX * scale))
        assert x <= 500 * scale <= 560 * scale <= x + width
        assert y <= 500 * scale <= 560 * scale <= y + height
        assert x >= 500 * scale - 2 * CELL_PX


def test_a_picture_in_which_all_is_known_is_not_looked_at_again_at_any_size() -> None:
    busy = BusyMap(table_with((100, 100)))

    busy.cover(sure_cards([index_at(110, 105)], scale=1))

    assert [busy.parts(side, side) for side in (SIDE_PX, 320)] == [[], []]


@pytest.mark.parametrize(
    ("score", "height", "scale"),
    [(0.6, 20, 1.0), (0.9, 60, 1.0), (0.9, 20, 0.5)],
    ids=["faint", "tall", "small"],
)
def test_an_index_found_faintly_or_at_a_size_that_is_not_its_own_leaves_its_card_unknown(
    score: float, height: float, scale: float
) -> None:
    assert sure_cards([index_at(110, 105, height, score)], scale) == []


def test_a_faint_index_in_the_middle_of_a_fan_is_looked_at_once_more() -> None:
    sure, faint, other = index_at(110, 105), index_at(140, 130, 18, 0.3), index_at(120, 130, 60, 0.3)
    busy = BusyMap(table_with((100, 100)))
    busy.cover(sure_cards([sure, faint, other], scale=1))

    doubtful = doubtful_indices([sure, faint, other], scale=1)

    assert doubtful == [faint]
    ((x, y, width, height),) = busy.parts(SIDE_PX, SIDE_PX, surroundings(doubtful, scale=1))
    assert x <= 131 <= 149 <= x + width
    assert y <= 121 <= 139 <= y + height
    assert surroundings(doubtful, scale=LEAST_PX / 20) == []


def test_pips_of_a_card_that_was_surely_found_are_no_larger_indices() -> None:
    sure, pip = index_at(110, 105), index_at(150, 150, 45, 0.3)
    same_size, beside, plain = (
        index_at(150, 150, 20, 0.3),
        index_at(400, 150, 45, 0.3),
        index_at(150, 150, 45, 0.6),
    )

    assert without_phantoms([sure, pip, same_size, beside, plain]) == [sure, same_size, beside, plain]
    assert without_phantoms([pip]) == [pip]
    assert without_phantoms([]) == []


def test_peaks_of_several_parts_are_decoded_in_px_of_the_picture() -> None:
    parts = []
    for offset in ((0, 0), (400, 80)):
        channels = np.zeros((17, 8, 12), np.float32)
        channels[:10, 3, 5] = (0.8, 0.25, -0.25, 0, 1, 0, 1, 0, 0.5, 0.75)
        parts.append(Answer(channels, np.array(offset, np.float32), np.array((2, 2), np.float32)))

    first, second = index_finds(parts)

    assert first.score == pytest.approx(0.8)
    assert np.allclose(first.centre, ((5.5 + 0.25) * STRIDE * 2, (3.5 - 0.25) * STRIDE * 2))
    assert np.allclose((first.down, first.across, first.to_card), ((0, 64), (64, 0), (128, 192)))
    assert np.allclose(second.centre - first.centre, (400, 80))
    assert index_finds([]) == []
    assert back_finds(parts) == []


def test_a_face_down_card_is_decoded_in_px_of_the_picture() -> None:
    channels = np.zeros((17, 8, 12), np.float32)
    channels[10:, 3, 5] = (0.8, 0, 0, 1, 0, 0, np.log(0.7))
    answer = Answer(channels, np.array((400, 80), np.float32), np.array((2, 2), np.float32))

    (back,) = back_finds([answer])

    assert np.allclose(back.corners.min(axis=0), (400 + 44 - 100, 80 + 28 - 70))
    assert np.allclose(back.corners.max(axis=0), (400 + 44 + 100, 80 + 28 + 70))


class Watched(Finder):
    """Remembers at which size (px of the picture a px of its own) it looked where, as (ratio, x0, y0, x1, y1) px."""

    def __init__(self) -> None:
        super().__init__(threads=1)
        self.looks: list[tuple[float, float, float, float, float]] = []

    def _look(self, part: Image, offset: Vector, ratio: Vector) -> Answer:
        end = offset + ratio * np.array(part.shape[1::-1], np.float32)
        self.looks.append((float(ratio[0]), *offset.tolist(), *end.tolist()))
        return super()._look(part, offset, ratio)

    def widths_at(self, place: Vector, width: int) -> set[int]:
        """Return how wide the picture, *width* px itself, was where that place was looked at."""
        x, y = place.tolist()
        return {
            round(width / r / 10) * 10 for r, x0, y0, x1, y1 in self.looks if x0 <= x <= x1 and y0 <= y <= y1
        }


def card_seen(width: int, height: int) -> Image:
    lens = Lens(Optics(width_px=width, height_px=height, px_per_mm=1.8, tilt=0.06, haze=0.0), seed=53)
    return lens.picture([Lying(parse_card("8s"), 150.0, 120.0, 4.0)])


def test_a_card_found_surely_in_a_large_picture_is_not_looked_for_in_the_sizes_below() -> None:
    finder = Watched()

    finds, _ = finder.find(card_seen(1920, 1080))

    sure = [find for find in finds if find.score >= SURE]
    assert len(sure) == 2
    for find in sure:
        widths = finder.widths_at(find.centre, 1920)
        assert 1920 in widths
        assert not widths & {1280, 800, 510}


def test_every_card_of_a_small_picture_is_looked_for_in_all_its_sizes() -> None:
    finder = Watched()

    finds, _ = finder.find(card_seen(640, 480))

    sure = [find for find in finds if find.score >= SURE]
    assert len(sure) == 2
    assert all(finder.widths_at(find.centre, 640) == {800, 510, 320} for find in sure)
