"""Opens cameras and streams, and says which of the wanted settings they took."""

import contextlib
import os
import sys
from dataclasses import dataclass
from typing import Final

import cv2

from vision.cameras.names import Kind, Source, SourceError

OPEN_TIMEOUT_MS: Final = 5000
READ_TIMEOUT_MS: Final = 3000
MANUAL_EXPOSURE: Final = 1.0
"""V4L2's number for it; OpenCV hands it through."""
EXPOSURE_UNIT_US: Final = 100
"""V4L2 counts exposures in ten thousandths of a second."""
NEAR: Final = 0.1
"""Share by which a figure may be off and still be taken for what was asked: drivers round."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a camera should be set; None leaves it to the camera. *fps* is also the speed of a folder of pictures."""

    width_px: int | None = None
    height_px: int | None = None
    fps: float | None = None
    exposure_us: int | None = None


AS_IT_COMES: Final = Wanted()


@dataclass(frozen=True, slots=True)
class Opened:
    """An open camera; *refused* says in words what it does otherwise than asked."""

    capture: cv2.VideoCapture
    refused: tuple[str, ...] = ()


def open_camera(source: Source, wanted: Wanted = AS_IT_COMES) -> Opened:
    """Open a camera or a stream; a stable name is looked up anew each time, so its number may have changed.

    Blocks for up to ``OPEN_TIMEOUT_MS``.

    :raises SourceError: it does not answer; the text holds no password
    """
    if source.kind is Kind.STREAM:
        return Opened(_opened_stream(source), _stream_refusals(wanted))
    path = os.path.realpath(source.path) if "\0" not in source.path else source.path
    on_linux = sys.platform == "linux"
    if on_linux and not os.path.exists(path.partition("\0")[0]):
        raise SourceError(
            f"no camera: {source.shown}: is it plugged in? `drawtable vision cameras` lists them"
        )
    if on_linux and not os.access(path, os.R_OK | os.W_OK):
        raise SourceError(
            f"no camera: {source.shown}: permission denied: sudo usermod -aG video $USER, then log in again"
        )
    capture = _opened_device(path)
    if not capture.isOpened():
        capture.release()
        raise SourceError(
            f"no camera: {source.shown}: no picture comes; is it in use by another program, or its second node?"
        )
    return Opened(capture, tuple(_set_up(capture, wanted)))


def _opened_device(path: str) -> cv2.VideoCapture:
    if sys.platform == "linux":
        return cv2.VideoCapture(path, cv2.CAP_V4L2)
    number = path.removeprefix("/dev/video")
    return cv2.VideoCapture(int(number) if number.isdecimal() else path)


def _opened_stream(source: Source) -> cv2.VideoCapture:
    # Over TCP: OpenCV asks RTSP for it by itself, and a lost UDP packet would be a smeared card.
    timeouts = [
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
        OPEN_TIMEOUT_MS,
        cv2.CAP_PROP_READ_TIMEOUT_MSEC,
        READ_TIMEOUT_MS,
    ]
    capture = cv2.VideoCapture(source.path, cv2.CAP_FFMPEG, timeouts)
    if not capture.isOpened():
        capture.release()
        raise SourceError(
            f"no camera: {source.shown}: the stream does not answer; check address, password and network"
        )
    return capture


def _stream_refusals(wanted: Wanted) -> tuple[str, ...]:
    asked = [name for name in ("width_px", "height_px", "fps", "exposure_us") if getattr(wanted, name)]
    return (f"{', '.join(asked)}: a stream is set on the camera's own page",) if asked else ()


def _set_up(capture: cv2.VideoCapture, wanted: Wanted) -> list[str]:
    """Set what is wanted and return, in words, what the driver did otherwise."""
    if wanted.width_px or wanted.height_px or wanted.fps:
        # Uncompressed, USB carries 1080p at five frames a second.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    refused: list[str] = []
    figures = (
        ("width_px", cv2.CAP_PROP_FRAME_WIDTH, wanted.width_px, 1.0),
        ("height_px", cv2.CAP_PROP_FRAME_HEIGHT, wanted.height_px, 1.0),
        ("fps", cv2.CAP_PROP_FPS, wanted.fps, 1.0),
        ("exposure_us", cv2.CAP_PROP_EXPOSURE, wanted.exposure_us, float(EXPOSURE_UNIT_US)),
    )
    for name, what, asked, unit in figures:
        if asked is None:
            continue
        if name == "exposure_us":
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE)
        capture.set(what, asked / unit)
    for name, what, asked, unit in figures:
        got = capture.get(what) * unit if asked is not None else 0.0
        if asked is not None and abs(got - asked) > NEAR * asked:
            refused.append(f"{name} = {asked:g} was asked for, the camera does {got:g}")
    with contextlib.suppress(cv2.error):
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return refused
