"""A camera's lens: focal length, middle and distortion, from many views of the sheet."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from vision.calibrate.board import Points, SheetView

FEWEST_VIEWS: Final = 10
LARGEST_ERROR_PX: Final = 1.5
"""A picture whose corners lie further off than this, on average, is left out: it was blurred or the sheet was bent."""
K3_GAIN: Final = 0.97


class LensError(ValueError):
    """The lens cannot be worked out; one line says what is missing."""


class Lens(BaseModel):
    """A pinhole in pixels with OpenCV's five distortion coefficients; *error_px* is the mean reprojection error."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)

    fx: float = Field(gt=0)
    fy: float = Field(gt=0)
    cx: float
    cy: float
    distortion: tuple[float, float, float, float, float]
    error_px: float = Field(ge=0)
    views: int = Field(ge=1)

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The camera matrix, (3, 3)."""
        return np.array([(self.fx, 0, self.cx), (0, self.fy, self.cy), (0, 0, 1)], np.float64)

    @property
    def coefficients(self) -> NDArray[np.float64]:
        """k1, k2, p1, p2, k3."""
        return np.array(self.distortion, np.float64)

    def straightened(self, places_px: Points) -> Points:
        """Return where *places_px* (n, 2) would be without distortion."""
        places = np.asarray(places_px, np.float64).reshape(-1, 1, 2)
        criteria = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-8)
        out = cv2.undistortPoints(places, self.matrix, self.coefficients, P=self.matrix, criteria=criteria)
        return np.asarray(out, np.float64).reshape(-1, 2)

    def bent(self, places_px: Points) -> Points:
        """Return where straight *places_px* (n, 2) are in the camera's picture."""
        rays = (np.asarray(places_px, np.float64) - (self.cx, self.cy)) / (self.fx, self.fy)
        ahead = np.column_stack([rays, np.ones(len(rays))])
        nowhere = np.zeros(3)
        out, _ = cv2.projectPoints(ahead, nowhere, nowhere, self.matrix, self.coefficients)
        return np.asarray(out, np.float64).reshape(-1, 2)


def solve_lens(views: Sequence[SheetView]) -> Lens:
    """Return the lens that fits *views*, without those that fit badly.

    :raises LensError: too few views, of several sizes, or none that fit each other
    """
    if len({view.size_px for view in views}) > 1:
        raise LensError("the pictures are of different sizes: take all with the same camera and setting")
    used = list(views)
    while len(used) >= FEWEST_VIEWS:
        lens, errors = _solved(used)
        bad = [error > max(LARGEST_ERROR_PX, 4 * float(np.median(errors))) for error in errors]
        if not any(bad):
            return lens
        used = [view for view, is_bad in zip(used, bad, strict=True) if not is_bad]
    raise LensError(
        f"the sheet is well seen in {len(used)} pictures; {FEWEST_VIEWS} are needed, each with it elsewhere"
    )


def _solved(views: Sequence[SheetView]) -> tuple[Lens, NDArray[np.float64]]:
    """Return the lens of all *views* and the error of each in pixels.

    The highest coefficient is kept only where it explains something: where it does not, it is noise that bends the
    picture's corners.
    """
    plain, whole = _fitted(views, cv2.CALIB_FIX_K3), _fitted(views, 0)
    return whole if whole[0].error_px < plain[0].error_px * K3_GAIN else plain


def _fitted(views: Sequence[SheetView], flags: int) -> tuple[Lens, NDArray[np.float64]]:
    objects = [_flat(view.places_mm) for view in views]
    pictures = [view.places_px.astype(np.float32) for view in views]
    solved = cv2.calibrateCameraExtended(
        objects, pictures, views[0].size_px, np.eye(3), np.zeros(5), flags=flags
    )
    error, matrix, distortion, errors = solved[0], solved[1], solved[2], solved[-1]
    k = [float(value) for value in np.asarray(distortion).reshape(-1)[:5]]
    lens = Lens(
        fx=float(matrix[0, 0]),
        fy=float(matrix[1, 1]),
        cx=float(matrix[0, 2]),
        cy=float(matrix[1, 2]),
        distortion=(k[0], k[1], k[2], k[3], k[4]),
        error_px=float(error),
        views=len(views),
    )
    return lens, np.asarray(errors, np.float64).reshape(-1)


def _flat(places_mm: Points) -> NDArray[np.float32]:
    return np.column_stack([places_mm, np.zeros(len(places_mm))]).astype(np.float32)
