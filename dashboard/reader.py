"""What follows the feed into the read model."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from dashboard.frames import FeedLink
from dashboard.metrics import Metrics
from dashboard.read_model import ReadModel
from table_controller.wire.envelope import Feed, LinkState

log = structlog.get_logger("dashboard")


class Reader:
    """Follows the feed into the read model, for as long as the server runs."""

    def __init__(self, feed: Feed, model: ReadModel, metrics: Metrics) -> None:
        self._feed = feed
        self._model = model
        self._metrics = metrics
        self._task: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Follow the feed inside the block; a bug that ended it comes out at the end of the block."""
        self._task = task = asyncio.create_task(self._follow(), name="dashboard feed")
        task.add_done_callback(_tell_of_failure)
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait((task,))
        if not task.cancelled():
            task.result()

    async def _follow(self) -> None:
        async for received in self._feed.messages():
            self._metrics.messages.inc()
            self._model.take(received)

    @property
    def link(self) -> FeedLink:
        """How the server's own link to the tables is."""
        if self._task is None or self._task.done():
            return FeedLink(state="down", detail="the dashboard follows no table")
        link = self._feed.link
        state = {LinkState.UP: "up", LinkState.DOWN: "down", LinkState.CONNECTING: "connecting"}[link.state]
        return FeedLink.model_validate({"state": state, "detail": link.detail})


def _tell_of_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.critical("the dashboard no longer follows the tables", exc_info=error)
