"""What all tables tell, for a reader: decoded, in order, over lost connections."""

import asyncio
import uuid
from collections import deque
from collections.abc import AsyncIterator, Mapping
from datetime import timedelta
from types import TracebackType
from typing import Final

import structlog
from pydantic import JsonValue

from table_controller.mqtt.connection import Arrived, Connection, LinkDown, backoff_s, open_connection
from table_controller.mqtt.follow import Follower
from table_controller.wire.broker_address import BrokerAddress
from table_controller.wire.envelope import (
    AnyEnvelope,
    Envelope,
    Link,
    LinkState,
    Received,
    Request,
    Response,
    decode,
    encode,
    timestamp,
)
from table_controller.wire.public_event import PublicEvent
from table_controller.wire.topics import PREFIX, TableAddress, Topic, checked_id, parse_topic, reader_filters

INBOX_SIZE: Final = 10_000
ASK_TIMEOUT_S: Final = 3.0
SUBSCRIBE_AGAIN_S: Final = 2.0

log = structlog.get_logger()


class MqttFeed:
    """Reads all tables below *prefix*; *client* is this reader's own id. Use ``async with``, or `start` and `stop`.

    A reader that was away, or slow, gets what is true now; events it missed come afterwards with their own seq, as
    far as the table still has them.
    """

    def __init__(self, broker: BrokerAddress, client: str, prefix: str = PREFIX) -> None:
        self._broker = broker
        self._client = checked_id(client, "client")
        self._filters = reader_filters(client, prefix)
        self._epoch = str(uuid.uuid4())
        self._link = Link(LinkState.CONNECTING, timestamp())
        self._followers: dict[TableAddress, Follower] = {}
        self._inbox: deque[Received] = deque(maxlen=INBOX_SIZE)
        self._news = asyncio.Event()
        self._asked: dict[str, asyncio.Future[Envelope[Response]]] = {}
        self._connection: Connection | None = None
        self._owner: asyncio.Task[None] | None = None
        self._replays: set[asyncio.Task[None]] = set()
        self._strange: set[str] = set()

    async def __aenter__(self) -> "MqttFeed":
        self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def start(self) -> None:
        """Begin to read; the link comes up in its own time."""
        self._owner = asyncio.create_task(self._run(), name=f"mqtt feed {self._client}")

    async def stop(self) -> None:
        """Close the connection and end."""
        tasks = {task for task in (self._owner, *self._replays) if task is not None}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    @property
    def link(self) -> Link:
        """How the link to the broker is now."""
        return self._link

    async def messages(self) -> AsyncIterator[Received]:
        """Yield what comes in, for one caller; goes on over lost connections, and never ends by itself."""
        while True:
            while self._inbox:
                yield self._inbox.popleft()
            self._news.clear()
            await self._news.wait()

    async def ask(
        self, address: TableAddress, verb: str, args: Mapping[str, JsonValue], actor: str = ""
    ) -> Response:
        """Send a command and return the answer.

        :raises TimeoutError: nobody answered in time
        :raises ConnectionError: there is no link to the broker
        """
        return (await self._ask(address, verb, args, actor)).data

    async def _ask(
        self, address: TableAddress, verb: str, args: Mapping[str, JsonValue], actor: str = ""
    ) -> Envelope[Response]:
        if self._connection is None:
            raise ConnectionError(self._link.detail or "there is no link to the broker")
        request = Request(
            id=uuid.uuid4().hex,
            reply_to=self._client,
            expires_at=timestamp() + timedelta(seconds=ASK_TIMEOUT_S),
            actor=actor,
            args=args,
        )
        answer: asyncio.Future[Envelope[Response]] = asyncio.get_running_loop().create_future()
        self._asked[request.id] = answer
        try:
            await self._connection.publish(address.command(verb), encode(request, self._epoch, 0))
            async with asyncio.timeout(ASK_TIMEOUT_S):
                return await answer
        finally:
            del self._asked[request.id]

    async def _run(self) -> None:
        failures = 0
        while True:
            try:
                await self._session()
            except LinkDown as error:
                failures = 0 if self._link.state is LinkState.UP else failures + 1
                self._note(LinkState.DOWN, str(error))
                await asyncio.sleep(backoff_s(failures))

    async def _session(self) -> None:
        connection = await open_connection(self._broker, f"r-{self._client}-{self._epoch[:8]}")
        try:
            while refused := await connection.subscribe(self._filters):
                self._note(
                    LinkState.DOWN, f"{self._broker}: it refused the subscription to {', '.join(refused)}"
                )
                await asyncio.sleep(SUBSCRIBE_AGAIN_S)
            self._connection = connection
            self._note(LinkState.UP, "")
            while True:
                self._take(await connection.next_message())
        finally:
            self._connection = None
            await connection.close()

    def _take(self, message: Arrived) -> None:
        if not message.payload:
            return
        try:
            topic, envelope = parse_topic(message.topic), decode(message.payload)
        except ValueError as error:
            if message.topic not in self._strange:
                self._strange.add(message.topic)
                log.warning("a message that is not ours", topic=message.topic, detail=str(error))
            return
        if isinstance(envelope.data, Response):
            self._hear_answer(envelope)
            return
        now_s = asyncio.get_running_loop().time()
        heard = self._follower(topic.address).hear(envelope, message.retained, now_s)
        if heard is None:
            return
        missed = heard.missed_after is not None
        self._give(Received(topic, envelope, message.retained, gap=missed))
        if heard.missed_after is not None:
            task = asyncio.create_task(self._replay(topic.address, heard.missed_after, envelope))
            self._replays.add(task)
            task.add_done_callback(self._replays.discard)

    def _hear_answer(self, envelope: Envelope[Response]) -> None:
        waiting = self._asked.get(envelope.data.id)
        if waiting is not None and not waiting.done():
            waiting.set_result(envelope)

    async def _replay(self, address: TableAddress, after: int, until: AnyEnvelope) -> None:
        """Give the events between *after* and *until*, as far as the table of that epoch still has them."""
        more = True
        while more:
            try:
                answer = await self._ask(address, "replay", {"after": after})
            except (TimeoutError, ConnectionError) as error:
                log.warning("missed events are not told again", table=str(address), detail=str(error))
                return
            if answer.epoch != until.epoch:
                return
            wanted = [told for told in answer.data.events if told.seq <= until.seq]
            for told in wanted:
                if told.seq < until.seq or not isinstance(until.data, PublicEvent):
                    again = decode(encode(told.event, answer.epoch, told.seq))
                    self._give(Received(Topic(address, "event"), again))
                after = told.seq
            more = answer.data.more and bool(wanted) and after < until.seq

    def _follower(self, address: TableAddress) -> Follower:
        return self._followers.setdefault(address, Follower())

    def _give(self, received: Received) -> None:
        self._inbox.append(received)
        self._news.set()

    def _note(self, state: LinkState, detail: str) -> None:
        if (state, detail) == (self._link.state, self._link.detail):
            return
        self._link = Link(state, timestamp(), detail)
        if state is LinkState.UP:
            log.info("reads tables over MQTT", broker=str(self._broker))
        else:
            log.warning("no broker to read from", detail=detail)
