"""Cameras with their reader: frames here, reading in a process of its own (``reading_room.py``)."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.app.reading_process import ReaderDied
from table_controller.app.reading_room import Pictures, ReadingRoom, Regions, View
from table_controller.app.setbacks import Setbacks
from table_controller.ports import Seen, Trace
from vision.cameras.live import FrameSource
from vision.cameras.states import State
from vision.live.look import Look
from vision.live.overhead import seat_of
from vision.track import AGREED, Track

Image = NDArray[np.uint8]

MOST_FRAMES: Final = 10
"""So many frames a look takes at most: enough for three to agree after two that did not."""
NEXT_FRAME_S: Final = 0.4
"""A picture that stays the same for so long is not waited for."""
ASK_AGAIN_S: Final = 0.005


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
        self._moves_on: Final = role == "shoe"
        """Whether every look is at another card."""
        self._settled = False
        self._setbacks: Final = Setbacks()
        self._busy: Final = asyncio.Lock()

    @property
    def source(self) -> FrameSource:
        """Where its frames come from."""
        return self._source

    def state(self) -> State:
        """Say whether what the camera shows can be trusted; while it cannot, a look gives nothing. Call it in a thread."""
        state = self._source.state()
        return State.UNREAD if state is State.OK and self.unread_since is not None else state

    @property
    def unread_since(self) -> float | None:
        """Since when, s since 1970, reading its pictures fails again and again; None while it works."""
        return self._setbacks.since

    async def read_again(self) -> None:
        """Find out whether reading works again, where it stopped and is worth another try: nobody else may be looking."""
        if self.unread_since is not None and self._setbacks.may_try and not self._busy.locked():
            await self.look()

    @property
    def regions(self) -> Regions:
        """The seats' polygons (n, 2) px, as far as they were drawn."""
        return self._regions or {}

    def listen(self, told: Callable[[Look], None]) -> None:
        """Have *told* called with every frame that is read, and what is known after it."""
        self._listeners.append(told)

    async def look(self) -> tuple[Seen, ...]:
        """Return what lies there now; nothing when the camera is blind, or reading has stopped.

        It takes as many frames as it needs to be certain, MOST_FRAMES at most: a card has its face when three agree. One
        picture that does not change is one witness, so its cards stay unread.
        """
        async with self._busy:
            looked: tuple[Look, Pictures] | None = None
            taken, last = 0, None
            wanted = 1 if self._settled and not self._moves_on else AGREED
            while taken < MOST_FRAMES and self._setbacks.may_try:
                count = min(wanted, MOST_FRAMES - taken)
                fresh = self._moves_on and taken == 0
                views = await asyncio.to_thread(self._gather, count, last, fresh)
                if not views:
                    break
                looked = await self._see(views)
                if looked is None or looked[0].settled:
                    break
                taken, last, wanted = taken + len(views), views[-1].image, AGREED
            self._settled = looked is not None and looked[0].settled
            return () if looked is None or not self.sees else _seen_of(*looked, self.regions)

    def _gather(self, count: int, last: Image | None, fresh: bool) -> tuple[View, ...]:
        """Return the next frames after *last*; none when the camera goes blind, fewer when it shows the same for too long.

        In a thread.
        """
        views: list[View] = []
        until = time.monotonic() + NEXT_FRAME_S
        while len(views) < count:
            image = self._source.frame()
            self.sees = image is not None
            if image is None:
                return ()
            if image is not last:
                at_ms, at_utc_ms = time.monotonic_ns() // 1_000_000, time.time_ns() // 1_000_000
                first = fresh and not views
                views.append(View(self.name, self.role, image, at_ms, at_utc_ms, first, self._regions))
                last, until = image, time.monotonic() + NEXT_FRAME_S
            elif time.monotonic() > until:
                break
            else:
                time.sleep(ASK_AGAIN_S)
        return tuple(views)

    async def _see(self, views: tuple[View, ...]) -> tuple[Look, Pictures] | None:
        """Have frames read, twice where the reader died over them by chance; None when they cannot be read."""
        while self._setbacks.may_try:
            try:
                looks, pictures = await self._room.see(views)
            except ReaderDied:
                self._setbacks.happened()
                continue
            self._setbacks.over()
            return self._told(looks), pictures
        return None

    def _told(self, looks: tuple[Look, ...]) -> Look:
        for look in looks:
            for told in self._listeners:
                told(look)
        return looks[-1]


def _seen_of(look: Look, pictures: Pictures, regions: Regions) -> tuple[Seen, ...]:
    kept = pictures or ((),) * len(look.tracks)
    return tuple(
        Seen(track.card, float(track.sighting.score), _trace(look, track, shown), seat_of(regions, track))
        for track, shown in zip(look.tracks, kept, strict=True)
    )


def _trace(look: Look, track: Track, pictures: tuple[bytes, ...]) -> Trace:
    corners = tuple(track.sighting.corners_px.ravel().tolist())
    return Trace(look.at_utc_ms, look.at_ms, track.evidence.agreed, corners, pictures)
