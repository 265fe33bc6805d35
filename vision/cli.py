"""``drawtable vision``: read pictures, and measure how well they are read."""

import json
import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from table_controller.cards import Card, card_text, parse_cards
from vision.cameras.cli import cameras
from vision.cameras.names import printable
from vision.cameras.quiet import quiet_decoders
from vision.deck.cli import deck
from vision.enrol.deck_file import DeckFileError, read_for
from vision.evaluate import Score, Tally, Truth, TruthError, load_truth, percentile, score, tally
from vision.pair import DuplicateAlarm
from vision.read import Corners, IndexReader
from vision.reader import THRESHOLD, CardReader, Reading
from vision.sources import Frame, SourceError, camera_of, expand, frames, read_picture

app = typer.Typer(no_args_is_help=True, help="Read cards in pictures, and measure how well they are read.")

FACE_DOWN = "[]"
FOUND_A_PROBLEM = 1
BAD_INPUT = 2
Threshold = Annotated[
    float,
    typer.Option(min=0, max=1, help="Cards scored lower are there but unread: ??. 0 answers everything."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DeckFile = Annotated[
    Path | None, typer.Option("--deck", metavar="DECK.npz", help="The deck in use, from `vision enrol`.")
]
app.command("deck")(deck)
app.command("cameras")(cameras)


@app.command()
def read(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE…",
            help="Pictures, folders, video files, camera:0, camera:NAME, rtsp://… or http://…",
        ),
    ],
    as_json: AsJson = False,
    threshold: Threshold = THRESHOLD,
    deck_file: DeckFile = None,
    elsewhere: Annotated[
        str,
        typer.Option(
            metavar="CARDS", help="Cards that lie in another place, as 'Ah Kd': none of them is here."
        ),
    ] = "",
    jokers: Annotated[int, typer.Option(min=0, max=1, help="How many jokers the deck has.")] = 1,
    every: Annotated[int, typer.Option(min=1, help="Of a video or camera, read each so-manieth frame.")] = 1,
    count: Annotated[
        int | None, typer.Option(min=1, help="Of a video or camera, read so many frames.")
    ] = None,
) -> None:
    """Print the cards in every picture; ?? is a card that is there and was not read.

    Example: drawtable vision read hand.jpg photos/ --json

    Hands are told apart by |, each from left to right as its player holds it; [] is a card face down. With --json one
    line a picture: path, ms, cards (card, score, corners_px), backs, the face-down cards, hands (numbers of cards, and of
    backs after them) and alarms (a face in several places, or here that lies elsewhere); lines of videos and cameras carry frame and t_ms. Exit code 2 where a source could not be read, after the others were.
    """
    known = _known(elsewhere)
    expanded: list[str] = []
    failed = False
    for source in sources:
        try:
            expanded += expand([source])
        except SourceError as error:
            typer.echo(f"drawtable vision read: {error}", err=True)
            failed = True
    reader = _reader(threshold, deck_file)
    console = Console(stderr=True)
    bar = Progress(console=console, transient=True, disable=not console.is_terminal)
    with quiet_decoders(), bar as progress:
        for source in progress.track(expanded, description="Reading"):
            try:
                # A camera never ends by itself, and neither does its progress.
                for frame in frames(source, every, count):
                    _print_reading(frame, *_timed(reader, frame, known, jokers), as_json)
            except SourceError as error:
                typer.echo(f"drawtable vision read: {error}", err=True)
                failed = True
            except KeyboardInterrupt:
                if camera_of(source) is None:
                    raise
    if failed:
        raise typer.Exit(BAD_INPUT)


def _reader(threshold: float, deck_file: Path | None) -> CardReader:
    """Return a reader that knows the deck of a file."""
    if deck_file is None:
        return CardReader(threshold)
    try:
        return CardReader(threshold, deck=read_for(deck_file, IndexReader()))
    except DeckFileError as error:
        raise _bad_input(error) from error


def _known(elsewhere: str) -> frozenset[Card]:
    try:
        return frozenset(parse_cards(elsewhere))
    except ValueError as error:
        raise _bad_input(f"--elsewhere: {error}: write them as 'Ah Kd'") from error


def _timed(
    reader: CardReader, frame: Frame, known: frozenset[Card] = frozenset(), jokers: int = 1
) -> tuple[Reading, float]:
    began = time.perf_counter()
    reading = reader.read(frame.image, known, jokers)
    return reading, (time.perf_counter() - began) * 1000


def _print_reading(frame: Frame, reading: Reading, ms: float, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(_as_record(frame, reading, ms)))
        return
    at = "" if frame.number is None else f" [{frame.number}]"
    typer.echo(f"{printable(frame.path)}{at}: {in_words(reading)}")
    sys.stdout.flush()


def in_words(reading: Reading) -> str:
    """Return the cards hand by hand, ``Ah Kd ?? | 2c [] []``; ``[]`` is one face down."""
    texts = [*(card_text(s.card) for s in reading.sightings), *(FACE_DOWN for _ in reading.backs)]
    hands = " | ".join(" ".join(texts[k] for k in hand.cards) for hand in reading.hands)
    return "; ".join([hands or "no cards", *(_alarm_in_words(alarm) for alarm in reading.alarms)])


