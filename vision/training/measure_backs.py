"""How surely another deck's back is told from the enrolled one: drawn backs and free ones, in changing light."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import cv2
import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import track

from table_controller import stopped
from vision.enrol.backs import FOREIGN_BACK, SURELY_FOREIGN, likeness, look_of
from vision.synthetic.decks import DrawnDeck
from vision.synthetic.optics import Light
from vision.synthetic.presenter import Pace, Presenter
from vision.synthetic.scene import SceneStyle, render
from vision.synthetic.styles import DeckStyle
from vision.training.art import PrintedBackDeck, printed_backs
from vision.training.styles import random_back

Image = NDArray[np.uint8]
Rng = np.random.Generator

TABLE: Final = SceneStyle(
    size_px=320,
    index_px=(13.0, 36.0),
    cards=(1, 1),
    backs=1.0,
    bare=0.0,
    occluders=0.0,
    tilt=0.6,
    groups=False,
    light=Light(0.4),
)
CLEARLY: Final = 25.0
"""Backs whose mean colours lie so far apart (a and b of Lab, in good light) differ to anybody."""
ENROLLED: Final = 6
FRAMES: Final = 3
OTHERS_LOOKS: Final = 3
GRAIN: Final = 3.0
"""Noise of a camera from frame to frame, levels."""
FOUND_OFF: Final = 0.025
"""How far, in card widths, a detector's corners lie off."""


def decks_of(kind: str, data: Path, count: int) -> list[DrawnDeck | PrintedBackDeck]:
    """Return decks that differ in their backs: *count* random ones, or the free ones there are."""
    luck = random.Random(2)
    if kind == "free":
        return [PrintedBackDeck(DrawnDeck(DeckStyle()), path) for path in printed_backs(data / "art")]
    return [DrawnDeck(replace(DeckStyle(), back=random_back(luck))) for _ in range(count)]


def enrolled(deck: DrawnDeck | PrintedBackDeck, rng: Rng) -> list[Image]:
    """Return looks of a back held before a camera."""
    presenter = Presenter(deck, rng, (480, 360), px_per_mm=2.2, light=Light(0.25), pace=Pace(10.0))
    shown = [f for f in presenter.show([None]) if f.card is None]
    return [look_of(f.image, _boxed(f.corners_px, rng)) for f in shown[2 : 2 + ENROLLED]]


def lying(deck: DrawnDeck | PrintedBackDeck, rng: Rng, count: int) -> list[list[Image]]:
    """Return looks of a back lying on tables, each in other light, and each in FRAMES frames of a camera that stays."""
    out: list[list[Image]] = []
    while len(out) < count:
        scene = render(rng, [deck], TABLE)
        for card in scene.cards:
            if card.card is None and card.visible > 0.9:
                frames = [_grainy(scene.image, rng) for _ in range(FRAMES)]
                out.append([look_of(frame, _boxed(card.corners_px, rng)) for frame in frames])
    return out[:count]


def _grainy(image: Image, rng: Rng) -> Image:
    grain = rng.standard_normal(image.shape, dtype=np.float32) * np.float32(GRAIN)
    return np.clip(image + grain, 0, 255).astype(np.uint8)


def _boxed(corners: NDArray[np.float32], rng: Rng) -> NDArray[np.float32]:
    """Return a rectangle about a card's corners, as the detector gives them."""
    box = cv2.boxPoints(cv2.minAreaRect(corners))
    middle = box.mean(axis=0)
    width = float(np.hypot(*(corners[1] - corners[0])))
    grown = (
        middle + (box - middle) * np.exp(rng.normal(0, FOUND_OFF, 2)) + rng.normal(0, FOUND_OFF * width, 2)
    )
    return np.asarray(grown, np.float32)


def apart(a: Image, b: Image) -> float:
    """Return how far the mean colours of two looks lie apart, whatever their lightness."""
    labs = [
        cv2.cvtColor(x.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)[8:-8, 6:-6].mean(axis=(0, 1))
        for x in (a, b)
    ]
    return float(np.hypot(*(labs[0] - labs[1])[1:]))


def _share(scores: list[list[float]], least: float, frames: int) -> float:
    return float((np.array(scores)[:, :frames] < least).all(axis=1).mean())


def _scores(frames: list[Image], looks: list[Image]) -> list[float]:
    return [likeness(look, looks) for look in frames]


def main(
    kind: Annotated[str, typer.Option(help="own or free.")] = "free",
    count: Annotated[int, typer.Option(help="How many own backs.")] = 24,
    looks: Annotated[int, typer.Option(help="How often each lies on a table.")] = 12,
    others: Annotated[int, typer.Option(help="How many other backs each is compared with.")] = 8,
    data: Annotated[Path, typer.Option(help="Folder of fetched art.")] = Path("var/training/run"),
    seed: int = 5,
) -> None:
    """Measure how surely foreign backs are noticed. Example: python -m vision.training.measure_backs --kind free"""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    decks = decks_of(kind, data, count)
    plain = [
        cv2.resize(deck.back(), (40, 56), interpolation=cv2.INTER_AREA).astype(np.uint8) for deck in decks
    ]
    shown, table = [], []
    for deck in track(decks, "Drawing"):
        shown.append(enrolled(deck, rng))
        table.append(lying(deck, rng, looks))
    own: list[list[float]] = []
    other: list[list[float]] = []
    clear: list[list[float]] = []
    for k in track(range(len(decks)), "Comparing"):
        own += [_scores(frames, shown[k]) for frames in table[k]]
        for j in rng.permutation([j for j in range(len(decks)) if j != k])[:others]:
            scores = [_scores(frames, shown[k]) for frames in table[j][:OTHERS_LOOKS]]
            other += scores
            clear += scores if apart(plain[k], plain[j]) > CLEARLY else []
    for what, least, frames in (
        (f"{FRAMES} frames in a row", FOREIGN_BACK, FRAMES),
        ("one still picture", SURELY_FOREIGN, 1),
    ):
        shares = " | ".join(f"{_share(scores, least, frames):.3f}" for scores in (own, other, clear))
        print(f"| {kind}, {len(decks)} backs | {what} | {shares} |")


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
