"""Pictures, folders, videos and cameras by name, one after another, all as frames."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.capture import open_camera
from vision.cameras.names import PICTURES, VIDEOS, Kind, parse_source, printable
from vision.cameras.names import SourceError as SourceError
from vision.cameras.names import camera_of as camera_of
from vision.cameras.pictures import broken_off, load_picture
from vision.cameras.pictures import read_picture as read_picture
from vision.cameras.videos import video_frames

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture. *path* is the source as given, or the file within a folder as given; *number* counts the frames
    of a video or camera from 0 and *at_ms* is its time in it, both None for still pictures. The sides of *image* are
    1 / *reduced* of those in the file."""

    path: str
    image: Image
    number: int | None = None
    at_ms: int | None = None
    reduced: int = 1


def expand(sources: list[str]) -> list[str]:
    """Return *sources* with folders replaced by the pictures and videos in them, sorted by name.

    :raises SourceError: a path that is not there, or a folder without pictures
    """
    out: list[str] = []
    for text in sources:
        source = parse_source(text)
        if source.kind is Kind.FOLDER:
            out += _inside(text)
        elif source.kind in (Kind.DEVICE, Kind.STREAM) or _is_there(text):
            out.append(text)
        else:
            raise SourceError(f"no such file: {source.shown}: check the path, or give camera:0 for a camera")
    return out


def _is_there(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False


def _inside(folder: str) -> list[str]:
    try:
        inside = sorted(str(p) for p in Path(folder).iterdir() if p.suffix.lower() in PICTURES | VIDEOS)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SourceError(
            f"cannot open folder {printable(folder)}: {reason}: check its permissions"
        ) from error
    if not inside:
        endings = ", ".join(sorted(PICTURES | VIDEOS))
        raise SourceError(
            f"no pictures in folder {printable(folder)}: give a folder that holds {endings} files"
        )
    return inside


def frames(source: str, every: int = 1, most: int | None = None) -> Iterator[Frame]:
    """Give the frames of one source, of a video or camera each *every*-th and at most *most*.

    :raises SourceError: it cannot be read; a video or picture that breaks off gives what there is of it first
    """
    named = parse_source(source)
    if named.kind.is_live:
        yield from _camera_frames(source, every, most)
    elif named.kind is Kind.VIDEO:
        for one in video_frames(source, every, most):
            yield Frame(source, one.image, one.number, one.at_ms)
    else:
        picture = load_picture(source)
        yield Frame(source, picture.image, reduced=picture.reduced)
        if picture.breaks_off:
            raise broken_off(source)


def _camera_frames(text: str, every: int, most: int | None) -> Iterator[Frame]:
    source = parse_source(text)
    capture = open_camera(source).capture
    number, given, began = 0, 0, time.monotonic()
    try:
        while most is None or given < most:
            good, image = capture.read()
            if not good:
                raise SourceError(
                    f"camera stopped: {source.shown}: {number} frames came; check its cable and plug it in again"
                )
            if number % every == 0:
                at_ms = int((time.monotonic() - began) * 1000)
                yield Frame(source.shown, np.asarray(image, np.uint8), number, at_ms)
                given += 1
            number += 1
    except cv2.error as error:
        raise SourceError(f"camera stopped: {source.shown}: its pictures cannot be decoded") from error
    finally:
        capture.release()
