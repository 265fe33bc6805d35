"""Card faces and backs, drawn from a :class:`DeckStyle`: what training, the tests and the twin lay on the table."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.cards import Card
from vision.synthetic.backs import draw_back
from vision.synthetic.courts import draw_court, draw_jester
from vision.synthetic.styles import CARD_HEIGHT_MM, CARD_WIDTH_MM, DEFAULT, STYLES, Colour, DeckStyle

__all__ = [
    "DEFAULT",
    "STYLES",
    "DeckStyle",
    "IndexMark",
    "card_back",
    "card_face",
    "card_outline",
    "index_marks",
]

Image = NDArray[np.uint8]

_EIGHT: Final = tuple((x, y) for x in (-1, 1) for y in (-1.0, -1 / 3, 1 / 3, 1.0))
# Pips of the number cards: (x, y) with x in -1, 0, 1 and y as a share of the pip field's half height.
_PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (0, 0), (0, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (0, 0.5), (-1, 1), (1, 1)),
    9: (*_EIGHT, (0, 0)),
    10: (*_EIGHT, (0, -2 / 3), (0, 2 / 3)),
}
_PIP_COLUMN_MM: Final = 12.8
_PIP_ROW_MM: Final = 27.0
_JOKER_TEXT: Final = "JOKER"


@dataclass(frozen=True, slots=True)
class IndexMark:
    """Where an index stands on the upright card, in mm from the upper left corner: its centre, its height from
    the rank's top to the suit's foot, its width, and whether it is upside down."""

    x_mm: float
    y_mm: float
    height_mm: float
    width_mm: float
    turned: bool


def index_marks(card: Card, style: DeckStyle = DEFAULT) -> tuple[IndexMark, ...]:
    """Return the place of every index of *card*: the upper ones first."""
    height, width = _index_size(card, style)
    x, y = style.inset_mm[0], style.inset_mm[1] + height / 2
    x = max(x, width / 2 + 1.2)
    marks = [IndexMark(x, y, height, width, False)]
    if style.corners == 4:
        marks.append(IndexMark(CARD_WIDTH_MM - x, y, height, width, False))
    turned = [IndexMark(CARD_WIDTH_MM - m.x_mm, CARD_HEIGHT_MM - m.y_mm, height, width, True) for m in marks]
    return (*marks, *turned)


def card_face(card: Card, style: DeckStyle = DEFAULT, width_px: int = 250) -> Image:
    """Return the face of *card*, upright, (height, *width_px*, 3) uint8 BGR; the corners are square, in paper
    colour: cut them with :func:`card_outline`. Height is *width_px* x 1.4."""
    return _face(card, style, width_px).copy()


def card_back(style: DeckStyle = DEFAULT, width_px: int = 250) -> Image:
    """Return the back of the deck's cards, like :func:`card_face`."""
    scale = max(8.0, 2 * width_px / CARD_WIDTH_MM)
    return _shrink(draw_back(style.back, scale), width_px)


