"""The embedded broker starts, comes back, keeps its secrets and never outlives its parent."""

import asyncio
import os
import signal
import socket
import stat
import sys
from collections.abc import Callable, Coroutine
from importlib.metadata import PackagePath
from pathlib import Path
from typing import Final

import pytest

from table_controller.broker import supervisor
from table_controller.broker.supervisor import BrokerFailed, BrokerSupervisor, find_nats_server
from table_controller.mqtt.connection import Connection, LinkDown, open_connection
from table_controller.wire.topics import every_table, reader_filters
from tests.table_controller.mqtt_house import ADDRESS

pytestmark = pytest.mark.broker
DEADLINE_S: Final = 30.0
CHILD: Final = """
import asyncio, sys
from pathlib import Path
from table_controller.broker.supervisor import BrokerSupervisor
from tests.table_controller.mqtt_house import ADDRESS

async def main():
    async with BrokerSupervisor(Path(sys.argv[1]), ADDRESS) as broker:
        print("pid", broker.pid, flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


def running(folder: Path, body: Callable[[BrokerSupervisor], Coroutine[object, object, None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(DEADLINE_S), BrokerSupervisor(folder / "broker", ADDRESS) as broker:
            await body(broker)

    asyncio.run(run())


def is_running(pid: int) -> bool:
    """Say whether the process does anything; one that nobody has waited for yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def until_gone(pid: int) -> None:
    async with asyncio.timeout(DEADLINE_S):
        while is_running(pid):
            await asyncio.sleep(0.02)


def test_passwords_are_in_a_file_that_is_only_ours(tmp_path: Path) -> None:
    async def body(broker: BrokerSupervisor) -> None:
        config = tmp_path / "broker" / "broker.conf"
        assert stat.S_IMODE(config.stat().st_mode) == 0o600
        assert stat.S_IMODE(config.parent.stat().st_mode) == 0o700
        assert broker.for_table.password in config.read_text()
        assert broker.for_table.password not in repr(broker.for_table)
        assert broker.for_table.password != broker.for_dashboard.password
        log = (tmp_path / "broker" / "broker.log").read_text()
        assert broker.for_table.password not in log

    running(tmp_path, body)


def test_it_listens_on_this_machine_only(tmp_path: Path) -> None:
    async def body(broker: BrokerSupervisor) -> None:
        listing = await asyncio.create_subprocess_exec("ss", "-Hltnp", stdout=asyncio.subprocess.PIPE)
        lines = (await listing.communicate())[0].decode().splitlines()
        ours = [line.split()[3] for line in lines if f"pid={broker.pid}," in line]
        if not ours:
            pytest.skip("ss does not show who listens here")
        assert {address.rpartition(":")[0] for address in ours} == {"127.0.0.1"}

    running(tmp_path, body)


def test_nobody_enters_without_a_password(tmp_path: Path) -> None:
    async def body(broker: BrokerSupervisor) -> None:
        with pytest.raises(LinkDown, match="the broker refused us"):
            await open_connection(type(broker.for_table)("127.0.0.1", broker.for_table.port), "nobody")

    running(tmp_path, body)


def test_each_user_hears_only_what_is_his(tmp_path: Path) -> None:
    async def body(broker: BrokerSupervisor) -> None:
        async def refused(connection: Connection, *filters: str) -> set[str]:
            return {each for each in filters if await connection.subscribe([each])}

        table = await open_connection(broker.for_table, "table")
        reader = await open_connection(broker.for_dashboard, "reader")
        try:
            wide = ("#", "+/#", every_table(), "$MQTT/#", "$SYS/#", "drawtable/v1/home/attic/t2/state")
            assert await refused(table, ADDRESS.everything, *wide) == set(wide)
            hidden = ("#", "$MQTT/#", ADDRESS.everything, ADDRESS.every_command, ADDRESS.probe("x"))
            assert await refused(reader, *reader_filters("reader"), *hidden) == set(hidden)
        finally:
            await table.close()
            await reader.close()

    running(tmp_path, body)


def test_a_reader_cannot_forge_what_the_broker_keeps(tmp_path: Path) -> None:
    async def body(broker: BrokerSupervisor) -> None:
        reader = await open_connection(broker.for_dashboard, "reader")
        table = await open_connection(broker.for_table, "table")
        try:
            await table.publish(ADDRESS.state, b"true", retain=True)
            subject = ADDRESS.state.replace("/", ".")
            for topic in (ADDRESS.state, f"$MQTT/rmsgs/{ADDRESS.state}", f"$MQTT/msgs/{subject}"):
                await reader.publish(topic, b"forged", retain=True)
            await reader.publish(ADDRESS.command("snapshot"), b"x")
            late = await open_connection(broker.for_dashboard, "late")
            try:
                await late.subscribe([ADDRESS.state])
                assert (await late.next_message()).payload == b"true"
            finally:
                await late.close()
        finally:
            await reader.close()
            await table.close()

    running(tmp_path, body)


