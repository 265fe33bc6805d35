"""The process in which pictures are read: it holds the reader, and what each camera has shown so far."""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import structlog
from numpy.typing import NDArray

from vision.evidence import evidence_of
from vision.find import MODELS
from vision.live.look import Look
from vision.live.modes import mode_of
from vision.live.watch import Watch
from vision.reader import CardReader

Image = NDArray[np.uint8]
Regions = Mapping[int, NDArray[np.float32]]
Pictures = tuple[tuple[bytes, ...], ...]

PAUSE_S: Final = 1.0
_NO_PICTURE: Final[Image] = np.zeros((1, 1, 3), np.uint8)

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A frame to be read: of which *camera*, its *role*, its time in ms, and whether something *fresh* lies there now, of
    which nothing that was seen before is true. *regions* are px by seat, of an overhead camera."""

    camera: str
    role: str
    image: Image
    at_ms: int
    at_utc_ms: int
    fresh: bool = False
    regions: Regions | None = None


class ReadingRoom:
    """One process with one reader, for all cameras of a table."""

    def __init__(self, *, evidence: bool = False) -> None:
        """With *evidence* each certain card comes with small pictures of itself, a millisecond's work.

        :raises OSError: the reader's weights are not there
        """
        require_weights()
        self._evidence: Final = evidence
        self._deaths = 0
        self._pool = self._new_pool()

    async def see(self, view: View) -> tuple[Look, Pictures]:
        """Return what is known after another frame of a camera, and pictures of each card once all are certain.

        A reader that died is replaced; the frame counts as unread, and what was known is forgotten.
        """
        pool = self._pool
        try:
            look, pictures = await asyncio.get_running_loop().run_in_executor(
                pool, _see, view, self._evidence
            )
        except BrokenProcessPool:
            await self._replace(pool)
            return Look(view.camera, view.image, view.at_ms, view.at_utc_ms, is_new=False), ()
        self._deaths = 0
        return look.of(view.camera, view.image, view.at_utc_ms), pictures

    async def _replace(self, broken: ProcessPoolExecutor) -> None:
        """Start a reader in the place of one that died; in no hurry when it dies again and again."""
        if self._pool is broken:
            log.warning("the card reader died and is started again")
            broken.shutdown(wait=False)
            self._pool = self._new_pool()
            self._deaths += 1
        if self._deaths > 1:
            await asyncio.sleep(PAUSE_S)

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, mp_context=context, initializer=_begin_reading, initargs=(os.getpid(),))

    def close(self) -> None:
        """End the process."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def require_weights() -> None:
    """Check that the reader can be started.

    :raises OSError: a file of weights is not there
    """
    for name in ("detector.onnx", "classifier.onnx"):
        if not (MODELS / name).is_file():
            raise FileNotFoundError(f"the card reader's weights are not there: {MODELS / name}: install anew")


_reader: CardReader | None = None
_watches: Final[dict[str, Watch]] = {}


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


def _see(view: View, evidence: bool) -> tuple[Look, Pictures]:
    if _reader is None:
        raise RuntimeError("the reader has not begun")
    if view.camera not in _watches:
        _watches[view.camera] = mode_of(view.role, _reader, view.regions)
    elif view.fresh:
        _watches[view.camera].begin()
    look = _watches[view.camera].see(view.image, view.at_ms)
    kept = evidence_of(view.image, (t.sighting for t in look.tracks)) if evidence and look.settled else ()
    return replace(look, image=_NO_PICTURE), kept
