"""Cameras with their reader: frames here, reading in a process of its own (``reading_room.py``)."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.app.reading_room import Pictures, ReadingRoom, Regions, View
from table_controller.ports import Seen, Trace
from vision.live.look import Look
from vision.sources import VIDEOS, SourceError, camera_of, read_picture
from vision.track import Track

Image = NDArray[np.uint8]

REOPEN_S: Final = 1.0
FIRST_FRAME_S: Final = 5.0
STALE_S: Final = 1.0
"""A camera's frame older than this shows what lay there once."""
MOST_FRAMES: Final = 10
"""So many frames a look takes at most: enough for three to agree after two that did not."""
NEXT_FRAME_S: Final = 0.4
"""A picture that stays the same for so long is not waited for."""
ASK_AGAIN_S: Final = 0.005


class FrameSource(Protocol):
    """Where frames come from."""

    def frame(self) -> Image | None:
        """Return what is seen now, (height, width, 3) uint8 BGR; None when nothing is."""


class CameraEye:
    """A camera of the table (a :class:`~table_controller.ports.Eye`). *name* stands in health reports.

    *regions* are the polygons (n, 2) px of the seats under an overhead camera.
    """

    def __init__(
        self, name: str, role: str, source: FrameSource, room: ReadingRoom, regions: Regions | None = None
    ) -> None:
        self.name: Final = name
        self.role: Final = role
        self.sees = True
        self._source: Final = source
        self._room: Final = room
        self._regions: Final = regions
        self._listeners: Final[list[Callable[[Look], None]]] = []
        self._busy: Final = asyncio.Lock()

    @property
    def source(self) -> FrameSource:
        """Where its frames come from."""
        return self._source

    @property
    def regions(self) -> Regions:
        """The seats' polygons (n, 2) px, as far as they were drawn."""
        return self._regions or {}

    def listen(self, told: Callable[[Look], None]) -> None:
        """Have *told* called with every frame that is read, and what is known after it."""
        self._listeners.append(told)

    async def look(self) -> tuple[Seen, ...]:
        """Return what lies there now; nothing when the camera is blind.

        It takes as many frames as it needs to be certain, MOST_FRAMES at most: a card has its face when three agree. One
        picture that does not change is one witness, so its cards stay unread.
        """
        async with self._busy:
            looked = None
            image: Image | None = None
            for count in range(MOST_FRAMES):
                image = await self._frame_after(image)
                if image is None:
                    break
                looked = await self._see(image, fresh=count == 0 and self.role == "shoe")
                if looked[0].settled:
                    break
            return () if looked is None or not self.sees else _seen_of(*looked)

    async def _frame_after(self, last: Image | None) -> Image | None:
        """Return the next frame; None when the camera is blind, or shows the same for too long."""
        until = time.monotonic() + NEXT_FRAME_S
        while True:
            image = await asyncio.to_thread(self._source.frame)
            self.sees = image is not None
            if image is not last or image is None:
                return image
            if time.monotonic() > until:
                return None
            await asyncio.sleep(ASK_AGAIN_S)

    async def _see(self, image: Image, *, fresh: bool) -> tuple[Look, Pictures]:
        at_ms, at_utc_ms = time.monotonic_ns() // 1_000_000, time.time_ns() // 1_000_000
        view = View(self.name, self.role, image, at_ms, at_utc_ms, fresh, self._regions)
        look, pictures = await self._room.see(view)
        for told in self._listeners:
            told(look)
        return look, pictures


def _seen_of(look: Look, pictures: Pictures) -> tuple[Seen, ...]:
    kept = pictures or ((),) * len(look.tracks)
    return tuple(
        Seen(track.card, float(track.sighting.score), _trace(look, track, shown))
        for track, shown in zip(look.tracks, kept, strict=True)
    )


def _trace(look: Look, track: Track, pictures: tuple[bytes, ...]) -> Trace:
    corners = tuple(track.sighting.corners_px.ravel().tolist())
    return Trace(look.at_utc_ms, look.at_ms, track.evidence.agreed, corners, pictures)


class StillSource:
    """A picture file as a camera that always sees the same."""

    def __init__(self, path: str) -> None:
        self._image: Final = read_picture(path)

    def frame(self) -> Image | None:
        return self._image


class LiveSource:
    """A camera or a video file, read in a thread so that the newest frame is always at hand.

    A video file plays at its own speed and begins again at its end; a camera that stops is opened again. One that
    hangs is blind once its last frame is old: what lay there then is no longer there.
    """

    def __init__(self, source: str) -> None:
        self._source: Final = source
        self._frame: Image | None = None
        self._frame_at = 0.0
        self._first: Final = threading.Event()
        self._stop: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name=f"camera {source}", daemon=True)
        self._thread.start()

    def frame(self) -> Image | None:
        self._first.wait(FIRST_FRAME_S)
        hangs = camera_of(self._source) is not None and time.monotonic() - self._frame_at > STALE_S
        return None if hangs else self._frame

    def close(self) -> None:
        self._stop.set()
        self._thread.join(timeout=2)

    def _run(self) -> None:
        while not self._stop.is_set():
            self._capture()
            self._frame = self._frame if camera_of(self._source) is None else None
            self._stop.wait(0 if camera_of(self._source) is None and self._frame is not None else REOPEN_S)

    def _capture(self) -> None:
        camera = camera_of(self._source)
        capture = cv2.VideoCapture(self._source if camera is None else camera)
        period_s = 1 / (capture.get(cv2.CAP_PROP_FPS) or 30) if camera is None else 0.0
        try:
            while not self._stop.is_set():
                good, image = capture.read()
                if not good:
                    return
                self._frame, self._frame_at = np.asarray(image, np.uint8), time.monotonic()
                self._first.set()
                self._stop.wait(period_s)
        finally:
            capture.release()


def open_source(source: str) -> FrameSource:
    """Return the frames of a camera, a video file or a picture, as [[camera]] source names it.

    :raises SourceError: it gives no picture; the text says what to do
    """
    if camera_of(source) is None and not Path(source).exists():
        raise SourceError(f"no such file: {source}: check the path, or give camera:0 for a camera")
    if camera_of(source) is None and Path(source).suffix.lower() not in VIDEOS:
        return StillSource(source)
    _try_one_frame(source)
    return LiveSource(source)


def _try_one_frame(source: str) -> None:
    camera = camera_of(source)
    capture = cv2.VideoCapture(source if camera is None else camera)
    try:
        if not capture.isOpened() or not capture.read()[0]:
            hint = (
                "is it plugged in, and not in use by another program?"
                if camera is not None
                else "not a video"
            )
            raise SourceError(f"no picture from {source}: {hint}")
    finally:
        capture.release()
