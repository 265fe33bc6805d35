"""A reader of its own for the live view, in a process that gives way to everything else."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.app.reading_process import ReaderDied, ReadingProcess, the_reader
from table_controller.cards import Card, parse_card
from vision.reader import CardReader

Image = NDArray[np.uint8]
Corners = NDArray[np.float32]

NICENESS: Final = 15
NO_ANSWER_S: Final = 120.0
"""A process that says nothing for so long hangs, however busy the machine is."""
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
        self._process: Final = ReadingProcess("the live view's card reader", deck, NICENESS)

    async def read(self, image: Image) -> Spots | None:
        """Return what is seen in *image* (height, width, 3) uint8 BGR; None when it was not read: nothing is known then."""
        try:
            up, backs = await self._process.ask(NO_ANSWER_S, _read, image)
        except ReaderDied:
            return None
        spots = tuple(Spot(parse_card(text) if text else None, score, quad) for text, score, quad in up)
        return Spots(spots, backs)

    async def faces(self, jpeg: bytes) -> frozenset[Card] | None:
        """Return every face that might be made out in a picture, however unsure; None when it was not read."""
        try:
            found = await self._process.ask(NO_ANSWER_S, _faces, jpeg)
        except ReaderDied:
            return None
        return frozenset(parse_card(text) for text in found)

    def rest(self) -> None:
        """End the process; the next frame starts another."""
        self._process.end()


def _read(image: Image) -> tuple[list[tuple[str, float, Corners]], tuple[Corners, ...]]:
    return spots_of(the_reader(), image)


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
    return faces_in(the_reader(), jpeg)


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
