"""The asyncio side of one device: answers to await, events on the event loop."""

import asyncio
from collections.abc import Callable

from firmware_bridge.connection import Connection, LinkUp
from firmware_bridge.errors import DeviceError, DeviceLost, NoAnswer
from firmware_bridge.info import DeviceInfo, LinkCounters
from firmware_bridge.packets import DeviceClass, DeviceMessage, Event, HostMessage

DEFAULT_BAUD = 250_000
"""Exact on a 16 MHz AVR (115200 is 2 % off)."""
OUTAGE_S = 6.0
"""Requests ride through an absence this long: three seconds of loose cable and a greeting on a noisy line."""


class Endpoint:
    """Owns a :class:`Connection` and brings what it tells to the event loop that called :meth:`start`.

    An event is acknowledged to the device once *on_event* has returned: until then the device keeps it,
    so a caller that writes it to its log in *on_event* loses nothing to a crash. Once *on_event* has raised,
    no further event is told or acknowledged.
    """

    def __init__(
        self,
        device_path: str,
        baud: int,
        device_class: DeviceClass,
        state_request: HostMessage,
        *,
        on_up: Callable[[LinkUp], None],
        on_down: Callable[[DeviceError], None],
        on_event: Callable[[int, Event], None],
    ) -> None:
        self.device_path = device_path
        self.info: DeviceInfo | None = None
        self._on_up = on_up
        self._on_down = on_down
        self._on_event = on_event
        self._loop: asyncio.AbstractEventLoop | None = None
        self._up = asyncio.Event()
        self._caller_failed = False
        self._connection = Connection(device_path, baud, device_class, state_request, self)

    @property
    def connected(self) -> bool:
        """Whether the device answers now."""
        return self._loop is not None and self._up.is_set()

    @property
    def counters(self) -> LinkCounters:
        """Health of the line."""
        return self._connection.counters

    async def start(self) -> None:
        """Begin looking for the device; returns at once."""
        self._loop = asyncio.get_running_loop()
        self._connection.start()

    async def stop(self) -> None:
        """Let go of the device and end its thread, in under a second. Nothing is told after this."""
        self._loop = None
        self._up.set()  # whoever waits for the device stops waiting
        await asyncio.to_thread(self._connection.stop)

    async def ask(self, message: HostMessage) -> DeviceMessage:
        """Send *message* until answered.

        :raises DeviceLost: not connected, went away or no answer
        """
        return await asyncio.wrap_future(self._connection.request(message))

    async def ask_through_outage(self, message: HostMessage) -> DeviceMessage:
        """As :meth:`ask`, and again after a short absence. Every message may be repeated without harm.

        :raises DeviceLost: away for longer than ``OUTAGE_S``
        """
        while True:
            await self.wait_connected()
            try:
                return await self.ask(message)
            except NoAnswer:
                raise
            except DeviceLost:
                continue

    async def wait_connected(self) -> None:
        """Return when the device answers.

        :raises DeviceLost: it stays away for ``OUTAGE_S``, or :meth:`stop` was called
        """
        try:
            # Not `wait_for`: on Python 3.11 it loses a cancellation that comes as the wait ends.
            async with asyncio.timeout(OUTAGE_S):
                await self._up.wait()
        except TimeoutError:
            raise DeviceLost(f"away for more than {OUTAGE_S:g} s", self.device_path) from None
        if self._loop is None:
            raise DeviceLost("not started, or stopped", self.device_path)

    def link_up(self, up: LinkUp) -> None:
        """For the connection's thread."""
        self._post(self._arrived_up, up)

    def link_down(self, error: DeviceError) -> None:
        """For the connection's thread."""
        self._post(self._arrived_down, error)

    def event_arrived(self, boot_id: int, event: Event) -> None:
        """For the connection's thread."""
        self._post(self._arrived_event, boot_id, event)

    def _post(self, call: Callable[..., None], *arguments: object) -> None:
        loop = self._loop
        if loop is None:
            return
        try:
            loop.call_soon_threadsafe(call, *arguments)
        except RuntimeError:
            return  # the loop has closed; nobody is left to be told

    def _arrived_up(self, up: LinkUp) -> None:
        if self._loop is not None:
            self.info = up.info
            self._up.set()
            self._on_up(up)

    def _arrived_down(self, error: DeviceError) -> None:
        if self._loop is not None:
            self._up.clear()
            self._on_down(error)

    def _arrived_event(self, boot_id: int, event: Event) -> None:
        if self._loop is not None:
            self._caller_failed, failed_before = True, self._caller_failed
            if failed_before:
                return
            self._on_event(boot_id, event)
            self._caller_failed = False
            self._connection.acknowledge(boot_id, event.event_seq)
