"""How often reading one camera's pictures failed in a row, and when it is worth another try."""

import time
from collections.abc import Callable
from typing import Final

ALARMING: Final = 2
"""So many in a row are no accident."""
FIRST_PAUSE_S: Final = 1.0
LAST_PAUSE_S: Final = 30.0


class Setbacks:
    """After the first another try is made at once; then after one second, two, four and so on to half a minute."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, wall: Callable[[], float] = time.time
    ) -> None:
        self._clock: Final = clock
        self._wall: Final = wall
        self._count = 0
        self._began = 0.0
        self._not_before = 0.0

    def happened(self) -> None:
        """It failed once more."""
        if not self._count:
            self._began = self._wall()
        self._count += 1
        if self._count >= ALARMING:
            doublings = min(self._count - ALARMING, 10)
            self._not_before = self._clock() + min(FIRST_PAUSE_S * 2**doublings, LAST_PAUSE_S)

    def over(self) -> None:
        """It worked."""
        self._count, self._not_before = 0, 0.0

    @property
    def may_try(self) -> bool:
        return self._clock() >= self._not_before

    @property
    def since(self) -> float | None:
        """The time on the wall, s since 1970, since which it fails again and again; None as long as it does not."""
        return self._began if self._count >= ALARMING else None
