"""``drawtable vision deck``: is this deck whole?"""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress

from table_controller.cards import DECK, Card, card_text
from vision.cameras.names import SourceError, parse_source
from vision.deck.check import DeckCheck, DeckFindings, deck_of
from vision.enrol.deck_file import DeckFileError, read_for
from vision.enrol.house_deck import HouseDeck
from vision.live.parts import PartReader
from vision.live.watch import Watch
from vision.read import Corners, IndexReader
from vision.reader import CardReader
from vision.sources import Frame, expand, frames

FOUND_A_PROBLEM = 1
BAD_INPUT = 2
RANKS_HIGH_FIRST = "AKQJT98765432"
SUITS = "shdc"
MANY = 5
SETTLED_FRAMES = 30
"""A camera is watched until the deck was whole for so many frames."""
AGAIN = "riffle again, slowly and evenly, or spread the deck"


def deck(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="FILE…", help="Pictures of the deck, folders, a video, or a camera."),
    ],
    jokers: Annotated[int, typer.Option(min=0, max=1, help="How many jokers belong to the deck.")] = 1,
    riffle: Annotated[
        bool, typer.Option(help="Every card passes once: a face that comes back is there twice.")
    ] = False,
    parts: Annotated[
        bool,
        typer.Option(
            "--parts", help="The pictures are parts of a deck laid out once, and no card is in two of them."
        ),
    ] = False,
    deck_file: Annotated[
        Path | None,
        typer.Option(
            "--deck", metavar="DECK.npz", help="The deck it should be, from `vision enrol`: its back too."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check a deck: which cards are missing, there twice, or do not belong.

    Example: drawtable vision deck spread-1.jpg spread-2.jpg --jokers 0

    Spread the deck so that every index shows, in one picture or in several; or riffle it before a camera (--riffle). A face in two
    pictures may be one card or two: with --parts it is two. A
    camera is watched until the deck is whole or Ctrl-C ends it. In a video or before a camera a card counts when three
    frames agree. Exit code 0 the deck is whole, 1 it is not or not all was read, 2 a source could not be read.
    """
    if parts and riffle:
        typer.echo(
            "drawtable vision deck: --parts is of pictures, a riffle has none: leave one out", err=True
        )
        raise typer.Exit(BAD_INPUT)
    check = DeckCheck(deck_of(jokers), parts)
    try:
        known = None if deck_file is None else read_for(deck_file, IndexReader())
    except DeckFileError as error:
        typer.echo(f"drawtable vision deck: {error}", err=True)
        raise typer.Exit(BAD_INPUT) from error
    failed = _watch(check, sources, riffle, known)
    findings = check.findings
    if as_json:
        typer.echo(json.dumps(_as_record(findings)))
    elif findings.seen or not failed:
        _print(findings)
    if failed:
        raise typer.Exit(BAD_INPUT)
    if not findings.complete:
        raise typer.Exit(FOUND_A_PROBLEM)


def _watch(check: DeckCheck, sources: list[str], riffle: bool, known: HouseDeck | None) -> bool:
    """Let *check* see every source; return whether one could not be read."""
    reader = CardReader(deck=known)
    failed = False
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Cards seen", total=len(check.wanted))
        for source in sources:
            try:
                for one in expand([source]):
                    take = _passing(check, reader) if riffle else _lying(check, reader, known)
                    whole_for = 0
                    for frame in frames(one):
                        take(frame)
                        findings = check.findings
                        progress.update(task, completed=len(findings.seen))
                        whole_for = whole_for + 1 if findings.complete else 0
                        if whole_for >= SETTLED_FRAMES and parse_source(one).kind.is_live:
                            break  # a video is seen to its end: one card too many may come last
            except SourceError as error:
                typer.echo(f"drawtable vision deck: {error}", err=True)
                failed = True
            except KeyboardInterrupt:
                break
    return failed


def _lying(check: DeckCheck, reader: CardReader, known: HouseDeck | None) -> Callable[[Frame], None]:
    """Return what takes the frames of a source that shows a deck lying spread."""
    watch = Watch(PartReader(reader))

    def take(frame: Frame) -> None:
        if frame.number is None:
            reading = reader.read(frame.image)
            check.picture(reading.sightings, _foreign(known, frame.image, reading.backs, still=True))
        else:
            look = watch.see(frame.image, frame.at_ms or 0)
            check.look(look, _foreign(known, frame.image, look.backs))

    return take


def _foreign(
    known: HouseDeck | None, image: NDArray[np.uint8], backs: Sequence[Corners], *, still: bool = False
) -> int:
    """Return how many face-down cards have another back than the enrolled deck, 0 where its back is not known."""
    if known is None or not known.backs:
        return 0
    return sum(_is_foreign(known, image, quad, still) for quad in backs)


def _is_foreign(known: HouseDeck, image: NDArray[np.uint8], quad: Corners, still: bool) -> bool:
    try:
        return known.foreign_back(image, quad, still=still)
    except ValueError:  # too little of the card is in the picture
        return False


def _passing(check: DeckCheck, reader: CardReader) -> Callable[[Frame], None]:
    """Return what takes the frames of a source that shows a riffle."""
    riffle = check.another_riffle()
    return lambda frame: check.passed(riffle.frame(frame.image, reader.read(frame.image).sightings))


def _as_record(findings: DeckFindings) -> dict[str, object]:
    return {
        "answer": answer(findings),
        "complete": findings.complete,
        "seen": [card_text(card) for card in findings.seen],
        "missing": [card_text(card) for card in findings.missing],
        "twice": [card_text(card) for card in findings.twice],
        "perhaps_twice": [card_text(card) for card in findings.perhaps_twice],
        "in_several": [card_text(card) for card in findings.in_several],
        "passed_unread": findings.passed_unread,
        "surplus": [card_text(card) for card in findings.surplus],
        "unread": findings.unread,
        "foreign_backs": findings.foreign_backs,
        "too_many": findings.too_many,
    }


def _print(findings: DeckFindings) -> None:
    seen = set(findings.seen)
    texts = {card.text: card in seen for card in DECK}
    for suit in SUITS:
        typer.echo("  ".join(rank + suit if texts[rank + suit] else " ·" for rank in RANKS_HIGH_FIRST))
    typer.echo(answer(findings))
    for what, do in _to_do(findings):
        if what:
            typer.echo(do)


def answer(findings: DeckFindings) -> str:
    """Return what a check came to in one line."""
    seen = f"{len(findings.seen)} of {len(findings.seen) + len(findings.missing)} cards seen"
    if findings.complete:
        return f"{seen}: the deck is whole"
    wrong = findings.twice or findings.surplus or findings.foreign_backs or findings.too_many
    verdict = "the deck is not right" if wrong else "not known to be whole"
    return f"{seen}: {verdict}: {'; '.join(_reasons(findings))}"


def _reasons(findings: DeckFindings) -> Iterator[str]:
    yield from _named("missing", findings.missing)
    yield from _named("there twice", findings.twice)
    if len(findings.perhaps_twice) > MANY:
        yield f"the riffle was too uneven to tell two equal cards of {len(findings.perhaps_twice)} faces"
    else:
        yield from _named("perhaps there twice", findings.perhaps_twice)
    if len(findings.in_several) > MANY:
        yield f"in more than one picture, which may be two cards: {len(findings.in_several)} faces"
    else:
        yield from _named("in more than one picture, which may be two cards", findings.in_several)
    yield from _named("not of this deck", findings.surplus)
    if findings.passed_unread:
        yield f"passed unread: {findings.passed_unread}"
    if findings.too_many:
        yield f"more than the deck has: {findings.too_many}"
    if findings.foreign_backs:
        yield f"another back: {findings.foreign_backs}"


def _named(what: str, cards: Sequence[Card]) -> Iterator[str]:
    if cards:
        yield f"{what}: {' '.join(card_text(card) for card in cards)}"


def _to_do(findings: DeckFindings) -> Iterator[tuple[object, str]]:
    """Give what may be wrong, and the line that says what to do then."""
    yield findings.missing, "show the missing cards again, or look for them"
    yield (
        findings.unread and findings.missing,
        f"{findings.unread} lie unread: spread them wider, or come nearer",
    )
    yield findings.twice, "take the second of two equal cards out"
    yield findings.perhaps_twice, f"two cards may have passed as one: {AGAIN}"
    yield (
        findings.in_several,
        "where no card is in two pictures say so with --parts; else photograph the whole deck at once, or riffle it",
    )
    yield findings.passed_unread, f"a card passed unread: {AGAIN}"
    yield findings.surplus, "take out what is not of this deck"
    yield findings.too_many, "count the cards"
    yield findings.foreign_backs, "take out the cards with another back"
