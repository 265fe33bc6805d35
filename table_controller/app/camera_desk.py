"""A camera at a desk: its newest frame for whoever works on it, and the same as a picture for the page."""

import asyncio
import secrets
import signal
import threading
import webbrowser
from types import TracebackType
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from dashboard.desk import desk_link, desk_server, serve_desk
from dashboard.desk_state import DeskDriver, DeskPicture
from dashboard.serve import DashboardServer
from table_controller.stopped import TERMINATED
from vision.cameras.live import FrameSource

Image = NDArray[np.uint8]

LOOK_EVERY_S: Final = 1 / 15
WIDEST_PX: Final = 1280
"""Pictures for the page are not larger; places in them are measured in the frame's own pixels."""
JPEG_QUALITY: Final = 80


class DeskCamera:
    """The frames of *source*, counted, while the block lasts."""

    def __init__(self, source: FrameSource) -> None:
        self._source: Final = source
        self._newest: tuple[int, Image] | None = None
        self._picture: DeskPicture | None = None
        self._came: Final = threading.Condition()
        self._stop: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="desk camera", daemon=True)

    def __enter__(self) -> "DeskCamera":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join(timeout=2)

    def newest(self, after: int = -1, within_s: float = 0) -> tuple[int, Image] | None:
        """Return number and frame of the newest picture if its number is above *after*, waiting *within_s* for one."""
        with self._came:
            self._came.wait_for(lambda: self._newest is not None and self._newest[0] > after, within_s)
            newest = self._newest
        return newest if newest is not None and newest[0] > after else None

    def picture(self) -> DeskPicture | None:
        """Return the newest frame for the page."""
        newest = self.newest()
        if newest is None:
            return None
        kept = self._picture
        if kept is None or kept.number != newest[0]:
            kept = self._picture = DeskPicture(newest[0], as_jpeg(newest[1]))
        return kept

    def _run(self) -> None:
        number, last = 0, None
        while not self._stop.is_set():
            image = self._source.frame()
            if image is not None and image is not last:
                with self._came:
                    self._newest = (number, image)
                    self._came.notify_all()
                number, last = number + 1, image
            self._stop.wait(LOOK_EVERY_S)


def as_jpeg(image: Image) -> bytes:
    """Return *image* (height, width, 3) uint8 BGR as a JPEG of at most :data:`WIDEST_PX` across."""
    height, width = image.shape[:2]
    if width > WIDEST_PX:
        size = (WIDEST_PX, round(height * WIDEST_PX / width))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def run_desk(driver: DeskDriver, port: int = 0, *, open_browser: bool = False) -> None:
    """Print the desk's link and serve it, to this machine and who has the link, until *driver* is done.

    :raises CannotListen: the port cannot be had
    """
    key = secrets.token_urlsafe(24)
    server = desk_server(driver, port, key=key)
    link = desk_link(server, key)
    before = signal.getsignal(signal.SIGTERM)
    try:
        asyncio.run(_until_ended(driver, server, link, open_browser=open_browser))
    except asyncio.CancelledError:
        raise SystemExit(TERMINATED) from None
    finally:
        signal.signal(signal.SIGTERM, before)  # the loop has taken its own handler out, and this one with it


async def _until_ended(driver: DeskDriver, server: DashboardServer, link: str, *, open_browser: bool) -> None:
    """Tell the link and serve the desk. SIGTERM ends it from within, as asyncio lets Ctrl-C do: raised in the middle of a
    loop, it would tear that."""
    serving = asyncio.current_task()
    assert serving is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, serving.cancel)
    print(f"The camera desk is at {link}", flush=True)
    if open_browser:
        webbrowser.open(link)
    await serve_desk(driver, server)
