"""The parts of a table's file about what is plugged in: shuffler, button boxes and cameras."""

from typing import Annotated, Literal

from pydantic import Field

from table_controller.app.config_section import ConfigError, Seat, Section, Text, check_seats


class ShufflerSettings(Section):
    device_path: Text


class ButtonBoxSettings(Section):
    device_path: Text
    role: Literal["seat", "dealer"] = "seat"
    seat: Seat | None = None


class CameraSettings(Section):
    role: Literal["shoe", "tray", "overhead"]
    source: Text
    seat: Seat | None = None
    width_px: Annotated[int, Field(ge=16, le=16384)] | None = None
    height_px: Annotated[int, Field(ge=16, le=16384)] | None = None
    fps: Annotated[float, Field(gt=0, le=1000, strict=False)] | None = None
    """Pictures a second; of a folder of pictures too."""
    exposure_us: Annotated[int, Field(ge=1, le=10_000_000)] | None = None
    """A fixed exposure in millionths of a second, where the camera's driver takes one."""
    calibration: Text | None = None
    """The file `drawtable vision calibrate` made for this camera."""


class VisionSettings(Section):
    evidence_days: Annotated[int, Field(ge=0, le=36500)] = 30
    """How long pictures of the cards that were read are kept beside the log; 0 keeps none."""
    deck: Text | None = None
    """The file of the enrolled deck that lies on the table."""


def check_boxes(boxes: list[ButtonBoxSettings], shuffler: ShufflerSettings | None, seats: int) -> None:
    """Check that every box has a place, and every device a path of its own.

    :raises ConfigError: one has not
    """
    check_seats("button_box", [b.seat for b in boxes if b.seat is not None], seats)
    for box in boxes:
        if (box.role == "seat") != (box.seat is not None):
            raise ConfigError('[[button_box]] needs a seat, or role = "dealer" and no seat')
    if sum(box.role == "dealer" for box in boxes) > 1:
        raise ConfigError('[[button_box]] role = "dealer" stands there twice')
    paths = [box.device_path for box in boxes]
    paths += [shuffler.device_path] if shuffler else []
    for path in paths:
        if paths.count(path) > 1:
            raise ConfigError(f"{path} is the device_path of two devices")


def check_cameras(cameras: list[CameraSettings], seats: int) -> None:
    """Check that no two cameras are in one place, and only overhead ones at a seat.

    :raises ConfigError: they are
    """
    over = [camera for camera in cameras if camera.role == "overhead"]
    check_seats("camera", [c.seat for c in over if c.seat is not None], seats)
    names = [(camera.role, camera.seat) for camera in cameras]
    for camera in cameras:
        if camera.role != "overhead" and camera.seat is not None:
            raise ConfigError(f"[[camera]] a {camera.role} camera has no seat; only overhead ones have")
        if names.count((camera.role, camera.seat)) > 1:
            raise ConfigError(f"[[camera]] {camera.role} stands there twice")
