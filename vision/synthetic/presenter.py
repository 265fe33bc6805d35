"""A person who shows a deck to a camera: card after card from the hand, or all of it laid out in four rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.cards import DECK, Card
from vision.synthetic.decks import Deck
from vision.synthetic.optics import Light, photograph, shade
from vision.synthetic.scene import project
from vision.synthetic.styles import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.synthetic.surfaces import surface

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]
Rng = np.random.Generator

BACK: Final = None
"""Shown in a card's place: a card face down."""
_SKIN: Final = (120, 155, 205)
_CORNERS: Final = np.array(
    [(0, 0), (CARD_WIDTH_MM, 0), (CARD_WIDTH_MM, CARD_HEIGHT_MM), (0, CARD_HEIGHT_MM)], np.float64
)
_STEP_MM: Final = (68.0, 96.0)
"""From card to card and from row to row of a deck laid out."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How cards are shown: *per_card_s* for each, of which *moving_s* go for taking one away and the next one up."""

    fps: float = 15.0
    per_card_s: float = 1.0
    moving_s: float = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class ShownFrame:
    """One frame: when, what is in it, the card that is meant (None: its back) and its corners, px."""

    at_s: float
    image: Image
    card: Card | None
    corners_px: NDArray[np.float32]


class Presenter:
    """Shows cards of one deck at one place. The same *rng* state and the same cards give the same frames."""

    def __init__(
        self,
        deck: Deck,
        rng: Rng,
        size: tuple[int, int] = (960, 720),
        px_per_mm: float = 3.4,
        light: Light | None = None,
        pace: Pace | None = None,
    ) -> None:
        """*size* is (width, height) of the frames, px; *px_per_mm* how large a card is in them."""
        self.pace: Final = pace or Pace()
        self._deck: Final = deck
        self._rng: Final = rng
        self._size: Final = size
        self._scale: Final = px_per_mm
        self._light: Final = light or Light(0.25)
        side = max(size)
        self._lamp: Final = int(rng.integers(2**31))
        self._ground: Final = surface(rng, side)[: size[1], : size[0]]

    def show(self, cards: Sequence[Card | None], starts_s: float = 0.0) -> Iterator[ShownFrame]:
        """Give the frames of showing *cards* one after another; None is a card's back."""
        frames = round(self.pace.per_card_s * self.pace.fps)
        moving = round(self.pace.moving_s * self.pace.fps)
        at_s = starts_s
        for card in cards:
            turned = bool(self._rng.random() < 0.4)
            rest = self._rng.normal(0, 1, 5)
            drift = self._rng.normal(0, 1, 5)
            for k in range(frames):
                # Comes in during the first half of the moving frames and goes in the second.
                away = max(0.0, moving / 2 - k, k - (frames - 1 - moving / 2)) / max(1.0, moving / 2)
                still = (k - frames / 2) / frames
                yield self._frame(at_s, card, rest + drift * still, away, turned)
                at_s += 1 / self.pace.fps

    def _frame(
        self, at_s: float, card: Card | None, sway: NDArray[np.float64], away: float, turned: bool
    ) -> ShownFrame:
        """*away* is 0 for a card at rest, 1 for one that has left the picture."""
        turn = np.radians(7 * sway[0]) + np.pi * turned
        slant = np.radians(np.clip(9 * sway[1:3], -24, 24))
        place = np.array(self._size) / 2 + 18 * sway[3:] + away * np.array([0.15, 0.95]) * self._size[1]
        to_px = _camera(place, self._scale, turn, slant)
        image = self._ground.copy()
        _lay(image, self._deck, card, to_px)
        self._hold(image, to_px, away)
        smear = round(26 * away)
        if smear > 2:
            image = np.asarray(cv2.blur(image, (max(1, smear // 4), smear)), np.float32)
        # One lamp for the whole showing: the same draw of shadow, glare and colour for every frame.
        lit = shade(np.random.default_rng(self._lamp), image, self._light)
        picture = photograph(self._rng, lit, self._light)
        return ShownFrame(at_s, picture, card, project(to_px, _CORNERS).astype(np.float32))

    def _hold(self, image: NDArray[np.float32], to_px: Matrix, away: float) -> None:
        """Fingers that hold the card at its long side, between the indices, or come to take it."""
        y = CARD_HEIGHT_MM * (0.5 + 0.12 * self._rng.normal())
        tip, root = project(to_px, np.array([(CARD_WIDTH_MM - 9, y), (CARD_WIDTH_MM + 110, y + 40)]))
        if away > 0.5:
            tip = tip - (root - tip) * 0.2
        thick = round(17 * self._scale)
        for k in (0, 1):
            a, b = (tuple(int(v) for v in p + k * np.array([4.0, thick * 0.9])) for p in (tip, root))
            cv2.line(image, a, b, [c * 0.75 for c in _SKIN], thick, cv2.LINE_AA)
            cv2.line(image, a, b, list(_SKIN), max(1, thick * 3 // 4), cv2.LINE_AA)


def laid_out(
    deck: Deck,
    rng: Rng,
    rows: Sequence[Sequence[Card | None]] = (),
    width_px: int = 1920,
    light: Light | None = None,
) -> Image:
    """Return a photo of *rows* of cards; without any, clubs, diamonds, hearts and spades, each ace to king."""
    rows = rows or four_rows()
    columns = max(len(row) for row in rows)
    field = np.array([(columns + 0.6) * _STEP_MM[0], (len(rows) + 0.6) * _STEP_MM[1]])
    scale = width_px / field[0]
    size = (width_px, round(field[1] * scale))
    image = np.ascontiguousarray(surface(rng, width_px)[: size[1]])
    lens = _slanted(rng, size)
    for r, row in enumerate(rows):
        for c, card in enumerate(row):
            x, y = (np.array([c, r]) + 0.8) * _STEP_MM * scale + rng.normal(0, 1.5, 2) * scale
            flat = _camera(np.array([x, y]), scale, float(rng.normal(0, 0.03)), np.zeros(2))
            _lay(image, deck, card, lens @ flat)
    light = light or Light(0.25)
    return photograph(rng, shade(rng, image, light), light)


def four_rows() -> tuple[tuple[Card, ...], ...]:
    """Return clubs, diamonds, hearts and spades, each from ace to king."""
    return tuple(tuple(DECK[rank * 4 + suit] for rank in (12, *range(12))) for suit in range(4))


def _slanted(rng: Rng, size: tuple[int, int]) -> Matrix:
    """A photo taken not quite from above."""
    width, height = size
    square = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    inset = np.abs(rng.normal(0, 0.02, (4, 2))) * (width, height)
    inwards = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)])
    return np.asarray(
        cv2.getPerspectiveTransform(square, (square + inset * inwards).astype(np.float32)), np.float64
    )


def _camera(place: NDArray[np.float64], scale: float, turn: float, slant: NDArray[np.float64]) -> Matrix:
    """From mm on the card to px, its centre at *place*, through a lens half a metre away."""
    tilt, _ = cv2.Rodrigues(np.array([slant[0], slant[1], 0.0]))
    roll, _ = cv2.Rodrigues(np.array([0.0, 0.0, turn]))
    turned = tilt @ roll
    away_mm = 500.0
    to_lens = np.column_stack([turned[:, 0], turned[:, 1], (0.0, 0.0, away_mm)])
    focal = scale * away_mm
    lens = np.array([(focal, 0, place[0]), (0, focal, place[1]), (0, 0, 1)])
    middle = np.array([(1, 0, -CARD_WIDTH_MM / 2), (0, 1, -CARD_HEIGHT_MM / 2), (0, 0, 1)])
    return np.asarray(lens @ to_lens @ middle / away_mm, np.float64)


def _lay(image: NDArray[np.float32], deck: Deck, card: Card | None, to_px: Matrix) -> None:
    """Draw a card into *image*, which is changed."""
    face, mask = (deck.back() if card is None else deck.face(card)), deck.outline()
    corners = project(to_px, _CORNERS)
    shrink = 1.15 * float(np.hypot(*(corners[1] - corners[0]))) / face.shape[1]
    if shrink < 0.9:
        size = (max(8, round(face.shape[1] * shrink)), max(8, round(face.shape[0] * shrink)))
        face = np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)
        mask = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)
    warp = to_px @ np.diag([CARD_WIDTH_MM / face.shape[1], CARD_HEIGHT_MM / face.shape[0], 1.0])
    box = (image.shape[1], image.shape[0])
    x0, y0 = np.maximum(np.floor(corners.min(axis=0)) - 2, 0).astype(int)
    x1, y1 = np.minimum(np.ceil(corners.max(axis=0)) + 2, box).astype(int)
    if x1 - x0 < 4 or y1 - y0 < 4:
        return
    warp = np.array([(1, 0, -x0), (0, 1, -y0), (0, 0, 1)], np.float64) @ warp
    size = (int(x1 - x0), int(y1 - y0))
    flat = cv2.warpPerspective(face, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    share = cv2.warpPerspective(mask, warp, size, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    region = image[y0:y1, x0:x1]
    region += share * (flat.astype(np.float32) - region)
