"""Looks through the cameras while somebody watches, and lets out what may be seen."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

import cv2
import numpy as np
import structlog

from dashboard.live import LiveCamera, LiveCard
from table_controller.app.live.allowed import NOTHING, Allowed, History, allowed
from table_controller.app.live.mask import Image, Masked, Regions, Scene, masked
from table_controller.app.live.reading import Corners, Spots
from table_controller.cards import Card
from table_controller.controller.controller import Controller
from table_controller.events import Event
from table_controller.observations import Observation
from table_controller.table.state import Table
from vision.live.look import Look

WATCHED_S: Final = 3.0
"""Somebody watches as long as the page asked within this time."""
REST_AFTER_S: Final = 60.0
MOST_FPS: Final = 4.0
SHARE: Final = 3.0
"""A frame waits so many times as long as the last one took: the view takes a quarter of a core at most."""
FRAME_AGE_S: Final = 1.5
"""A camera's newest frame is no older than this; it is shown by what was allowed since then."""
STALE_S: Final = 5.0
MAX_SIDE_PX: Final = 1920
QUALITY: Final = 80
FPS_OVER_S: Final = 5.0

SHOWS_PIXELS: Final = "overhead"
"""The one role of which any pixel ever goes out."""
WHY_OUTLINES: Final = {
    "shoe": "The shoe sees hole cards: outlines only.",
    "tray": "Discards are sealed: outlines only.",
}
UNREAD: Final = "This frame was not read, so it is not shown."
IN_DOUBT: Final = "It is in doubt whether a sealed card can be seen, so this frame is not shown."
NO_PICTURE: Final = "No picture."
NOT_SEEN_YET: Final = "Not looked at yet."

log = structlog.get_logger()


class Source(Protocol):
    """Where frames come from."""

    def frame(self) -> Image | None:
        """Return what is seen now; None when nothing is."""


