"""``drawtable vision cameras``: what is plugged in."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from vision.cameras.listing import PluggedCamera, plugged_cameras

NONE_THERE = "no camera is plugged in; a stream or a file is a camera too: docs/cameras.md"


def cameras(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the cameras of this computer with the line to write into the table's file.

    Example: drawtable vision cameras

    The name stays the same when the camera is plugged in again and gets another number. Nothing is opened.
    """
    found = plugged_cameras()
    if as_json:
        typer.echo(json.dumps([{**asdict(one), "line": one.line} for one in found]))
        return
    if not found:
        typer.echo(NONE_THERE)
    for one in found:
        typer.echo(f"{one.name} ({one.node}){_hints(one)}")
        typer.echo(f"  {one.line}")


def _hints(camera: PluggedCamera) -> str:
    hints = [] if camera.stable else ["it has no stable name: its number may change"]
    hints += [] if camera.usable else ["permission denied: sudo usermod -aG video $USER, then log in again"]
    return f": {'; '.join(hints)}" if hints else ""
