"""Reads frames of one camera after another, and of each frame only what changed.

A part of the picture that looks as it did is not searched again: the indices found there are cut from the new frame and read
anew, which makes it a further witness. So the cost of a frame grows with the cards in view and with what moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.busy import Box
from vision.find import IndexFind, scales_for
from vision.pair import Sighting
from vision.read import Corners
from vision.reader import CardReader, fitting_backs

Image = NDArray[np.uint8]

CELL_PX: Final = 16
CHANGED: Final = 10.0
"""Levels of brightness by which a square of CELL_PX must differ, the light of the whole part being made equal."""
SWEEP_EVERY: Final = 15
"""After so many frames a part is searched although nothing changed."""
UNREAD_SWEEP_EVERY: Final = 2
"""The same where an index is not read: it may be cut better from where it is found anew."""
FULL_SWEEP_EVERY: Final = 8
"""So many searches for indices of the size known are followed by one for all sizes."""
SPAN: Final = 1.35
"""Indices may be so many times smaller or taller than those seen."""


@dataclass(slots=True, eq=False)
class _Part:
    """A part of the picture: *cells* as they were when it was searched, and the *finds* that told something then."""

    box: Box
    cells: NDArray[np.float32] | None = None
    finds: list[IndexFind] = field(default_factory=list)
    backs: list[Corners] = field(default_factory=list)
    answered: set[int] = field(default_factory=set)
    """Which of the finds belonged to an answered card in the newest frame, by identity."""
    age: int = 0
    searches: int = 0

    def holds(self, find: IndexFind) -> bool:
        x, y, width, height = self.box
        return bool(x <= find.centre[0] < x + width and y <= find.centre[1] < y + height)


class PartReader:
    """Reads the frames of one camera. *regions* are the polygons (n, 2) px that are looked at; none is all of it."""

    def __init__(self, reader: CardReader, regions: Sequence[NDArray[np.float32]] = ()) -> None:
        self._reader: Final = reader
        self._regions: Final = tuple(np.asarray(r, np.float32) for r in regions)
        self._parts: list[_Part] = []
        self._size = (0, 0)
        self.searched = 0
        """How many parts were searched in the newest frame."""

    def forget(self) -> None:
        """Search everything in the next frame."""
        self._parts = []

    def read(self, image: Image) -> tuple[tuple[Sighting, ...], tuple[Corners, ...]]:
        """Return the cards in a frame, (height, width, 3) uint8 BGR, and the quads of those face down."""
        self._lay_out(image)
        stale = [part for part in self._parts if _is_stale(part, image)]
        self.searched = len(stale)
        for part in stale:
            self._search(part, image)
        sightings = self._judge(image)
        answered = {id(find) for find in _finds_of([s for s in sightings if s.card is not None])}
        faded = [part for part in self._parts if part not in stale and not part.answered <= answered]
        if faded:
            self.searched += len(faded)
            for part in faded:
                self._search(part, image)
            sightings = self._judge(image)
        for part in (*stale, *faded):
            part.finds = [find for find in _finds_of(sightings) if part.holds(find)]
        answered = {id(find) for find in _finds_of([s for s in sightings if s.card is not None])}
        for part in self._parts:
            part.answered = {id(find) for find in part.finds} & answered
            part.age += 1
        return sightings, fitting_backs([back for part in self._parts for back in part.backs], sightings)

    def _lay_out(self, image: Image) -> None:
        height, width = image.shape[:2]
        if self._parts and self._size == (height, width):
            return
        self._size = (height, width)
        boxes = [_box_of(region, width, height) for region in self._regions] or [(0, 0, width, height)]
        self._parts = [_Part(box) for box in boxes if box[2] >= CELL_PX and box[3] >= CELL_PX]

    def _search(self, part: _Part, image: Image) -> None:
        x, y, width, height = part.box
        crop = np.ascontiguousarray(image[y : y + height, x : x + width])
        finds, backs = self._reader.find(crop, self._scales(part))
        offset = np.array((x, y), np.float32)
        part.finds = [
            IndexFind(f.score, f.centre + offset, f.down, f.across, f.to_card)
            for f in finds
            if self._is_inside(f.centre + offset)
        ]
        part.backs = [back.corners + offset for back in backs]
        part.cells, part.age = _cells(crop), 0
        part.searches += 1

    def _scales(self, part: _Part) -> tuple[float, ...] | None:
        heights = [find.height for one in self._parts for find in one.finds]
        if not heights or part.searches % FULL_SWEEP_EVERY == 0:
            return None
        return scales_for(min(heights) / SPAN, max(heights) * SPAN)

    def _is_inside(self, place: NDArray[np.float32]) -> bool:
        x, y = (float(v) for v in place)
        return not self._regions or any(cv2.pointPolygonTest(r, (x, y), False) >= 0 for r in self._regions)

    def _judge(self, image: Image) -> tuple[Sighting, ...]:
        finds = {id(find): find for part in self._parts for find in part.finds}
        return self._reader.read_at(image, list(finds.values()), jokers_anew=True)


def _finds_of(sightings: Sequence[Sighting]) -> list[IndexFind]:
    return [witness.find for s in sightings for witness in (*s.witnesses, *s.dissenters)]


def _box_of(region: NDArray[np.float32], width: int, height: int) -> Box:
    x0, y0 = np.maximum(np.floor(region.min(axis=0)), 0).astype(int).tolist()
    x1, y1 = np.minimum(np.ceil(region.max(axis=0)), (width, height)).astype(int).tolist()
    return x0, y0, max(0, x1 - x0), max(0, y1 - y0)


def _cells(crop: Image) -> NDArray[np.float32]:
    """Return the brightness of squares of CELL_PX."""
    size = (max(1, crop.shape[1] // CELL_PX), max(1, crop.shape[0] // CELL_PX))
    return cv2.cvtColor(cv2.resize(crop, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY).astype(
        np.float32
    )


def _is_stale(part: _Part, image: Image) -> bool:
    """Whether a part must be searched: never searched, too long ago, or it looks different."""
    patience = SWEEP_EVERY if len(part.answered) == len(part.finds) else UNREAD_SWEEP_EVERY
    if part.cells is None or part.age >= patience:
        return True
    x, y, width, height = part.box
    cells = _cells(image[y : y + height, x : x + width])
    light = float(np.median(cells / np.maximum(part.cells, 1)))
    return bool(np.abs(cells - light * part.cells).max() > CHANGED)
