"""``make train``: everything from fetching art to the ONNX files, in stages; what is done already is not done again."""

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from table_controller import stopped
from vision.training.stages import Command, Run, Stage, stages


def started(run: Run) -> str | None:
    """Note in the folder what is made there; return what is wrong if it holds another run."""
    note, wanted = run.data / "run.json", {"scale": run.scale, "seed": run.seed}
    run.data.mkdir(parents=True, exist_ok=True)
    if not note.exists():
        note.write_text(json.dumps(wanted))
        return None
    held = json.loads(note.read_text())
    if held == wanted:
        return None
    was = ", ".join(f"{key} {value}" for key, value in held.items())
    return f"{run.data} holds a run of {was}: give those, or another folder with --data"


def work(run: Run, todo: Sequence[Stage], do: Callable[[Command], int], say: Callable[[str], None]) -> int:
    """Do the stages that are not done yet; return the exit code of the first command that failed, or 0."""
    ledger = run.data / "done.json"
    done: list[str] = json.loads(ledger.read_text()) if ledger.exists() else []
    for number, stage in enumerate(todo, 1):
        ahead = sum(s.minutes for s in todo[number - 1 :] if s.title not in done)
        head = f"{number}/{len(todo)} {stage.title}"
        if stage.title in done:
            say(f"{head}: done before")
            continue
        missing = [path for path in stage.needs if not path.exists()]
        if missing:
            say(f"{head}: left out, there is no {missing[0]}")
            continue
        say(f"{head}: planned {stage.minutes:.0f} min, {ahead:.0f} min to the end")
        began_s = time.monotonic()
        for command in stage.commands:
            code = do(command)
            if code:
                say(f"{head}: stopped in {command[0]}; the same command goes on from here")
                return code
        done.append(stage.title)
        part = ledger.with_suffix(".part")
        part.write_text(json.dumps(done))
        part.rename(ledger)
        say(f"{head}: took {(time.monotonic() - began_s) / 60:.1f} min")
    return 0


def _do(command: Command) -> int:
    return stopped.call([sys.executable, "-m", *command])


def _say(text: str) -> None:
    print(f"== {text}", flush=True)


def main(
    data: Annotated[
        Path, typer.Option(help="Folder of all that is fetched and made; it can be gone on in.")
    ] = Path("var/training/run"),
    scale: Annotated[float, typer.Option(min=0.001, max=1, help="Size of the run: 0.01 is a trial.")] = 1.0,
    seed: int = 1,
    photos: Annotated[
        Path, typer.Option(help="Folder of the labelled photos; without it a stage is left out.")
    ] = Path("../shared/photos"),
    plan: Annotated[bool, typer.Option("--plan", help="Only say what would be done.")] = False,
) -> None:
    """Train both networks. Example: python -m vision.training --scale 0.01 --data /tmp/trial"""
    run = Run(data, scale, seed, photos)
    todo = stages(run)
    if plan:
        for stage in todo:
            print(f"{stage.minutes:5.0f} min  {stage.title}")
        print(f"{sum(stage.minutes for stage in todo):5.0f} min  in all, on two cores")
        return
    wrong = started(run)
    if wrong:
        print(wrong, file=sys.stderr)
        raise typer.Exit(2)
    code = work(run, todo, _do, _say)
    if code:
        raise typer.Exit(code)
    _say(f"the networks are in {data / 'models'}, with photos in {data / 'models-photos'} if there were any")


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main), "stopped; the same command goes on from here")
