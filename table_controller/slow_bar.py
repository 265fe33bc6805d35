"""A bar for what takes over a second, on the error output."""

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Final

from rich.console import Console
from rich.progress import Progress

AFTER_S: Final = 1.0
EVERY: Final = 500


@contextlib.contextmanager
def slow_bar(doing: str, every: int = EVERY) -> Iterator[Callable[[int, int], None]]:
    """Yield a callback for (done, total); a bar appears on the error output once it has taken a second.

    It is moved on at each *every*-th call.
    """
    started_s = time.monotonic()
    with contextlib.ExitStack() as stack:
        bars: list[Progress] = []

        def tell(done: int, total: int) -> None:
            if done % every or (not bars and time.monotonic() - started_s < AFTER_S):
                return
            if not bars:
                bars.append(stack.enter_context(Progress(console=Console(stderr=True), transient=True)))
                bars[0].add_task(doing, total=total)
            bars[0].update(bars[0].task_ids[0], completed=done)

        yield tell
