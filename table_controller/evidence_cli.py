"""``drawtable log evidence`` and ``hold``: the pictures that sightings rest on."""

import json
import time
from pathlib import Path
from typing import Annotated

import typer

from table_controller.event_log.disclosure import Disclosure
from table_controller.event_log.reader import LogReader
from table_controller.evidence.file import EVIDENCE_NAME, EvidenceFile
from table_controller.evidence.listing import export, items
from table_controller.evidence.named import SPEAKS_OF_IT
from table_controller.log_cli import (
    AsJson,
    Faces,
    HandNumber,
    Keys,
    LogFile,
    app,
    one_line_errors,
    place_in,
    sealer_of,
)

__all__ = ["app"]


@app.command()
def evidence(
    log: LogFile,
    hand: HandNumber = None,
    faces: Faces = False,
    keys: Keys = None,
    folder: Annotated[
        Path | None,
        typer.Option("--export", metavar="DIR", help="Write the opened pictures and a list of all there."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List what was kept of each card a camera saw: pictures, time of the frame, score.

    Example: drawtable log evidence table.db --hand 3 --faces --export hand-3

    All of it is sealed with the key of its hand and opens when the hand's faces do; see `drawtable log show --faces`.

    Exit status: 0, 1 a piece was changed, 2 it cannot be read or written.
    """
    with (
        one_line_errors(),
        LogReader.open(log) as reader,
        EvidenceFile.open_for_reading(log.with_name(EVIDENCE_NAME)) as file,
        sealer_of(log, faces, keys) as sealer,
    ):
        disclosure = Disclosure(reader.identity, place_in(reader, hand), sealer)
        found = items(file, reader.records(hand_no=hand, saying=SPEAKS_OF_IT), disclosure)
        changed = False
        if folder is not None:
            listed = list(found)
            changed = any(item.state == "changed" for item in listed)
            count, pictures = export(listed, folder)
            answer = {"items": count, "pictures": pictures, "folder": str(folder)}
            typer.echo(json.dumps(answer) if as_json else f"{count} cards, {pictures} pictures in {folder}")
        else:
            for item in found:
                changed |= item.state == "changed"
                typer.echo(json.dumps(item.as_object()) if as_json else item.as_text())
        if changed:
            raise typer.Exit(1)


@app.command()
def hold(
    log: LogFile,
    hand: Annotated[
        int | None, typer.Argument(min=1, max=10**9, help="The hand; none lists those held.")
    ] = None,
    release: Annotated[bool, typer.Option("--release", help="Let it go when its time comes.")] = False,
    as_json: AsJson = False,
) -> None:
    """Keep the evidence of a hand under dispute beyond its days, until it is released.

    Example: drawtable log hold table.db 3

    Exit status: 0, or 2 where it cannot be written, or there is no such hand.
    """
    with one_line_errors(), LogReader.open(log) as reader:
        place_in(reader, hand)
        path = log.with_name(EVIDENCE_NAME)
        EvidenceFile.open_for_reading(path).close()  # where there is none, none is made
        opened = EvidenceFile.open_for_reading(path) if hand is None else EvidenceFile.open(path)
        with opened as file:
            if hand is not None and release:
                file.release(hand)
            elif hand is not None:
                file.hold(hand, time.time_ns() // 1_000_000)
            held = file.held()
        if as_json:
            typer.echo(json.dumps({"held": held}))
        else:
            typer.echo(f"held: {', '.join(f'hand {no}' for no in held) or 'none'}")
