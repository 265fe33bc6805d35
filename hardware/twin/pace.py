"""How fast people are."""

import asyncio
import random
from typing import Final

PATIENCE_S: Final = 3.0
"""After this long without an answer a person does something about it."""


class Pace:
    """*pace_s* seconds is what a plain act takes; 0 is flat out. Each takes a little more or less."""

    def __init__(self, pace_s: float, rng: random.Random) -> None:
        if pace_s < 0:
            raise ValueError(f"not a pace: {pace_s} (seconds, 0 is flat out)")
        self._pace_s = pace_s
        self._rng = rng

    @property
    def patience_s(self) -> float:
        return PATIENCE_S + 3 * self._pace_s

    async def take(self, acts: float = 1.0) -> None:
        """Take the time of so many acts."""
        await asyncio.sleep(self._pace_s * acts * self._rng.uniform(0.6, 1.4))
