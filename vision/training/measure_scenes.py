"""Renders labelled scenes to measure on: decks kept out of training, decks with foreign letters, fresh own decks."""

import json
import random
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from rich.progress import track

from table_controller import stopped
from vision.synthetic.decks import Deck
from vision.synthetic.optics import Light
from vision.synthetic.scene import CardTruth, Scene, SceneStyle, render
from vision.training.art import FOREIGN, GNOME, GNOME_FOREIGN, HELD_OUT, ArtDeck
from vision.training.styles import random_back, random_deck

STYLE = SceneStyle(index_px=(15.0, 72.0), cards=(1, 7), bare=0.02, occluders=0.3, tilt=0.8, light=Light(0.6))
USUAL = SceneStyle(index_px=(18.0, 64.0), cards=(2, 6), bare=0.0, occluders=0.2, tilt=0.5, light=Light(0.5))
KINDS = {
    "held-out": (HELD_OUT, STYLE),
    "foreign": (FOREIGN, STYLE),
    "gnome": (GNOME, USUAL),
    "gnome-foreign": (GNOME_FOREIGN, USUAL),
}
"""Designs and how hard their scenes are; ``own`` decks are drawn anew."""
READABLE_PX = 13.0
"""An index smaller than this need not be read: its card may be answered."""


def truth_of(scene: Scene) -> tuple[list[str], list[str]]:
    """Return the cards that must be read, and those that may be: hidden, small or cut off in part."""
    must, may = [], []
    for card in scene.cards:
        if card.card is None or not card.known:
            continue
        seen = [i for i in scene.indices if i.card is card.card and _on(card, i.centre)]
        clear = [i for i in seen if i.visible > 0.9 and np.hypot(*i.down) >= READABLE_PX]
        (must if clear else may).append(card.card.text)
    return must, may


def _on(card: CardTruth, point: tuple[float, float]) -> bool:
    return cv2.pointPolygonTest(card.corners_px, point, False) >= 0


def decks_of(kind: str, data: Path) -> dict[str, list[Deck]]:
    """Return the decks of a kind, by source name."""
    luck = random.Random(9001)
    if kind == "own":
        return {"fresh own decks": [random_deck(luck, data / "art", data / "fonts") for _ in range(40)]}
    return {d.name: [ArtDeck(data / "art", d, random_back(luck))] for d in KINDS[kind][0]}


def main(
    kind: Annotated[str, typer.Option(help="held-out, foreign, gnome, gnome-foreign or own.")] = "held-out",
    scenes: Annotated[int, typer.Option(help="How many scenes of each source.")] = 150,
    out: Annotated[Path, typer.Option(help="Folder of the pictures and truth.json.")] = Path(
        "var/training/measure"
    ),
    data: Annotated[Path, typer.Option(help="Folder of fetched art and fonts.")] = Path("var/training"),
    seed: int = 77,
) -> None:
    """Render scenes to measure on. Example: python -m vision.training.measure_scenes --kind held-out"""
    if kind not in (*KINDS, "own"):
        raise typer.BadParameter(f"not a kind: {kind}: give one of {', '.join((*KINDS, 'own'))}")
    style = KINDS[kind][1] if kind in KINDS else STYLE
    folder = out / kind
    folder.mkdir(parents=True, exist_ok=True)
    images = []
    for source, decks in decks_of(kind, data).items():
        rng = np.random.default_rng((seed, len(source)))
        for k in track(range(scenes), source):
            scene = render(rng, decks, style)
            name = f"{source.replace(' ', '-')}-{k:03d}.jpg"
            cv2.imwrite(str(folder / name), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
            must, may = truth_of(scene)
            images.append({"path": name, "source": source, "cards": must, "also": may})
    (folder / "truth.json").write_text(json.dumps({"source": kind, "images": images}, indent=1))
    print(f"{len(images)} scenes in {folder}")


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
