"""How fast a table full of cards is read: one still of five hands, live frames by seat, memory, and the two engines."""

import multiprocessing
import multiprocessing.connection
import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.twin.cameras import ShoeCamera
from hardware.twin.scene import Lens, Lying, Optics
from hardware.twin.world import World
from table_controller import stopped
from table_controller.cards import DECK
from tests.bench.printed import printed
from vision.evaluate import percentile
from vision.find import MODELS, open_model
from vision.live.overhead import OverheadWatch
from vision.live.shoe import ShoeWatch
from vision.reader import CardReader

Image = NDArray[np.uint8]

SEED: Final = 53
FULL_HD: Final = Optics(width_px=1920, height_px=1080, px_per_mm=1.55, tilt=0.06, haze=0.0)
"""Indices of 20 to 24 px."""
SPOTS: Final = ((0.2, 0.25), (0.5, 0.2), (0.8, 0.25), (0.3, 0.75), (0.7, 0.75))
FRAMES: Final = 20
DETECTOR_PX: Final = (736, 1280)


def run() -> list[tuple[str, float, str]]:
    """Return (what, figure, unit) lines; takes some twenty seconds."""
    return [*_stills(), *_live(), *_shoe(), *_engines(), ("reading process, most memory", _memory_mb(), "MB")]


def five_hands(cards: int = 25, moved_mm: float = 0.0) -> list[Lying]:
    """Return so many cards before five seats, the first hand *moved_mm* to the right."""
    faces = random.Random(SEED).sample(DECK, 25)
    width, height = (side / FULL_HD.px_per_mm for side in (FULL_HD.width_px, FULL_HD.height_px))
    return [
        Lying(
            face,
            width * SPOTS[n // 5][0] + (n % 5 - 2) * 40 + (moved_mm if n < 5 else 0),
            height * SPOTS[n // 5][1] + (n * 7) % 5,
            (n * 3) % 7 - 3 + (180 if n < 15 else 0),
        )
        for n, face in enumerate(faces[:cards])
    ]


def seat_regions() -> dict[int, NDArray[np.float32]]:
    """Return a polygon (4, 2) px for each seat, round its hand."""
    reach = np.array([(-230, -140), (230, -140), (230, 140), (-230, 140)], np.float32)
    size = np.array((FULL_HD.width_px, FULL_HD.height_px), np.float32)
    return {seat: reach + np.array(spot, np.float32) * size for seat, spot in enumerate(SPOTS, 1)}


def _stills() -> list[tuple[str, float, str]]:
    lens, reader, alone = Lens(FULL_HD, SEED), CardReader(), CardReader(threads=1)
    pictures = [lens.picture(five_hands()) for _ in range(FRAMES)]
    times_ms = _times_ms(lambda image: reader.read(image), pictures)
    what = "reading five hands of five, a still, 1920x1080"
    work_ms = _times_ms(lambda image: alone.read(image), pictures, time.process_time)
    return [
        (f"{what}, p50", percentile(times_ms, 0.5), "ms"),
        (f"{what}, p99", percentile(times_ms, 0.99), "ms"),
        (f"{what}, processor time with one thread, p50", percentile(work_ms, 0.5), "ms"),
    ]


def _live() -> list[tuple[str, float, str]]:
    lens, reader = Lens(FULL_HD, SEED), CardReader()
    lines = []
    for cards in (5, 15, 25):
        frames = [lens.picture(five_hands(cards)) for _ in range(FRAMES)]
        lines.append((f"live from above, {cards} cards lie still, a frame", _frame_ms(reader, frames), "ms"))
    lines.append(("live from above, 25 cards lie still", 1000 / lines[-1][1], "frames/s"))
    moving = [lens.picture(five_hands(moved_mm=5.0 * (n % 2))) for n in range(FRAMES)]
    lines.append(
        ("live from above, a hand of five moves, 20 lie still", 1000 / _frame_ms(reader, moving), "frames/s")
    )
    return lines


def _frame_ms(reader: CardReader, frames: list[Image]) -> float:
    """Return the mean, as searching now and then is part of it, over frames after the first."""
    watch, clock = OverheadWatch(reader, seat_regions()), iter(range(0, 10**9, 50))
    times_ms = _times_ms(lambda image: watch.see(image, next(clock)), frames)
    return float(np.mean(times_ms))


def _shoe() -> list[tuple[str, float, str]]:
    world = World(2, chooser=random.Random(SEED))
    world.shuffle()
    world.eject(1)
    camera, watch, clock = ShoeCamera(world, SEED), ShoeWatch(CardReader()), iter(range(0, 10**9, 33))

    def fresh(image: Image) -> object:
        watch.begin()
        return watch.see(image, next(clock))

    frames = [camera.frame() for _ in range(FRAMES)]
    first = median(_times_ms(fresh, frames))
    more = median(
        _times_ms(lambda image: watch.see(image, next(clock)), [camera.frame() for _ in range(FRAMES)])
    )
    return [
        ("shoe, 320x240, first frame of a card", first, "ms"),
        ("shoe, 320x240, each further frame", more, "ms"),
    ]


def _engines() -> list[tuple[str, float, str]]:
    """The detector on one blob under both engines, two threads each."""
    blob = np.random.default_rng(SEED).random((1, 3, *DETECTOR_PX), np.float32)
    session = open_model(MODELS / "detector.onnx", 2)
    net = cv2.dnn.readNetFromONNX(str(MODELS / "detector.onnx"))
    cv2.setNumThreads(2)

    def by_opencv(image: Image) -> object:
        net.setInput(blob)
        return net.forward()

    nothing = [np.zeros((1, 1, 3), np.uint8)] * 8
    ours = median(_times_ms(lambda _: session.run(None, {"image": blob}), nothing))
    theirs = median(_times_ms(by_opencv, nothing))
    return [
        ("detector on 1280x736, onnxruntime", ours, "ms"),
        ("detector on 1280x736, cv2.dnn", theirs, "ms"),
    ]


def _times_ms(
    work: Callable[[Image], object], frames: list[Image], clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Return the time of each frame after the first, which sets up the networks. *clock* is in seconds; that of the
    processor says little of another machine, but does not mind what else this one does."""
    work(frames[0])
    times_ms = []
    for frame in frames[1:]:
        start = clock()
        work(frame)
        times_ms.append(1000 * (clock() - start))
    return times_ms


def _memory_mb() -> float:
    """Return the most memory a process of its own takes that reads stills and live frames of a full table."""
    here, there = multiprocessing.get_context("spawn").Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(target=_read_a_lot, args=(there,))
    with stopped.ctrl_c_kept_from_children():
        process.start()
    try:
        return float(here.recv())
    finally:
        stopped.end_all([process])


def _read_a_lot(there: "multiprocessing.connection.Connection") -> None:
    cv2.setNumThreads(1)
    lens, reader = Lens(FULL_HD, SEED), CardReader(threads=1)
    watch = OverheadWatch(reader, seat_regions())
    for n in range(FRAMES):
        image = lens.picture(five_hands(5 + n))
        watch.see(image, 50 * n)
        if n % 4 == 0:
            reader.read(image)
    there.send(_most_memory_mb())


def _most_memory_mb() -> float:
    """Return the most memory this process has taken: not what its parent had, as getrusage would say."""
    status = Path("/proc/self/status").read_text(encoding="ascii").split()
    return int(status[status.index("VmHWM:") + 1]) / 1024


if __name__ == "__main__":
    printed(run)
