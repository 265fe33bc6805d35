"""Keeps one device connected: opens it, greets it, serves it, and begins again for ever when it goes away."""

import secrets
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Event as Flag
from threading import Thread
from typing import Protocol

from firmware_bridge.errors import DeviceError, DeviceIncompatible, DeviceLost, SessionEnded
from firmware_bridge.inbox import Inbox
from firmware_bridge.info import DeviceInfo, LinkCounters
from firmware_bridge.line import Line
from firmware_bridge.link import Link, Request
from firmware_bridge.packets import DeviceClass, DeviceMessage, Event, HostMessage

SHORT_BACKOFF_S, LONG_BACKOFF_S = 0.1, 2.0
PATIENCE_S = 10.0
"""Away for this long, a device is looked for less often."""


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The device answers; *state* is its whole state, read before anything else is traded."""

    info: DeviceInfo
    state: DeviceMessage
    rebooted: bool
    """It has restarted since we last spoke with it."""
    away_s: float
    """How long it was gone; 0 the first time."""


class Listener(Protocol):
    """Told what happens on the connection, on the connection's own thread."""

    def link_up(self, up: LinkUp) -> None: ...

    def link_down(self, error: DeviceError) -> None:
        """Told once when the device goes away, and again only when the reason changes."""

    def event_arrived(self, boot_id: int, event: Event) -> None: ...


class Connection:
    """One thread that looks after one device path. Any thread may call its methods."""

    def __init__(
        self,
        device_path: str,
        baud: int,
        device_class: DeviceClass,
        state_request: HostMessage,
        listener: Listener,
    ) -> None:
        self.device_path = device_path
        self.counters = LinkCounters()
        self._baud = baud
        self._device_class = device_class
        self._state_request = state_request
        self._listener = listener
        self._session_id = secrets.randbits(32)
        self._inbox = Inbox()
        self._requests: SimpleQueue[Request] = SimpleQueue()
        self._serving = Flag()
        self._stopping = Flag()
        self._line: Line | None = None
        self._last_boot_id: int | None = None
        self._down_since: float | None = None
        self._told: str | None = None
        self._thread = Thread(target=self._run, name=f"link {device_path}", daemon=True)

    def start(self) -> None:
        """Begin looking for the device."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and let go of the device; requests under way fail. Takes under a second."""
        self._stopping.set()
        self._wake()
        if self._thread.is_alive():
            self._thread.join()

    def request(self, message: HostMessage) -> Future[DeviceMessage]:
        """Send *message*, again until answered. The future raises :class:`DeviceLost` when there is no answer."""
        request = Request(message)
        if not self._serving.is_set():
            request.answer.set_exception(DeviceLost("not connected", self.device_path))
            return request.answer
        self._requests.put(request)
        self._wake()
        if not self._serving.is_set():
            self._fail_waiting(DeviceLost("went away", self.device_path))
        return request.answer

    def acknowledge(self, boot_id: int, event_seq: int) -> None:
        """All events up to *event_seq* are safe with the caller; the device may forget them."""
        self._inbox.deliver(boot_id, event_seq)
        self._wake()

    def _wake(self) -> None:
        line = self._line
        if line is not None:
            line.wake()

    def _run(self) -> None:
        attempt = 0
        while not self._stopping.is_set():
            try:
                self._open_and_serve()
            except DeviceError as error:
                attempt = 0 if self._told is None else attempt + 1
                self._tell_down(error)
                self._stopping.wait(self._backoff_s(error, attempt))
        self._fail_waiting(DeviceLost("stopped", self.device_path))

    def _backoff_s(self, error: DeviceError, attempt: int) -> float:
        away_s = time.monotonic() - (self._down_since or time.monotonic())
        if isinstance(error, DeviceIncompatible) or away_s > PATIENCE_S:
            return LONG_BACKOFF_S
        return float(min(SHORT_BACKOFF_S * 1.5**attempt, 0.5))

    def _open_and_serve(self) -> None:
        line = Line(self.device_path, self._baud)
        self._line = line
        try:
            while not self._stopping.is_set():
                self._serve(line)
        finally:
            self._line = None
            line.close()

    def _serve(self, line: Line) -> None:
        """Hold one session. A device that restarts is greeted again on the open line: reopening could reset it once more."""
        link = Link(line, self._inbox, self.counters, self._requests, self._listener.event_arrived)
        stopped: Callable[[], bool] = self._stopping.is_set
        ended = DeviceLost("stopped", self.device_path)
        try:
            info = link.greet(self._session_id, self._device_class, stopped)
            self._tell_up(info, link.ask_once(self._state_request, stopped))
            link.serve(stopped)
        except DeviceLost as error:
            ended = error
            self._tell_down(
                error
            )  # before the requests fail, so that nobody who asks again takes it for connected
            if not isinstance(error, SessionEnded):
                raise
        finally:
            self._end_session(link, ended)

    def _end_session(self, link: Link, error: DeviceLost) -> None:
        self._serving.clear()
        link.abandon(error)
        self._fail_waiting(error)

    def _fail_waiting(self, error: DeviceLost) -> None:
        while True:
            try:
                request = self._requests.get_nowait()
            except Empty:
                return
            if request.answer.set_running_or_notify_cancel():
                request.answer.set_exception(error)

    def _tell_up(self, info: DeviceInfo, state: DeviceMessage) -> None:
        rebooted = self._last_boot_id not in (None, info.boot_id)
        away_s = (
            time.monotonic() - self._down_since
            if self._down_since and self._last_boot_id is not None
            else 0.0
        )
        self._last_boot_id, self._down_since, self._told = info.boot_id, None, None
        self.counters.connects += 1
        self._serving.set()
        self._listener.link_up(LinkUp(info, state, rebooted, away_s))

    def _tell_down(self, error: DeviceError) -> None:
        if self._down_since is None:
            self._down_since = time.monotonic()
        if self._told != error.reason:
            self._told = error.reason
            self._listener.link_down(error)
