"""Draws index crops without a scene round them: every one in another style, so that no cut of suit is learnt by heart."""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from table_controller import stopped
from table_controller.cards import DECK, Card
from vision.crops import CROP_HEIGHT_PX, CROP_WIDTH_PX, cut
from vision.synthetic.decks import Deck, DrawnDeck
from vision.synthetic.faces import index_ink, index_marks
from vision.synthetic.optics import Light, photograph, shade, smear
from vision.synthetic.styles import ENGLISH, DeckStyle
from vision.synthetic.surfaces import colour, noise
from vision.training.cut_crops import FOREIGN, JOKER, NO_SUIT, UNLABELLED
from vision.training.face_corners import face_corner
from vision.training.fonts import FontGlyphs, font_files
from vision.training.index_boxes import ink_of
from vision.training.nets import SIGNS
from vision.training.pace import Tick, in_processes
from vision.training.shards import LEAST_CONTRAST
from vision.training.styles import random_deck, random_style

INDEX_PX = 96
PAD = 66
WORDS = "ABCDEFGHIKLMNOPRSTUVXYZ0123456789.,:abcdefghiklmnoprstuz"
DECOYS = 0.05
FACES = 0.25
Canvas = NDArray[np.float32]
Rng = np.random.Generator


HIDDEN = 0.4
"""More of the rank or of the suit under something than this, and nobody should read it."""
SHOWN = 0.12
"""Less hidden than this is nothing."""


