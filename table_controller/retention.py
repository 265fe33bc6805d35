"""What is kept for so many days, by a clock that may be wrong: what is deleted cannot be brought back."""

from collections.abc import Sequence
from typing import Final

DAY_MS: Final = 86_400_000
USUAL_MS: Final = 8 * DAY_MS
"""A table that is used every week is on so often."""
LONGEST_MS: Final = 40 * DAY_MS
"""One that is used once a month is; a date further on than that proves nothing."""
CONFIRMED_MS: Final = DAY_MS
"""So long the clock must go on after a longer pause than usual, and not be set back, before that counts."""


def too_old_up_to(marks: Sequence[tuple[int, int]], now_utc_ms: int, days: int) -> int:
    """Return the number up to which what is kept for *days* is too old, 0 where nothing is.

    *marks* are (number, UTC in ms), in the order in which they were made whatever the clock said. Between two of them as
    much time has passed as the clock says, but none where it was set back or went on by more than LONGEST_MS: a clock that
    is further off than that, for however long, makes nothing older than it is. What it costs is that such a pause does not count.

    >>> week = 7 * DAY_MS
    >>> too_old_up_to([(1, 0), (2, week), (3, 2 * week)], 3 * week, 14)
    1
    >>> too_old_up_to([(1, 0), (2, 900 * week), (3, week)], 2 * week, 14)
    0
    """
    age_ms, later, lowest = 0, now_utc_ms, now_utc_ms
    for number, utc_ms in reversed(marks):
        gap_ms = later - utc_ms
        confirmed = lowest >= later and now_utc_ms - later >= CONFIRMED_MS
        if 0 <= gap_ms <= (LONGEST_MS if confirmed else USUAL_MS):
            age_ms += gap_ms
        if age_ms > days * DAY_MS:
            return number
        later, lowest = utc_ms, min(lowest, utc_ms)
    return 0
