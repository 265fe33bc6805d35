"""A folder of pictures, one after another, as a camera would show them."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.cameras.names import PICTURES, SourceError
from vision.cameras.pictures import load_picture


def folder_pictures(folder: str) -> Iterator[NDArray[np.uint8]]:
    """Give the pictures of a folder by name; what is no picture is passed over.

    :raises SourceError: the folder cannot be opened
    """
    try:
        paths = sorted(str(p) for p in Path(folder).iterdir() if p.suffix.lower() in PICTURES)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SourceError(f"cannot open folder {folder}: {reason}: check its permissions") from error
    for path in paths:
        try:
            yield load_picture(path).image
        except SourceError:
            continue
