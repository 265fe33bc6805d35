"""Finds card indices and face-down cards in a picture: the detector network at several sizes."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Vector = NDArray[np.float32]

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


def open_model(path: Path, threads: int) -> onnxruntime.InferenceSession:
    """Return a session on the CPU with *threads* threads."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


class Finder:
    """Holds the detector; one instance for each thread that finds."""

    def __init__(self, threads: int = 2, model: Path = MODELS / "detector.onnx") -> None:
        self._net = open_model(model, threads)

    def find(self, image: Image) -> tuple[list[IndexFind], list[BackFind]]:
        """Return what is seen in *image* (BGR), best first."""
        long = max(image.shape[:2])
        sides = [side for side in LONG_SIDES if side < 1.3 * long] or [LONG_SIDES[0]]
        indices: list[IndexFind] = []
        backs: list[BackFind] = []
        for side in sides:
            heat_map, scale = self._look(image, side / long)
            indices += _indices(heat_map, scale)
            backs += _backs(heat_map, scale)
        return _distinct(indices), _distinct_backs(backs)

    def _look(self, image: Image, scale: float) -> tuple[NDArray[np.float32], Vector]:
        """Return the network's answer and the px of *image* for each px it saw, across and down."""
        height, width = (max(32, round(side * scale)) for side in image.shape[:2])
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = cv2.resize(image, (width, height), interpolation=way)
        padded = cv2.copyMakeBorder(small, 0, -height % 32, 0, -width % 32, cv2.BORDER_REPLICATE)
        blob = np.ascontiguousarray(padded.transpose(2, 0, 1)[None], np.float32) / 255
        (answer,) = self._net.run(None, {"image": blob})
        return answer[0], np.array((image.shape[1] / width, image.shape[0] / height), np.float32)


def _peaks(heat: NDArray[np.float32], least: float) -> NDArray[np.intp]:
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    return np.argwhere((heat >= highest) & (heat > least))


def _indices(answer: NDArray[np.float32], scale: Vector) -> list[IndexFind]:
    """Decode the index channels; see ``training/nets.py`` for their order."""
    finds = []
    for y, x in _peaks(answer[0], MIN_SCORE):
        dx, dy, cos, sin, log_height, ax, ay, cx, cy = answer[1:10, y, x]
        height = 32 * float(np.exp(np.clip(log_height, -3, 3)))
        length = float(np.hypot(cos, sin))
        if not INDEX_PX[0] < height < INDEX_PX[1] or length < 0.2:
            continue
        unit = np.array((cos, sin), np.float32) / length
        right = np.array((unit[1], -unit[0]), np.float32)
        centre = (np.array((x + 0.5 + dx, y + 0.5 + dy), np.float32)) * STRIDE
        across = (right * ax + unit * ay) * height
        to_card = (right * cx + unit * cy) * height * 4
        finds.append(
            IndexFind(
                float(answer[0, y, x]), centre * scale, unit * height * scale, across * scale, to_card * scale
            )
        )
    return finds


def _backs(answer: NDArray[np.float32], scale: Vector) -> list[BackFind]:
    finds = []
    for y, x in _peaks(answer[10], MIN_BACK_SCORE):
        dx, dy, cos, sin, log_long, log_short = answer[11:17, y, x]
        long, short = (100 * float(np.exp(np.clip(v, -3, 3))) for v in (log_long, log_short))
        if not BACK_PX[0] < long < BACK_PX[1]:
            continue
        angle = float(np.arctan2(sin, cos)) / 2
        along = np.array((np.cos(angle), np.sin(angle)), np.float32) * long / 2
        aside = np.array((-np.sin(angle), np.cos(angle)), np.float32) * short / 2
        centre = np.array((x + 0.5 + dx, y + 0.5 + dy), np.float32) * STRIDE
        corners = np.stack(
            [centre - along - aside, centre + along - aside, centre + along + aside, centre - along + aside]
        )
        finds.append(BackFind(float(answer[10, y, x]), (corners * scale).astype(np.float32)))
    return finds


def _distinct(finds: list[IndexFind]) -> list[IndexFind]:
    """Keep the best find of every place."""
    kept: list[IndexFind] = []
    for find in sorted(finds, key=lambda f: -f.score):
        near = (
            np.hypot(*(find.centre - other.centre)) < SAME_PLACE * max(find.height, other.height)
            for other in kept
        )
        if not any(near):
            kept.append(find)
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
