"""How a deck's indices stand, noted while it is shown: how many on a card, how far apart, in how many colours."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.enrol.variants import as_seen
from vision.enrol.views import Geometry, View
from vision.pair import Sighting

MOST_NOTES: Final = 2000
_FOUR_CORNERS: Final = 0.2
"""Cards on which three or more indices were seen, of those with two: fingers hide some."""
_COLOURS_APART: Final = 0.12
"""Mean ink of two suits, as shares of blue, green and red, is another colour from here on."""


class GeometryNotes:
    """Collects what sightings tell of where indices stand."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()
        self._apart: list[float] = []

    def note(self, sighting: Sighting) -> None:
        """Take in one card as seen."""
        if sighting.card is None or len(self._apart) >= MOST_NOTES:
            return
        seen = sighting.witnesses
        self._counts[len(seen)] += 1
        for one in seen[:1]:
            for other in seen[1:]:
                if float(one.find.down @ other.find.down) < 0:
                    away = float(np.hypot(*(one.find.centre - other.find.centre)))
                    self._apart.append(away * 2 / (one.find.height + other.find.height))

    def geometry(self, views: Sequence[View]) -> Geometry:
        """Return what was found out, from the notes and from the ink in *views*."""
        several = sum(n for count, n in self._counts.items() if count >= 2)
        many = sum(n for count, n in self._counts.items() if count >= 3)
        per_card = 0 if not several else 4 if many > _FOUR_CORNERS * several else 2
        apart = float(np.median(self._apart)) if self._apart else 0.0
        return Geometry(per_card, round(apart, 3), _colours(views))


def _colours(views: Sequence[View]) -> int:
    """Return 2 or 4, 0 where not every suit was seen."""
    inks = []
    for suit in range(4):
        mine = [_ink(v) for v in views if v.card.suit == suit]
        if not mine:
            return 0
        inks.append(np.median(mine, axis=0))
    clubs, diamonds, hearts, spades = inks
    apart = max(float(np.abs(clubs - spades).max()), float(np.abs(diamonds - hearts).max()))
    return 4 if apart > _COLOURS_APART else 2


def _ink(view: View) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the shares of blue, green and red that the index's ink throws back, paper being 1."""
    pixels = as_seen(view.image)[12:52, 8:32].reshape(-1, 3).astype(np.float64)
    light = pixels.sum(axis=1)
    ink = pixels[light <= np.quantile(light, 0.12)].mean(axis=0)
    paper = pixels[light >= np.quantile(light, 0.9)].mean(axis=0)
    return np.asarray(ink / np.maximum(paper, 1))
