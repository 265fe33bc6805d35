"""The conversation on an open line: sequence, answers, retries, heartbeat, events. The only place that retries."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from firmware_bridge.errors import DeviceIncompatible, DeviceLost, NoAnswer, SessionEnded
from firmware_bridge.framing import Packet, Unpacker, encode_packet
from firmware_bridge.inbox import Inbox
from firmware_bridge.info import DeviceInfo, LinkCounters, device_info
from firmware_bridge.line import Line
from firmware_bridge.packets import (
    PROTOCOL_VERSION,
    SCHEMA_HASH,
    Boot,
    DeviceClass,
    DeviceMessage,
    Event,
    EventAck,
    Hello,
    HelloReply,
    HostMessage,
    Identify,
    Identity,
    Nak,
    NakReason,
    Ping,
    Pong,
)

ANSWER_TIMEOUT_S = 3.0
"""A request is repeated for this long. At 5 % damaged bytes each way one try in five gets through."""
GREETING_TIMEOUT_S = 4.0
"""Opening some boards resets them; their boot loader listens for two seconds."""
PING_INTERVAL_S = 0.5
SILENCE_S = 3.0
"""Nothing well-formed heard for this long: the device is lost. (A pulled cable is noticed at once.)"""
FIRST_RETRY_S, LONGEST_RETRY_S, SHORTEST_RETRY_S = 0.1, 0.12, 0.03
"""Retry after three smoothed round trips, within these bounds. USB adapters answer in 2 to 40 ms; a retry too many
does no harm, and nobody else is on the line, so there is nothing to back off from."""
RETRY_AFTER_DAMAGE_S = 0.01
"""A damaged packet while we wait was most likely the answer."""


@dataclass
class Request:
    """A message waiting for its answer."""

    message: HostMessage
    timeout_s: float = ANSWER_TIMEOUT_S
    answer: Future[DeviceMessage] = field(default_factory=Future)


@dataclass
class _Outstanding:
    request: Request
    seq: int
    give_up_at: float
    retry_at: float
    interval_s: float
    sent_at: float
    tries: int = 1


class Link:
    """Speaks with one device over one open line. All methods belong to the thread that runs it."""

    def __init__(
        self,
        line: Line,
        inbox: Inbox,
        counters: LinkCounters,
        requests: SimpleQueue[Request],
        on_event: Callable[[int, Event], None],
    ) -> None:
        self._line = line
        self._inbox = inbox
        self._counters = counters
        self._requests = requests
        self._on_event = on_event
        self._unpacker = Unpacker()
        self._boot_id = 0
        self._open = False
        self._seq = 0
        self._outstanding: _Outstanding | None = None
        self._acked = inbox.delivered
        self._heard_at = self._spoke_at = time.monotonic()
        self._round_trip_s: float | None = None
        self._bytes_seen = 0
        self._echoes = 0

    def greet(
        self, session_id: int, device_class: DeviceClass | None, should_stop: Callable[[], bool]
    ) -> DeviceInfo:
        """Say hello, check that this is a device we may drive, and learn what it is.

        :raises DeviceIncompatible: another protocol, firmware generation or kind of device
        :raises DeviceLost: no answer
        """
        try:
            hello = self._ask(Hello(session_id), should_stop)
        except DeviceLost as error:
            raise self._explain_no_greeting(error) from None
        if not isinstance(hello, HelloReply):
            raise DeviceIncompatible(f"answered HELLO with {type(hello).__name__}", self._line.device_path)
        self._check(hello, device_class)
        self._boot_id = hello.boot_id & 0xFFFF
        identity = self._ask(Identify(), should_stop)
        if not isinstance(identity, Identity):
            raise DeviceIncompatible(
                f"answered IDENTIFY with {type(identity).__name__}", self._line.device_path
            )
        self._inbox.begin(hello.boot_id, hello.event_first)
        self._acked = (hello.event_first - 1) % 0x10000
        self._open = True
        return device_info(self._line.device_path, hello, identity)

    def ask_once(self, message: HostMessage, should_stop: Callable[[], bool]) -> DeviceMessage:
        """Send *message* and run the link until it is answered.

        :raises DeviceLost: no answer
        """
        return self._ask(message, should_stop)

    def serve(self, should_stop: Callable[[], bool]) -> None:
        """Carry requests and events until told to stop.

        :raises DeviceLost: unplugged, silent, restarted or no longer in session
        """
        while not should_stop():
            self._pump()

    def abandon(self, error: DeviceLost) -> None:
        """Fail the request under way, if any."""
        if self._outstanding:
            self._outstanding.request.answer.set_exception(error)
            self._outstanding = None

    def _ask(self, message: HostMessage, should_stop: Callable[[], bool]) -> DeviceMessage:
        request = Request(message, GREETING_TIMEOUT_S)
        self._begin(request)
        while not request.answer.done():
            if should_stop():
                raise DeviceLost("stopped", self._line.device_path)
            self._pump()
            if self._unpacker.other_version is not None and not self._boot_id:
                raise NoAnswer("no answer in our protocol", self._line.device_path)
        return request.answer.result()

    def _explain_no_greeting(self, error: DeviceLost) -> DeviceLost | DeviceIncompatible:
        path, version = self._line.device_path, self._unpacker.other_version
        if version is not None:
            return DeviceIncompatible(
                f"speaks protocol {version}, this program {PROTOCOL_VERSION}: flash the firmware", path
            )
        if self._echoes:
            return DeviceIncompatible("sends back what it is sent: not one of our devices", path)
        if isinstance(error, NoAnswer) and self._bytes_seen:
            return DeviceLost(f"not ready: {self._bytes_seen} bytes came and no answer to HELLO", path)
        return error

    def _check(self, hello: HelloReply, device_class: DeviceClass | None) -> None:
        path = self._line.device_path
        if device_class is not None and hello.device_class != device_class:
            found, wanted = hello.device_class.name.lower(), device_class.name.lower()
            raise DeviceIncompatible(f"is a {found}, a {wanted} was expected", path)
        if hello.schema != SCHEMA_HASH:
            raise DeviceIncompatible(
                f"firmware has protocol schema {hello.schema:04X}, this program {SCHEMA_HASH:04X}: flash it",
                path,
            )

    def _pump(self) -> None:
        now = time.monotonic()
        if self._open:
            self._begin_next(now)
            self._acknowledge()
            if now - self._heard_at > SILENCE_S:
                raise DeviceLost(f"silent for {SILENCE_S:g} s", self._line.device_path)
        self._retry_or_give_up(now)
        for packet in self._receive(self._time_to_wait(now)):
            self._take(packet)

    def _receive(self, timeout_s: float) -> list[Packet]:
        data = self._line.read(timeout_s)
        self._bytes_seen += len(data)
        before = self._unpacker.bad_packets
        packets = list(self._unpacker.feed(data))
        damaged = self._unpacker.bad_packets - before
        self._counters.bad_packets += damaged
        if damaged and self._outstanding:
            soon = time.monotonic() + RETRY_AFTER_DAMAGE_S
            self._outstanding.retry_at = min(self._outstanding.retry_at, soon)
        return packets

    def _begin_next(self, now: float) -> None:
        while self._outstanding is None:
            try:
                request = self._requests.get_nowait()
            except Empty:
                break
            if request.answer.set_running_or_notify_cancel():
                self._begin(request)
        if self._outstanding is None and now - self._spoke_at >= PING_INTERVAL_S:
            self._begin(Request(Ping()))

    def _begin(self, request: Request) -> None:
        now = time.monotonic()
        self._seq = self._seq % 255 + 1
        interval = self._retry_interval()
        self._outstanding = _Outstanding(
            request, self._seq, now + request.timeout_s, now + interval, interval, now
        )
        self._send(self._seq, request.message)

    def _retry_interval(self) -> float:
        if self._round_trip_s is None:
            return FIRST_RETRY_S
        return min(max(SHORTEST_RETRY_S, 3 * self._round_trip_s), LONGEST_RETRY_S)

    def _retry_or_give_up(self, now: float) -> None:
        waiting = self._outstanding
        if waiting is None or now < waiting.retry_at:
            return
        if now >= waiting.give_up_at:
            name = type(waiting.request.message).__name__
            self.abandon(
                NoAnswer(f"no answer to {name} in {waiting.request.timeout_s:g} s", self._line.device_path)
            )
            return
        waiting.tries += 1
        waiting.interval_s = min(waiting.interval_s * 1.1, LONGEST_RETRY_S)
        waiting.retry_at = now + waiting.interval_s
        self._counters.retries += 1
        self._send(waiting.seq, waiting.request.message)

    def _time_to_wait(self, now: float) -> float:
        until = self._spoke_at + PING_INTERVAL_S
        if self._outstanding:
            until = min(until, self._outstanding.retry_at) if self._open else self._outstanding.retry_at
        return max(0.001, until - now) if until > now else 0.0

    def _send(self, seq: int, message: HostMessage) -> None:
        self._line.write(encode_packet(Packet(self._boot_id, seq, message)))
        self._spoke_at = time.monotonic()
        self._counters.packets_sent += 1

    def _acknowledge(self) -> None:
        if self._acked != self._inbox.delivered:
            self._acked = self._inbox.delivered
            self._send(0, EventAck(self._acked))

    def _take(self, packet: Packet) -> None:
        message = packet.message
        if isinstance(message, HostMessage):
            self._echoes += 1
            return
        self._counters.packets_received += 1
        if self._boot_id and packet.boot_id != self._boot_id:
            raise SessionEnded("restarted", self._line.device_path)
        self._heard_at = time.monotonic()
        match message:
            case Event():
                self._take_event(message)
            case Boot():
                return
            case Nak() if message.reason in (NakReason.NO_SESSION, NakReason.WRONG_BOOT):
                if self._boot_id:
                    raise SessionEnded("ended the session", self._line.device_path)
            case _:
                self._take_answer(packet.seq, message)

    def _take_event(self, event: Event) -> None:
        if not self._open:
            return
        if self._inbox.accept(event.event_seq):
            self._on_event(self._inbox.boot_id or 0, event)
        else:
            self._counters.repeated_events += 1
            self._send(0, EventAck(self._inbox.delivered))

    def _take_answer(self, seq: int, message: DeviceMessage) -> None:
        waiting = self._outstanding
        if waiting is None or waiting.seq != seq:
            return
        self._outstanding = None
        if waiting.tries == 1:
            self._note_round_trip(time.monotonic() - waiting.sent_at)
        if isinstance(message, Pong):
            self._counters.device_bad_packets = message.bad_packets
            self._counters.device_overruns = message.overruns
        waiting.request.answer.set_result(message)

    def _note_round_trip(self, seconds: float) -> None:
        """Only answers to a first try count (Karn): a late answer to a repeated request measures nothing."""
        known = self._round_trip_s
        self._round_trip_s = seconds if known is None else known + (seconds - known) / 8
        self._counters.round_trip_ms = round(self._round_trip_s * 1000, 3)
