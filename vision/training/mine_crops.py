"""Cuts crops where the trained detector looks: indices as it places them, and what it takes for one and is none."""

from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from table_controller import stopped
from vision.crops import cut, pyramid
from vision.find import Finder, IndexFind
from vision.training.cut_crops import UNLABELLED, CropBook, Row, labels
from vision.training.pace import bar
from vision.training.shards import Stored, legible, load


def verdict(find: IndexFind, rows: NDArray[np.float32]) -> tuple[int, int, int] | None:
    """Return rank, suit and is-index for a find, None where the truth is neither yes nor no."""
    if not len(rows):
        return UNLABELLED, UNLABELLED, 0
    away = np.linalg.norm(rows[:, 3:5] - find.centre, axis=1)
    row = rows[int(np.argmin(away))]
    height = float(np.hypot(row[5], row[6]))
    if away.min() > 0.5 * height:
        return UNLABELLED, UNLABELLED, 0
    cosine = float(row[5:7] @ find.down) / (height * find.height)
    if cosine < 0.7:
        return UNLABELLED, UNLABELLED, 0
    if away.min() > 0.25 * height or not 0.72 < find.height / height < 1.4 or cosine < 0.9:
        return None
    if row[2] > 0.9:
        return (*labels(row), 1)
    return (UNLABELLED, UNLABELLED, 0) if row[2] < 0.5 else None


def mined(finder: Finder, scene: Stored) -> list[Row]:
    """Return the crops of one scene."""
    image = scene.image()
    rows = legible(image, scene.indices)
    levels = pyramid(image)
    out: list[Row] = []
    for find in finder.find(image)[0]:
        answer = verdict(find, rows)
        if answer is not None:
            out.append((cut(levels, find.centre, find.down, find.across), *answer))
    return out


def main(
    scenes: Annotated[Path, typer.Option(help="Folder of rendered shards.")] = Path("var/training/scenes"),
    model: Annotated[Path, typer.Option(help="The detector as ONNX.")] = Path("vision/models/detector.onnx"),
    out: Annotated[Path, typer.Option(help="File of the crops.")] = Path("var/training/mined.npz"),
    every: Annotated[int, typer.Option(help="Of the scenes, take each so-manieth.")] = 2,
) -> None:
    """Mine crops. Example: python -m vision.training.mine_crops --every 2"""
    finder, book = Finder(1, model), CropBook()
    with bar() as progress:
        for scene in progress.track(load(scenes)[::every], description="mining"):
            book.add(mined(finder, scene))
    print(book.write(out))


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
