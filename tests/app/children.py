"""Programs of their own that tests start, watch and stop. Used by tests only."""

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DRAWTABLE: Final = Path(sys.executable).with_name("drawtable")
DEADLINE_S: Final = 40.0


class Child:
    """A program in a session and a temporary folder of its own: ``python -m`` *module*, or else ``drawtable``.

    That has the true reader unless it is *real*.
    """

    def __init__(self, folder: Path, *arguments: str, real: bool = False, module: str | None = None) -> None:
        self.temporary = folder / "tmp"
        self.temporary.mkdir(exist_ok=True)
        program = [str(DRAWTABLE)] if real else [sys.executable, "-m", module or "tests.app.seeing"]
        self.process = subprocess.Popen(
            [*program, *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "TMPDIR": str(self.temporary), "COLUMNS": "300", "PYTHONPATH": str(ROOT)},
            start_new_session=True,
        )
        self.out = ""

    def says(self, word: str) -> None:
        """Wait until it has printed the word."""
        assert self.process.stdout is not None
        deadline = time.monotonic() + DEADLINE_S
        while word not in self.out:
            ready, _, _ = select.select([self.process.stdout], [], [], deadline - time.monotonic())
            assert ready, f"not a word of {word!r} in {self.out!r}"
            read = os.read(self.process.stdout.fileno(), 65536).decode()
            assert read, f"it ended: {self.out!r} {self.error_text()!r}"
            self.out += read

    def error_text(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read().decode()

    def family(self) -> set[int]:
        """Return every process that still runs and was started by it: all have its temporary folder."""
        return {int(entry.name) for entry in Path("/proc").iterdir() if self._is_of_mine(entry)}

    def command_lines(self) -> list[bytes]:
        """Return the command line of every process of its family."""
        lines = []
        for pid in self.family():
            with contextlib.suppress(OSError):
                lines.append(Path(f"/proc/{pid}/cmdline").read_bytes())
        return lines

    def _is_of_mine(self, entry: Path) -> bool:
        if not entry.name.isdecimal():
            return False
        with contextlib.suppress(OSError):
            marks = (entry / "environ").read_bytes() + (entry / "cmdline").read_bytes()
            return str(self.temporary).encode() in marks
        return False

    def is_interrupted(self) -> tuple[int, str]:
        """Press Ctrl-C, which a terminal sends to every process of the session; return as :meth:`ends` does."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.ends()

    def ends(self, *signals: signal.Signals) -> tuple[int, str]:
        """Send the signals and return exit status and what it said on standard error."""
        for one in signals:
            self.process.send_signal(one)
        out, err = self.process.communicate(timeout=DEADLINE_S)
        self.out += out.decode()
        return self.process.returncode, err.decode()


@contextmanager
def child(folder: Path, *arguments: str, real: bool = False, module: str | None = None) -> Iterator[Child]:
    """Start a program; whatever is left of it in the end is killed."""
    running = Child(folder, *arguments, real=real, module=module)
    try:
        yield running
    finally:
        for pid in running.family():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        running.process.wait()
        for stream in (running.process.stdout, running.process.stderr):
            if stream is not None:
                stream.close()


def wait_for(holds: Callable[[], bool]) -> None:
    """Wait until it holds; fail at the deadline."""
    deadline = time.monotonic() + DEADLINE_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)