def test_it_takes_what_no_table_sends_and_refuses_no_less(tmp_path: Path) -> None:
    async def body(broker: BrokerSupervisor) -> None:
        table = await open_connection(broker.for_table, "table")
        try:
            await table.subscribe([ADDRESS.everything])
            await table.publish(ADDRESS.event, b"x" * 1_000_000)
            assert len((await table.next_message()).payload) == 1_000_000
        finally:
            await table.close()

    running(tmp_path, body)


def test_it_is_started_again_when_it_dies_for_the_same_users(tmp_path: Path) -> None:
    """What was retained an instant before a SIGKILL may be gone; tables tell it again when they come back."""

    async def body(broker: BrokerSupervisor) -> None:
        first, entry = broker.pid, broker.for_table
        assert first is not None

        os.kill(first, signal.SIGKILL)
        while broker.restarts < 1:
            await asyncio.sleep(0.01)

        assert broker.pid not in (None, first)
        assert broker.for_table == entry
        table = await open_connection(broker.for_table, "table")
        await table.publish(ADDRESS.state, b"told again", retain=True)
        reader = await open_connection(broker.for_dashboard, "reader")
        try:
            await reader.subscribe([ADDRESS.state])
            assert (await reader.next_message()).payload == b"told again"
        finally:
            await reader.close()
            await table.close()

    running(tmp_path, body)


def test_what_is_retained_outlives_a_stop(tmp_path: Path) -> None:
    async def say(broker: BrokerSupervisor) -> None:
        table = await open_connection(broker.for_table, "table")
        await table.publish(ADDRESS.state, b"kept", retain=True)
        await table.close()

    async def hear(broker: BrokerSupervisor) -> None:
        """A server that has just started may give a reader nothing yet of what it keeps; one that asks again gets it."""
        reader = await open_connection(broker.for_dashboard, "reader")
        heard = asyncio.create_task(reader.next_message())
        try:
            while not heard.done():
                await reader.subscribe([ADDRESS.state])
                await asyncio.wait({heard}, timeout=0.1)
            assert heard.result().payload == b"kept"
        finally:
            heard.cancel()
            await reader.close()

    running(tmp_path, say)
    running(tmp_path, hear)


def test_it_is_gone_when_it_was_stopped(tmp_path: Path) -> None:
    pids: list[int] = []

    async def body(broker: BrokerSupervisor) -> None:
        assert broker.pid is not None
        pids.append(broker.pid)

    running(tmp_path, body)

    assert not is_running(pids[0])


@pytest.mark.skipif(sys.platform != "linux", reason="the leash is a Linux one")
def test_it_does_not_outlive_a_parent_that_is_killed(tmp_path: Path) -> None:
    async def run() -> None:
        parent = await asyncio.create_subprocess_exec(
            sys.executable, "-c", CHILD, str(tmp_path / "broker"), stdout=asyncio.subprocess.PIPE
        )
        assert parent.stdout is not None
        pid = int((await parent.stdout.readline()).split()[1])
        assert is_running(pid)

        parent.kill()
        await parent.wait()

        await until_gone(pid)

    asyncio.run(run())


def test_two_run_side_by_side(tmp_path: Path) -> None:
    async def run() -> None:
        async with (
            asyncio.timeout(DEADLINE_S),
            BrokerSupervisor(tmp_path / "a", ADDRESS) as one,
            BrokerSupervisor(tmp_path / "b", ADDRESS) as other,
        ):
            assert one.for_table.port != other.for_table.port

    asyncio.run(run())


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "broker").write_text("a file in the way")

    with pytest.raises(BrokerFailed, match="the embedded broker cannot write to "):
        running(tmp_path, lambda broker: asyncio.sleep(0))


def test_a_port_that_somebody_took_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(supervisor, "_free_port", lambda: taken.getsockname()[1])
        with pytest.raises(BrokerFailed, match="address already in use"):
            running(tmp_path, lambda broker: asyncio.sleep(0))


def test_a_port_that_is_taken_meanwhile_is_left_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free_port = supervisor._free_port
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ports = iter([taken.getsockname()[1], free_port()])
        monkeypatch.setattr(supervisor, "_free_port", lambda: next(ports))

        async def body(broker: BrokerSupervisor) -> None:
            assert broker.for_table.port != taken.getsockname()[1]

        running(tmp_path, body)


def test_a_machine_without_the_server_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(name: str) -> list[PackagePath] | None:
        return None

    monkeypatch.setattr(supervisor, "files", none)

    with pytest.raises(BrokerFailed, match=r"\[broker\] url = mqtt://host:port"):
        find_nats_server()


def test_the_server_is_the_one_of_the_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")

    assert find_nats_server().is_file()
