"""Whatever lies in a file or is called one: frames, or one line that says what, where and what to do."""

import contextlib
import os
import random
import resource
import struct
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.app.command_line import drawtable
from tests.soak.mutated import SUFFIXES, mutated, whole_files
from vision.cameras.headers import header_of
from vision.cameras.names import SourceError
from vision.cameras.pictures import KEPT_PX, load_picture, read_picture
from vision.sources import frames

IMAGE = cv2.resize(np.random.default_rng(4).integers(0, 256, (9, 12, 3), np.uint8), (120, 90))


def encoded(suffix: str, image: object = IMAGE, *flags: int) -> bytes:
    good, data = cv2.imencode(suffix, np.asarray(image), flags)
    assert good
    return data.tobytes()


def line_for(path: Path) -> str:
    with pytest.raises(SourceError) as caught:
        list(frames(str(path)))
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) > 30
    return text


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".gif", ".bmp", ".tiff", ".ppm"])
def test_the_size_of_a_picture_is_known_before_it_is_decoded(suffix: str) -> None:
    header = header_of(encoded(suffix))

    assert header is not None
    assert (header.width_px, header.height_px, header.breaks_off) == (120, 90, False)


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8\xff", b"BM", b"RIFF", b"II*\0", b"P6", b"GIF8", b"\x89PNG\r\n\x1a\n"]
)
def test_a_head_and_nothing_behind_it_is_no_picture(data: bytes) -> None:
    assert header_of(data) is None or header_of(data).pixels == 0  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "image",
    [IMAGE[:1, :1], IMAGE[:, :, 0], np.dstack([IMAGE, IMAGE[:, :, 0]]), IMAGE.astype(np.uint16) * 257],
    ids=["1x1", "grey", "alpha", "16 bits"],
)
def test_a_picture_of_any_kind_is_read_as_one_of_eight_bits_and_three_colours(
    tmp_path: Path, image: object
) -> None:
    (tmp_path / "a.png").write_bytes(encoded(".png", image))

    (frame,) = frames(str(tmp_path / "a.png"))

    assert frame.image.dtype == np.uint8
    assert frame.image.shape == (*np.shape(image)[:2], 3)


def test_a_jpeg_is_turned_upright_as_its_camera_says(tmp_path: Path) -> None:
    data = encoded(".jpg")
    tag = struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0)
    exif = b"Exif\0\0MM\0*\0\0\0\x08" + struct.pack(">H", 1) + tag + b"\0\0\0\0"
    (tmp_path / "a.jpg").write_bytes(
        data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]
    )

    assert read_picture(str(tmp_path / "a.jpg")).shape == (120, 90, 3)


