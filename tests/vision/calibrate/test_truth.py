"""Lens, plane and regions against a camera that is known."""

import base64
import json
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.calibrate.board import CORNERS, HEIGHT_MM, WIDTH_MM, SheetView, find_sheet
from vision.calibrate.calibration import (
    Calibration,
    CalibrationError,
    read_calibration,
    reference_of,
    write_calibration,
)
from vision.calibrate.coverage import Coverage
from vision.calibrate.lens import Lens, LensError, solve_lens
from vision.calibrate.plane import px_per_mm, solve_plane, to_mm, to_px
from vision.calibrate.regions import RegionError, SeatRegion, check_regions, proposed, read_regions
from vision.synthetic.sheet_views import Pose, TrueLens, lens_poses, sheet_picture, stored

SIZE_PX = (1280, 720)
TABLE = Pose.of((8, -5, 3), (-40, 20, 800))
CAMERA = TrueLens.usual(SIZE_PX)


def lying(dx_mm: float, dy_mm: float, turn_deg: float) -> Pose:
    """Return a sheet on the table, moved and turned from where the table's own axes begin."""
    spin = np.asarray(cv2.Rodrigues(np.array([0, 0, np.deg2rad(turn_deg)]))[0])
    turn = TABLE.turn @ spin
    middle = TABLE.ahead(np.array([[WIDTH_MM / 2 + dx_mm, HEIGHT_MM / 2 + dy_mm]]))[0]
    return Pose(turn, middle - turn @ (WIDTH_MM / 2, HEIGHT_MM / 2, 0))


def view_of(rng: np.random.Generator, pose: Pose) -> SheetView:
    view = find_sheet(stored(rng, sheet_picture(rng, CAMERA, pose)))
    assert view is not None
    return view


def true_mm(places_px: np.ndarray) -> np.ndarray:
    """Return where on the true table places of the picture are, from where its first sheet lies."""
    places = places_px.reshape(-1, 1, 2)
    rays = cv2.undistortPoints(places, CAMERA.matrix, CAMERA.distortion, criteria=(3, 60, 1e-10)).reshape(
        -1, 2
    )
    inverse = np.linalg.inv(np.column_stack([TABLE.turn[:, 0], TABLE.turn[:, 1], TABLE.at_mm]))
    out = np.column_stack([rays, np.ones(len(rays))]) @ inverse.T
    return out[:, :2] / out[:, 2:]


@pytest.fixture(scope="module")
def views() -> tuple[list[SheetView], list[SheetView]]:
    """The sheet held before the camera, and lying on the table."""
    rng = np.random.default_rng(1)
    held = [view_of(rng, pose) for pose in lens_poses()]
    return held, [view_of(rng, lying(*at)) for at in ((0, 0, 0), (250, 60, 10), (-230, -80, 170))]


@pytest.fixture(scope="module")
def lens(views: tuple[list[SheetView], list[SheetView]]) -> Lens:
    return solve_lens([*views[0], *views[1]])


def test_the_sheet_is_found_to_a_fifteenth_of_a_pixel(
    views: tuple[list[SheetView], list[SheetView]],
) -> None:
    off = [
        view.places_px - CAMERA.bent(pose.ahead(view.places_mm))
        for view, pose in zip(views[0], lens_poses(), strict=True)
    ]

    assert np.abs(np.concatenate(off)).mean() < 1 / 15
    assert sum(len(view.ids) for view in views[0]) > 0.9 * CORNERS * len(views[0])


def test_the_lens_comes_out_to_a_quarter_percent_and_a_tenth_of_a_pixel(lens: Lens) -> None:
    true = CAMERA.matrix

    assert lens.error_px < 0.1
    assert abs(lens.fx / true[0, 0] - 1) < 0.0025
    assert abs(lens.fy / true[1, 1] - 1) < 0.0025
    assert abs(lens.cx - true[0, 2]) < 1.5
    assert abs(lens.cy - true[1, 2]) < 1.5


@pytest.mark.parametrize(("count", "most_mm"), [(1, 3.0), (3, 1.0)])
def test_three_lying_sheets_make_places_right_to_a_millimetre_all_over_the_picture(
    views: tuple[list[SheetView], list[SheetView]], lens: Lens, count: int, most_mm: float
) -> None:
    plane = solve_plane(views[1][:count], lens)
    grid = np.array([(x, y) for x in np.linspace(10, 1269, 13) for y in np.linspace(10, 709, 9)])

    found = to_mm(grid, plane, lens)

    off = np.hypot(*(found - true_mm(grid)).T)
    assert np.ptp(found[:, 0]) > 1100
    assert off.max() < most_mm
    assert off.mean() < most_mm / 3
    assert np.abs(to_px(found, plane, lens) - grid).max() < 0.01


def test_pixels_a_millimetre_are_those_of_the_table(
    views: tuple[list[SheetView], list[SheetView]], lens: Lens
) -> None:
    plane = solve_plane(views[1], lens)
    apart = to_px(np.array([(100.0, 80.0), (110.0, 80.0), (100.0, 90.0)]), plane, lens)

    x, y = (float(value) for value in apart[0])
    measured = min(np.hypot(*(apart[1] - apart[0])), np.hypot(*(apart[2] - apart[0]))) / 10

    assert px_per_mm((x, y), plane, lens) == pytest.approx(measured, rel=0.02)


