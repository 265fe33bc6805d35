"""A camera that is watched all the time: its newest picture, and whether it can be trusted."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.cameras.capture import AS_IT_COMES, Wanted
from vision.cameras.decoder import Decoder
from vision.cameras.files import folder_pictures
from vision.cameras.health import HealthWatch
from vision.cameras.identity import is_same
from vision.cameras.names import Kind, Source, SourceError, parse_source
from vision.cameras.pictures import Picture, load_picture
from vision.cameras.states import State

Image = NDArray[np.uint8]

FIRST_FRAME_S: Final = 5.0
FRESH_S: Final = 0.15
"""A picture no older than this shows what lies there now; otherwise the next one is waited for."""
NEXT_FRAME_S: Final = 1.0
LOOK_AFTER_S: Final = 0.08
"""How often a picture is examined for the camera's health: every one would be more than it takes."""
FIRST_RETRY_S: Final = 0.5
LAST_RETRY_S: Final = 5.0
USUAL_FOLDER_FPS: Final = 1.0


class FrameSource(Protocol):
    """Where frames come from."""

    def frame(self) -> Image | None:
        """Return what is seen now, (height, width, 3) uint8 BGR; None when nothing is, or it cannot be trusted."""

    def state(self) -> State:
        """Say whether what it shows can be trusted. Never blocks for long."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A picture with the monotonic time, s, at which its pixels first came, and its number since the camera opened."""

    image: Image
    at_s: float
    number: int


class StillSource:
    """A picture file as a camera that always sees the same."""

    def __init__(self, path: str) -> None:
        """:raises SourceError: it is no picture that can be read"""
        self._picture: Final[Picture] = load_picture(path)

    def frame(self) -> Image | None:
        return self._picture.image

    def state(self) -> State:
        return State.OK

    def close(self) -> None:
        return


