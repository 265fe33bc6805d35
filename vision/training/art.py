"""Decks from drawings of others: rendered from packages into var/, with the place of their indices known in mm."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.cards import Card
from vision.synthetic.decks import FACE_WIDTH_PX, Deck
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
    """A drawn deck: folder name and its index box in mm (centre, height, width), as ``index_boxes`` finds it and an eye
    has checked it; *foreign* are ranks 2-14 whose letters are not English; *joker* is the box of its joker's index,
    None where it has none."""

    name: str
    x_mm: float
    y_mm: float
    height_mm: float
    width_mm: float
    foreign: frozenset[int] = frozenset()
    joker: tuple[float, float, float, float] | None = None


_QUEEN_AND_JACK = frozenset({11, 12})
_NICU_JOKER = (9.25, 22.3, 35.0, 5.8)
SMALL_INDEX = (
    ArtDesign("heruka-2color", 5.75, 11.35, 16.1, 5.3),
    ArtDesign("heruka-4color", 5.75, 11.35, 16.1, 5.3),
    ArtDesign("letele", 5.7, 11.3, 16.25, 5.1),
    ArtDesign("kenney", 8.4, 14.95, 22.2, 11.0, joker=(6.15, 22.3, 37.0, 5.7)),
)
LARGE_INDEX = (
    ArtDesign("heruka-2color-bf", 8.7, 20.2, 33.7, 11.4),
    ArtDesign("heruka-4color-bf", 8.7, 20.2, 33.7, 11.4),
    ArtDesign("openclipart-white", 8.95, 21.8, 34.3, 12.8, joker=_NICU_JOKER),
    ArtDesign("openclipart-ornamental", 8.95, 21.8, 34.3, 12.8, joker=_NICU_JOKER),
)
TRAINING = SMALL_INDEX + LARGE_INDEX
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
# More of GNOME's decks, nearer to what is bought in shops; where their indices stand is known roughly, which is enough to
# tell whether one shows.
_ROUGHLY = (6.2, 12.2, 17.0, 6.5)
_COURTS = frozenset({11, 12, 13})
GNOME = tuple(
    ArtDesign(name, *(_ROUGHLY if name != "ornamental" else (8.5, 17.0, 28.0, 10.0)))
    for name in (
        "anglo", "anglo_bitmap", "anglo_modern", "anglo_poker", "atlasnye", "bellot", "dondorf", "gnomangelo", "neoclassical",
        "neoclassical_4_color", "orell", "ornamental", "plastic", "simplistic", "tigullio",
    )
)  # fmt: skip
GNOME_FOREIGN = (
    ArtDesign("ancient_french", *_ROUGHLY, _COURTS | {14}),
    ArtDesign("atlasnye_skat", *_ROUGHLY, _QUEEN_AND_JACK),
    ArtDesign("lattmann", *_ROUGHLY, _QUEEN_AND_JACK),
    ArtDesign("slavic_costumes", *_ROUGHLY, _QUEEN_AND_JACK | {14}),
    ArtDesign("tarocco", *_ROUGHLY, _COURTS),
)


class ArtDeck:
    """A rendered deck as it is; jokers, where the art has none with an index, are ours."""

    def __init__(self, folder: Path, design: ArtDesign, back: BackStyle) -> None:
        self.design = design
        self._folder = folder / design.name
        self._style = DeckStyle(back=back)
        self._faces: dict[Card, Image] = {}

    def face(self, card: Card) -> Image:
        if card.suit < 0 and self.design.joker is None:
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
        d = self.design
        if card.suit < 0 and d.joker is None:
            return index_marks(card, self._style)
        box = (d.x_mm, d.y_mm, d.height_mm, d.width_mm)
        x, y, height, width = d.joker if card.suit < 0 and d.joker else box
        lower = IndexMark(CARD_WIDTH_MM - x, CARD_HEIGHT_MM - y, height, width, True)
        return (IndexMark(x, y, height, width, False), lower)

    def known(self, card: Card) -> bool:
        return card.rank not in self.design.foreign


class PrintedBackDeck:
    """Another deck's faces on the back of a free deck."""

    def __init__(self, deck: Deck, back: Path) -> None:
        self._deck = deck
        self._path = back

    @cached_property
    def _back(self) -> Image:
        image = cv2.imread(str(self._path))
        if image is None:
            raise FileNotFoundError(f"no back at {self._path}: run `make train`, which fetches the art")
        return image

    def face(self, card: Card) -> Image:
        return self._deck.face(card)

    def back(self) -> Image:
        return self._back

    def outline(self) -> Image:
        return self._deck.outline()

    def marks(self, card: Card) -> tuple[IndexMark, ...]:
        return self._deck.marks(card)

    def known(self, card: Card) -> bool:
        return self._deck.known(card)


@lru_cache
def printed_backs(art: Path) -> tuple[Path, ...]:
    """Return the backs of free decks, sorted.

    :raises FileNotFoundError: none there
    """
    found = tuple(sorted((art / "backs").glob("*.png")))
    if not found:
        raise FileNotFoundError(f"no backs in {art / 'backs'}: run `make train`, which fetches them")
    return found


class ReindexedDeck(ArtDeck):
    """The pictures of a drawn deck under indices of a style of ours."""

    def __init__(self, folder: Path, design: ArtDesign, style: DeckStyle) -> None:
        super().__init__(folder, replace(design, joker=None), style.back)
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
    region = face[y0:y1, x0:x1]
    region[:] = np.percentile(region.reshape(-1, 3), 90, axis=0)