def test_what_is_missing_is_asked_for_until_there_is_enough(
    views: tuple[list[SheetView], list[SheetView]],
) -> None:
    coverage = Coverage(SIZE_PX)
    wanted = [coverage.wanted()]
    for view in views[0]:
        assert coverage.offer(view) in ("Hold the sheet still.", "Seen from there already: move the sheet.")
        coverage.offer(view)
        wanted.append(coverage.wanted())

    assert wanted[0] == "Hold the sheet into the upper left corner of the picture."
    assert "Hold the sheet into the lower right corner of the picture." in wanted
    assert wanted[-1] == ""
    assert coverage.share == 1
    assert coverage.offer(None).startswith("The sheet is not seen")


def test_too_few_views_make_no_lens(views: tuple[list[SheetView], list[SheetView]]) -> None:
    with pytest.raises(LensError, match="well seen in 9 pictures; 10 are needed"):
        solve_lens(views[0][:9])


def test_the_file_gives_back_what_was_written(
    tmp_path: Path, views: tuple[list[SheetView], list[SheetView]], lens: Lens
) -> None:
    image = np.full((720, 1280, 3), 90, np.uint8)
    image[:, 640:] = 200
    made = Calibration(
        source="camera:0",
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        size_px=SIZE_PX,
        lens=lens,
        plane=solve_plane(views[1], lens),
        regions=proposed(6, SIZE_PX),
        reference=reference_of(image),
    )

    write_calibration(tmp_path / "overhead.json", made)
    again = read_calibration(tmp_path / "overhead.json")

    assert again == made
    assert [again.seat_at((x, 570)) for x in (350, 950)] == [1, 6]
    assert again.reference is not None
    assert again.reference.picture().shape == image.shape
    assert again.straightened(image).shape == image.shape
    with pytest.raises(CalibrationError, match="made for pictures of 1280 x 720, the camera gives 640 x 480"):
        again.check_size((640, 480), "overhead.json")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{", "invalid JSON"),
        ("[]", "input should be an object"),
        ('{"drawtable_calibration": 2}', "drawtable_calibration: input should be 1"),
        ('{"source": "camera:0", "made": "today", "size_px": [640, 480]}', "Invalid isoformat string"),
        ('{"source": "c", "made": "2026-11-30", "size_px": [640]}', "size_px.2"),
        (
            '{"source": "c", "made": "2026-11-30", "size_px": [640, "480"]}',
            "size_px.2: input should be a valid integer",
        ),
        ('{"source": "c", "made": "2026-11-30", "size_px": [640, 480], "lenz": 1}', "lenz: extra inputs"),
    ],
)
def test_a_file_that_is_none_is_one_clear_line(tmp_path: Path, written: str, said: str) -> None:
    path = tmp_path / "overhead.json"
    path.write_text(written)

    with pytest.raises(CalibrationError) as raised:
        read_calibration(path)

    assert said.lower() in str(raised.value).lower()
    assert "\n" not in str(raised.value)
    assert "drawtable vision calibrate" in str(raised.value)


def test_every_proposed_seat_lies_in_the_picture_apart_from_the_others() -> None:
    for seats in range(2, 9):
        regions = proposed(seats, SIZE_PX)

        check_regions(regions, SIZE_PX)
        assert [region.seat for region in regions] == list(range(1, seats + 1))
        middles = [np.array(region.corners_px).mean(axis=0) for region in regions]
        assert all(
            other.seat == region.seat or not other.holds((float(x), float(y)))
            for region, (x, y) in zip(regions, middles, strict=True)
            for other in regions
        )


@pytest.mark.parametrize(
    ("regions", "said"),
    [
        ('[{"seat": 1, "corners_px": [[0, 0], [90, 90], [90, 0], [0, 90]]}]', "outline crosses itself"),
        ('[{"seat": 1, "corners_px": [[0, 0], [9, 9]]}]', "1.corners_px"),
        ('[{"seat": 1, "corners_px": [[2000, 0], [2900, 0], [2900, 90]]}]', "outside the picture"),
        ('[{"seat": 0, "corners_px": [[0, 0], [90, 0], [90, 90]]}]', "1.seat"),
    ],
)
def test_regions_that_cannot_be_are_refused_by_seat(tmp_path: Path, regions: str, said: str) -> None:
    path = tmp_path / "regions.json"
    path.write_text(regions)

    with pytest.raises(RegionError) as raised:
        read_regions(path, SIZE_PX)

    assert said in str(raised.value)
    assert str(path) in str(raised.value)


def test_the_crop_of_a_seat_is_black_outside_its_polygon() -> None:
    region = SeatRegion(seat=3, corners_px=((100.0, 100.0), (200.0, 100.0), (100.0, 200.0)))

    part, at = region.crop(np.full((720, 1280, 3), 255, np.uint8))

    assert at == (100, 100)
    assert part[10, 10].tolist() == [255, 255, 255]
    assert part[95, 95].tolist() == [0, 0, 0]
    assert region.holds((110, 110))
    assert not region.holds((195, 195))


@pytest.mark.parametrize("ending", [".png", ".jpg"])
def test_a_reference_that_claims_another_size_is_not_decoded(tmp_path: Path, ending: str) -> None:
    """A file of some kilobytes may hold a picture of gigabytes; and a picture of another size fits no place in it."""
    path, (width, height) = tmp_path / "a.json", SIZE_PX
    made = datetime.now(UTC).isoformat()
    write_calibration(path, Calibration(source="camera:0", made=made, size_px=SIZE_PX))
    huge = cv2.imencode(ending, np.zeros((4000, 4000), np.uint8))[1].tobytes()
    document = json.loads(path.read_text()) | {"reference": {"jpeg": base64.b64encode(huge).decode()}}
    path.write_text(json.dumps(document))

    with pytest.raises(CalibrationError, match=f"no picture(;| of {width} x {height})"):
        read_calibration(path)
