"""One connection of a table to a broker, from ``init`` to ``offline``."""

import asyncio
import secrets
from collections.abc import Callable, Set
from typing import Final

import structlog

from table_controller.mqtt.connection import Arrived, Connection, LinkDown
from table_controller.mqtt.outbox import Outbox
from table_controller.mqtt.requests import RequestDesk
from table_controller.mqtt.voice import Voice
from table_controller.wire.envelope import Payload, decode, timestamp
from table_controller.wire.models import ActiveAlerts, PublicState, TableStatus
from table_controller.wire.topics import Topic, parse_topic

BATCH: Final = 20
"""Messages under way at once; paho sends no more unacknowledged ones."""
SUBSCRIBE_AGAIN_S: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""A NATS cluster that lost a node refuses subscriptions for some 35 s (measured); the last pause repeats."""
PROBE_TIMEOUT_S: Final = 3.0
RETELL_S: Final = 10.0
"""How often all that is retained is told again: a NATS server just started, or one of a cluster that lost another,
gives a new reader nothing or something old (both seen)."""

log = structlog.get_logger()


class TableSession:
    """Tells and answers over *connection* until it ends or `run` is told to stop."""

    def __init__(
        self, connection: Connection, voice: Voice, desk: RequestDesk, client_id: str, beat_s: float
    ) -> None:
        self._connection = connection
        self._voice = voice
        self._desk = desk
        self._client_id = client_id
        self._beat_s = beat_s
        self._retained: dict[str, Payload] = {}
        self._retold_at_s = 0.0
        self._trouble: dict[str, str] = {}
        self._probe = secrets.token_hex(8)
        self._probed = asyncio.Event()

    @property
    def trouble(self) -> str:
        """What is amiss between us and the broker, in one line; empty when nothing is."""
        return "; ".join(self._trouble.values())

    async def begin(self) -> None:
        """Say ``init``, listen, and tell everything there is.

        :raises LinkDown: the connection ended
        """
        await self._keep(self._voice.address.status, TableStatus(state="init"))
        await self._subscribe()
        await self._tell()

    async def run(self, stopping: Callable[[], bool]) -> None:
        """Tell what is new and the state once a beat, and answer, until *stopping*; then say ``offline``.

        :raises LinkDown: the connection ended
        """
        down: LinkDown | None = None
        try:
            async with asyncio.TaskGroup() as group:
                others = (group.create_task(self._listen()), group.create_task(self._check()))
                while not stopping():
                    await self._news_or_beat()
                    await self._tell()
                for task in others:
                    task.cancel()
        except* LinkDown as errors:
            down = next(error for error in errors.exceptions if isinstance(error, LinkDown))
        if down is not None:
            raise down
        await self._keep(self._voice.address.status, TableStatus(state="offline"))

    async def _news_or_beat(self) -> None:
        try:
            async with asyncio.timeout(self._beat_s):
                await self._voice.news.wait()
        except TimeoutError:
            return
        self._voice.news.clear()

    async def _tell(self) -> None:
        outbox: Outbox = self._voice.outbox
        while messages := outbox.oldest(BATCH):
            acked = [self._connection.send(message.topic, message.payload) for message in messages]
            await self._connection.all_sent(acked)
            outbox.sent(messages[-1].number)
        state = self._voice.state()
        if state is None:
            self._trouble["state"] = "the table's state cannot be told"
        else:
            self._trouble.pop("state", None)
            payload = self._voice.encoded(state)
            await self._connection.publish(self._voice.address.state, payload, retain=True)
        await self._tell_changes(state)

    async def _tell_changes(self, state: PublicState | None) -> None:
        address = self._voice.address
        devices = () if state is None else state.devices
        amiss = [f"{device.id} {device.state}" for device in devices if device.state != "ok"]
        detail = "; ".join([*self._trouble.values(), *amiss])
        now: dict[str, Payload] = {address.info: self._voice.info}
        if state is not None:
            now[address.active_alerts] = ActiveAlerts(alerts=state.alerts)
            now |= {address.device(device.id): device for device in devices}
        now[address.status] = TableStatus(state="degraded" if detail else "ready", detail=detail)
        now_s = asyncio.get_running_loop().time()
        again = now_s - self._retold_at_s >= RETELL_S
        self._retold_at_s = now_s if again else self._retold_at_s
        for topic, data in now.items():
            if again or self._retained.get(topic) != data:
                await self._keep(topic, data)
        if state is not None:
            await self._remove(self._retained.keys() - now.keys())

    async def _remove(self, topics: Set[str]) -> None:
        for topic in topics:
            await self._connection.publish(topic, b"", retain=True)
            del self._retained[topic]

    async def _keep(self, topic: str, data: Payload) -> None:
        self._retained[topic] = data
        await self._connection.publish(topic, self._voice.encoded(data), retain=True)

    async def _subscribe(self) -> bool:
        address = self._voice.address
        filters = (address.every_command, address.status, address.probe(self._client_id))
        refused = await self._connection.subscribe(filters)
        if refused:
            if "subscribe" not in self._trouble:
                log.warning("the broker refused subscriptions; asked again", filters=refused)
            self._trouble["subscribe"] = f"the broker refused the subscription to {', '.join(refused)}"
        else:
            self._trouble.pop("subscribe", None)
        self._voice.news.set()
        return not refused

    async def _check(self) -> None:
        """Ask again for refused subscriptions, and see that the broker passes our messages on to us."""
        tries = 0
        while "subscribe" in self._trouble:
            await asyncio.sleep(SUBSCRIBE_AGAIN_S[min(tries, len(SUBSCRIBE_AGAIN_S) - 1)])
            await self._subscribe()
            tries += 1
        address = self._voice.address
        payload = self._probe.encode()
        await self._connection.publish(address.probe(self._client_id), payload)
        try:
            async with asyncio.timeout(PROBE_TIMEOUT_S):
                await self._probed.wait()
        except TimeoutError:
            self._trouble["probe"] = (
                "the broker takes our messages and passes none on: look at its access rules"
            )
            log.warning("the broker passes nothing on", table=str(address))

    async def _listen(self) -> None:
        while True:
            await self._take(await self._connection.next_message())

    async def _take(self, message: Arrived) -> None:
        topic = parse_topic(message.topic)
        match topic.channel:
            case "status":
                self._hear_status(message)
            case "probe" if message.payload == self._probe.encode():
                self._probed.set()
                self._trouble.pop("probe", None)
            case "cmd":
                await self._answer(topic, message)

    def _hear_status(self, message: Arrived) -> None:
        """A late will, of an older connection or epoch, is written over; a living rival is told of."""
        try:
            envelope = decode(message.payload)
        except ValueError:
            return
        if not isinstance(envelope.data, TableStatus):
            return
        ours = envelope.epoch == self._voice.epoch
        if envelope.data.state in ("lost", "offline"):
            if not ours:
                self._trouble.pop("rival", None)
            self._retained.pop(self._voice.address.status, None)
        elif not ours and not message.retained:
            log.error("another controller tells about this table too", epoch=envelope.epoch)
            self._trouble["rival"] = "another controller tells about this table too"
        else:
            return
        self._voice.news.set()

    async def _answer(self, topic: Topic, message: Arrived) -> None:
        answer = self._desk.answer(
            topic.name or "", message.payload, message.retained, self._voice.seq, timestamp()
        )
        if message.retained and message.payload:
            log.warning("a retained request was refused and removed", topic=message.topic)
            await self._connection.publish(message.topic, b"", retain=True)
        if answer is not None:
            client, response = answer
            await self._connection.publish(
                self._voice.address.response(client), self._voice.encoded(response)
            )
