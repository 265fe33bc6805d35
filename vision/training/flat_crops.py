"""Draws index crops without a scene round them: every one in another style, so that no cut of suit is learnt by heart."""

import random
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from table_controller.cards import DECK, Card
from vision.crops import CROP_HEIGHT_PX, CROP_WIDTH_PX, cut
from vision.synthetic.faces import index_ink, index_marks
from vision.synthetic.optics import Light, photograph, shade
from vision.synthetic.styles import ENGLISH, DeckStyle
from vision.synthetic.surfaces import colour, noise
from vision.training.cut_crops import FOREIGN, JOKER, NO_SUIT, Row
from vision.training.shards import LEAST_CONTRAST
from vision.training.styles import random_style

INDEX_PX = 96
PAD = 72


def drawn(card: Card, style: DeckStyle, rng: np.random.Generator) -> NDArray[np.float32]:
    """Return the corner of a card round its index, which is INDEX_PX tall and in the middle."""
    ink = index_ink(card, style, INDEX_PX / _height_mm(card, style))
    height, width = ink.shape[0] + 2 * PAD, ink.shape[1] + 2 * PAD
    corner = np.full((height, width, 3), style.paper, np.float32)
    suit = card.suit if card.suit >= 0 else 3
    px_per_mm = INDEX_PX / _height_mm(card, style)
    if rng.random() < 0.5:
        pip = style.suit_ink(suit, int(px_per_mm * style.pip_height_mm))
        _print(
            corner,
            pip,
            width // 2 + ink.shape[1] // 2 + int(px_per_mm * rng.uniform(4, 9)),
            PAD // 2,
            style,
            suit,
        )
    elif rng.random() < 0.6:
        x = width // 2 + ink.shape[1] // 2 + int(px_per_mm * rng.uniform(0.5, 4))
        corner[int(rng.uniform(0, PAD)) :, x:] = colour(rng)
    _print(corner, ink, PAD, PAD, style, suit)
    table = colour(rng) + noise(rng, height, width, (height / 4, width / 4))[..., None] * rng.uniform(0, 30)
    left = int(width / 2 - style.inset_mm[0] * px_per_mm)
    top = int(PAD - style.inset_mm[1] * px_per_mm)
    corner[:, : max(0, left)] = table[:, : max(0, left)]
    corner[: max(0, top)] = table[: max(0, top)]
    return corner


def _print(
    image: NDArray[np.float32], ink: NDArray[np.float32], x: int, y: int, style: DeckStyle, suit: int
) -> None:
    region = image[y : y + ink.shape[0], x : x + ink.shape[1]]
    share = ink[: region.shape[0], : region.shape[1], None]
    region += share * (np.array(style.colours[suit], np.float32) - region)


def _height_mm(card: Card, style: DeckStyle) -> float:
    return index_marks(card, style)[0].height_mm


def flat_crop(rng: np.random.Generator, luck: random.Random, fonts: Path) -> Row:
    """Return one crop and its labels."""
    style = random_style(luck, fonts)
    card = DECK[52] if luck.random() < 0.03 else luck.choice(DECK[:52])
    corner = drawn(card, style, rng)
    height = float(np.exp(rng.uniform(np.log(11), np.log(70))))
    shrink = height / INDEX_PX
    small = cv2.resize(
        corner, None, fx=shrink, fy=shrink * rng.uniform(0.75, 1.0), interpolation=cv2.INTER_AREA
    )
    light = Light(0.8)
    picture = photograph(rng, shade(rng, np.asarray(small, np.float32), light), light)
    down = np.array((0, picture.shape[0] * INDEX_PX / corner.shape[0]), np.float32)
    across = np.array((picture.shape[1] * INDEX_PX / corner.shape[1], 0), np.float32)
    middle = np.array((picture.shape[1] / 2, picture.shape[0] / 2), np.float32)
    middle += across * np.float32(rng.normal(0, 0.05)) + down * np.float32(rng.normal(0, 0.05))
    size = np.float32(np.exp(rng.normal(0, 0.08)))
    slant = down * np.float32(rng.normal(0, 0.08))
    turn = across * np.float32(rng.normal(0, 0.08))
    crop = cut(
        (picture,),
        middle,
        (down + turn) * size,
        (across + slant) * size * np.float32(np.exp(rng.normal(0, 0.1))),
    )
    if card.suit < 0:
        return crop, JOKER, NO_SUIT, 1
    known = style.letters[card.rank - 2] == ENGLISH[card.rank - 2]
    return crop, card.rank - 2 if known else FOREIGN, card.suit, 1


def main(
    count: Annotated[int, typer.Option(help="How many crops.")] = 60000,
    out: Annotated[Path, typer.Option(help="File of the crops.")] = Path("var/training/flat.npz"),
    fonts: Annotated[Path, typer.Option(help="Folder of the fonts.")] = Path("var/training/fonts"),
    seed: int = 1,
) -> None:
    """Draw crops. Example: python -m vision.training.flat_crops --count 60000"""
    cv2.setNumThreads(1)
    rng, luck = np.random.default_rng(seed), random.Random(seed)
    crops = np.empty((count, CROP_HEIGHT_PX, CROP_WIDTH_PX, 3), np.uint8)
    labels = np.empty((count, 3), np.int8)
    for k in range(count):
        row = flat_crop(rng, luck, fonts)
        while row[0].std() < LEAST_CONTRAST:
            row = flat_crop(rng, luck, fonts)
        crops[k], labels[k] = row[0], row[1:]
    np.savez(out, crops=crops, labels=labels)
    print(f"{count} crops of indices")


if __name__ == "__main__":
    typer.run(main)
