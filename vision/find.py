"""Finds card indices and face-down cards in a picture: the detector network at several sizes."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Vector = NDArray[np.float32]
Box = tuple[int, int, int, int]

MODELS: Final = Path(__file__).parent / "models"
LONG_SIDES: Final = (320, 512, 800, 1280, 1920)
"""Sizes a picture is looked at in. The network knows indices of 11 to 92 px, so every index up to a quarter of
the picture has its size in one of them."""
STRIDE: Final = 4
MIN_SCORE: Final = 0.12
MIN_BACK_SCORE: Final = 0.35
INDEX_PX: Final = (9.0, 104.0)
BACK_PX: Final = (40.0, 360.0)
SAME_PLACE: Final = 0.42
"""Two finds nearer than so many heights are one."""
BEST_INDEX_PX: Final = (18.0, 40.0)
"""Heights of an index the network finds surely."""
CELL_PX: Final = 32
"""Pictures are parted in squares of this size."""
BARE_CONTRAST: Final = 12.0
"""Levels of brightness, of 255, within which a cell is bare. A sensor's noise stays below it, ink on paper does not
where a person could read it."""
WORTH_PARTING_PX: Final = 200_000
"""Smaller pictures are looked at whole."""


@dataclass(frozen=True, slots=True, eq=False)
class IndexFind:
    """One index: *centre*, *down* from the rank's top to the suit's foot, *across* over the same length to the
    card's right, *to_card* to the card's centre; px of the picture. *score* is the detector's, 0-1."""

    score: float
    centre: Vector
    down: Vector
    across: Vector
    to_card: Vector

    @property
    def height(self) -> float:
        return float(np.hypot(self.down[0], self.down[1]))


@dataclass(frozen=True, slots=True, eq=False)
class BackFind:
    """One face-down card, as a rectangle: (4, 2) px."""

    score: float
    corners: Vector


class ModelFileError(OSError):
    """A network's file that cannot be used; the text says which and what to do."""


_RUNTIME: Final = onnxruntime.capi.onnxruntime_pybind11_state
_UNUSABLE: Final = (
    _RUNTIME.Fail,
    _RUNTIME.InvalidArgument,
    _RUNTIME.InvalidGraph,
    _RUNTIME.InvalidProtobuf,
    _RUNTIME.NoModel,
    _RUNTIME.NoSuchFile,
    _RUNTIME.NotImplemented,
    _RUNTIME.RuntimeException,
)
"""What onnxruntime says of a file that is away, damaged or made for another version; they have no base of their own."""


def open_model(path: Path, threads: int) -> onnxruntime.InferenceSession:
    """Return a session on the CPU with *threads* threads.

    :raises ModelFileError: the file is not there, or no network
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Parts of pictures come in many sizes; the arena would keep memory for each, and saves no time.
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except _UNUSABLE as error:
        raise ModelFileError(
            f"the card reader's weights cannot be used: {path}: not there, or damaged: install anew"
        ) from error


class Finder:
    """Holds the detector; one instance for each thread that finds."""

    def __init__(self, threads: int = 2, model: Path = MODELS / "detector.onnx") -> None:
        self._net = open_model(model, threads)

    def find(
        self, image: Image, scales: Sequence[float] | None = None
    ) -> tuple[list[IndexFind], list[BackFind]]:
        """Return what is seen in *image* (BGR), best first.

        *scales* are the sizes to look at it in, as shares of its own: for indices whose height is known
        (:func:`scales_for`). Without them every size is tried. Bare stretches are looked at in coarse sizes only.
        """
        long = max(image.shape[:2])
        sides = [side for side in LONG_SIDES if side < 1.3 * long] or [LONG_SIDES[0]]
        indices: list[IndexFind] = []
        backs: list[BackFind] = []
        made: list[Image] = []
        for scale in sorted(scales or [side / long for side in sides], reverse=True):
            small = _scaled(image, made, scale)
            made.append(small)
            ratio = np.array([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]], np.float32)
            for x, y, width, height in busy_parts(small):
                answer = self._look(small[y : y + height, x : x + width])
                offset = np.array((x, y), np.float32)
                indices += _indices(answer, offset, ratio)
                backs += _backs(answer, offset, ratio)
        return _distinct(indices), _distinct_backs(backs)

    def _look(self, part: Image) -> NDArray[np.float32]:
        """Return the network's answer, (channels, height / STRIDE, width / STRIDE) of the part made up to 32s."""
        height, width = part.shape[:2]
        padded = cv2.copyMakeBorder(part, 0, -height % 32, 0, -width % 32, cv2.BORDER_REPLICATE)
        blob = cv2.dnn.blobFromImage(padded, 1 / 255)
        (answer,) = self._net.run(None, {"image": blob})
        return np.asarray(answer[0], np.float32)


def scales_for(shortest_px: float, tallest_px: float) -> tuple[float, ...]:
    """Return the fewest sizes to look at a picture in whose indices are between so many px tall.

    >>> scales_for(20, 28), scales_for(12, 14), scales_for(60, 100)
    ((1.0,), (1.3,), (0.52,))
    >>> scales_for(20, 120)
    (1.0, 0.33)
    """
    if tallest_px > 4 * shortest_px:
        return (*scales_for(shortest_px, shortest_px), *scales_for(tallest_px, tallest_px))
    middle = (shortest_px * tallest_px) ** 0.5
    low, high = BEST_INDEX_PX
    return (round(min(1.3, max(low / middle, min(1.0, high / middle))), 2),)


