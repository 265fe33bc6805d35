"""Ctrl-C and SIGTERM while a program starts: kept until it can end in good order."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

STOPPING: Final = frozenset({signal.SIGINT, signal.SIGTERM})


@contextmanager
def held_back() -> Iterator[Callable[[], None]]:
    """Hold the signals back from here on; the function given lets them through, the end of the block does too.

    One that comes between making a folder and having it in hand, or before the loop can hear it, would leave
    things behind or end in a traceback.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)

    def let_through() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

    try:
        yield let_through
    finally:
        let_through()


def hear(stop: Callable[[], None]) -> None:
    """Call *stop* when a signal comes, from inside the running loop."""
    loop = asyncio.get_running_loop()
    for number in STOPPING:
        loop.add_signal_handler(number, stop)
