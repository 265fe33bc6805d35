"""What runs in a decoder's process: it opens one camera, stream or video and writes its pictures to its standard output.

Started by :mod:`vision.cameras.decoder` alone, as ``python -m vision.cameras.decoding``. It reads one line of JSON, the
source and how it is to be set; it answers with one, what went otherwise or wrong; then come pictures, each behind its
height and width. A video begins again at its end. It ends with its parent.
"""

import contextlib
import json
import os
import signal
import struct
import sys
import threading
from dataclasses import asdict
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.capture import Wanted, open_camera
from vision.cameras.names import Kind, Source, SourceError, parse_source
from vision.cameras.videos import fps_of, open_video

SIZE: Final = struct.Struct(">II")
"""Height and width of the picture that follows: height x width x 3 bytes, BGR."""


def request_of(text: str, wanted: Wanted) -> bytes:
    """Return the line that asks a decoder for a source; it may hold a password."""
    return json.dumps({"source": text, "wanted": asdict(wanted)}).encode() + b"\n"


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    to_parent = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what libraries print must not come between pictures
    asked = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(BrokenPipeError):
        _play(to_parent, parse_source(asked["source"]), Wanted(**asked["wanted"]))


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


def _play(to_parent: int, source: Source, wanted: Wanted) -> None:
    try:
        capture, period_s, refused = _opened(source, wanted)
    except SourceError as error:
        _write(to_parent, json.dumps({"error": str(error)}).encode() + b"\n")
        return
    _write(to_parent, json.dumps({"period_s": period_s, "refused": refused}).encode() + b"\n")
    while _pass_on(to_parent, capture) and source.kind is Kind.VIDEO:
        try:
            capture = open_video(source.path)
        except SourceError:
            return


def _opened(source: Source, wanted: Wanted) -> tuple[cv2.VideoCapture, float, tuple[str, ...]]:
    if source.kind is Kind.VIDEO:
        video = open_video(source.path)
        return video, 1 / fps_of(video), ()
    opened = open_camera(source, wanted)
    return opened.capture, 0.0, opened.refused


def _pass_on(to_parent: int, capture: cv2.VideoCapture) -> bool:
    """Write pictures until no more come, and close the capture; return whether any came."""
    came = False
    try:
        while True:
            good, image = capture.read()
            if not good:
                return came
            colours = np.asarray(image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR))
            _write_picture(to_parent, np.ascontiguousarray(colours, np.uint8))
            came = True
    except cv2.error:  # a picture that cannot be decoded; the stream is taken up anew
        return came
    finally:
        capture.release()


def _write_picture(to_parent: int, image: NDArray[np.uint8]) -> None:
    _write(to_parent, SIZE.pack(*image.shape[:2]))
    _write(to_parent, image.reshape(-1).data)


def _write(to_parent: int, data: bytes | memoryview) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(to_parent, left) :]


if __name__ == "__main__":
    main()
