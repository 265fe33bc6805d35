"""Brokers for tests: the embedded one and a real Mosquitto, both with a table's user and a reader's."""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pytest

from table_controller.broker.supervisor import BrokerSupervisor
from table_controller.games.build import GAMES
from table_controller.structure import Betting, HouseRules, Stakes
from table_controller.table.state import Table
from table_controller.wire.broker_address import BrokerAddress
from table_controller.wire.models import PublicState, TableInfo
from table_controller.wire.state_view import public_state
from table_controller.wire.topics import TableAddress

ADDRESS: Final = TableAddress("home", "attic", "t1")
TABLE: Final = Table(
    game=GAMES["jacks-or-better"],
    rules=HouseRules(profile="home"),
    stakes=Stakes(Betting.LIMIT, (4, 8), ante=1),
    hand_no=1,
)
INFO: Final = TableInfo(
    name="T 1",
    software="test",
    game="jacks-or-better",
    title="Jacks or better",
    profile="home",
    seats=(1, 2),
    schemas=("table.state/1.0",),
    verbs=("snapshot", "replay"),
)
KINDS: Final = ("embedded", "mosquitto", "mosquitto-5")
DEADLINE_S: Final = 25.0
MOSQUITTO: Final = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin:/opt/homebrew/sbin")
ACL: Final = """
user table
topic readwrite drawtable/v1/home/attic/t1/#
user dashboard
topic read drawtable/v1/#
topic write drawtable/v1/+/+/+/cmd/+
user mute
topic write drawtable/v1/home/attic/t1/#
"""


def view() -> PublicState:
    return public_state(TABLE)


@dataclass(frozen=True)
class House:
    """A broker that runs; *restart* kills it with SIGKILL and returns when it runs again."""

    table: BrokerAddress
    reader: BrokerAddress
    restart: Callable[[], Awaitable[None]]
    pid: Callable[[], int]


@asynccontextmanager
async def house(kind: str, folder: Path) -> AsyncIterator[House]:
    """Run a broker of this kind, with a deadline for all that is done in it."""
    opened = _embedded(folder) if kind == "embedded" else _mosquitto(folder, 5 if kind.endswith("5") else 4)
    async with asyncio.timeout(DEADLINE_S), opened as broker:
        yield broker


@asynccontextmanager
async def _embedded(folder: Path) -> AsyncIterator[House]:
    async with BrokerSupervisor(folder / "broker", ADDRESS) as broker:

        def pid() -> int:
            assert broker.pid is not None
            return broker.pid

        async def restart() -> None:
            restarts = broker.restarts
            os.kill(pid(), signal.SIGKILL)
            while broker.restarts == restarts:
                await asyncio.sleep(0.01)

        yield House(broker.for_table, broker.for_dashboard, restart, pid)


@asynccontextmanager
async def _mosquitto(folder: Path, version: int) -> AsyncIterator[House]:
    if MOSQUITTO is None:
        pytest.skip("Mosquitto is not installed: apt-get install mosquitto")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    passwords, acl, config = folder / "passwords", folder / "acl", folder / "mosquitto.conf"
    passwords.touch(mode=0o600)
    for user in ("table", "dashboard", "mute"):
        subprocess.run(
            ["mosquitto_passwd", "-b", str(passwords), user, f"{user}-pw"], check=True, capture_output=True
        )
    acl.write_text(ACL)
    acl.chmod(0o600)
    config.write_text(
        f"listener {port} 127.0.0.1\nallow_anonymous false\npassword_file {passwords}\nacl_file {acl}\nuser root\n"
    )
    processes = [await _start(MOSQUITTO, config, port)]

    async def restart() -> None:
        processes[0].kill()
        await processes[0].wait()
        processes[0] = await _start(MOSQUITTO or "", config, port)

    address = BrokerAddress("127.0.0.1", port, user="table", password="table-pw", version=version)
    try:
        yield House(
            address,
            replace(address, user="dashboard", password="dashboard-pw"),
            restart,
            lambda: processes[0].pid,
        )
    finally:
        processes[0].kill()
        await processes[0].wait()


async def _start(program: str, config: Path, port: int) -> asyncio.subprocess.Process:
    process = await asyncio.create_subprocess_exec(
        program, "-c", str(config), stderr=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL
    )
    while process.returncode is None:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.02)
            continue
        writer.close()
        await writer.wait_closed()
        return process
    raise RuntimeError(f"mosquitto ended with {process.returncode}")
