"""What every device model does: session, heartbeat, events, restart. Follows hardware/firmware/core/session.c."""

import os
import select
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread, current_thread
from typing import Protocol

from firmware_bridge.framing import Packet, Unpacker, encode_packet
from firmware_bridge.packets import (
    PROTOCOL_VERSION,
    SCHEMA_HASH,
    SESSION_TIMEOUT_MS,
    Boot,
    DeviceClass,
    DeviceMessage,
    EventAck,
    EventKind,
    Hello,
    HelloReply,
    HostMessage,
    Identify,
    Identity,
    Nak,
    NakReason,
    Ping,
    Pong,
    ResetCause,
)
from hardware.twin.devices.corruption import Corruption
from hardware.twin.devices.event_ring import EventRing
from hardware.twin.devices.pty_end import PtyEnd

_VERSION = (1, 0, 0)


class Board(Protocol):
    """What distinguishes one device from another. Called on the device's thread."""

    @property
    def last_command_id(self) -> int:
        """Highest command id ever begun, 0 for none."""

    def answer(self, message: HostMessage) -> DeviceMessage | None:
        """Return the answer, or none when this device knows no such message."""

    def work(self, now: float) -> float | None:
        """Do what is due at *now* (monotonic seconds); return when there is more to do, or none."""

    def restart(self) -> None:
        """Forget everything that is not in the EEPROM."""

    def session_ended(self) -> None:
        """The computer has gone silent."""


class Device:
    """Runs a board behind a pty in a thread of its own. Any thread may call the public methods."""

    def __init__(self, link_path: Path, device_class: DeviceClass, board: Board, serial_number: int) -> None:
        self.boot_id = 1
        self.events = EventRing()
        self._class = device_class
        self._board = board
        self._serial_number = serial_number
        self._cable = PtyEnd(link_path)
        self._unpacker = Unpacker()
        self._session: int | None = None
        self._heard_at = 0.0
        self._booted_at = time.monotonic()
        self._reset_cause = ResetCause.POWER_ON
        self._deaf = False
        self._running = True
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._wake_read, self._wake_write = os.pipe()
        self._thread = Thread(target=self._run, name=f"device {link_path}", daemon=True)

    def start(self) -> None:
        """Plug the cable in and begin to answer."""
        self._cable.plug()
        self._thread.start()

    def stop(self) -> None:
        """Pull the cable and end the thread."""
        if self._thread.is_alive():
            self.call(self._end)
            self._thread.join()
        self._cable.unplug()

    def call(self, what: Callable[[], None]) -> None:
        """Run *what* on the device's thread and return when it has run."""
        if current_thread() is self._thread or not self._thread.is_alive():
            what()
            return
        done: Future[None] = Future()

        def run() -> None:
            what()
            done.set_result(None)

        self._calls.put(run)
        os.write(self._wake_write, b"w")
        done.result()

    def unplug(self) -> None:
        """Pull the cable; the device keeps its power."""
        self.call(self._cable.unplug)

    def replug(self) -> None:
        """Put the cable back, under the same path."""
        self.call(self._cable.plug)

    def reset(self, cause: ResetCause = ResetCause.EXTERNAL) -> None:
        """Restart the device as its reset pin does: only the EEPROM survives."""
        self.call(lambda: self._restart(cause))

    def corrupt(self, rate: float, seed: int) -> None:
        """Damage the fraction *rate* of all bytes, either way, from now on."""

        def damage() -> None:
            self._cable.to_host = Corruption(rate, seed)
            self._cable.to_device = Corruption(rate, seed + 1)

        self.call(damage)

    def hang(self, hanging: bool) -> None:
        """Stop reading and answering, with the cable in, until called again with false."""

        def set_deaf() -> None:
            self._deaf = hanging

        self.call(set_deaf)

    def send_raw(self, data: bytes) -> None:
        """Put bytes on the wire that are no packet."""
        self.call(lambda: self._cable.write(data))

    def clock_ms(self) -> int:
        """Return the device's clock."""
        return int((time.monotonic() - self._booted_at) * 1000) & 0xFFFFFFFF

    def tell(self, kind: EventKind, code: int, value: int = 0, count: int = 0, command_id: int = 0) -> None:
        """Put an event into the ring. For the device's thread."""
        self.events.add(self.clock_ms(), kind, code, value, count, command_id)

    def _end(self) -> None:
        self._running = False

    def _restart(self, cause: ResetCause) -> None:
        self.boot_id += 1
        if self.boot_id & 0xFFFF == 0:
            self.boot_id += 1
        self.events = EventRing()
        self._unpacker = Unpacker()
        self._session = None
        self._reset_cause = cause
        self._booted_at = time.monotonic()
        self._board.restart()
        self._send(0, Boot(cause))

    def _run(self) -> None:
        while self._running:
            now = time.monotonic()
            wake_at = None if self._deaf else self._work(now)
            self._wait(None if wake_at is None else max(0.0, wake_at - now))
            self._run_calls()
            if not self._deaf:
                for packet in self._unpacker.feed(self._cable.read()):
                    self._take(packet)
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _wait(self, timeout_s: float | None) -> None:
        cable = self._cable.fileno()
        watched = [self._wake_read] if cable is None or self._deaf else [self._wake_read, cable]
        ready, _, _ = select.select(watched, [], [], timeout_s)
        if self._wake_read in ready:
            os.read(self._wake_read, 4096)

    def _run_calls(self) -> None:
        while True:
            try:
                self._calls.get_nowait()()
            except Empty:
                return

    def _work(self, now: float) -> float | None:
        times = [self._board.work(now)]
        if self._session is not None:
            ends_at = self._heard_at + SESSION_TIMEOUT_MS / 1000
            if now >= ends_at:
                self._session = None
                self._board.session_ended()
            else:
                for event in self.events.due(now):
                    self._send(0, event)
                times += [ends_at, self.events.next_due()]
        return min((at for at in times if at is not None), default=None)

    def _take(self, packet: Packet) -> None:
        message = packet.message
        if not isinstance(message, HostMessage):
            return
        if isinstance(message, Hello):
            self._begin_session(message)
        elif self._session is None:
            self._send(packet.seq, Nak(NakReason.NO_SESSION, message.TYPE))
            return
        elif packet.boot_id != self.boot_id & 0xFFFF:
            self._send(packet.seq, Nak(NakReason.WRONG_BOOT, message.TYPE))
            return
        self._heard_at = time.monotonic()
        if isinstance(message, EventAck):
            self.events.acknowledge(message.upto, self.clock_ms())
            return
        self._send(packet.seq, self._answer(message) or Nak(NakReason.UNKNOWN_TYPE, message.TYPE))

    def _begin_session(self, hello: Hello) -> None:
        self._session = hello.session_id
        self.events.rewind()

    def _answer(self, message: HostMessage) -> DeviceMessage | None:
        match message:
            case Hello():
                return HelloReply(
                    PROTOCOL_VERSION,
                    self._class,
                    SCHEMA_HASH,
                    self.boot_id,
                    self._board.last_command_id,
                    self.events.first,
                )
            case Identify():
                return Identity(self._serial_number, *_VERSION, 0, 1, self._reset_cause)
            case Ping():
                return Pong(self.clock_ms(), self._unpacker.bad_packets & 0xFFFF, 0)
            case _:
                return self._board.answer(message)

    def _send(self, seq: int, message: DeviceMessage) -> None:
        self._cable.write(encode_packet(Packet(self.boot_id & 0xFFFF, seq, message)))
