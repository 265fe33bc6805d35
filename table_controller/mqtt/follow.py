"""What a reader makes of what a table says: whose epoch holds, what was missed, what came twice."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from table_controller.wire.envelope import AnyEnvelope
from table_controller.wire.models import PublicState
from table_controller.wire.public_event import PublicEvent

SILENCE_S: Final = 3.0
"""After so long without a beat an epoch may be followed by one whose clock is behind."""


@dataclass(frozen=True, slots=True)
class Heard:
    """An envelope that counts; *missed_after* is the last seq before a gap, None where there is none."""

    envelope: AnyEnvelope
    missed_after: int | None = None


class Follower:
    """Follows one table over the epochs of its controllers."""

    def __init__(self) -> None:
        self.epoch = ""
        """The epoch that holds; empty before the first."""
        self._former: set[str] = set()
        self._newest: datetime | None = None
        self._heard_at_s = 0.0
        self._last_seq: int | None = None

    def hear(self, envelope: AnyEnvelope, retained: bool, now_s: float) -> Heard | None:
        """Return what counts of *envelope*, or None for what is stale or was heard before; *now_s* is monotonic."""
        if envelope.epoch != self.epoch:
            if not self._follows(envelope, retained, now_s):
                return None
            self._former.add(self.epoch)
            self.epoch, self._newest, self._last_seq = envelope.epoch, None, None
        self._newest = max(self._newest or envelope.ts, envelope.ts)
        if not retained:
            self._heard_at_s = now_s
        match envelope.data:
            case PublicEvent():
                return self._hear_event(envelope)
            case PublicState():
                return self._hear_state(envelope)
            case _:
                return Heard(envelope)

    def _follows(self, envelope: AnyEnvelope, retained: bool, now_s: float) -> bool:
        if envelope.epoch in self._former:
            return False
        if self._newest is None or envelope.ts > self._newest:
            return True
        # Its clock may be behind the former one's. A late will or an old retained message must not pass for it.
        silent = now_s - self._heard_at_s > SILENCE_S
        return silent and not retained and isinstance(envelope.data, PublicEvent | PublicState)

    def _hear_event(self, envelope: AnyEnvelope) -> Heard | None:
        last, self._last_seq = self._last_seq, max(self._last_seq or 0, envelope.seq)
        if last is None or envelope.seq == last + 1:
            return Heard(envelope)
        return Heard(envelope, missed_after=last) if envelope.seq > last else None

    def _hear_state(self, envelope: AnyEnvelope) -> Heard | None:
        last = self._last_seq
        if last is not None and envelope.seq < last:
            return None
        self._last_seq = envelope.seq
        return Heard(envelope, missed_after=last if last is not None and envelope.seq > last else None)
