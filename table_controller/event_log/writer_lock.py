"""One writer a log: a lock file beside it, held by the process until it ends, however it ends."""

import contextlib
import fcntl
import os
from pathlib import Path
from typing import Final

from table_controller.event_log.errors import LogError

_HELD_HERE: Final[set[Path]] = set()


class WriterLock:
    """The right to write a log. A POSIX record lock: it goes with its process and is not handed to forked children.

    Such locks do not bind within one process, so the paths held here are remembered too.
    """

    def __init__(self, log_path: Path) -> None:
        """Take the lock.

        :raises LogError: another process, or this one, writes this log
        """
        self._path = log_path.resolve().with_name(f"{log_path.name}.lock")
        if self._path in _HELD_HERE:
            raise LogError(f"{log_path}: this process writes it already")
        try:
            self._fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise LogError(f"{self._path}: cannot be made: {error.strerror}") from None
        try:
            fcntl.lockf(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.read(self._fd, 20).decode("ascii", errors="replace").strip() or "unknown"
            os.close(self._fd)
            raise LogError(f"{log_path}: process {holder} writes it already: stop that one first") from None
        with contextlib.suppress(
            OSError
        ):  # the number only helps whoever is refused; a full disk is no reason
            os.ftruncate(self._fd, 0)
            os.write(self._fd, f"{os.getpid()}\n".encode("ascii"))
        _HELD_HERE.add(self._path)

    def release(self) -> None:
        """Let another process write; the file stays, since removing it would race with one that takes it."""
        _HELD_HERE.discard(self._path)
        os.close(self._fd)
