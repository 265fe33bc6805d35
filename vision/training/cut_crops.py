"""Cuts the classifier's training crops out of rendered scenes: indices, and what must not pass for one."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from table_controller import stopped
from vision.crops import CROP_HEIGHT_PX, CROP_WIDTH_PX, cut, pyramid
from vision.training.pace import bar
from vision.training.shards import Stored, legible, load

JOKER, FOREIGN, NO_SUIT = 13, 14, 4
UNLABELLED = -1
BLOCK = 8192
"""Crops: 63 MB, which the allocator gives back whole."""
Row = tuple[NDArray[np.uint8], int, int, int]
"""Crop, rank (0-12, joker, foreign, -1), suit (0-3, none, -1), is it an index."""


def _spin(v: NDArray[np.float32], angle: float) -> NDArray[np.float32]:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([v[0] * cos - v[1] * sin, v[0] * sin + v[1] * cos], np.float32)


def _jittered(
    rng: np.random.Generator, row: NDArray[np.float32], hard: float
) -> tuple[NDArray[np.float32], ...]:
    """Return centre, down, across as a detector might have them."""
    down, across = row[5:7], row[7:9]
    turn = float(rng.normal(0, 0.07 * hard))
    size = float(np.exp(rng.normal(0, 0.07 * hard)))
    wide = float(np.exp(rng.normal(0, 0.09 * hard)))
    shift = across * rng.normal(0, 0.045 * hard) + down * rng.normal(0, 0.045 * hard)
    slant = down * rng.normal(0, 0.06 * hard)
    return (
        (row[3:5] + shift).astype(np.float32),
        _spin(down * size, turn),
        _spin((across * wide + slant).astype(np.float32) * size, turn),
    )


def crops_of(scene: Stored, rng: np.random.Generator) -> list[Row]:
    """Return crops of one scene with their labels."""
    levels = pyramid(scene.image(), 3)
    rows = legible(levels[0], scene.indices)
    height = np.linalg.norm(rows[:, 5:7], axis=1) if len(rows) else np.zeros(0)
    out: list[Row] = []
    for k, row in enumerate(rows):
        inside = (row[3:5] > 4).all() and (row[3:5] < levels[0].shape[0] - 4).all()
        if not inside or not 9 < height[k] < 110:
            continue
        if row[2] > 0.9:
            out.append((cut(levels, *_jittered(rng, row, 1.0)), *labels(row), 1))
            if rng.random() < 0.55:
                out.append(_spoilt(levels, rng, row, rows))
        elif row[2] < 0.55 and rng.random() < 0.7:
            out.append((cut(levels, *_jittered(rng, row, 1.0)), UNLABELLED, UNLABELLED, 0))
    for _ in range(2):
        out.append(_anywhere(levels, rng, rows))
    return [row for row in out if row[3] >= 0]


def labels(row: NDArray[np.float32]) -> tuple[int, int]:
    """Return rank and suit class of an index row."""
    card = int(row[0])
    if card == 52:
        return JOKER, NO_SUIT
    return (card // 4 if row[1] else FOREIGN), card % 4


def _spoilt(
    levels: tuple[NDArray[np.uint8], ...],
    rng: np.random.Generator,
    row: NDArray[np.float32],
    rows: NDArray[np.float32],
) -> Row:
    """An index turned, shifted or cut at a wrong scale."""
    centre, down, across = _jittered(rng, row, 0.7)
    kind = rng.random()
    if kind < 0.4:
        turn = np.pi / 2 * int(rng.integers(1, 4))
        down, across = _spin(down, turn), _spin(across, turn)
    elif kind < 0.75:
        away = _spin(down, rng.uniform(0, 2 * np.pi)) * np.float32(rng.uniform(0.4, 1.6))
        centre = centre + away
        if np.linalg.norm(rows[:, 3:5] - centre, axis=1).min() < 0.3 * np.linalg.norm(down):
            return levels[0][:1, :1], UNLABELLED, UNLABELLED, -1
    else:
        factor = np.float32(rng.choice([rng.uniform(0.4, 0.6), rng.uniform(1.7, 2.4)]))
        down, across = down * factor, across * factor
    return cut(levels, centre, down, across), UNLABELLED, UNLABELLED, 0


def _anywhere(
    levels: tuple[NDArray[np.uint8], ...], rng: np.random.Generator, rows: NDArray[np.float32]
) -> Row:
    size = levels[0].shape[0]
    centre = rng.uniform(0, size, 2).astype(np.float32)
    height = float(np.exp(rng.uniform(np.log(11), np.log(90))))
    if len(rows) and np.linalg.norm(rows[:, 3:5] - centre, axis=1).min() < 0.5 * height:
        return levels[0][:1, :1], UNLABELLED, UNLABELLED, -1
    down = _spin(np.array([0, height], np.float32), rng.uniform(0, 2 * np.pi))
    return cut(levels, centre, down, np.array([down[1], -down[0]], np.float32)), UNLABELLED, UNLABELLED, 0


class CropBook:
    """Crops as they come, copied into large blocks: many small arrays kept between large ones that go leave memory in
    holes, ten gigabytes of it after a thousand scenes."""

    def __init__(self) -> None:
        self._blocks: list[NDArray[np.uint8]] = []
        self._labels: list[tuple[int, int, int]] = []

    def add(self, rows: Sequence[Row]) -> None:
        """Keep the crops and labels of a scene."""
        for crop, *told in rows:
            at = len(self._labels) % BLOCK
            if at == 0:
                self._blocks.append(np.empty((BLOCK, CROP_HEIGHT_PX, CROP_WIDTH_PX, 3), np.uint8))
            self._blocks[-1][at] = crop
            self._labels.append((told[0], told[1], told[2]))

    def write(self, out: Path) -> str:
        """Write crops and labels as the trainer reads them, whole or not at all; return in words how many."""
        count, labels = len(self._labels), np.array(self._labels, np.int8).reshape(-1, 3)
        crops = np.concatenate([np.empty((0, CROP_HEIGHT_PX, CROP_WIDTH_PX, 3), np.uint8), *self._blocks])
        part = out.with_suffix(".part.npz")
        np.savez(part, crops=crops[:count], labels=labels)
        part.rename(out)
        return f"{count} crops, {int(labels[:, 2].sum())} of indices"


def main(
    scenes: Annotated[Path, typer.Option(help="Folder of rendered shards.")] = Path("var/training/scenes"),
    out: Annotated[Path, typer.Option(help="File of the crops.")] = Path("var/training/crops.npz"),
    passes: Annotated[int, typer.Option(help="How often each scene is cut, each time differently.")] = 2,
    seed: int = 1,
) -> None:
    """Cut crops. Example: python -m vision.training.cut_crops --passes 2"""
    stored, book = load(scenes), CropBook()
    with bar() as progress:
        for turn in range(passes):
            for k, scene in enumerate(progress.track(stored, description=f"cutting, pass {turn + 1}")):
                book.add(crops_of(scene, np.random.default_rng((seed, turn, k))))
    print(book.write(out))


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
