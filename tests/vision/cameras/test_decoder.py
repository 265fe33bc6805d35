"""Decoders live in processes of their own: what kills one is a camera that gives no picture, and it is taken up again."""

import errno
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.soak.mutated import mutated
from tests.vision.cameras.servers import HttpCamera
from vision.cameras import decoder, live
from vision.cameras.decoder import Decoder
from vision.cameras.live import LiveSource, open_source
from vision.cameras.names import SourceError, parse_source
from vision.cameras.states import State

DEADLINE_S = 60.0


def noise() -> NDArray[np.uint8]:
    return np.random.default_rng().integers(80, 120, (48, 64, 3), np.uint8)


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


class BreakingCamera(HttpCamera):
    """Every other picture has an accident on its way, until it is whole."""

    is_whole = False
    broken = 0
    rng = random.Random(4)

    def jpeg(self) -> bytes:
        data = super().jpeg()
        if self.is_whole or self.rng.random() < 0.5:
            return data
        self.broken += 1
        return mutated(data, self.rng)


@pytest.fixture
def camera() -> Iterator[HttpCamera]:
    served = HttpCamera(noise)
    yield served
    served.ends()


def video(folder: Path) -> str:
    path = str(folder / "v.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 50.0, (64, 48))
    for _ in range(5):
        writer.write(noise())
    writer.release()
    return path


def begun(text: str) -> Decoder:
    one = Decoder(parse_source(text), text)
    one.begin()
    return one


def test_a_decoder_that_is_killed_is_a_lost_camera_and_the_next_one_reads_on(camera: HttpCamera) -> None:
    source = open_source(camera.address)
    assert isinstance(source, LiveSource)
    try:
        until(lambda: source.frame() is not None)
        first = source._decoder
        assert first is not None
        os.kill(first.pid, signal.SIGSEGV)
        until(lambda: source._shot is None)
        until(lambda: source.frame() is not None)

        assert source.state() is State.OK
        assert first.crashed
        assert source._decoder is not first
    finally:
        source.close()


def test_a_decoder_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = begun(video(tmp_path))
    try:
        os.kill(one.pid, signal.SIGSTOP)
        monkeypatch.setattr(decoder, "SILENT_S", 0.2)
        while one.read() is not None:  # what lies in the pipe already
            pass

        assert one.crashed
    finally:
        one.release()
    with pytest.raises(ProcessLookupError):
        os.kill(one.pid, 0)


class OutOfReach(subprocess.Popen[bytes]):
    """A process that no signal ends as long as its driver holds it."""

    held: ClassVar[set[int]] = set()

    def kill(self) -> None:
        if self.pid not in self.held:
            super().kill()


def test_a_decoder_that_its_driver_holds_does_not_keep_the_camera_from_coming_back(
    camera: HttpCamera, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decoder, "END_WITHIN_S", 0.05)
    monkeypatch.setattr(subprocess, "Popen", OutOfReach)
    source = LiveSource(camera.address)
    try:
        until(lambda: source.frame() is not None)
        first = source._decoder
        assert first is not None
        OutOfReach.held.add(first.pid)
        os.kill(first.pid, signal.SIGSTOP)
        with monkeypatch.context() as hasty:
            hasty.setattr(decoder, "SILENT_S", 0.2)
            until(lambda: source._shot is None)
        until(lambda: source.frame() is not None)

        assert [one.pid for one in decoder.LEFT] == [first.pid]
        OutOfReach.held.clear()
        first.end()
        decoder.LEFT[0].wait()
    finally:
        OutOfReach.held.clear()
        source.close()
    assert decoder.LEFT == []


def test_a_machine_without_a_process_to_spare_has_a_lost_camera_until_it_has_one(
    camera: HttpCamera, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[str] = []

    def none_left(*_: object, **__: object) -> None:
        refused.append("refused")
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(live, "FIRST_RETRY_S", 0.02)
    with monkeypatch.context() as scarce:
        scarce.setattr(subprocess, "Popen", none_left)
        with pytest.raises(SourceError, match=r"no picture from .*too many open files"):
            open_source(camera.address)
        source = LiveSource(camera.address)
        until(lambda: len(refused) > 2)
    try:
        until(lambda: source.frame() is not None)
    finally:
        source.close()


def test_a_video_plays_on_in_one_process_and_its_speed_is_known(tmp_path: Path) -> None:
    one = begun(video(tmp_path))
    try:
        seen = [one.read() for _ in range(12)]

        assert all(image is not None and image.shape == (48, 64, 3) for image in seen)
        assert one.period_s == pytest.approx(0.02)
    finally:
        one.release()


def test_what_is_wrong_with_a_source_is_said_as_before(tmp_path: Path) -> None:
    (tmp_path / "text.mp4").write_text("dear diary\n" * 50)
    one = Decoder(parse_source(str(tmp_path / "text.mp4")), str(tmp_path / "text.mp4"))

    with pytest.raises(SourceError, match="not a video"):
        one.begin()
    one.release()
    assert not one.crashed


def test_a_decoder_that_dies_before_the_first_picture_is_one_line_without_the_password() -> None:
    text = "rtsp://floor:s3cret@127.0.0.1:9/1"
    one = Decoder(parse_source(text), text)
    one.end()

    with pytest.raises(SourceError, match="no picture from") as caught:
        one.begin()
    one.release()
    assert "s3cret" not in str(caught.value)


def test_a_stream_of_broken_pictures_harms_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever FFmpeg makes of them, the source lives, and reads when they are whole again."""
    monkeypatch.setattr(live, "FIRST_RETRY_S", 0.02)
    monkeypatch.setattr(live, "LAST_RETRY_S", 0.02)
    camera = BreakingCamera(noise)
    source = LiveSource(camera.address)
    try:
        until(lambda: camera.broken > 5)
        camera.is_whole = True
        until(lambda: source.frame() is not None)
    finally:
        source.close()
        camera.ends()


def test_a_decoder_that_crashes_again_and_again_is_begun_in_growing_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []

    class Recorded(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            if timeout:
                waits.append(timeout)
            return super().wait(timeout and timeout / 100)

    class Crashing:
        """Gives one picture and dies."""

        period_s, crashed, refused = 0.0, False, ()

        def __init__(self, *_: object) -> None:
            self._left = [noise()]

        def begin(self) -> None:
            return

        def read(self) -> NDArray[np.uint8] | None:
            self.crashed = not self._left
            return self._left.pop() if self._left else None

        def end(self) -> None:
            return

        release = end

    parts = SimpleNamespace(Event=Recorded, Condition=threading.Condition, Thread=threading.Thread)
    monkeypatch.setattr(live, "threading", parts)
    monkeypatch.setattr(live, "Decoder", Crashing)
    source = LiveSource("camera:0")
    until(lambda: len(waits) >= 6)
    source.close()

    assert waits[:6] == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0]


def test_a_decoder_ends_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    program = (
        "import sys, time\n"
        "from vision.cameras.decoder import Decoder\nfrom vision.cameras.names import parse_source\n"
        "one = Decoder(parse_source(sys.argv[1]), sys.argv[1])\none.begin()\nprint(one.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program, video(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    with parent:
        pid = int(parent.stdout.readline())  # type: ignore[union-attr]
        parent.kill()

    def gone() -> bool:
        try:
            return Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"
        except FileNotFoundError:
            return True

    until(gone)
