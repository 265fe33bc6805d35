"""What the first bytes of a picture file say, before anything is decoded: its format and its size."""

import struct
from dataclasses import dataclass
from enum import Enum
from typing import Final

_SIZED: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""JPEG markers that carry the picture's size."""
_PROGRESSIVE: Final = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
_BARE: Final = frozenset({0x01, *range(0xD0, 0xD9)})
"""JPEG markers without a length."""


class Format(Enum):
    """A format that is read."""

    JPEG = "JPEG"
    PNG = "PNG"
    GIF = "GIF"
    BMP = "BMP"
    WEBP = "WebP"
    TIFF = "TIFF"
    PNM = "PNM"


@dataclass(frozen=True, slots=True)
class Header:
    """*shrinks* says that the decoder can make it smaller while it reads; *breaks_off* that the end is missing."""

    format: Format
    width_px: int
    height_px: int
    shrinks: bool = False
    breaks_off: bool = False

    @property
    def pixels(self) -> int:
        return self.width_px * self.height_px


def header_of(data: bytes) -> Header | None:
    """Return what the file's head says; None where it is no picture that is read. Never raises."""
    for begins, read in _FORMATS:
        if data.startswith(begins):
            try:
                found = read(data)
            except (struct.error, IndexError, ValueError):
                return None
            return found if found is not None and found.width_px > 0 and found.height_px > 0 else None
    return None


def _jpeg(data: bytes) -> Header | None:
    at, size, progressive = 2, (0, 0), False
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            at += 1
            continue
        marker = data[at + 1]
        if marker == 0xFF or marker in _BARE or marker == 0:
            at += 1 if marker == 0xFF else 2
            continue
        if marker in _SIZED and size == (0, 0):
            height, width = struct.unpack_from(">HH", data, at + 5)
            size, progressive = (width, height), marker in _PROGRESSIVE
        if marker in (0xDA, 0xD9):
            break
        at += 2 + max(2, struct.unpack_from(">H", data, at + 2)[0])
    ends = data.rfind(b"\xff\xd9") > at
    return Header(Format.JPEG, *size, shrinks=not progressive, breaks_off=not ends)


def _png(data: bytes) -> Header:
    """A part that claims to be longer than the file would be given its memory by the decoder: two gigabytes, if it says so."""
    width, height = struct.unpack_from(">II", data, 16)
    at, ends = 8, False
    while at + 12 <= len(data) and not ends:
        length, name = struct.unpack_from(">I4s", data, at)
        at += 12 + length
        ends = name == b"IEND" and at <= len(data)
    return Header(Format.PNG, width, height, breaks_off=not ends)


def _gif(data: bytes) -> Header:
    return Header(Format.GIF, *struct.unpack_from("<HH", data, 6))


def _bmp(data: bytes) -> Header:
    if struct.unpack_from("<I", data, 14)[0] == 12:
        return Header(Format.BMP, *struct.unpack_from("<HH", data, 18))
    width, height = struct.unpack_from("<ii", data, 18)
    return Header(Format.BMP, abs(width), abs(height))


def _webp(data: bytes) -> Header | None:
    if data[8:12] != b"WEBP":
        return None
    breaks_off = struct.unpack_from("<I", data, 4)[0] + 8 > len(data)
    kind = data[12:16]
    if kind == b"VP8X":
        width = 1 + int.from_bytes(data[24:27], "little")
        height = 1 + int.from_bytes(data[27:30], "little")
    elif kind == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    elif kind == b"VP8 ":
        width, height = (v & 0x3FFF for v in struct.unpack_from("<HH", data, 26))
    else:
        return None
    return Header(Format.WEBP, width, height, breaks_off=breaks_off)


def _tiff(data: bytes) -> Header | None:
    order = "<" if data[0] == 0x49 else ">"
    at = struct.unpack_from(f"{order}I", data, 4)[0]
    sizes: dict[int, int] = {}
    for k in range(struct.unpack_from(f"{order}H", data, at)[0]):
        tag, kind = struct.unpack_from(f"{order}HH", data, at + 2 + 12 * k)
        if tag in (256, 257):
            sizes[tag] = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, at + 10 + 12 * k)[0]
    return Header(Format.TIFF, sizes.get(256, 0), sizes.get(257, 0))


def _pnm(data: bytes) -> Header:
    words: list[bytes] = []
    for line in data[2:512].split(b"\n"):
        words += line.split(b"#")[0].split()
    return Header(Format.PNM, int(words[0]), int(words[1]))


_FORMATS: Final = (
    (b"\xff\xd8\xff", _jpeg),
    (b"\x89PNG\r\n\x1a\n", _png),
    (b"GIF8", _gif),
    (b"BM", _bmp),
    (b"RIFF", _webp),
    (b"II*\0", _tiff),
    (b"MM\0*", _tiff),
    (b"P5", _pnm),
    (b"P6", _pnm),
    (b"P2", _pnm),
    (b"P3", _pnm),
)
