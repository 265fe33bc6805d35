"""Draws the scenes that scores are fitted on: many fresh decks, a few scenes of each, with the place of every index."""

import json
import random
from pathlib import Path
from typing import Annotated, Final

import cv2
import numpy as np
import typer
from rich.progress import track

from table_controller import stopped
from table_controller.cards import UNREAD
from vision.synthetic.optics import Light
from vision.synthetic.scene import DEFAULT_SCENE, IndexTruth, Scene, SceneStyle, render
from vision.training.measure_scenes import STYLE, truth_of
from vision.training.styles import random_deck

CLEAR: Final = SceneStyle(index_px=(17.0, 76.0), cards=(2, 9), occluders=0.2, tilt=0.7, light=Light(0.35))
STYLES: Final = (CLEAR, STYLE, STYLE, DEFAULT_SCENE)
"""Scenes as a good camera, as a poor one and as nobody wants them: answers are to be believed alike in all."""


def box_of(index: IndexTruth) -> list[object]:
    """Return an index as the truth files of photos write a card: its text, and the box it fills (px); ``??`` stands
    for letters that are not English."""
    (x, y), height = index.centre, float(np.hypot(*index.down))
    around = [x - height / 2, y - height / 2, x + height / 2, y + height / 2]
    return [index.card.text if index.known else UNREAD, [round(v, 1) for v in around]]


def entry_of(name: str, scene: Scene) -> dict[str, object]:
    """Return a scene as an entry of a truth file."""
    must, may = truth_of(scene)
    return {"path": name, "cards": must, "also": may, "boxes": [box_of(index) for index in scene.indices]}


def main(
    out: Annotated[Path, typer.Option(help="Folder of the pictures and truth.json.")] = Path(
        "var/training/score"
    ),
    data: Annotated[Path, typer.Option(help="Folder of fetched art and fonts.")] = Path("var/training"),
    decks: Annotated[int, typer.Option(min=1, help="How many decks.")] = 300,
    scenes: Annotated[int, typer.Option(min=1, help="How many scenes of each.")] = 5,
    seed: int = 404,
) -> None:
    """Draw them. Example: python -m vision.training.score_scenes"""
    out.mkdir(parents=True, exist_ok=True)
    luck, rng = random.Random(seed), np.random.default_rng(seed)
    images = []
    for number in track(range(decks), "Drawing"):
        deck = random_deck(luck, data / "art", data / "fonts")
        for k in range(scenes):
            scene = render(rng, [deck], STYLES[(number + k) % len(STYLES)])
            name = f"deck-{number:03d}-{k}.jpg"
            cv2.imwrite(str(out / name), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
            images.append(entry_of(name, scene))
    (out / "truth.json").write_text(
        json.dumps({"source": "drawn for the score", "all_boxed": True, "images": images})
    )


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
