"""One connection to a broker, from CONNECT to its end. paho's thread does the socket; all else is on the event loop."""

import asyncio
import random
import socket
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from table_controller.wire.broker_address import BrokerAddress

ANSWER_TIMEOUT_S: Final = 5.0
KEEPALIVE_S: Final = 5
"""A frozen broker is noticed after twice this (measured)."""
BACKOFF_S: Final = (0.5, 30.0)
INBOX_SIZE: Final = 10_000

_chance: Final = random.SystemRandom()
Answer = TypeVar("Answer")


class LinkDown(ConnectionError):
    """There is no connection to the broker; the text is one line for people."""


@dataclass(frozen=True, slots=True)
class Will:
    """What the broker publishes, retained, when this connection ends without a good-bye."""

    topic: str
    payload: bytes


@dataclass(frozen=True, slots=True)
class Arrived:
    topic: str
    payload: bytes
    retained: bool


def backoff_s(attempt: int) -> float:
    """Return how long to wait after the *attempt*-th failure in a row (from 0): 0.5 to 30 s, jittered."""
    least, most = BACKOFF_S
    longest: float = min(most, least * 2.0 ** min(attempt, 10))
    return max(least, longest * _chance.uniform(0.5, 1.0))


class Connection:
    """A connection that is up, until one of its methods raises `LinkDown`. Made by `open_connection`."""

    def __init__(self, broker: BrokerAddress, client_id: str, will: Will | None) -> None:
        self._loop = asyncio.get_running_loop()
        self._broker = broker
        self._connected: asyncio.Future[None] = self._loop.create_future()
        self._down: asyncio.Future[str] = self._loop.create_future()
        self._publishing: dict[int, asyncio.Future[None]] = {}
        self._subscribing: dict[int, asyncio.Future[tuple[bool, ...]]] = {}
        self._inbox: asyncio.Queue[Arrived] = asyncio.Queue(INBOX_SIZE)
        self._client = self._make_client(client_id, will)

    async def start(self) -> None:
        """Connect and wait for the broker's yes.

        :raises LinkDown: it did not come
        """
        broker = self._broker
        try:
            await asyncio.to_thread(self._client.connect, broker.host, broker.port, KEEPALIVE_S)
        except (OSError, ValueError) as error:
            # ssl.SSLError and socket.gaierror are OSErrors; ValueError is an impossible host name.
            raise LinkDown(f"{broker}: {_reason(error)}") from None
        self._client.loop_start()
        try:
            await self._answered(self._connected)
        except LinkDown:
            await self._stop_thread()
            raise

    async def subscribe(self, filters: Sequence[str]) -> tuple[str, ...]:
        """Subscribe at QoS 1 and return the filters the broker refused.

        :raises LinkDown: the connection ended, or no answer came
        """
        self._require_up()
        if self._broker.version == 5:
            code, mid = self._client.subscribe([(each, SubscribeOptions(qos=1)) for each in filters])
        else:
            code, mid = self._client.subscribe([(each, 1) for each in filters])
        if code != MQTTErrorCode.MQTT_ERR_SUCCESS or mid is None:
            raise LinkDown(f"{self._broker}: the connection is lost")
        answer: asyncio.Future[tuple[bool, ...]] = self._loop.create_future()
        self._subscribing[mid] = answer
        granted = await self._answered(answer)
        return tuple(each for each, good in zip(filters, granted, strict=True) if not good)

    async def publish(self, topic: str, payload: bytes, retain: bool = False) -> None:
        """Publish at QoS 1 and wait until the broker has it.

        :raises LinkDown: the connection ended, or no answer came
        """
        await self._answered(self.send(topic, payload, retain))

    def send(self, topic: str, payload: bytes, retain: bool = False) -> asyncio.Future[None]:
        """Publish at QoS 1; the future is done when the broker has it.

        :raises LinkDown: the connection has ended
        """
        self._require_up()
        info = self._client.publish(topic, payload, 1, retain)
        if info.rc != MQTTErrorCode.MQTT_ERR_SUCCESS:
            raise LinkDown(f"{self._broker}: the connection is lost")
        acked: asyncio.Future[None] = self._loop.create_future()
        self._publishing[info.mid] = acked
        return acked

    async def all_sent(self, acked: Sequence[asyncio.Future[None]]) -> None:
        """Wait until the broker has them all.

        :raises LinkDown: the connection ended, or no answer came
        """
        for each in acked:
            await self._answered(each)

    async def next_message(self) -> Arrived:
        """Return the next message.

        :raises LinkDown: the connection ended
        """
        if self._inbox.empty():
            getting = asyncio.ensure_future(self._inbox.get())
            waiting: set[asyncio.Future[Arrived] | asyncio.Future[str]] = {getting, self._down}
            try:
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                if getting.done():
                    return getting.result()
            finally:
                getting.cancel()
            self._require_up()
        return self._inbox.get_nowait()

    async def close(self) -> None:
        """Say good-bye, so that the will is not published; does nothing on a connection that has ended."""
        if not self._down.done():
            self._client.disconnect()
        await self._stop_thread()

    def _require_up(self) -> None:
        if self._down.done():
            raise LinkDown(self._down.result())

    async def _answered(self, answer: "asyncio.Future[Answer]") -> Answer:
        waiting: set[asyncio.Future[Answer] | asyncio.Future[str]] = {answer, self._down}
        await asyncio.wait(waiting, timeout=ANSWER_TIMEOUT_S, return_when=asyncio.FIRST_COMPLETED)
        if answer.done():
            return answer.result()
        self._require_up()
        raise LinkDown(f"{self._broker}: no answer within {ANSWER_TIMEOUT_S:g} s; is it an MQTT broker?")

    async def _stop_thread(self) -> None:
        await asyncio.to_thread(self._client.loop_stop)

    def _ended(self, why: str) -> None:
        if not self._down.done():
            self._down.set_result(f"{self._broker}: {why}")

    def _make_client(self, client_id: str, will: Will | None) -> Client:
        version = MQTTProtocolVersion(self._broker.version)
        clean = True if self._broker.version == 4 else None
        client = Client(
            CallbackAPIVersion.VERSION2,
            client_id,
            clean_session=clean,
            protocol=version,
            reconnect_on_failure=False,
        )
        client.connect_timeout = ANSWER_TIMEOUT_S
        client.on_socket_open = _send_at_once
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_publish = self._on_publish
        client.on_subscribe = self._on_subscribe
        if self._broker.user:
            client.username_pw_set(self._broker.user, self._broker.password)
        if will is not None:
            client.will_set(will.topic, will.payload, qos=1, retain=True)
        if self._broker.tls:
            client.tls_set_context(_tls_context(self._broker))
        return client

    # From here on: called in paho's thread. Nothing is touched there; all goes to the loop.

    def _on_connect(
        self,
        client: Client,
        userdata: object,
        flags: ConnectFlags,
        code: ReasonCode,
        properties: Properties | None,
    ) -> None:
        if code.is_failure:
            self._later(lambda: self._ended(f"the broker refused us: {code}"))
        else:
            self._later(lambda: self._connected.set_result(None))

    def _on_disconnect(
        self,
        client: Client,
        userdata: object,
        flags: DisconnectFlags,
        code: ReasonCode,
        properties: Properties | None,
    ) -> None:
        why = (
            f"the connection ended: {code}"
            if self._connected.done()
            else "it closed the connection; is it an MQTT broker?"
        )
        self._later(lambda: self._ended(why))

    def _on_message(self, client: Client, userdata: object, message: MQTTMessage) -> None:
        arrived = Arrived(message.topic, bytes(message.payload), message.retain)
        self._later(lambda: self._take(arrived))

    def _on_publish(
        self, client: Client, userdata: object, mid: int, code: ReasonCode, properties: Properties | None
    ) -> None:
        self._later(lambda: _settle(self._publishing.pop(mid, None), None))

    def _on_subscribe(
        self,
        client: Client,
        userdata: object,
        mid: int,
        codes: list[ReasonCode],
        properties: Properties | None,
    ) -> None:
        granted = tuple(not code.is_failure for code in codes)
        self._later(lambda: _settle(self._subscribing.pop(mid, None), granted))

    def _later(self, act: Callable[[], None]) -> None:
        self._loop.call_soon_threadsafe(act)

    def _take(self, arrived: Arrived) -> None:
        if not self._inbox.full():
            self._inbox.put_nowait(arrived)


async def open_connection(broker: BrokerAddress, client_id: str, will: Will | None = None) -> Connection:
    """Connect to the broker.

    :raises LinkDown: it is not there, is no MQTT broker, or refuses; the text says which, and never the password
    """
    try:
        connection = Connection(broker, client_id, will)
    except OSError as error:
        raise LinkDown(f"{broker}: {broker.ca_file}: {_reason(error)}") from None
    await connection.start()
    return connection


def _send_at_once(client: Client, userdata: object, opened: object) -> None:
    """Without this, Nagle's algorithm holds back the second of two small packets until the first is acknowledged."""
    if isinstance(opened, socket.socket):
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _settle(waiting: "asyncio.Future[Answer] | None", answer: Answer) -> None:
    if waiting is not None and not waiting.done():
        waiting.set_result(answer)


def _tls_context(broker: BrokerAddress) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=broker.ca_file or None)


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, TimeoutError):
        return "no answer"
    return (getattr(error, "strerror", None) or str(error)).lower()
