"""Rank glyphs from free fonts: more hands than our own pen has. Fonts come from packages and are never committed."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

DRAWN_PX = 120


@dataclass(frozen=True, slots=True)
class FontGlyphs:
    """Glyphs of one font file, squeezed to the asked width; *embolden* grows the ink by so many of 120 px."""

    path: str
    embolden: int = 0

    def mask(self, text: str, height_px: int, width_px: int) -> NDArray[np.float32]:
        path = self.path if text.isascii() else cyrillic_of(self.path)
        ink = _ink(path, text, self.embolden)
        return cv2.resize(ink, (width_px, height_px), interpolation=cv2.INTER_AREA)


def cyrillic_of(path: str) -> str:
    """Return the file of the same typeface that has its Cyrillic letters; it need not be there."""
    return path.replace("-latin-", "-cyrillic-")


SUIT_SIGNS = "\N{BLACK CLUB SUIT}\N{BLACK DIAMOND SUIT}\N{BLACK HEART SUIT}\N{BLACK SPADE SUIT}"


@dataclass(frozen=True, slots=True)
class FontSuits:
    """The four suit signs of one font file."""

    path: str

    def mask(self, suit: int, height_px: int) -> NDArray[np.float32]:
        ink = _ink(self.path, SUIT_SIGNS[suit], 0)
        width_px = max(1, round(height_px * ink.shape[1] / ink.shape[0]))
        return cv2.resize(ink, (width_px, height_px), interpolation=cv2.INTER_AREA)


@lru_cache(maxsize=4000)
def _ink(path: str, text: str, embolden: int) -> NDArray[np.float32]:
    font = ImageFont.truetype(path, DRAWN_PX)
    canvas = Image.new("L", (DRAWN_PX * (len(text) + 2), DRAWN_PX * 2), 0)
    ImageDraw.Draw(canvas).text((DRAWN_PX // 2, DRAWN_PX // 4), text, font=font, fill=255)
    ink = np.array(canvas)
    if embolden:
        ink = cv2.dilate(ink, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * embolden + 1,) * 2))
    ys, xs = np.nonzero(ink > 127)
    return ink[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].astype(np.float32) / 255


@lru_cache
def font_files(folder: Path) -> tuple[str, ...]:
    """Return the Latin font files unpacked under *folder*, sorted: regular and bold of every family.

    :raises FileNotFoundError: none there
    """
    wanted = ("latin-400-normal.woff2", "latin-700-normal.woff2")
    found = sorted(
        str(p) for p in folder.rglob("*.woff2") if p.name.endswith(wanted) and "latin-ext" not in p.name
    )
    if not found:
        raise FileNotFoundError(f"no fonts under {folder}: run `make train`, which fetches them")
    return tuple(found)


@lru_cache
def suit_files(folder: Path) -> tuple[str, ...]:
    """Return the font files with suit signs under *folder*, sorted (see :mod:`vision.training.fetch`).

    :raises FileNotFoundError: none there
    """
    found = sorted(str(p) for p in (folder / "suits").glob("*.[ot]tf"))
    if not found:
        raise FileNotFoundError(f"no fonts with suits under {folder}: run `make train`, which fetches them")
    return tuple(found)