def test_of_a_jpeg_that_breaks_off_the_half_that_is_there_is_read_and_then_it_is_said(tmp_path: Path) -> None:
    data = encoded(".jpg", cv2.resize(IMAGE, (480, 360)), cv2.IMWRITE_JPEG_QUALITY, 90)
    (tmp_path / "a.jpg").write_bytes(data[: len(data) // 2])
    seen = []

    with pytest.raises(SourceError, match="picture breaks off"):
        seen.extend(frames(str(tmp_path / "a.jpg")))

    whole = cv2.resize(IMAGE, (480, 360))
    assert float(cv2.absdiff(seen[0].image[:100], whole[:100]).mean()) < 12
    assert float(cv2.absdiff(seen[0].image[-100:], whole[-100:]).mean()) > 20


@pytest.mark.parametrize("suffix", [".png", ".webp"])
def test_other_pictures_that_break_off_say_so(tmp_path: Path, suffix: str) -> None:
    data = encoded(suffix, np.random.default_rng(1).integers(0, 255, (90, 120, 3), np.uint8))
    (tmp_path / f"a{suffix}").write_bytes(data[: len(data) // 2])

    assert "breaks off" in line_for(tmp_path / f"a{suffix}")


def test_a_hundred_megapixels_of_jpeg_are_read_small_within_the_memory_there_is(tmp_path: Path) -> None:
    path = tmp_path / "big.jpg"
    small = encoded(".jpg", np.full((16, 16, 3), 120, np.uint8))
    # A scan that ends early is grey from there: a picture this large is made without drawing it.
    at = small.index(b"\xff\xc0") + 5
    path.write_bytes(small[:at] + struct.pack(">HH", 10_000, 10_000) + small[at + 4 :])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    picture = load_picture(str(path))

    assert picture.reduced == 4
    assert picture.image.shape == (2500, 2500, 3)
    assert picture.image.size // 3 <= KEPT_PX
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 150_000


def test_a_hundred_megapixels_of_png_are_refused_before_they_are_decoded(tmp_path: Path) -> None:
    data = bytearray(encoded(".png"))
    data[16:24] = struct.pack(">II", 10_000, 10_000)
    (tmp_path / "big.png").write_bytes(data)

    text = line_for(tmp_path / "big.png")

    assert "too large" in text
    assert "10000 x 10000" in text


def test_a_part_of_a_png_that_claims_two_gigabytes_is_given_none(tmp_path: Path) -> None:
    data = bytearray(encoded(".png"))
    data[33:37] = b"\x7f\xff\xff\xff"
    (tmp_path / "a.png").write_bytes(data)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    assert "breaks off" in line_for(tmp_path / "a.png")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


def test_things_that_are_no_files_are_named(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    os.mkfifo(tmp_path / "pipe.mp4")
    (tmp_path / "folder.jpg").mkdir()

    assert "neither a file nor a camera" in line_for(tmp_path / "pipe.jpg")
    assert "neither a file nor a camera" in line_for(tmp_path / "pipe.mp4")
    with pytest.raises(SourceError, match="a folder, not a file"):
        read_picture(str(tmp_path / "folder.jpg"))
    with pytest.raises(SourceError, match="no such file"):
        read_picture("a\0b.jpg")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(encoded(".jpg"))
    (tmp_path / "a.jpg").chmod(0)

    assert "permission denied" in line_for(tmp_path / "a.jpg")


def test_a_video_without_frames_says_so(tmp_path: Path) -> None:
    path = tmp_path / "v.avi"
    cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48)).release()

    assert "video" in line_for(path)


def test_pictures_of_a_video_may_change_their_size(tmp_path: Path) -> None:
    path = tmp_path / "v.mjpeg"
    path.write_bytes(b"".join(encoded(".jpg", cv2.resize(IMAGE, size)) for size in ((120, 90), (64, 48)) * 3))

    seen = list(frames(str(path)))

    assert len(seen) == 6
    assert all(frame.image.ndim == 3 for frame in seen)


def test_one_bad_file_does_not_keep_the_others_from_being_read(tmp_path: Path) -> None:
    odd = os.fsencode(tmp_path) + b"/a\xff\n.jpg"
    with open(odd, "wb") as file:
        file.write(encoded(".jpg"))
    (tmp_path / "bad.png").write_bytes(b"no picture")
    (tmp_path / "good.png").write_bytes(encoded(".png"))

    answer = drawtable("vision", "read", str(tmp_path))

    assert answer.status == 2
    assert len(answer.out.splitlines()) == 2
    assert "a\\xff\\x0a.jpg: no cards" in answer.out
    assert "bad.png" in answer.line


def test_decoders_are_not_heard(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(encoded(".png")[:200])
    program = (
        "import sys, os\nfrom vision.cameras.quiet import quiet_decoders\n"
        "with quiet_decoders():\n    os.write(2, b'libpng says')\n    print('ours', file=sys.stderr)\n"
        "print('after', file=sys.stderr)\n"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stderr.splitlines() == ["ours", "after"]


def test_broken_files_give_frames_or_one_line(tmp_path: Path) -> None:
    whole = whole_files(tmp_path)
    for number in range(150):
        suffix = SUFFIXES[number % len(SUFFIXES)]
        path = tmp_path / f"f{suffix}"
        path.write_bytes(mutated(whole[suffix], random.Random(f"test {number}")))
        with contextlib.suppress(SourceError):
            for frame in frames(str(path)):
                assert frame.image.ndim == 3
