"""Finds card indices and face-down cards in a picture: the detector network at several sizes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.busy import Box, BusyMap
from vision.crops import pyramid
from vision.known import doubtful_indices, sure_cards, surroundings, without_phantoms
from vision.peaks import Answer, BackFind, IndexFind, back_finds, index_finds

__all__ = ["MODELS", "BackFind", "Finder", "IndexFind", "ModelFileError", "open_model", "scales_for"]

Image = NDArray[np.uint8]
Vector = NDArray[np.float32]

MODELS: Final = Path(__file__).parent / "models"
LONG_SIDES: Final = (320, 512, 800, 1280, 1920)
"""Sizes a picture is looked at in. The network knows indices of 11 to 92 px, so every index up to a quarter of
the picture has its size in one of them."""
SAME_PLACE: Final = 0.42
"""Two finds nearer than so many heights are one."""
BEST_INDEX_PX: Final = (18.0, 40.0)
"""Heights of an index the network finds surely."""
COSTLY_PX: Final = 1200
"""What was surely found at a size whose long side is at least this is not looked for in smaller ones. In a smaller picture
that would save nothing, and every further look places some index better."""
SPARE: Final = 1.8
"""What is shrunk for a look was so many times as large, if it was shrunk before."""


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
    # A thread that waits for work by trying again and again takes the core from whatever else the machine does.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
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
        (:func:`scales_for`). Without them every size is tried, the largest first: bare stretches are looked at in none but the
        smallest, and cards that were surely found in a large one in no other.
        """
        long = max(image.shape[:2])
        sides = [side for side in LONG_SIDES if side < 1.3 * long] or [LONG_SIDES[0]]
        levels, busy = pyramid(image), BusyMap(image)
        indices: list[IndexFind] = []
        doubtful: list[IndexFind] = []
        backs: list[BackFind] = []
        for scale in sorted(scales or [side / long for side in sides], reverse=True):
            width, height = (max(32, round(side * scale)) for side in image.shape[1::-1])
            parts = busy.parts(width, height, surroundings(doubtful, scale))
            answers = [self._look(*_cut_out(levels, part, (width, height))) for part in parts]
            found = index_finds(answers)
            indices += found
            backs += back_finds(answers)
            if max(width, height) >= COSTLY_PX:
                busy.cover(sure_cards(found, scale))
                doubtful += doubtful_indices(found, scale)
        return without_phantoms(_distinct(indices)), _distinct_backs(backs)

    def _look(self, part: Image, offset: Vector, ratio: Vector) -> Answer:
        """Return the network's answer about a part, whose sides are 32s."""
        (answer,) = self._net.run(None, {"image": cv2.dnn.blobFromImage(part, 1 / 255)})
        return Answer(np.asarray(answer[0], np.float32), offset, ratio)


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


def _cut_out(levels: Sequence[Image], box: Box, size: tuple[int, int]) -> tuple[Image, Vector, Vector]:
    """Return the part *box* of the picture made *size* (width, height), grown to 32s; where it begins in the picture, and
    how many px of the picture each of its own is.

    It is shrunk from the smallest of *levels* that is about twice as large: shrinking it once more then costs no
    sharpness.
    """
    grown = [min(-(-side // 32) * 32, most) for side, most in zip(box[2:], size, strict=True)]
    x, y = (max(0, min(box[k] - (grown[k] - box[k + 2]) // 2, size[k] - grown[k])) for k in (0, 1))
    level = next((one for one in reversed(levels) if one.shape[1] >= SPARE * size[0]), levels[0])
    in_level = np.array(level.shape[1::-1]) / size
    x0, y0 = (round(v) for v in in_level * (x, y))
    x1, y1 = (round(v) for v in in_level * (x + grown[0], y + grown[1]))
    part = level[y0:y1, x0:x1]
    if part.shape[1::-1] != tuple(grown):
        flags = cv2.INTER_AREA if size[0] <= level.shape[1] else cv2.INTER_LINEAR
        part = np.asarray(cv2.resize(part, grown, interpolation=flags), np.uint8)
    in_picture = np.array(levels[0].shape[1::-1]) / level.shape[1::-1]
    offset, ratio = in_picture * (x0, y0), in_picture * (x1 - x0, y1 - y0) / grown
    padded = cv2.copyMakeBorder(part, 0, -grown[1] % 32, 0, -grown[0] % 32, cv2.BORDER_REPLICATE)
    return np.asarray(padded, np.uint8), offset.astype(np.float32), ratio.astype(np.float32)


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
