"""``drawtable phh``: hands as PHH text, played from it and written to it."""

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer

from table_controller.codec_forms import CodecError
from table_controller.event_log.errors import LogDamaged, LogError
from table_controller.event_log.reader import LogReader
from table_controller.games.build import find_game
from table_controller.hidden_faces import SealBroken
from table_controller.phh.errors import HandRefused, PhhError
from table_controller.phh.from_log import hands_of
from table_controller.phh.history import HandHistory
from table_controller.phh.parse import parse_all
from table_controller.phh.replay import Replayed, replay
from table_controller.phh.write import write
from table_controller.sealing import KeyFileError, KeyStore
from table_controller.slow_bar import slow_bar

app = typer.Typer(no_args_is_help=True, help="Hands as PHH (poker hand history) text: play and export them.")

FOUND: Final = 1
BAD_INPUT: Final = 2
LARGEST: Final = 10_000_000
"""Bytes of a file: some thousand hands."""

AsJson = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one hand of a file: *played* is None where the table refused an action."""

    file: str
    name: str
    hand: HandHistory
    played: Replayed | None
    problems: tuple[str, ...]


@app.command("replay")
def replay_command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Hand histories, *.phh or *.phhs.")],
    as_json: AsJson = False,
) -> None:
    """Play hand histories on this table's rules, print the final stacks and check them where the file gives them.

    Example: drawtable phh replay hand.phh

    A hand that names no house is played by the rules of wsop-2024. A card written ?? is unknown to the table too.

    Exit status: 0 good, 1 stacks differ or the table refuses an action, 2 a file cannot be read or dealt here.
    """
    outcomes: list[Outcome] = []
    bad = False
    for file in files:
        try:
            outcomes += _outcomes(file)
        except PhhError as error:
            _say(f"{file}: {error}")
            bad = True
    if as_json:
        typer.echo(json.dumps([_as_object(outcome) for outcome in outcomes]))
    else:
        for outcome in outcomes:
            typer.echo(_as_text(outcome))
    found = any(outcome.problems for outcome in outcomes)
    if bad or found:
        raise typer.Exit(BAD_INPUT if bad else FOUND)


@app.command("export")
def export_command(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="The table's log, table.db.")],
    hand: Annotated[int | None, typer.Option("--hand", min=1, max=10**9, help="Only this hand.")] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="A file for each hand there, not standard output."),
    ] = None,
    faces: Annotated[bool, typer.Option("--faces", help="Open hidden faces; of ended hands only.")] = False,
    keys: Annotated[
        Path | None, typer.Option("--keys", help="The key file; keys.db beside the log if not given.")
    ] = None,
) -> None:
    """Write the ended hands of a log as PHH; hidden faces are written ???? unless they are opened.

    Example: drawtable phh export table.db --hand 12 --faces

    Each hand is played again from its text before it is written. A hand with something in it that PHH has no words
    for (openers, a declaration, a ruling of the floor) is named and left out.

    Exit status: 0 good, 1 some hands were left out, 2 the log cannot be read, or the hand asked for cannot be told.
    """
    told = left_out = 0
    with _one_line_errors(), LogReader.open(log) as reader, _sealer(log, faces, keys) as sealer:
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
        with slow_bar("Exporting") as progress:
            for one in hands_of(reader, sealer, hand, progress):
                if one.history is None:
                    _say(f"{log}: hand {one.hand_no} cannot be told in PHH: {one.why}")
                    left_out += 1
                    continue
                told += 1
                _put_out(one.hand_no, one.history, out, None if hand is not None else told)
        if hand is not None and not told + left_out:
            raise PhhError(f"{log}: hand {hand} is not there, or not over yet")
    if out is not None and told:
        _say(f"{_counted(told, 'hand')} in {out}")
    if left_out:
        raise typer.Exit(BAD_INPUT if hand is not None else FOUND)


# Replay


def _outcomes(file: Path) -> Iterator[Outcome]:
    for name, hand in parse_all(_text_of(file)):
        try:
            played = replay(hand)
        except HandRefused as error:
            rows = f" ({', '.join(error.rules)})" if error.rules else ""
            yield Outcome(str(file), name, hand, None, (f"{error}{rows}",))
        except PhhError as error:
            raise PhhError(f"hand [{name}]: {error}" if name else str(error)) from None
        else:
            yield Outcome(str(file), name, hand, played, played.differences(hand))


def _text_of(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            written = opened.read(LARGEST + 1)
        if len(written) > LARGEST:
            raise PhhError(f"longer than {LARGEST} bytes; split it into files of fewer hands")
        return written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PhhError(f"this is no text file (byte {error.start} is not UTF-8)") from None
    except OSError as error:
        raise PhhError(f"cannot be read: {error.strerror}") from None


def _as_text(outcome: Outcome) -> str:
    label = f"{outcome.file} [{outcome.name}]" if outcome.name else outcome.file
    played, hand = outcome.played, outcome.hand
    if played is None:
        return f"{label}: {outcome.problems[0]}"
    game = played.table.base_game or played.table.game
    end = "" if played.finished else ", not played to its end"
    what = f"{find_game(game.id).title}, {_counted(game.draws, 'draw')}, {hand.players} players"
    lines = [f"{label}: {what}{end}"]
    for number, (began, ended) in enumerate(zip(hand.starting_stacks, played.stacks, strict=True), 1):
        lines.append(f"  p{number:<3} {began:>12} -> {ended:<12} {ended - began:+}".rstrip())
    if hand.finishing_stacks is None:
        lines.append("  The file gives no finishing stacks.")
    elif not outcome.problems:
        lines.append("  As the file's finishing stacks.")
    return "\n".join(lines + [f"  DIFFERS: {problem}" for problem in outcome.problems])


def _as_object(outcome: Outcome) -> dict[str, object]:
    played = outcome.played
    return {
        "file": outcome.file,
        "hand": outcome.name,
        "ok": not outcome.problems,
        "game": (played.table.base_game or played.table.game).id if played else None,
        "finished": played.finished if played else False,
        "stacks": list(played.stacks) if played else None,
        "checked": played is not None and outcome.hand.finishing_stacks is not None,
        "problems": list(outcome.problems),
    }


# Export


def _put_out(hand_no: int, history: HandHistory, out: Path | None, place: int | None) -> None:
    """Write one hand: a file in *out*, else on standard output, there under its *place* where several come."""
    if out is not None:
        _write_whole(out / f"hand-{hand_no:06}.phh", write(history))
        return
    if place is not None:
        typer.echo(f"{'' if place == 1 else chr(10)}[{place}]")
    typer.echo(write(history), nl=False)


def _write_whole(file: Path, text: str) -> None:
    """Write a file that is there whole or not at all."""
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


@contextlib.contextmanager
def _sealer(log: Path, faces: bool, keys: Path | None) -> Iterator[KeyStore | None]:
    if not faces:
        yield None
        return
    with KeyStore.open_for_reading(keys or log.with_name("keys.db")) as store:
        yield store


# What is said


@contextlib.contextmanager
def _one_line_errors() -> Iterator[None]:
    try:
        yield
    except LogDamaged as error:
        _fail(str(error), FOUND)
    except (LogError, KeyFileError, CodecError, SealBroken, PhhError) as error:
        _fail(str(error), BAD_INPUT)
    except BrokenPipeError:
        raise
    except OSError as error:
        _fail(f"{error.filename or 'output'}: {error.strerror}", BAD_INPUT)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _say(text: str) -> None:
    print(f"drawtable phh: {text}", file=sys.stderr)


def _fail(text: str, status: int) -> NoReturn:
    _say(text)
    raise typer.Exit(status) from None
