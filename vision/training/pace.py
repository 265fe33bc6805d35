"""How far a long job is: bars for drawing in several processes, a line's worth of time to go for training."""

import os
import time
from collections.abc import Callable, Sequence
from multiprocessing import Process, Value
from multiprocessing.sharedctypes import Synchronized
from typing import TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from table_controller import stopped

POLL_S = 0.5
Tick = Callable[[], None]
Job = TypeVar("Job")


class Clock:
    """Tells seconds a step and minutes to go of a loop."""

    def __init__(self, start: int, end: int) -> None:
        self._start, self._end = start, end
        self._began_s = time.monotonic()

    def told(self, done: int) -> str:
        """Return what is to be said after *done* steps of all."""
        pace_s = (time.monotonic() - self._began_s) / max(1, done - self._start)
        return f"{pace_s:.3f} s/step, {(self._end - done) * pace_s / 60:.0f} min to go"


def bar() -> Progress:
    """Return an empty bar on the error output, with the time to go."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True))


def in_processes(
    work: Callable[[Job, Tick], None], jobs: Sequence[Job], processes: int, doing: str, total: int
) -> None:
    """Do *jobs* in so many processes; *work* calls its tick *total* times in all.

    :raises typer.Exit: one of them failed; it has said why
    """
    done: Synchronized[int] = Value("l", 0)
    workers = [
        Process(target=_work, args=(os.getpid(), work, jobs[k::processes], done))
        for k in range(min(processes, len(jobs)))
    ]
    with stopped.ctrl_c_kept_from_children():
        for worker in workers:
            worker.start()
    try:
        with bar() as progress:
            task = progress.add_task(doing, total=total)
            for worker in workers:
                while worker.is_alive():
                    worker.join(POLL_S)
                    progress.update(task, completed=done.value)
    finally:
        stopped.end_all(workers)
    if any(worker.exitcode for worker in workers):
        raise typer.Exit(1)


def _work(
    parent: int, work: Callable[[Job, Tick], None], jobs: Sequence[Job], done: "Synchronized[int]"
) -> None:
    stopped.as_worker(parent)

    def tick() -> None:
        with done.get_lock():
            done.value += 1

    for job in jobs:
        work(job, tick)
