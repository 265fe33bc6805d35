"""``drawtable vision enrol``: the house's deck, learnt in a minute."""

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn

if TYPE_CHECKING:
    from table_controller.app.enrolment import Enrolment
    from vision.enrol.house_deck import HouseDeck
    from vision.enrol.showing import Show
    from vision.read import IndexReader
    from vision.reader import CardReader

BAD_INPUT: Final = 2
FOUND_A_PROBLEM: Final = 1
INTERRUPTED: Final = 130
LEAVES_WITHIN_S: Final = 10.0


def enrol(
    source: Annotated[
        str, typer.Argument(metavar="CAMERA", help="camera:0, a stable name, rtsp://… or a video file.")
    ] = "camera:0",
    out: Annotated[Path, typer.Option(help="The deck's file.")] = Path("house.deck.npz"),
    name: Annotated[str, typer.Option(help="What the deck is called.")] = "house",
    pictures: Annotated[
        Path | None,
        typer.Option(help="Learn from a folder of photos of the deck laid out in four rows instead."),
    ] = None,
    jokers: Annotated[int, typer.Option(min=0, max=1, help="1 if a joker belongs to the deck.")] = 0,
    in_order: Annotated[
        bool, typer.Option("--in-order", help="Ask for each card: for letters that are not English.")
    ] = False,
    anew: Annotated[bool, typer.Option("--anew", help="Forget what an earlier run kept.")] = False,
    page: Annotated[
        bool, typer.Option("--page/--no-page", help="Show progress and picture in a browser.")
    ] = True,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Of the page; 0 takes a free one.")] = 0,
) -> None:
    """Learn the deck in use: show each card for a second, in any order, and a card's back.

    Example: drawtable vision enrol camera:0 --out house.deck.npz
    Example: drawtable vision enrol --pictures photos/ --out house.deck.npz

    Ctrl-C loses nothing: the same command goes on where it was stopped. A reader uses the file with --deck, a table
    with deck = "house.deck.npz" in the vision section of its file. Exit status: 0 learnt, 1 learnt with cards missing, 2 bad input.
    """
    if not name.isprintable() or not 1 <= len(name) <= 40:
        _bad("--name has 1 to 40 letters that can be printed")
    if out.suffix != ".npz":
        _bad(f"--out ends in .npz: {out}")
    try:
        if pictures is not None:
            _end(_from_pictures(pictures, out, name, 52 + jokers))
        else:
            _end(_from_camera(source, out, name, 52 + jokers, (in_order, anew, page, browser, port)))
    except OSError as error:
        _bad(f"{error.filename or out}: {error.strerror or error}")


def _bad(text: str) -> NoReturn:
    print(f"drawtable vision enrol: {text}", file=sys.stderr)
    raise typer.Exit(BAD_INPUT)


def _end(deck: "HouseDeck") -> None:
    from vision.enrol.words import cards_in_a_line

    print(
        f"{deck.name}: {len(deck.counts)} of {deck.size} cards, {len(deck.backs) or 'no'} looks of the back"
    )
    print(deck.in_words)
    if deck.missing:
        print(f"missing: {cards_in_a_line(list(deck.missing), 53)}; run the same command again to add them")
    raise typer.Exit(FOUND_A_PROBLEM if deck.missing else 0)


def _readers() -> "tuple[CardReader, IndexReader]":
    from vision.read import IndexReader
    from vision.reader import CardReader

    return CardReader(), IndexReader()


def _from_camera(
    source: str, out: Path, name: str, size: int, how: tuple[bool, bool, bool, bool, int]
) -> "HouseDeck":
    from dashboard.serve import CannotListen
    from table_controller.app.camera_desk import DeskCamera, run_desk
    from table_controller.app.enrolment import Enrolment
    from vision.cameras.live import open_source
    from vision.cameras.names import SourceError

    in_order, anew, page, browser, port = how
    show = _show(out, size, in_order=in_order, anew=anew)
    try:
        frames = open_source(source)
    except SourceError as error:
        _bad(str(error))
    with contextlib.closing(frames), DeskCamera(frames) as camera:
        enrolment = Enrolment(camera, _readers(), show, out, name)
        if not page:
            return _watched(enrolment)
        worker = threading.Thread(target=_quietly, args=(enrolment,), name="enrolment", daemon=True)
        worker.start()
        try:
            run_desk(enrolment, port, open_browser=browser)
        except CannotListen as error:
            _bad(str(error))
        finally:
            enrolment.leave()
            worker.join(LEAVES_WITHIN_S)
            enrolment.keep()
        return _deck_of(enrolment)


def _quietly(enrolment: "Enrolment") -> None:
    """Run in a thread; what the disk refuses is told by the desk and by the end of the command."""
    try:
        enrolment.run()
    except OSError as error:
        enrolment.failed = f"{error.filename}: {error.strerror}"


def _watched(enrolment: "Enrolment") -> "HouseDeck":
    """Run with a line in the terminal; Ctrl-C and SIGTERM keep what there is."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with _line() as (progress, task):

            def tell(one: "Enrolment") -> None:
                progress.update(task, completed=one.progress, description=one.instruction)

            enrolment.run(tell)
    except KeyboardInterrupt:
        print(
            f"\nWhat was shown is kept; the same command goes on with it. {enrolment.state().findings[0].text}"
        )
        raise typer.Exit(INTERRUPTED) from None
    return _deck_of(enrolment)


def _deck_of(enrolment: "Enrolment") -> "HouseDeck":
    if enrolment.deck is None:
        _bad(enrolment.failed or "stopped before the deck was learnt; the same command goes on with it")
    return enrolment.deck


@contextlib.contextmanager
def _line() -> Iterator[tuple[Progress, TaskID]]:
    console = Console(stderr=True)
    columns = (BarColumn(20), TextColumn("{task.percentage:>3.0f}%"), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as progress:
        yield progress, progress.add_task("Starting", total=1.0)


def _show(out: Path, size: int, *, in_order: bool, anew: bool) -> "Show":
    """Return the show to go on with, from a partial or a whole file, or a new one."""
    from table_controller.app.enrolment import partial_file
    from vision.enrol.deck_file import DeckFileError, read_deck
    from vision.enrol.showing import Show

    kept = next((path for path in (partial_file(out), out) if path.is_file()), None)
    if kept is None or anew:
        return Show(size, in_order)
    try:
        deck = read_deck(kept)
    except DeckFileError as error:
        _bad(f"{error}; or begin with --anew")
    show = Show(size, in_order, [v for v in deck.views if v.card.index < size], deck.backs)
    if show.done:
        _bad(f"{kept}: the deck is whole already; --anew learns it again, another --out another deck")
    print(
        f"Going on with {kept}: {size - len(show.missing)} of {size} cards are there (--anew forgets them)."
    )
    return show


def _from_pictures(folder: Path, out: Path, name: str, size: int) -> "HouseDeck":
    from vision.cameras.names import SourceError
    from vision.enrol.deck_file import write_deck
    from vision.enrol.from_pictures import deck_from
    from vision.enrol.laid_out import LaidOutError
    from vision.sources import expand

    began = time.monotonic()
    try:
        with _line() as (progress, task):

            def tell(share: float, what: str) -> None:
                progress.update(task, completed=share, description=what)

            deck, problems = deck_from(expand([str(folder)]), name, size, _readers(), tell)
    except (SourceError, LaidOutError) as error:
        _bad(str(error))
    for problem in problems:
        print(problem)
    write_deck(deck, out)
    print(f"{out}: written after {time.monotonic() - began:.0f} s")
    return deck
