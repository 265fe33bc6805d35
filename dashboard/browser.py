"""One browser's socket: a sender with a bounded backlog, and a receiver that notices when nobody is there."""

import asyncio
import contextlib
from typing import Final

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from dashboard.facts import Facts
from dashboard.frames import PING_S, Pong

SEND_TIMEOUT_S: Final = 2.0
PONG_TIMEOUT_S: Final = 10.0
"""Longer than a browser holds back the answers of a tab that nobody looks at."""
UPDATE_EVERY_S: Final = 0.05
"""At most twenty updates a second; what changes in between goes out together, the latest only."""
NOT_UNDERSTOOD: Final = 1007
NOBODY_THERE: Final = 1001
TOO_SLOW: Final = 1013


class Browser:
    """Sends one browser everything, beginning with all that is known.

    The backlog is the set of tables that changed since the last frame: it cannot grow, and a slow browser skips
    what has been overtaken.
    """

    def __init__(self, socket: WebSocket, facts: Facts) -> None:
        self._socket = socket
        self._facts = facts
        self._metrics = facts.metrics
        self._changed: set[str] = set()
        self._wake = asyncio.Event()

    async def run(self) -> None:
        """Serve the browser until it goes, falls silent, talks nonsense or takes in nothing for two seconds."""
        self._facts.model.listen(self._note)
        self._metrics.browsers.inc()
        sender, receiver = asyncio.create_task(self._send_all()), asyncio.create_task(self._receive_all())
        try:
            done, _ = await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
            await self._close(min(task.result() for task in done))
        finally:
            sender.cancel()
            receiver.cancel()
            await asyncio.gather(sender, receiver, return_exceptions=True)
            self._facts.model.forget(self._note)
            self._metrics.browsers.dec()

    def _note(self, table: str) -> None:
        self._changed.add(table)
        self._wake.set()

    def _take_changed(self) -> set[str]:
        changed, self._changed = self._changed, set()
        self._wake.clear()
        return changed

    async def _send_all(self) -> int:
        """Return the code to close with."""
        loop = asyncio.get_running_loop()
        try:
            self._take_changed()
            await self._send(self._facts.snapshot().model_dump_json())
            next_ping = loop.time() + PING_S
            while True:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(max(0.0, next_ping - loop.time())):
                        await self._wake.wait()
                if self._wake.is_set():
                    await self._send(self._facts.update_json(self._take_changed()))
                    await asyncio.sleep(UPDATE_EVERY_S)
                if loop.time() >= next_ping:
                    await self._send(self._facts.ping_json())
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
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            return NOBODY_THERE  # RuntimeError: closed from this side meanwhile

    async def _close(self, code: int) -> None:
        with contextlib.suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await self._socket.close(code)
