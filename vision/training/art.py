"""Decks from drawings of others: rendered from packages into var/, with the place of their indices known in mm."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.cards import Card
from vision.synthetic.decks import FACE_WIDTH_PX
from vision.synthetic.faces import (
    DEFAULT,
    DeckStyle,
    IndexMark,
    card_back,
    card_face,
    card_outline,
    index_ink,
    index_marks,
)
from vision.synthetic.styles import CARD_HEIGHT_MM, CARD_WIDTH_MM, BackStyle

Image = NDArray[np.uint8]
FACE_HEIGHT_PX = round(FACE_WIDTH_PX * CARD_HEIGHT_MM / CARD_WIDTH_MM)


@dataclass(frozen=True, slots=True)
class ArtDesign:
    """A drawn deck: folder name and its index box in mm (centre, height, width); *foreign* are ranks 2-14 whose
    letters are not English."""

    name: str
    x_mm: float
    y_mm: float
    height_mm: float
    width_mm: float
    foreign: frozenset[int] = frozenset()


_QUEEN_AND_JACK = frozenset({11, 12})
TRAINING = (
    ArtDesign("heruka-2color", 5.75, 11.35, 16.1, 5.3),
    ArtDesign("heruka-4color", 5.75, 11.35, 16.1, 5.3),
    ArtDesign("heruka-2color-bf", 8.7, 20.2, 33.7, 11.4),
    ArtDesign("heruka-4color-bf", 8.7, 20.2, 33.7, 11.4),
)
# GPL and LGPL art: kept out of training, rendered only to measure on decks the weights have never seen.
HELD_OUT = (
    ArtDesign("paris", 6.3, 12.3, 18.0, 7.0),
    ArtDesign("svg-cards", 5.3, 12.5, 18.2, 5.8),
    ArtDesign("younestouati", 5.0, 12.2, 17.6, 6.0),
)
FOREIGN = (
    ArtDesign("berlin", 6.2, 12.2, 16.8, 6.4, _QUEEN_AND_JACK),
    ArtDesign("rheinland", 6.2, 12.2, 16.8, 6.4, _QUEEN_AND_JACK),
)


class ArtDeck:
    """A rendered deck as it is; jokers, where the art has none with an index, are ours."""

    def __init__(self, folder: Path, design: ArtDesign, back: BackStyle) -> None:
        self.design = design
        self._folder = folder / design.name
        self._style = DeckStyle(back=back)
        self._faces: dict[Card, Image] = {}

    def face(self, card: Card) -> Image:
        if card.suit < 0:
            return card_face(card, self._style, FACE_WIDTH_PX)
        if card not in self._faces:
            path = self._folder / f"{card}.png"
            image = cv2.imread(str(path))
            if image is None:
                raise FileNotFoundError(
                    f"no face of {card} at {path}: run `make train`, which fetches the art"
                )
            self._faces[card] = cv2.resize(
                image, (FACE_WIDTH_PX, FACE_HEIGHT_PX), interpolation=cv2.INTER_AREA
            )
        return self._faces[card]

    def back(self) -> Image:
        return card_back(self._style, FACE_WIDTH_PX)

    def outline(self) -> Image:
        return card_outline(self._style, FACE_WIDTH_PX)

    def marks(self, card: Card) -> tuple[IndexMark, ...]:
        if card.suit < 0:
            return index_marks(card, self._style)
        d = self.design
        upper = IndexMark(d.x_mm, d.y_mm, d.height_mm, d.width_mm, False)
        lower = IndexMark(CARD_WIDTH_MM - d.x_mm, CARD_HEIGHT_MM - d.y_mm, d.height_mm, d.width_mm, True)
        return (upper, lower)

    def known(self, card: Card) -> bool:
        return card.rank not in self.design.foreign


class ReindexedDeck(ArtDeck):
    """The pictures of a drawn deck under indices of a style of ours."""

    def __init__(self, folder: Path, design: ArtDesign, style: DeckStyle) -> None:
        super().__init__(folder, design, style.back)
        self._style = style

    def face(self, card: Card) -> Image:
        if card in self._faces or card.suit < 0:
            return self._faces.get(card, super().face(card))
        face = super().face(card).copy()
        scale = FACE_WIDTH_PX / CARD_WIDTH_MM
        for mark in super().marks(card):
            _blank(face, mark, scale, 0.8)
        face = np.minimum(face, np.array(self._style.paper, np.uint8))
        ink = index_ink(card, self._style, scale)
        for mark in index_marks(card, self._style):
            _blank(face, mark, scale, 0.7)
            stamped = ink[::-1, ::-1] if mark.turned else ink
            top = round(mark.y_mm * scale - ink.shape[0] / 2)
            left = max(0, round(mark.x_mm * scale - ink.shape[1] / 2))
            region = face[max(0, top) : top + ink.shape[0], left : left + ink.shape[1]]
            share = stamped[: region.shape[0], : region.shape[1], None]
            region[:] = region + share * (np.array(self._style.colours[card.suit], np.float32) - region)
        self._faces[card] = face
        return face

    def marks(self, card: Card) -> tuple[IndexMark, ...]:
        return index_marks(card, self._style)

    def known(self, card: Card) -> bool:
        if card.suit < 0:
            return True
        return self._style.letters[card.rank - 2] == DEFAULT.letters[card.rank - 2]


def _blank(face: Image, mark: IndexMark, scale: float, margin_mm: float) -> None:
    x0 = max(0, round((mark.x_mm - mark.width_mm / 2 - margin_mm) * scale))
    x1 = round((mark.x_mm + mark.width_mm / 2 + margin_mm) * scale)
    y0 = max(0, round((mark.y_mm - mark.height_mm / 2 - margin_mm) * scale))
    y1 = round((mark.y_mm + mark.height_mm / 2 + margin_mm) * scale)
    face[y0:y1, x0:x1] = 255
