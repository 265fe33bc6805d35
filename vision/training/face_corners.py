"""Corners of whole faces for flat crops: an index as it stands on a card, beside real pips, courts and frames."""

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.cards import Card
from vision.synthetic.decks import FACE_PX_PER_MM, Deck
from vision.synthetic.surfaces import colour, noise

Canvas = NDArray[np.float32]
Rng = np.random.Generator


def face_corner(
    deck: Deck, card: Card, index_px: int, pad_px: int, rng: Rng
) -> tuple[Canvas, tuple[int, int]]:
    """Return what lies round one of the card's indices, held upright, the index *index_px* tall and in the middle with
    *pad_px* about it, and the index's height and width in px. Beyond the card lies the table."""
    marks = deck.marks(card)
    mark = marks[int(rng.integers(len(marks)))]
    face, outline = deck.face(card), deck.outline()
    x, y = mark.x_mm, mark.y_mm
    if mark.turned:
        face, outline = face[::-1, ::-1], outline[::-1, ::-1]
        x, y = face.shape[1] / FACE_PX_PER_MM - x, face.shape[0] / FACE_PX_PER_MM - y
    zoom = index_px / (mark.height_mm * FACE_PX_PER_MM)
    wide = max(4, round(mark.width_mm * FACE_PX_PER_MM * zoom))
    size = (wide + 2 * pad_px, index_px + 2 * pad_px)
    place = np.array(
        [
            (zoom, 0, size[0] / 2 - x * FACE_PX_PER_MM * zoom),
            (0, zoom, size[1] / 2 - y * FACE_PX_PER_MM * zoom),
        ]
    )
    # Where the face is shrunk, every pixel of it must count.
    soft = cv2.GaussianBlur(face, (0, 0), 0.45 / zoom) if zoom < 0.8 else face
    flat = cv2.warpAffine(np.ascontiguousarray(soft), place, size, borderMode=cv2.BORDER_REPLICATE)
    share = cv2.warpAffine(np.ascontiguousarray(outline), place, size).astype(np.float32)[..., None] / 255
    grain = noise(rng, size[1], size[0], (size[1] / 4, size[0] / 4))[..., None]
    table = colour(rng) + grain * np.float32(rng.uniform(0, 30))
    return np.asarray(table + share * (flat - table), np.float32), (index_px, wide)
