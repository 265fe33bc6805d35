"""A watched camera: its newest picture, never an old one, and back again after it was away."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cameras import capture, live
from vision.cameras.capture import Wanted
from vision.cameras.live import LiveSource, StillSource, open_source
from vision.cameras.names import Source, SourceError, parse_source
from vision.cameras.states import State

DEADLINE_S = 20.0
RNG = np.random.default_rng(1)


def noise() -> NDArray[np.uint8]:
    return RNG.integers(80, 120, (48, 64, 3), np.uint8)


class FakeDriver:
    """What stands behind ``cv2.VideoCapture``: cameras that are plugged in, each a function that gives its next picture."""

    def __init__(self) -> None:
        self.cameras: dict[str, Callable[[], NDArray[np.uint8] | None]] = {}
        self.opened: list[str] = []
        self.takes = {cv2.CAP_PROP_FRAME_WIDTH: 640.0, cv2.CAP_PROP_FRAME_HEIGHT: 480.0}
        self.most_width = 1280.0

    def open(self, path: str, *_: object) -> "FakeCapture":
        self.opened.append(path)
        return FakeCapture(self, path)


class FakeCapture:
    """Stands in for OpenCV's capture of one opened device."""

    def __init__(self, driver: FakeDriver, path: str) -> None:
        self._driver, self._path = driver, path

    def isOpened(self) -> bool:
        return self._path in self._driver.cameras

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        camera = self._driver.cameras.get(self._path)
        time.sleep(0.002)
        image = camera() if camera is not None else None
        return image is not None, image

    def get(self, what: int) -> float:
        return self._driver.takes.get(what, 0.0)

    def set(self, what: int, value: float) -> bool:
        if what == cv2.CAP_PROP_FRAME_WIDTH:
            value = min(value, self._driver.most_width)
        self._driver.takes[what] = value
        return True

    def release(self) -> None:
        return


class DecoderHere:
    """A decoder in this process, where the driver that stands in for OpenCV's is."""

    period_s, crashed = 0.0, False

    def __init__(self, source: Source, text: str, wanted: Wanted) -> None:
        self._source, self._wanted = source, wanted
        self.refused: tuple[str, ...] = ()
        self._ended = False

    def begin(self) -> None:
        opened = capture.open_camera(self._source, self._wanted)
        self._capture, self.refused = opened.capture, opened.refused

    def read(self) -> NDArray[np.uint8] | None:
        return None if self._ended else self._capture.read()[1]  # type: ignore[return-value]

    def end(self) -> None:
        self._ended = True

    def release(self) -> None:
        self._ended = True


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> FakeDriver:
    fake = FakeDriver()
    monkeypatch.setattr(cv2, "VideoCapture", fake.open)
    monkeypatch.setattr(live, "Decoder", DecoderHere)
    monkeypatch.setattr(live, "FIRST_RETRY_S", 0.02)
    monkeypatch.setattr(live, "LAST_RETRY_S", 0.05)
    monkeypatch.setattr(live, "NEXT_FRAME_S", 0.3)
    return fake


@pytest.fixture
def sources() -> Iterator[list[LiveSource]]:
    opened: list[LiveSource] = []
    yield opened
    for one in opened:
        one.close()


def plugged(driver: FakeDriver, tmp_path: Path, number: int, link: str = "usb-cam-index0") -> Path:
    """Plug a camera in under a number; its stable name leads there."""
    node, stable = tmp_path / f"video{number}", tmp_path / link
    node.touch()
    stable.unlink(missing_ok=True)
    stable.symlink_to(node)
    driver.cameras[str(node)] = noise
    return stable


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def device(path: Path) -> str:
    return f"camera:{path}"


def test_the_newest_picture_is_handed_out_with_its_time_and_number(
    driver: FakeDriver, tmp_path: Path, sources: list[LiveSource]
) -> None:
    sources.append(source := LiveSource(device(plugged(driver, tmp_path, 0))))

    until(lambda: source.shot() is not None)
    first = source.shot()
    until(lambda: (later := source.shot()) is not None and first is not None and later.number > first.number)

    assert first is not None
    assert first.image.shape == (48, 64, 3)
    assert first.at_s <= time.monotonic()
    assert source.state() is State.OK


def test_a_camera_unplugged_and_plugged_in_under_another_number_is_taken_up_by_its_stable_name(
    driver: FakeDriver, tmp_path: Path, sources: list[LiveSource]
) -> None:
    sources.append(source := LiveSource(device(plugged(driver, tmp_path, 0))))
    until(lambda: source.frame() is not None)

    driver.cameras.clear()
    (tmp_path / "video0").unlink()
    until(lambda: source.state() is State.LOST)
    assert source.frame() is None
    plugged(driver, tmp_path, 7)
    until(lambda: source.frame() is not None)

    assert source.state() is State.OK
    assert driver.opened[-1] == str(tmp_path / "video7")


