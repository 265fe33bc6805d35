"""Picture files, whatever lies in them: a picture that fits into memory, or one line that says why not."""

import os
import stat
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.headers import Format, Header, header_of
from vision.cameras.names import SourceError, printable

Image = NDArray[np.uint8]

KEPT_PX: Final = 16_000_000
"""A JPEG with more pixels is made smaller while it is read; the reader looks at no more than 2,400 px a side anyway."""
MOST_PX: Final = 40_000_000
"""More pixels than this are 120 MB before anything is read in them."""
MOST_JPEG_PX: Final = 600_000_000
MOST_BYTES: Final = 100_000_000
_PHONE_BRANDS: Final = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1", b"avif", b"avis")
END_OF_JPEG: Final = b"\xff\xd9"
"""With it the decoder fills what is missing with grey; without it there is no picture at all."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture as BGR, upright; its sides are 1 / *reduced* of those in the file. *breaks_off*: the rest is missing."""

    image: Image
    reduced: int = 1
    breaks_off: bool = False


def require_file(path: str) -> None:
    """Check that *path* is a plain file that may be read: a pipe would be waited for without end.

    :raises SourceError: it is not
    """
    shown = printable(path)
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as error:
        raise SourceError(f"no such file: {shown}: check the path, or give camera:0 for a camera") from error
    if stat.S_ISDIR(mode):
        raise SourceError(f"a folder, not a file: {shown}: give a file, or give the folder by itself")
    if not stat.S_ISREG(mode):
        raise SourceError(f"neither a file nor a camera: {shown}: give a file, or camera:0 for a camera")
    if not os.access(path, os.R_OK):
        raise SourceError(f"cannot open {shown}: permission denied: check its permissions")


def read_picture(path: str) -> Image:
    """Return a picture file as BGR, turned upright as its camera says; a large one may come smaller.

    :raises SourceError: no file, no picture in it, one that breaks off, or one too large
    """
    picture = load_picture(path)
    if picture.breaks_off:
        raise broken_off(path)
    return picture.image


def broken_off(path: str) -> SourceError:
    """Return what to say of a picture whose end is missing."""
    return SourceError(f"picture breaks off: {printable(path)}: a part is missing; copy or take it again")


def load_picture(path: str) -> Picture:
    """Return what there is of a picture.

    :raises SourceError: no file, no picture in it, or one too large
    """
    data = _bytes_of(path)
    header = header_of(data)
    if header is None:
        raise _no_picture(path, data)
    by = _reduction(header, path)
    if header.breaks_off and header.format is Format.PNG:
        raise broken_off(path)
    is_cut = header.breaks_off and header.format is Format.JPEG
    image = _decoded(data + END_OF_JPEG if is_cut else data, by)
    if image is None:
        raise broken_off(path) if header.breaks_off else _no_picture(path, data)
    return Picture(image, by, header.breaks_off)


def _no_picture(path: str, data: bytes) -> SourceError:
    shown = printable(path)
    if not data:
        return SourceError(f"empty file: {shown}: copy or take it again")
    if data[4:8] == b"ftyp" and data[8:12] in _PHONE_BRANDS:
        return SourceError(
            f"a HEIC or AVIF picture: {shown}: such are not read; save it as a JPEG, or set the phone to take JPEGs"
        )
    return SourceError(
        f"not a picture: {shown}: give a JPEG, PNG, WebP, GIF, BMP or TIFF file that opens elsewhere"
    )


def _bytes_of(path: str) -> bytes:
    require_file(path)
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise SourceError(
            f"cannot open {printable(path)}: {(error.strerror or str(error)).lower()}: check its permissions"
        ) from error
    if len(data) > MOST_BYTES:
        raise SourceError(
            f"too large: {printable(path)}: over {MOST_BYTES // 1_000_000} MB; save it as a JPEG"
        )
    return data


def _reduction(header: Header, path: str) -> int:
    """Return by how much the sides are made smaller while the file is read.

    :raises SourceError: no decoder can keep so large a picture small
    """
    most = MOST_JPEG_PX if header.shrinks else MOST_PX
    if header.pixels > most:
        size = f"{header.width_px} x {header.height_px} px"
        raise SourceError(
            f"too large: {printable(path)}: {size}, over {most // 1_000_000} million pixels; save it smaller"
        )
    if not header.shrinks:
        return 1
    return next((by for by in (1, 2, 4) if header.pixels <= KEPT_PX * by * by), 8)


_FLAGS: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


def _decoded(data: bytes, by: int) -> Image | None:
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), _FLAGS[by])
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)
