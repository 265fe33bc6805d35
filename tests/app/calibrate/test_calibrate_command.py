"""``drawtable vision calibrate`` without a page, and its file in a table's."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from table_controller.app import calibrate_cli
from table_controller.app.calibrated import (
    calibration_of,
    reference_of,
    regions_of,
    require_calibrations,
    require_size,
)
from table_controller.app.config import settings_from
from table_controller.app.config_section import ConfigError
from table_controller.cli import _register, app
from vision.calibrate.calibration import Calibration, read_calibration, write_calibration
from vision.calibrate.calibration import reference_of as as_reference
from vision.calibrate.regions import proposed
from vision.cameras import live
from vision.synthetic.sheet_views import Pose, TrueLens, lens_poses, sheet_picture, stored

SIZE_PX = (960, 540)


def run(*arguments: str) -> tuple[int, str]:
    """Run the command; return its exit status and everything it printed."""
    _register()
    result = CliRunner().invoke(app, ["vision", "calibrate", *arguments])
    return result.exit_code, result.output


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dozen pictures of the sheet held, one of it lying, one of nothing."""
    path, rng, lens = tmp_path_factory.mktemp("pictures"), np.random.default_rng(1), TrueLens.usual(SIZE_PX)
    poses = [(f"held{n:02}.png", pose) for n, pose in enumerate(lens_poses())]
    for name, pose in [*poses, ("table0.png", Pose.of((3, 0, 0), (0, 0, 540)))]:
        cv2.imwrite(str(path / name), stored(rng, sheet_picture(rng, lens, pose)))
    cv2.imwrite(str(path / "empty.png"), np.full((540, 960, 3), 60, np.uint8))
    return path


def test_a_folder_of_pictures_makes_the_file(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "overhead.json"

    status, said = run(
        "camera:0", "--headless", "--pictures", str(folder), "--seats", "5", "--out", str(out), "--json"
    )

    assert status == 0
    told = json.loads(said)
    assert (told["left_out"], told["wanted"]) == (["empty.png"], "")
    made = read_calibration(out)
    assert made.lens is not None
    assert made.lens.error_px < 0.25
    assert len(made.regions) == 5
    assert told["index_px"] == pytest.approx(9 * TrueLens.usual(SIZE_PX).matrix[0, 0] / 540, rel=0.03)


def test_a_print_that_is_too_small_is_reckoned_with_by_its_ruler(folder: Path, tmp_path: Path) -> None:
    tall = []
    for ruler in ("100", "95"):
        out = tmp_path / f"{ruler}.json"
        assert run("--pictures", str(folder), "--ruler", ruler, "--out", str(out))[0] == 0
        tall.append(read_calibration(out).index_px((480, 270)))

    assert tall[0] / tall[1] == pytest.approx(0.95)


def test_check_says_in_words_what_must_change_and_ends_with_1(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    sheet = sheet_picture(rng, TrueLens.usual(SIZE_PX), Pose.of((6, -4, 8), (20, 10, 620)))
    for name, gain in (("good", 1.0), ("dark", 0.25)):
        cv2.imwrite(str(tmp_path / f"{name}.png"), stored(rng, sheet * gain))

    good, _ = run(str(tmp_path / "good.png"), "--check")
    status, said = run(str(tmp_path / "dark.png"), "--check", "--json")

    assert good == 0
    assert status == 1
    assert [one["kind"] for one in json.loads(said) if not one["ok"]] == ["dark"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--sheet", "sheet.doc"), "ends in .pdf, .svg or .png"),
        (("--sheet", "sheet.pdf", "--paper", "a3"), "a4 or letter"),
        (("--headless",), "--headless needs --pictures"),
        (("--pictures", "not-there"), "no such file: not-there"),
        (("camera:77", "--check"), "camera:77"),
    ],
)
def test_bad_input_is_one_line_and_2(arguments: tuple[str, ...], said: str) -> None:
    status, output = run(*arguments)

    assert status == 2
    assert said in output
    assert len(output.strip().splitlines()) == 1


class Blind:
    """A camera that opened and is not well."""

    def frame(self) -> None:
        return None

    def close(self) -> None:
        return


@pytest.mark.parametrize("arguments", [("--check",), ()], ids=["check", "desk"])
def test_a_camera_that_gives_no_picture_is_named_without_its_password(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibrate_cli, "FRAME_WITHIN_S", 0.05)
    monkeypatch.setattr(live, "open_source", lambda _: Blind())

    status, output = run("rtsp://floor:s3cret@camera/1", *arguments)

    assert status == 2
    assert "no picture comes from rtsp://" in output
    assert "s3cret" not in output


def test_a_table_takes_regions_and_reference_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "overhead.json"
    image = np.full((540, 960, 3), 60, np.uint8)
    made = Calibration(
        source="camera:0",
        made="2026-11-30T12:00:00+00:00",
        size_px=SIZE_PX,
        regions=proposed(4, SIZE_PX),
        reference=as_reference(image),
    )
    write_calibration(path, made)
    camera = {"role": "overhead", "source": "camera:0", "calibration": str(path)}

    roomy = settings_from({"table": {"seats": 4}, "camera": [camera]})
    small = settings_from({"table": {"seats": 3}, "camera": [camera]})

    require_calibrations(roomy)
    calibration = calibration_of(roomy.camera[0])
    reference = reference_of(calibration)
    assert sorted(regions_of(calibration)) == [1, 2, 3, 4]
    assert reference is not None
    assert reference.shape == image.shape
    require_size(roomy.camera[0], calibration, image)
    with pytest.raises(ConfigError, match="made for pictures of 960 x 540, the camera gives 480 x 270"):
        require_size(roomy.camera[0], calibration, np.zeros((270, 480, 3), np.uint8))
    with pytest.raises(ConfigError, match="a region for seat 4; the table has 3 seats"):
        require_calibrations(small)
    path.write_text("{}")
    with pytest.raises(ConfigError, match=r"overhead.json: source: field required"):
        require_calibrations(roomy)
