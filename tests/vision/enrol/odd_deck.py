"""A deck in an odd hand, and views of it cut straight from its drawn faces."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import Card, parse_cards
from vision.crops import pyramid
from vision.enrol.variants import variant
from vision.enrol.views import View, view_of
from vision.find import IndexFind
from vision.pair import Sighting
from vision.read import Witness
from vision.reader import Reading
from vision.synthetic.faces import card_face, index_marks
from vision.synthetic.glyphs import PenGlyphs
from vision.synthetic.styles import CARD_WIDTH_MM, DeckStyle

ODD = DeckStyle(
    name="odd",
    glyphs=PenGlyphs(weight=0.07, contrast=0.45, serifs=True, hand=91),
    rank_aspect=0.42,
    suit_height_mm=3.6,
    suit_wide=0.62,
    gap_mm=1.6,
    cuts=(40, 41, 42, 43),
)
SOME = parse_cards("2c 7d 9h Js Qc Kd Ac")
FACE_PX = 380


@cache
def odd_views(seed: int = 1, each: int = 3) -> tuple[View, ...]:
    """Return views of SOME, as different pictures of one corner and the other."""
    rng = np.random.default_rng(seed)
    return tuple(_view(card, k % 2 == 1, rng) for card in SOME for k in range(each))


def _view(card: Card, lower: bool, rng: np.random.Generator) -> View:
    levels, find = _found(card, lower)
    view = view_of(levels, find, card, not lower)
    lit = np.clip(view.image * rng.uniform(0.75, 1.0) + rng.normal(0, 2, view.image.shape), 0, 255)
    return View(card, lit.astype(np.uint8), view.upper, view.sharpness)


def _found(card: Card, lower: bool) -> tuple[tuple[NDArray[np.uint8], ...], IndexFind]:
    face = card_face(card, ODD, FACE_PX)
    mark = index_marks(card, ODD)[1 if lower else 0]
    scale = FACE_PX / CARD_WIDTH_MM
    way = -1.0 if lower else 1.0
    down = np.array((0, way * mark.height_mm * scale), np.float32)
    across = np.array((way * mark.height_mm * scale, 0), np.float32)
    centre = np.array((mark.x_mm, mark.y_mm), np.float32) * np.float32(scale)
    middle = np.array(face.shape[1::-1], np.float32) / 2
    return pyramid(face), IndexFind(0.8, centre, down, across, middle - centre)


def looks_of(views: tuple[View, ...], seed: int, count: int = 6) -> tuple[list[NDArray[np.uint8]], list[int]]:
    """Return crops of *views* as seen another time, and their labels."""
    rng = np.random.default_rng(seed)
    crops = [variant(view.image, rng) for view in views for _ in range(count)]
    return crops, [view.card.index for view in views for _ in range(count)]


def held_up(card: Card | None, looks_like: int, sure: bool = True, at_px: float = 200.0) -> Reading:
    """Return a reading of one card before the camera; cards of one *looks_like* have one look."""
    way = np.array((0, 40), np.float32)
    find = IndexFind(
        0.9, np.full(2, at_px, np.float32), way, np.array((40, 0), np.float32), np.array((60, 90), np.float32)
    )
    look = np.random.default_rng(looks_like).random(128).astype(np.float32) ** 6
    shown = card or SOME[0]
    witness = Witness(find, shown, 0.95 if sure else 0.2, 0.9, embedding=look)
    corners = np.array([(160, 150), (340, 150), (340, 400), (160, 400)], np.float32)
    return Reading((Sighting(card if sure else None, 0.95 if sure else 0.2, corners, (witness,)),), ())