def drawn(
    card: Card, style: DeckStyle, rng: Rng, decoy: NDArray[np.float32] | None = None
) -> tuple[Canvas, float]:
    """Return the corner of a card round its index, which is INDEX_PX tall and in the middle, and how much of the rank
    or of the suit something covers. What else the corner shows (pips, a court's frame, the table, another card's
    edge) stands where cards have it. A *decoy* is printed in place of the index."""
    px_per_mm = INDEX_PX / index_marks(card, style)[0].height_mm
    ink = index_ink(card, style, px_per_mm) if decoy is None else decoy
    height, width = ink.shape[0] + 2 * PAD, ink.shape[1] + 2 * PAD
    corner = np.full((height, width, 3), style.paper, np.float32)
    suit = card.suit if card.suit >= 0 else 3
    if rng.random() < 0.55:
        _pips(corner, style, suit, px_per_mm, rng)
    elif rng.random() < 0.6:
        _court(corner, ink.shape[1], px_per_mm, rng)
    if rng.random() < 0.4:
        # The index of a right-hand corner: table and pips change sides, ink does not.
        corner = np.ascontiguousarray(corner[:, ::-1])
        _table(corner[:, ::-1], style, px_per_mm, rng)
    else:
        _table(corner, style, px_per_mm, rng)
    _print(corner, ink, (width - ink.shape[1]) // 2, PAD, style, suit)
    return corner, _lidded(corner, ink, style, rng)


def on_face(card: Card, deck: Deck, style: DeckStyle, rng: Rng) -> tuple[Canvas, float]:
    """Return the same of a whole face of *deck*; what covers it is of *style*."""
    corner, (height, width) = face_corner(deck, card, INDEX_PX, PAD, rng)
    ink = ink_of(np.clip(corner, 0, 255).astype(np.uint8)[PAD : PAD + height, PAD : PAD + width])
    return corner, _lidded(corner, ink, style, rng)


def _lidded(corner: Canvas, ink: NDArray[np.float32], style: DeckStyle, rng: Rng) -> float:
    """Cover one corner of four beside or over its index; return how much of rank or suit is hidden."""
    lot = rng.random()
    if lot > 0.25:
        return 0.0
    reach = rng.uniform(0.62, 0.8) if lot > 0.12 else rng.uniform(-0.15, 0.45)
    left = (corner.shape[1] - ink.shape[1]) // 2
    share = _lid(corner, style, reach, rng)[PAD : PAD + len(ink), left : left + ink.shape[1]]
    return max(_covered(part, lid) for part, lid in zip(_halves(ink), _halves(share), strict=True))


def _decoy_ink(style: DeckStyle, luck: random.Random, fonts: Path) -> NDArray[np.float32]:
    """Return what looks like an index and is none: pips one over the other, a word set upright or turned, ranks."""
    ink = np.zeros((INDEX_PX, INDEX_PX), np.float32)
    lot = luck.random()
    if lot < 0.5:
        suit, height = luck.randrange(4), luck.randint(38, 52)
        parts = [style.suit_ink(suit, height) for _ in range(2)]
        if luck.random() < 0.4:
            parts = [part[::-1] for part in parts]
    elif lot < 0.85:
        glyphs, count, turned = (
            FontGlyphs(luck.choice(font_files(fonts))),
            luck.randint(3, 9),
            luck.random() < 0.7,
        )
        size = INDEX_PX * 9 // 10 // count
        wide = luck.randint(size, max(size, 28)) if turned else size
        signs = [luck.choice(WORDS) for _ in range(count)]
        parts = [
            np.rot90(glyphs.mask(s, wide, size), -1) if turned else glyphs.mask(s, size, size) for s in signs
        ]
    else:
        ranks = [luck.choice(ENGLISH) for _ in range(2)]
        parts = [style.glyphs.mask(rank, INDEX_PX * 2 // 5, INDEX_PX // 3) for rank in ranks]
    y = 0
    for part in parts:
        part = part[: INDEX_PX - y, :INDEX_PX]
        x = (INDEX_PX - part.shape[1]) // 2
        ink[y : y + len(part), x : x + part.shape[1]] = part
        y += len(part) + (INDEX_PX - sum(len(p) for p in parts)) // max(1, len(parts) - 1)
    return ink


def _halves(index: NDArray[np.float32]) -> tuple[NDArray[np.float32], ...]:
    """Return an index's upper and lower part, rank and suit more or less."""
    return index[: len(index) * 11 // 20], index[len(index) * 11 // 20 :]


def _covered(ink: NDArray[np.float32], lid: NDArray[np.float32]) -> float:
    return float((ink * lid).sum() / max(1.0, ink.sum()))


def _pips(corner: Canvas, style: DeckStyle, suit: int, px_per_mm: float, rng: Rng) -> None:
    """One or two large pips to the right."""
    size = int(px_per_mm * rng.uniform(8, 17))
    pip = style.suit_ink(suit, size)
    x = int(corner.shape[1] / 2 + px_per_mm * rng.uniform(2, 8) + rng.uniform(0, 0.15) * size)
    y = int(PAD + INDEX_PX * rng.uniform(-0.4, 0.9))
    _print(corner, pip, x, y, style, suit)
    if rng.random() < 0.4:
        _print(corner, pip, x, y + int(size * rng.uniform(1.05, 1.6)), style, suit)


def _court(corner: Canvas, ink_width: int, px_per_mm: float, rng: Rng) -> None:
    """The edge of a court: a frame's line, and coloured cloth within."""
    x = int((corner.shape[1] + ink_width) / 2 + px_per_mm * rng.uniform(0.3, 4))
    y = int(rng.uniform(0, PAD + INDEX_PX * 0.6))
    line = max(1, int(px_per_mm * rng.uniform(0.2, 0.7)))
    inside = corner[y + line :, x + line :]
    if inside.size and rng.random() < 0.7:
        for _ in range(int(rng.integers(1, 5))):
            a, b = rng.uniform(-0.2, 1.2, (2, 2)) * (inside.shape[1], inside.shape[0])
            wide = int(px_per_mm * rng.uniform(1, 6))
            cv2.line(inside, tuple(map(int, a)), tuple(map(int, b)), colour(rng).tolist(), wide, cv2.LINE_AA)
    if rng.random() < 0.8:
        corner[y:, x : x + line] = corner[y : y + line, x:] = colour(rng) * rng.uniform(0.3, 1)


def _table(corner: Canvas, style: DeckStyle, px_per_mm: float, rng: Rng) -> None:
    """What lies beyond the card's edges: the table, or another card."""
    height, width = corner.shape[:2]
    left = max(0, int(width / 2 - style.inset_mm[0] * px_per_mm))
    top = max(0, int(PAD - style.inset_mm[1] * px_per_mm))
    table = colour(rng) + noise(rng, height, width, (height / 4, width / 4))[..., None] * rng.uniform(0, 30)
    if rng.random() < 0.25:
        table = np.asarray(style.paper, np.float32) * np.float32(rng.uniform(0.6, 1.0)) + table * 0
    radius = int(px_per_mm * style.round_mm)
    mask = np.zeros((height, width), np.uint8)
    mask[top:, left:] = 255
    if 0 < radius < min(height - top, width - left):
        mask[top : top + radius, left : left + radius] = 0
        cv2.circle(mask, (left + radius, top + radius), radius, 255, -1, cv2.LINE_AA)
    share = (mask / np.float32(255))[..., None]
    corner[:] = table + share * (corner - table)


def _lid(corner: Canvas, style: DeckStyle, away: float, rng: Rng) -> NDArray[np.float32]:
    """Lay the edge of a card or of something else over the corner, *away* index heights from the index's middle;
    return where it lies, 0-1."""
    height, width = corner.shape[:2]
    turn = rng.uniform(-0.5, 0.5) + np.pi / 2 * int(rng.integers(4))
    way = np.array((np.cos(turn), np.sin(turn)))
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    depth = (xs - width / 2) * way[0] + (ys - height / 2) * way[1] - INDEX_PX * away
    corner *= 1 - np.clip(1 + depth / rng.uniform(2, 9), 0, 1)[..., None] * np.float32(rng.uniform(0.1, 0.5))
    share = np.clip(depth, 0, 1).astype(np.float32)
    over = np.array(style.paper, np.float32) if rng.random() < 0.7 else colour(rng)
    corner += share[..., None] * (over - corner)
    if rng.random() < 0.5:
        suit = int(rng.integers(4))
        pip = style.suit_ink(suit, int(INDEX_PX * rng.uniform(0.3, 0.8)))
        x, y = (
            int(v) for v in np.array((width, height)) / 2 + way * INDEX_PX * (away + rng.uniform(0.25, 0.6))
        )
        _print(corner, pip, x - pip.shape[1] // 2, y - pip.shape[0] // 2, style, suit)
    return share


def _print(image: Canvas, ink: NDArray[np.float32], x: int, y: int, style: DeckStyle, suit: int) -> None:
    x0, y0 = max(0, x), max(0, y)
    region = image[y0 : max(0, y + ink.shape[0]), x0 : max(0, x + ink.shape[1])]
    share = ink[y0 - y :, x0 - x :][: region.shape[0], : region.shape[1], None]
    region += share * (np.array(style.colours[suit], np.float32) - region)


SignedRow = tuple[NDArray[np.uint8], int, int, int, int]
"""A row of :mod:`vision.training.cut_crops` and the number of the sign that stands for the rank, see ``nets.SIGNS``;
UNLABELLED where that is not known."""


def flat_crop(rng: Rng, luck: random.Random, fonts: Path, art: Path, other: float = 0.2) -> SignedRow:
    """Return one crop and its labels; one of twelve is covered in part, one of twenty is no index at all, one of four
    is cut from a whole face. *other* is the share of our own decks with other letters than English ones."""
    style = random_style(luck, fonts, art, other)
    card = DECK[52] if luck.random() < 0.02 else _chosen(style, luck)
    decoy = _decoy_ink(style, luck, fonts) if luck.random() < DECOYS else None
    deck = random_deck(luck, art, fonts) if decoy is None and luck.random() < FACES else None
    while True:
        corner, hidden = on_face(card, deck, style, rng) if deck else drawn(card, style, rng, decoy)
        if decoy is not None or not SHOWN < hidden < HIDDEN:
            break
    height = float(np.exp(rng.uniform(np.log(12), np.log(84))))
    shrink = height / INDEX_PX
    wide, tall = (
        (shrink, shrink * rng.uniform(0.7, 1.0))
        if rng.random() < 0.5
        else (shrink * rng.uniform(0.6, 1), shrink)
    )
    small = cv2.resize(corner, None, fx=wide, fy=tall, interpolation=cv2.INTER_AREA)
    light = Light(rng.uniform(0.2, 0.9), burnt=0.2, rolling=0.1, night=0.05)
    small = _smudged(np.asarray(small, np.float32), height, rng)
    picture = photograph(rng, shade(rng, np.asarray(small, np.float32), light), light)
    if decoy is not None or hidden > SHOWN:
        return _cut(picture, corner.shape, rng), UNLABELLED, UNLABELLED, 0, UNLABELLED
    sign = UNLABELLED if deck or card.suit < 0 else SIGNS.index(style.letters[card.rank - 2])
    return _cut(picture, corner.shape, rng), *_labels(card, deck or DrawnDeck(style)), 1, sign


def _chosen(style: DeckStyle, luck: random.Random) -> Card:
    """Return any card; of a deck with other letters every second time one that has such a letter."""
    other = [card for card in DECK[:52] if style.letters[card.rank - 2] != ENGLISH[card.rank - 2]]
    return luck.choice(other if other and luck.random() < 0.5 else DECK[:52])


def _smudged(picture: Canvas, height: float, rng: Rng) -> Canvas:
    """One crop of five is out of focus or moved, up to where nobody can tell: there the reader learns to doubt."""
    lot = rng.random()
    if lot < 0.1:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), height * rng.uniform(0.02, 0.09)), np.float32)
    if lot < 0.2:
        return smear(rng, picture, max(3, round(height * rng.uniform(0.08, 0.4))))
    return picture


def _cut(picture: NDArray[np.uint8], whole: tuple[int, ...], rng: Rng) -> NDArray[np.uint8]:
    """Return the crop as a detector that is not quite sure of the place might cut it."""
    down = np.array((0, picture.shape[0] * INDEX_PX / whole[0]), np.float32)
    across = np.array((picture.shape[1] * INDEX_PX / whole[1], 0), np.float32)
    middle = np.array((picture.shape[1] / 2, picture.shape[0] / 2), np.float32)
    middle += across * np.float32(rng.normal(0, 0.05)) + down * np.float32(rng.normal(0, 0.05))
    size = np.float32(np.exp(rng.normal(0, 0.08)))
    slant = down * np.float32(rng.normal(0, 0.15))
    turn = across * np.float32(rng.normal(0, 0.14))
    wide = np.float32(np.exp(rng.normal(0, 0.12)))
    return cut((picture,), middle, (down + turn) * size, (across + slant) * size * wide)


def _labels(card: Card, deck: Deck) -> tuple[int, int]:
    if card.suit < 0:
        return JOKER, NO_SUIT
    return card.rank - 2 if deck.known(card) else FOREIGN, card.suit


def legible(crop: NDArray[np.uint8]) -> bool:
    """True if the middle of a crop, where rank and suit stand, is not burnt out or in the dark."""
    height, width = crop.shape[:2]
    middle = cv2.cvtColor(
        crop[height // 5 : height * 4 // 5, width // 4 : width * 3 // 4], cv2.COLOR_BGR2GRAY
    )
    return bool(middle.std() > LEAST_CONTRAST)


@dataclass(frozen=True, slots=True)
class FlatFile:
    """One file of crops, and what it is drawn from."""

    path: Path
    count: int
    seed: int
    data: Path
    other: float = 0.2


def write_file(file: FlatFile, tick: Tick) -> None:
    """Draw one file of crops."""
    cv2.setNumThreads(1)
    count, data = file.count, file.data
    rng, luck = np.random.default_rng(file.seed), random.Random(file.seed)
    crops = np.empty((count, CROP_HEIGHT_PX, CROP_WIDTH_PX, 3), np.uint8)
    labels = np.empty((count, 4), np.int8)
    for k in range(count):
        row = flat_crop(rng, luck, data / "fonts", data / "art", file.other)
        while not legible(row[0]):
            row = flat_crop(rng, luck, data / "fonts", data / "art", file.other)
        crops[k], labels[k] = row[0], row[1:]
        tick()
    part = file.path.with_suffix(".part.npz")
    np.savez(part, crops=crops, labels=labels)
    part.rename(file.path)


def main(
    count: Annotated[int, typer.Option(help="How many crops in each file.")] = 10000,
    files: Annotated[int, typer.Option(help="How many files.")] = 12,
    out: Annotated[Path, typer.Option(help="Folder of the files.")] = Path("var/training/flat"),
    data: Annotated[Path, typer.Option(help="Folder of fetched art and fonts.")] = Path("var/training"),
    other: Annotated[float, typer.Option(help="Share of our own decks with other letters.")] = 0.2,
    seed: int = 1,
    processes: int = 2,
) -> None:
    """Draw crops; what is there already is not drawn again. Example: python -m vision.training.flat_crops --files 12"""
    out.mkdir(parents=True, exist_ok=True)
    jobs = [FlatFile(out / f"{k:03d}.npz", count, seed * 1000 + k, data, other) for k in range(files)]
    todo = [job for job in jobs if not job.path.exists()]
    in_processes(write_file, todo, processes, "flat crops", len(todo) * count)


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