def _scaled(image: Image, made: Sequence[Image], scale: float) -> Image:
    """Return *image* at *scale*, from the smallest of those *made* that is twice as large: shrinking it once more then
    costs no sharpness."""
    size = (max(32, round(image.shape[1] * scale)), max(32, round(image.shape[0] * scale)))
    if scale >= 1:
        return image if scale == 1 else np.asarray(cv2.resize(image, size), np.uint8)
    large = [one for one in made if image.shape[1] >= one.shape[1] >= 2 * size[0]]
    source = min(large, key=lambda one: one.shape[1], default=image)
    return np.asarray(cv2.resize(source, size, interpolation=cv2.INTER_AREA), np.uint8)


def busy_parts(image: Image) -> list[Box]:
    """Return boxes (x, y, width, height) that hold all of *image* but its bare stretches; the whole of it where they
    would save little.

    An index is ink on paper: where brightness is even over CELL_PX and all around it there is none.
    """
    height, width = image.shape[:2]
    if width * height < WORTH_PARTING_PX:
        return [(0, 0, width, height)]
    columns, rows = -(-width // CELL_PX), -(-height // CELL_PX)
    busy = _contrast(image, columns, rows) > BARE_CONTRAST
    wide = cv2.dilate(busy.astype(np.uint8), np.ones((3, 3), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(wide, connectivity=8)
    boxes = []
    for column, row, across, down, _ in stats[1:].tolist():
        x, y = column * CELL_PX, row * CELL_PX
        boxes.append((x, y, min(width - x, across * CELL_PX), min(height - y, down * CELL_PX)))
    if sum(w * h for _, _, w, h in boxes) > 0.7 * width * height:
        return [(0, 0, width, height)]
    return boxes


def _contrast(image: Image, columns: int, rows: int) -> NDArray[np.float32]:
    """Return the brightest minus the darkest of every cell, of brightness smoothed over four px: (rows, columns)."""
    quarter = CELL_PX // 4
    grey = cv2.cvtColor(
        cv2.resize(image, (columns * quarter, rows * quarter), interpolation=cv2.INTER_AREA),
        cv2.COLOR_BGR2GRAY,
    )
    cells = np.asarray(grey, np.float32).reshape(rows, quarter, columns, quarter)
    return np.asarray(cells.max(axis=(1, 3)) - cells.min(axis=(1, 3)), np.float32)


def _peaks(heat: NDArray[np.float32], least: float) -> NDArray[np.intp]:
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    return np.argwhere((heat >= highest) & (heat > least))


def _indices(answer: NDArray[np.float32], offset: Vector, scale: Vector) -> list[IndexFind]:
    """Decode the index channels of a part of the picture that begins at *offset*; see ``training/nets.py`` for their
    order."""
    finds = []
    for y, x in _peaks(answer[0], MIN_SCORE):
        dx, dy, cos, sin, log_height, ax, ay, cx, cy = answer[1:10, y, x]
        height = 32 * float(np.exp(np.clip(log_height, -3, 3)))
        length = float(np.hypot(cos, sin))
        if not INDEX_PX[0] < height < INDEX_PX[1] or length < 0.2:
            continue
        unit = np.array((cos, sin), np.float32) / length
        right = np.array((unit[1], -unit[0]), np.float32)
        centre = np.array((x + 0.5 + dx, y + 0.5 + dy), np.float32) * STRIDE + offset
        across = (right * ax + unit * ay) * height
        to_card = (right * cx + unit * cy) * height * 4
        finds.append(
            IndexFind(
                float(answer[0, y, x]), centre * scale, unit * height * scale, across * scale, to_card * scale
            )
        )
    return finds


def _backs(answer: NDArray[np.float32], offset: Vector, scale: Vector) -> list[BackFind]:
    finds = []
    for y, x in _peaks(answer[10], MIN_BACK_SCORE):
        dx, dy, cos, sin, log_long, log_short = answer[11:17, y, x]
        long, short = (100 * float(np.exp(np.clip(v, -3, 3))) for v in (log_long, log_short))
        if not BACK_PX[0] < long < BACK_PX[1]:
            continue
        angle = float(np.arctan2(sin, cos)) / 2
        along = np.array((np.cos(angle), np.sin(angle)), np.float32) * long / 2
        aside = np.array((-np.sin(angle), np.cos(angle)), np.float32) * short / 2
        centre = np.array((x + 0.5 + dx, y + 0.5 + dy), np.float32) * STRIDE + offset
        corners = np.stack(
            [centre - along - aside, centre + along - aside, centre + along + aside, centre - along + aside]
        )
        finds.append(BackFind(float(answer[10, y, x]), (corners * scale).astype(np.float32)))
    return finds


def _distinct(finds: list[IndexFind]) -> list[IndexFind]:
    """Keep the best find of every place."""
    if not finds:
        return []
    ranked = sorted(finds, key=lambda f: -f.score)
    centres = np.stack([f.centre for f in ranked])
    heights = np.array([f.height for f in ranked])
    left = np.ones(len(ranked), np.bool_)
    kept: list[IndexFind] = []
    for k, find in enumerate(ranked):
        if left[k]:
            kept.append(find)
            away = np.hypot(*(centres - find.centre).T)
            left &= away >= SAME_PLACE * np.maximum(heights, find.height)
    return kept


def _distinct_backs(finds: list[BackFind]) -> list[BackFind]:
    kept: list[BackFind] = []
    for find in sorted(finds, key=lambda f: -f.score):
        if not any(_overlap(find.corners, other.corners) > 0.6 for other in kept):
            kept.append(find)
    return kept


def _overlap(a: Vector, b: Vector) -> float:
    """Share of the smaller of two convex quads that lies in the other."""
    area, _ = cv2.intersectConvexConvex(a, b)
    return float(area) / max(1.0, min(abs(cv2.contourArea(a)), abs(cv2.contourArea(b))))
