"""Connections to the absent, the foreign and the broken."""

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge import link
from firmware_bridge.button_box import ButtonBox
from firmware_bridge.device_events import ButtonBoxEvent, ButtonPressed, DeviceConnected, DeviceDisconnected
from firmware_bridge.errors import DeviceLost
from firmware_bridge.framing import Packet, Unpacker, encode_packet
from firmware_bridge.packets import DeviceClass, Hello, HelloReply
from hardware.twin.devices.button_box import ButtonBoxModel
from hardware.twin.devices.pty_end import PtyEnd
from tests.firmware.raw_packet import raw_packet
from tests.firmware_bridge.conftest import until


class Peer:
    """Something at the far end of a cable that answers bytes with bytes."""

    def __init__(self, link_path: Path, answer: Callable[[bytes], bytes]) -> None:
        self.end = PtyEnd(link_path)
        self.end.plug()
        os.set_blocking(self.end.fileno(), True)
        self._answer = answer
        self._running = True
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while self._running:
            data = self.end.read()
            if data and self._running:
                self.end.write(self._answer(data))

    def stop(self) -> None:
        """End it: a byte of its own makes the waiting read return."""
        self._running = False
        near = os.open(self.end.link_path, os.O_RDWR | os.O_NOCTTY)
        os.write(near, b"\0")
        self._thread.join()
        os.close(near)
        self.end.unplug()


@pytest.fixture
def peer(tmp_path: Path) -> Iterator[Callable[[Callable[[bytes], bytes]], Path]]:
    """Put a peer at the far end; return the path of the near end."""
    peers: list[Peer] = []

    def put(answer: Callable[[bytes], bytes]) -> Path:
        peers.append(Peer(tmp_path / "device", answer))
        return peers[-1].end.link_path

    yield put
    for one in peers:
        one.stop()


@pytest.fixture(autouse=True)
def short_greeting(monkeypatch: pytest.MonkeyPatch) -> None:
    """No board here needs seconds for its boot loader."""
    monkeypatch.setattr(link, "GREETING_TIMEOUT_S", 1.0)


def reason_told(path: Path) -> str:
    """Start a driver at *path* and return the first reason it gives for not being connected."""
    events: list[ButtonBoxEvent] = []

    async def act() -> str:
        box = ButtonBox(str(path), on_event=events.append)
        await box.start()
        try:
            await until(lambda: bool(events), "a reason")
        finally:
            await box.stop()
        (first,) = events[:1]
        assert isinstance(first, DeviceDisconnected)
        return first.reason

    return asyncio.run(act())


def hello_reply(data: bytes, **changes: int) -> bytes:
    """Answer HELLO as a button box, but for *changes*."""
    reply = HelloReply(1, DeviceClass.BUTTON_BOX, 0, 77, 0, 1)
    return b"".join(
        encode_packet(Packet(77, packet.seq, replace(reply, **changes)))
        for packet in Unpacker().feed(data)
        if isinstance(packet.message, Hello)
    )


def test_an_absent_device_is_told_and_found_when_it_comes(tmp_path: Path) -> None:
    events: list[ButtonBoxEvent] = []
    model = ButtonBoxModel(tmp_path / "seat1")

    async def act() -> None:
        box = ButtonBox(str(tmp_path / "seat1"), on_event=events.append)
        await box.start()
        await until(lambda: bool(events), "the absence to be told")
        model.start()
        await until(lambda: box.connected, "the box to be found")
        await box.stop()

    asyncio.run(act())
    model.stop()

    assert isinstance(events[0], DeviceDisconnected)
    assert "not plugged in" in events[0].reason
    assert isinstance(events[-1], DeviceConnected)


def test_another_kind_of_device_is_not_driven(peer) -> None:
    path = peer(lambda data: hello_reply(data, device_class=DeviceClass.SHUFFLER))

    assert reason_told(path) == "is a shuffler, a button_box was expected"


def test_firmware_of_another_schema_is_not_driven(peer) -> None:
    path = peer(lambda data: hello_reply(data, schema=0x1234))

    assert "schema 1234" in reason_told(path)


def test_a_device_that_speaks_another_protocol_version_is_named_as_such(peer) -> None:
    def answer(data: bytes) -> bytes:
        return raw_packet(0x81, bytes(14), 1, version=3)

    assert "speaks protocol 3" in reason_told(peer(answer))


def test_a_line_that_echoes_is_no_device(peer) -> None:
    assert "sends back what it is sent" in reason_told(peer(lambda data: data))


def test_a_device_that_babbles_is_not_ready(peer) -> None:
    assert "not ready" in reason_told(peer(lambda data: b"booting...\r\n"))


def test_stop_ends_the_thread_and_fails_what_waits(tmp_path: Path) -> None:
    model = ButtonBoxModel(tmp_path / "seat1")
    model.start()

    async def act() -> None:
        box = ButtonBox(str(tmp_path / "seat1"), on_event=lambda event: None)
        await box.start()
        await until(lambda: box.connected, "the box")
        model.unplug()
        await until(lambda: not box.connected, "the loss")
        waiting = asyncio.create_task(box.set_outputs(1))
        await asyncio.sleep(0)
        await box.stop()
        with pytest.raises(DeviceLost):
            await waiting

    asyncio.run(act())
    model.stop()

    assert not [thread for thread in threading.enumerate() if "seat1" in thread.name]


def test_an_event_is_forgotten_by_the_device_only_after_the_caller_has_had_it(tmp_path: Path) -> None:
    """A program that dies in the callback finds the event again when it restarts."""
    model = ButtonBoxModel(tmp_path / "seat1")
    model.start()
    seen: list[ButtonBoxEvent] = []

    def die_on_a_press(event: ButtonBoxEvent) -> None:
        if isinstance(event, ButtonPressed):
            seen.append(event)
            raise KeyError("died")

    async def first_run() -> None:
        box = ButtonBox(str(tmp_path / "seat1"), on_event=die_on_a_press)
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
        await box.start()
        await until(lambda: box.connected, "the box")
        model.press(3)
        await until(lambda: bool(seen), "the callback to die")
        await until(lambda: box.counters.repeated_events > 0, "the press to be offered again")
        await box.stop()

    async def second_run() -> None:
        seen.clear()
        box = ButtonBox(str(tmp_path / "seat1"), on_event=seen.append)
        await box.start()
        await until(lambda: len(seen) == 3, "connection, press and release")
        await box.stop()

    asyncio.run(first_run())
    asyncio.run(second_run())
    model.stop()

    assert isinstance(seen[1], ButtonPressed)


def test_nonsense_for_a_button_box_is_refused_before_it_is_sent() -> None:
    box = ButtonBox("/dev/null", on_event=lambda event: None)

    with pytest.raises(ValueError, match="0-255: 256"):
        asyncio.run(box.set_outputs(256))
