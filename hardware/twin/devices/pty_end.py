"""The device's end of a pseudo-terminal, under a path that stays the same when the cable is pulled and put back."""

import os
import tty
from contextlib import suppress
from pathlib import Path

from hardware.twin.devices.corruption import Corruption


class PtyEnd:
    """A serial cable. *link_path* leads to the computer's end while it is plugged in."""

    def __init__(self, link_path: Path) -> None:
        self.link_path = link_path
        self.to_host = Corruption(0.0, 0)
        self.to_device = Corruption(0.0, 0)
        self._master: int | None = None
        self._slave: int | None = None

    @property
    def plugged(self) -> bool:
        """Whether the cable is in."""
        return self._master is not None

    def fileno(self) -> int | None:
        """Return the descriptor to wait on; none while unplugged."""
        return self._master

    def plug(self) -> None:
        """Put the cable in."""
        if self._master is not None:
            return
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        fresh = self.link_path.with_name(self.link_path.name + ".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(self._slave))
        fresh.replace(self.link_path)

    def unplug(self) -> None:
        """Pull the cable; the computer's end reads as gone at once."""
        if self._master is None or self._slave is None:
            return
        self.link_path.unlink(missing_ok=True)
        os.close(
            self._slave
        )  # held open until here: with no one on the other end a master is always "readable"
        os.close(self._master)
        self._master = self._slave = None

    def read(self) -> bytes:
        """Return what has come from the computer; empty when nothing has."""
        if self._master is None:
            return b""
        try:
            return self.to_device.apply(os.read(self._master, 4096))
        except OSError:
            return b""

    def write(self, data: bytes) -> None:
        """Send to the computer; what it does not read in time is lost, as on a real line."""
        if self._master is not None:
            with suppress(OSError):
                os.write(self._master, self.to_host.apply(data))
