"""Cameras with their reader: frames here, reading in a process of its own."""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
import structlog
from numpy.typing import NDArray

from table_controller.cards import parse_card
from table_controller.ports import Seen
from vision.find import MODELS
from vision.reader import CardReader
from vision.sources import VIDEOS, SourceError, camera_of, read_picture

Image = NDArray[np.uint8]

REOPEN_S: Final = 1.0
FIRST_FRAME_S: Final = 5.0
STALE_S: Final = 1.0
"""A camera's frame older than this shows what lay there once."""

log = structlog.get_logger()


class FrameSource(Protocol):
    """Where frames come from."""

    def frame(self) -> Image | None:
        """Return what is seen now, (height, width, 3) uint8 BGR; None when nothing is."""


class ReadingRoom:
    """The processes in which pictures are read; one reader each."""

    def __init__(self, workers: int = 1) -> None:
        """:raises OSError: the reader's weights are not there"""
        require_weights()
        self._workers: Final = workers
        self._deaths = 0
        self._pool = self._new_pool()

    async def read(self, image: Image) -> tuple[Seen, ...]:
        """Return the cards in a picture; a reader that died is replaced, and the picture counts as unread."""
        pool = self._pool
        try:
            found = await asyncio.get_running_loop().run_in_executor(pool, _read, image)
        except BrokenProcessPool:
            await self._replace(pool)
            return ()
        self._deaths = 0
        return tuple(Seen(parse_card(text) if text else None, score) for text, score in found)

    async def _replace(self, broken: ProcessPoolExecutor) -> None:
        """Start a reader in the place of one that died; in no hurry when it dies again and again."""
        if self._pool is broken:
            log.warning("the card reader died and is started again")
            broken.shutdown(wait=False)
            self._pool = self._new_pool()
            self._deaths += 1
        if self._deaths > 1:
            await asyncio.sleep(REOPEN_S)

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(
            self._workers, mp_context=context, initializer=_begin_reading, initargs=(os.getpid(),)
        )

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def require_weights() -> None:
    """Check that the reader can be started.

    :raises OSError: a file of weights is not there
    """
    for name in ("detector.onnx", "classifier.onnx"):
        if not (MODELS / name).is_file():
            raise FileNotFoundError(f"the card reader's weights are not there: {MODELS / name}: install anew")


_reader: CardReader | None = None


def _begin_reading(parent: int) -> None:
    global _reader
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    threading.Thread(target=_end_with_parent, args=(parent,), daemon=True).start()
    _reader = CardReader(threads=1)


def _end_with_parent(parent: int) -> None:
    """A table that was killed leaves no reader behind."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


def _read(image: Image) -> list[tuple[str, float]]:
    if _reader is None:
        raise RuntimeError("the reader has not begun")
    return [(s.card.text if s.card else "", float(s.score)) for s in _reader.read(image).sightings]


class CameraEye:
    """A camera of the table (a :class:`~table_controller.ports.Eye`). *name* stands in health reports."""

    def __init__(self, name: str, role: str, source: FrameSource, room: ReadingRoom) -> None:
        self.name: Final = name
        self.role: Final = role
        self.sees = True
        self._source: Final = source
        self._room: Final = room

    async def look(self) -> tuple[Seen, ...]:
        """Return what lies there now; nothing when the camera is blind."""
        image = await asyncio.to_thread(self._source.frame)
        self.sees = image is not None
        return () if image is None else await self._room.read(image)


class StillSource:
    """A picture file as a camera that always sees the same."""

    def __init__(self, path: str) -> None:
        self._image: Final = read_picture(path)

    def frame(self) -> Image | None:
        return self._image


class LiveSource:
    """A camera or a video file, read in a thread so that the newest frame is always at hand.

    A video file plays at its own speed and begins again at its end; a camera that stops is opened again. One that
    hangs is blind once its last frame is old: what lay there then is no longer there.
    """

    def __init__(self, source: str) -> None:
        self._source: Final = source
        self._frame: Image | None = None
        self._frame_at = 0.0
        self._first: Final = threading.Event()
        self._stop: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name=f"camera {source}", daemon=True)
        self._thread.start()

    def frame(self) -> Image | None:
        self._first.wait(FIRST_FRAME_S)
        hangs = camera_of(self._source) is not None and time.monotonic() - self._frame_at > STALE_S
        return None if hangs else self._frame

    def close(self) -> None:
        self._stop.set()
        self._thread.join(timeout=2)

    def _run(self) -> None:
        while not self._stop.is_set():
            self._capture()
            self._frame = self._frame if camera_of(self._source) is None else None
            self._stop.wait(0 if camera_of(self._source) is None and self._frame is not None else REOPEN_S)

    def _capture(self) -> None:
        camera = camera_of(self._source)
        capture = cv2.VideoCapture(self._source if camera is None else camera)
        period_s = 1 / (capture.get(cv2.CAP_PROP_FPS) or 30) if camera is None else 0.0
        try:
            while not self._stop.is_set():
                good, image = capture.read()
                if not good:
                    return
                self._frame, self._frame_at = np.asarray(image, np.uint8), time.monotonic()
                self._first.set()
                self._stop.wait(period_s)
        finally:
            capture.release()


def open_source(source: str) -> FrameSource:
    """Return the frames of a camera, a video file or a picture, as [[camera]] source names it.

    :raises SourceError: it gives no picture; the text says what to do
    """
    if camera_of(source) is None and not Path(source).exists():
        raise SourceError(f"no such file: {source}: check the path, or give camera:0 for a camera")
    if camera_of(source) is None and Path(source).suffix.lower() not in VIDEOS:
        return StillSource(source)
    _try_one_frame(source)
    return LiveSource(source)


def _try_one_frame(source: str) -> None:
    camera = camera_of(source)
    capture = cv2.VideoCapture(source if camera is None else camera)
    try:
        if not capture.isOpened() or not capture.read()[0]:
            hint = (
                "is it plugged in, and not in use by another program?"
                if camera is not None
                else "not a video"
            )
            raise SourceError(f"no picture from {source}: {hint}")
    finally:
        capture.release()
