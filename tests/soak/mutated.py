"""Picture and video files with something wrong in them, from a seed."""

import random
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from tests.vision.cameras.test_picture_kinds import KINDS

SUFFIXES = (
    ".jpg", ".png", ".webp", ".gif", ".bmp", ".tiff", ".ppm", ".mp4", ".avi", ".mkv",
    *(f"-{name}" for name in KINDS),
)  # fmt: skip
"""How the files end: kinds of pictures have their kind before the dot."""
VIDEO_CODES = {".mp4": "mp4v", ".avi": "MJPG", ".mkv": "mp4v"}


def whole_files(folder: Path) -> dict[str, bytes]:
    """Return a good file of every kind, by suffix; videos are written in *folder* first."""
    rng = np.random.default_rng(3)
    image = cv2.resize(rng.integers(0, 256, (12, 16, 3), np.uint8), (96, 64))
    files: dict[str, bytes] = {}
    for suffix in SUFFIXES:
        if suffix[1:] in KINDS:
            files[suffix] = KINDS[suffix[1:]]
            continue
        path = folder / f"whole{suffix}"
        if suffix in VIDEO_CODES:
            code = cv2.VideoWriter.fourcc(*VIDEO_CODES[suffix])
            writer = cv2.VideoWriter(str(path), code, 10.0, (96, 64))
            for k in range(6):
                writer.write(np.roll(image, 5 * k, axis=1))
            writer.release()
        else:
            cv2.imwrite(str(path), image)
        files[suffix] = path.read_bytes()
    return files


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Return *data* after one to four accidents; half of them near its head, where sizes and tables are."""
    out = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        if not out:
            break
        rng.choice(_ACCIDENTS)(out, rng)
    return bytes(out)


def _place(out: bytearray, rng: random.Random) -> int:
    return rng.randrange(min(len(out), 200) if rng.random() < 0.5 else len(out))


def _flip(out: bytearray, rng: random.Random) -> None:
    for _ in range(rng.choice((1, 1, 4, 16))):
        out[_place(out, rng)] ^= 1 << rng.randrange(8)


def _extreme(out: bytearray, rng: random.Random) -> None:
    at = _place(out, rng)
    size = rng.choice((1, 2, 4, 8))
    out[at : at + size] = rng.choice((b"\x00", b"\xff", b"\x7f", b"\x80", b"\x01")) * size


def _cut(out: bytearray, rng: random.Random) -> None:
    del out[_place(out, rng) :]


def _drop(out: bytearray, rng: random.Random) -> None:
    at = _place(out, rng)
    del out[at : at + rng.randint(1, 40)]


def _repeat(out: bytearray, rng: random.Random) -> None:
    at = _place(out, rng)
    out[at:at] = out[at : at + rng.randint(1, 60)] * rng.randint(1, 3)


def _junk(out: bytearray, rng: random.Random) -> None:
    at = _place(out, rng)
    out[at : at + rng.randint(1, 30)] = rng.randbytes(rng.randint(1, 30))


_ACCIDENTS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    _flip,
    _flip,
    _extreme,
    _extreme,
    _cut,
    _drop,
    _repeat,
    _junk,
)
