"""``make soak-vision``: 100,000 cards read by the twin's cameras at the shoe, in the tray and from above.

Finished blocks are kept in ``var/soak/vision/blocks.jsonl``, pictures of what was wrong or stayed unsure beside it; a block
that was begun is played again. ``--readings 1000`` reads fewer, ``--anew`` forgets what was kept.
"""

import argparse
import os
import shutil
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import cv2
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from table_controller import stopped
from tests.soak.kept import keep, kept
from tests.soak.vision_blocks import Played, Read, play
from vision.reader import CardReader

IN_BLOCK: Final = 250
"""Cards read with one deck."""
MOST_UNSURE: Final = 0.005


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--readings", type=int, default=100_000, help="cards to read, over all cameras")
    parser.add_argument("--results", type=Path, default=Path("var/soak/vision"), help="where blocks are kept")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="blocks at a time")
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first block: another one gives other decks"
    )
    parser.add_argument("--anew", action="store_true", help="forget the blocks kept before")
    asked = parser.parse_args()
    if asked.anew:
        shutil.rmtree(asked.results, ignore_errors=True)
    (asked.results / "pictures").mkdir(parents=True, exist_ok=True)
    file = asked.results / "blocks.jsonl"
    done = {found["block"]: _played(found) for found in kept(file)}
    blocks = range(asked.first, asked.first + -(-asked.readings // IN_BLOCK))
    left = [block for block in blocks if block not in done]
    begun = time.monotonic()
    for block, played in _worked(left, asked.jobs, asked.results / "pictures"):
        keep(file, {"block": block, **asdict(played)})
        done[block] = played
    seconds = time.monotonic() - begun
    return _summary([done[block] for block in blocks], sum(done[b].readings for b in left), seconds)


def _played(found: dict[str, Any]) -> Played:
    return Played({name: Read(**read) for name, read in found["cameras"].items()}, found["pictures"])


def _worked(blocks: list[int], jobs: int, pictures: Path) -> Iterator[tuple[int, Played]]:
    """Yield blocks as they are done, with a bar."""
    console = Console(stderr=True)
    columns = (
        TextColumn("cards read"),
        BarColumn(),
        TextColumn("{task.fields[said]}"),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console, disable=not console.is_terminal)
    waiting = iter(blocks)
    running: set[Future[tuple[int, Played]]] = set()
    read = 0
    begun = time.monotonic()
    with stopped.workers(jobs, _begin) as pool, bar:
        task = bar.add_task("", total=len(blocks) * IN_BLOCK, said="")
        while True:
            while len(running) < jobs + 1 and (block := next(waiting, None)) is not None:
                running.add(pool.submit(_work, block, str(pictures)))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                block, played = future.result()
                read += played.readings
                said = f"{read:,}, {read / (time.monotonic() - begun):.0f} a second"
                bar.update(task, advance=IN_BLOCK, said=said)
                yield block, played


_reader: CardReader | None = None


def _begin() -> None:
    global _reader
    cv2.setNumThreads(1)
    _reader = CardReader(threads=1)


def _work(block: int, pictures: str) -> tuple[int, Played]:
    assert _reader is not None
    return block, play(f"eyes {block}", IN_BLOCK, _reader, Path(pictures), lambda _: None)


def _summary(blocks: list[Played], read_now: int, seconds: float) -> int:
    total = Read()
    for name in ("shoe", "tray", "overhead"):
        read = _sum([block.cameras[name] for block in blocks])
        total = _sum([total, read])
        print(_line(name, read))
    print(_line("together", total))
    if read_now:
        print(f"{read_now:,} of them read now, {read_now / seconds:.1f} a second")
    shown = [text for block in blocks for text in block.pictures]
    for text in shown[:40]:
        print(text, file=sys.stderr)
    good = total.wrong == 0 and total.unsure <= MOST_UNSURE * total.readings
    return 0 if good else 1


def _sum(reads: list[Read]) -> Read:
    return Read(
        sum(r.readings for r in reads),
        sum(r.unsure for r in reads),
        sum(r.wrong for r in reads),
        sum(r.frames for r in reads),
    )


def _line(name: str, read: Read) -> str:
    share = read.unsure / max(1, read.readings)
    return (
        f"{name:9} {read.readings:>8,} readings  {read.unsure:>5,} unsure ({share:.2%})  "
        f"{read.wrong:>3} wrong passed on as certain  {read.frames:>9,} frames"
    )


if __name__ == "__main__":
    stopped.run(main, "stopped; what was read is kept, the same command goes on with it")
