"""What players and the dealer have in common: they look at the table, and act when something is asked of them."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress

from table_controller.wire.models import PublicState


class Attention:
    """Keeps the newest state somebody has seen and lets one task wait for the next."""

    def __init__(self) -> None:
        self._state: PublicState | None = None
        self._news = asyncio.Event()

    def observe(self, state: PublicState) -> None:
        """Look at the table. Call it on the loop's thread."""
        self._state = state
        self._news.set()

    @property
    def state(self) -> PublicState | None:
        return self._state

    async def follow(self, act: Callable[[PublicState], Awaitable[None]], patience_s: float) -> None:
        """Call *act* with every new state, and again with the old one when nothing happens for *patience_s*."""
        while True:
            # Not wait_for: in Python 3.11 it swallows a cancellation that comes together with the news.
            with suppress(TimeoutError):
                async with asyncio.timeout(patience_s):
                    await self._news.wait()
            self._news.clear()
            if self._state is not None:
                await act(self._state)


class Asked:
    """Remembers what was answered, so that one question is answered once, and again only when patience ends."""

    def __init__(self, patience_s: float) -> None:
        self._patience_s = patience_s
        self._key: Hashable = None
        self._answered_at = 0.0
        self.times = 0

    def is_due(self, key: Hashable) -> bool:
        """Say whether *key* is a new question, or an old one that has stood open too long; count it as answered."""
        now = asyncio.get_running_loop().time()
        if key == self._key and now - self._answered_at < self._patience_s:
            return False
        self.times = self.times + 1 if key == self._key else 1
        self._key, self._answered_at = key, now
        return True

    def answered(self) -> None:
        """The answer took its time; patience begins now."""
        self._answered_at = asyncio.get_running_loop().time()