class Reader(Protocol):
    """Reads frames; see :class:`~table_controller.app.live.reading.LiveReader`."""

    async def read(self, image: Image) -> Spots | None: ...

    async def faces(self, jpeg: bytes) -> frozenset[Card] | None: ...

    def rest(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Watched:
    """A camera of the table. *seat* is None where it looks down on all of it; *regions* are px by seat."""

    name: str
    role: str
    source: Source
    seat: int | None = None
    regions: Regions = field(default_factory=dict)


@dataclass(slots=True)
class Shown:
    """What is known of a camera's newest frame. *may* is what it was shown by; it was looked at at *seen_s* of the clock,
    and taken at *taken_s* at the earliest."""

    number: int = 0
    jpeg: bytes | None = None
    cards: tuple[LiveCard, ...] = ()
    size_px: tuple[int, int] | None = None
    why: str = NOT_SEEN_YET
    seen_s: float | None = None
    taken_s: float = 0.0
    may: Allowed = NOTHING
    times: deque[float] = field(default_factory=deque)
    due_s: float = 0.0
    card_px: float = 0.0


class LiveView:
    """The cameras of one table (a :class:`~dashboard.live.LiveFeed`). Let :meth:`run` run beside it."""

    def __init__(
        self,
        controller: Controller,
        cameras: Sequence[Watched],
        seats: int,
        reader: Reader,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._controller: Final = controller
        self._cameras: Final = {camera.name: camera for camera in cameras}
        self._shown: Final = {camera.name: Shown() for camera in cameras}
        self._seats: Final = seats
        self._reader: Final = reader
        self._clock: Final = clock
        self._history: Final = History(allowed(controller.table, seats), clock)
        self._asked_s: float | None = None
        self._wake: Final = asyncio.Event()
        controller.listen(self._after)

    def _after(self, event: Event, table: Table) -> None:
        self._history.note(allowed(table, self._seats))

    # What is told

    def cameras(self) -> tuple[LiveCamera, ...]:
        self._asked_s = self._clock()
        self._wake.set()
        health = {device.id: device for device in self._controller.health()}
        return tuple(
            self._camera(
                camera,
                health[name].state if name in health else "ok",
                health[name].detail if name in health else "",
            )
            for name, camera in self._cameras.items()
        )

    def _camera(self, camera: Watched, state: Literal["ok", "degraded", "lost"], detail: str) -> LiveCamera:
        shown, now = self._shown[camera.name], self._clock()
        good = self._is_still_allowed(shown)
        age_s = None if shown.seen_s is None else now - shown.seen_s
        fresh = age_s is not None and age_s < STALE_S
        return LiveCamera(
            id=camera.name,
            role=camera.role,
            seat=camera.seat,
            state=state,
            detail=detail,
            fps=round(sum(now - at < FPS_OVER_S for at in shown.times) / FPS_OVER_S, 1),
            age_ms=None if age_s is None else round(age_s * 1000),
            size_px=shown.size_px,
            picture=shown.number if shown.jpeg is not None and good and fresh else None,
            why=shown.why if good else IN_DOUBT,
            cards=shown.cards if good and fresh else (),
        )

    def picture(self, camera: str, number: int) -> bytes | None:
        shown = self._shown.get(camera)
        if shown is None or shown.number != number or not self._is_still_allowed(shown):
            return None
        return shown.jpeg

    def opened(self, address: str) -> None:
        self._controller.observe(Observation("dashboard", "LiveViewOpened", {"address": address}))

    def _is_still_allowed(self, shown: Shown) -> bool:
        """Whether nothing that the frame was shown by was taken back since it was taken."""
        return shown.may == NOTHING or self._history.since(shown.taken_s).allows(shown.may)

    # What is looked at

    def hear(self, look: Look) -> None:
        """Take the outlines of a frame that the table itself has looked at: what is shown of shoe and tray."""
        camera = self._cameras.get(look.camera)
        if camera is None or camera.role == SHOWS_PIXELS:
            return
        shown = self._shown[camera.name]
        shown.cards = (
            # Also those that are not: nearly all cards that stay unsure are jokers.
            *(_outline("read", track.sighting.corners_px) for track in look.tracks),
            *(_outline("down", quad) for quad in look.backs),
        )
        shown.size_px = (look.image.shape[1], look.image.shape[0])
        shown.why = WHY_OUTLINES.get(camera.role, "")
        shown.number += 1
        self._took(shown, self._clock())

    async def run(self) -> None:
        """Look as long as somebody watches, for ever."""
        while True:
            self._wake.clear()
            if not self._is_watched():
                self._rest()
                await self._wait(REST_AFTER_S)
                continue
            for camera in self._cameras.values():
                if camera.role == SHOWS_PIXELS and self._clock() >= self._shown[camera.name].due_s:
                    await self.look(camera.name)
            await asyncio.sleep(1 / MOST_FPS / 2)

    def close(self) -> None:
        """End the reading process."""
        self._reader.rest()

    def _is_watched(self) -> bool:
        return self._asked_s is not None and self._clock() - self._asked_s < WATCHED_S

    def _rest(self) -> None:
        if self._asked_s is not None and self._clock() - self._asked_s > REST_AFTER_S:
            self._asked_s = None
            self._reader.rest()

    async def _wait(self, longest_s: float) -> None:
        try:
            async with asyncio.timeout(longest_s):
                await self._wake.wait()
        except TimeoutError:
            return

    async def look(self, name: str) -> None:
        """Take a camera's newest frame, read it, and let out what may be seen of it."""
        camera, shown = self._cameras[name], self._shown[name]
        begun_s = self._clock()
        taken_s = begun_s - FRAME_AGE_S
        frame = await asyncio.to_thread(camera.source.frame)
        if frame is None:
            self._drop(shown, NO_PICTURE)
            return
        await self._let_out(camera, shown, frame, taken_s)
        shown.due_s = self._clock() + max(1 / MOST_FPS, SHARE * (self._clock() - begun_s))

    async def _let_out(self, camera: Watched, shown: Shown, frame: Image, taken_s: float) -> None:
        image, shrink = _shrunk(frame)
        spots = await self._reader.read(image)
        if spots is None:
            self._drop(shown, UNREAD)
            return
        shown.card_px = max(shown.card_px, spots.card_px)
        seats = frozenset({camera.seat} if camera.seat else range(1, self._seats + 1))
        regions = {seat: np.asarray(region * shrink, np.float32) for seat, region in camera.regions.items()}
        scene = Scene(image, spots, seats, regions, shown.card_px)
        may = self._history.since(taken_s)
        result = await asyncio.to_thread(masked, scene, may)
        jpeg = None if result.image is None else await asyncio.to_thread(_jpeg, result.image)
        if jpeg is not None and result.is_sharp:
            faces = await self._reader.faces(jpeg)
            if faces is None or not faces <= {card for _, card in self._history.since(taken_s).faces}:
                self._drop(shown, IN_DOUBT)
                return
        if not self._history.since(taken_s).allows(may):
            self._drop(shown, IN_DOUBT)
            return
        shown.number += 1
        shown.jpeg, shown.may = jpeg, may
        shown.cards = _cards(spots, result)
        shown.size_px = (image.shape[1], image.shape[0])
        shown.why = _why(result)
        shown.taken_s = taken_s
        self._took(shown, taken_s + FRAME_AGE_S)

    def _took(self, shown: Shown, at_s: float) -> None:
        shown.seen_s = at_s
        shown.times.append(at_s)
        while shown.times and at_s - shown.times[0] > FPS_OVER_S:
            shown.times.popleft()

    def _drop(self, shown: Shown, why: str) -> None:
        """Show nothing of a frame, and nothing of those before it."""
        shown.number += 1
        shown.jpeg, shown.cards, shown.may, shown.why = None, (), NOTHING, why


def _shrunk(frame: Image) -> tuple[Image, float]:
    shrink = min(1.0, MAX_SIDE_PX / max(frame.shape[:2]))
    if shrink == 1.0:
        return frame, shrink
    size = (round(frame.shape[1] * shrink), round(frame.shape[0] * shrink))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8), shrink


def _jpeg(image: Image) -> bytes:
    done, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise ValueError(f"a picture of shape {image.shape} cannot be made a JPEG")
    return bytes(coded.tobytes())


def _outline(kind: Literal["shown", "read", "unsure", "down"], quad: Corners) -> LiveCard:
    return LiveCard(kind=kind, corners_px=_places(quad))


def _places(quad: Corners) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in quad)


def _cards(spots: Spots, result: Masked) -> tuple[LiveCard, ...]:
    shown = tuple(
        LiveCard(
            kind="shown",
            corners_px=_places(spot.corners_px),
            card=spot.card.text if spot.card else None,
            score=round(spot.score, 3),
        )
        for spot in result.public
    )
    others = tuple(
        _outline("unsure" if spot.card is None else "read", spot.corners_px)
        for spot in spots.up
        if spot not in result.public
    )
    return (*shown, *others, *(_outline("down", quad) for quad in spots.backs))


def _why(result: Masked) -> str:
    if not result.closed_seats:
        return ""
    seats = ", ".join(str(seat) for seat in result.closed_seats)
    what = "Hidden" if result.image is not None else "All hidden"
    many = "seats" if len(result.closed_seats) > 1 else "seat"
    return f"{what}: sealed cards at {many} {seats}."
