"""``drawtable scenario``: how would this table rule?"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final

import typer

from table_controller.scenario.errors import ScenarioError
from table_controller.scenario.grammar import parse
from table_controller.scenario.report import FileReport, json_of, text_of
from table_controller.scenario.runner import play

SUFFIX: Final = ".deal"
UNREADABLE: Final = 2
LARGEST: Final = 1_000_000
"""Bytes of a scenario: one hand, told by people, is never as long as this."""


def scenario(
    paths: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Scenario files (*.deal), or folders of them.")
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print events, refusals, alerts, stacks and pots as JSON.")
    ] = False,
) -> None:
    """Play scenario files on the rules engine and check every line that begins with a question mark.

    Example: drawtable scenario tests/scenarios

    Exit status: 0 when all checks hold, 1 when one does not, 2 when a file cannot be read or played.
    """
    reports = tuple(play_file(path) for path in _files(paths))
    if as_json:
        typer.echo(json.dumps([json_of(report) for report in reports], ensure_ascii=False))
    else:
        for line in text_of(reports):
            typer.echo(line)
    for report in reports:
        if report.error is not None:
            typer.echo(f"{report.file}: {report.error}", err=True)
    code = max((report.exit_code for report in reports), default=0)
    if code:
        raise typer.Exit(code)


def play_file(path: Path) -> FileReport:
    """Play one file; what is wrong with it stands in the report."""
    try:
        return FileReport(str(path), play(parse(_text_of(path))))
    except ScenarioError as error:
        return FileReport(str(path), None, error)
    except UnicodeDecodeError as error:
        reason = f"this is no text file (byte {error.start} is not UTF-8)"
        return FileReport(str(path), None, ScenarioError(1, 1, reason))
    except OSError as error:
        reason = f"this cannot be read: {(error.strerror or str(error)).lower()}"
        return FileReport(str(path), None, ScenarioError(1, 1, reason))


def _text_of(path: Path) -> str:
    """Return the file's text, without the mark some editors put before it."""
    with path.open("rb") as file:
        written = file.read(LARGEST + 1)
    if len(written) > LARGEST:
        raise ScenarioError(1, 1, f"this is longer than {LARGEST} bytes; a scenario tells one hand")
    return written.decode("utf-8-sig")


def _files(paths: Iterable[Path]) -> list[Path]:
    """Return the files, those of folders sorted; a missing one, or a folder without any, ends the program."""
    found = list[Path]()
    for path in paths:
        inside = [path]
        if path.is_dir():
            inside = sorted(file for file in path.rglob(f"*{SUFFIX}") if not file.is_dir())
        if not inside:
            _refuse(f"{path}: no {SUFFIX} file in this folder")
        if not path.exists():
            _refuse(f"{path}: no such file or folder")
        found += inside
    return found


def _refuse(reason: str) -> None:
    typer.echo(f"drawtable scenario: {reason}", err=True)
    raise typer.Exit(UNREADABLE)
