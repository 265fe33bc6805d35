"""The table's plane as a camera sees it: pixels to millimetres and back."""

from collections.abc import Sequence
from typing import Annotated, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from vision.calibrate.board import HEIGHT_MM, WIDTH_MM, Points, SheetView
from vision.calibrate.lens import Lens

Row = tuple[float, float, float]
STANDARD_INDEX_MM: Final = 9.0
"""The rank of a standard index, such as Bicycle's; jumbo ones have 13 and more."""
LEAST_INDEX_PX: Final = 14
"""What the reader is trained for; research/vision.md tells how it falls off below."""


class TablePlane(BaseModel):
    """*to_mm* takes straight pixels to mm from the sheet's upper left corner along its edges; *error_mm* is how far
    off the sheet's own corners lie on average."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)

    to_mm: tuple[Row, Row, Row]
    error_mm: Annotated[float, Field(ge=0)]

    @property
    def matrix(self) -> NDArray[np.float64]:
        return np.array(self.to_mm, np.float64)


def solve_plane(views: Sequence[SheetView], lens: Lens | None) -> TablePlane:
    """Return the plane on which the sheet lay in *views*; the first gives the axes, more make it truer far off.

    Without a lens the first view alone counts, and only where the picture is not bent.
    """
    first = views[0]
    if lens is None:
        found, _ = cv2.findHomography(first.places_px, first.places_mm, 0)
        to_mm = np.asarray(found, np.float64)
        off = _projected(to_mm, first.places_px) - first.places_mm
    else:
        to_mm = _to_mm(views, lens)
        off = _projected(to_mm, lens.straightened(first.places_px)) - first.places_mm
    rows = [(float(a), float(b), float(c)) for a, b, c in to_mm / to_mm[2, 2]]
    error = float(np.hypot(off[:, 0], off[:, 1]).mean())
    return TablePlane(to_mm=(rows[0], rows[1], rows[2]), error_mm=error)


def scaled(plane: TablePlane, by: float) -> TablePlane:
    """Return the plane with every length *by* times as long: what a printer that did not keep the scale takes."""
    (a, b, c), (d, e, f), last = plane.to_mm
    grown = ((a * by, b * by, c * by), (d * by, e * by, f * by), last)
    return TablePlane(to_mm=grown, error_mm=plane.error_mm * by)


def _to_mm(views: Sequence[SheetView], lens: Lens) -> NDArray[np.float64]:
    """Return the homography of the plane through all lying sheets, with the axes of the first."""
    poses = [_pose(view, lens) for view in views]
    normals = np.array([turn[:, 2] for turn, _ in poses])
    middle = (WIDTH_MM / 2, HEIGHT_MM / 2, 0)
    centres = np.array([turn @ middle + at for turn, at in poses])
    normal = normals.sum(axis=0) / np.linalg.norm(normals.sum(axis=0))
    if len(views) > 1:
        normal = _through(centres, normals, normal)
    depth = float((centres @ normal).mean())
    turn, at = poses[0]
    origin = at * (depth / float(at @ normal))  # along its ray onto the common plane
    across = turn[:, 0] - normal * float(turn[:, 0] @ normal)
    across /= np.linalg.norm(across)
    to_px = lens.matrix @ np.column_stack([across, np.cross(normal, across), origin])
    return np.asarray(np.linalg.inv(to_px), np.float64)


def _through(centres: Points, normals: Points, normal: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the normal that fits where the sheets lie as well as how each of them is tilted."""
    lever = centres - centres.mean(axis=0)
    half_mm = WIDTH_MM / 3
    # Each sheet's own tilt is known as if from points a third of its width away; sheets far apart weigh more.
    spread = lever.T @ lever
    own = np.zeros((3, 3))
    for one in normals:
        own += (np.eye(3) - np.outer(one, one)) * half_mm**2
    _, vectors = np.linalg.eigh(spread + own)
    best = np.asarray(vectors[:, 0], np.float64)
    return best if float(best @ normal) > 0 else -best


def _pose(view: SheetView, lens: Lens) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how the sheet is turned (3, 3) and where its upper left corner is (3,), in the camera's mm."""
    flat = np.column_stack([view.places_mm, np.zeros(len(view.places_mm))])
    _, spin, at = cv2.solvePnP(flat, view.places_px, lens.matrix, lens.coefficients, flags=cv2.SOLVEPNP_IPPE)
    spin, at = cv2.solvePnPRefineLM(flat, view.places_px, lens.matrix, lens.coefficients, spin, at)
    turn, _ = cv2.Rodrigues(spin)
    return np.asarray(turn, np.float64), np.asarray(at, np.float64).reshape(3)


def _projected(matrix: NDArray[np.float64], places: Points) -> Points:
    out = cv2.perspectiveTransform(np.asarray(places, np.float64).reshape(-1, 1, 2), matrix)
    return np.asarray(out, np.float64).reshape(-1, 2)


def to_mm(places_px: Points, plane: TablePlane, lens: Lens | None) -> Points:
    """Return where on the table *places_px* (n, 2) of the camera's picture are, in mm."""
    straight = np.asarray(places_px, np.float64) if lens is None else lens.straightened(places_px)
    return _projected(plane.matrix, straight)


def to_px(places_mm: Points, plane: TablePlane, lens: Lens | None) -> Points:
    """Return where in the camera's picture *places_mm* (n, 2) of the table are."""
    straight = _projected(np.asarray(np.linalg.inv(plane.matrix), np.float64), places_mm)
    return straight if lens is None else lens.bent(straight)


def px_per_mm(place_px: tuple[float, float], plane: TablePlane, lens: Lens | None) -> float:
    """Return how many pixels a millimetre of the table has at a place, in the direction that has fewest."""
    x, y = place_px
    around = np.array([(x - 4, y), (x + 4, y), (x, y - 4), (x, y + 4)], np.float64)
    mm = to_mm(around, plane, lens)
    jacobian = np.column_stack([(mm[1] - mm[0]) / 8, (mm[3] - mm[2]) / 8])
    return float(1 / np.linalg.svd(jacobian, compute_uv=False)[0])


def index_px(place_px: tuple[float, float], plane: TablePlane, lens: Lens | None) -> float:
    """Return how tall a standard index on the table is there, at least."""
    return STANDARD_INDEX_MM * px_per_mm(place_px, plane, lens)
