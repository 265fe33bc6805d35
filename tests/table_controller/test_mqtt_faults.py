"""Brokers that are not there, are none, freeze or hold back: one clear line each, and the table goes on."""

import asyncio
import os
import re
import signal
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from table_controller import events as e
from table_controller.mqtt.connection import LinkDown, backoff_s, open_connection
from table_controller.mqtt.feed import MqttFeed
from table_controller.mqtt.publisher import MqttPublisher
from table_controller.wire.broker_address import BrokerAddress, parse_broker
from table_controller.wire.envelope import LinkState, encode
from table_controller.wire.models import TableStatus
from table_controller.wire.state_view import public_state
from tests.table_controller.mqtt_house import ADDRESS, DEADLINE_S, INFO, TABLE, house, view

BEAT_S: Final = 0.2
Client = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def until_link(told: MqttPublisher, state: LinkState) -> None:
    while told.link.state is not state:
        await asyncio.sleep(0.01)


async def says_html(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
    await writer.drain()
    writer.close()


async def hangs_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


async def refusal_of(client: Client) -> str:
    """Return what is said of a listener that is no broker."""
    async with asyncio.timeout(DEADLINE_S), await asyncio.start_server(client, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(LinkDown) as caught:
            await open_connection(BrokerAddress("127.0.0.1", port), "x")
    return str(caught.value)


@pytest.mark.parametrize("client", [says_html, hangs_up])
def test_what_is_no_broker_is_said_to_be_none(client: Client) -> None:
    text = asyncio.run(refusal_of(client))

    assert text.endswith("is it an MQTT broker?")
    assert "\n" not in text


def test_a_table_without_a_broker_goes_on_and_never_waits() -> None:
    async def body() -> None:
        async with (
            asyncio.timeout(DEADLINE_S),
            MqttPublisher(ADDRESS, BrokerAddress("127.0.0.1", 1), INFO, view) as told,
        ):
            for seat in [*range(1, 9)] * 500:
                told.publish(e.Checked(seat), TABLE)

            assert told.link.state is LinkState.DOWN
            assert told.link.detail == "mqtt://127.0.0.1:1: connection refused"

    asyncio.run(body())


def test_a_host_that_does_not_exist_is_named() -> None:
    async def body() -> None:
        with pytest.raises(LinkDown, match=r"mqtt://no-such-host\.invalid:1883: .*(not known|resolution)"):
            await open_connection(parse_broker("mqtt://no-such-host.invalid"), "x")

    asyncio.run(body())


def test_a_certificate_file_that_is_not_there_is_named() -> None:
    async def body() -> None:
        with pytest.raises(LinkDown, match=r"/no/such\.pem: no such file"):
            await open_connection(parse_broker("mqtts://127.0.0.1?ca=/no/such.pem"), "x")

    asyncio.run(body())


def test_retries_begin_fast_and_slow_down() -> None:
    assert backoff_s(0) == 0.5
    assert all(0.5 <= backoff_s(attempt) <= 30 for attempt in range(100))
    assert all(backoff_s(100) >= 15 for _ in range(20))


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("table.example", "expected mqtt://host:port"),
        ("http://u:topsecret@h", "not http://"),
        ("mqtt://u:topsecret@", "a host is missing"),
        ("mqtt://u:topsecret@h:99999", "up to 65535"),
        ("mqtt://u:topsecret@h:x", "up to 65535"),
        ("mqtt://h?version=3", "version=5"),
        ("mqtt://h?verison=5", "version=5"),
    ],
)
def test_a_url_that_is_no_brokers_is_refused_without_its_password(url: str, says: str) -> None:
    with pytest.raises(ValueError, match="not a broker") as caught:
        parse_broker(url)

    assert says in str(caught.value)
    assert "topsecret" not in str(caught.value)


def test_a_url_says_who_and_how() -> None:
    broker = parse_broker("mqtts://ann:p%40ss%2F@[::1]:1884?version=5&ca=/ca.pem")

    assert broker == BrokerAddress("::1", 1884, True, "ann", "p@ss/", 5, "/ca.pem")
    assert str(broker) == "mqtts://ann@[::1]:1884"
    assert "p@ss" not in repr(broker)


@pytest.mark.broker
def test_a_frozen_broker_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table_controller.mqtt.connection.ANSWER_TIMEOUT_S", 1.0)

    async def body() -> None:
        async with (
            house("embedded", tmp_path) as broker,
            MqttPublisher(ADDRESS, broker.table, INFO, view, BEAT_S) as told,
        ):
            pid = broker.pid()
            os.kill(pid, signal.SIGSTOP)
            try:
                await until_link(told, LinkState.DOWN)
                assert re.search("no answer", told.link.detail)
            finally:
                os.kill(pid, signal.SIGCONT)
            await until_link(told, LinkState.UP)

    asyncio.run(body())


