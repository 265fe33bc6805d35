"""What a camera's calibration means to the table: which part of its picture is which seat's, and what it should see."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from table_controller.app.config import Settings
from table_controller.app.config_devices import CameraSettings
from table_controller.app.config_section import ConfigError
from vision.calibrate.calibration import Calibration, CalibrationError, read_calibration

Image = NDArray[np.uint8]


def calibration_of(camera: CameraSettings) -> Calibration | None:
    """Read the file a camera names, None where it names none.

    :raises ConfigError: the file cannot be used
    """
    if camera.calibration is None:
        return None
    try:
        return read_calibration(Path(camera.calibration))
    except CalibrationError as error:
        raise ConfigError(f"[[camera]] calibration: {error}") from error


def require_calibrations(settings: Settings) -> None:
    """Check that the files of all cameras can be used, and that their seats are there.

    :raises ConfigError: one cannot, or has a seat the table has not
    """
    for camera in settings.camera:
        calibration = calibration_of(camera)
        for region in () if calibration is None else calibration.regions:
            if region.seat > settings.table.seats:
                raise ConfigError(
                    f"[[camera]] calibration: {camera.calibration} has a region for seat {region.seat}; "
                    f"the table has {settings.table.seats} seats"
                )


def require_size(camera: CameraSettings, calibration: Calibration | None, image: Image | None) -> None:
    """Check a picture of the camera against its calibration.

    :raises ConfigError: it has another size
    """
    if calibration is None or image is None:
        return
    try:
        calibration.check_size((image.shape[1], image.shape[0]), str(camera.calibration))
    except CalibrationError as error:
        raise ConfigError(f"[[camera]] {camera.role}: {error}") from error


def regions_of(calibration: Calibration | None) -> dict[int, NDArray[np.float32]]:
    """Return the seats' polygons, (n, 2) float32 px each."""
    if calibration is None:
        return {}
    return {region.seat: np.array(region.corners_px, np.float32) for region in calibration.regions}


def reference_of(calibration: Calibration | None) -> Image | None:
    """Return what the camera saw when it was calibrated."""
    if calibration is None or calibration.reference is None:
        return None
    return calibration.reference.picture()
