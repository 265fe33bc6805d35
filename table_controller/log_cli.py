"""``drawtable log``: is a table's log whole, what is in it, and out with it."""

import contextlib
import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final, NoReturn, TextIO

import typer

from table_controller.cards import Card, parse_card
from table_controller.codec import canonical
from table_controller.codec_forms import CodecError, JsonValue
from table_controller.event_log.disclosure import Disclosure
from table_controller.event_log.errors import LogDamaged, LogError
from table_controller.event_log.export import Format, as_object, export, utc_text
from table_controller.event_log.hand_of import HandPlace
from table_controller.event_log.reader import LogReader
from table_controller.event_log.record import Head, Record
from table_controller.event_log.sightings import (
    DeckChanged,
    FaceRead,
    Finding,
    StaysSealed,
    places_in_hands,
    sightings_of,
)
from table_controller.event_log.verify import Verdict, verify
from table_controller.evidence.check import NOTHING_LOOKED_AT, Found, check
from table_controller.evidence.file import EVIDENCE_NAME, EvidenceFile
from table_controller.evidence.named import SPEAKS_OF_IT
from table_controller.hidden_faces import SealBroken
from table_controller.sealing import KeyFileError, KeyStore
from table_controller.slow_bar import slow_bar

app = typer.Typer(no_args_is_help=True, help="A table's log: verify it, show it, export it.")

FOLLOW_EVERY_S: Final = 0.5
_LONGEST_VALUE: Final = 80