@pytest.mark.broker
def test_a_broker_that_passes_nothing_on_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table_controller.mqtt.session.PROBE_TIMEOUT_S", 1.0)

    async def body() -> None:
        async with house("mosquitto", tmp_path) as broker, MqttFeed(broker.reader, "reader") as feed:
            mute = replace(broker.table, user="mute", password="mute-pw")
            async with MqttPublisher(ADDRESS, mute, INFO, view, BEAT_S):
                async for received in feed.messages():
                    status = received.envelope.data
                    if isinstance(status, TableStatus) and status.state == "degraded":
                        assert "look at its access rules" in status.detail
                        break

    asyncio.run(body())


@pytest.mark.broker
def test_an_event_is_not_held_up_by_a_broker_that_died(tmp_path: Path) -> None:
    async def body() -> None:
        async with (
            house("embedded", tmp_path) as broker,
            MqttPublisher(ADDRESS, broker.table, INFO, view, BEAT_S) as told,
        ):
            restarting = asyncio.create_task(broker.restart())
            for seat in [*range(1, 9)] * 10:
                told.publish(e.Checked(seat), TABLE)
                await asyncio.sleep(0)
            await restarting
            await until_link(told, LinkState.DOWN)
            await until_link(told, LinkState.UP)

    asyncio.run(body())


@pytest.mark.broker
def test_a_user_with_too_few_rights_is_told_of(tmp_path: Path) -> None:
    refused = "drawtable/v1/home/attic/t1/cmd/+"

    async def body() -> None:
        async with (
            house("embedded", tmp_path) as broker,
            MqttPublisher(ADDRESS, broker.reader, INFO, view, BEAT_S) as told,
        ):
            assert told.link.state is LinkState.UP
            assert told.link.detail.startswith(f"the broker refused the subscription to {refused}")

    asyncio.run(body())


@pytest.mark.broker
def test_a_rival_that_came_in_beside_us_is_told_of_until_it_leaves(tmp_path: Path) -> None:
    async def body() -> None:
        async with (
            house("embedded", tmp_path) as broker,
            MqttPublisher(ADDRESS, broker.table, INFO, view, BEAT_S) as told,
        ):
            rival = await open_connection(broker.table, "rival")
            try:
                await rival.publish(
                    ADDRESS.status, encode(TableStatus(state="ready"), "rival", 0), retain=True
                )
                while "another controller" not in told.link.detail:
                    await asyncio.sleep(0.01)
                await rival.publish(
                    ADDRESS.status, encode(TableStatus(state="offline"), "rival", 0), retain=True
                )
                while told.link.detail:
                    await asyncio.sleep(0.01)
            finally:
                await rival.close()

    asyncio.run(body())


@pytest.mark.broker
def test_a_feed_without_a_link_cannot_be_asked_and_one_without_a_table_gets_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table_controller.mqtt.feed.ASK_TIMEOUT_S", 0.2)

    async def body() -> None:
        async with house("embedded", tmp_path) as broker, MqttFeed(broker.reader, "reader") as feed:
            with pytest.raises(ConnectionError):
                await feed.ask(ADDRESS, "snapshot", {})
            while feed.link.state is not LinkState.UP:
                await asyncio.sleep(0.01)
            with pytest.raises(TimeoutError):
                await feed.ask(ADDRESS, "snapshot", {})

    asyncio.run(body())


@pytest.mark.broker
def test_a_message_that_is_not_ours_does_not_disturb_a_feed(tmp_path: Path) -> None:
    async def body() -> None:
        async with house("embedded", tmp_path) as broker, MqttFeed(broker.reader, "reader") as feed:
            while feed.link.state is not LinkState.UP:
                await asyncio.sleep(0.01)
            other = await open_connection(broker.table, "other")
            try:
                await other.publish(ADDRESS.state, b"\xff not ours")
                await other.publish(ADDRESS.state, b"")
                await other.publish(ADDRESS.status, encode(TableStatus(state="ready"), "e", 0))
                received = await anext(feed.messages())
            finally:
                await other.close()
            assert received.envelope.data == TableStatus(state="ready")

    asyncio.run(body())


@pytest.mark.broker
def test_a_state_that_cannot_be_written_is_told_of_and_the_rest_goes_on(tmp_path: Path) -> None:
    broken = replace(TABLE, stub=-1)

    async def body() -> None:
        tables = [broken]
        async with (
            house("embedded", tmp_path) as broker,
            MqttPublisher(ADDRESS, broker.table, INFO, lambda: public_state(tables[0]), BEAT_S) as told,
        ):
            assert told.link.detail == "the table's state cannot be told"
            tables[0] = TABLE
            while told.link.detail:
                await asyncio.sleep(0.01)

    asyncio.run(body())


def test_an_event_that_cannot_be_written_is_passed_over() -> None:
    async def body() -> None:
        told = MqttPublisher(ADDRESS, BrokerAddress("127.0.0.1", 1), INFO, view)
        told.publish(e.Checked(-1), TABLE)

    asyncio.run(body())
