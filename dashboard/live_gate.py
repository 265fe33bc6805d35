"""Who may see the live view: whoever shows the table's token, or a link's code before anybody else did."""

import hmac
import secrets
import time
from collections.abc import Callable
from typing import Final

COOKIE: Final = "drawtable_live"
SESSION_S: Final = 12 * 3600
CODE_S: Final = 600
MOST_SESSIONS: Final = 50
"""The oldest goes when there are more."""


class LiveGate:
    """Sessions live in memory: a table that is started anew asks everybody again."""

    def __init__(self, token: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._token: Final = token.encode()
        self._clock: Final = clock
        self._codes: dict[bytes, float] = {}
        self._sessions: dict[str, float] = {}

    def code(self) -> str:
        """Return a code that opens one session within ten minutes."""
        code = secrets.token_urlsafe(16)
        self._codes[code.encode()] = self._clock() + CODE_S
        return code

    def admit(self, key: str) -> str | None:
        """Return a new session for the token or an unused code, None for anything else."""
        if not hmac.compare_digest(key.encode(), self._token) and not self._used_up(key.encode()):
            return None
        session = secrets.token_urlsafe(32)
        self._sessions[session] = self._clock() + SESSION_S
        while len(self._sessions) > MOST_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        return session

    def knows(self, session: str | None) -> bool:
        """Say whether this session was opened and has not run out."""
        until = self._sessions.get(session or "", 0.0)
        return until > self._clock()

    def _used_up(self, key: bytes) -> bool:
        found = next((code for code in self._codes if hmac.compare_digest(code, key)), None)
        return found is not None and self._codes.pop(found) > self._clock()
