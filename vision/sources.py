"""Where pictures come from: files, folders, video files and cameras, all as frames."""

import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm", ".pgm"})
VIDEOS: Final = frozenset({".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v", ".mjpeg", ".mjpg", ".ts"})
CAMERA_PREFIX: Final = "camera:"


class SourceError(ValueError):
    """A source that gives no pictures; the text says what, where and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture. *path* is the source as given, or the file within a folder as given; *number* counts the frames
    of a video or camera from 0 and *at_ms* is its time in it, both None for still pictures."""

    path: str
    image: Image
    number: int | None = None
    at_ms: int | None = None


MOST_DIGITS: Final = 6
"""Digits of a camera's number; a longer one is a name nothing has, and OpenCV takes no such number."""


def camera_of(source: str) -> int | str | None:
    """Return what to open for a camera source, None for any other.

    >>> camera_of("camera:0"), camera_of("camera:/dev/video2"), camera_of("hand.jpg")
    (0, '/dev/video2', None)
    """
    if source.startswith("/dev/video"):
        return source
    if not source.startswith(CAMERA_PREFIX):
        return None
    name = source[len(CAMERA_PREFIX) :]
    return int(name) if name.isdecimal() and len(name) <= MOST_DIGITS else name


def expand(sources: list[str]) -> list[str]:
    """Return *sources* with folders replaced by the pictures and videos in them, sorted by name.

    :raises SourceError: a path that is not there, or a folder without pictures
    """
    out: list[str] = []
    for source in sources:
        path = Path(source)
        if camera_of(source) is not None:
            out.append(source)
        elif path.is_dir():
            inside = sorted(str(p) for p in path.iterdir() if p.suffix.lower() in PICTURES | VIDEOS)
            if not inside:
                raise SourceError(
                    f"no pictures in folder {source}: give a folder that holds {_endings()} files"
                )
            out += inside
        elif path.exists():
            out.append(source)
        else:
            raise SourceError(f"no such file: {source}: check the path, or give camera:0 for a camera")
    return out


def frames(source: str, every: int = 1, most: int | None = None) -> Iterator[Frame]:
    """Give the frames of one source, of a video or camera each *every*-th and at most *most*.

    :raises SourceError: it cannot be read; a video that breaks off gives its frames first
    """
    camera = camera_of(source)
    if camera is not None:
        yield from _camera_frames(source, camera, every, most)
    elif Path(source).suffix.lower() in VIDEOS:
        yield from _video_frames(source, every, most)
    else:
        yield Frame(source, read_picture(source))


def read_picture(source: str) -> Image:
    """Return a picture file as BGR, turned upright as its camera says.

    :raises SourceError: no file, or no picture in it
    """
    try:
        data = np.fromfile(source, np.uint8)
    except OSError as error:
        raise SourceError(
            f"cannot open {source}: {error.strerror}: check the path and its permissions"
        ) from error
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if image is None:
        raise SourceError(
            f"not a picture: {source}: give a JPEG, PNG, WebP, BMP or TIFF file that opens elsewhere"
        )
    return np.asarray(image, np.uint8)


def _video_frames(source: str, every: int, most: int | None) -> Iterator[Frame]:
    capture = cv2.VideoCapture(source)
    try:
        if not capture.isOpened():
            raise SourceError(
                f"not a video: {source}: give an MP4, AVI, MKV, MOV or WebM file that plays elsewhere"
            )
        promised = int(capture.get(cv2.CAP_PROP_FRAME_COUNT))
        seen = yield from _captured(capture, source, every, most, live=False)
        if seen == 0:
            raise SourceError(f"no frames in video {source}: the file is empty or cut off; record it again")
        if most is None and seen < promised * 0.9:
            raise SourceError(
                f"video breaks off: {source}: {seen} of {promised} frames; copy or record it again"
            )
    finally:
        capture.release()


def _camera_frames(source: str, camera: int | str, every: int, most: int | None) -> Iterator[Frame]:
    capture = cv2.VideoCapture(camera)
    try:
        if not capture.isOpened():
            raise SourceError(f"no camera: {source}: is it plugged in, and not in use by another program?")
        seen = yield from _captured(capture, source, every, most, live=True)
        if most is None or seen < most:
            raise SourceError(
                f"camera stopped: {source}: {seen} frames came; check its cable and plug it in again"
            )
    finally:
        capture.release()


def _captured(
    capture: cv2.VideoCapture, source: str, every: int, most: int | None, live: bool
) -> Generator[Frame, None, int]:
    """Give frames until there are no more; return how many were taken out of the source or given, if *most*."""
    number, given, began = 0, 0, time.monotonic()
    while most is None or given < most:
        good, image = capture.read()
        if not good:
            return number
        if number % every == 0:
            at_ms = (time.monotonic() - began) * 1000 if live else capture.get(cv2.CAP_PROP_POS_MSEC)
            yield Frame(source, np.asarray(image, np.uint8), number, max(0, int(at_ms)))
            given += 1
        number += 1
    return max(number, given)


def _endings() -> str:
    return ", ".join(sorted(PICTURES | VIDEOS))
