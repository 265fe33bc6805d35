"""What stands in for reading in the process of a reading room: some pictures kill it. Imported there, by name."""

import os
import signal
import threading
from multiprocessing.sharedctypes import Synchronized

import numpy as np

from table_controller.app.reading_room import Pictures, View
from vision.live.look import Look

HARMLESS, DEADLY, HANGS = (np.full((4, 4, 3), level, np.uint8) for level in (10, 200, 100))


def begin(pid: "Synchronized[int]", parent: int, deck: str | None) -> None:
    pid.value = os.getpid()


def see(views: tuple[View, ...], evidence: bool) -> tuple[list[Look], Pictures]:
    if views[0].image[0, 0, 0] == DEADLY[0, 0, 0]:
        os.kill(os.getpid(), signal.SIGKILL)
    if views[0].image[0, 0, 0] == HANGS[0, 0, 0]:
        threading.Event().wait()
    return [Look(view.camera, view.image, view.at_ms, view.at_utc_ms) for view in views], ()
