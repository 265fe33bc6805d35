"""Which views of the sheet there are already, and in words what to do for the next."""

from typing import Final

import cv2
import numpy as np

from vision.calibrate.board import HEIGHT_MM, WIDTH_MM, SheetView
from vision.calibrate.lens import FEWEST_VIEWS
from vision.calibrate.places import PLACES, third

CORNERS_OF_A_PLACE: Final = 8
"""So many corners of the sheet in a ninth of the picture tell how the lens bends it."""
TILTED: Final = 0.2
"""Sine of the least tilt that counts, 12 degrees."""
APART: Final = 0.05
"""How far a new view lies from every other, as a share of the picture's width."""
STILL_PX: Final = 1.5
"""What the sheet's corners may move between two frames when it is held still, for 1000 px of width."""
ROUGH_FOCAL: Final = 0.9
"""Of the width: what a lens is taken for as long as it is not known."""
_TILTS: Final = {
    "left": "Let the left edge of the sheet come nearer to the camera than its right.",
    "right": "Let the right edge of the sheet come nearer to the camera than its left.",
    "far": "Tilt the sheet: let its upper edge in the picture come nearer to the camera.",
    "near": "Tilt the sheet: let its lower edge in the picture come nearer to the camera.",
}


class Coverage:
    """The views of the sheet taken so far; all of one size."""

    def __init__(self, size_px: tuple[int, int]) -> None:
        self._size: Final = size_px
        self._last: SheetView | None = None
        self.views: Final[list[SheetView]] = []
        self._tilts: Final[set[str]] = set()

    def offer(self, view: SheetView | None) -> str:
        """Take a view that was held still and shows something new; return "" then, else in words why not."""
        last, self._last = self._last, view
        if view is None:
            return "The sheet is not seen: hold it flat, whole and without shine before the camera."
        if last is None or _moved(view, last) > STILL_PX * self._size[0] / 1000:
            return "Hold the sheet still."
        return "" if self.take(view) else "Seen from there already: move the sheet."

    def take(self, view: SheetView) -> bool:
        """Take a view if it shows something new; say whether."""
        if any(_moved(view, other) < APART * self._size[0] for other in self.views):
            return False
        self.views.append(view)
        tilt = tilt_of(view)
        if tilt is not None:
            self._tilts.add(tilt)
        return True

    def counts(self) -> tuple[tuple[int, int, int], ...]:
        """Return how many of the sheet's corners were seen in each of the nine places, by rows."""
        found = [[0, 0, 0] for _ in range(3)]
        for view in self.views:
            for x, y in view.places_px:
                found[third(y, self._size[1])][third(x, self._size[0])] += 1
        return tuple((a, b, c) for a, b, c in found)

    def covered(self) -> tuple[tuple[str, bool], ...]:
        """Return the nine places and whether enough of the sheet was seen there."""
        return tuple(
            (name, count >= CORNERS_OF_A_PLACE)
            for names, counts in zip(PLACES, self.counts(), strict=True)
            for name, count in zip(names, counts, strict=True)
        )

    def wanted(self) -> str:
        """Return in words what the next view should show, "" when there are enough."""
        bare = [name for name, is_covered in self.covered() if not is_covered]
        if bare:
            to = "over the" if bare[0] == "middle" else "into the"
            return f"Hold the sheet {to} {bare[0]} of the picture."
        for tilt, words in _TILTS.items():
            if tilt not in self._tilts:
                return words
        more = FEWEST_VIEWS - len(self.views)
        if more > 0:
            times = "once more" if more == 1 else f"{more} more times"
            return f"Show the sheet {times}, each time elsewhere: nearer, farther, turned or tilted."
        return ""

    @property
    def share(self) -> float:
        """How much of what is needed there is, 0-1."""
        places = sum(is_covered for _, is_covered in self.covered())
        got = places + len(self._tilts) + min(len(self.views), FEWEST_VIEWS)
        return got / (9 + len(_TILTS) + FEWEST_VIEWS)


def _moved(one: SheetView, other: SheetView) -> float:
    """Return how far corners seen in both moved on average, in pixels; without bound when none were."""
    _, mine, its = np.intersect1d(one.ids, other.ids, return_indices=True)
    if len(mine) == 0:
        return float("inf")
    off = one.places_px[mine] - other.places_px[its]
    return float(np.hypot(off[:, 0], off[:, 1]).mean())


def tilt_of(view: SheetView) -> str | None:
    """Return which edge of the sheet, as it stands in the picture, is nearer: left, right, far, near; None for none."""
    width, height = view.size_px
    focal = ROUGH_FOCAL * width
    matrix = np.array([(focal, 0, width / 2), (0, focal, height / 2), (0, 0, 1)], np.float64)
    flat = np.column_stack([view.places_mm - (WIDTH_MM / 2, HEIGHT_MM / 2), np.zeros(len(view.ids))])
    good, spin, at = cv2.solvePnP(flat, view.places_px, matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    if not good:
        return None
    normal = np.asarray(cv2.Rodrigues(spin)[0], np.float64)[:, 2]
    ray = np.asarray(at, np.float64).reshape(3)
    facing = normal - ray / np.linalg.norm(ray) * (normal @ ray / np.linalg.norm(ray))
    across, down = float(facing[0]), float(facing[1])
    if max(abs(across), abs(down)) < TILTED:
        return None
    if abs(across) > abs(down):
        return "right" if across > 0 else "left"
    return "near" if down > 0 else "far"
