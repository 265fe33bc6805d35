"""A reading process that dies again and again is an alert in words and not a loop; it ends when reading works again."""

import asyncio
import math
import re

import numpy as np
import pytest
from numpy.typing import NDArray

from table_controller.app import eyes, reading_process, reading_room, setbacks
from table_controller.app.camera_watch import CameraWatch
from table_controller.app.eyes import CameraEye
from table_controller.app.live import reading
from table_controller.app.live.reading import LiveReader, Spots
from table_controller.app.reading_process import ReaderDied
from table_controller.app.reading_room import Pictures, ReadingRoom, View
from table_controller.app.setbacks import ALARMING, LAST_PAUSE_S, Setbacks
from tests.app import deadly_reading
from tests.app.deadly_reading import DEADLY, HANGS, HARMLESS
from tests.app.test_camera_alerts import Told
from vision.cameras.states import State
from vision.live.look import Look


def view(image: NDArray[np.uint8], camera: str = "tray") -> tuple[View, ...]:
    return (View(camera, "tray", image, 0, 0),)


class Mortal:
    """A room that dies over so many looks, and then no more."""

    def __init__(self, deaths: float = math.inf) -> None:
        self.deaths = deaths
        self.asked = 0

    async def see(self, views: tuple[View, ...]) -> tuple[tuple[Look, ...], Pictures]:
        self.asked += 1
        await asyncio.sleep(0)
        if self.asked <= self.deaths:
            raise ReaderDied
        return tuple(Look(v.camera, v.image, v.at_ms, v.at_utc_ms) for v in views), ()


class Source:
    """A camera that is well and shows another picture each time."""

    def frame(self) -> NDArray[np.uint8]:
        return HARMLESS.copy()

    def state(self) -> State:
        return State.OK


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> ReadingRoom:
    monkeypatch.setattr(reading_room, "require_weights", lambda: None)
    monkeypatch.setattr(reading_process, "begin_reading", deadly_reading.begin)
    monkeypatch.setattr(reading_room, "_see", deadly_reading.see)
    return ReadingRoom()


@pytest.fixture
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setbacks, "FIRST_PAUSE_S", 0.0)


def test_a_process_that_dies_over_one_cameras_picture_reads_anothers_afterwards(room: ReadingRoom) -> None:
    async def go() -> tuple[Look, ...]:
        tray = asyncio.create_task(room.see(view(DEADLY)))
        shoe = asyncio.create_task(room.see(view(HARMLESS, "shoe")))
        with pytest.raises(ReaderDied):
            await tray
        return (await shoe)[0]

    try:
        (look,) = asyncio.run(go())
    finally:
        room.close()

    assert look.camera == "shoe"


def test_a_process_that_hangs_is_ended_and_another_reads_on(
    room: ReadingRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> tuple[Look, ...]:
        await room.see(view(HARMLESS))
        with monkeypatch.context() as patched:
            patched.setattr(reading_room, "NO_ANSWER_S", 0.2)
            with pytest.raises(ReaderDied):
                await room.see(view(HANGS))
        return (await room.see(view(HARMLESS)))[0]

    try:
        looks = asyncio.run(go())
    finally:
        room.close()

    assert len(looks) == 1


@pytest.mark.parametrize("picture", [DEADLY, HANGS], ids=["dies", "hangs"])
def test_a_live_view_whose_process_dies_or_hangs_shows_nothing_and_reads_on(
    picture: NDArray[np.uint8], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_process, "begin_reading", deadly_reading.begin)
    monkeypatch.setattr(reading, "_read", deadly_reading.read)
    reader = LiveReader()

    async def go() -> list[Spots | None]:
        seen = [await reader.read(HARMLESS)]
        with monkeypatch.context() as patched:
            patched.setattr(reading, "NO_ANSWER_S", 0.2 if picture is HANGS else reading.NO_ANSWER_S)
            seen.append(await reader.read(picture))
        return [*seen, await reader.read(HARMLESS)]

    try:
        before, over_it, after = asyncio.run(go())
    finally:
        reader.rest()

    assert before is not None
    assert over_it is None
    assert after is not None


def test_pauses_grow_to_half_a_minute_and_are_forgotten_when_it_works() -> None:
    now = [100.0]
    set_back = Setbacks(lambda: now[0], lambda: 5000.0 + now[0])
    pauses = []
    for _ in range(9):
        set_back.happened()
        began = now[0]
        while not set_back.may_try:
            now[0] += 0.5
        pauses.append(now[0] - began)

    assert pauses == [0, 1, 2, 4, 8, 16, 30, 30, LAST_PAUSE_S]
    assert set_back.since == 5100.0
    set_back.over()
    assert set_back.may_try
    assert set_back.since is None


def test_one_death_costs_nothing_and_is_no_alert() -> None:
    room = Mortal(deaths=1)
    eye = CameraEye("tray", "tray", Source(), room)  # type: ignore[arg-type]
    seen: list[Look] = []
    eye.listen(seen.append)

    asyncio.run(eye.look())

    assert seen
    assert eye.state() is State.OK


def test_a_reader_that_cannot_live_is_asked_no_more_than_its_pauses_allow() -> None:
    room = Mortal()
    eye = CameraEye("tray", "tray", Source(), room)  # type: ignore[arg-type]

    async def go() -> None:
        for _ in range(50):
            assert await eye.look() == ()

    asyncio.run(go())

    assert room.asked == ALARMING
    assert eye.state() is State.UNREAD


@pytest.mark.usefixtures("no_pause")
def test_the_alert_says_which_camera_since_when_and_goes_though_nobody_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(eyes, "NEXT_FRAME_S", 0.02)
    room, told = Mortal(), Told()
    eye = CameraEye("overhead-3", "overhead", Source(), room)  # type: ignore[arg-type]
    watch = CameraWatch(told, (eye,))  # type: ignore[arg-type]

    async def go() -> None:
        async with asyncio.timeout(20):
            watching = asyncio.create_task(watch.run())
            dying = asyncio.create_task(eye.look())  # without pauses it is tried again and again
            while not told.commands:
                await asyncio.sleep(0.01)
            room.deaths = 0
            await dying
            while len(told.commands) < 2:
                await asyncio.sleep(0.01)
            watching.cancel()

    asyncio.run(go())

    fault, recovery = told.commands
    words = r"The camera over seat 3 is not read, reading stopped at \d\d:\d\d: .* by hand"
    assert re.match(words, fault.detail)  # type: ignore[union-attr]
    assert type(recovery).__name__ == "ReportRecovery"
    assert [one.facts["state"] for one in told.observations] == ["reading stopped", "ok"]
    assert watch.health()[0].state == "ok"