LogFile = Annotated[Path, typer.Argument(metavar="LOG", help="The table's log, table.db.")]
HandNumber = Annotated[
    int | None, typer.Option("--hand", min=0, max=10**9, help="Only this hand; 0 is between hands.")
]
Faces = Annotated[bool, typer.Option("--faces", help="Open hidden faces; of ended hands only.")]
Keys = Annotated[
    Path | None, typer.Option("--keys", help="The key file; keys.db beside the log if not given.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]


@app.command("verify")
def verify_command(
    log: LogFile,
    heads: Annotated[
        list[str] | None,
        typer.Option("--head", metavar="SEQ:HASH", help="A head noted earlier, elsewhere; may be repeated."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Walk the hash chain and name the first record that is not as it was written, and all evidence that was changed.

    Example: drawtable log verify table.db --head 812:5f0c...

    A chain alone shows edited, deleted and reordered records. That the last records were cut off, or that
    all was written anew, shows only against a head noted outside this computer: note the one printed here.

    Exit status: 0 sound, 1 broken, 2 cannot be looked at.
    """
    with one_line_errors(), LogReader.open(log) as reader:
        noted = tuple(Head.parse(text) for text in heads or ())
        with slow_bar("Verifying") as progress:
            verdict = verify(reader, noted, progress)
        found = _look_at_evidence(log, reader) if verdict.problem is None else NOTHING_LOOKED_AT
        if as_json:
            told = _verdict_object(verdict, reader)
            sound = verdict.problem is None and not found.problems
            typer.echo(json.dumps({**told, "ok": sound, "evidence": _found_object(found)}))
        else:
            typer.echo("\n".join((_verdict_text(verdict, reader), *_found_lines(found))))
        if verdict.problem is not None or found.problems:
            raise typer.Exit(1)


@app.command()
def show(
    log: LogFile,
    hand: HandNumber = None,
    follow: Annotated[bool, typer.Option("--follow/--no-follow", help="Go on as the table writes.")] = False,
    faces: Faces = False,
    keys: Keys = None,
    as_json: AsJson = False,
) -> None:
    """Print the log, a line for each record; hidden faces are sealed.

    Example: drawtable log show table.db --hand 3 --faces

    Exit status: 0, or 2 where it cannot be read.
    """
    with one_line_errors(), LogReader.open(log) as reader, sealer_of(log, faces, keys) as sealer:
        last = 0
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                disclosure = Disclosure(reader.identity, place_in(reader, hand), sealer)
                for record in reader.records(last, hand):
                    last = record.seq
                    typer.echo(_line(record, disclosure, as_json))
                if not follow:
                    return
                time.sleep(FOLLOW_EVERY_S)


@app.command("export")
def export_command(
    log: LogFile,
    format_: Annotated[
        Format, typer.Option("--format", help="json: one array; csv: one line a record.")
    ] = "json",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file to make; standard output if not given.")
    ] = None,
    hand: HandNumber = None,
    faces: Faces = False,
    keys: Keys = None,
) -> None:
    """Write the log as JSON or CSV; hidden faces are sealed.

    Example: drawtable log export table.db --format csv -o table.csv

    Exit status: 0, or 2 where it cannot be read or written; then no file is made.
    """
    with one_line_errors(), LogReader.open(log) as reader, sealer_of(log, faces, keys) as sealer:
        disclosure = Disclosure(reader.identity, place_in(reader, hand), sealer)
        with slow_bar("Exporting") as progress, _target(output) as target:
            total = reader.count()
            done = iter(range(1, total + 1))
            count = export(
                reader.records(hand_no=hand),
                disclosure,
                target,
                format_,
                lambda: progress(next(done, total), total),
            )
        if output is not None:
            typer.echo(f"{count} records in {output}", err=True)


@app.command()
def seen(
    log: LogFile,
    face: Annotated[str, typer.Argument(metavar="CARD", help="The face, as 9h.")],
    hand: HandNumber = None,
    faces: Faces = False,
    keys: Keys = None,
    as_json: AsJson = False,
) -> None:
    """List the hands in which a face was read, and the changes of deck between them.

    Example: drawtable log seen table.db 9h --faces

    For the floor when a face turns up twice: in which earlier hands of this deck it was there, and whether twice.
    Hands that stay sealed are named.

    Exit status: 0, or 2 where it cannot be read.
    """
    with one_line_errors(), LogReader.open(log) as reader, sealer_of(log, faces, keys) as sealer:
        card = parse_card(face)
        disclosure = Disclosure(reader.identity, place_in(reader, hand), sealer)
        found = tuple(sightings_of(card, reader.records(hand_no=hand), disclosure))
        typer.echo(json.dumps(_seen_object(card, found)) if as_json else _seen_text(card, found))


# Faces


@contextlib.contextmanager
def sealer_of(log: Path, faces: bool, keys: Path | None) -> Iterator[KeyStore | None]:
    """Yield the keys where faces are asked for.

    :raises KeyFileError: there is no key file
    """
    if not faces:
        yield None
        return
    with KeyStore.open_for_reading(keys or log.with_name("keys.db")) as store:
        yield store


def place_in(reader: LogReader, hand: int | None) -> HandPlace:
    """Return where the log stands.

    :raises ValueError: there is no hand of this number
    """
    place = reader.hand_place()
    if hand and next(reader.records(hand_no=hand), None) is None:
        raise ValueError(f"{reader.path}: no hand {hand}; the last begun is {place.last}")
    return place


# What is printed


def _line(record: Record, disclosure: Disclosure, as_json: bool) -> str:
    if as_json:
        return json.dumps(as_object(record, disclosure))
    body = disclosure.body(record)
    facts = ", ".join(
        f"{name} {_value_text(value)}" for name, value in body.items() if name not in ("type", "v")
    )
    hand = f"hand {record.hand_no}" if record.hand_no else "-"
    return f"{record.seq:>6}  {utc_text(record.at_utc_ms)}  {hand:<9} {record.kind:<11} {body.get('type')}  {facts}".rstrip()


def _value_text(value: JsonValue) -> str:
    # A name may hold what a terminal obeys; JSON writes that as plain text.
    text = value if isinstance(value, str) and value.isprintable() else canonical(value).replace('"', "")
    return text if len(text) <= _LONGEST_VALUE else f"{text[: _LONGEST_VALUE - 3]}..."


def _seen_text(card: Card, found: tuple[Finding, ...]) -> str:
    lines = []
    for finding in found:
        where = f"hand {finding.hand_no}" if finding.hand_no else "between hands"
        match finding:
            case FaceRead(_, seq, what, seat):
                of = f" seat {seat}" if seat is not None else ""
                lines.append(f"{where:<13}  {what}{of} (record {seq})")
            case StaysSealed(_, erased):
                lines.append(f"{where:<13}  {'sealed, and its key is erased' if erased else 'sealed'}")
            case DeckChanged(_, seq, deck):
                lines.append(f"{where:<13}  deck {_value_text(deck)} released (record {seq})")
    hands = places_in_hands(found)
    twice = [str(number) for number, places in hands.items() if places > 1]
    told = f"{card.text} was read in {len(hands)} {'hand' if len(hands) == 1 else 'hands'}"
    lines.append(f"{told}; in two places in hand {', '.join(twice)}" if twice else told)
    return "\n".join(lines)


def _seen_object(card: Card, found: tuple[Finding, ...]) -> dict[str, JsonValue]:
    hands: dict[str, JsonValue] = {str(number): places for number, places in places_in_hands(found).items()}
    findings: list[JsonValue] = [{"type": type(finding).__name__, **asdict(finding)} for finding in found]
    return {"card": card.text, "places_in_hands": hands, "findings": findings}


def _verdict_text(verdict: Verdict, reader: LogReader) -> str:
    if verdict.problem is not None:
        return f"{reader.path}: broken after {verdict.records} sound records: {verdict.problem}"
    return (
        f"{reader.path}: {verdict.records} records, each as it was written\n"
        f"head {verdict.head}\n"
        "Note the head outside this computer: only against it a cut-off end or a log written anew can be seen."
    )


def _look_at_evidence(log: Path, reader: LogReader) -> Found:
    """Compare the evidence beside the log, where there is any, with what its records name."""
    path = log.with_name(EVIDENCE_NAME)
    with contextlib.ExitStack() as opened:
        file = opened.enter_context(EvidenceFile.open_for_reading(path)) if path.is_file() else None
        return check(file, reader.records(saying=SPEAKS_OF_IT))


def _found_lines(found: Found) -> list[str]:
    if found == NOTHING_LOOKED_AT:
        return []
    told = f"evidence: {found.kept} pieces as they were taken, {found.gone} gone as the log tells"
    return [told + (f", {found.waiting} being written" if found.waiting else ""), *found.problems]


def _found_object(found: Found) -> dict[str, JsonValue]:
    facts: dict[str, JsonValue] = {"kept": found.kept, "gone": found.gone, "waiting": found.waiting}
    return {**facts, "problems": list(found.problems)}


def _verdict_object(verdict: Verdict, reader: LogReader) -> dict[str, JsonValue]:
    return {
        "ok": verdict.problem is None,
        "records": verdict.records,
        "head": str(verdict.head),
        "table_id": reader.identity.table_id,
        "problem": verdict.problem,
        "broken_seq": verdict.broken_seq,
    }


# Files, progress, errors


@contextlib.contextmanager
def _target(output: Path | None) -> Iterator[TextIO]:
    """Yield where to write; a file is there whole or not at all."""
    if output is None:
        yield sys.stdout
        return
    unfinished = output.with_name(f".{output.name}.{os.getpid()}")
    try:
        with unfinished.open("w", encoding="utf-8", newline="") as target:
            yield target
        unfinished.replace(output)
    finally:
        unfinished.unlink(missing_ok=True)


@contextlib.contextmanager
def one_line_errors() -> Iterator[None]:
    """Turn what may go wrong with the files into one line and an exit status."""
    try:
        yield
    except LogDamaged as error:
        _fail(str(error), 1)
    except (LogError, KeyFileError, CodecError, SealBroken, ValueError) as error:
        _fail(str(error), 2)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        _fail(f"{error.filename or 'output'}: {error.strerror}", 2)


def _fail(text: str, status: int) -> NoReturn:
    typer.echo(f"drawtable log: {text}", err=True)
    raise typer.Exit(status) from None
