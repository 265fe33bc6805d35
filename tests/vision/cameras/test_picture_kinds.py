"""Every kind of picture and video people have: read with its own colours and upright, or refused in one line."""

import base64
import os
import socket
import struct
import wave
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.app.command_line import drawtable
from vision.cameras import pictures
from vision.cameras.names import SourceError
from vision.cameras.pictures import read_picture
from vision.cameras.videos import open_video
from vision.sources import Frame, frames

Image = NDArray[np.uint8]

RED, GREEN, WHITE = (30, 30, 220), (40, 200, 30), (240, 240, 240)
CMYK_JPEG = base64.b64decode(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoK"
    "CgYICwwLCgwJCgoK/8AAFAgAEAAYBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIB"
    "AwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZH"
    "SElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV"
    "1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwDpv+Dan/gnL+2X/wAE/wD/AIXT/wANcfBz/hEv+Et/4Rz/"
    "AIR//iodOv8A7X9l/tTz/wDjyuJvL2/aIfv7c7+M4bH4lfC3wxrnhz7d/bNj5PneV5f71Wzjfn7pPqK/Er4W+GNc8Ofbv7ZsfJ87"
    "yvL/AHqtnG/P3SfUV+/lfijX9ateq0V/aRX1BX9kFFeX1/FvX8W9FfyD1/VRXUUV/aRX1BX9kFFf/9k="
)
ANIMATED_WEBP = base64.b64decode(
    "UklGRs4AAABXRUJQVlA4WAoAAAASAAAAFwAADwAAQU5JTQYAAAAAAAAAAABBTk1GTgAAAAAAAAAAABcAAA8AAGQAAAJWUDhMNgAA"
    "AC8XwAMAHyAkIKy0WbZOSEAYIfu/wjYhAWGO/1OMkec/gCXfBmTSNjNZkzPZe8xARP8jBV37FEFOTUZMAAAAAAAAAAAAFwAADwAA"
    "ZAAAAFZQOEw0AAAALxfAAxAfIBBIItmfZzqBQBLE/mTDCASSSPbnmWj+A7BzA5m0TU3W5EzuHjMQ0f9oIbk6Cg=="
)
"""Both show :func:`stripes` first."""


def stripes() -> Image:
    """A black corner, then red, green and white from left to right: (16, 24, 3)."""
    image = np.zeros((16, 24, 3), np.uint8)
    image[:, :8], image[:, 8:16], image[:, 16:] = RED, GREEN, WHITE
    image[:6, :4] = 0
    return image


def large_stripes() -> Image:
    return stripes().repeat(4, axis=0).repeat(4, axis=1)


def encoded(suffix: str, image: object, *flags: int) -> bytes:
    good, data = cv2.imencode(suffix, np.asarray(image), flags)
    assert good
    return data.tobytes()


