"""Runs ``drawtable`` in this process, as the shell does. Used by tests only."""

import contextlib
import io
import signal
import sys
from dataclasses import dataclass

from table_controller import cli


@dataclass(frozen=True)
class Answer:
    """What a call of the command line left: its exit status and what it printed."""

    status: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """The one line it said; fails when it said more or less."""
        lines = self.err.strip().splitlines()
        assert len(lines) == 1, self
        return lines[0]


def drawtable(*arguments: str) -> Answer:
    """Call ``drawtable`` with these arguments; an exception that escapes is a traceback and fails the test."""
    out, err = io.StringIO(), io.StringIO()
    before, sys.argv = sys.argv, ["drawtable", *arguments]
    on_sigterm = signal.getsignal(signal.SIGTERM)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            cli.main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            err.write(end.code)
    else:
        status = 0
    finally:
        sys.argv = before
        signal.signal(signal.SIGTERM, on_sigterm)
    return Answer(status, out.getvalue(), err.getvalue())
