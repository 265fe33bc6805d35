"""What the detector's answer says: peaks of its two heat maps, as indices and face-down cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]

STRIDE: Final = 4
MIN_SCORE: Final = 0.12
MIN_BACK_SCORE: Final = 0.35
INDEX_PX: Final = (9.0, 104.0)
BACK_PX: Final = (40.0, 360.0)


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


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """The network's *channels* (17, height / STRIDE, width / STRIDE) about a part of a picture; see ``training/nets.py``
    for their order. The part begins at *offset*, and each of its px is *ratio* px of the picture, both (x, y)."""

    channels: NDArray[np.float32]
    offset: Vector
    ratio: Vector


def index_finds(answers: Sequence[Answer]) -> list[IndexFind]:
    """Return every index in the parts of a picture, all decoded at once."""
    places, told, offset, ratio = _peaks(answers, slice(0, 10), MIN_SCORE)
    score, dx, dy, cos, sin, log_height, ax, ay, cx, cy = told.T
    height = 32 * np.exp(np.clip(log_height, -3, 3))
    length = np.hypot(cos, sin)
    way = np.stack([cos, sin], axis=1) / np.maximum(length, 0.2)[:, None]
    right = np.stack([way[:, 1], -way[:, 0]], axis=1)
    centre = (places + np.stack([dx, dy], axis=1)) * STRIDE * ratio + offset
    tall = height[:, None] * ratio
    across = (right * ax[:, None] + way * ay[:, None]) * tall
    to_card = (right * cx[:, None] + way * cy[:, None]) * tall * 4
    sound = (height > INDEX_PX[0]) & (height < INDEX_PX[1]) & (length >= 0.2)
    vectors = np.stack([centre, way * tall, across, to_card], axis=1)[sound].astype(np.float32)
    return [IndexFind(s, *four) for s, four in zip(score[sound].tolist(), vectors, strict=True)]


def back_finds(answers: Sequence[Answer]) -> list[BackFind]:
    """Return every face-down card in the parts of a picture."""
    finds = []
    for place, told, offset, ratio in zip(*_peaks(answers, slice(10, 17), MIN_BACK_SCORE), strict=True):
        score, dx, dy, cos, sin, log_long, log_short = told
        long, short = (100 * float(np.exp(np.clip(v, -3, 3))) for v in (log_long, log_short))
        if not BACK_PX[0] < long < BACK_PX[1]:
            continue
        angle = float(np.arctan2(sin, cos)) / 2
        along = np.array((np.cos(angle), np.sin(angle)), np.float32) * long / 2
        aside = np.array((-np.sin(angle), np.cos(angle)), np.float32) * short / 2
        centre = (place + np.array((dx, dy), np.float32)) * STRIDE
        corners = np.stack(
            [centre - along - aside, centre + along - aside, centre + along + aside, centre - along + aside]
        )
        finds.append(BackFind(float(score), (corners * ratio + offset).astype(np.float32)))
    return finds


def _peaks(answers: Sequence[Answer], kind: slice, least: float) -> tuple[Vector, Vector, Vector, Vector]:
    """Return where the first channel of a *kind* peaks above *least*, the kind's channels there, and offset and ratio of
    the part; (n, 2), (n, channels), (n, 2), (n, 2)."""
    places: list[Vector] = [np.zeros((0, 2), np.float32)]
    told: list[Vector] = [np.zeros((0, kind.stop - kind.start), np.float32)]
    parts: list[int] = []
    for number, answer in enumerate(answers):
        heat = answer.channels[kind.start]
        y, x = np.nonzero((heat > least) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))))
        places.append(np.stack([x, y], axis=1).astype(np.float32) + np.float32(0.5))
        told.append(answer.channels[kind, y, x].T)
        parts += [number] * len(x)
    offset = np.array([answer.offset for answer in answers], np.float32).reshape(-1, 2)
    ratio = np.array([answer.ratio for answer in answers], np.float32).reshape(-1, 2)
    which = np.array(parts, np.intp)
    return np.concatenate(places), np.concatenate(told), offset[which], ratio[which]
