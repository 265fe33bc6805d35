"""An open serial line: bytes in, bytes out, timeouts both ways, and the operating system's errors told plainly."""

import errno
import os
import select
import termios
from pathlib import Path

import serial

from firmware_bridge.errors import DeviceBusy, DeviceForbidden, DeviceLost

WRITE_TIMEOUT_S = 0.5
"""A peer that stops reading fills the buffers (a pty takes 16 KiB) and would block us for ever."""


class Line:
    """One exclusively opened serial device. Used by one thread; only :meth:`wake` may be called from others."""

    def __init__(self, device_path: str, baud: int) -> None:
        """Open *device_path*.

        :raises DeviceBusy: another program holds it
        :raises DeviceForbidden: permission denied
        :raises DeviceLost: it is not there or is no serial device
        """
        self.device_path = device_path
        try:
            self._serial = serial.Serial(
                device_path, baud, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True
            )
        except (OSError, termios.error, ValueError) as error:
            raise _opening_error(device_path, error) from None
        _keep_dtr_on_close(self._serial.fileno())
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)

    def read(self, timeout_s: float) -> bytes:
        """Return what has arrived, waiting up to *timeout_s* for the first byte; empty after that or when woken.

        :raises DeviceLost: unplugged
        """
        try:
            ready, _, _ = select.select([self._serial.fileno(), self._wake_read], [], [], max(0.0, timeout_s))
            if self._wake_read in ready:
                os.read(self._wake_read, 4096)
            if self._serial.fileno() not in ready:
                return b""
            return bytes(self._serial.read(4096))
        except (OSError, termios.error):
            raise DeviceLost("unplugged", self.device_path) from None

    def write(self, data: bytes) -> None:
        """Send *data*.

        :raises DeviceLost: unplugged, or the other side has stopped reading
        """
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException:
            raise DeviceLost(f"write timed out after {WRITE_TIMEOUT_S} s", self.device_path) from None
        except (OSError, termios.error):
            raise DeviceLost("unplugged", self.device_path) from None

    def wake(self) -> None:
        """Make a waiting :meth:`read` return."""
        try:
            os.write(self._wake_write, b"w")
        except OSError:
            return

    def close(self) -> None:
        """Let go of the device."""
        self._serial.close()
        os.close(self._wake_read)
        os.close(self._wake_write)


def _keep_dtr_on_close(descriptor: int) -> None:
    """Leave DTR up when we let go: its next rise would reset an Arduino. Not every device has the setting."""
    try:
        settings = termios.tcgetattr(descriptor)
        settings[2] &= ~termios.HUPCL
        termios.tcsetattr(descriptor, termios.TCSANOW, settings)
    except (OSError, termios.error):
        return


def _opening_error(device_path: str, error: Exception) -> DeviceLost:
    number = getattr(error, "errno", None)
    if "exclusively lock" in str(error) or number == errno.EBUSY:
        return DeviceBusy(device_path, holder_of(device_path))
    if number == errno.EACCES:
        return DeviceForbidden(device_path)
    if number == errno.ENOENT:
        return DeviceLost("not plugged in (no such file)", device_path)
    return DeviceLost(f"cannot be opened as a serial device ({error})", device_path)


def holder_of(device_path: str) -> str | None:
    """Name the process that has locked *device_path*, as far as the system tells us; none when it does not."""
    try:
        status = os.stat(device_path)
        locks = Path("/proc/locks").read_text()
    except OSError:
        return None
    device = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
    for line in locks.splitlines():
        words = line.split()
        if len(words) > 5 and words[1] == "FLOCK" and words[5] == device:
            return f"{_process_name(words[4])} (pid {words[4]})"
    return None


def _process_name(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return "a process of another user"
