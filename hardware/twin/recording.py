"""Frames of a camera stored as a video file, for programs that take a file for a camera."""

from collections.abc import Iterable
from pathlib import Path

import cv2

from hardware.twin.scene import Image


def record(path: Path, frames: Iterable[Image], frames_per_s: float = 10.0) -> int:
    """Write *frames* to *path*, an ``.avi`` of JPEG pictures; return how many there were.

    :raises ValueError: no frames, or pictures of different size
    :raises OSError: the file cannot be written
    """
    writer: cv2.VideoWriter | None = None
    shape: tuple[int, ...] = ()
    count = 0
    try:
        for frame in frames:
            if writer is None:
                shape = frame.shape
                size = (shape[1], shape[0])
                writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), frames_per_s, size)
                if not writer.isOpened():
                    raise OSError(f"cannot write a video to {path}")
            if frame.shape != shape:
                raise ValueError(f"frame {count} is {frame.shape}, the first was {shape}")
            writer.write(frame)
            count += 1
    finally:
        if writer is not None:
            writer.release()
    if not count:
        raise ValueError(f"no frames to write to {path}")
    return count
