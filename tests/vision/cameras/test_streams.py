"""Cameras on the network, over real sockets: they come, go and come back, and their passwords stay secret."""

import time
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from tests.vision.cameras.servers import HttpCamera, RtspCamera, Served
from vision.cameras import live
from vision.cameras.live import LiveSource, open_source
from vision.cameras.names import SourceError, masked, parse_source
from vision.cameras.states import State
from vision.sources import frames

DEADLINE_S = 40.0
CAMERAS = (RtspCamera, HttpCamera)
SCENE = cv2.resize(np.random.default_rng(2).integers(60, 200, (6, 8, 3), np.uint8), (128, 96))


def picture() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    noise = np.random.default_rng().integers(0, 12, SCENE.shape, np.uint8)
    return np.asarray(cv2.add(SCENE, noise), np.uint8)


@pytest.fixture(params=CAMERAS, ids=lambda kind: kind.scheme)
def camera(request: pytest.FixtureRequest) -> Iterator[Served]:
    served: Served = request.param(picture, "floor:s3cret")
    yield served
    served.ends()


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_stream_is_read_with_its_password(camera: Served) -> None:
    seen = list(frames(camera.address, most=3))

    assert [one.number for one in seen] == [0, 1, 2]
    assert all(one.image.shape == SCENE.shape for one in seen)
    assert float(cv2.absdiff(seen[-1].image, SCENE).mean()) < 25
    assert all("s3cret" not in one.path for one in seen)


def test_a_stream_that_breaks_off_and_comes_back_is_taken_up_again(
    camera: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "FIRST_RETRY_S", 0.05)
    source = open_source(camera.address)
    assert isinstance(source, LiveSource)
    try:
        until(lambda: source.frame() is not None)
        camera.ends()
        until(lambda: source.state() is State.LOST)
        assert source.frame() is None
        camera.begins()
        until(lambda: source.frame() is not None)
    finally:
        source.close()

    assert "s3cret" not in source.source.shown


def test_a_stream_that_goes_silent_is_lost_though_its_connection_stands(camera: Served) -> None:
    source = open_source(camera.address)
    assert isinstance(source, LiveSource)
    try:
        until(lambda: source.frame() is not None)
        camera.answers = False
        until(lambda: source.state() is State.LOST)
        camera.answers = True
        until(lambda: source.frame() is not None)
    finally:
        camera.answers = True
        source.close()


def test_nobody_hears_the_password_of_a_stream_that_does_not_answer(
    camera: Served, capfd: pytest.CaptureFixture[str]
) -> None:
    wrong = camera.address.replace("s3cret", "wr0ng")

    with pytest.raises(SourceError) as caught:
        open_source(wrong)

    heard = capfd.readouterr()
    for text in (str(caught.value), heard.out, heard.err, parse_source(wrong).shown, masked(wrong)):
        assert "wr0ng" not in text
        assert "s3cret" not in text
    assert "does not answer" in str(caught.value)
    assert "\n" not in str(caught.value)
