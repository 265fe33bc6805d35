"""One JSON file for each camera: what calibrating found, read strictly."""

import base64
import binascii
import os
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from vision.calibrate import plane as planes
from vision.calibrate.board import Points
from vision.calibrate.lens import Lens
from vision.calibrate.plane import TablePlane
from vision.calibrate.regions import SeatRegion, check_regions, first_mistake
from vision.cameras.headers import Format, header_of
from vision.cameras.pictures import MOST_PX

Image = NDArray[np.uint8]

LARGEST_FILE: Final = 12_000_000
REFERENCE_QUALITY: Final = 90


class CalibrationError(ValueError):
    """A calibration that cannot be used; one line says what, where and what to do."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class Reference(_Part):
    """What the camera saw when all was well, for noticing that it has moved or lost its focus."""

    jpeg: Annotated[str, Field(max_length=LARGEST_FILE)]
    """The picture in base64, as large as the frames: how sharp its edges were is part of it."""

    def picture(self) -> Image:
        """Return the reference, (height, width, 3) uint8 BGR.

        :raises ValueError: it is no picture
        """
        data = self._bytes()
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
        if image is None:
            raise ValueError("jpeg is no picture")
        return np.asarray(image, np.uint8)

    @property
    def size_px(self) -> tuple[int, int]:
        """The width and height that its head claims, (0, 0) of what is no JPEG; nothing is decoded."""
        header = header_of(self._bytes())
        is_jpeg = header is not None and header.format is Format.JPEG
        return (header.width_px, header.height_px) if header is not None and is_jpeg else (0, 0)

    def _bytes(self) -> bytes:
        try:
            return base64.b64decode(self.jpeg, validate=True)
        except binascii.Error:
            return b""


class Calibration(_Part):
    """What is known of one camera. Parts that were not measured are None."""

    drawtable_calibration: Literal[1] = 1
    source: Annotated[str, Field(min_length=1, max_length=1000)]
    made: Annotated[str, Field(max_length=40)]
    """When, ISO 8601 with its offset."""
    size_px: tuple[Annotated[int, Field(ge=16, le=20_000)], Annotated[int, Field(ge=16, le=20_000)]]
    lens: Lens | None = None
    plane: TablePlane | None = None
    regions: Annotated[tuple[SeatRegion, ...], Field(max_length=16)] = ()
    reference: Reference | None = None

    @model_validator(mode="after")
    def _makes_sense(self) -> "Calibration":
        datetime.fromisoformat(self.made)
        check_regions(self.regions, self.size_px)
        if self.reference is not None:
            _check_reference(self.reference, self.size_px)
        if self.plane is not None and abs(float(np.linalg.det(self.plane.matrix))) < 1e-12:
            raise ValueError("plane.to_mm takes everything to one line")
        return self

    def region(self, seat: int) -> SeatRegion | None:
        """Return the region of a seat, None when it has none in this camera's picture."""
        return next((region for region in self.regions if region.seat == seat), None)

    def seat_at(self, place_px: tuple[float, float]) -> int | None:
        """Return the seat in whose region a place lies; the first where regions overlap."""
        return next((region.seat for region in self.regions if region.holds(place_px)), None)

    def to_mm(self, places_px: Points) -> Points:
        """Return where on the table places of the picture (n, 2) are.

        :raises CalibrationError: the plane was not measured
        """
        return planes.to_mm(places_px, self._plane(), self.lens)

    def to_px(self, places_mm: Points) -> Points:
        """Return where in the picture places of the table (n, 2) are.

        :raises CalibrationError: the plane was not measured
        """
        return planes.to_px(places_mm, self._plane(), self.lens)

    def index_px(self, place_px: tuple[float, float]) -> float:
        """Return how tall a standard index is there.

        :raises CalibrationError: the plane was not measured
        """
        return planes.index_px(place_px, self._plane(), self.lens)

    def straightened(self, image: Image) -> Image:
        """Return *image* without its lens's distortion, of the same size; itself where the lens is unknown.

        :raises CalibrationError: *image* is not of this camera's size
        """
        self.check_size((image.shape[1], image.shape[0]))
        if self.lens is None:
            return image
        return np.asarray(cv2.undistort(image, self.lens.matrix, self.lens.coefficients), np.uint8)

    def check_size(self, size_px: tuple[int, int], name: str = "the calibration") -> None:
        """Refuse pictures of another size: no place in them would be right.

        :raises CalibrationError: *size_px* (width, height) is not the calibrated one
        """
        if size_px != self.size_px:
            (was, high), (given, tall) = self.size_px, size_px
            raise CalibrationError(
                f"{name} was made for pictures of {was} x {high}, the camera gives {given} x {tall}: "
                "set the camera back, or calibrate again"
            )

    def _plane(self) -> TablePlane:
        if self.plane is None:
            raise CalibrationError(
                f"the table's plane was not measured for {self.source}: lay the sheet flat and calibrate again"
            )
        return self.plane


def _check_reference(reference: Reference, size_px: tuple[int, int]) -> None:
    """Refuse what is no picture of the camera, before a small file that claims a huge one is decoded.

    :raises ValueError: it is not
    """
    width, height = size_px
    if reference.size_px == (0, 0):
        raise ValueError("reference.jpeg is no picture")
    if reference.size_px != size_px or width * height > MOST_PX:
        raise ValueError(f"reference.jpeg is no picture of {width} x {height}, the camera's size")
    reference.picture()


def reference_of(image: Image) -> Reference:
    """Return *image* (height, width, 3) uint8 BGR as a reference."""
    jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, REFERENCE_QUALITY])[1].tobytes()
    return Reference(jpeg=base64.b64encode(jpeg).decode())


def read_calibration(path: Path) -> Calibration:
    """Read a camera's file.

    :raises CalibrationError: it is not there, or not such a file
    """
    try:
        with path.open("rb") as file:
            written = file.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise CalibrationError(f"{path}: {reason}; `drawtable vision calibrate` makes one") from error
    if len(written) > LARGEST_FILE:
        raise CalibrationError(f"{path}: longer than {LARGEST_FILE} bytes; this is no calibration")
    try:
        return Calibration.model_validate_json(written)
    except ValidationError as error:
        again = "make it anew with `drawtable vision calibrate`"
        raise CalibrationError(f"{path}: {first_mistake(error)}; {again}") from None


def write_calibration(path: Path, calibration: Calibration) -> None:
    """Write the file whole or not at all.

    :raises OSError: it cannot be written
    """
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(calibration.model_dump_json(indent=1) + "\n", encoding="utf-8")
    os.replace(beside, path)
