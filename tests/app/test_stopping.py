"""However a table is stopped, it ends in good order and leaves nothing behind: no process, no folder, no half hand."""

import json
import os
import signal
import socket
import sys
from pathlib import Path

import pytest

from tests.app.children import child, wait_for
from vision.find import MODELS

pytestmark = [
    pytest.mark.broker,
    pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc"),
]

DEMO = ("demo", "--fast", "--headless")


@pytest.mark.parametrize(
    "signals",
    [[signal.SIGINT], [signal.SIGTERM], [signal.SIGINT, signal.SIGINT], [signal.SIGTERM, signal.SIGINT]],
    ids=lambda signals: " ".join(s.name for s in signals),
)
def test_a_demo_that_is_stopped_sums_up_and_leaves_nothing_behind(
    tmp_path: Path, signals: list[signal.Signals]
) -> None:
    with child(tmp_path, *DEMO, "--hands", "100000") as demo:
        demo.says("The table is at")
        assert len(demo.family()) > 1, "the broker is a process of its own"

        status, err = demo.ends(*signals)

        assert status == 0
        assert "Traceback" not in err
        assert "all as it should be" in demo.out
        wait_for(lambda: not demo.family())
        assert list(demo.temporary.iterdir()) == []


def test_a_demo_stopped_while_it_is_still_starting_ends_quietly(tmp_path: Path) -> None:
    with child(tmp_path, *DEMO, "--hands", "100000") as demo:
        wait_for(lambda: any(demo.temporary.iterdir()))

        status, err = demo.ends(signal.SIGINT)

        assert "Traceback" not in err
        assert status in (0, 130), err
        wait_for(lambda: not demo.family())
        assert list(demo.temporary.iterdir()) == []


@pytest.mark.parametrize("signal_", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_reader_and_no_broker_outlives_the_real_program(tmp_path: Path, signal_: signal.Signals) -> None:
    if not (MODELS / "detector.onnx").exists():
        pytest.skip("the reader's weights are not there")
    with child(tmp_path, *DEMO, "--hands", "100000", "--log-dir", str(tmp_path / "log"), real=True) as demo:
        demo.says("The table is at")
        wait_for(lambda: any(b"spawn_main" in line for line in demo.command_lines()))

        status, err = demo.ends(signal_)

        assert status == (-signal.SIGKILL if signal_ is signal.SIGKILL else 0)
        wait_for(lambda: not demo.family())
        if signal_ is not signal.SIGKILL:
            assert "Traceback" not in err
            assert list(demo.temporary.iterdir()) == []


def test_a_demo_that_is_killed_leaves_no_broker_running(tmp_path: Path) -> None:
    with child(tmp_path, *DEMO, "--hands", "100000") as demo:
        demo.says("The table is at")
        assert len(demo.family()) > 1

        os.kill(demo.process.pid, signal.SIGKILL)
        demo.process.wait()

        wait_for(lambda: not demo.family())


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with child(tmp_path, *DEMO, "--hands", "1", "--port", str(port)) as demo:
            status, err = demo.ends()

    assert status == 2
    assert len(err.strip().splitlines()) == 1
    assert f"127.0.0.1:{port}" in err
    assert list(demo.temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--game", "jacks-or-betr"), "the nearest known one is jacks-or-better"),
        (("--profile", "vegas"), "casino-classic"),
        (("--host", "no.such.host.invalid"), "no.such.host.invalid"),
    ],
)
def test_a_demo_of_what_is_not_there_is_one_line(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    with child(tmp_path, *DEMO, "--hands", "1", *arguments) as demo:
        status, err = demo.ends()

    assert status == 2
    assert len(err.strip().splitlines()) == 1
    assert words in err


def test_a_log_folder_that_is_a_file_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with child(tmp_path, *DEMO, "--hands", "1", "--log-dir", str(file)) as demo:
        status, err = demo.ends()

    assert status == 2
    assert len(err.strip().splitlines()) == 1
    assert str(file) in err


def test_hands_flat_out_are_all_as_they_should_be(tmp_path: Path) -> None:
    with child(tmp_path, *DEMO, "--hands", "5", "--json") as demo:
        status, err = demo.ends()

    assert status == 0, err
    assert '"ok": true' in demo.out
    assert '"hands": 5' in demo.out
    assert '"cards_wrong": 0' in demo.out


def test_twenty_hands_with_the_real_reader_believe_no_wrong_card(tmp_path: Path) -> None:
    if not (MODELS / "detector.onnx").exists():
        pytest.skip("the reader's weights are not there")
    with child(tmp_path, *DEMO, "--hands", "20", "--json", real=True) as demo:
        out, err = demo.process.communicate()

    report = json.loads(out.decode())
    assert demo.process.returncode == 0, err
    assert report["ok"]
    assert (report["hands"], report["cards_wrong"]) == (20, 0)
    assert report["cards_read"] > 0