def _alarm_in_words(alarm: DuplicateAlarm) -> str:
    if len(alarm.places) == 1:
        return f"{alarm.card} lies here, and should lie elsewhere"
    return f"{alarm.card} lies there {len(alarm.places)} times"


def _as_record(frame: Frame, reading: Reading, ms: float) -> dict[str, object]:
    record: dict[str, object] = {"path": frame.path}
    if frame.number is not None:
        record |= {"frame": frame.number, "t_ms": frame.at_ms}
    return record | {
        "ms": round(ms, 1),
        "cards": [
            {
                "card": card_text(s.card),
                "score": round(s.score, 4),
                "corners_px": _corners(s.corners_px, frame.reduced),
            }
            for s in reading.sightings
        ],
        "backs": [_corners(quad, frame.reduced) for quad in reading.backs],
        "hands": [list(hand.cards) for hand in reading.hands],
        "alarms": [
            {"card": card_text(a.card), "places": [_corners(quad, frame.reduced) for quad in a.places]}
            for a in reading.alarms
        ],
    }


def _corners(corners_px: Corners, reduced: int) -> list[list[float]]:
    """Return corners in the file's own pixels."""
    return [[round(float(x) * reduced, 1), round(float(y) * reduced, 1)] for x, y in corners_px]


@app.command()
def evaluate(
    truths: Annotated[list[Path], typer.Argument(metavar="TRUTH.json…", help="Files of labelled pictures.")],
    as_json: AsJson = False,
    threshold: Threshold = THRESHOLD,
    deck_file: DeckFile = None,
    max_wrong: Annotated[int | None, typer.Option(min=0, help="Exit 1 if more answers are wrong.")] = None,
    min_recall: Annotated[float | None, typer.Option(min=0, max=1, help="Exit 1 if recall is lower.")] = None,
    min_precision: Annotated[
        float | None, typer.Option(min=0, max=1, help="Exit 1 if precision is lower.")
    ] = None,
) -> None:
    """Measure reading against labelled pictures: recall, precision, wrong answers and ms a picture.

    Example: drawtable vision evaluate photos/edje_test.json --max-wrong 0

    Recall is right of those in truth, precision right of those answered; ?? is no answer. docs/vision.md shows the
    layout of a truth file.
    """
    try:
        pictures = [truth for path in truths for truth in load_truth(path)]
    except TruthError as error:
        raise _bad_input(error) from error
    results = _evaluate(pictures, _reader(threshold, deck_file))
    rows = {
        source: _row([r for r in results if r[0].source == source])
        for source in dict.fromkeys(t.source for t in pictures)
    }
    whole = _row(results)
    wrong = [{"path": str(t.path), "card": card} for t, s, _ in results for card in s.wrong]
    if as_json:
        sources = [{"source": source, **row} for source, row in rows.items()]
        typer.echo(
            json.dumps({"threshold": threshold, "sources": sources, "all": whole, "wrong_answers": wrong})
        )
    else:
        _print_table(rows, whole)
        for one in wrong:
            typer.echo(f"wrong: {one['card']} in {one['path']}")
    total = tally(s for _, s, _ in results)
    if _misses_bar(total, max_wrong, min_recall, min_precision):
        raise typer.Exit(FOUND_A_PROBLEM)


Result = tuple[Truth, Score, float]


def _evaluate(pictures: list[Truth], reader: CardReader) -> list[Result]:
    results: list[Result] = []
    console = Console(stderr=True)
    bar = Progress(console=console, transient=True, disable=not console.is_terminal)
    with quiet_decoders(), bar as progress:
        for truth in progress.track(pictures, description="Evaluating"):
            try:
                frame = Frame(str(truth.path), read_picture(str(truth.path)))
            except SourceError as error:
                raise _bad_input(error) from error
            reading, ms = _timed(reader, frame)
            results.append((truth, score(truth, [card_text(s.card) for s in reading.sightings]), ms))
    return results


def _row(results: list[Result]) -> dict[str, float | int | None]:
    sums = tally(s for _, s, _ in results)
    times = [ms for _, _, ms in results]
    return {
        "pictures": sums.pictures,
        "cards": sums.truths,
        "right": sums.right,
        "wrong": sums.wrong,
        "missed": sums.truths - sums.right,
        "recall": None if sums.recall is None else round(sums.recall, 4),
        "precision": None if sums.precision is None else round(sums.precision, 4),
        "ms_p50": round(percentile(times, 0.5), 1),
        "ms_p99": round(percentile(times, 0.99), 1),
    }


def _print_table(
    rows: dict[str, dict[str, float | int | None]], whole: dict[str, float | int | None]
) -> None:
    table = Table("source", *(name.replace("ms_", "ms ") for name in whole))
    for source, row in (*rows.items(), ("all", whole)):
        table.add_row(source, *("-" if value is None else str(value) for value in row.values()))
    Console(width=120).print(table)


def _misses_bar(total: Tally, wrong: int | None, recall: float | None, precision: float | None) -> bool:
    return (
        (wrong is not None and total.wrong > wrong)
        or (recall is not None and (total.recall or 0.0) < recall)
        or (precision is not None and (total.precision or 0.0) < precision)
    )


def _bad_input(error: object) -> typer.Exit:
    typer.echo(f"drawtable vision: {error}", err=True)
    return typer.Exit(BAD_INPUT)


if __name__ == "__main__":
    app()
