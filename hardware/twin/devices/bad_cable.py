"""A cable that damages what passes: between any serial device and a path of its own."""

import os
import select
import tty
from contextlib import suppress
from pathlib import Path
from threading import Thread

from hardware.twin.devices.corruption import Corruption
from hardware.twin.devices.pty_end import PtyEnd


class BadCable:
    """Joins the device at *device_path* to *link_path*, clean until :meth:`corrupt` is called."""

    def __init__(self, device_path: Path, link_path: Path) -> None:
        self._device = os.open(device_path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._device)
        self._end = PtyEnd(link_path)
        self._end.plug()
        self._wake_read, self._wake_write = os.pipe()
        self._thread = Thread(target=self._run, name=f"cable {link_path}", daemon=True)
        self._thread.start()

    def corrupt(self, rate: float, seed: int) -> None:
        """Damage the fraction *rate* of the bytes, either way, from now on."""
        self._end.to_host = Corruption(rate, seed)
        self._end.to_device = Corruption(rate, seed + 1)

    @property
    def damaged(self) -> int:
        """How many bytes have been damaged since the last :meth:`corrupt`."""
        return self._end.to_host.damaged + self._end.to_device.damaged

    def stop(self) -> None:
        """Take the cable away."""
        os.write(self._wake_write, b"w")
        self._thread.join()
        self._end.unplug()
        for descriptor in (self._device, self._wake_read, self._wake_write):
            os.close(descriptor)

    def _run(self) -> None:
        computer = self._end.fileno()
        if computer is None:
            return
        while True:
            ready, _, _ = select.select([computer, self._device, self._wake_read], [], [])
            if self._wake_read in ready:
                return
            with suppress(OSError):
                if computer in ready:
                    os.write(self._device, self._end.read())
                if self._device in ready:
                    self._end.write(os.read(self._device, 4096))
