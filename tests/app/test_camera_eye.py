"""What a camera tells the table: cards with a face when three frames agree, and no picture counted twice."""

import asyncio
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from table_controller.app import eyes
from table_controller.app.eyes import MOST_FRAMES, CameraEye
from table_controller.app.reading_room import Pictures, View
from table_controller.cards import parse_card
from table_controller.ports import Seen
from vision.find import IndexFind
from vision.live.look import Look
from vision.live.parts import PartReader
from vision.live.watch import Watch
from vision.pair import Sighting
from vision.read import LABELS, Corners, Witness

Image = NDArray[np.uint8]

AH = parse_card("Ah")


def card() -> Sighting:
    odds = np.full(LABELS, 1e-3, np.float32)
    odds[AH.index] = 0.95
    corners = np.array([(0, 0), (63, 0), (63, 88), (0, 88)], np.float32)
    centre = np.array((6, 12), np.float32)
    down, across = np.array((0, 14), np.float32), np.array((14, 0), np.float32)
    witness = Witness(
        IndexFind(0.9, centre, down, across, corners.mean(axis=0) - centre), AH, 0.95, 0.9, odds
    )
    return Sighting(AH, 0.95, corners, (witness,))


class SeesAh(PartReader):
    """Reads the ace of hearts in every picture."""

    def __init__(self) -> None:
        return

    def forget(self) -> None:
        return

    def read(self, image: Image) -> tuple[tuple[Sighting, ...], tuple[Corners, ...]]:
        return (card(),), ()


class Room:
    """The real watch in this process."""

    def __init__(self) -> None:
        self.watch = Watch(SeesAh())
        self.views: list[View] = []

    async def see(self, views: tuple[View, ...]) -> tuple[tuple[Look, ...], Pictures]:
        self.views += views
        if views[0].fresh:
            self.watch.begin()
        return tuple(self.watch.see(view.image, view.at_ms) for view in views), ()


class Shows:
    """A source that shows these pictures in turn, the last for ever."""

    def __init__(self, pictures: list[Image | None]) -> None:
        self._pictures: Iterator[Image | None] = iter(pictures)
        self._last: Image | None = None

    def frame(self) -> Image | None:
        self._last = next(self._pictures, self._last)
        return self._last


def pictures(count: int) -> list[Image | None]:
    rng = np.random.default_rng(5)
    return [rng.integers(0, 256, (90, 64, 3)).astype(np.uint8) for _ in range(count)]


def eye_on(shown: list[Image | None], role: str = "overhead") -> tuple[CameraEye, Room]:
    room = Room()
    return CameraEye(role, role, Shows(shown), room), room  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eyes, "NEXT_FRAME_S", 0.02)


def faces(seen: tuple[Seen, ...]) -> list[str]:
    return [str(one.card or "??") for one in seen]


def test_a_look_takes_three_frames() -> None:
    eye, room = eye_on(pictures(30))

    assert faces(asyncio.run(eye.look())) == ["Ah"]
    assert len(room.views) == 3


def test_a_second_look_at_what_lies_there_takes_one_frame_more() -> None:
    eye, room = eye_on(pictures(30))

    async def twice() -> list[str]:
        await eye.look()
        return faces(await eye.look())

    assert asyncio.run(twice()) == ["Ah"]
    assert len(room.views) == 4


def test_every_look_at_the_shoe_starts_from_nothing() -> None:
    eye, room = eye_on(pictures(30), "shoe")

    async def twice() -> list[str]:
        await eye.look()
        return faces(await eye.look())

    assert asyncio.run(twice()) == ["Ah"]
    assert [view.fresh for view in room.views] == [True, False, False] * 2


def test_a_still_picture_stays_unread() -> None:
    eye, room = eye_on(pictures(1))

    assert faces(asyncio.run(eye.look())) == ["??"]
    assert len(room.views) == 1


def test_copies_of_one_picture_are_one_witness() -> None:
    (picture,) = pictures(1)
    assert picture is not None
    eye, room = eye_on([picture.copy() for _ in range(MOST_FRAMES + 2)])

    assert faces(asyncio.run(eye.look())) == ["??"]
    assert len(room.views) == MOST_FRAMES


def test_a_camera_that_goes_blind_within_a_look_tells_nothing() -> None:
    eye, _ = eye_on([*pictures(2), None])

    assert asyncio.run(eye.look()) == ()
    assert not eye.sees


def test_what_a_card_rests_on_goes_with_it() -> None:
    eye, _ = eye_on(pictures(30))

    (seen,) = asyncio.run(eye.look())

    assert seen.trace is not None
    assert seen.trace.frames == 3
    assert len(seen.trace.corners_px) == 8


def test_listeners_hear_of_every_frame_that_is_read() -> None:
    eye, _ = eye_on(pictures(30))
    looks: list[Look] = []
    eye.listen(looks.append)

    asyncio.run(eye.look())

    assert [[track.card for track in look.tracks] for look in looks] == [[None], [None], [AH]]
