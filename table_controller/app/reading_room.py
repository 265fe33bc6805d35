"""The process in which pictures are read: it holds the reader, and what each camera has shown so far."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import structlog
from numpy.typing import NDArray

from vision.enrol.deck_file import read_deck, read_for
from vision.evidence import evidence_of
from vision.find import MODELS, open_model
from vision.live.look import Look
from vision.live.modes import mode_of
from vision.live.watch import Watch
from vision.read import IndexReader
from vision.reader import CardReader

Image = NDArray[np.uint8]
Regions = Mapping[int, NDArray[np.float32]]
Pictures = tuple[tuple[bytes, ...], ...]

NO_ANSWER_S: Final = 30.0
"""A process that says nothing for so long hangs; it needs three seconds to begin and one for the slowest look."""
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


class ReaderDied(Exception):
    """The process died over these frames, or hung and was ended; the next frames go to a new one."""


class ReadingRoom:
    """One process with one reader, for all cameras of a table."""

    def __init__(self, *, evidence: bool = False, deck: str | None = None) -> None:
        """With *evidence* each card comes with small pictures of itself, a third of a millisecond's work. *deck* is the file
        of the enrolled deck that is in use.

        :raises OSError: the reader's weights are not there
        :raises vision.enrol.deck_file.DeckFileError: the deck's file cannot be used
        """
        require_weights()
        if deck is not None:
            read_deck(Path(deck))
        self._deck: Final = deck
        self._evidence: Final = evidence
        self._one_at_a_time: Final = asyncio.Lock()
        self._pid = multiprocessing.Value("i", 0)
        self._pool = self._new_pool()

    async def see(self, views: tuple[View, ...]) -> tuple[tuple[Look, ...], Pictures]:
        """Return what is known after each of a camera's next frames, up to the one after which all cards are certain, and
        pictures of each card if they are.

        :raises ReaderDied: nobody knows what these frames show, and what was known of all cameras' cards is forgotten
        """
        async with self._one_at_a_time:  # so that it is known over whose frames it died
            looks, pictures = await self._answer(views)
        pairs = zip(looks, views, strict=False)
        return tuple(look.of(view.camera, view.image, view.at_utc_ms) for look, view in pairs), pictures

    async def _answer(self, views: tuple[View, ...]) -> tuple[list[Look], Pictures]:
        try:
            async with asyncio.timeout(NO_ANSWER_S):
                return await asyncio.get_running_loop().run_in_executor(
                    self._pool, _see, views, self._evidence
                )
        except (BrokenProcessPool, TimeoutError) as error:
            reason = "died" if isinstance(error, BrokenProcessPool) else "hung"
            log.warning(f"the card reader {reason} and is started again", camera=views[0].camera)
            self._end_process()
            self._pool = self._new_pool()
            raise ReaderDied from None

    def _end_process(self) -> None:
        """A process that hangs would not end by being asked to."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self._pid.value:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid.value, signal.SIGKILL)

    def _new_pool(self) -> ProcessPoolExecutor:
        """Return a pool whose process begins with the first frames."""
        context = multiprocessing.get_context("spawn")
        self._pid = context.Value("i", 0)
        return ProcessPoolExecutor(
            1,
            mp_context=context,
            initializer=_begin_reading,
            initargs=(self._pid, os.getpid(), self._deck),
        )

    def close(self) -> None:
        """End the process."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def require_weights() -> None:
    """Check that the reader can be started: a process of its own that cannot begin would be started again for ever.

    :raises OSError: a file of weights is not there, or damaged
    """
    for name in ("detector.onnx", "classifier.onnx"):
        if not (MODELS / name).is_file():
            raise FileNotFoundError(f"the card reader's weights are not there: {MODELS / name}: install anew")
        open_model(MODELS / name, threads=1)


_reader: CardReader | None = None
_watches: Final[dict[str, Watch]] = {}


def _begin_reading(pid: "Synchronized[int]", parent: int, deck: str | None) -> None:
    global _reader
    pid.value = os.getpid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    threading.Thread(target=_end_with_parent, args=(parent,), daemon=True).start()
    knowledge = None if deck is None else read_for(Path(deck), IndexReader(threads=1))
    _reader = CardReader(threads=1, deck=knowledge)


def _end_with_parent(parent: int) -> None:
    """A table that was killed leaves no reader behind."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


def _see(views: tuple[View, ...], evidence: bool) -> tuple[list[Look], Pictures]:
    looks: list[Look] = []
    kept: Pictures = ()
    for view in views:
        look = _watch_of(view).see(view.image, view.at_ms)
        looks.append(replace(look, image=_NO_PICTURE))
        if evidence and (look.settled or view is views[-1]):
            kept = evidence_of(view.image, (t.sighting for t in look.tracks))
        if look.settled:
            break
    return looks, kept


def _watch_of(view: View) -> Watch:
    if _reader is None:
        raise RuntimeError("the reader has not begun")
    if view.camera not in _watches:
        _watches[view.camera] = mode_of(view.role, _reader, view.regions)
    elif view.fresh:
        _watches[view.camera].begin()
    return _watches[view.camera]
