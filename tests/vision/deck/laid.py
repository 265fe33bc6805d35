"""Pictures of decks that lie spread: in rows, in four rows, in a fan; and videos of decks that are riffled."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.cards import DECK, Card
from vision.synthetic.decks import DrawnDeck
from vision.synthetic.faces import DEFAULT, DeckStyle, card_back
from vision.synthetic.layouts import Pose
from vision.synthetic.scene import placed
from vision.synthetic.styles import CARD_HEIGHT_MM, CARD_WIDTH_MM

Image = NDArray[np.uint8]

FELT: Final = (70, 110, 40)
PX_PER_MM: Final = 2.1
MARGIN_MM: Final = 12.0
SHUFFLED: Final = [DECK[int(k)] for k in np.random.default_rng(4).permutation(52)]


def laid(
    cards: Sequence[Card | None], poses: Sequence[Pose], style: DeckStyle = DEFAULT, back: DeckStyle = DEFAULT
) -> Image:
    """Return a picture of *cards* from above, the uppermost last, None being one face down with the back of *back*."""
    deck = DrawnDeck(style)
    at = np.array([(p.x_mm, p.y_mm) for p in poses])
    reach = np.hypot(CARD_WIDTH_MM, CARD_HEIGHT_MM) / 2 + MARGIN_MM
    first, wide = at.min(axis=0) - reach, np.ptp(at, axis=0) + 2 * reach
    image = np.full((*np.ceil(wide[::-1] * PX_PER_MM).astype(int), 3), FELT, np.uint8)
    for card, pose in zip(cards, poses, strict=True):
        face = card_back(back, 378) if card is None else deck.face(card)
        _put(image, face, deck.outline(), Pose(pose.x_mm - first[0], pose.y_mm - first[1], pose.turn))
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.7), np.uint8)


def _put(image: Image, face: Image, outline: Image, pose: Pose) -> None:
    scale = np.diag([CARD_WIDTH_MM / face.shape[1], CARD_HEIGHT_MM / face.shape[0], 1.0])
    to_px = np.diag([PX_PER_MM, PX_PER_MM, 1.0]) @ placed(pose) @ scale
    edged = face.copy()
    cv2.rectangle(edged, (0, 0), (face.shape[1] - 1, face.shape[0] - 1), (60, 60, 60), 3)
    size = image.shape[1::-1]
    flat = cv2.warpPerspective(edged, to_px, size, flags=cv2.INTER_AREA)
    there = cv2.warpPerspective(cv2.resize(outline, face.shape[1::-1]), to_px, size) > 127
    image[there] = flat[there]


def rows(count: int, columns: int = 13, across: float = 0.56) -> list[Pose]:
    """Return rows in which every card lies over the right part of the one before."""
    step_x, step_y = across * CARD_WIDTH_MM, CARD_HEIGHT_MM * 1.15
    return [Pose(k % columns * step_x, k // columns * step_y, 0.0) for k in range(count)]


def fan(count: int, reach_mm: float = 300.0) -> list[Pose]:
    """Return a deck pulled into an arc, left under right."""
    turns = np.linspace(-1.5, 1.5, count)
    return [Pose(reach_mm * float(np.sin(t)), -reach_mm * float(np.cos(t)), float(t)) for t in turns]


def riffle_video(path: Path, cards: Iterable[Card], frames: int = 4, apart: int = 1) -> None:
    """Write a video in which each of *cards* glides past for so many frames, with so many of felt between."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (320, 256))
    deck, rng = DrawnDeck(DEFAULT), np.random.default_rng(5)
    for card in cards:
        face = cv2.resize(deck.face(card), (132, 185), interpolation=cv2.INTER_AREA)
        for step in range(frames + apart):
            image = np.full((256, 320, 3), FELT, np.int16)
            if step < frames:
                image[30 : 30 + 185, 80 + 5 * step : 80 + 5 * step + 132] = face
            writer.write(np.clip(image + rng.normal(0, 2, image.shape), 0, 255).astype(np.uint8))
    writer.release()
