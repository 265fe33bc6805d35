"""The command line: ``drawtable``."""

import json
import sys
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Run a physical card table for draw poker.",
)

AsJson = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
BAD_INPUT: Final = 2


def main() -> None:
    """Run the command line; what the disk or a file refuses is one line and exit 2."""
    _register()
    try:
        app()
    except OSError as error:
        _bad(str(error))


def _bad(text: str) -> None:
    print(f"drawtable: {text}", file=sys.stderr)
    raise SystemExit(BAD_INPUT)


def _register() -> None:
    """Hang in the verbs that live beside what they are about; each imports only what it needs."""
    from firmware_bridge.cli import app as devices
    from table_controller.log_cli import app as log
    from table_controller.openers_cli import openers
    from table_controller.scenario.cli import scenario
    from vision.cli import app as vision

    app.command("openers")(openers)
    app.command("scenario")(scenario)
    app.add_typer(devices, name="devices")
    app.add_typer(log, name="log")
    app.add_typer(vision, name="vision")


@app.command()
def demo(
    hands: Annotated[int | None, typer.Option(min=1, help="Stop after so many hands.")] = None,
    fast: Annotated[bool, typer.Option("--fast", help="Flat out instead of at human pace.")] = False,
    headless: Annotated[bool, typer.Option("--headless", help="Open no browser.")] = False,
    firmware: Annotated[
        bool,
        typer.Option(
            "--firmware", help="The real firmware images under libsimavr in place of the device models."
        ),
    ] = False,
    seats: Annotated[int, typer.Option(min=2, max=8, help="Players.")] = 5,
    game: Annotated[str, typer.Option(help="A game of `drawtable games`.")] = "jacks-or-better",
    profile: Annotated[str, typer.Option(help="A house profile.")] = "casino-classic",
    seed: Annotated[int | None, typer.Option(help="Repeat the same players; never the same shuffle.")] = None,
    host: Annotated[str, typer.Option(help="Where the page listens.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free port.")] = 0,
    log_dir: Annotated[Path | None, typer.Option(help="Keep the log there.")] = None,
    as_json: AsJson = False,
) -> None:
    """Watch hands being shuffled, dealt, bet, drawn, shown and paid on a simulated table.

    Example: drawtable demo --hands 200 --fast --headless

    Exit status: 0 all went well, 1 something was lost or wrong, 2 bad input.
    """
    from hardware.twin.summary import as_json as report_json
    from hardware.twin.summary import as_text
    from table_controller.app.demo import DemoOptions, run_demo
    from table_controller.app.logs import quiet
    from table_controller.games.switches import GameError

    quiet()
    console = Console(stderr=as_json)
    options = DemoOptions(
        hands, fast, headless, seats, seed, host, port, log_dir, game, profile, firmware=firmware
    )
    try:
        report = run_demo(options, console)
    except GameError as error:
        _bad(str(error))
    if as_json:
        print(report_json(report))
    else:
        console.print(as_text(report))
    raise typer.Exit(0 if report.ok else 1)


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games dealt here.

    Example: drawtable games
    """
    from table_controller.games.build import GAMES

    if as_json:
        print(json.dumps([{"id": game.id, "title": game.title} for game in GAMES.values()]))
        return
    for game in GAMES.values():
        print(f"{game.id:20} {game.title}")
