"""A camera's decoder in a process of its own: whatever a stream makes of FFmpeg or a driver, the table lives on."""

import contextlib
import fcntl
import json
import select
import subprocess
import sys
import time
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.cameras.capture import AS_IT_COMES, Wanted
from vision.cameras.decoding import SIZE, request_of
from vision.cameras.names import Source, SourceError

Image = NDArray[np.uint8]

BEGIN_WITHIN_S: Final = 30.0
"""Python starts in under a second, on a machine with much to do in several; a stream is given five to answer."""
SILENT_S: Final = 12.0
"""A driver says itself that no picture came, after ten seconds at most; one that does not hangs."""
MOST_SIDE_PX: Final = 20_000
END_WITHIN_S: Final = 2.0
"""A process that is killed ends at once, unless its driver holds it: then it is left to the driver."""
LEFT: "Final[list[subprocess.Popen[bytes]]]" = []
"""Processes that a driver held when they were killed; what becomes of them is asked for when another one ends."""
LONGEST_LINE: Final = 10_000
PIPE_BYTES: Final = 1 << 20


class Decoder:
    """Gives the pictures of one camera, stream or video. For one thread; :meth:`end` may be called from any."""

    def __init__(self, source: Source, text: str, wanted: Wanted = AS_IT_COMES) -> None:
        """Start the process; *text* is the name of *source* as it was given.

        :raises SourceError: the machine has no process or file to spare
        """
        self.period_s = 0.0
        """What lies between two pictures of a video; 0 where they come by themselves."""
        self.refused: tuple[str, ...] = ()
        """What the driver did otherwise than wanted, in words."""
        self.crashed = False
        """The process ended otherwise than by itself, or said nothing any more."""
        self._source: Final = source
        self._first: Image | None = None
        self._ended = False
        self._process: Final = self._started()
        with contextlib.suppress(OSError, AttributeError):  # only a matter of speed, and of Linux
            fcntl.fcntl(self._pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(request_of(text, wanted))  # type: ignore[union-attr]

    def _started(self) -> "subprocess.Popen[bytes]":
        try:
            return subprocess.Popen(
                [sys.executable, "-P", "-m", "vision.cameras.decoding"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # FFmpeg would print addresses with their passwords
                bufsize=0,
            )
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise SourceError(
                f"no picture from {self._source.shown}: what decodes its pictures cannot be started: {reason}: "
                "close other programs"
            ) from error

    @property
    def pid(self) -> int:
        return self._process.pid

    def begin(self) -> None:
        """Wait until the first picture is there.

        :raises SourceError: none comes; the text holds no password
        """
        answer = self._answer()
        if "error" in answer:
            raise SourceError(str(answer["error"]))
        self.refused = tuple(answer.get("refused", ()))
        self.period_s = float(answer.get("period_s", 0.0))
        self._first = self._picture()
        if self._first is None:
            shown = self._source.shown
            raise SourceError(f"no picture from {shown}: it opens, and no picture comes")

    def read(self) -> Image | None:
        """Return the next picture, (height, width, 3) uint8 BGR; None when no more come."""
        first, self._first = self._first, None
        return self._picture() if first is None else first

    def end(self) -> None:
        """Let :meth:`read` come to an end."""
        self._ended = True
        self._process.kill()

    def release(self) -> None:
        """End the process and let go of the camera. Never blocks for long."""
        self.end()
        try:
            self._process.wait(END_WITHIN_S)
        except subprocess.TimeoutExpired:
            LEFT.append(self._process)
        LEFT[:] = [one for one in LEFT if one.poll() is None]
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    @property
    def _pipe(self) -> int:
        return self._process.stdout.fileno()  # type: ignore[union-attr]

    def _answer(self) -> dict[str, Any]:
        line, until_s = bytearray(), time.monotonic() + BEGIN_WITHIN_S
        while not line.endswith(b"\n") and len(line) < LONGEST_LINE:
            letter = bytearray(1)
            if not self._fill(memoryview(letter), until_s):
                break
            line += letter
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if isinstance(answer, dict):
            return answer
        return {"error": f"no picture from {self._source.shown}: what decodes its pictures died or hangs"}

    def _picture(self) -> Image | None:
        until_s = time.monotonic() + SILENT_S
        size = bytearray(SIZE.size)
        if not self._fill(memoryview(size), until_s):
            return None
        height, width = SIZE.unpack(size)
        if not (0 < height <= MOST_SIDE_PX and 0 < width <= MOST_SIDE_PX):
            self.crashed = True
            return None
        image = np.empty((height, width, 3), np.uint8)
        return image if self._fill(image.reshape(-1).data, until_s) else None

    def _fill(self, into: memoryview, until_s: float) -> bool:
        """Fill *into* from the pipe; False when the process ended or says nothing any more."""
        ready = select.poll()
        ready.register(self._pipe, select.POLLIN)
        while into:
            waits_ms = max(0, int(1000 * (until_s - time.monotonic())))
            came = self._process.stdout.readinto(into) if ready.poll(waits_ms) else 0  # type: ignore[union-attr]
            if not came:
                self._why_silent()
                return False
            into = into[came:]
        return True

    def _why_silent(self) -> None:
        """Tell a source that ended from a decoder that crashed or hangs."""
        try:
            status = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            status = None
        self.crashed = status != 0 and not self._ended
