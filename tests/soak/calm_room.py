"""A room in which nothing is wrong: lamps that flicker, a day that goes by, hands that reach in, people who lean over a table."""

import math
import random
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

FLICKER = 0.07
"""Of the light, up and down: a lamp on the mains, seen by a rolling shutter as bands."""
BANDS = 1.7
DAY = 0.3
"""Of the light, up and down within DAY_S: the sun wanders over a table that stands at a window."""
DAY_S = 2400.0
CLOUD = 0.25
"""Of the light, taken within CLOUD_S and given back."""
CLOUD_S = (15.0, 90.0)
FADE_S = 8.0
HAND_EVERY_S = 4.0
HAND_S = (0.4, 1.2)
LEAN_EVERY_S = 25.0
LEAN_S = (3.0, 12.0)
SKIN = ((118, 148, 196), (70, 92, 140), (52, 52, 60), (150, 140, 128))
"""Hands and sleeves, BGR."""
NOISES = 8
COARSE = (24, 32)
"""Rows and columns in which light is reckoned; it has no edges."""
UNIT = 100
"""What the figure of a light that changes nothing is, of 255."""


@dataclass(frozen=True)
class Passage:
    """Something between lens and table from *begins_s* to *ends_s*. All lengths are shares of the picture's width."""

    begins_s: float
    ends_s: float
    edge: tuple[float, float]
    tip: tuple[float, float]
    breadth: float
    colour: tuple[int, int, int]

    def reach(self, at_s: float) -> float:
        """Return how far it has come, 0 to 1, and gone again."""
        return math.sin(math.pi * (at_s - self.begins_s) / (self.ends_s - self.begins_s))


class Room:
    """The light and the people of one camera, by the clock. The same seed gives the same hours."""

    def __init__(self, seed: int, height_px: int, width_px: int) -> None:
        self._rng = random.Random(seed)
        self._size = height_px, width_px
        numbers = np.random.default_rng(seed)
        shape = (height_px, width_px, 3)
        self._noises = [
            np.round(numbers.normal(0, 1 + k / 2, shape)).astype(np.int16) for k in range(2, 2 + NOISES)
        ]
        self._phase = self._rng.uniform(0, 2 * math.pi)
        self._cloud = (0.0, 0.0)
        self._hand: Passage | None = None
        self._lean: Passage | None = None
        self._next_hand_s = self._rng.expovariate(1 / HAND_EVERY_S)
        self._next_lean_s = 5 + self._rng.expovariate(1 / LEAN_EVERY_S)
        self._next_cloud_s = 60.0

    def seen(self, scene: Image, at_s: float) -> Image:
        """Return what a camera makes of *scene*, evenly lit, at this time."""
        self._go_on(at_s)
        image = scene.copy()
        for one in (self._hand, self._lean):
            if one is not None and one.begins_s <= at_s < one.ends_s:
                self._draw(image, one, at_s)
        light = np.clip(self._light(at_s) * UNIT, 0, 255).astype(np.uint8)
        field = cv2.resize(light, self._size[::-1], interpolation=cv2.INTER_LINEAR)
        lit = cv2.multiply(image, field, scale=1 / UNIT)
        return np.asarray(cv2.add(lit, self._rng.choice(self._noises), dtype=cv2.CV_8U), np.uint8)

    def _go_on(self, at_s: float) -> None:
        rng = self._rng
        if at_s >= self._next_hand_s:
            self._hand = self._passage(at_s, rng.uniform(*HAND_S), rng.uniform(0.1, 0.25), reach=0.6)
            self._next_hand_s = self._hand.ends_s + rng.expovariate(1 / HAND_EVERY_S)
        if at_s >= self._next_lean_s:
            self._lean = self._passage(at_s, rng.uniform(*LEAN_S), rng.uniform(0.2, 0.35), reach=0.15)
            self._next_lean_s = self._lean.ends_s + rng.expovariate(1 / LEAN_EVERY_S)
        if at_s >= self._next_cloud_s:
            self._cloud = (at_s, at_s + FADE_S + rng.uniform(*CLOUD_S))
            self._next_cloud_s = self._cloud[1] + rng.expovariate(1 / 120)

    def _passage(self, at_s: float, lasts_s: float, breadth: float, reach: float) -> Passage:
        rng, height = self._rng, self._size[0] / self._size[1]
        along = rng.random()
        x, y = rng.choice(((along, 0.0), (along, height), (0.0, along * height), (1.0, along * height)))
        tip = x + reach * (0.5 - x) * 2, y + reach * (height / 2 - y) * 2
        return Passage(at_s, at_s + lasts_s, (x, y), tip, breadth, rng.choice(SKIN))

    def _draw(self, image: Image, one: Passage, at_s: float) -> None:
        width, reach = self._size[1], one.reach(at_s)
        edge = np.array(one.edge)
        tip = edge + reach * (np.array(one.tip) - edge)
        ends = [(round(x * width), round(y * width)) for x, y in (edge, tip)]
        thick = max(1, round(one.breadth * width * min(1.0, 2 * reach)))
        cv2.line(image, ends[0], ends[1], one.colour, thick, cv2.LINE_AA)

    def _light(self, at_s: float) -> NDArray[np.float64]:
        rows, columns = COARSE
        y, x = np.mgrid[0 : 1 : rows * 1j, 0 : 1 : columns * 1j]
        day = 1 + DAY * math.sin(2 * math.pi * at_s / DAY_S + self._phase)
        began, ends = self._cloud
        day *= 1 - CLOUD * min(1.0, max(0.0, min(at_s - began, ends - at_s) / FADE_S))
        bands = 1 + FLICKER * np.sin(2 * math.pi * (BANDS * y + 1.37 * at_s))
        field = day * bands * self._shadow(x, y, at_s)
        warm = 0.06 * (day - 1)
        return np.stack([field * (1 + warm), field, field * (1 - warm)], axis=2)

    def _shadow(
        self, x: NDArray[np.float64], y: NDArray[np.float64], at_s: float
    ) -> NDArray[np.float64] | float:
        """Who leans over a table stands in its light."""
        one = self._lean
        if one is None or not one.begins_s <= at_s < one.ends_s:
            return 1.0
        height = self._size[0] / self._size[1]
        away = np.hypot(x - one.tip[0], y * height - one.tip[1]) / (2 * one.breadth)
        return 1 - 0.45 * one.reach(at_s) * np.exp(-(away**2))
