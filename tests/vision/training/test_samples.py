"""Crops the detector learns from: pressed and turned, they still say where every index is."""

import cv2
import numpy as np

from vision.training.samples import CROP, samples
from vision.training.shards import Stored
from vision.training.targets import INDEX_HEAT, STRIDE

SIDE = 640
HALF_PX = 20


def scene() -> Stored:
    """One index: a red stroke from its top and a blue one to its foot, upright in the middle of a grey table."""
    image = np.full((SIDE, SIDE, 3), 128, np.uint8)
    middle = SIDE // 2
    cv2.circle(image, (middle, middle - HALF_PX), 7, (0, 0, 255), -1)
    cv2.circle(image, (middle, middle + HALF_PX), 7, (255, 0, 0), -1)
    row = [30, 1, 1, middle, middle, 0, 2 * HALF_PX, 2 * HALF_PX, 0, 40, 60]
    cv2.rectangle(
        image, (middle - 9, middle - 9), (middle + 9, middle + 9), (0, 0, 0), -1
    )  # contrast to be legible
    jpeg = cv2.imencode(".png", image)[1].ravel()
    return Stored(jpeg, np.array([row], np.float32), np.zeros((0, 11), np.float32))


def middle_of(crop: np.ndarray, channel: int) -> np.ndarray:
    ys, xs = np.nonzero((crop[..., channel] > 200) & (crop[..., 2 - channel] < 90))
    return np.array((xs.mean(), ys.mean()))


def test_a_pressed_and_turned_crop_says_where_its_index_is_and_which_way_it_stands() -> None:
    whole, heights = 0, set()
    for crop, wanted, weight in samples(scene(), np.random.default_rng(1), 60):
        heat = wanted[INDEX_HEAT]
        if heat.max() < 1 or weight[INDEX_HEAT + 1].max() == 0:
            continue
        y, x = np.unravel_index(int(heat.argmax()), heat.shape)
        dx, dy, cos, sin, log_height = wanted[INDEX_HEAT + 1 : INDEX_HEAT + 6, y, x]
        centre = (np.array((x, y)) + 0.5 + (dx, dy)) * STRIDE
        down = np.array((cos, sin)) * 32 * np.exp(log_height)
        ends = centre - down / 2, centre + down / 2
        if not all((end > 15).all() and (end < CROP - 15).all() for end in ends):
            continue
        whole += 1
        heights.add(round(float(np.hypot(*down))))
        for end, channel in zip(ends, (2, 0), strict=True):
            assert np.abs(middle_of(crop, channel) - end).max() < 2.5

    assert whole > 20
    assert min(heights) < 0.8 * 2 * HALF_PX
    assert max(heights) > 1.25 * 2 * HALF_PX