class LiveSource:
    """A camera, a stream, a video file or a folder of pictures, read in a thread so that the newest picture is at hand.

    All but folders are decoded in a process of their own; one that dies is a camera that gives no picture.

    A file plays at its own speed and begins again at its end; a camera that stops is opened again, for ever, by its
    name, so that one named by its stable id may come back under another number. A picture that comes again pixel by
    pixel is no new one: a real sensor has noise, and a camera that hangs must not pass on what lay there once.
    """

    def __init__(
        self,
        text: str,
        wanted: Wanted = AS_IT_COMES,
        reference: Image | None = None,
        clock: Callable[[], float] = time.monotonic,
        begun: Decoder | None = None,
    ) -> None:
        """*reference* is what the camera saw when it was calibrated; without it the first seconds are. Pictures of
        another size than *reference* are not passed on. *begun* is its decoder, where it gives pictures already.

        :raises SourceError: an address of a kind that is not read
        """
        self.source: Final[Source] = parse_source(text)
        self.refused: tuple[str, ...] = ()
        """What the driver did otherwise than wanted, in words."""
        self._text: Final = text
        self._decoder = begun
        self._wanted: Final = wanted
        self._clock: Final = clock
        self._watch: Final = HealthWatch(clock(), self.source.kind.is_live, reference)
        self._judged: Final = self.source.kind not in (Kind.FOLDER, Kind.PICTURE)
        self._shape: Final = None if reference is None else reference.shape
        self._looked_at = 0.0
        self._shot: Shot | None = None
        self._news: Final = threading.Condition()
        self._tried: Final = threading.Event()
        self._stop: Final = threading.Event()
        self._thread: Final = threading.Thread(
            target=self._run, name=f"camera {self.source.shown}", daemon=True
        )
        self._thread.start()

    def frame(self) -> Image | None:
        shot = self.shot()
        return None if shot is None else shot.image

    def shot(self) -> Shot | None:
        """Return what is seen now with its time, waiting a moment for the next picture where the last is old.

        None when none comes, or the camera's state is not ``OK``.
        """
        self._tried.wait(FIRST_FRAME_S)
        if self._judged and self.state() is not State.OK:
            return None
        if not self.source.kind.is_live:
            return self._shot
        oldest = self._clock() - FRESH_S
        with self._news:
            self._news.wait_for(lambda: self._is_newer(oldest), NEXT_FRAME_S)
            shot = self._shot if self._is_newer(oldest) else None
        return shot if self.state() is State.OK else None

    def _is_newer(self, than_s: float) -> bool:
        return self._shot is not None and self._shot.at_s >= than_s

    def state(self) -> State:
        if not self._judged:
            return State.OK if self._shot is not None else State.LOST
        state, shot = self._watch.state(self._clock()), self._shot
        if state is State.OK and shot is not None and self._shape not in (None, shot.image.shape):
            return State.MOVED  # no place that was calibrated is where it was
        return state

    @property
    def has_marks(self) -> bool:
        """Whether anything in view stays where it is, by which a shift or a veil would show."""
        return not self._judged or self._watch.has_marks

    def close(self) -> None:
        self._stop.set()
        decoder = self._decoder
        if decoder is not None:
            decoder.end()
        self._thread.join(timeout=2)

    def _run(self) -> None:
        retry_s = FIRST_RETRY_S
        while not self._stop.is_set():
            came = self._play()
            self._tried.set()
            if self.source.kind.is_live or not came:
                self._shot = None
                self._stop.wait(retry_s)
            retry_s = FIRST_RETRY_S if came else min(2 * retry_s, LAST_RETRY_S)

    def _play(self) -> bool:
        """Show what the source gives until it ends; return whether any picture came, and it may be tried again at once."""
        if self.source.kind is Kind.FOLDER:
            try:
                return self._play_folder()
            except SourceError:
                return False
        decoder = self._decoder
        try:
            if decoder is None:
                self._decoder = decoder = Decoder(self.source, self._text, self._wanted)
                decoder.begin()
            self.refused = decoder.refused
            return self._play_decoder(decoder) and not decoder.crashed
        except SourceError:
            return False
        finally:
            self._decoder = None
            if decoder is not None:
                decoder.release()

    def _play_decoder(self, decoder: Decoder) -> bool:
        number = 0
        while not self._stop.is_set():
            image = decoder.read()
            if image is None:
                break
            self._show(image, number)
            number += 1
            self._stop.wait(decoder.period_s)
        return number > 0

    def _play_folder(self) -> bool:
        number = 0
        for image in folder_pictures(self.source.path):
            if self._stop.is_set():
                break
            self._show(image, number)
            number += 1
            self._stop.wait(1 / (self._wanted.fps or USUAL_FOLDER_FPS))
        return number > 0

    def _show(self, image: Image, number: int) -> None:
        at_s, last = self._clock(), self._shot
        again = last is not None and is_same(image, last.image)
        if self._judged and (at_s - self._looked_at >= LOOK_AFTER_S or number == 0):
            self._looked_at = at_s
            self._watch.take(image, at_s, again=again)
        if again and self.source.kind.is_live:
            return
        with self._news:
            self._shot = Shot(image, at_s, number)
            self._news.notify_all()
        self._tried.set()


def open_source(
    text: str, wanted: Wanted = AS_IT_COMES, reference: Image | None = None
) -> StillSource | LiveSource:
    """Return the frames of a camera, a stream, a video file, a folder or a picture, as [[camera]] source names it.

    Waits for the first picture, up to ``FIRST_FRAME_S``.

    :raises SourceError: it gives no picture; the text says what to do
    """
    source = parse_source(text)
    if source.kind is Kind.PICTURE:
        return StillSource(text)
    if source.kind is Kind.FOLDER:
        if next(iter(folder_pictures(source.path)), None) is None:
            raise SourceError(f"no pictures in folder {source.shown}: put some there that open elsewhere")
        return LiveSource(text, wanted, reference)
    decoder = Decoder(source, text, wanted)
    try:
        decoder.begin()
    except SourceError:
        decoder.release()
        raise
    return LiveSource(text, wanted, reference, begun=decoder)
