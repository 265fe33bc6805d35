"""A table whose every card lies face up under one camera, whatever its players wish. Used by tests only."""

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.twin.scene import Lens, Lying, Optics
from table_controller import commands as c
from table_controller.app.live.reading import Spot, Spots, faces_in, spots_of
from table_controller.app.live.view import LiveView, Watched
from table_controller.cards import Card, parse_card
from table_controller.table.state import HeldCard
from tests.controller.fakes import Rig
from vision.reader import CardReader

OPTICS = Optics(width_px=1280, height_px=448, px_per_mm=1.6, tilt=0.04, haze=0.0)
CAMERA = "overhead"
HAND_MM, GONE_MM = 70, 215
"""How far down the picture hands lie, and what was folded or thrown."""


class SeeThrough:
    """Draws a table as if all its cards lay face up: hands before their seats, what was folded or thrown beside them."""

    def __init__(self, rig: Rig, seed: int) -> None:
        self._rig = rig
        self._lens = Lens(OPTICS, seed)
        self.kept: NDArray[np.uint8] | None = None
        """A frame that is on its way: it is what comes next."""

    def frame(self) -> NDArray[np.uint8]:
        if self.kept is not None:
            frame, self.kept = self.kept, None
            return frame
        lying: list[Lying] = []
        for seat in self._rig.table.seats:
            x = self.middle_mm(seat.number)
            lying += self._row(seat.hand, x, HAND_MM)
            gone = (*seat.mucked, *(held for pile in seat.discards for held in pile))
            lying += self._row(gone, x, GONE_MM)
        return self._lens.picture(lying)

    def regions(self) -> dict[int, NDArray[np.float32]]:
        """Each seat's third of the upper half."""
        width, height = OPTICS.width_px / 3, OPTICS.height_px * 0.55
        found = {}
        for n in range(3):
            corners = ((n * width, 0), ((n + 1) * width, 0), ((n + 1) * width, height), (n * width, height))
            found[n + 1] = np.array(corners, np.float32)
        return found

    @staticmethod
    def middle_mm(seat: int) -> float:
        return OPTICS.width_px / OPTICS.px_per_mm * (seat - 0.5) / 3

    def _row(self, cards: tuple[HeldCard, ...], x_mm: float, y_mm: float) -> list[Lying]:
        faces = [held.card for held in cards if held.card is not None]
        return [
            Lying(face, x_mm + 33 * (n - (len(faces) - 1) / 2), y_mm, 4.0 * (n - 2))
            for n, face in enumerate(faces)
        ]


class OwnReader:
    """The real reader, in this process; *before* is called ahead of every frame that is read."""

    def __init__(self) -> None:
        self.reader = CardReader(threads=1)
        self.before = lambda: None
        self.answers: Spots | None = Spots()
        self.is_real = True
        self.rested = 0

    async def read(self, image: NDArray[np.uint8]) -> Spots | None:
        self.before()
        if not self.is_real:
            return self.answers
        up, backs = spots_of(self.reader, image)
        return Spots(
            tuple(Spot(parse_card(face) if face else None, score, quad) for face, score, quad in up), backs
        )

    async def faces(self, jpeg: bytes) -> frozenset[Card] | None:
        return frozenset(parse_card(text) for text in faces_in(self.reader, jpeg))

    def rest(self) -> None:
        self.rested += 1


class LiveTable:
    """Three seats, one camera over all of them, and a clock that stands until it is told to go."""

    def __init__(self, reader: OwnReader, seed: int = 1, *, regions: bool = True) -> None:
        self.rig = Rig()
        self.now_s = 1000.0
        self.source = SeeThrough(self.rig, seed)
        self.reader = reader
        reader.before, reader.is_real = (lambda: None), True
        watched = Watched(CAMERA, "overhead", self.source, None, self.source.regions() if regions else {})
        self.view = LiveView(self.rig.controller, [watched], 3, reader, lambda: self.now_s)
        self.now_s += 60

    def public(self) -> frozenset[Card]:
        """What everybody sees by the table's public view."""
        return frozenset(
            parse_card(text)
            for seat in self.rig.controller.state().seats
            for text in seat.shown_cards
            if text != "??"
        )

    def settle(self) -> None:
        """Nothing happens for a while."""
        self.now_s += 5

    def camera(self):  # type: ignore[no-untyped-def]
        (camera,) = self.view.cameras()
        return camera

    def picture(self) -> NDArray[np.uint8] | None:
        """What a browser gets now."""
        camera = self.camera()
        if camera.picture is None:
            return None
        jpeg = self.view.picture(CAMERA, camera.picture)
        assert jpeg is not None
        return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)

    def read(self, image: NDArray[np.uint8] | None) -> frozenset[Card]:
        """The faces our own reader answers in a picture."""
        if image is None:
            return frozenset()
        return frozenset(s.card for s in self.reader.reader.read(image).sightings if s.card is not None)

    def labels(self) -> frozenset[Card]:
        return frozenset(parse_card(one.card) for one in self.camera().cards if one.card is not None)

    def show(self, seat: int) -> None:
        self.rig.tell(c.ShowCards(seat))
