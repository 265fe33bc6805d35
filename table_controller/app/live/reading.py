"""A reader of its own for the live view, in a process that gives way to everything else."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.cards import Card, parse_card
from vision.enrol.deck_file import read_for
from vision.read import IndexReader
from vision.reader import CardReader

Image = NDArray[np.uint8]
Corners = NDArray[np.float32]

NICENESS: Final = 15
DOUBT: Final = 0.3
"""A second reading as sure as this, among the indices of a card, puts the card in doubt."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A card seen in a frame: *card* None when it is there and not read, or in doubt; *corners_px* (4, 2)."""

    card: Card | None
    score: float
    corners_px: Corners


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """What was seen in one frame: cards face up, quads of cards face down, and how tall cards are, px, 0 without any."""

    up: tuple[Spot, ...] = ()
    backs: tuple[Corners, ...] = ()

    @property
    def card_px(self) -> float:
        quads = (*(spot.corners_px for spot in self.up), *self.backs)
        return max((_height(quad) for quad in quads), default=0.0)


def _height(quad: Corners) -> float:
    edges = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    return float(edges.max())


class LiveReader:
    """Reads frames in a process that is started with the first and ends when :meth:`rest` is called."""

    def __init__(self, deck: str | None = None) -> None:
        """*deck* is the file of the enrolled deck, as for the table's own reader."""
        self._deck: Final = deck
        self._pool: ProcessPoolExecutor | None = None

    async def read(self, image: Image) -> Spots | None:
        """Return what is seen in *image* (height, width, 3) uint8 BGR; None when it was not read: nothing is known then."""
        try:
            up, backs = await asyncio.get_running_loop().run_in_executor(self._started(), _read, image)
        except BrokenProcessPool:
            self.rest()
            return None
        spots = tuple(Spot(parse_card(text) if text else None, score, quad) for text, score, quad in up)
        return Spots(spots, backs)

    async def faces(self, jpeg: bytes) -> frozenset[Card] | None:
        """Return every face that might be made out in a picture, however unsure; None when it was not read."""
        try:
            found = await asyncio.get_running_loop().run_in_executor(self._started(), _faces, jpeg)
        except BrokenProcessPool:
            self.rest()
            return None
        return frozenset(parse_card(text) for text in found)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                1, mp_context=context, initializer=_begin, initargs=(os.getpid(), self._deck)
            )
        return self._pool

    def rest(self) -> None:
        """End the process; the next frame starts another."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


_reader: CardReader | None = None


def _begin(parent: int, deck: str | None) -> None:
    global _reader
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    cv2.setNumThreads(1)
    threading.Thread(target=_end_with_parent, args=(parent,), daemon=True).start()
    knowledge = None if deck is None else read_for(Path(deck), IndexReader(threads=1))
    _reader = CardReader(threads=1, deck=knowledge)


def _end_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


def _read(image: Image) -> tuple[list[tuple[str, float, Corners]], tuple[Corners, ...]]:
    return spots_of(_the_reader(), image)


def spots_of(
    reader: CardReader, image: Image
) -> tuple[list[tuple[str, float, Corners]], tuple[Corners, ...]]:
    """Return face, '' for one that is not read or in doubt, score and corners of each card, and quads of backs."""
    reading = reader.read(image)
    up = []
    for seen in reading.sightings:
        doubted = any(witness.score >= DOUBT for witness in seen.dissenters)
        face = seen.card.text if seen.card is not None and not doubted else ""
        up.append((face, float(seen.score), seen.corners_px))
    return up, reading.backs


def _faces(jpeg: bytes) -> frozenset[str]:
    return faces_in(_the_reader(), jpeg)


def faces_in(reader: CardReader, jpeg: bytes) -> frozenset[str]:
    """Return every face that some index of the picture reads as, where it is likelier an index than not."""
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("not a picture")
    found: set[str] = set()
    for seen in reader.read(np.asarray(image, np.uint8)).sightings:
        found |= {seen.card.text} if seen.card is not None else set()
        found |= {w.card.text for w in (*seen.witnesses, *seen.dissenters) if w.score >= DOUBT}
    return frozenset(found)


def _the_reader() -> CardReader:
    if _reader is None:
        raise RuntimeError("the reader has not begun")
    return _reader
