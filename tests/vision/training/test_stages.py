"""The stages of `make train`: planned, gone on with, and left out."""

import json
from pathlib import Path

import pytest

from vision.training.__main__ import started, work
from vision.training.stages import PHOTO_SETS, Command, Run, Stage, stages

RUN = Run(Path("var/run"), 1.0, 1, Path("photos"))


def test_no_stage_is_planned_to_take_over_an_hour_and_all_together_over_five() -> None:
    minutes = [stage.minutes for stage in stages(RUN)]

    assert max(minutes) <= 60
    assert sum(minutes) <= 300


def test_a_hundredth_of_the_whole_takes_minutes_and_has_the_same_stages() -> None:
    small = stages(Run(Path("x"), 0.01, 1, Path("photos")))

    assert [s.title for s in small] == [s.title for s in stages(RUN)]
    assert sum(s.minutes for s in small) < 25


def test_every_stage_works_in_the_folder_it_is_given() -> None:
    for stage in stages(Run(Path("/elsewhere"), 0.01, 1, Path("photos"))):
        for command in stage.commands:
            assert any(word.startswith("/elsewhere") for word in command), command


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path / "run", 0.01, 1, tmp_path / "photos")


def worked(run: Run, todo: tuple[Stage, ...], fails: str = "") -> tuple[int, list[str], list[str]]:
    """Return the exit code, the modules run and what was said."""
    ran: list[str] = []
    said: list[str] = []

    def do(command: Command) -> int:
        ran.append(command[0])
        return 3 if command[0] == fails else 0

    return work(run, todo, do, said.append), ran, said


THREE = (
    Stage("one", 1, (("a",), ("b",))),
    Stage("two", 2, (("c",),)),
    Stage("three", 4, (("d",),)),
)


def test_a_run_that_stopped_goes_on_at_the_stage_it_stopped_in(run: Run) -> None:
    assert started(run) is None

    code, ran, said = worked(run, THREE, fails="c")
    assert (code, ran) == (3, ["a", "b", "c"])
    assert said[-1] == "2/3 two: stopped in c; the same command goes on from here"

    code, ran, said = worked(run, THREE)
    assert (code, ran) == (0, ["c", "d"])
    assert said[0] == "1/3 one: done before"
    assert said[1] == "2/3 two: planned 2 min, 6 min to the end"


def test_a_folder_of_another_run_is_not_mixed_with_this_one(run: Run) -> None:
    started(run)

    wrong = started(Run(run.data, 0.5, 1, run.photos))

    assert wrong == f"{run.data} holds a run of scale 0.01, seed 1: give those, or another folder with --data"
    assert json.loads((run.data / "run.json").read_text())["scale"] == 0.01


def test_without_photos_their_stage_is_left_out_and_says_so_and_with_them_done_later(run: Run) -> None:
    started(run)
    todo = tuple(stage for stage in stages(run) if "photos" in stage.title)

    _, ran, said = worked(run, todo)
    assert ran == []
    assert said == [f"1/1 classifier, with photos: left out, there is no {run.photos / 'rf100_train.json'}"]

    run.photos.mkdir()
    for name, _ in PHOTO_SETS.values():
        (run.photos / f"{name}.json").write_text("{}")
    _, ran, _ = worked(run, todo)
    assert len(ran) == 4
