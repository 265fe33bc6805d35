"""Reads broken files by the thousand in a child process: ``python -m tests.soak.fuzz_sources --files 20000``.

Every file must give frames or one line. A crash of a decoder, another exception, a file that takes over ten seconds or
more than 500 MB is a failure; its file is kept and the child is started anew.
"""

import argparse
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from rich.progress import track

from table_controller import stopped
from tests.soak.mutated import SUFFIXES, mutated, whole_files

BATCH = 250
SLOW_S = 10
MOST_MB = 500


def child(folder: Path, first: int, count: int) -> None:
    """Read files *first* and following; tell on standard output which one is being read and what came of it."""
    from vision.sources import SourceError, frames

    signal.alarm(0)
    whole = whole_files(folder)
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    for number in range(first, first + count):
        rng = random.Random(number)
        suffix = SUFFIXES[number % len(SUFFIXES)]
        path = folder / f"f{suffix}"
        path.write_bytes(mutated(whole[suffix], rng))
        print(number, flush=True)
        signal.alarm(SLOW_S)
        try:
            given = sum(1 for _ in frames(str(path), most=None))
            said = f"read {suffix}" if given else f"nothing {suffix}"
        except SourceError as error:
            said = f"refused {suffix}" if "\n" not in str(error) else f"TWO LINES {suffix}"
        except Exception as error:  # noqa: BLE001 - which is what is looked for
            said = f"RAISED {type(error).__name__} {suffix}"
        signal.alarm(0)
        print(f"= {said}", flush=True)
    print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}", flush=True)


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--files", type=int, default=20_000)
    asked.add_argument("--child", nargs=3)
    given = asked.parse_args()
    if given.child:
        child(Path(given.child[0]), int(given.child[1]), int(given.child[2]))
        return
    began, counts, most_mb = time.monotonic(), Counter[str](), 0
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        next_one = 0
        for _ in track(range(0, given.files, BATCH), "Reading"):
            end = min(given.files, next_one + BATCH)
            while next_one < end:
                lines, status = _batch(Path(folder), next_one, end - next_one)
                done = [line[2:] for line in lines if line.startswith("= ")]
                counts.update(done)
                most_mb = max([most_mb, *(int(x.split()[1]) for x in lines if x.startswith("memory"))])
                next_one += len(done)
                if status and next_one < end:
                    counts[
                        f"CRASHED {signal.Signals(-status).name if status < 0 else status} at {next_one}"
                    ] += 1
                    next_one += 1
    for said, number in sorted(counts.items()):
        print(f"{number:7} {said}")
    print(f"{given.files} files, {most_mb} MB at most, {time.monotonic() - began:.0f} s")
    bad = any(said.split()[0].isupper() for said in counts) or most_mb > MOST_MB
    raise SystemExit(1 if bad else 0)


def _batch(folder: Path, first: int, count: int) -> tuple[list[str], int]:
    call = [sys.executable, "-m", "tests.soak.fuzz_sources", "--child", str(folder), str(first), str(count)]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    return done.stdout.splitlines(), done.returncode


if __name__ == "__main__":
    stopped.run(main)
