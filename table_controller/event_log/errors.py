"""What can go wrong with the log's file, said in one line: what, where, what to do."""

import contextlib
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

_ADVICE: Final[Mapping[str, str]] = {
    "SQLITE_FULL": "the disk is full: free some space and start again",
    "SQLITE_READONLY": "it cannot be written: check its owner and mode, and that the disk is not read-only",
    "SQLITE_CANTOPEN": "it cannot be opened: check that its folder is there and may be written",
    "SQLITE_PERM": "it cannot be opened: check its owner and mode",
    "SQLITE_BUSY": "another program holds it: end that one first",
    "SQLITE_LOCKED": "another program holds it: end that one first",
    "SQLITE_NOTADB": "it is not a log of drawtable: name another file",
    "SQLITE_CORRUPT": "it is damaged: keep it as it is, see `drawtable log verify`, go on from a copy",
    "SQLITE_IOERR": "the disk failed: check it, then start again",
}


class LogError(OSError):
    """The log cannot be used; the text is one line. Nothing was written in part."""


class DiskFull(LogError):
    """There was no room for the record; once there is, the same log goes on."""


class DiskFailed(LogError):
    """The disk answered with an error: whether the record is in the log shows when it is opened anew."""


class LogDamaged(LogError):
    """The file is not as SQLite wrote it."""


@contextlib.contextmanager
def log_errors(path: Path, doing: str) -> Iterator[None]:
    """Turn what SQLite says while *doing* into one line about *path*.

    :raises LogError: in place of any :class:`sqlite3.Error`
    """
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        family = "_".join(name.split("_")[:2])
        advice = _ADVICE.get(family, str(error))
        kind = _KINDS.get(family, LogError)
        raise kind(f"{path}: {doing}: {advice} ({name or error})") from error


_KINDS: Final[Mapping[str, type[LogError]]] = {
    "SQLITE_FULL": DiskFull,
    "SQLITE_IOERR": DiskFailed,
    "SQLITE_CORRUPT": LogDamaged,
}
