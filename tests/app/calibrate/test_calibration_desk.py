"""From the first picture to the file: by what the camera is shown, and by a real Chromium."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect, sync_playwright

from dashboard.desk_state import DeedRefused, DeskDeed, DeskRegion
from table_controller.app.calibration_desk import CalibrationDesk, Step
from table_controller.app.camera_desk import DeskCamera
from tests.app.calibrate.shown_camera import RunningCalibration, ShownCamera, wait_until
from vision.calibrate.calibration import read_calibration
from vision.calibrate.regions import proposed
from vision.synthetic.sheet_views import Pose, TrueLens, lens_poses, sheet_picture, stored

SIZE_PX = (1280, 720)
LENS = TrueLens.usual(SIZE_PX)
FELT = np.full((720, 1280, 3), (52, 92, 40), np.uint8)


def shown(pose: Pose) -> np.ndarray:
    rng = np.random.default_rng(3)
    return stored(rng, sheet_picture(rng, LENS, pose))


def a_desk(tmp_path: Path, camera: DeskCamera) -> CalibrationDesk:
    return CalibrationDesk(camera, "camera:0", tmp_path / "overhead.json", proposed(4, SIZE_PX))


def test_ten_held_sheets_three_lying_ones_and_a_save_make_the_file(tmp_path: Path) -> None:
    source = ShownCamera(FELT)
    with DeskCamera(source) as camera:
        desk = a_desk(tmp_path, camera)
        for pose in lens_poses():  # each twice: a sheet counts that is held still
            picture = shown(pose)
            desk.look(picture)
            desk.look(picture)
        assert desk.step is Step.TABLE
        for x_mm in (0, -230, 230):
            desk.look(shown(Pose.of((2, 0, 0), (x_mm, 0, 560))))
            desk.act(DeskDeed(name="take"))
        assert desk.step is Step.SEATS
        desk.look(FELT)
        moved = DeskRegion(name="1", corners_px=((10, 10), (300, 10), (300, 200)))
        desk.act(DeskDeed(name="regions", regions=(moved,)))
        desk.act(DeskDeed(name="save"))

    made = read_calibration(tmp_path / "overhead.json")
    assert desk.state().done
    assert made.lens is not None
    assert made.lens.error_px < 0.2
    assert made.index_px((640, 360)) == pytest.approx(9 * LENS.matrix[0, 0] / 560, rel=0.03)
    assert [(one.seat, one.corners_px) for one in made.regions] == [(1, moved.corners_px)]
    assert made.reference is not None


def test_what_cannot_be_done_now_is_refused_in_words(tmp_path: Path) -> None:
    with DeskCamera(ShownCamera(FELT)) as camera:
        desk = a_desk(tmp_path, camera)
        desk.look(FELT)
        crossed = DeskRegion(name="2", corners_px=((0, 0), (90, 90), (90, 0), (0, 90)))

        with pytest.raises(DeedRefused, match="cannot be done now"):
            desk.act(DeskDeed(name="save"))
        desk.act(DeskDeed(name="skip"))
        with pytest.raises(DeedRefused, match="not seen whole"):
            desk.act(DeskDeed(name="take"))
        desk.act(DeskDeed(name="skip"))
        with pytest.raises(DeedRefused, match="Seat 2: its outline crosses itself"):
            desk.act(DeskDeed(name="regions", regions=(crossed,)))
        desk.act(DeskDeed(name="cancel"))

    assert desk.state().done
    assert not (tmp_path / "overhead.json").exists()


@pytest.mark.browser
def test_a_seat_drawn_on_the_page_is_in_the_file(tmp_path: Path) -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("chromium is not installed here (Debian: apt-get install chromium)")
    source = ShownCamera(FELT)
    camera = DeskCamera(source)
    desk = a_desk(tmp_path, camera)
    options = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    with RunningCalibration(camera, desk) as running, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=options)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(running.url)
        expect(page.locator(".desk-instruction")).to_contain_text("into the upper left corner")
        expect(page.locator(".desk-findings")).to_contain_text("The sheet is not seen")
        page.get_by_role("button", name="Skip the lens").click()
        source.show(shown(Pose.of((2, 0, 0), (0, 0, 560))))
        page.get_by_role("button", name="Take picture").click()
        page.get_by_role("button", name="Enough").click()
        expect(page.locator("[data-region]")).to_have_count(4)
        page.locator("[data-region='2'] [data-corner='0'] .dot").hover()
        page.mouse.down()
        page.mouse.move(60, 90)
        page.mouse.up()
        wait_until(lambda: desk.state().regions[1].corners_px != _corners(2))
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("status")).to_have_text("Done. This page can be closed.")
        browser.close()

    made = read_calibration(tmp_path / "overhead.json")
    region = made.region(2)
    assert region is not None
    assert region.corners_px[1:] == _corners(2)[1:]
    assert region.corners_px[0] != _corners(2)[0]
    assert made.plane is not None
    assert made.lens is None


def _corners(seat: int) -> tuple[tuple[float, float], ...]:
    return proposed(4, SIZE_PX)[seat - 1].corners_px
