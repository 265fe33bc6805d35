"""``make soak``: a million random hands of every game, and PokerKit beside us on 20,000 hands of each of its games.

Work is done in blocks; each finished block is a line in the folder of results, so that a run that was stopped goes
on where it was. Ends with a summary, exit 1 where anything that must hold did not.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict
from pathlib import Path
from typing import Final

from table_controller import stopped
from tests.soak.kept import keep, kept
from tests.soak.work import HANDS_IN_BLOCK, Block, Result, work
from tests.table_controller.pokerkit_oracle import SUBJECTS

TOLD_EVERY: Final = 10.0
"""Seconds between two lines of progress."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--hands", type=int, default=1_000_000, help="random hands over all games")
    parser.add_argument("--beside", type=int, default=20_000, help="hands of each game beside PokerKit")
    parser.add_argument(
        "--results", type=Path, default=Path("var/soak"), help="where finished blocks are kept"
    )
    asked = parser.parse_args()
    asked.results.mkdir(parents=True, exist_ok=True)
    file = asked.results / "blocks.jsonl"
    results = [Result(**found) for found in kept(file)]
    done = {result.name: result for result in results if not result.failures}  # what failed is tried again
    blocks = list(_blocks(asked.hands, asked.beside))
    left = [block for block in blocks if block.name not in done]
    print(
        f"{len(blocks)} blocks of {HANDS_IN_BLOCK} hands, {len(done)} done before, {os.cpu_count()} at a time",
        flush=True,
    )
    for result in _worked(left):
        keep(file, asdict(result))
        done[result.name] = result
    return _summary([done[block.name] for block in blocks])


def _blocks(hands: int, beside: int) -> Iterator[Block]:
    for number in range(-(-hands // HANDS_IN_BLOCK)):
        yield Block("", number, min(HANDS_IN_BLOCK, hands - number * HANDS_IN_BLOCK))
    for subject in SUBJECTS:
        for number in range(-(-beside // HANDS_IN_BLOCK)):
            yield Block(subject, number, min(HANDS_IN_BLOCK, beside - number * HANDS_IN_BLOCK))


def _worked(blocks: list[Block]) -> Iterator[Result]:
    """Yield results as they come, two blocks in hand for each core, and say how far it is."""
    begun = told = time.monotonic()
    hands, waiting = 0, iter(blocks)
    running: set[Future[Result]] = set()
    with stopped.workers(os.cpu_count() or 1) as pool:
        while True:
            while len(running) < 2 * (os.cpu_count() or 1) and (block := next(waiting, None)) is not None:
                running.add(pool.submit(work, block))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                result = future.result()
                hands += result.hands
                yield result
            if time.monotonic() - told >= TOLD_EVERY:
                told = time.monotonic()
                total = sum(block.hands for block in blocks)
                rate = hands / (told - begun)
                print(
                    f"{hands:,} of {total:,} hands, {rate:,.0f} a second, {(total - hands) / rate / 60:.0f} min left",
                    flush=True,
                )


def _summary(results: list[Result]) -> int:
    games, masked = Counter[str](), Counter[str]()
    for result in results:
        games.update(result.games)
        masked.update(result.masked)
    random_blocks = [result for result in results if result.name.startswith("all games")]
    hands = sum(result.hands for result in random_blocks)
    seconds = sum(result.seconds for result in random_blocks)
    events = sum(result.events for result in random_blocks)
    print(f"{hands:,} random hands, {events:,} events, {seconds:,.0f} s of processor time")
    for name, count in sorted(games.items()):
        print(f"  {name:24} {count:>9,}")
    print("known differences to PokerKit, masked by name:")
    for name, count in masked.most_common():
        print(f"  {count:>9,}  {name}")
    failures = [text for result in results for text in result.failures]
    for text in failures[:20]:
        print(text, file=sys.stderr)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    stopped.run(main, "stopped; finished blocks are kept, the same command goes on with them")
