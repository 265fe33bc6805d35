"""The open line: what the operating system refuses, told in one plain sentence."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.errors import DeviceBusy, DeviceForbidden, DeviceLost
from firmware_bridge.line import Line, _opening_error
from hardware.twin.devices.pty_end import PtyEnd


@pytest.fixture
def end(tmp_path: Path) -> Iterator[PtyEnd]:
    """The far end of a cable whose near end is at ``link_path``."""
    cable = PtyEnd(tmp_path / "device")
    cable.plug()
    yield cable
    cable.unplug()


@pytest.fixture
def line(end: PtyEnd) -> Iterator[Line]:
    """The near end, opened."""
    opened = Line(str(end.link_path), 250_000)
    yield opened
    opened.close()


def test_bytes_go_both_ways(end: PtyEnd, line: Line) -> None:
    line.write(b"to device")
    assert end.read() == b"to device"
    end.write(b"to host")
    assert line.read(5.0) == b"to host"


def test_a_second_program_is_refused_and_told_who_holds_the_device(end: PtyEnd, line: Line) -> None:
    with pytest.raises(DeviceBusy) as busy:
        Line(str(end.link_path), 250_000)

    assert "already in use by" in str(busy.value)
    if busy.value.holder is not None:
        assert f"pid {os.getpid()}" in busy.value.holder


def test_a_peer_that_stops_reading_does_not_hold_the_writer_for_ever(line: Line) -> None:
    with pytest.raises(DeviceLost, match="write timed out"):
        line.write(bytes(256 * 1024))


def test_a_pulled_cable_ends_reading_and_writing(end: PtyEnd, line: Line) -> None:
    end.unplug()

    with pytest.raises(DeviceLost, match="unplugged"):
        line.read(5.0)
    with pytest.raises(DeviceLost, match="unplugged"):
        line.write(b"x")


def test_a_waiting_reader_can_be_woken(line: Line) -> None:
    line.wake()

    assert line.read(60.0) == b""


def test_a_path_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(DeviceLost, match="not plugged in"):
        Line(str(tmp_path / "nothing"), 250_000)


def test_a_file_is_no_serial_device(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a device")

    with pytest.raises(DeviceLost, match="cannot be opened as a serial device"):
        Line(str(tmp_path / "file"), 250_000)


def test_a_forbidden_device_names_the_remedy() -> None:
    error = _opening_error("/dev/ttyACM0", PermissionError(13, "Permission denied"))

    assert isinstance(error, DeviceForbidden)
    assert "udev" in str(error)
