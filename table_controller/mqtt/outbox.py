"""What waits to be sent while the broker is slow or away."""

from collections import deque
from dataclasses import dataclass
from typing import Final

SIZE: Final = 1000


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message, *number* counting all that were ever put."""

    number: int
    topic: str
    payload: bytes


class Outbox:
    """Messages in order; when it is full the oldest goes: events are in the log, and a reader sees the gap."""

    def __init__(self, size: int = SIZE) -> None:
        self._waiting: deque[Outgoing] = deque(maxlen=size)
        self._put = 0
        self.dropped = 0
        """How many were thrown away unsent."""

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, topic: str, payload: bytes) -> None:
        self._put += 1
        self.dropped += len(self._waiting) == self._waiting.maxlen
        self._waiting.append(Outgoing(self._put, topic, payload))

    def oldest(self, most: int) -> tuple[Outgoing, ...]:
        """Return the oldest *most* messages; they stay until they are `sent`."""
        return tuple(self._waiting[nth] for nth in range(min(most, len(self._waiting))))

    def sent(self, number: int) -> None:
        """Let go of all messages up to this number."""
        while self._waiting and self._waiting[0].number <= number:
            self._waiting.popleft()
