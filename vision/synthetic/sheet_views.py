"""Pictures of the printed sheet through a lens that is known: the truth that calibration is held to."""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrate.board import HEIGHT_MM, MODULE_MM, WIDTH_MM, modules
from vision.synthetic.surfaces import noise

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]

MARGIN_MM: Final = 14.0
"""White paper around the board."""
INK, PAPER = 28.0, 215.0
_PX_PER_MM: Final = 2.0
_FINER: Final = 2
"""Each pixel is the mean of so many squared rays."""


@dataclass(frozen=True, slots=True, eq=False)
class TrueLens:
    """A pinhole with OpenCV's five coefficients."""

    matrix: Matrix
    distortion: NDArray[np.float64]
    size_px: tuple[int, int]

    @classmethod
    def usual(cls, size_px: tuple[int, int] = (1280, 720)) -> "TrueLens":
        """Return a webcam's: 65 degrees wide, barrel, its middle a little off."""
        width, height = size_px
        focal = 0.785 * width
        matrix = np.array([(focal, 0, width / 2 + 9.3), (0, focal * 1.004, height / 2 - 6.1), (0, 0, 1)])
        return cls(matrix, np.array([-0.21, 0.062, 0.0006, -0.0004, -0.008]), size_px)

    def bent(self, ahead: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return where points (n, 3) in the camera's mm come in the picture."""
        nowhere = np.zeros(3)
        out, _ = cv2.projectPoints(ahead, nowhere, nowhere, self.matrix, self.distortion)
        return np.asarray(out, np.float64).reshape(-1, 2)


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A plane before the camera: *turn* (3, 3) and where its origin is, in the camera's mm."""

    turn: Matrix
    at_mm: NDArray[np.float64]

    @classmethod
    def of(cls, tilt_deg: tuple[float, float, float], middle_mm: tuple[float, float, float]) -> "Pose":
        """Return the pose of a sheet turned about x, y and z whose middle lies there."""
        turn = np.eye(3)
        for axis, degrees in enumerate(tilt_deg):
            spin = np.zeros(3)
            spin[axis] = np.deg2rad(degrees)
            turn = np.asarray(cv2.Rodrigues(spin)[0], np.float64) @ turn
        return cls(turn, np.array(middle_mm) - turn @ (WIDTH_MM / 2, HEIGHT_MM / 2, 0.0))

    def ahead(self, places_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return places of the plane (n, 2) in the camera's mm, (n, 3)."""
        flat = np.column_stack([places_mm, np.zeros(len(places_mm))])
        return np.asarray(flat @ self.turn.T + self.at_mm, np.float64)


@cache
def sheet_print() -> NDArray[np.float32]:
    """Return the sheet's grey, with its margin, at _PX_PER_MM."""
    block = round(MODULE_MM * _PX_PER_MM)
    black = np.kron(modules(), np.ones((block, block), bool))
    edge = round(MARGIN_MM * _PX_PER_MM)
    return np.pad(np.where(black, INK, PAPER).astype(np.float32), edge, constant_values=PAPER)


@cache
def _rays(lens: TrueLens) -> NDArray[np.float32]:
    """Return where each of the finer pixels looks, (height, width, 3), the last always 1."""
    width, height = lens.size_px[0] * _FINER, lens.size_px[1] * _FINER
    ys, xs = np.mgrid[0:height, 0:width]
    places = ((np.column_stack([xs.ravel(), ys.ravel()]) + 0.5) / _FINER - 0.5).reshape(-1, 1, 2)
    criteria = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 12, 1e-6)
    rays = cv2.undistortPoints(places, lens.matrix, lens.distortion, criteria=criteria)
    flat = np.asarray(rays, np.float32).reshape(height, width, 2)
    return np.dstack([flat, np.ones((height, width), np.float32)])


def sheet_picture(
    rng: np.random.Generator,
    lens: TrueLens,
    sheet: Pose,
    ground: tuple[float, float, float] = (52.0, 92.0, 40.0),
) -> NDArray[np.float32]:
    """Return the sheet over a plain felt, (height, width, 3) float32 BGR 0-255, evenly lit and sharp."""
    width, height = lens.size_px
    grain = noise(rng, height, width, (height / 2, width / 2)) * 4
    image = np.asarray(np.array(ground, np.float32) + grain[..., None], np.float32)
    x0, y0, x1, y1 = _box(lens, sheet)
    if x0 >= x1 or y0 >= y1:
        return image
    rays = _rays(lens)[y0 * _FINER : y1 * _FINER, x0 * _FINER : x1 * _FINER]
    inverse = np.linalg.inv(np.column_stack([sheet.turn[:, 0], sheet.turn[:, 1], sheet.at_mm]))
    on_sheet = cv2.transform(rays, inverse.astype(np.float32))
    at_px = (on_sheet[..., :2] / on_sheet[..., 2:] + MARGIN_MM) * _PX_PER_MM - 0.5
    across = np.ascontiguousarray(at_px[..., 0], np.float32)
    down = np.ascontiguousarray(at_px[..., 1], np.float32)
    border = cv2.BORDER_CONSTANT
    seen = cv2.remap(sheet_print(), across, down, cv2.INTER_LINEAR, borderMode=border, borderValue=-1.0)
    there = (seen >= 0).astype(np.float32)
    size = (x1 - x0, y1 - y0)
    share = cv2.resize(there, size, interpolation=cv2.INTER_AREA)[..., None]
    light = cv2.resize(seen * there, size, interpolation=cv2.INTER_AREA)[..., None]
    image[y0:y1, x0:x1] = image[y0:y1, x0:x1] * (1 - share) + light
    return image


def _box(lens: TrueLens, sheet: Pose) -> tuple[int, int, int, int]:
    """Return (x0, y0, x1, y1) of the part of the picture the sheet can be in."""
    low, wide, high = -MARGIN_MM, WIDTH_MM + MARGIN_MM, HEIGHT_MM + MARGIN_MM
    edge = np.linspace(0, 1, 9)
    sides = [(low + t * (wide - low), y) for t in edge for y in (low, high)]
    sides += [(x, low + t * (high - low)) for t in edge for x in (low, wide)]
    rim = lens.bent(sheet.ahead(np.array(sides)))
    width, height = lens.size_px
    x0, y0 = (int(value) - 4 for value in rim.min(axis=0))
    x1, y1 = (int(value) + 5 for value in rim.max(axis=0))
    return max(0, x0), max(0, y0), min(width, x1), min(height, y1)


def stored(rng: np.random.Generator, image: NDArray[np.float32], grain: float = 2.0) -> Image:
    """Return what a good camera keeps of *image*: a lens as sharp as they are, and a little noise."""
    soft = cv2.GaussianBlur(image, (0, 0), 0.6)
    noisy = soft + rng.standard_normal(image.shape, dtype=np.float32) * np.float32(grain)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def lens_poses() -> tuple[Pose, ...]:
    """Return sheets held all over a picture, tilted this way and that, as the desk asks for them."""
    poses = []
    for row, y in enumerate((-150.0, 0.0, 150.0)):
        for column, x in enumerate((-280.0, 0.0, 280.0)):
            tilt = (
                18.0 * (row - 1) + 8 * (column % 2),
                -22.0 * (column - 1) + 6 * (row % 2),
                12.0 * (row - column),
            )
            poses.append(Pose.of(tilt, (x, y, 640.0 + 40 * (row + column))))
    poses.append(Pose.of((32, 4, 3), (0, 0, 520)))
    poses.append(Pose.of((-5, 34, -8), (30, -20, 520)))
    poses.append(Pose.of((-24, -20, 85), (-40, 20, 600)))
    return tuple(poses)
