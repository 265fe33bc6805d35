"""A calibration from a folder of pictures, without a desk."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from vision.calibrate.board import SheetView, find_sheet
from vision.calibrate.calibration import CalibrationError
from vision.calibrate.coverage import Coverage
from vision.calibrate.lens import FEWEST_VIEWS, Lens, LensError, solve_lens
from vision.calibrate.plane import TablePlane, scaled, solve_plane
from vision.sources import SourceError, expand, read_picture

TABLE_PREFIX: Final = "table"
"""Pictures whose names begin so show the sheet lying flat on the table; all others may show it anyhow."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a folder gave: *left_out* are pictures in which the sheet was not found, *wanted* what would help more."""

    size_px: tuple[int, int]
    lens: Lens
    plane: TablePlane | None
    left_out: tuple[str, ...]
    wanted: str


def measure(
    folder: Path, ruler_mm: float = 100.0, told: Callable[[int, int], None] = lambda done, whole: None
) -> Measured:
    """Measure lens and plane from the pictures in *folder*; *told* hears of progress.

    :raises CalibrationError: too little is seen in them
    """
    try:
        paths = expand([str(folder)])
        views: list[tuple[str, SheetView]] = []
        left_out = []
        for done, path in enumerate(paths):
            told(done, len(paths))
            view = find_sheet(read_picture(path))
            if view is None:
                left_out.append(Path(path).name)
            else:
                views.append((Path(path).name, view))
    except SourceError as error:
        raise CalibrationError(str(error)) from error
    if not views:
        raise CalibrationError(
            f"{folder}: the sheet is seen in none of {len(paths)} pictures: print it with --sheet and show it whole"
        )
    return _measured(views, tuple(left_out), ruler_mm, folder)


def _measured(
    views: Sequence[tuple[str, SheetView]], left_out: tuple[str, ...], ruler_mm: float, folder: Path
) -> Measured:
    size = views[0][1].size_px
    coverage = Coverage(size)
    for _, view in views:
        if view.size_px == size:
            coverage.take(view)
    try:
        lens = solve_lens([view for _, view in views])
    except LensError as error:
        more = f" {coverage.wanted()}" if len(views) < FEWEST_VIEWS else ""
        raise CalibrationError(f"{folder}: {error}.{more}") from error
    lying = [view for name, view in views if name.lower().startswith(TABLE_PREFIX)]
    plane = scaled(solve_plane(lying, lens), ruler_mm / 100) if lying else None
    return Measured(size, lens, plane, left_out, coverage.wanted())
