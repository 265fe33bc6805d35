"""``make bench``: every measurement of this folder, and how ours stands to its peers in the same run."""

import importlib
import platform
import sys
import time
from typing import Final

from table_controller import stopped

MEASURED: Final = ("hands", "hand_values", "log", "replay", "vision", "live", "press_to_browser")
BESIDE: Final = {
    "PokerKit, the same hands of five-card draw": "five-card draw, 4 players, whole hands",
    "PokerKit, the same hands of 2-7 triple draw": "2-7 triple draw, 4 players, whole hands",
    "PokerKit, the same hands of badugi": "badugi, 4 players, whole hands",
    "high hand, 52 cards, treys": "high hand, 53 cards, one by one, any order",
    "high hand, 52 cards, eval7": "high hand, 53 cards, one by one, any order",
    "high hand, 52 cards, phevaluator": "high hand, 53 cards, one by one, any order",
    "high hand, 52 cards, pokerkit": "high hand, 53 cards, one by one, any order",
    "ace-to-five, 52 cards, pokerkit": "ace-to-five, 5 of 53 cards, one by one",
    "deuce-to-seven, 52 cards, pokerkit": "deuce-to-seven, 5 of 53 cards, one by one",
    "badugi, 52 cards, pokerkit": "badugi, 4 of 52 cards, one by one",
    "detector on 1280x736, cv2.dnn": "detector on 1280x736, onnxruntime",
    "log: plain SQLite, three rows, WAL, synchronous FULL": "log: a command and two events, sealed, chained, synced",
}
"""What others do, and what of ours is held beside it."""

WIDTH: Final = 60


def main() -> int:
    """Run all measurements and print a line for each; exit 2 where the names of BESIDE are out of date."""
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    print(f"{'what':<{WIDTH}}{'figure':>16} {'unit':<12}ours is")
    figures: dict[str, float] = {}
    begun = time.perf_counter()
    for name in MEASURED:
        for what, figure, unit in importlib.import_module(f"tests.bench.{name}").run():
            figures[what] = figure
            ours = figures.get(BESIDE.get(what, ""))
            ratio = f"{_number(ours / figure)} times this" if ours is not None else ""
            print(f"{what:<{WIDTH}}{_number(figure):>16} {unit:<12}{ratio}".rstrip(), flush=True)
    print(f"measured in {time.perf_counter() - begun:.0f} s")
    unknown = sorted((BESIDE.keys() | set(BESIDE.values())) - figures.keys())
    if unknown:
        print(f"tests/bench/__main__.py: nothing is measured under these names: {unknown}", file=sys.stderr)
        return 2
    return 0


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:,.1f}" if value >= 1 else f"{value:.3f}"


if __name__ == "__main__":
    stopped.run(main)
