"""Video files, frame by frame, and what is wrong with them in one line."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.names import SourceError, printable
from vision.cameras.pictures import MOST_PX, require_file

Image = NDArray[np.uint8]

USUAL_FPS: Final = 30.0
MOST_FPS: Final = 1000.0
WHOLE: Final = 0.9
"""Share of the promised frames below which a video breaks off: headers often promise one or two too many."""


@dataclass(frozen=True, slots=True, eq=False)
class VideoFrame:
    """*number* counts from 0, *at_ms* is the time in the video; frames of one video may differ in size."""

    image: Image
    number: int
    at_ms: int


def open_video(path: str) -> cv2.VideoCapture:
    """Return an opened video file; release it in the end.

    :raises SourceError: no file, no video in it, or one whose pictures are too large
    """
    require_file(path)
    if not os.path.getsize(path):
        raise SourceError(f"empty file: {printable(path)}: copy or record it again")
    capture = cv2.VideoCapture(path, cv2.CAP_FFMPEG)
    if not capture.isOpened():
        capture.release()
        raise SourceError(
            f"not a video: {printable(path)}: give an MP4, AVI, MKV, MOV or WebM file that plays elsewhere"
        )
    pixels = capture.get(cv2.CAP_PROP_FRAME_WIDTH) * capture.get(cv2.CAP_PROP_FRAME_HEIGHT)
    if pixels > MOST_PX:
        capture.release()
        raise SourceError(
            f"too large: {printable(path)}: its pictures have over {MOST_PX // 1_000_000} million pixels"
        )
    return capture


def fps_of(capture: cv2.VideoCapture) -> float:
    """Return how many frames a second the file asks for; what is usual where it says nothing that can be."""
    said = float(capture.get(cv2.CAP_PROP_FPS))
    return said if 0 < said <= MOST_FPS else USUAL_FPS


def video_frames(path: str, every: int = 1, most: int | None = None) -> Iterator[VideoFrame]:
    """Give each *every*-th frame and at most *most* of them.

    :raises SourceError: no video, no frames, or, after those it has, a video that breaks off
    """
    capture = open_video(path)
    try:
        promised = capture.get(cv2.CAP_PROP_FRAME_COUNT)
        number = given = 0
        while most is None or given < most:
            good, image = capture.read()
            if not good:
                break
            if number % every == 0:
                at_ms = max(0, int(capture.get(cv2.CAP_PROP_POS_MSEC)))
                yield VideoFrame(np.asarray(image, np.uint8), number, at_ms)
                given += 1
            number += 1
        _complain(path, number, promised if most is None or given < most else 0)
    finally:
        capture.release()


def _complain(path: str, seen: int, promised: float) -> None:
    if seen == 0:
        raise SourceError(
            f"no frames in video {printable(path)}: the file is empty or cut off; record it again"
        )
    if seen < promised * WHOLE:
        raise SourceError(
            f"video breaks off: {printable(path)}: {seen} of {promised:.0f} frames; copy or record it again"
        )
