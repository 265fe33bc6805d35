"""Ranks and suits cut from the indices of free decks, to be printed on faces of ours."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.glyphs import PenGlyphs
from vision.synthetic.styles import ENGLISH
from vision.training.index_boxes import Box, find_index, ink_of

CLEAR_DECKS = ("heruka-2color", "heruka-2color-bf", "letele", "openclipart-white", "kenney")
"""Decks in two colours on white paper, each of another hand."""


@dataclass(frozen=True, slots=True)
class ArtGlyphs:
    """The ranks of a drawn deck's spades; *folder* holds its faces. Other letters, as a joker's, are our pen's."""

    folder: str

    def mask(self, text: str, height_px: int, width_px: int) -> NDArray[np.float32]:
        if text not in ENGLISH:
            return PenGlyphs().mask(text, height_px, width_px)
        ink = _cut(self.folder, ("T" if text == "10" else text) + "s", False)
        return cv2.resize(ink, (width_px, height_px), interpolation=_filter(ink, height_px))


@dataclass(frozen=True, slots=True)
class ArtSuits:
    """The four suits of a drawn deck's indices."""

    folder: str

    def mask(self, suit: int, height_px: int) -> NDArray[np.float32]:
        ink = _cut(self.folder, "7" + "cdhs"[suit], True)
        width_px = max(1, round(height_px * ink.shape[1] / ink.shape[0]))
        return cv2.resize(ink, (width_px, height_px), interpolation=_filter(ink, height_px))


def art_folders(art: Path) -> tuple[str, ...]:
    """Return the folders of the decks glyphs are cut from."""
    return tuple(str(art / name) for name in CLEAR_DECKS)


def _filter(ink: NDArray[np.float32], height_px: int) -> int:
    return cv2.INTER_AREA if height_px < len(ink) else cv2.INTER_LINEAR


@lru_cache(maxsize=200)
def _cut(folder: str, card: str, suit: bool) -> NDArray[np.float32]:
    face = cv2.imread(f"{folder}/{card}.png")
    if face is None:
        raise FileNotFoundError(f"no face of {card} in {folder}: run `make train`, which fetches the art")
    boxes = find_index(face)
    box: Box = boxes.suit if suit else boxes.rank
    ink = ink_of(face)[box[1] : box[3], box[0] : box[2]]
    return np.clip(ink * 1.15, 0, 1)
