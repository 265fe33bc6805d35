"""One browser's socket: a sender with a bounded backlog, and a receiver that notices when nobody is there."""

import asyncio
import contextlib
from datetime import UTC, datetime
from typing import Final, Protocol

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from dashboard.frames import LINK_LOST_AFTER_S, PING_S, SILENT_AFTER_S, FeedLink, Ping, Pong, Snapshot, Update
from dashboard.metrics import Metrics
from dashboard.read_model import ReadModel

SEND_TIMEOUT_S: Final = 2.0
PONG_TIMEOUT_S: Final = 10.0
"""Longer than a browser holds back the answers of a tab that nobody looks at."""
UPDATE_EVERY_S: Final = 0.05
"""At most twenty updates a second; what changes in between goes out together, the latest only."""
NOT_UNDERSTOOD: Final = 1007
NOBODY_THERE: Final = 1001
TOO_SLOW: Final = 1013


class Feedback(Protocol):
    """Tells how the server's own link to the tables is."""

    def __call__(self) -> FeedLink: ...


class Browser:
    """Sends one browser everything, beginning with all that is known.

    The backlog is the set of tables that changed since the last frame: it cannot grow, and a slow browser skips
    what has been overtaken.
    """

    def __init__(self, socket: WebSocket, model: ReadModel, feed_link: Feedback, metrics: Metrics) -> None:
        self._socket = socket
        self._model = model
        self._feed_link = feed_link
        self._metrics = metrics
        self._changed: set[str] = set()
        self._wake = asyncio.Event()

    async def run(self) -> None:
        """Serve the browser until it goes, falls silent, talks nonsense or takes in nothing for two seconds."""
        self._model.listen(self._note)
        self._metrics.browsers.inc()
        sender, receiver = asyncio.create_task(self._send_all()), asyncio.create_task(self._receive_all())
        try:
            done, _ = await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
            await self._close(min(task.result() for task in done))
        finally:
            sender.cancel()
            receiver.cancel()
            await asyncio.gather(sender, receiver, return_exceptions=True)
            self._model.forget(self._note)
            self._metrics.browsers.dec()

    def _note(self, table: str) -> None:
        self._changed.add(table)
        self._wake.set()

    async def _send_all(self) -> int:
        """Return the code to close with."""
        loop = asyncio.get_running_loop()
        try:
            await self._send(self._snapshot())
            next_ping = loop.time() + PING_S
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), max(0.0, next_ping - loop.time()))
                if self._wake.is_set():
                    await self._send(self._update())
                    await asyncio.sleep(UPDATE_EVERY_S)
                if loop.time() >= next_ping:
                    await self._send(self._ping())
                    next_ping = loop.time() + PING_S
        except TimeoutError:
            self._metrics.slow_browsers.inc()
            return TOO_SLOW
        except (WebSocketDisconnect, RuntimeError):
            return NOBODY_THERE  # starlette's word for a socket that closed while we were sending is RuntimeError

    async def _send(self, frame: str) -> None:
        async with asyncio.timeout(SEND_TIMEOUT_S):
            await self._socket.send_text(frame)
        self._metrics.frames.inc()
        self._metrics.frame_bytes.inc(len(frame))

    async def _receive_all(self) -> int:
        """Return the code to close with."""
        try:
            while True:
                async with asyncio.timeout(PONG_TIMEOUT_S):
                    Pong.model_validate_json(await self._socket.receive_text())
        except (ValidationError, KeyError):  # KeyError: bytes where text belongs
            return NOT_UNDERSTOOD
        except (TimeoutError, WebSocketDisconnect):
            return NOBODY_THERE

    async def _close(self, code: int) -> None:
        with contextlib.suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await self._socket.close(code)

    def _snapshot(self) -> str:
        self._changed.clear()
        self._wake.clear()
        return snapshot(self._model, self._feed_link()).model_dump_json()

    def _update(self) -> str:
        tables, self._changed = sorted(self._changed), set()
        self._wake.clear()
        head = Update(
            server_ts=datetime.now(UTC), beats=tuple(self._model.beat(table) for table in tables), tables=()
        )
        views = b",".join(self._model.view_json(table) for table in tables).decode()
        return head.model_dump_json().removesuffix("[]}") + f"[{views}]}}"

    def _ping(self) -> str:
        return Ping(
            server_ts=datetime.now(UTC), feed=self._feed_link(), beats=self._model.beats
        ).model_dump_json()


def snapshot(model: ReadModel, feed: FeedLink, tables: tuple[str, ...] | None = None) -> Snapshot:
    """Return all that is known of *tables*, of all tables when None.

    :raises KeyError: nothing is known of one of them
    """
    tables = model.tables if tables is None else tables
    return Snapshot(
        server_ts=datetime.now(UTC),
        link_lost_after_ms=round(LINK_LOST_AFTER_S * 1000),
        silent_after_ms=round(SILENT_AFTER_S * 1000),
        feed=feed,
        beats=tuple(model.beat(table) for table in tables),
        tables=tuple(model.view(table) for table in tables),
    )
