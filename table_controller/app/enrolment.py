"""A deck being enrolled before a camera: frames in, what to do next out, for the terminal and for the camera desk."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from dashboard.desk_state import (
    DeedRefused,
    DeskAction,
    DeskDeed,
    DeskFinding,
    DeskPicture,
    DeskQuad,
    DeskState,
    DeskTile,
)
from table_controller.app.camera_desk import DeskCamera
from table_controller.cards import DECK, JOKER, Card, card_text, parse_card
from vision.enrol.close_up import CloseUp
from vision.enrol.deck_file import write_deck
from vision.enrol.geometry import GeometryNotes
from vision.enrol.house_deck import HouseDeck, learnt, new_deck
from vision.enrol.showing import Show
from vision.enrol.variants import as_seen
from vision.enrol.words import card_in_words, cards_in_a_line
from vision.read import IndexReader
from vision.reader import CardReader, Reading

Image = NDArray[np.uint8]

KEEP_EVERY_S: Final = 5.0
"""What was learnt is on the disk after so long, whatever happens then."""
STUCK_S: Final = 12.0
"""After so long without a new card the page says how the rest can be asked for one by one."""
BLIND_S: Final = 3.0
GRID: Final = tuple(DECK[rank * 4 + suit] for suit in (3, 2, 1, 0) for rank in (12, *range(12)))
"""The tiles: spades, hearts, diamonds and clubs, ace to king."""


def partial_file(out: Path) -> Path:
    """Return where a deck is kept that is not yet whole."""
    return out.with_name(out.name.removesuffix(".npz") + ".part.npz")


class _Left(Exception):
    """Nobody waits for the deck any more."""


class Enrolment:
    """Learns a deck from a camera's frames; a :class:`~dashboard.desk_state.DeskDriver`."""

    def __init__(
        self,
        camera: DeskCamera,
        readers: tuple[CardReader, IndexReader],
        show: Show,
        out: Path,
        name: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """*out* is the deck's file; beside it stands what is not yet whole."""
        self._camera: Final = camera
        self._readers: Final = readers
        self._close_up: Final = CloseUp(readers[0])
        self._show: Final = show
        self._out: Final = out
        self._name: Final = name
        self._clock: Final = clock
        self._notes: Final = GeometryNotes()
        self._finish: Final = threading.Event()
        self._left: Final = threading.Event()
        self._lock: Final = threading.RLock()
        self._quads: tuple[DeskQuad, ...] = ()
        self._size_px: tuple[int, int] | None = None
        self._kept_s = self._new_s = self._frame_s = clock()
        self._learning: float | None = None
        self.deck: HouseDeck | None = None
        self.failed = ""

    def run(self, tell: Callable[["Enrolment"], None] = lambda enrolment: None) -> HouseDeck | None:
        """Take frames until the deck is whole or somebody finishes, then learn and write it; None where too little was
        shown. What was shown is kept when the block is left by any way.

        :raises OSError: the file cannot be written
        """
        number = -1
        try:
            while not (self._show.done or self._finish.is_set() or self._left.is_set()):
                newest = self._camera.newest(after=number, within_s=0.5)
                if newest is not None:
                    number, image = newest
                    self.take(image, self._close_up.read(image))
                tell(self)
        finally:
            self.keep()
        try:
            return self.conclude(lambda done, total: self._tell_learning(done, total, tell))
        except _Left:
            return None

    def take(self, image: Image, reading: Reading) -> Card | None:
        """Take one frame and its reading; return the card it completed."""
        now = self._clock()
        with self._lock:
            card = self._show.feed(image, reading, now)
            self._frame_s = now
            self._size_px = (image.shape[1], image.shape[0])
            self._quads = _quads(reading)
            for sighting in reading.sightings:
                self._notes.note(sighting)
            if card is not None:
                self._new_s = now
        if card is not None and now - self._kept_s > KEEP_EVERY_S:
            self.keep()
        return card

    def keep(self) -> None:
        """Write down what there is so far.

        :raises OSError: it cannot be written
        """
        with self._lock:
            if self._show.views and self.deck is None:
                write_deck(self._so_far(), partial_file(self._out))
                self._kept_s = self._clock()

    def conclude(self, tell: Callable[[int, int], None] = lambda done, total: None) -> HouseDeck | None:
        """Learn what was shown and write the deck's file; None where it is too little.

        :raises OSError: the file cannot be written
        """
        self._learning = 0.0
        if self._left.is_set():
            return None
        try:
            deck = learnt(self._so_far(), self._readers[1], tell)
        except ValueError as error:
            self.failed = str(error)
            return None
        write_deck(deck, self._out)
        partial_file(self._out).unlink(missing_ok=True)
        self.deck = deck
        return deck

    def _so_far(self) -> HouseDeck:
        show = self._show
        deck = new_deck(self._name, show.size, show.views, show.backs)
        return replace(deck, geometry=self._notes.geometry(show.views))

    def _tell_learning(self, done: int, total: int, tell: Callable[["Enrolment"], None]) -> None:
        if self._left.is_set():
            raise _Left
        self._learning = done / max(1, total)
        tell(self)

    @property
    def progress(self) -> float:
        """How much is done, 0-1: cards and the back, then learning."""
        if self._learning is not None and self.deck is None:
            return self._learning
        whole = self._show.size + 1
        left = len(self._show.missing) + self._show.back_missing
        return (whole - left) / whole

    @property
    def instruction(self) -> str:
        """What to do next, in words."""
        show = self._show
        if self.deck is not None:
            return f"{self._name} is learnt: {self.deck.in_words}. It lies in {self._out}."
        if self.failed:
            return f"Nothing was learnt: {self.failed}."
        if self._learning is not None:
            return "Learning what was shown; this takes some seconds."
        if self._clock() - self._frame_s > BLIND_S:
            return "No picture comes from the camera: check its cable. What was learnt is kept."
        if show.remark:
            return f"{show.remark[0].upper()}{show.remark[1:]}."
        if show.wanted is not None:
            return f"Show {card_in_words(show.wanted)}."
        if not show.missing:
            return "Now show a card's back." if show.back_missing else "All is there."
        if self._clock() - self._new_s > STUCK_S and len(show.missing) < show.size:
            return f"Still to be shown: {cards_in_a_line(show.missing)}. What is not read can be asked for card by card."
        return "Show the cards one after another, a second each, in any order; and a card's back."

    def state(self) -> DeskState:
        """Return what the desk shows."""
        with self._lock:
            return DeskState(
                title=f"Learning the deck: {self._name}",
                instruction=self.instruction,
                progress=self.progress,
                findings=self._findings(),
                quads=self._quads,
                tiles=self._tiles(),
                actions=self._actions(),
                size_px=self._size_px,
                done=self.deck is not None or bool(self.failed),
            )

    def picture(self) -> DeskPicture | None:
        """Return the camera's newest frame."""
        return self._camera.picture()

    def tile_picture(self, index: int) -> bytes | None:
        """Return the sharpest view of the card on tile *index* as a JPEG, None where there is none."""
        with self._lock:
            image = self._tile_image(index)
        return None if image is None else cv2.imencode(".jpg", image)[1].tobytes()

    def act(self, deed: DeskDeed) -> None:
        """Do what a button says.

        :raises DeedRefused: it cannot be done now
        """
        with self._lock:
            if deed.name == "finish":
                self._finish.set()
            elif deed.name == "order":
                self._show.in_order = not self._show.in_order
                self._show.remark = ""
            elif deed.name == "accept":
                if self._show.accept() is None:
                    raise DeedRefused("no card is held before the camera")
                self._new_s = self._clock()
            elif deed.name == "again":
                self._again(deed.text)
            else:
                raise DeedRefused(f"this desk has no {deed.name}")

    def finish(self) -> None:
        """Have :meth:`run` learn what there is."""
        self._finish.set()

    def leave(self) -> None:
        """Have :meth:`run` return soon, with nothing learnt: a thread that is still reading when the program ends takes it
        down with it."""
        self._left.set()

    def _again(self, text: str) -> None:
        try:
            self._show.forget(parse_card(text))
        except ValueError as error:
            raise DeedRefused(str(error)) from error

    def _findings(self) -> tuple[DeskFinding, ...]:
        show = self._show
        seen = show.size - len(show.missing)
        out = [DeskFinding(ok=not show.missing, text=f"{seen} of {show.size} cards")]
        out.append(
            DeskFinding(
                ok=not show.back_missing, text="the back" if show.backs else "the back is still to be shown"
            )
        )
        if self.deck is not None:
            out.append(DeskFinding(ok=self.deck.expert is not None, text=self.deck.in_words))
        return tuple(out)

    def _tiles(self) -> tuple[DeskTile, ...]:
        show = self._show
        counts: dict[Card, int] = {}
        for view in show.views:
            counts[view.card] = counts.get(view.card, 0) + 1
        cards = [*GRID, *([JOKER] if show.size == len(DECK) else [])]
        tiles = [
            DeskTile(
                text=card_text(card),
                state="done" if counts.get(card) else "now" if card is show.wanted else "open",
                picture=counts.get(card),
            )
            for card in cards
        ]
        back = DeskTile(text="back", state="done" if show.backs else "open", picture=len(show.backs) or None)
        return (*tiles, back)

    def _tile_image(self, index: int) -> Image | None:
        cards = [*GRID, *([JOKER] if self._show.size == len(DECK) else [])]
        if index == len(cards):
            return self._show.backs[0] if self._show.backs else None
        if not 0 <= index < len(cards):
            return None
        mine = [view for view in self._show.views if view.card is cards[index]]
        return as_seen(max(mine, key=lambda v: v.sharpness).image) if mine else None

    def _actions(self) -> tuple[DeskAction, ...]:
        show = self._show
        if self._learning is not None:
            return ()
        some = bool(show.views)
        order = "Show them in any order" if show.in_order else "Ask for each card"
        out = [DeskAction(name="order", label=order)]
        if show.wanted is not None:
            out.insert(
                0, DeskAction(name="accept", label=f"This is {card_in_words(show.wanted)}", primary=True)
            )
        return (
            *out,
            DeskAction(name="finish", label="Finish with these", enabled=some, why="nothing is learnt yet"),
        )


def _quads(reading: Reading) -> tuple[DeskQuad, ...]:
    """Return what was read, to be drawn over the picture."""
    cards = [
        DeskQuad(
            label=card_text(s.card),
            corners_px=tuple((float(x), float(y)) for x, y in s.corners_px),
            tone="good" if s.card is not None else "warn",
        )
        for s in reading.sightings
    ]
    backs = [
        DeskQuad(label="back", corners_px=tuple((float(x), float(y)) for x, y in quad))
        for quad in reading.backs
    ]
    return (*cards, *backs)
