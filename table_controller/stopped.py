"""However a program is stopped, by Ctrl-C or SIGTERM: in good order, in one line, with no process of its left behind."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Final, NoReturn, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

INTERRUPTED: Final = 130
TERMINATED: Final = 143
PARENT_LOOKED_AT_S: Final = 1.0


def hear_sigterm() -> None:
    """Let SIGTERM end this program as ``sys.exit`` does: what is under way is put in order first."""
    signal.signal(signal.SIGTERM, _terminated)


def _terminated(*_: object) -> NoReturn:
    sys.exit(TERMINATED)


def run(program: Callable[[], object], said: str = "stopped") -> NoReturn:
    """Run a whole program and exit with what it returns or exits with; say so in one line where it was stopped.

    One that another program runs (:func:`call`) leaves the line to that.
    """
    hear_sigterm()
    try:
        status = program()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except SystemExit as ended:
        status = ended.code
    if status in (INTERRUPTED, TERMINATED):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is ending: a second Ctrl-C has nothing to add
        if signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ()):
            print(said, file=sys.stderr)
    sys.exit(status if status is None or isinstance(status, int) else str(status))


@contextmanager
def ctrl_c_kept_from_children() -> Iterator[None]:
    """Processes and threads begun in this block never hear Ctrl-C; this one hears it afterwards.

    A terminal sends it to all of them, and one that is still importing would answer with a traceback.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def as_worker(parent: int) -> None:
    """Make this process one that leaves Ctrl-C to its *parent*, the number of that process, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """A program that was killed leaves no worker behind."""
    while os.getppid() == parent:
        time.sleep(PARENT_LOOKED_AT_S)
    os._exit(0)


def call(command: Sequence[str]) -> int:
    """Run another program to its end and return its exit status; where this one is stopped, it is, and is waited for."""
    with ctrl_c_kept_from_children():
        running = subprocess.Popen(command)
    try:
        return running.wait()
    finally:
        running.terminate()
        running.wait()


class Workers:
    """Processes that work side by side, from :func:`workers`."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def submit(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have one of them do *work*, a function of a module."""
        with ctrl_c_kept_from_children():  # it may be begun now
            return self._pool.submit(work, *args, **kwargs)


@contextmanager
def workers(count: int, begin: Callable[[], object] | None = None) -> Iterator[Workers]:
    """Yield so many processes, each of which has called *begin*; where the block is left early, they are ended."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, context, _begin, (os.getpid(), begin))
    whole = False
    try:
        yield Workers(pool)
        whole = True
    finally:
        if not whole:
            end_all(multiprocessing.active_children())
        pool.shutdown(cancel_futures=True)


def end_all(processes: Sequence[multiprocessing.process.BaseProcess]) -> None:
    """End processes that were begun, whatever they do."""
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()


def _begin(parent: int, begin: Callable[[], object] | None) -> None:
    as_worker(parent)
    if begin is not None:
        begin()
