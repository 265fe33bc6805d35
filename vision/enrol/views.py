"""What is kept of the house's deck: pictures of its indices and backs, and how its indices stand."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import DECK, Card
from vision.crops import cut
from vision.enrol.variants import WIDER
from vision.find import IndexFind

Image = NDArray[np.uint8]

MOST_VIEWS: Final = 8
"""Views kept of a card; more teach nothing and cost time."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One index of *card* as a camera saw it: *image* (96, 60, 3) uint8 BGR, upright, with what stands round it.
    *upper* tells the corners of a card apart; *sharpness* is for choosing among views of one card."""

    card: Card
    image: Image
    upper: bool
    sharpness: float


@dataclass(frozen=True, slots=True)
class Geometry:
    """How the deck's indices stand: *per_card* of them on a card, the opposite one *partner_heights* index heights
    away, *colours* (2 or 4) of ink; zeros where too little was seen."""

    per_card: int = 0
    partner_heights: float = 0.0
    colours: int = 0


def view_of(levels: tuple[Image, ...], find: IndexFind, card: Card, upper: bool) -> View:
    """Cut the view of an index out of a picture's pyramid."""
    image = cut(levels, find.centre, find.down, find.across, WIDER)
    return View(card, image, upper, sharpness(image, find.height))


def sharpness(image: Image, height_px: float) -> float:
    """Return how much a view has to teach: its finest differences against its coarsest, more for a larger index."""
    grey = image.astype(np.float32).mean(axis=2)
    fine = np.abs(np.diff(grey, axis=0)).mean() + np.abs(np.diff(grey, axis=1)).mean()
    return float(fine / (grey.std() + 8.0) * min(1.0, height_px / 32.0))


def chosen(views: list[View], most: int = MOST_VIEWS) -> list[View]:
    """Return the sharpest *most* of one card's views, from its corners in turn."""
    left = {
        way: sorted((v for v in views if v.upper is way), key=lambda v: -v.sharpness) for way in (True, False)
    }
    out: list[View] = []
    while len(out) < most and any(left.values()):
        for row in left.values():
            if row and len(out) < most:
                out.append(row.pop(0))
    return out


def by_card(views: list[View]) -> dict[Card, list[View]]:
    """Return views sorted by card, in the order of the deck."""
    out: dict[Card, list[View]] = {}
    for view in sorted(views, key=lambda v: v.card.index):
        out.setdefault(view.card, []).append(view)
    return out


def missing(views: list[View], size: int) -> list[Card]:
    """Return the cards of a deck of *size* of which there is no view."""
    there = Counter(v.card for v in views)
    return [card for card in DECK[:size] if not there[card]]
