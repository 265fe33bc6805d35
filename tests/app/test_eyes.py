"""A camera that hangs shows nothing: its last frame is of cards that may be gone."""

import threading
from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from table_controller.app import eyes
from table_controller.app.eyes import LiveSource


class HangingCamera:
    """A capture that gives one frame and then never comes back, until it is let go."""

    let_go = threading.Event()
    hangs = threading.Event()

    def __init__(self, source: object) -> None:
        self._given = False

    def get(self, what: int) -> float:
        return 30.0

    def read(self) -> tuple[bool, NDArray[np.uint8]]:
        picture = np.zeros((4, 4, 3), np.uint8)
        if self._given:
            self.hangs.set()
            self.let_go.wait(20)
            return False, picture
        self._given = True
        return True, picture

    def release(self) -> None:
        return


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    HangingCamera.let_go.clear()
    HangingCamera.hangs.clear()
    monkeypatch.setattr(cv2, "VideoCapture", HangingCamera)
    yield
    HangingCamera.let_go.set()


def seen(source: str) -> bool:
    live = LiveSource(source)
    try:
        assert HangingCamera.hangs.wait(20)
        return live.frame() is not None
    finally:
        HangingCamera.let_go.set()
        live.close()


def test_the_frame_of_a_camera_that_hangs_is_not_taken_for_now(
    hanging: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eyes, "STALE_S", -1.0)

    assert not seen("camera:0")


def test_a_fresh_frame_is_seen(hanging: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eyes, "STALE_S", 60.0)

    assert seen("camera:0")


def test_a_video_file_may_take_its_time(hanging: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eyes, "STALE_S", -1.0)

    assert seen("hand.mp4")
