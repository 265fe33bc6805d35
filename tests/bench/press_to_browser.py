"""How long after a press of a button the page shows it: serial port, table, log, broker, server, browser.

A real ``drawtable run``; the box is the model on the far end of a pty, the browser a real Chromium. Where there is
none the arrival of the socket's frame is measured instead, and the lines say so.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright
from websockets.sync.client import ClientConnection, connect

from hardware.twin.devices.button_box import ButtonBoxModel
from hardware.twin.seat_buttons import SeatButton
from tests.bench.printed import printed
from vision.evaluate import percentile

PRESSES: Final = 30
DEADLINE_S: Final = 30.0
TABLE: Final = """
[table]
seats = 2
[game]
betting = "no_limit"
limits = [2]
[[player]]
seat = 1
stack = 100000
[[player]]
seat = 2
stack = 100000
[[button_box]]
device_path = "{box}"
role = "dealer"
[log]
dir = "{log}"
[dashboard]
port = 0
"""
CHANGED: Final = """() => new Promise(tell => {
    const shown = () => document.querySelector(".turn-who")?.textContent ?? "";
    const before = shown();
    const watcher = new MutationObserver(() => {
        if (shown() === before) return;
        watcher.disconnect();
        tell(performance.timeOrigin + performance.now());
    });
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
})"""
"""Gives the page's clock, ms, when another seat is to act."""

Watched = Callable[[], float]
"""Waits for what a press changed and returns when it was seen, seconds since the epoch."""


def run() -> list[tuple[str, float, str]]:
    """Return (what, figure, unit) lines; takes some ten seconds."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as name:
        box = ButtonBoxModel(Path(name) / "box")
        box.start()
        try:
            with _table(Path(name)) as url:
                if chromium is None:
                    return _lines("press to the socket's frame (no Chromium here)", _over_socket(url, box))
                return _lines("press to the page's text in Chromium", _in_browser(url, box, chromium))
        finally:
            box.stop()


def _lines(what: str, times_ms: list[float]) -> list[tuple[str, float, str]]:
    return [
        (f"{what}, {called}", percentile(times_ms, share), "ms")
        for share, called in ((0.5, "p50"), (0.99, "p99"))
    ]


@contextmanager
def _table(folder: Path) -> Iterator[str]:
    """Run a table and give its page's address."""
    config = folder / "table.toml"
    config.write_text(TABLE.format(box=folder / "box", log=folder / "log"))
    command = [sys.executable, "-c", "from table_controller.cli import main; main()", "run", str(config)]
    with (folder / "errors").open("wb") as errors:
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        try:
            assert running.stdout is not None
            first = running.stdout.readline()
            found = re.search(r"http\S+", first)
            if found is None:
                raise RuntimeError(f"no table: {first}{(folder / 'errors').read_text()}")
            yield found[0]
        finally:
            running.terminate()
            running.wait()
            assert running.stdout is not None
            running.stdout.close()


def _in_browser(url: str, box: ButtonBoxModel, chromium: str) -> list[float]:
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        page = browser.new_page(viewport={"width": 1024, "height": 768})
        page.goto(url)
        page.locator("[data-link=live]").wait_for()
        box.press(SeatButton.CONFIRM)  # a hand
        page.locator(".owed .next").wait_for()
        box.press(SeatButton.CONFIRM)  # the cards are dealt
        page.locator(".turn-may").wait_for()
        times = [_timed(box, _page_watch(page, number)) for number in range(PRESSES)]
        browser.close()
        return times


def _page_watch(page: Page, number: int) -> Watched:
    page.evaluate(f"window.shown{number} = ({CHANGED})(); null")
    return lambda: float(page.evaluate(f"window.shown{number}")) / 1000


def _timed(box: ButtonBoxModel, watched: Watched) -> float:
    """Press bet, which raises and gives the turn to the other seat; return ms until it is seen."""
    pressed = time.time()
    box.press(SeatButton.BET)
    return 1000 * (watched() - pressed)


def _over_socket(url: str, box: ButtonBoxModel) -> list[float]:
    with connect(url.replace("http", "ws", 1).rstrip("/") + "/ws", origin=url.rstrip("/")) as socket:
        _frame_where(socket, lambda state: state["phase"] is not None)
        box.press(SeatButton.CONFIRM)
        _frame_where(socket, lambda state: bool(state["cards_due"]))
        box.press(SeatButton.CONFIRM)
        to_act = _frame_where(socket, lambda state: state["to_act"] is not None)
        times = []
        for _ in range(PRESSES):
            pressed = time.time()
            box.press(SeatButton.BET)
            to_act = _frame_where(socket, lambda state, last=to_act: state["to_act"] not in (None, last))
            times.append(1000 * (time.time() - pressed))
        return times


def _frame_where(socket: ClientConnection, holds: Callable[[dict[str, object]], bool]) -> object:
    """Read frames until a table's state is as wanted; return whose turn it is."""
    deadline = time.monotonic() + DEADLINE_S
    while True:
        frame = json.loads(socket.recv(deadline - time.monotonic()))
        if frame["kind"] == "ping":
            socket.send(json.dumps({"kind": "pong", "server_ts": frame["server_ts"]}))
        for table in frame.get("tables", ()):
            if table["state"] is not None and holds(table["state"]):
                return table["state"]["to_act"]


if __name__ == "__main__":
    printed(run)
