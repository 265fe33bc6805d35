"""Cameras that see the same at all times: one over a seat with a hand shown, one in the shoe. Used by tests only."""

import cv2
import numpy as np

from dashboard.live import LiveCamera, LiveCard

TOKEN = "a token of more than twenty letters"
WIDTH, HEIGHT = 320, 240


def jpeg() -> bytes:
    """A picture of two pale cards on felt."""
    image = np.full((HEIGHT, WIDTH, 3), (58, 84, 38), np.uint8)
    for x in (60, 170):
        cv2.rectangle(image, (x, 60), (x + 90, 186), (235, 240, 240), -1)
    return bytes(cv2.imencode(".jpg", image)[1].tobytes())


JPEG = jpeg()


def quad(x: float) -> tuple[tuple[float, float], ...]:
    return ((x, 60.0), (x + 90, 60.0), (x + 90, 186.0), (x, 186.0))


class FakeLive:
    """A :class:`~dashboard.live.LiveFeed`."""

    def __init__(self) -> None:
        self.who: list[str] = []
        self.asked = 0

    def cameras(self) -> tuple[LiveCamera, ...]:
        self.asked += 1
        shown = LiveCard(kind="shown", corners_px=quad(60), card="Ah", score=0.998)
        unsure = LiveCard(kind="unsure", corners_px=quad(170))
        read = LiveCard(kind="read", corners_px=quad(110))
        return (
            self._camera("shoe", None, None, "The shoe sees hole cards: outlines only.", read),
            self._camera("overhead-1", 1, 7, "Hidden: sealed cards at seat 2.", shown, unsure),
        )

    def _camera(
        self, name: str, seat: int | None, picture: int | None, why: str, *cards: LiveCard
    ) -> LiveCamera:
        return LiveCamera(
            id=name,
            role=name.partition("-")[0],
            seat=seat,
            state="ok",
            detail="",
            fps=3.2,
            age_ms=120,
            size_px=(WIDTH, HEIGHT),
            picture=picture,
            why=why,
            cards=cards,
        )

    def picture(self, camera: str, number: int) -> bytes | None:
        return JPEG if (camera, number) == ("overhead-1", 7) else None

    def opened(self, address: str) -> None:
        self.who.append(address)
