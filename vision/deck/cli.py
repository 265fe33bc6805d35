"""``drawtable vision deck``: is this deck whole?"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress

from table_controller.cards import DECK, card_text
from vision.cameras.names import SourceError
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

    Spread the deck so that every index shows, in one picture or in several; or riffle it before a camera (--riffle). A
    camera is watched until the deck is whole or Ctrl-C ends it. In a video or before a camera a card counts when three
    frames agree. Exit code 0 the deck is whole, 1 it is not or not all was read, 2 a source could not be read.
    """
    check = DeckCheck(deck_of(jokers))
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
                    for frame in frames(one):
                        take(frame)
                        progress.update(task, completed=len(check.findings.seen))
                        if frame.number is not None and check.findings.complete:
                            break
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
        "complete": findings.complete,
        "seen": [card_text(card) for card in findings.seen],
        "missing": [card_text(card) for card in findings.missing],
        "twice": [card_text(card) for card in findings.twice],
        "perhaps_twice": [card_text(card) for card in findings.perhaps_twice],
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
    whole = len(findings.seen) + len(findings.missing)
    typer.echo(f"{len(findings.seen)} of {whole} cards seen" + (", the deck is whole" * findings.complete))
    _say("missing", findings.missing, "show them again, or look for them")
    _say("there twice", findings.twice, "take the second one out")
    if len(findings.perhaps_twice) <= MANY:
        do = "two may have passed as one: look whether two are there"
        _say("perhaps there twice", findings.perhaps_twice, do)
    else:
        typer.echo(
            f"unsure: the riffle was too uneven to tell two equal cards of {len(findings.perhaps_twice)} faces: {AGAIN}"
        )
    if findings.passed_unread:
        typer.echo(f"unread: {findings.passed_unread} passed: {AGAIN}")
    _say("not of this deck", findings.surplus, "take it out")
    if findings.unread and findings.missing:
        typer.echo(f"unread: {findings.unread} in the last view: spread them wider, or come nearer")
    if findings.too_many:
        typer.echo(f"{findings.too_many} more than the deck has lay in one view: count the cards")
    if findings.foreign_backs:
        typer.echo(f"another back: {findings.foreign_backs}: they are of another deck")


def _say(what: str, cards: tuple[object, ...], do: str) -> None:
    if cards:
        typer.echo(f"{what}: {' '.join(str(card) for card in cards)}: {do}")