def test_pictures_of_another_size_than_was_calibrated_are_not_handed_out_and_it_has_moved(
    driver: FakeDriver, tmp_path: Path, sources: list[LiveSource]
) -> None:
    """Plugged in again a camera may come with another size: each card would lie before another seat."""
    stable = plugged(driver, tmp_path, 0)
    sources.append(source := LiveSource(device(stable), reference=noise()))
    until(lambda: source.frame() is not None)

    driver.cameras[str(tmp_path / "video0")] = lambda: np.asarray(cv2.resize(noise(), (128, 96)), np.uint8)
    until(lambda: source.state() is State.MOVED)

    assert source.frame() is None
    driver.cameras[str(tmp_path / "video0")] = noise
    until(lambda: source.frame() is not None)


def test_a_camera_that_hangs_hands_out_nothing_though_its_driver_gives_the_same_picture_for_ever(
    driver: FakeDriver, tmp_path: Path, sources: list[LiveSource]
) -> None:
    stable = plugged(driver, tmp_path, 0)
    last = noise()
    sources.append(source := LiveSource(device(stable)))
    until(lambda: source.frame() is not None)

    driver.cameras[str(tmp_path / "video0")] = lambda: last
    until(lambda: source.frame() is None)
    until(lambda: source.state() is State.FROZEN)

    assert source.frame() is None
    driver.cameras[str(tmp_path / "video0")] = noise
    until(lambda: source.frame() is not None)


def test_a_driver_that_never_comes_back_does_not_keep_the_table_waiting(
    driver: FakeDriver, tmp_path: Path, sources: list[LiveSource]
) -> None:
    let_go = threading.Event()
    stable = plugged(driver, tmp_path, 0)
    given = iter([noise()])

    def hangs() -> NDArray[np.uint8] | None:
        image = next(given, None)
        if image is None:
            let_go.wait(DEADLINE_S)
        return image

    driver.cameras[str(tmp_path / "video0")] = hangs
    sources.append(source := LiveSource(device(stable)))
    try:
        until(lambda: source.state() is State.LOST)

        assert source.frame() is None
    finally:
        let_go.set()


def test_what_the_driver_does_otherwise_is_said_plainly(driver: FakeDriver, tmp_path: Path) -> None:
    stable = plugged(driver, tmp_path, 0)
    wanted = Wanted(width_px=1920, height_px=1080, exposure_us=2000)

    opened = capture.open_camera(parse_source(device(stable)), wanted)

    assert opened.refused == ("width_px = 1920 was asked for, the camera does 1280",)
    assert driver.takes[cv2.CAP_PROP_EXPOSURE] == 20
    assert driver.takes[cv2.CAP_PROP_AUTO_EXPOSURE] == capture.MANUAL_EXPOSURE


@pytest.mark.skipif(not Path("/dev").is_dir(), reason="no device files here")
def test_a_camera_that_is_not_there_says_where_to_look() -> None:
    with pytest.raises(SourceError, match=r"no camera: camera:none-such: .*drawtable vision cameras"):
        open_source("camera:none-such")


def test_a_picture_is_a_camera_that_always_sees_the_same(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), noise())

    source = open_source(str(tmp_path / "a.png"))

    assert isinstance(source, StillSource)
    assert source.frame() is source.frame()
    assert source.state() is State.OK


def test_a_folder_shows_its_pictures_one_after_another_and_begins_again(
    tmp_path: Path, sources: list[LiveSource]
) -> None:
    for k in range(3):
        cv2.imwrite(str(tmp_path / f"{k}.png"), np.full((20, 30, 3), 60 * k, np.uint8))
    (tmp_path / "bad.png").write_bytes(b"no picture")

    source = open_source(str(tmp_path), Wanted(fps=100))
    assert isinstance(source, LiveSource)
    sources.append(source)
    seen: list[int] = []

    def three_twice() -> bool:
        image = source.frame()
        if image is not None and (not seen or seen[-1] != image[0, 0, 0]):
            seen.append(int(image[0, 0, 0]))
        return len(seen) >= 6

    until(three_twice)
    assert set(seen) == {0, 60, 120}


def test_a_video_plays_again_and_one_that_is_taken_away_comes_back(
    tmp_path: Path, sources: list[LiveSource], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "FIRST_RETRY_S", 0.02)
    monkeypatch.setattr(live, "LAST_RETRY_S", 0.05)
    video, away = tmp_path / "v.avi", tmp_path / "away.avi"
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"MJPG"), 50.0, (64, 48))
    for _ in range(5):
        writer.write(noise())
    writer.release()
    source = open_source(str(video))
    assert isinstance(source, LiveSource)
    sources.append(source)

    until(lambda: source.frame() is not None)
    video.rename(away)
    until(lambda: source.frame() is None)
    away.rename(video)
    until(lambda: source.frame() is not None)


def test_an_empty_folder_is_no_camera(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no pictures in folder"):
        open_source(str(tmp_path))