def png_part(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def palette_png() -> bytes:
    colours = [(0, 0, 0), RED, GREEN, WHITE]
    rows = np.abs(stripes()[:, :, None, :].astype(int) - np.array(colours)).sum(axis=3).argmin(axis=2)
    lines = b"".join(b"\0" + row.astype(np.uint8).tobytes() for row in rows)
    palette = bytes(level for colour in colours for level in reversed(colour))
    head = struct.pack(">IIBBBBB", 24, 16, 8, 3, 0, 0, 0)
    parts = (b"IHDR", head), (b"PLTE", palette), (b"IDAT", zlib.compress(lines)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(png_part(*part) for part in parts)


def with_exif(jpeg: bytes, orientation: int) -> bytes:
    tag = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    exif = b"Exif\0\0MM\0*\0\0\0\x08" + struct.pack(">H", 1) + tag + b"\0\0\0\0"
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


def as_taken(upright: Image, orientation: int) -> Image:
    """Return what a sensor saw whose picture is *upright* after it was turned as EXIF says."""
    back: dict[int, Callable[[Image], Image]] = {
        1: lambda a: a,
        2: lambda a: a[:, ::-1],
        3: lambda a: a[::-1, ::-1],
        4: lambda a: a[::-1],
        5: lambda a: a.transpose(1, 0, 2),
        6: lambda a: np.rot90(a),
        7: lambda a: np.rot90(a, 2).transpose(1, 0, 2),
        8: lambda a: np.rot90(a, -1),
    }
    return np.ascontiguousarray(back[orientation](upright))


KINDS = {
    "animated.webp": ANIMATED_WEBP,
    "cmyk.jpg": CMYK_JPEG,
    "sixteen.png": encoded(".png", stripes().astype(np.uint16) * 257),
    "palette.png": palette_png(),
    "progressive.jpg": encoded(
        ".jpg", stripes(), cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_QUALITY, 98
    ),
    "one.gif": encoded(".gif", stripes()),
    "png named.jpg": encoded(".png", stripes()),
    "alpha.png": encoded(".png", np.dstack([stripes(), np.full((16, 24), 9, np.uint8)])),
}


@pytest.mark.parametrize("name", KINDS)
def test_a_picture_of_any_kind_has_its_own_colours(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(KINDS[name])

    image = read_picture(str(tmp_path / name))

    assert image.shape == (16, 24, 3)
    assert image.dtype == np.uint8
    for place, colour in (((12, 3), RED), ((8, 12), GREEN), ((8, 20), WHITE), ((1, 1), (0, 0, 0))):
        assert np.abs(image[place].astype(int) - colour).max() <= 45, (place, image[place])


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_is_turned_and_mirrored_as_its_camera_says(tmp_path: Path, orientation: int) -> None:
    upright = large_stripes()
    jpeg = encoded(".jpg", as_taken(upright, orientation), cv2.IMWRITE_JPEG_QUALITY, 98)
    (tmp_path / "a.jpg").write_bytes(with_exif(jpeg, orientation))

    image = read_picture(str(tmp_path / "a.jpg"))

    assert image.shape == upright.shape
    assert float(cv2.absdiff(image, upright).mean()) < 6


def test_a_large_picture_that_is_made_smaller_is_turned_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "KEPT_PX", 2000)
    upright = large_stripes()
    (tmp_path / "a.jpg").write_bytes(with_exif(encoded(".jpg", as_taken(upright, 6)), 6))

    image = read_picture(str(tmp_path / "a.jpg"))

    assert image.shape == (32, 48, 3)
    assert np.abs(image[28, 4].astype(int) - RED).max() < 30


def refused_files(folder: Path) -> dict[str, str]:
    """Make files that are no pictures and videos; return what is said of each."""
    contents = {
        "empty.jpg": b"",
        "text.jpg": b"dear diary\n" * 40,
        "phone.heic": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
        "phone.jpg": b"\0\0\0\x18ftypavif\0\0\0\0mif1avif",
        "empty.mp4": b"",
        "text.mkv": b"dear diary\n" * 40,
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    with wave.open(str(folder / "sound.avi"), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(bytes(16_000))
    os.mkfifo(folder / "pipe.png")
    (folder / "video.mp4").mkdir()
    with socket.socket(socket.AF_UNIX) as one:
        here = os.getcwd()
        os.chdir(folder)  # a socket's path is short
        one.bind("socket.jpg")
        os.chdir(here)
    return {
        "empty.jpg": "empty file",
        "text.jpg": "not a picture",
        "phone.heic": "HEIC or AVIF",
        "phone.jpg": "HEIC or AVIF",
        "empty.mp4": "empty file",
        "text.mkv": "not a video",
        "sound.avi": "not a video",
        "pipe.png": "neither a file nor a camera",
        "socket.jpg": "neither a file nor a camera",
    }


def test_what_is_no_picture_is_refused_in_one_line_and_not_waited_for(tmp_path: Path) -> None:
    said = refused_files(tmp_path)

    for path, expected in [
        *((str(tmp_path / name), text) for name, text in said.items()),
        ("/dev/zero", "neither a file nor a camera"),
    ]:
        with pytest.raises(SourceError, match=expected) as caught:
            list(frames(path))
        assert "\n" not in str(caught.value)
    with pytest.raises(SourceError, match="a folder, not a file"):
        open_video(str(tmp_path / "video.mp4"))


def test_a_video_without_its_end_or_without_frames_says_so(tmp_path: Path) -> None:
    for suffix, code in ((".mp4", "mp4v"), (".avi", "MJPG"), (".mkv", "mp4v")):
        path = tmp_path / f"whole{suffix}"
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 10.0, (96, 64))
        for k in range(12):
            writer.write(np.random.default_rng(k).integers(0, 255, (64, 96, 3), np.uint8))
        writer.release()
        data = path.read_bytes()
        for share in (0.02, 0.5):
            cut = tmp_path / f"cut{suffix}"
            cut.write_bytes(data[: int(len(data) * share)])
            seen: list[Frame] = []
            with pytest.raises(SourceError, match=r"not a video|no frames|breaks off"):
                seen.extend(frames(str(cut)))
            assert len(seen) < 12


def test_the_command_says_one_line_for_each_bad_file_and_ends_with_two(tmp_path: Path) -> None:
    said = refused_files(tmp_path)

    answer = drawtable("vision", "read", *(str(tmp_path / name) for name in said))

    assert answer.status == 2
    assert len(answer.err.splitlines()) == len(said)
    assert "Traceback" not in answer.err
