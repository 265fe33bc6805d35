"""``drawtable vision calibrate`` at the camera desk: lens, table and seats, one after the other."""

import threading
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dashboard.desk_state import (
    DeedRefused,
    DeskAction,
    DeskDeed,
    DeskFinding,
    DeskPicture,
    DeskQuad,
    DeskRegion,
    DeskState,
    DeskTile,
)
from table_controller.app.camera_desk import DeskCamera
from vision.calibrate.board import SheetView, find_sheet, outline_px
from vision.calibrate.calibration import Calibration, reference_of, write_calibration
from vision.calibrate.coverage import Coverage
from vision.calibrate.judge import judge
from vision.calibrate.lens import Lens, LensError, solve_lens
from vision.calibrate.plane import TablePlane, index_px, scaled, solve_plane
from vision.calibrate.regions import RegionError, SeatRegion, check_regions
from vision.find import Finder

Image = NDArray[np.uint8]

LOOK_EVERY_S: Final = 0.2
"""Hands move no faster, and the page and the camera need the processor too."""
JUDGE_EVERY_S: Final = 2.0
NEXT_FRAME_S: Final = 0.5
LYING: Final = ("in the middle of the table", "on the left of the table", "on the right of the table")
"""Where the sheet is asked to lie; far apart, so that the plane is true all over."""


class Step(Enum):
    """What the desk is at."""

    LENS = "lens"
    TABLE = "table"
    SEATS = "seats"
    SAVED = "saved"
    CANCELLED = "cancelled"


