"""One measurement of this folder by itself: ``python -m tests.bench.log``."""

from collections.abc import Callable, Iterable
from typing import NoReturn

from table_controller import stopped


def printed(run: Callable[[], Iterable[tuple[str, float, str]]]) -> NoReturn:
    """Measure, print a line for each figure, and exit."""

    def measure() -> None:
        for what, figure, unit in run():
            print(f"{what:<60}{figure:>16,.1f} {unit}", flush=True)

    stopped.run(measure)
