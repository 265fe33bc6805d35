"""A process with a card reader in it: begun when it is first needed, and anew when it died, or hung and was ended."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

import cv2
import structlog

from table_controller.stopped import as_worker
from vision.enrol.deck_file import read_for
from vision.read import IndexReader
from vision.reader import CardReader

P = ParamSpec("P")
T = TypeVar("T")

log = structlog.get_logger()


class ReaderDied(Exception):
    """The process died over what it was asked, or hung and was ended; the next question goes to a new one."""


class ReadingProcess:
    """One process with one reader, by name what it is for."""

    def __init__(self, name: str, deck: str | None = None, niceness: int = 0) -> None:
        """*deck* is the file of the enrolled deck that is in use. A process that is nicer gives way to others."""
        self._name: Final = name
        self._deck: Final = deck
        self._niceness: Final = niceness
        self._pid: Synchronized[int] | None = None
        self._pool: ProcessPoolExecutor | None = None

    async def ask(self, within_s: float, what: Callable[P, T], *args: P.args, **_: P.kwargs) -> T:
        """Return what *what*, a function of a module, answers in the process.

        :raises ReaderDied: there was no answer, or none within *within_s*
        """
        try:
            async with asyncio.timeout(within_s):
                return await asyncio.get_running_loop().run_in_executor(self._started(), what, *args)
        except (BrokenProcessPool, TimeoutError) as error:
            reason = "died" if isinstance(error, BrokenProcessPool) else "hung"
            log.warning(f"{self._name} {reason} and is started again")
            self._kill()
            raise ReaderDied from None

    def end(self) -> None:
        """Let the process end when it has answered; the next question begins another."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pid = context.Value("i", 0)
            self._pool = ProcessPoolExecutor(
                1,
                mp_context=context,
                initializer=begin_reading,
                initargs=(self._pid, os.getpid(), self._deck, self._niceness),
            )
        return self._pool

    def _kill(self) -> None:
        """A process that hangs would not end by being asked to."""
        self.end()
        if self._pid is not None and self._pid.value:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid.value, signal.SIGKILL)


_reader: CardReader | None = None


def the_reader() -> CardReader:
    """Return the reader of this process."""
    if _reader is None:
        raise RuntimeError("the reader has not begun")
    return _reader


def begin_reading(pid: "Synchronized[int]", parent: int, deck: str | None, niceness: int) -> None:
    """Make this process one that reads."""
    global _reader
    pid.value = os.getpid()
    as_worker(parent)
    with contextlib.suppress(OSError):
        os.nice(niceness)
    cv2.setNumThreads(1)
    knowledge = None if deck is None else read_for(Path(deck), IndexReader(threads=1))
    _reader = CardReader(threads=1, deck=knowledge)
