"""What a table and its readers rely on, with every broker we know to be used."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from table_controller import events as e
from table_controller.mqtt.claim import TableTaken
from table_controller.mqtt.connection import Connection, open_connection
from table_controller.mqtt.feed import MqttFeed
from table_controller.mqtt.publisher import MqttPublisher
from table_controller.wire.envelope import LinkState, Received, Request, Response, decode, encode, timestamp
from table_controller.wire.models import (
    ActiveAlerts,
    AlertView,
    DeviceHealth,
    PublicState,
    TableInfo,
    TableStatus,
)
from table_controller.wire.public_event import PublicEvent
from table_controller.wire.state_view import public_state
from tests.table_controller.mqtt_house import ADDRESS, INFO, KINDS, TABLE, House, house, view
from tests.table_controller.test_wire_events import EXAMPLES, HIDDEN
from tests.table_controller.test_wire_events import TABLE as PLANTED

pytestmark = [pytest.mark.broker, pytest.mark.parametrize("kind", KINDS)]
BEAT_S: Final = 0.2
CHILD: Final = """
import asyncio, sys
from table_controller.mqtt.publisher import MqttPublisher
from table_controller.wire.broker_address import parse_broker
from tests.table_controller.mqtt_house import ADDRESS, INFO, view

async def main():
    async with MqttPublisher(ADDRESS, parse_broker(sys.stdin.readline().strip()), INFO, view, 0.2) as table:
        print("epoch", table.epoch, flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


def within(kind: str, folder: Path, body: Callable[[House], Coroutine[object, object, None]]) -> None:
    """Run *body* with a broker of this kind."""

    async def run() -> None:
        async with house(kind, folder) as broker:
            await body(broker)

    asyncio.run(run())


def table(broker: House) -> MqttPublisher:
    return MqttPublisher(ADDRESS, broker.table, INFO, view, BEAT_S)


async def until(
    messages: AsyncIterator[Received], holds: Callable[[Received], bool], seen: list[Received] | None = None
) -> Received:
    async for received in messages:
        if seen is not None:
            seen.append(received)
        if holds(received):
            return received
    raise AssertionError("a feed never ends")


def is_status(state: str) -> Callable[[Received], bool]:
    return lambda received: (
        isinstance(received.envelope.data, TableStatus) and received.envelope.data.state == state
    )


def is_state(received: Received) -> bool:
    return isinstance(received.envelope.data, PublicState)


def is_event(seq: int) -> Callable[[Received], bool]:
    return lambda received: isinstance(received.envelope.data, PublicEvent) and received.envelope.seq == seq


def event_seqs(seen: list[Received]) -> list[int]:
    return [each.envelope.seq for each in seen if isinstance(each.envelope.data, PublicEvent)]


async def until_link(feed: MqttFeed | MqttPublisher, state: LinkState) -> None:
    while feed.link.state is not state:
        await asyncio.sleep(0.01)


def test_a_reader_that_comes_late_finds_everything_retained(kind: str, tmp_path: Path) -> None:
    async def body(broker: House) -> None:
        shoe = DeviceHealth(id="shoe", role="shoe", state="ok")
        alert = e.AlertRaised("JAM", "a card is stuck", ("dealer", "floor"))
        jammed = replace(TABLE, alerts=(alert,))
        told = MqttPublisher(ADDRESS, broker.table, INFO, lambda: public_state(jammed, devices=(shoe,)), 1.0)
        async with told, MqttFeed(broker.reader, "late") as feed:
            found: list[Received] = []
            kinds = {TableStatus, TableInfo, PublicState, ActiveAlerts, DeviceHealth}
            await until(
                feed.messages(), lambda _: {type(each.envelope.data) for each in found} == kinds, found
            )

            by_kind = {type(each.envelope.data): each for each in found}
            assert by_kind[TableInfo].envelope.data == INFO
            assert by_kind[DeviceHealth].envelope.data == shoe
            assert by_kind[ActiveAlerts].envelope.data == ActiveAlerts(
                alerts=(AlertView(name="JAM", text="a card is stuck"),)
            )
            assert all(each.envelope.epoch == told.epoch for each in found)
            assert all(by_kind[kept].retained for kept in kinds - {PublicState})

    within(kind, tmp_path, body)


def test_the_state_is_told_again_once_a_beat(kind: str, tmp_path: Path) -> None:
    async def body(broker: House) -> None:
        async with table(broker), MqttFeed(broker.reader, "reader") as feed:
            messages = feed.messages()
            beats = [await until(messages, is_state) for _ in range(4)]

            assert {beat.envelope.seq for beat in beats} == {0}
            times = [beat.envelope.ts for beat in beats]
            assert times == sorted(set(times))

    within(kind, tmp_path, body)


def test_all_that_is_retained_is_told_again_now_and_then(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table_controller.mqtt.session.RETELL_S", 0.5)

    async def body(broker: House) -> None:
        async with table(broker), MqttFeed(broker.reader, "reader") as feed:
            messages = feed.messages()
            await until(
                messages, lambda each: isinstance(each.envelope.data, TableInfo) and not each.retained
            )
            await until(messages, lambda each: is_status("ready")(each) and not each.retained)

    within(kind, tmp_path, body)


def test_a_status_goes_from_init_over_ready_to_offline(kind: str, tmp_path: Path) -> None:
    async def body(broker: House) -> None:
        async with MqttFeed(broker.reader, "reader") as feed:
            await until_link(feed, LinkState.UP)
            seen: list[Received] = []
            async with table(broker):
                await until(feed.messages(), is_status("ready"), seen)
            await until(feed.messages(), is_status("offline"), seen)

            statuses = [
                each.envelope.data.state for each in seen if isinstance(each.envelope.data, TableStatus)
            ]
            assert statuses == ["init", "ready", "offline"]

    within(kind, tmp_path, body)


def test_a_table_whose_controller_is_killed_is_lost(kind: str, tmp_path: Path) -> None:
    async def body(broker: House) -> None:
        async with MqttFeed(broker.reader, "reader") as feed:
            child = await asyncio.create_subprocess_exec(
                sys.executable, "-c", CHILD, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
            )
            assert child.stdin is not None
            assert child.stdout is not None
            entry = broker.table
            child.stdin.write(
                f"mqtt://{entry.user}:{entry.password}@{entry.host}:{entry.port}?version={entry.version}\n".encode()
            )
            line = ""
            while not line.startswith("epoch "):
                line = (await child.stdout.readline()).decode()
                assert line
            await until(feed.messages(), is_status("ready"))

            child.kill()
            await child.wait()

            lost = await until(feed.messages(), is_status("lost"))
            assert line == f"epoch {lost.envelope.epoch}\n"

    within(kind, tmp_path, body)


def test_table_and_reader_come_back_after_the_broker_was_killed(kind: str, tmp_path: Path) -> None:
    async def body(broker: House) -> None:
        async with table(broker) as told, MqttFeed(broker.reader, "reader") as feed:
            messages = feed.messages()
            await until(messages, is_state)
            told.publish(e.Checked(1), TABLE)
            await until(messages, is_event(1))

            await broker.restart()
            await until_link(told, LinkState.DOWN)
            told.publish(e.Checked(2), TABLE)

            assert (await until(messages, is_event(2))).gap is False
            answer = await feed.ask(ADDRESS, "snapshot", {})
            assert answer.state == view()
            await until(messages, lambda received: is_state(received) and not received.retained)

    within(kind, tmp_path, body)


def test_events_missed_are_told_again(kind: str, tmp_path: Path) -> None:
    async def body(broker: House) -> None:
        async with table(broker) as told, MqttFeed(broker.reader, "reader") as feed:
            messages = feed.messages()
            await until(messages, is_state)
            await until_link(told, LinkState.UP)
            for seat in [*range(1, 9)] * 150:
                told.publish(e.Checked(seat), TABLE)

            seen: list[Received] = []
            await until(messages, lambda _: set(event_seqs(seen)) == {*range(1, 1201)}, seen)

            assert len(event_seqs(seen)) == 1200
            assert [each.envelope.seq for each in seen if each.gap] == [201]

    within(kind, tmp_path, body)


def test_whoever_subscribes_to_all_of_a_table_sees_no_hidden_face(kind: str, tmp_path: Path) -> None:
    async def body(broker: House) -> None:
        spy = await open_connection(broker.table, "spy")
        try:
            assert await spy.subscribe([ADDRESS.everything]) == ()
            told = MqttPublisher(ADDRESS, broker.table, INFO, lambda: public_state(PLANTED), BEAT_S)
            async with told:
                for event in EXAMPLES:
                    told.publish(event, PLANTED)
                last = Request(id="1", reply_to="spy", expires_at=timestamp() + timedelta(seconds=30))
                await spy.publish(ADDRESS.command("replay"), encode(last, "spy", 0))
                text = await spied(spy)
        finally:
            await spy.close()

        found = set(re.findall(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|Jk)(?![A-Za-z0-9])", text))
        assert found == {"Qs", "Qc"}
        assert not found & {card.text for card in HIDDEN}

    within(kind, tmp_path, body)


async def spied(spy: Connection) -> str:
    """Return everything heard up to the answer to our replay."""
    text = ""
    while True:
        message = await spy.next_message()
        text += message.payload.decode()
        if message.topic == ADDRESS.response("spy"):
            return text


def test_a_retained_request_is_refused_and_removed(kind: str, tmp_path: Path) -> None:
    async def body(broker: House) -> None:
        other = await open_connection(broker.table, "other")
        try:
            request = Request(id="1", reply_to="other", expires_at=timestamp() + timedelta(seconds=30))
            topic = ADDRESS.command("snapshot")
            await other.publish(topic, encode(request, "other", 0), retain=True)
            await other.subscribe([ADDRESS.response("other")])
            async with table(broker):
                answer = decode((await other.next_message()).payload).data

                assert isinstance(answer, Response)
                assert answer.error is not None
                assert answer.error.code == "retained"
                await other.subscribe([topic])
                await other.publish(topic, b"the last word")
                assert (await other.next_message()).payload == b"the last word"
        finally:
            await other.close()

    within(kind, tmp_path, body)


def test_a_reader_cannot_speak_for_the_table(kind: str, tmp_path: Path) -> None:
    async def body(broker: House) -> None:
        forger = await open_connection(broker.reader, "forger")
        try:
            async with table(broker) as told, MqttFeed(broker.reader, "reader") as feed:
                messages = feed.messages()
                await until(messages, is_status("ready"))
                forged = encode(TableStatus(state="offline", detail="forged"), told.epoch, 0)
                # A broker of MQTT 3.1.1 acknowledges what it throws away.
                await forger.publish(ADDRESS.status, forged, retain=True)
                await forger.publish(
                    ADDRESS.event, encode(PublicEvent(type="folded", hand_no=1), told.epoch, 1)
                )

                seen: list[Received] = []
                told.publish(e.Checked(2), TABLE)
                await until(messages, is_event(1), seen)
                await until(messages, is_state, seen)

                assert not [each for each in seen if "forged" in each.envelope.model_dump_json()]
                assert not [each for each in seen if "folded" in each.envelope.model_dump_json()]
        finally:
            await forger.close()

    within(kind, tmp_path, body)


def test_a_second_controller_for_the_table_does_not_start(kind: str, tmp_path: Path) -> None:
    async def body(broker: House) -> None:
        async with table(broker) as first:
            with pytest.raises(TableTaken, match="another controller runs table home/attic/t1") as caught:
                await MqttPublisher(ADDRESS, broker.table, INFO, view, 1.0).start()
            assert first.epoch in str(caught.value)
        async with table(broker) as second:
            assert second.link.state is LinkState.UP

    within(kind, tmp_path, body)


def test_a_late_last_will_is_written_over(kind: str, tmp_path: Path) -> None:
    async def body(broker: House) -> None:
        other = await open_connection(broker.table, "other")
        try:
            async with table(broker) as told:
                will = encode(TableStatus(state="lost"), "an-older-epoch", 0)
                await other.publish(ADDRESS.status, will, retain=True)
                await other.subscribe([ADDRESS.status])
                heard = decode((await other.next_message()).payload)
                while heard.epoch != told.epoch:
                    heard = decode((await other.next_message()).payload)

                assert heard.data == TableStatus(state="ready")
        finally:
            await other.close()

    within(kind, tmp_path, body)


def test_a_bad_password_is_said_in_one_line_and_the_table_goes_on(kind: str, tmp_path: Path) -> None:
    async def body(broker: House) -> None:
        wrong = replace(broker.table, password="wrong")
        async with MqttPublisher(ADDRESS, wrong, INFO, view, BEAT_S) as told:
            told.publish(e.Checked(1), TABLE)

            assert told.link.state is LinkState.DOWN
            assert "the broker refused us" in told.link.detail
            assert "wrong" not in told.link.detail
            assert "\n" not in told.link.detail

    within(kind, tmp_path, body)


def test_a_lost_device_makes_the_table_degraded(kind: str, tmp_path: Path) -> None:
    async def body(broker: House) -> None:
        devices = [DeviceHealth(id="shoe", role="shoe", state="ok")]
        told = MqttPublisher(ADDRESS, broker.table, INFO, lambda: public_state(TABLE, devices=devices), 1.0)
        async with told, MqttFeed(broker.reader, "reader") as feed:
            await until(feed.messages(), is_status("ready"))
            devices[0] = DeviceHealth(id="shoe", role="shoe", state="lost")
            told.refresh()

            degraded = await until(feed.messages(), is_status("degraded"))
            assert degraded.envelope.data == TableStatus(state="degraded", detail="shoe lost")

    within(kind, tmp_path, body)
