"""What a source is called: a camera of this computer, a stream, a video, a folder or a picture."""

import os
import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

PICTURES: Final = frozenset(
    {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".gif", ".tif", ".tiff", ".ppm", ".pgm"}
)
VIDEOS: Final = frozenset({".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v", ".mjpeg", ".mjpg", ".ts"})
CAMERA_PREFIX: Final = "camera:"
STREAMS: Final = ("rtsp", "rtsps", "http", "https")
MOST_DIGITS: Final = 6
"""Digits of a camera's number; a longer one is a name nothing has, and OpenCV takes no such number."""
BY_ID: Final = Path("/dev/v4l/by-id")

_ADDRESS: Final = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*)://")
_NEARLY: Final = re.compile(r"(?:rtsps?|https?):", re.IGNORECASE)
_SECRET: Final = re.compile(r"(://|(?:rtsps?|https?):[/\\]*).*@", re.IGNORECASE | re.DOTALL)
"""Up to the last @: a password may hold any letter, also those that should be written as %2F and the like."""
_QUERY: Final = re.compile(r"([?&;][^=&;#\s]*=)[^&;#\s]*")


class SourceError(ValueError):
    """A source that gives no pictures; the text says what, where and what to do."""


class Kind(Enum):
    """What gives the frames."""

    DEVICE = "camera"
    STREAM = "stream"
    VIDEO = "video"
    FOLDER = "folder"
    PICTURE = "picture"

    @property
    def is_live(self) -> bool:
        """Whether it shows the world now, so that a frame that comes again is a camera that hangs."""
        return self in (Kind.DEVICE, Kind.STREAM)


@dataclass(frozen=True, slots=True)
class Source:
    """A source as it was named. *path* is what is opened; it may hold a password and is never printed: print *shown*."""

    kind: Kind
    path: str
    shown: str


def parse_source(text: str) -> Source:
    """Return what *text* names; nothing is opened, and a path need not be there.

    >>> parse_source("camera:0").path, parse_source("rtsp://me:secret@door/1").shown
    ('/dev/video0', 'rtsp://…@door/1')
    >>> parse_source("ftp://door/1")
    Traceback (most recent call last):
    vision.cameras.names.SourceError: cannot open ftp://door/1: give an address of rtsp://, rtsps://, http:// or https://

    :raises SourceError: an address of a kind that is not read
    """
    address = _ADDRESS.match(text)
    if address is None and _NEARLY.search(text) and not os.path.lexists(text):
        raise SourceError(f"cannot open {masked(text)}: an address begins with {STREAMS[0]}:// or the like")
    device = _device(text)
    if device is not None:
        return Source(Kind.DEVICE, device, printable(text))
    if address is not None:
        if address[1].lower() not in STREAMS or "\0" in text:
            known = ", ".join(f"{one}://" for one in STREAMS[:-1])
            raise SourceError(f"cannot open {masked(text)}: give an address of {known} or {STREAMS[-1]}://")
        return Source(Kind.STREAM, text, masked(text))
    if os.path.isdir(text):
        return Source(Kind.FOLDER, text, printable(text))
    kind = Kind.VIDEO if Path(text).suffix.lower() in VIDEOS else Kind.PICTURE
    return Source(kind, text, printable(text))


def _device(text: str) -> str | None:
    """Return the device file of a camera's name, None where *text* is none."""
    if text.startswith(("/dev/video", "/dev/v4l/")):
        return text
    if not text.startswith(CAMERA_PREFIX):
        return None
    name = text[len(CAMERA_PREFIX) :]
    if name.isdecimal() and name.isascii():
        return f"/dev/video{int(name)}" if len(name) <= MOST_DIGITS else name
    return name if "/" in name else str(BY_ID / name)


def camera_of(text: str) -> str | None:
    """Return what to open for a camera or stream, None for any other source.

    >>> camera_of("camera:0"), camera_of("camera:/dev/video2"), camera_of("hand.jpg")
    ('/dev/video0', '/dev/video2', None)
    """
    device = _device(text)
    if device is not None:
        return device
    return text if _ADDRESS.match(text) else None


def masked(text: str) -> str:
    """Return an address without what may be a secret: user, password and the values behind ``?``.

    >>> masked("rtsp://me:p@ss@door:554/1?token=abc&n=2"), masked("rtsp://me:p#a/s?s w@door/1")
    ('rtsp://…@door:554/1?token=…&n=…', 'rtsp://…@door/1')
    """
    return printable(_QUERY.sub(r"\1…", _SECRET.sub(r"\1…@", text)))


def printable(text: str) -> str:
    r"""Return *text* fit for a terminal: odd bytes and control characters are spelt out.

    >>> printable("a\udcff\n.jpg")
    'a\\xff\\x0a.jpg'
    """
    known = text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else "".join(f"\\x{b:02x}" for b in c.encode()) for c in known)
