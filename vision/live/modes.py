"""Which way of watching goes with which role of a camera."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from vision.live.overhead import OverheadWatch
from vision.live.shoe import ShoeWatch
from vision.live.tray import DiscardWatch
from vision.live.watch import Watch
from vision.reader import CardReader


def mode_of(role: str, reader: CardReader, regions: Mapping[int, NDArray[np.float32]] | None = None) -> Watch:
    """Return the watch for a camera's *role*: ``shoe``, ``tray`` or ``overhead``; *regions* are px by seat.

    :raises ValueError: another role
    """
    if role == "shoe":
        return ShoeWatch(reader)
    if role == "tray":
        return DiscardWatch(reader)
    if role == "overhead":
        return OverheadWatch(reader, regions)
    raise ValueError(f"not a role of a camera: {role!r} (shoe, tray or overhead)")
