"""How long a picture is read: what the twin's cameras show, and photos where they are beside the checkout."""

import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.twin.cameras import Camera, OverheadCamera, ShoeCamera
from hardware.twin.world import World
from tests.bench.printed import printed
from vision.evaluate import percentile
from vision.reader import CardReader
from vision.sources import read_picture

SEED: Final = 53
PICTURES: Final = 30
PHOTOS: Final = Path(__file__).parents[2] / "../shared/photos"
PHOTO_SETS: Final = ("edje_test", "rf100_test", "foltysm")


def run() -> list[tuple[str, float, str]]:
    """Return (what, figure, unit) lines; takes some ten seconds."""
    reader = CardReader()
    lines: list[tuple[str, float, str]] = []
    for name, pictures in (*_of_the_twin(), *_photos()):
        reader.read(pictures[0])  # the first one also sets up the network
        times_ms = [_ms(reader, picture) for picture in pictures]
        height, width = pictures[0].shape[:2]
        for share, called in ((0.5, "p50"), (0.99, "p99")):
            lines.append((f"reading {name}, {width}x{height}, {called}", percentile(times_ms, share), "ms"))
    return lines


def _ms(reader: CardReader, picture: NDArray[np.uint8]) -> float:
    start = time.perf_counter()
    reader.read(picture)
    return 1000 * (time.perf_counter() - start)


def _of_the_twin() -> list[tuple[str, Sequence[NDArray[np.uint8]]]]:
    world = World(2, chooser=random.Random(SEED))
    world.shuffle()
    for _ in range(5):
        world.eject(1)
    shoe, overhead = ShoeCamera(world, seed=SEED), OverheadCamera(world, 1, seed=SEED)
    one_card = _frames(shoe)
    world.table(1)
    return [("a card at the shoe", one_card), ("a tabled hand", _frames(overhead))]


def _frames(camera: Camera) -> list[NDArray[np.uint8]]:
    return [frame for _ in range(PICTURES) if (frame := camera.frame()) is not None]


def _photos() -> list[tuple[str, Sequence[NDArray[np.uint8]]]]:
    folders = [PHOTOS / name for name in PHOTO_SETS if (PHOTOS / name).is_dir()]
    return [
        (f"photos, {folder.name}", [read_picture(str(path)) for path in sorted(folder.iterdir())[:PICTURES]])
        for folder in folders
    ]


if __name__ == "__main__":
    printed(run)
