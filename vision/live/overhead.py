"""From above: the hands of several seats at a showdown. Only what changed is searched, the rest confirmed."""

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.live.look import Look
from vision.live.parts import PartReader
from vision.live.watch import Watch
from vision.reader import CardReader
from vision.track import Track

Polygon = NDArray[np.float32]


class OverheadWatch(Watch):
    """Reads the table from above. *regions* are polygons (n, 2) px by seat; without them the whole picture is read."""

    def __init__(self, reader: CardReader, regions: Mapping[int, Polygon] | None = None) -> None:
        self._regions: Final = {seat: np.asarray(r, np.float32) for seat, r in (regions or {}).items()}
        super().__init__(PartReader(reader, tuple(self._regions.values())))

    def by_seat(self, look: Look) -> dict[int, tuple[Track, ...]]:
        """Return the cards of each seat's region, left to right; a card on two regions is the one's that holds its centre."""
        tracks = sorted(look.tracks, key=lambda track: float(track.sighting.corners_px[:, 0].mean()))
        return {seat: tuple(t for t in tracks if seat_of(self._regions, t) == seat) for seat in self._regions}


def seat_of(regions: Mapping[int, Polygon], track: Track) -> int | None:
    """Return in whose region a card lies, or whose is nearest; None without regions."""
    x, y = (float(v) for v in track.sighting.corners_px.mean(axis=0))
    inside_px = {seat: cv2.pointPolygonTest(region, (x, y), True) for seat, region in regions.items()}
    return max(inside_px, key=lambda seat: inside_px[seat], default=None)