def card_outline(style: DeckStyle = DEFAULT, width_px: int = 250) -> NDArray[np.uint8]:
    """Return 255 on the card and 0 outside its rounded corners, (height, width_px) uint8."""
    height_px = round(width_px * CARD_HEIGHT_MM / CARD_WIDTH_MM)
    radius = max(1, round(style.round_mm * width_px / CARD_WIDTH_MM))
    mask = np.zeros((height_px, width_px), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width_px - radius - 1, height_px), 255, -1)
    cv2.rectangle(mask, (0, radius), (width_px, height_px - radius - 1), 255, -1)
    for x in (radius, width_px - radius - 1):
        for y in (radius, height_px - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


@lru_cache(maxsize=600)
def _face(card: Card, style: DeckStyle, width_px: int) -> Image:
    scale = max(8.0, 2 * width_px / CARD_WIDTH_MM)
    size = (round(CARD_HEIGHT_MM * scale), round(CARD_WIDTH_MM * scale), 3)
    image: Image = np.full(size, style.paper, np.uint8)
    if card.suit < 0:
        _draw_joker(image, style, scale)
    elif 11 <= card.rank <= 13:
        _draw_court_field(image, card, style, scale)
    else:
        _draw_pips(image, card, style, scale)
    _draw_indices(image, card, style, scale)
    return _shrink(image, width_px)


def _shrink(image: Image, width_px: int) -> Image:
    height_px = round(width_px * CARD_HEIGHT_MM / CARD_WIDTH_MM)
    return cv2.resize(image, (width_px, height_px), interpolation=cv2.INTER_AREA).astype(np.uint8)


def _stamp(image: Image, ink: NDArray[np.float32], x: float, y: float, colour: Colour) -> None:
    """Print *ink* with its centre at (x, y) pixels; what falls outside is cut off."""
    h, w = ink.shape
    left, top = round(x - w / 2), round(y - h / 2)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(image.shape[1], left + w), min(image.shape[0], top + h)
    if x1 <= x0 or y1 <= y0:
        return
    share = ink[y0 - top : y1 - top, x0 - left : x1 - left, None]
    under = image[y0:y1, x0:x1]
    image[y0:y1, x0:x1] = np.round(under + share * (np.array(colour, np.float32) - under)).astype(np.uint8)


def _rank_text(card: Card, style: DeckStyle) -> str:
    return style.letters[card.rank - 2]


def _index_size(card: Card, style: DeckStyle) -> tuple[float, float]:
    """Height and width of an index in mm."""
    if card.suit < 0:
        letter = _joker_letter_mm(style)
        if style.joker == "stacked":
            return 5 * letter * 1.12, letter * 0.8
        if style.joker == "turned":
            return 5 * letter * 0.85, letter
        return style.rank_height_mm * 0.8 + style.gap_mm + letter * 2 * 0.8, style.rank_height_mm * 0.8
    height = style.rank_height_mm + style.gap_mm + style.suit_height_mm
    wide = style.ten_wide if _rank_text(card, style) == "10" else 1.0
    return height, max(style.rank_height_mm * style.rank_aspect * wide, style.suit_height_mm * 0.9)


def _joker_letter_mm(style: DeckStyle) -> float:
    return min(5.2, style.rank_height_mm * 0.5)


def index_ink(card: Card, style: DeckStyle, scale: float) -> NDArray[np.float32]:
    """Return the ink of one upright index at *scale* pixels a mm."""
    height, width = _index_size(card, style)
    room = max(width, 1.25 * style.suit_height_mm * style.suit_wide) if card.suit >= 0 else width
    ink: Image = np.full((round(height * scale), round(room * scale) + 2, 3), 0, np.uint8)
    middle = ink.shape[1] / 2
    if card.suit < 0:
        _joker_ink(ink, style, scale)
    else:
        text = _rank_text(card, style)
        rank_h = round(style.rank_height_mm * scale)
        wide = style.ten_wide if text == "10" else 1.0
        rank = style.glyphs.mask(text, rank_h, max(3, round(rank_h * style.rank_aspect * wide)))
        _stamp(ink, rank, middle, rank_h / 2, (255, 255, 255))
        suit = style.suit_ink(card.suit, round(style.suit_height_mm * scale))
        _stamp(ink, suit, middle, ink.shape[0] - suit.shape[0] / 2, (255, 255, 255))
    return np.divide(ink[:, :, 0], 255, dtype=np.float32)


def _joker_ink(ink: Image, style: DeckStyle, scale: float) -> None:
    letter = _joker_letter_mm(style) * scale
    white: Colour = (255, 255, 255)
    if style.joker == "stacked":
        for k, text in enumerate(_JOKER_TEXT):
            glyph = style.glyphs.mask(text, round(letter), round(letter * 0.72))
            _stamp(ink, glyph, ink.shape[1] / 2, (k + 0.5) * ink.shape[0] / 5, white)
    elif style.joker == "turned":
        for k, text in enumerate(_JOKER_TEXT):
            glyph = np.rot90(style.glyphs.mask(text, round(letter), round(letter * 0.72)), -1)
            _stamp(ink, glyph, ink.shape[1] / 2, (k + 0.5) * ink.shape[0] / 5, white)
    else:
        size = style.rank_height_mm * 0.4 * scale
        angles = np.radians(np.arange(10) * 36 - 90)
        away = np.where(np.arange(10) % 2 == 0, size, size * 0.42)
        points = np.stack([np.cos(angles) * away + ink.shape[1] / 2, np.sin(angles) * away + size], axis=1)
        cv2.fillPoly(ink, [np.round(points * 16).astype(np.int32)], white, cv2.LINE_AA, 4)
        for k, text in enumerate("JK"):
            glyph = style.glyphs.mask(text, round(letter * 1.4), round(letter * 0.8))
            _stamp(ink, glyph, ink.shape[1] / 2 + (k - 0.5) * letter, ink.shape[0] - letter * 0.7, white)


def _draw_indices(image: Image, card: Card, style: DeckStyle, scale: float) -> None:
    ink = index_ink(card, style, scale)
    colour = (
        style.colours[card.suit]
        if card.suit >= 0
        else (style.colours[3] if style.court_seed % 2 == 0 else style.colours[2])
    )
    for mark in index_marks(card, style):
        _stamp(image, ink[::-1, ::-1] if mark.turned else ink, mark.x_mm * scale, mark.y_mm * scale, colour)


def _draw_pips(image: Image, card: Card, style: DeckStyle, scale: float) -> None:
    colour = style.colours[card.suit]
    middle_x, middle_y = image.shape[1] / 2, image.shape[0] / 2
    if card.rank == 14 or not style.pips:
        size = style.pip_height_mm * (1.8 if card.rank == 14 else 2.2)
        _stamp(
            image,
            style.suit_ink(card.suit, round(size * scale)),
            middle_x,
            middle_y,
            colour,
        )
        return
    pip = style.suit_ink(card.suit, round(style.pip_height_mm * scale))
    for column, row in _PIPS[card.rank]:
        turned = pip[::-1, ::-1] if row > 0 else pip
        x = middle_x + column * _PIP_COLUMN_MM * scale
        _stamp(image, turned, x, middle_y + row * _PIP_ROW_MM * scale, colour)


def _draw_court_field(image: Image, card: Card, style: DeckStyle, scale: float) -> None:
    """The picture keeps clear of the indices, as on real cards."""
    left = max(11.0, style.inset_mm[0] + style.rank_height_mm * style.rank_aspect / 2 + 2.0)
    top = 8.5
    width = round((CARD_WIDTH_MM - 2 * left) * scale)
    height = round((CARD_HEIGHT_MM - 2 * top) * scale)
    picture = draw_court(card.rank, card.suit, style.court_seed, width, height, style.paper)
    x, y = round(left * scale), round(top * scale)
    image[y : y + height, x : x + width] = picture
    if style.frame:
        cv2.rectangle(
            image, (x, y), (x + width, y + height), (150, 70, 30), max(1, round(0.4 * scale)), cv2.LINE_AA
        )
    pip = style.suit_ink(card.suit, round(8.5 * scale))
    colour = style.colours[card.suit]
    px, py = x + 5.6 * scale, y + 7.0 * scale
    _stamp(image, pip, px, py, colour)
    _stamp(image, pip[::-1, ::-1], image.shape[1] - px, image.shape[0] - py, colour)


def _draw_joker(image: Image, style: DeckStyle, scale: float) -> None:
    width, height = round(38 * scale), round(62 * scale)
    picture = draw_jester(style.court_seed, width, height, style.paper)
    x, y = (image.shape[1] - width) // 2, (image.shape[0] - height) // 2
    image[y : y + height, x : x + width] = picture
