"""Whatever runs for long ends in one line when it is stopped: no traceback, nothing lost, no process left behind."""

import signal
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.app.children import Child, child, wait_for
from tests.house.checkout import ROOT, committed_files
from tests.soak.kept import keep, kept

FOLDERS = ("vision/training", "tests/soak", "tests/bench")
Stop = Callable[[Child], tuple[int, str]]
STOPS = [
    pytest.param(Child.is_interrupted, 130, id="Ctrl-C"),
    pytest.param(lambda running: running.ends(signal.SIGTERM), 143, id="SIGTERM"),
]
linux = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")


def test_every_program_that_runs_for_long_is_one_that_can_be_stopped() -> None:
    programs = {
        path: text.split('if __name__ == "__main__":\n')[1]
        for folder in FOLDERS
        for path in committed_files()
        if path.is_relative_to(ROOT / folder) and path.suffix == ".py"
        if 'if __name__ == "__main__":\n' in (text := path.read_text(encoding="utf-8"))
    }

    assert len(programs) > 30
    assert [
        path.name for path, ends in programs.items() if "stopped.run(" not in ends and "printed(" not in ends
    ] == []


@linux
@pytest.mark.parametrize(("stop", "status"), STOPS)
def test_a_soak_of_the_reader_is_stopped_in_one_line(tmp_path: Path, stop: Stop, status: int) -> None:
    with child(
        tmp_path, "--results", str(tmp_path / "kept"), "--jobs", "2", module="tests.soak.vision"
    ) as soak:
        wait_for(lambda: sum(b"spawn_main" in line for line in soak.command_lines()) == 2)

        ended, err = stop(soak)

        assert ended == status
        assert err.splitlines() == ["stopped; what was read is kept, the same command goes on with it"]
        wait_for(lambda: not soak.family())


@linux
@pytest.mark.parametrize(("stop", "status"), STOPS)
def test_a_soak_of_hands_is_stopped_in_one_line_and_goes_on(tmp_path: Path, stop: Stop, status: int) -> None:
    results = tmp_path / "kept"
    few_then_many = ("--results", str(results), "--hands", "5")
    with child(tmp_path, *few_then_many, module="tests.soak") as soak:
        wait_for(lambda: bool(kept(results / "blocks.jsonl")))

        ended, err = stop(soak)

        assert ended == status
        assert err.splitlines() == ["stopped; finished blocks are kept, the same command goes on with them"]
        wait_for(lambda: not soak.family())
    done = len(kept(results / "blocks.jsonl"))
    with child(tmp_path, *few_then_many, module="tests.soak") as soak:
        soak.says(f"{done} done before")


@linux
def test_no_worker_outlives_a_soak_that_was_killed(tmp_path: Path) -> None:
    with child(tmp_path, "--results", str(tmp_path / "kept"), module="tests.soak") as soak:
        wait_for(lambda: any(b"spawn_main" in line for line in soak.command_lines()))

        soak.ends(signal.SIGKILL)

        wait_for(lambda: not soak.family())


def test_half_a_line_at_the_end_of_what_was_kept_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "blocks.jsonl"
    keep(file, {"block": 1})
    with file.open("ab") as out:
        out.write(b'{"block": 2, "ca')

    assert kept(file) == [{"block": 1}]

    keep(file, {"block": 3})
    assert kept(file) == [{"block": 1}, {"block": 3}]


@linux
@pytest.mark.parametrize(("stop", "status"), STOPS)
def test_the_desk_of_an_enrolment_is_stopped_without_a_word_of_python(
    tmp_path: Path, stop: Stop, status: int
) -> None:
    deck = tmp_path / "house.deck.npz"
    with child(
        tmp_path, "vision", "enrol", bare_table(tmp_path), "--out", str(deck), "--no-browser", real=True
    ) as desk:
        desk.says("camera desk")

        ended, err = stop(desk)

        assert (ended, "Traceback" in err, "terminate called" in err) == (status, False, False)
        wait_for(lambda: not desk.family())


def bare_table(folder: Path) -> str:
    """A video of nothing, a minute long."""
    path = folder / "table.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15, (320, 240))
    for level in range(900):
        video.write(np.full((240, 320, 3), 60 + level % 8, np.uint8))
    video.release()
    return str(path)
