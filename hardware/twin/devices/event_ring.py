"""Events a device holds until the computer has acknowledged them."""

from collections import deque

from firmware_bridge.packets import EVENT_RESEND_MS, EVENT_RING, EVENT_WINDOW, Event, EventKind

_MODULUS = 0x10000


class EventRing:
    """Numbers events, keeps them until acknowledged and says which to send now."""

    def __init__(self) -> None:
        self._held: deque[Event] = deque()
        self._next_seq = 1
        self._sent = 0
        self._sent_at = 0.0
        self._lost = 0

    @property
    def first(self) -> int:
        """Number of the oldest event held, or of the next one."""
        return self._held[0].event_seq if self._held else self._next_seq

    def add(
        self, at_ms: int, kind: EventKind, code: int, value: int = 0, count: int = 0, command_id: int = 0
    ) -> None:
        """Put an event in; when the ring is full it is dropped and counted instead."""
        if len(self._held) >= EVENT_RING - (1 if self._lost else 0):
            self._lost += 1
            return
        if self._lost:
            self._append(at_ms, EventKind.EVENTS_LOST, 0, min(self._lost, 0xFFFF), 0, 0)
            self._lost = 0
        self._append(at_ms, kind, code, value, count, command_id)

    def _append(
        self, at_ms: int, kind: EventKind, code: int, value: int, count: int, command_id: int
    ) -> None:
        self._held.append(Event(self._next_seq, at_ms, kind, code, value, count, command_id))
        self._next_seq = (self._next_seq + 1) % _MODULUS

    def acknowledge(self, upto: int, at_ms: int) -> None:
        """Forget the events up to number *upto*."""
        while self._held and (upto - self._held[0].event_seq) % _MODULUS < _MODULUS // 2:
            self._held.popleft()
            self._sent = max(0, self._sent - 1)
        if self._lost and len(self._held) < EVENT_RING:
            self._append(at_ms, EventKind.EVENTS_LOST, 0, min(self._lost, 0xFFFF), 0, 0)
            self._lost = 0

    def rewind(self) -> None:
        """Send everything again: a new session has begun."""
        self._sent = 0

    def due(self, now: float) -> list[Event]:
        """Return the events to send at *now* (seconds)."""
        if self._sent and now - self._sent_at >= EVENT_RESEND_MS / 1000:
            self._sent = 0
        window = list(self._held)[self._sent : EVENT_WINDOW]
        if window:
            self._sent += len(window)
            self._sent_at = now
        return window

    def next_due(self) -> float | None:
        """Return when events may have to be sent again; none when all are acknowledged."""
        return self._sent_at + EVENT_RESEND_MS / 1000 if self._held else None
