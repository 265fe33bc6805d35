"""Cardboard, devices and people that outlive the table's program. Used by tests only."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from dashboard.frames import SERVER_FRAME, Ping
from hardware.twin.dealer import DealerPanel
from hardware.twin.deck import PhysicalCard
from hardware.twin.devices.button_box import ButtonBoxModel
from hardware.twin.twin import Twin
from table_controller.cards import Card
from table_controller.controller.panels import Button
from table_controller.wire.models import PublicState
from tests.app.children import ROOT
from tests.app.seeing import cards_under

STACK: Final = 100_000
TABLE: Final = """
[table]
seats = {seats}
[shuffler]
device_path = "{ports}/shuffler"
[[button_box]]
device_path = "{ports}/dealer"
role = "dealer"
[[camera]]
role = "shoe"
source = "shoe"
[[camera]]
role = "tray"
source = "tray"
[log]
dir = "{log}"
[dashboard]
port = 0
"""
SEAT: Final = """
[[player]]
seat = {seat}
stack = {stack}
[[button_box]]
device_path = "{ports}/seat-{seat}"
seat = {seat}
[[camera]]
role = "overhead"
seat = {seat}
source = "overhead {seat}"
"""


class Outliving:
    """A twin, the dealer with a box, and the program, which may be killed and started at any time."""

    def __init__(self, folder: Path, seats: int, seed: int) -> None:
        self.log_dir: Final = folder / "log"
        self._folder: Final = folder
        self._ports: Final = folder / "ports"
        self._ports.mkdir()
        self._eyes: Final = folder / "eyes"
        self._dealer_box: Final = ButtonBoxModel(self._ports / "dealer", serial_number=99)
        panel = DealerPanel(self._confirm, self._confirm, self._confirm)
        self.twin: Final = Twin(self._ports, seats, seed, 0.0, panel=panel)
        self.deals: Final[list[tuple[tuple[Card, int], ...]]] = []
        """For every deal that was gathered: faces and slots in the order in which they left the machine."""
        self._gather: Final = self.twin.world.gather
        self.twin.world.gather = self._note_and_gather  # type: ignore[method-assign]
        self.states: Final[list[PublicState]] = []
        self._server: asyncio.subprocess.Process
        self._url: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.pid = 0
        self._sees = False
        self.said: Final[list[str]] = []
        self._table: Final = folder / "table.toml"
        text = TABLE.format(ports=self._ports, log=self.log_dir, seats=seats)
        for seat in range(1, seats + 1):
            text += SEAT.format(ports=self._ports, seat=seat, stack=STACK)
        self._table.write_text(text)

    @property
    def state(self) -> PublicState | None:
        return self.states[-1] if self.states else None

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Outliving"]:
        """Plug everything in and let people play."""
        self.twin.plug_in()
        self._dealer_box.start()
        eyes = await asyncio.start_unix_server(self._look, self._eyes)
        with (self._folder / "stderr").open("w") as stderr:
            self._server = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.app.table_life", str(self._table), str(self._eyes),
                cwd=ROOT, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=stderr, env={**os.environ, "PYTHONPATH": str(ROOT)},
            )  # fmt: skip
        people = [asyncio.create_task(self.twin.run()), asyncio.create_task(self._hear())]
        try:
            yield self
        finally:
            for task in people:
                task.cancel()
            await asyncio.gather(*people, return_exceptions=True)
            if self.pid:
                with suppress(ProcessLookupError):
                    os.kill(self.pid, signal.SIGKILL)
            with suppress(ProcessLookupError):
                self._server.kill()
            await self._server.wait()
            eyes.close()
            await eyes.wait_closed()
            self.twin.unplug()
            self._dealer_box.stop()

    async def start(self) -> None:
        """Begin a life of the program; return when its page can be looked at."""
        self._url = asyncio.get_running_loop().create_future()
        assert self._server.stdin is not None
        self._server.stdin.write(b"go\n")
        await self._server.stdin.drain()
        self._watching = asyncio.create_task(self._watch(await self._url))

    async def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """End this life and wait until it is over."""
        os.kill(self.pid, number)
        while self.pid:
            await asyncio.sleep(0.005)
        await self._watching

    async def _hear(self) -> None:
        assert self._server.stdout is not None
        async for line in self._server.stdout:
            text = line.decode().strip()
            self.said.append(text)
            if text.startswith("pid "):
                self.pid = int(text.split()[1])
            elif text.startswith("dead "):
                self.pid, self._sees = 0, False
            elif text.startswith("The table is at "):
                self._url.set_result(text.removeprefix("The table is at "))

    async def _watch(self, url: str) -> None:
        """Everybody sees the page, until the program dies."""
        with suppress(ConnectionClosed, OSError):
            async with connect(url.replace("http", "ws") + "ws") as socket:
                async for text in socket:
                    frame = SERVER_FRAME.validate_json(text)
                    if isinstance(frame, Ping):
                        pong = {"kind": "pong", "server_ts": json.loads(text)["server_ts"]}
                        await socket.send(json.dumps(pong))
                        continue
                    for table in frame.tables:
                        if table.state is not None:
                            self._sees = True
                            self.states.append(table.state)
                            self.twin.observe(table.state)

    async def _look(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        name = (await reader.readline()).decode().strip()
        cards = cards_under(self.twin.cameras[name]) if name else ()  # no name: killed while it asked
        writer.write((" ".join(card.face.text for card in cards) + "\n").encode())
        with suppress(ConnectionError):
            await writer.drain()
            writer.close()
            await writer.wait_closed()

    async def _confirm(self) -> None:
        self._dealer_box.press(Button.CONFIRM)

    def _note_and_gather(self) -> int:
        """Nobody gathers cards at a table whose program is away."""
        if not self._sees:
            return 0
        left = self.left()
        if left:
            self.deals.append(left)
        return self._gather()

    def left(self) -> tuple[tuple[Card, int], ...]:
        """Return faces and slots of the deal that lies on the table."""
        left: tuple[tuple[PhysicalCard, int], ...] = self.twin.world.truth().left
        return tuple((card.face, slot) for card, slot in left)
