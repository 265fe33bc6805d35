"""What serial devices there are, who answers on them, and what stands in their way."""

import os
import secrets
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from serial.tools import list_ports

from firmware_bridge.errors import DeviceError
from firmware_bridge.inbox import Inbox
from firmware_bridge.info import DeviceInfo, LinkCounters
from firmware_bridge.line import Line, holder_of
from firmware_bridge.link import Link
from firmware_bridge.packets import Ping, Pong

NAMED = Path("/dev/drawtable")
BY_ID = Path("/dev/serial/by-id")
RULES = (Path("/etc/udev/rules.d/70-drawtable.rules"), Path("/usr/lib/udev/rules.d/70-drawtable.rules"))
PINGS = 50
GOOD_ROUND_TRIP_MS = 25.0
"""An FTDI chip left at its 16 ms latency timer is above this."""


@dataclass(frozen=True, slots=True)
class SerialDevice:
    """A serial device of this computer, not yet spoken to."""

    device_path: str
    stable_path: str
    """A path that stays the same in another USB socket or after a restart, where there is one."""
    description: str
    usb_serial: str | None
    readable: bool
    holder: str | None
    """Program that has it open."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A device that was spoken to, and how well the line carried fifty pings."""

    info: DeviceInfo
    round_trip_ms: float
    worst_ms: float
    retries: int
    bad_packets: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor: what is, and what to do where it is not good."""

    device_path: str
    good: bool
    text: str
    advice: str = ""


def stable_names(folders: Iterable[Path] = (NAMED, BY_ID)) -> dict[str, str]:
    """Map real device paths to their stable ones; earlier folders win."""
    names: dict[str, str] = {}
    for folder in folders:
        for link in sorted(folder.glob("*")):
            names.setdefault(os.path.realpath(link), str(link))
    return names


def list_devices() -> list[SerialDevice]:
    """Return the serial devices of this computer; nothing is sent to them."""
    stable = stable_names()
    return [
        SerialDevice(
            device_path=port.device,
            stable_path=stable.get(os.path.realpath(port.device), port.device),
            description=port.description or "",
            usb_serial=port.serial_number,
            readable=os.access(port.device, os.R_OK | os.W_OK),
            holder=holder_of(port.device),
        )
        for port in sorted(list_ports.comports(), key=lambda port: port.device)
        if port.vid is not None
    ]


def probe(device_path: str, baud: int) -> Probe:
    """Ask who answers at *device_path* and ping it. Its events stay with it.

    :raises DeviceError: nobody, somebody else, or in use
    """
    line = Line(device_path, baud)
    try:
        counters = LinkCounters()
        link = Link(line, Inbox(), counters, SimpleQueue(), lambda boot_id, event: None)
        info = link.greet(secrets.randbits(32), None, lambda: False)
        times_ms = sorted(_ping_ms(link) for _ in range(PINGS))
    finally:
        line.close()
    return Probe(info, times_ms[PINGS // 2], times_ms[-1], counters.retries, counters.bad_packets)


def _ping_ms(link: Link) -> float:
    begun = time.perf_counter()
    answer = link.ask_once(Ping(), lambda: False)
    if not isinstance(answer, Pong):
        raise DeviceError(f"answered PING with {type(answer).__name__}")
    return round((time.perf_counter() - begun) * 1000, 3)


def examine(device_paths: Iterable[str], baud: int) -> Iterator[Finding]:
    """Yield what is good and what is not: of the computer, then of each device."""
    yield _rules_finding()
    seen: dict[tuple[int, int], str] = {}
    for device_path in device_paths:
        try:
            found = probe(device_path, baud)
        except DeviceError as error:
            yield Finding(device_path, False, error.reason, _advice(error))
            continue
        yield from _probe_findings(device_path, found)
        number = found.info.serial_number
        if number is not None:
            twin = seen.setdefault((found.info.device_class, number), device_path)
            if twin != device_path:
                text = f"serial number {number} is also that of {twin}"
                yield Finding(device_path, False, text, "write another number (docs/devices.md)")


def _rules_finding() -> Finding:
    if any(rule.exists() for rule in RULES):
        return Finding("", True, "udev rules are installed")
    return Finding(
        "",
        False,
        "udev rules are not installed",
        "sudo cp hardware/udev/70-drawtable.rules /etc/udev/rules.d/",
    )


def _probe_findings(device_path: str, found: Probe) -> Iterator[Finding]:
    info = found.info
    number = "without a serial number" if info.serial_number is None else f"number {info.serial_number}"
    kind = info.device_class.name.lower().replace("_", " ")
    text = f"{kind} {number}, firmware {info.firmware}, boot {info.boot_id} ({info.reset_cause.name.lower()})"
    yield Finding(device_path, True, text)
    quality = f"{PINGS} pings, median {found.round_trip_ms:.1f} ms, worst {found.worst_ms:.1f} ms"
    if found.retries or found.bad_packets:
        quality += f", {found.retries} repeated, {found.bad_packets} damaged"
        advice = "look at cable, ferrites and motor supply (docs/devices.md, noise)"
        yield Finding(device_path, found.bad_packets == 0 and found.retries < PINGS // 10, quality, advice)
    elif found.round_trip_ms > GOOD_ROUND_TRIP_MS:
        yield Finding(
            device_path, False, quality, "install the udev rules: they set the FTDI latency timer to 1 ms"
        )
    else:
        yield Finding(device_path, True, quality)


def _advice(error: DeviceError) -> str:
    match type(error).__name__:
        case "DeviceBusy":
            return "stop that program first"
        case "DeviceForbidden":
            return "sudo usermod -aG drawtable $USER, log in again, and install the udev rules"
        case "DeviceIncompatible":
            return "flash this version's firmware: make -C hardware/firmware, then docs/devices.md"
        case _:
            return "is it plugged in and powered? `drawtable devices list` shows what is there"
