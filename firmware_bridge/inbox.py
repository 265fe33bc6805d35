"""Which of a device's numbered events have arrived and which are safe with the caller."""

from dataclasses import dataclass, field
from threading import Lock

_MODULUS = 0x10000


def is_after(left: int, right: int) -> bool:
    """Whether event number *left* comes after *right*, numbers wrapping at 65536.

    >>> is_after(1, 0), is_after(0, 65535), is_after(5, 5)
    (True, True, False)
    """
    return 0 < (left - right) % _MODULUS < _MODULUS // 2


@dataclass
class Inbox:
    """Takes events in order, once each. A gap is not taken: the device sends it again.

    The link's thread begins and accepts; :meth:`deliver` may be called from any thread.
    """

    boot_id: int | None = None
    accepted: int = 0
    delivered: int = 0
    _lock: Lock = field(default_factory=Lock, repr=False)

    def begin(self, boot_id: int, event_first: int) -> None:
        """A session begins; *event_first* is the oldest event the device still holds."""
        before = (event_first - 1) % _MODULUS
        with self._lock:
            if boot_id != self.boot_id or is_after(before, self.accepted):
                self.boot_id = boot_id
                self.accepted = self.delivered = before

    def accept(self, event_seq: int) -> bool:
        """Whether this is the next event; if so it counts as arrived."""
        if event_seq != (self.accepted + 1) % _MODULUS:
            return False
        self.accepted = event_seq
        return True

    def deliver(self, boot_id: int, event_seq: int) -> None:
        """The caller has event *event_seq* of *boot_id* safe."""
        with self._lock:
            if boot_id == self.boot_id and is_after(event_seq, self.delivered):
                self.delivered = event_seq
