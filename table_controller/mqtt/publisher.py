"""The table that tells the world what it may know, over any MQTT broker, and goes on without one."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import Final

import structlog

from table_controller.events import Event
from table_controller.mqtt.claim import claim_table
from table_controller.mqtt.connection import LinkDown, Will, backoff_s, open_connection
from table_controller.mqtt.requests import RequestDesk
from table_controller.mqtt.session import TableSession
from table_controller.mqtt.voice import Voice
from table_controller.table.state import Table
from table_controller.wire.broker_address import BrokerAddress
from table_controller.wire.envelope import Link, LinkState, timestamp
from table_controller.wire.models import PublicState, TableInfo, TableStatus
from table_controller.wire.topics import TableAddress

BEAT_S: Final = 1.0
GOODBYE_S: Final = 3.0

log = structlog.get_logger()


class MqttPublisher:
    """Tells a table's public view. It runs on the event loop of `start`; only paho's socket has a thread.

    *view_state* returns the table's public state whenever asked: after events, and once a beat. Use ``async with``,
    or `start` and `stop`.
    """

    def __init__(
        self,
        address: TableAddress,
        broker: BrokerAddress,
        info: TableInfo,
        view_state: Callable[[], PublicState],
        beat_s: float = BEAT_S,
    ) -> None:
        self._broker = broker
        self._beat_s = beat_s
        self._voice = Voice(address, info, view_state)
        self._desk = RequestDesk(self._voice.state, self._voice.told)
        self._client_id = f"t-{self._voice.epoch[:18]}"
        self._stopping = False
        self._link = Link(LinkState.CONNECTING, timestamp())
        self._settled = asyncio.Event()
        self._session: TableSession | None = None
        self._owner: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "MqttPublisher":
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    @property
    def link(self) -> Link:
        """How the link to the broker is now; *detail* says what is amiss, also where it is up."""
        if self._link.state is LinkState.UP and self._session is not None and self._session.trouble:
            return replace(self._link, detail=self._session.trouble)
        return self._link

    @property
    def epoch(self) -> str:
        """The name of this start of the controller."""
        return self._voice.epoch

    async def start(self) -> None:
        """Begin; return when the table is ours and told, or when there is no broker (the table goes on without).

        :raises TableTaken: another controller runs this table
        """
        self._owner = asyncio.create_task(self._run(), name=f"mqtt {self._voice.address}")
        settled = asyncio.create_task(self._settled.wait())
        waiting: set[asyncio.Task[None] | asyncio.Task[bool]] = {settled, self._owner}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        settled.cancel()
        if self._owner.done():
            self._owner.result()

    async def stop(self) -> None:
        """Send what waits, say ``offline`` and close; gives up after `GOODBYE_S`."""
        self._stopping = True
        self._voice.news.set()
        if self._owner is None or self._owner.done():
            return
        if self._link.state is LinkState.UP:
            await asyncio.wait({self._owner}, timeout=GOODBYE_S)
        self._owner.cancel()
        await asyncio.wait({self._owner})

    async def ended(self) -> None:
        """Wait until it has stopped.

        :raises Exception: what made it stop; a bug
        """
        if self._owner is not None:
            await asyncio.wait({self._owner})
            if not self._owner.cancelled():
                self._owner.result()

    def publish(self, event: Event, table: Table) -> None:
        """Pass on the public view of *event*; *table* is the table after it. Never blocks, never raises."""
        self._voice.tell(event, table)

    def refresh(self) -> None:
        """Tell the state soon: something in it changed that was no event (a device's health)."""
        self._voice.news.set()

    async def _run(self) -> None:
        failures, claimed = 0, False
        while not self._stopping:
            try:
                if not claimed:
                    claimer = f"c-{self.epoch[:18]}"
                    await claim_table(self._broker, self._voice.address, claimer, self._beat_s)
                    claimed = True
                await self._one_session()
            except LinkDown as error:
                failures = 0 if self._link.state is LinkState.UP else failures + 1
                self._note(LinkState.DOWN, str(error))
                self._settled.set()
                await asyncio.sleep(backoff_s(failures))

    async def _one_session(self) -> None:
        will = Will(self._voice.address.status, self._voice.encoded(TableStatus(state="lost")))
        connection = await open_connection(self._broker, self._client_id, will)
        try:
            self._session = session = TableSession(
                connection, self._voice, self._desk, self._client_id, self._beat_s
            )
            await session.begin()
            self._note(LinkState.UP, "")
            self._settled.set()
            await session.run(lambda: self._stopping)
        finally:
            await connection.close()

    def _note(self, state: LinkState, detail: str) -> None:
        if (state, detail) == (self._link.state, self._link.detail):
            return
        self._link = Link(state, timestamp(), detail)
        if state is LinkState.UP:
            log.info("told over MQTT", table=str(self._voice.address), broker=str(self._broker))
        else:
            log.warning("no broker; the table goes on without it", detail=detail)
