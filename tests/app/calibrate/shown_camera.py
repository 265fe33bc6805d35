"""A camera before which a test holds what it likes."""

import threading
from collections.abc import Callable
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from dashboard.desk import desk_server, serve_desk
from table_controller.app.calibration_desk import CalibrationDesk
from table_controller.app.camera_desk import DeskCamera
from vision.cameras.states import State

Image = NDArray[np.uint8]


class ShownCamera:
    """Gives the same picture again and again, each time as a new one, until another is shown."""

    def __init__(self, image: Image) -> None:
        self._image = image

    def show(self, image: Image) -> None:
        self._image = image

    def frame(self) -> Image | None:
        return self._image.copy()

    def state(self) -> State:
        return State.OK


class RunningCalibration:
    """A desk with its page, both in threads of their own, until the block ends."""

    def __init__(self, camera: DeskCamera, desk: CalibrationDesk) -> None:
        self._camera = camera
        self._desk = desk
        self._server = desk_server(desk)
        self.url = self._server.url
        self._threads = [threading.Thread(target=run, daemon=True) for run in (desk.work, self._serve)]

    def _serve(self) -> None:
        import asyncio

        asyncio.run(serve_desk(self._desk, self._server))

    def __enter__(self) -> "RunningCalibration":
        self._camera.__enter__()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._desk.stop()
        for thread in self._threads:
            thread.join(timeout=10)
        self._camera.__exit__(kind, error, trace)


def wait_until(holds: Callable[[], bool], within_s: float = 20) -> None:
    """Wait until something holds.

    :raises TimeoutError: it does not
    """
    done = threading.Event()
    for _ in range(round(within_s / 0.02)):
        if holds():
            return
        done.wait(0.02)
    raise TimeoutError