class CalibrationDesk:
    """A :class:`~dashboard.desk_state.DeskDriver`; :meth:`work` looks at the camera in a thread of its own."""

    def __init__(
        self,
        camera: DeskCamera,
        source: str,
        out: Path,
        regions: Sequence[SeatRegion],
        ruler_mm: float = 100.0,
    ) -> None:
        self._camera: Final = camera
        self._source: Final = source
        self._out: Final = out
        self._scale: Final = ruler_mm / 100
        self._lock: Final = threading.RLock()
        self._finder: Final = Finder()
        self._stop: Final = threading.Event()
        self.step = Step.LENS
        self._size: tuple[int, int] | None = None
        self._coverage: Coverage | None = None
        self._image: Image | None = None
        self._sheet: SheetView | None = None
        self._lens: Lens | None = None
        self._lying: list[SheetView] = []
        self._plane: TablePlane | None = None
        self._regions: tuple[SeatRegion, ...] = tuple(regions)
        self._hint = "Hold the printed sheet before the camera."
        self._findings: tuple[DeskFinding, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.step in (Step.SAVED, Step.CANCELLED)

    def work(self) -> None:
        """Look at frame after frame until all is saved or cancelled."""
        number, judged_at_s, recent = -1, 0.0, list[Image]()
        while not self.is_over:
            newest = self._camera.newest(number, NEXT_FRAME_S)
            if newest is None:
                continue
            number, image = newest
            if recent and recent[-1].shape != image.shape:
                recent.clear()
            recent = [*recent[-2:], image]
            self.look(image)
            if time.monotonic() - judged_at_s > JUDGE_EVERY_S:
                self._judge(recent)
                judged_at_s = time.monotonic()
            self._stop.wait(LOOK_EVERY_S)

    def stop(self) -> None:
        """End :meth:`work`; what was not saved is not."""
        with self._lock:
            if not self.is_over:
                self.step = Step.CANCELLED
        self._stop.set()

    def look(self, image: Image) -> None:
        """Take in what the camera sees now."""
        size = (image.shape[1], image.shape[0])
        sheet = find_sheet(image) if self.step is not Step.SEATS else None
        with self._lock:
            if self._size is None:
                self._size, self._coverage = size, Coverage(size)
            if size != self._size or self._coverage is None:
                self._hint = f"The camera gives {size[0]} x {size[1]} now: set it back, or begin again."
                return
            self._image, self._sheet = image, sheet
            if self.step is Step.LENS:
                self._hint = self._coverage.offer(sheet)
                if not self._coverage.wanted():
                    self._solve_lens(self._coverage)

    def _solve_lens(self, coverage: Coverage) -> None:
        try:
            self._lens = solve_lens(coverage.views)
            self.step = Step.TABLE
        except LensError as error:
            self._hint = f"{str(error)[0].upper()}{str(error)[1:]}."

    def _judge(self, recent: Sequence[Image]) -> None:
        sheet, plane, lens, size = self._sheet, self._plane, self._lens, self._size
        tall = None
        if plane is not None and size is not None:
            tall = index_px((size[0] / 2, size[1] / 2), plane, lens)
        finds = self._finder.find(recent[-1])[0] if sheet is None else []
        # Held before the camera the sheet moves from frame to frame: bands would be seen where there are none.
        frames = recent[-1:] if self.step is Step.LENS else recent
        found = judge(frames, sheet, finds, tall)
        if self.step is Step.SEATS:  # the table is to be empty now
            found = tuple(one for one in found if one.kind != "nothing")
        said = tuple(DeskFinding(ok=one.ok, text=one.text) for one in found)
        with self._lock:
            self._findings = said

    def picture(self) -> DeskPicture | None:
        """Return the camera's newest picture."""
        return self._camera.picture()

    def state(self) -> DeskState:
        """Return what is to be shown now."""
        with self._lock:
            match self.step:
                case Step.LENS:
                    return self._lens_state()
                case Step.TABLE:
                    return self._table_state()
                case Step.SEATS:
                    return self._seats_state()
                case Step.SAVED:
                    return self._shown(f"Saved in {self._out}.", 1.0, ())
                case Step.CANCELLED:
                    return self._shown("Cancelled: nothing was saved.", None, ())

    def _shown(self, instruction: str, progress: float | None, actions: tuple[DeskAction, ...]) -> DeskState:
        return DeskState(
            title=f"Calibrating {self._source}",
            instruction=instruction,
            progress=progress,
            findings=self._findings,
            actions=actions,
            size_px=self._size,
            done=self.is_over,
        )

    def _lens_state(self) -> DeskState:
        coverage = self._coverage
        skip = DeskAction(name="skip", label="Skip the lens")
        if coverage is None:
            return self._shown("Waiting for the camera's first picture.", 0.0, (CANCEL,))
        shown = self._shown(coverage.wanted(), coverage.share, (skip, CANCEL))
        tiles = [DeskTile(text=name, state="done" if good else "open") for name, good in coverage.covered()]
        hint = DeskFinding(ok=not self._hint, text=self._hint or f"Picture {len(coverage.views)} was taken.")
        update = {"tiles": tuple(tiles), "quads": self._quads(), "findings": (hint, *self._findings)}
        return shown.model_copy(update=update)

    def _table_state(self) -> DeskState:
        count = len(self._lying)
        words = f"Lay the sheet flat {LYING[min(count, len(LYING) - 1)]}, take your hands away, then take the picture."
        seen = self._sheet is not None
        why = "" if seen else "The sheet is not seen whole."
        actions = (
            DeskAction(name="take", label="Take picture", primary=True, enabled=seen, why=why),
            DeskAction(name="skip", label="Enough" if count else "Skip the table"),
            CANCEL,
        )
        shown = self._shown(words, count / len(LYING), actions)
        about = self._about_lens()
        return shown.model_copy(
            update={
                "quads": self._quads(),
                "findings": (*about, *self._findings),
                "tiles": self._lying_tiles(),
            }
        )

    def _lying_tiles(self) -> tuple[DeskTile, ...]:
        return tuple(
            DeskTile(text=place, state="done" if number < len(self._lying) else "open")
            for number, place in enumerate(("middle", "left", "right"))
        )

    def _about_lens(self) -> tuple[DeskFinding, ...]:
        lens = self._lens
        if lens is None:
            return ()
        text = f"The lens is known: {lens.views} pictures fit to {lens.error_px:.2f} px."
        return (DeskFinding(ok=lens.error_px < 1, text=text),)

    def _seats_state(self) -> DeskState:
        words = (
            "Take the sheet away. Drag each seat over its part of the table, then save with the table empty."
        )
        actions = (
            DeskAction(name="save", label="Save", primary=True),
            DeskAction(name="back", label="Back"),
            CANCEL,
        )
        regions = tuple(DeskRegion(name=str(one.seat), corners_px=one.corners_px) for one in self._regions)
        return self._shown(words, None, actions).model_copy(
            update={"regions": regions, "regions_may_change": True}
        )

    def _quads(self) -> tuple[DeskQuad, ...]:
        if self._sheet is None:
            return ()
        corners = tuple((float(x), float(y)) for x, y in outline_px(self._sheet))
        return (DeskQuad(label="", corners_px=corners, tone="good"),)

    def act(self, deed: DeskDeed) -> None:
        """Do what a button says.

        :raises DeedRefused: it cannot be done now
        """
        with self._lock:
            match deed.name, self.step:
                case "cancel", Step.LENS | Step.TABLE | Step.SEATS:
                    self.step = Step.CANCELLED
                case "skip", Step.LENS:
                    self.step = Step.TABLE
                case "skip", Step.TABLE:
                    self.step = Step.SEATS
                case "take", Step.TABLE:
                    self._take()
                case "back", Step.SEATS:
                    self._lying.clear()
                    self.step = Step.TABLE
                case "regions", Step.SEATS:
                    self._regions = self._regions_of(deed.regions)
                case "save", Step.SEATS:
                    self._save()
                case _:
                    raise DeedRefused("That cannot be done now.")

    def _take(self) -> None:
        if self._sheet is None:
            raise DeedRefused("The sheet is not seen whole: lay it flat, without shine, inside the picture.")
        self._lying.append(self._sheet)
        self._plane = scaled(solve_plane(self._lying, self._lens), self._scale)
        if len(self._lying) == len(LYING):
            self.step = Step.SEATS

    def _regions_of(self, drawn: Sequence[DeskRegion]) -> tuple[SeatRegion, ...]:
        if self._size is None:
            raise DeedRefused("There is no picture yet.")
        if not all(one.name.isdecimal() and 1 <= int(one.name) <= 16 for one in drawn):
            raise DeedRefused("A seat has a number from 1 to 16.")
        regions = tuple(SeatRegion(seat=int(one.name), corners_px=one.corners_px) for one in drawn)
        try:
            check_regions(regions, self._size)
        except RegionError as error:
            raise DeedRefused(f"{str(error)[0].upper()}{str(error)[1:]}.") from error
        return regions

    def _save(self) -> None:
        if self._size is None or self._image is None:
            raise DeedRefused("There is no picture yet.")
        made = Calibration(
            source=self._source,
            made=datetime.now(UTC).isoformat(timespec="seconds"),
            size_px=self._size,
            lens=self._lens,
            plane=self._plane,
            regions=self._regions,
            reference=reference_of(self._image),
        )
        try:
            write_calibration(self._out, made)
        except OSError as error:
            raise DeedRefused(
                f"{self._out} cannot be written: {(error.strerror or str(error)).lower()}."
            ) from error
        self.step = Step.SAVED


CANCEL: Final = DeskAction(name="cancel", label="Cancel")
