"""The printed sheet: a ChArUco board of one size whatever the paper, and finding it in a picture."""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Points = NDArray[np.float64]

COLUMNS: Final = 9
ROWS: Final = 6
MODULE_MM: Final = 3.5
"""A marker's smallest square; everything on the board is a whole number of them, so the print has no half edges."""
SQUARE_MM: Final = 8 * MODULE_MM
MARKER_MM: Final = 6 * MODULE_MM
WIDTH_MM: Final = COLUMNS * SQUARE_MM
HEIGHT_MM: Final = ROWS * SQUARE_MM
CORNERS: Final = (COLUMNS - 1) * (ROWS - 1)
FEWEST_CORNERS: Final = 12
"""A sheet of which fewer corners are seen says too little."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetView:
    """The sheet in one picture: *places_px* (n, 2) of the inner corners *ids* (n,); *size_px* (width, height)."""

    places_px: Points
    ids: NDArray[np.int64]
    size_px: tuple[int, int]

    @property
    def places_mm(self) -> Points:
        """Where those corners are on the sheet, (n, 2), from its upper left corner."""
        return corners_mm()[self.ids]


@cache
def board() -> "cv2.aruco.CharucoBoard":
    """Return OpenCV's board, in mm."""
    names = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, names)


@cache
def _detector() -> "cv2.aruco.CharucoDetector":
    return cv2.aruco.CharucoDetector(board())


def corners_mm() -> Points:
    """Return the inner corners by id, (CORNERS, 2), from the board's upper left corner."""
    return np.asarray(board().getChessboardCorners(), np.float64)[:, :2]


def modules() -> NDArray[np.bool_]:
    """Return which modules of the board are black, (rows, columns)."""
    across, down = COLUMNS * 8, ROWS * 8
    image = np.asarray(board().generateImage((across * 10, down * 10)))
    return image[5::10, 5::10] < 128


def find_sheet(image: Image) -> SheetView | None:
    """Return where the sheet is in *image* (height, width, 3) uint8 BGR; None when too little of it is seen."""
    height, width = image.shape[:2]
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    places, ids, _, _ = _detector().detectBoard(grey)
    if ids is None or len(ids) < FEWEST_CORNERS:
        return None
    numbers = np.asarray(ids, np.int64).reshape(-1)
    found = np.asarray(places, np.float64).reshape(-1, 2)
    if board().checkCharucoCornersCollinear(np.asarray(ids, np.int32)):
        return None
    return SheetView(found, numbers, (width, height))


def outline_px(sheet: SheetView) -> Points:
    """Return where the corners of the whole board are in the picture, (4, 2), seen or not."""
    to_px, _ = cv2.findHomography(sheet.places_mm, sheet.places_px, 0)
    square = np.array([(0, 0), (WIDTH_MM, 0), (WIDTH_MM, HEIGHT_MM), (0, HEIGHT_MM)], np.float64)
    out = cv2.perspectiveTransform(square.reshape(-1, 1, 2), np.asarray(to_px, np.float64))
    return np.asarray(out, np.float64).reshape(-1, 2)
