"""Decks a scene can be made of: their faces, backs and where their indices stand."""

from functools import cached_property
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import Card
from vision.synthetic.faces import IndexMark, card_back, card_face, card_outline, index_marks
from vision.synthetic.styles import CARD_WIDTH_MM, ENGLISH, DeckStyle

Image = NDArray[np.uint8]
FACE_PX_PER_MM: Final = 6.0
FACE_WIDTH_PX: Final = round(CARD_WIDTH_MM * FACE_PX_PER_MM)


class Deck(Protocol):
    """A deck at FACE_PX_PER_MM. *known* is False for a card whose index is not in English letters."""

    def face(self, card: Card) -> Image: ...
    def back(self) -> Image: ...
    def outline(self) -> Image: ...
    def marks(self, card: Card) -> tuple[IndexMark, ...]: ...
    def known(self, card: Card) -> bool: ...


class DrawnDeck:
    """A deck drawn from a style; every face is drawn once."""

    def __init__(self, style: DeckStyle) -> None:
        self.style: Final = style
        self._faces: dict[Card, Image] = {}

    def face(self, card: Card) -> Image:
        if card not in self._faces:
            self._faces[card] = card_face(card, self.style, FACE_WIDTH_PX)
        return self._faces[card]

    @cached_property
    def _back(self) -> Image:
        return card_back(self.style, FACE_WIDTH_PX)

    @cached_property
    def _outline(self) -> Image:
        return card_outline(self.style, FACE_WIDTH_PX)

    def back(self) -> Image:
        return self._back

    def outline(self) -> Image:
        return self._outline

    def marks(self, card: Card) -> tuple[IndexMark, ...]:
        return index_marks(card, self.style)

    def known(self, card: Card) -> bool:
        return card.suit < 0 or self.style.letters[card.rank - 2] == ENGLISH[card.rank - 2]
