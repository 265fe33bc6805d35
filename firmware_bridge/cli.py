"""``drawtable devices``: look at the serial devices of this computer."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import asdict
from enum import Enum
from typing import Annotated, Protocol

import typer
from rich.console import Console
from rich.table import Table

from firmware_bridge import discovery
from firmware_bridge.button_box import ButtonBox
from firmware_bridge.device_events import ButtonBoxEvent, ShufflerEvent
from firmware_bridge.endpoint import DEFAULT_BAUD
from firmware_bridge.errors import DeviceError
from firmware_bridge.packets import DeviceClass
from firmware_bridge.shuffler import Shuffler

app = typer.Typer(no_args_is_help=True, help="Serial devices: list them, examine them, watch what they tell.")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Baud = Annotated[
    int,
    typer.Option(min=1, max=10_000_000, help="Line speed; only firmware built with another BAUD needs it."),
]


class Driver(Protocol):
    """What shuffler and button box share."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


@app.command("list")
def list_command(as_json: AsJson = False) -> None:
    """List the USB serial devices of this computer. Nothing is sent to them.

    Example: drawtable devices list --json
    """
    devices = discovery.list_devices()
    if as_json:
        typer.echo(json.dumps([asdict(device) for device in devices]))
        return
    if not devices:
        typer.echo("no USB serial devices; `drawtable demo` needs none")
        return
    table = Table("path for the config", "now at", "what", "state")
    for device in devices:
        state = "free" if device.readable else "no permission"
        if device.holder:
            state = f"in use by {device.holder}"
        table.add_row(device.stable_path, device.device_path, device.description, state)
    Console().print(table)


@app.command()
def doctor(
    device_paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PATH]...", help="Devices to examine; all of ours when none is given."),
    ] = None,
    as_json: AsJson = False,
    baud: Baud = DEFAULT_BAUD,
) -> None:
    """Examine devices: who answers, how well the line carries, what stands in the way. Exit 1 when something does.

    Without a path those under /dev/drawtable are examined, so nothing is sent to devices that are not ours.

    Example: drawtable devices doctor /dev/ttyACM0
    """
    paths = device_paths or sorted(str(path) for path in discovery.NAMED.glob("*"))
    findings = []
    for finding in discovery.examine(paths, baud):
        findings.append(finding)
        if not as_json:
            advice = f"; {finding.advice}" if finding.advice and not finding.good else ""
            where = f"{finding.device_path}: " if finding.device_path else ""
            typer.echo(f"{'ok ' if finding.good else 'BAD'} {where}{finding.text}{advice}")
    if as_json:
        typer.echo(json.dumps([asdict(finding) for finding in findings]))
    elif not paths:
        typer.echo("no devices named under /dev/drawtable: give a path to examine one")
    raise typer.Exit(0 if all(finding.good for finding in findings) else 1)


@app.command()
def monitor(
    device_path: Annotated[str, typer.Argument(metavar="PATH", help="The device.")],
    seconds: Annotated[float, typer.Option(min=0, help="Stop after so long; 0 = until Ctrl-C.")] = 0.0,
    as_json: AsJson = False,
    baud: Baud = DEFAULT_BAUD,
) -> None:
    """Print what a device tells, one line each, until Ctrl-C. It moves nothing.

    The table must not be running: a device speaks with one program at a time.

    Example: drawtable devices monitor /dev/drawtable/seat3 --json
    """
    try:
        device_class = discovery.probe(device_path, baud).info.device_class
    except DeviceError as error:
        typer.echo(f"{error}; `drawtable devices list` shows what is there", err=True)
        raise typer.Exit(2) from None
    show = _show_json if as_json else _show_text
    try:
        asyncio.run(_watch(_driver(device_path, device_class, show, baud), seconds))
    except KeyboardInterrupt:
        raise typer.Exit(0) from None


def _driver(
    device_path: str,
    device_class: DeviceClass,
    show: Callable[[ShufflerEvent | ButtonBoxEvent], None],
    baud: int,
) -> Driver:
    if device_class is DeviceClass.BUTTON_BOX:
        return ButtonBox(device_path, on_event=show, baud=baud)
    return Shuffler(device_path, next_command_id=_no_commands, on_event=show, baud=baud)


def _no_commands() -> int:
    raise RuntimeError("the monitor gives no commands")


async def _watch(driver: Driver, seconds: float) -> None:
    await driver.start()
    try:
        await asyncio.sleep(seconds if seconds > 0 else float("inf"))
    finally:
        await driver.stop()


def _show_text(event: ShufflerEvent | ButtonBoxEvent) -> None:
    fields = _plain(asdict(event))
    told = ", ".join(f"{key} {value}" for key, value in fields.items() if not isinstance(value, dict))
    typer.echo(f"{type(event).__name__}: {told}")


def _show_json(event: ShufflerEvent | ButtonBoxEvent) -> None:
    typer.echo(json.dumps({"event": type(event).__name__, **_plain(asdict(event))}))


def _plain(fields: dict[str, object]) -> dict[str, object]:
    """Names instead of enum numbers, also one level down."""
    plain: dict[str, object] = {}
    for key, value in fields.items():
        if isinstance(value, Enum):
            plain[key] = value.name.lower()
        else:
            plain[key] = _plain(value) if isinstance(value, dict) else value
    return plain
