"""Renders scenes to shards: JPEGs and their truth in one file each. The same seed gives the same shards."""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer

from table_controller import stopped
from vision.synthetic.decks import Deck
from vision.synthetic.optics import Light
from vision.synthetic.scene import Scene, SceneStyle, render
from vision.training.pace import Tick, in_processes
from vision.training.styles import random_deck

SHARD_SCENES = 250
STYLE = SceneStyle(arranged=0.3, light=Light(burnt=0.12, rolling=0.12, night=0.06))
DECKS_AT_HAND = 10
INDEX_COLUMNS = 11
CARD_COLUMNS = 11


def index_rows(scene: Scene) -> np.ndarray:
    """Return label, known, visible, centre, down, across, to_card of every index: (n, 11) float32."""
    rows = [
        (i.card.index, i.known, i.visible, *i.centre, *i.down, *i.across, *i.to_card) for i in scene.indices
    ]
    return np.array(rows, np.float32).reshape(-1, INDEX_COLUMNS)


def card_rows(scene: Scene) -> np.ndarray:
    """Return label (-1 face down), known, visible and four corners of every card: (n, 11) float32."""
    rows = [
        (-1 if c.card is None else c.card.index, c.known, c.visible, *c.corners_px.ravel())
        for c in scene.cards
    ]
    return np.array(rows, np.float32).reshape(-1, CARD_COLUMNS)


@dataclass(frozen=True, slots=True)
class Shard:
    """One file of scenes, and what it is drawn from."""

    path: Path
    scenes: int
    seed: int
    data: Path


def write_shard(shard: Shard, tick: Tick) -> None:
    """Render one shard; its decks drift: every few scenes one deck is replaced. Every shard starts with decks of its
    own, so that a run taken up again gives the same shards."""
    cv2.setNumThreads(1)
    data, path = shard.data, shard.path
    rng = np.random.default_rng(shard.seed)
    luck = random.Random(shard.seed)
    decks: list[Deck] = []
    jpegs, indices, cards = [], [], []
    for _ in range(shard.scenes):
        if len(decks) < DECKS_AT_HAND:
            decks.append(random_deck(luck, data / "art", data / "fonts"))
        elif luck.random() < 0.12:
            decks[luck.randrange(DECKS_AT_HAND)] = random_deck(luck, data / "art", data / "fonts")
        scene = render(rng, decks, STYLE)
        jpegs.append(cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].ravel())
        indices.append(index_rows(scene))
        cards.append(card_rows(scene))
        tick()
    part = path.with_suffix(".part.npz")
    np.savez(
        part,
        jpegs=np.concatenate(jpegs),
        sizes=[len(j) for j in jpegs],
        indices=np.concatenate(indices),
        index_counts=[len(r) for r in indices],
        cards=np.concatenate(cards),
        card_counts=[len(r) for r in cards],
    )
    part.rename(path)


def main(
    out: Annotated[Path, typer.Option(help="Folder of the shards.")] = Path("var/training/scenes"),
    data: Annotated[Path, typer.Option(help="Folder of fetched art and fonts.")] = Path("var/training"),
    shards: Annotated[int, typer.Option(help="How many shards.")] = 48,
    each: Annotated[int, typer.Option(help="How many scenes in each.")] = SHARD_SCENES,
    seed: Annotated[int, typer.Option(help="Seed; the weights in the repository are of seed 1.")] = 1,
    processes: int = 2,
) -> None:
    """Render scenes to train on. Example: python -m vision.training.render --shards 48 --seed 1"""
    out.mkdir(parents=True, exist_ok=True)
    jobs = [Shard(out / f"{k:04d}.npz", each, seed * 100_000 + k, data) for k in range(shards)]
    todo = [job for job in jobs if not job.path.exists()]
    in_processes(write_shard, todo, processes, "scenes", len(todo) * each)


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
