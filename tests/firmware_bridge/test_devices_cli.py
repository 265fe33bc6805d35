"""``drawtable devices``: what it prints and how it ends."""

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
from typer.testing import CliRunner

from firmware_bridge import discovery
from firmware_bridge.cli import app
from hardware.twin.devices.button_box import ButtonBoxModel

run = CliRunner().invoke


@pytest.fixture
def box(tmp_path: Path) -> Iterator[ButtonBoxModel]:
    """A button box at ``tmp_path/seat1``."""
    model = ButtonBoxModel(tmp_path / "seat1", serial_number=42)
    model.start()
    yield model
    model.stop()


@pytest.fixture
def rules_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine that has been set up."""
    rules = tmp_path / "70-drawtable.rules"
    rules.touch()
    monkeypatch.setattr(discovery, "RULES", (rules,))


@pytest.mark.parametrize("verb", ["list", "doctor", "monitor"])
def test_every_verb_explains_itself_with_an_example(verb: str) -> None:
    result = run(app, [verb, "--help"])

    assert result.exit_code == 0
    assert f"drawtable devices {verb}" in result.output


def test_list_is_json_when_asked() -> None:
    result = run(app, ["list", "--json"])

    assert result.exit_code == 0
    assert isinstance(json.loads(result.output), list)


def test_doctor_names_a_healthy_device(box: ButtonBoxModel, tmp_path: Path, rules_installed: None) -> None:
    result = run(app, ["doctor", str(tmp_path / "seat1"), "--json"])

    findings = json.loads(result.output)
    assert findings[1]["text"].startswith("button box number 42, firmware 1.0.0")
    assert findings[2]["text"].startswith("50 pings")


def test_doctor_finds_the_absent_device_and_exits_1(tmp_path: Path, rules_installed: None) -> None:
    result = run(app, ["doctor", str(tmp_path / "seat9")])

    assert result.exit_code == 1
    assert f"BAD {tmp_path / 'seat9'}: not plugged in" in result.output
    assert "drawtable devices list" in result.output


def test_doctor_finds_two_devices_with_one_number(
    box: ButtonBoxModel, tmp_path: Path, rules_installed: None
) -> None:
    other = ButtonBoxModel(tmp_path / "seat2", serial_number=42)
    other.start()

    result = run(app, ["doctor", str(tmp_path / "seat1"), str(tmp_path / "seat2")])
    other.stop()

    assert result.exit_code == 1
    assert "serial number 42 is also that of" in result.output


def test_doctor_names_the_missing_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "RULES", ())
    monkeypatch.setattr(discovery, "NAMED", Path("/nowhere"))

    result = run(app, ["doctor"])

    assert result.exit_code == 1
    assert "udev rules are not installed" in result.output


def test_monitor_prints_what_a_box_tells(box: ButtonBoxModel, tmp_path: Path) -> None:
    Timer(0.5, box.press, [6]).start()

    result = run(app, ["monitor", str(tmp_path / "seat1"), "--seconds", "2", "--json"])

    events = [json.loads(line) for line in result.output.splitlines()]
    assert result.exit_code == 0
    assert [event["event"] for event in events] == ["DeviceConnected", "ButtonPressed", "ButtonReleased"]
    assert events[0]["info"]["device_class"] == "button_box"
    assert events[1]["button"] == 6


def test_monitor_of_nothing_is_bad_input_in_one_line(tmp_path: Path) -> None:
    result = run(app, ["monitor", str(tmp_path / "seat9")])

    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1
    assert "not plugged in" in result.stderr


@pytest.mark.parametrize("verb", ["monitor", "doctor"])
def test_a_speed_no_line_has_is_bad_input(verb: str, tmp_path: Path) -> None:
    for baud in ("0", "-1", "9" * 20):
        result = run(app, [verb, str(tmp_path / "seat1"), "--baud", baud])

        assert result.exit_code == 2
        assert "--baud" in result.stderr


def test_stable_names_prefer_the_tables_own(tmp_path: Path) -> None:
    real, named, by_id = tmp_path / "ttyACM0", tmp_path / "drawtable", tmp_path / "by-id"
    real.touch()
    for folder, name in ((named, "A123"), (by_id, "usb-Arduino")):
        folder.mkdir()
        (folder / name).symlink_to(real)

    assert discovery.stable_names((named, by_id)) == {str(real): str(named / "A123")}
