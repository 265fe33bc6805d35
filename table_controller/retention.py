"""What is kept for so many days, by a clock that may be wrong: what is deleted cannot be brought back."""

from typing import Final

DAY_MS: Final = 86_400_000
BELIEVED_MS: Final = 2 * DAY_MS
"""A clock that is further ahead of the newest thing kept is not believed before there are newer ones: a table that starts
with a wrong date deletes nothing by it, and one that was not played at for a month deletes a day later."""


def too_old_before(now_utc_ms: int, newest_utc_ms: int | None, days: int) -> int:
    """Return the time before which what is kept for *days* is too old; *newest_utc_ms* is when the newest was made.

    >>> too_old_before(100 * DAY_MS, 99 * DAY_MS, 30) // DAY_MS
    70
    >>> too_old_before(4000 * DAY_MS, 99 * DAY_MS, 30) // DAY_MS
    71
    """
    believed = now_utc_ms if newest_utc_ms is None else min(now_utc_ms, newest_utc_ms + BELIEVED_MS)
    return believed - days * DAY_MS
