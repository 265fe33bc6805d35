"""Decoders written in C print what they think of a file; what a user needs to know is one line of ours."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

STDERR: Final = 2


@contextmanager
def quiet_decoders() -> Iterator[None]:
    """While the block lasts, libraries that write to standard error directly are not heard, Python's words are.

    For programs of one thread; where standard error is no file of the system's nothing is done.
    """
    heard = sys.stderr
    try:
        is_real = heard.fileno() == STDERR
    except (AttributeError, OSError, io.UnsupportedOperation):
        is_real = False
    if not is_real:
        yield
        return
    heard.flush()
    kept, null = os.dup(STDERR), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, STDERR)
    os.close(null)
    ours = os.fdopen(os.dup(kept), "w", encoding=heard.encoding, errors="backslashreplace", buffering=1)
    sys.stderr = ours
    try:
        yield
    finally:
        ours.close()
        sys.stderr = heard
        os.dup2(kept, STDERR)
        os.close(kept)
