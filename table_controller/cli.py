"""The command line: ``drawtable``."""

import json
import os
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer
from rich.console import Console

from table_controller.stopped import INTERRUPTED, hear_sigterm

if TYPE_CHECKING:
    from table_controller.app.config import Settings

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
    # Before it is imported: the wheels of onnxruntime report to their maker unless told not to (its Privacy.md).
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")  # what a camera lacks is said in one line of ours
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # and no stream's address with its password
    hear_sigterm()
    try:
        _register()
        app()
    except OSError as error:
        _bad(str(error))
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


def _bad(text: str) -> NoReturn:
    print(f"drawtable: {text}", file=sys.stderr)
    raise SystemExit(BAD_INPUT)


@cache
def _register() -> None:
    """Hang in the verbs that live beside what they are about; each imports only what it needs."""
    from firmware_bridge.cli import app as devices
    from table_controller.app.calibrate_cli import calibrate
    from table_controller.app.enrol_cli import enrol
    from table_controller.evidence_cli import app as log
    from table_controller.openers_cli import openers
    from table_controller.phh_cli import app as phh
    from table_controller.rules_cli import games, rules
    from table_controller.scenario.cli import scenario
    from vision.cli import app as vision

    app.command("games")(games)
    app.command("openers")(openers)
    app.command("rules")(rules)
    app.command("scenario")(scenario)
    app.add_typer(devices, name="devices")
    app.add_typer(log, name="log")
    app.add_typer(phh, name="phh")
    vision.command("calibrate")(calibrate)
    vision.command("enrol")(enrol)
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
    profile: Annotated[str | None, typer.Option(help="A house profile; the game's own if not given.")] = None,
    draws: Annotated[
        int | None, typer.Option(help="So many draws, 1 to 3, instead of the game's own.")
    ] = None,
    four_before: Annotated[
        bool, typer.Option("--four-before", help="Four cards before the draw; one more is drawn than thrown.")
    ] = False,
    betting: Annotated[
        str | None,
        typer.Option(help="limit, spread_limit, pot_limit or no_limit; what is usual if not given."),
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="SWITCH=VALUE",
            help="Change a switch or the stakes, as `drawtable rules` does; as often as you like.",
        ),
    ] = None,
    faults: Annotated[
        list[str] | None,
        typer.Option(
            "--fault",
            metavar="CAMERA=FAULT",
            help="A camera's fault that comes and goes: shoe, tray or overhead-1 unplugged, frozen, black, covered, "
            "moved, unfocused, bright or dark.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Repeat the same players; never the same shuffle.")
    ] = None,
    host: Annotated[str, typer.Option(help="Where the page listens.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free port.")] = 0,
    log_dir: Annotated[Path | None, typer.Option(help="Keep the log there.")] = None,
    live_view: Annotated[
        bool, typer.Option("--live-view", help="Show the cameras on the page, to who opens the link first.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Watch hands being shuffled, dealt, bet, drawn, shown and paid on a simulated table.

    Example: drawtable demo --hands 200 --fast --headless
    Example: drawtable demo --game badugi --set blinds=5,10 --set limits=10,10,20,20

    Exit status: 0 all went well, 1 something was lost or wrong, 2 bad input.
    """
    from dashboard.serve import CannotListen
    from hardware.twin.summary import as_json as report_json
    from hardware.twin.summary import as_text
    from table_controller.app.demo import DemoOptions, run_demo
    from table_controller.app.firmware import NoFirmware
    from table_controller.app.logs import quiet
    from table_controller.games.switches import GameError
    from table_controller.mqtt.claim import TableTaken

    quiet()
    console = Console(stderr=as_json)
    try:
        said = _said(changes, draws, four_before=four_before, betting=betting)
        _tell_no_effect(game, profile, said)
        options = DemoOptions(
            hands,
            fast,
            headless,
            seats,
            seed,
            host,
            port,
            log_dir,
            game,
            profile,
            firmware=firmware,
            live_view=live_view,
            faults=tuple(faults or ()),
            said=said,
        )
        report = run_demo(options, console)
    except (GameError, CannotListen, NoFirmware, TableTaken) as error:
        _bad(str(error))
    if as_json:
        print(report_json(report))
    else:
        console.print(as_text(report))
    raise typer.Exit(0 if report.ok else 1)


def _said(
    changes: list[str] | None, draws: int | None, *, four_before: bool, betting: str | None
) -> Mapping[str, str]:
    """Return the switches, stakes and modifiers asked for: an option of its own before --set.

    :raises GameError: a change that cannot be read
    """
    from table_controller.table_said import changes_said

    own = {
        "draws": "" if draws is None else str(draws),
        "four_before": "true" * four_before,
        "betting": betting or "",
    }
    return {**changes_said(changes or []), **{name: value for name, value in own.items() if value}}


def _tell_no_effect(game: str, profile: str | None, said: Mapping[str, str]) -> None:
    """Name what was asked for and changes nothing.

    :raises GameError: it cannot be played so
    """
    from table_controller.table_said import no_effect_said

    idle = no_effect_said(game, profile, said)
    if idle is not None:
        print(f"drawtable: {idle}", file=sys.stderr)


@app.command("run")
def run_command(
    file: Annotated[Path | None, typer.Argument(metavar="TABLE.toml", help="The table's settings.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Try every device, camera and broker; start nothing.")
    ] = False,
    example: Annotated[bool, typer.Option("--example", help="Print a commented file to start from.")] = False,
    as_json: AsJson = False,
) -> None:
    """Run a table on real devices, cameras and broker.

    Example: drawtable run --example > table.toml; drawtable run --check table.toml; drawtable run table.toml

    Exit status: 0 good, 1 --check found something missing, 2 bad input.
    """
    from table_controller.app.config import read_settings
    from table_controller.app.config_example import EXAMPLE
    from table_controller.app.config_section import ConfigError

    if example:
        print(EXAMPLE, end="")
        return
    if file is None:
        _bad("run needs a file: `drawtable run --example > table.toml` makes one to start from")
    try:
        settings = read_settings(file)
        if check:
            _check(settings, as_json=as_json)
        else:
            _run(settings)
    except ConfigError as error:
        _bad(str(error))


def _check(settings: "Settings", *, as_json: bool) -> None:
    import asyncio
    from dataclasses import asdict

    from table_controller.app.checking import check_table
    from table_controller.app.logs import quiet

    quiet()
    with Console(stderr=True).status("trying devices, cameras and broker"):
        findings = asyncio.run(check_table(settings))
    if as_json:
        print(json.dumps([asdict(finding) for finding in findings]))
    else:
        for finding in findings:
            print(f"{'ok     ' if finding.ok else 'MISSING'}  {finding.what:16} {finding.detail}")
    raise typer.Exit(0 if all(finding.ok for finding in findings) else 1)


def _run(settings: "Settings") -> None:
    import asyncio

    from dashboard.serve import CannotListen
    from table_controller.app.logs import set_up
    from table_controller.app.opening import Opened
    from table_controller.app.run import run_table
    from table_controller.mqtt.claim import TableTaken

    set_up()

    def ready(url: str, opened: Opened, live: str | None) -> None:
        print(f"The table is at {url}" if url else "The table runs without a page", flush=True)
        print(f"Log: {opened.log.reader.path}", flush=True)
        if live is not None:
            print(f"The cameras, for one browser within ten minutes: {live}", flush=True)
        if opened.was_running:
            print("A hand was under way: look at the cards, then confirm.", flush=True)

    try:
        asyncio.run(run_table(settings, ready))
    except (CannotListen, TableTaken) as error:
        _bad(str(error))


@app.command("dashboard")
def dashboard_command(
    broker: Annotated[str, typer.Option(help="mqtt://user:password@host:1883")],
    host: Annotated[str, typer.Option(help="Where the page listens.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free port.")] = 8080,
) -> None:
    """Serve the page for the tables of a broker, apart from them.

    Example: drawtable dashboard --broker mqtt://floor:secret@broker.example:1883
    """
    import asyncio

    from dashboard.serve import CannotListen
    from table_controller.app.logs import set_up
    from table_controller.app.page import serve_page
    from table_controller.wire.broker_address import parse_broker

    set_up()
    try:
        asyncio.run(serve_page(parse_broker(broker), host, port))
    except (ValueError, CannotListen) as error:
        _bad(str(error))
    except KeyboardInterrupt:
        return


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Look at this installation: libraries, reader, broker, serial ports, cameras.

    Example: drawtable doctor
    """
    from table_controller.app.doctor import examine

    findings = examine()
    if as_json:
        print(json.dumps([{"what": what, "ok": ok, "detail": detail} for what, ok, detail in findings]))
    else:
        for what, ok, detail in findings:
            print(f"{'ok     ' if ok else 'MISSING'}  {what:16} {detail}")
    raise typer.Exit(0 if all(ok for _, ok, _ in findings) else 1)
