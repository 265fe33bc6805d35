"""Renders scenes to shards: JPEGs and their truth in one file each. The same seed gives the same shards."""

import random
from multiprocessing import Process
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer

from vision.synthetic.decks import Deck
from vision.synthetic.optics import Light
from vision.synthetic.scene import Scene, SceneStyle, render
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


def write_shard(path: Path, decks: list[Deck], seed: int, data: Path) -> None:
    """Render one shard; *decks* drifts: every few scenes one deck is replaced."""
    rng = np.random.default_rng(seed)
    luck = random.Random(seed)
    jpegs, indices, cards = [], [], []
    for _ in range(SHARD_SCENES):
        if len(decks) < DECKS_AT_HAND:
            decks.append(random_deck(luck, data / "art", data / "fonts"))
        elif luck.random() < 0.12:
            decks[luck.randrange(DECKS_AT_HAND)] = random_deck(luck, data / "art", data / "fonts")
        scene = render(rng, decks, STYLE)
        jpegs.append(cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].ravel())
        indices.append(index_rows(scene))
        cards.append(card_rows(scene))
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


def _work(out: Path, data: Path, shards: list[int], seed: int) -> None:
    cv2.setNumThreads(1)
    for shard in shards:
        path = out / f"{shard:04d}.npz"
        if not path.exists():
            # Every shard starts with decks of its own, so that a run taken up again gives the same shards.
            write_shard(path, [], seed * 100_000 + shard, data)


def main(
    out: Annotated[Path, typer.Option(help="Folder of the shards.")] = Path("var/training/scenes"),
    data: Annotated[Path, typer.Option(help="Folder of fetched art and fonts.")] = Path("var/training"),
    shards: Annotated[int, typer.Option(help=f"How many shards of {SHARD_SCENES} scenes.")] = 80,
    seed: Annotated[int, typer.Option(help="Seed; the weights in the repository are of seed 1.")] = 1,
    processes: int = 2,
) -> None:
    """Render scenes to train on. Example: python -m vision.training.render --shards 80 --seed 1"""
    out.mkdir(parents=True, exist_ok=True)
    workers = [
        Process(target=_work, args=(out, data, list(range(k, shards, processes)), seed))
        for k in range(processes)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if any(worker.exitcode for worker in workers):
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
