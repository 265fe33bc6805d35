"""``drawtable vision calibrate``: a camera's lens, table, seats and light."""

import contextlib
import json
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.calibrate.calibration import Calibration
    from vision.calibrate.regions import SeatRegion

BAD_INPUT: Final = 2
FOUND_A_PROBLEM: Final = 1
FRAMES_CHECKED: Final = 3
FRAME_WITHIN_S: Final = 5.0


def calibrate(
    source: Annotated[
        str, typer.Argument(metavar="CAMERA", help="camera:0, a stable name, rtsp://…, a video or a picture.")
    ] = "camera:0",
    out: Annotated[Path, typer.Option(help="The camera's file.")] = Path("camera.json"),
    seats: Annotated[int, typer.Option(min=1, max=8, help="Seats the camera sees.")] = 6,
    sheet: Annotated[
        Path | None, typer.Option(help="Write the sheet to print, .pdf, .svg or .png, and end.")
    ] = None,
    paper: Annotated[str, typer.Option(help="Of the sheet: a4 or letter.")] = "a4",
    ruler: Annotated[
        float,
        typer.Option(min=50, max=200, help="How long the sheet's 100 mm line is, measured on the print."),
    ] = 100.0,
    regions: Annotated[Path | None, typer.Option(help="Seats' regions from a JSON file.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only say whether light and focus are good now; exit 1 if not.")
    ] = False,
    headless: Annotated[bool, typer.Option("--headless", help="No page: from --pictures.")] = False,
    pictures: Annotated[
        Path | None,
        typer.Option(help="A folder of pictures of the sheet; those named table… show it lying flat."),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Of the page; 0 takes a free one.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Measure a camera once: its lens, the table under it, each seat's part of the picture, and whether light and focus are good.

    Example: drawtable vision calibrate --sheet sheet.pdf
    Example: drawtable vision calibrate camera:0 --seats 6 --out overhead.json
    Example: drawtable vision calibrate camera:0 --check
    Example: drawtable vision calibrate camera:0 --headless --pictures folder/ --out overhead.json

    A table uses the file with calibration = "overhead.json" in the part of its own file that is about this camera. Exit
    status: 0 good, 1 something must change or nothing was saved, 2 bad input.
    """
    if sheet is not None:
        _write_sheet(sheet, paper)
    elif check:
        _check(source, as_json=as_json)
    elif headless or pictures is not None:
        if pictures is None:
            _bad("--headless needs --pictures FOLDER")
        _from_pictures(source, out, pictures, (seats, regions, ruler), as_json=as_json)
    else:
        _at_the_desk(source, out, (seats, regions, ruler), port, open_browser=open_browser)


def _bad(text: str) -> NoReturn:
    print(f"drawtable vision calibrate: {text}", file=sys.stderr)
    raise typer.Exit(BAD_INPUT)


def _no_picture(source: str) -> str:
    from vision.cameras.names import masked

    return f"no picture comes from {masked(source)}: drawtable vision cameras lists what is there"


def _write_sheet(path: Path, paper: str) -> None:
    from vision.calibrate.sheet import FORMATS, PAPERS_MM, sheet_file

    kind = path.suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        _bad(f"--sheet {path}: the name ends in .pdf, .svg or .png")
    if paper not in PAPERS_MM:
        _bad(f"--paper {paper}: a4 or letter")
    try:
        path.write_bytes(sheet_file(kind, paper))
    except OSError as error:
        _bad(f"--sheet {path}: {(error.strerror or str(error)).lower()}")
    print(f"{path}: print it at 100 % (actual size), and measure its line: it is 100 mm long")


def _check(source: str, *, as_json: bool) -> None:
    """Say in words how the present view is, and end with 1 when something must change."""
    from table_controller.app.camera_desk import DeskCamera
    from vision.calibrate.board import find_sheet
    from vision.calibrate.judge import judge
    from vision.cameras.live import open_source
    from vision.cameras.names import SourceError
    from vision.find import Finder

    try:
        opened = open_source(source)
    except SourceError as error:
        _bad(str(error))
    frames: list[NDArray[np.uint8]] = []
    with contextlib.closing(opened), DeskCamera(opened) as camera:
        number = -1
        for _ in range(FRAMES_CHECKED):
            newest = camera.newest(number, FRAME_WITHIN_S if not frames else 1.0)
            if newest is None:
                break
            number = newest[0]
            frames.append(newest[1])
    if not frames:
        _bad(_no_picture(source))
    if len({frame.shape for frame in frames}) > 1:
        frames = frames[-1:]
    found = judge(frames, find_sheet(frames[-1]), Finder().find(frames[-1])[0])
    if as_json:
        print(json.dumps([{"kind": one.kind, "ok": one.ok, "text": one.text} for one in found]))
    else:
        for one in found:
            print(f"{'ok    ' if one.ok else 'CHANGE'}  {one.text}")
    raise typer.Exit(0 if all(one.ok for one in found) else FOUND_A_PROBLEM)


def _from_pictures(
    source: str, out: Path, folder: Path, table: tuple[int, Path | None, float], *, as_json: bool
) -> None:
    from table_controller.slow_bar import slow_bar
    from vision.calibrate.calibration import Calibration, CalibrationError, write_calibration
    from vision.calibrate.from_pictures import measure
    from vision.cameras.names import masked
    from vision.cameras.quiet import quiet_decoders

    seats, regions, ruler = table
    try:
        with quiet_decoders(), slow_bar("Looking for the sheet", every=1) as told:
            measured = measure(folder, ruler, told)
    except CalibrationError as error:
        _bad(str(error))
    made = Calibration(
        source=masked(source),
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        size_px=measured.size_px,
        lens=measured.lens,
        plane=measured.plane,
        regions=_regions(regions, seats, measured.size_px),
    )
    try:
        write_calibration(out, made)
    except OSError as error:
        _bad(f"{out}: {(error.strerror or str(error)).lower()}")
    _tell(made, out, measured.left_out, measured.wanted, as_json=as_json)


def _regions(path: Path | None, seats: int, size_px: tuple[int, int]) -> "tuple[SeatRegion, ...]":
    from vision.calibrate.regions import RegionError, proposed, read_regions

    if path is None:
        return proposed(seats, size_px)
    try:
        return read_regions(path, size_px)
    except RegionError as error:
        _bad(str(error))


def _tell(made: "Calibration", out: Path, left_out: tuple[str, ...], wanted: str, *, as_json: bool) -> None:
    from vision.calibrate.judge import about_size

    lens, (width, height) = made.lens, made.size_px
    tall = made.index_px((width / 2, height / 2)) if made.plane is not None else None
    if as_json:
        print(
            json.dumps(
                {
                    "file": str(out),
                    "views": 0 if lens is None else lens.views,
                    "error_px": None if lens is None else round(lens.error_px, 3),
                    "index_px": None if tall is None else round(tall, 1),
                    "left_out": list(left_out),
                    "wanted": wanted,
                }
            )
        )
        return
    if lens is not None:
        print(f"The lens: {lens.views} pictures fit to {lens.error_px:.2f} px.")
    if left_out:
        print(f"The sheet was not found in {', '.join(left_out)}.")
    if wanted:
        print(f"Better with more: {wanted}")
    if tall is None:
        print("The table's plane is not known: name pictures of the sheet lying flat table….jpg")
    else:
        print(about_size(tall).text)
    print(f"Saved in {out}.")


def _at_the_desk(
    source: str, out: Path, table: tuple[int, Path | None, float], port: int, *, open_browser: bool
) -> None:
    from dashboard.serve import CannotListen
    from table_controller.app.calibration_desk import CalibrationDesk, Step
    from table_controller.app.camera_desk import DeskCamera, run_desk
    from vision.cameras.live import open_source
    from vision.cameras.names import SourceError, masked

    seats, regions, ruler = table
    try:
        opened = open_source(source)
    except SourceError as error:
        _bad(str(error))
    with contextlib.closing(opened), DeskCamera(opened) as camera:
        newest = camera.newest(within_s=FRAME_WITHIN_S)
        if newest is None:
            _bad(_no_picture(source))
        size = (newest[1].shape[1], newest[1].shape[0])
        desk = CalibrationDesk(camera, masked(source), out, _regions(regions, seats, size), ruler)
        worker = threading.Thread(target=desk.work, name="calibration", daemon=True)
        worker.start()
        try:
            run_desk(desk, port, open_browser=open_browser)
        except CannotListen as error:
            _bad(str(error))
        finally:
            desk.stop()
            worker.join(timeout=5)
    if desk.step is not Step.SAVED:
        print("Nothing was saved.")
        raise typer.Exit(FOUND_A_PROBLEM)
    print(f"Saved in {out}.")
