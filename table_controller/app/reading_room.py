"""The process in which pictures are read: it holds the reader, and what each camera has shown so far."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.app.reading_process import ReadingProcess, the_reader
from vision.enrol.deck_file import read_deck
from vision.evidence import evidence_of
from vision.find import MODELS, open_model
from vision.live.look import Look
from vision.live.modes import mode_of
from vision.live.watch import Watch

Image = NDArray[np.uint8]
Regions = Mapping[int, NDArray[np.float32]]
Pictures = tuple[tuple[bytes, ...], ...]

NO_ANSWER_S: Final = 30.0
"""A process that says nothing for so long hangs; it needs three seconds to begin and one for the slowest look."""
_NO_PICTURE: Final[Image] = np.zeros((1, 1, 3), np.uint8)


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

    def __init__(self, *, evidence: bool = False, deck: str | None = None) -> None:
        """With *evidence* each card comes with small pictures of itself, a third of a millisecond's work. *deck* is the file
        of the enrolled deck that is in use.

        :raises OSError: the reader's weights are not there
        :raises vision.enrol.deck_file.DeckFileError: the deck's file cannot be used
        """
        require_weights()
        if deck is not None:
            read_deck(Path(deck))
        self._evidence: Final = evidence
        self._one_at_a_time: Final = asyncio.Lock()
        self._process: Final = ReadingProcess("the card reader", deck)

    async def see(self, views: tuple[View, ...]) -> tuple[tuple[Look, ...], Pictures]:
        """Return what is known after each of a camera's next frames, up to the one after which all cards are certain, and
        pictures of each card if they are.

        :raises ReaderDied: nobody knows what these frames show, and what was known of all cameras' cards is forgotten
        """
        async with self._one_at_a_time:  # so that it is known over whose frames it died
            looks, pictures = await self._process.ask(NO_ANSWER_S, _see, views, self._evidence)
        pairs = zip(looks, views, strict=False)
        return tuple(look.of(view.camera, view.image, view.at_utc_ms) for look, view in pairs), pictures

    def close(self) -> None:
        """End the process."""
        self._process.end()


def require_weights() -> None:
    """Check that the reader can be started: a process of its own that cannot begin would be started again for ever.

    :raises OSError: a file of weights is not there, or damaged
    """
    for name in ("detector.onnx", "classifier.onnx"):
        if not (MODELS / name).is_file():
            raise FileNotFoundError(f"the card reader's weights are not there: {MODELS / name}: install anew")
        open_model(MODELS / name, threads=1)


_watches: Final[dict[str, Watch]] = {}


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
    if view.camera not in _watches:
        _watches[view.camera] = mode_of(view.role, the_reader(), view.regions)
    elif view.fresh:
        _watches[view.camera].begin()
    return _watches[view.camera]
