"""What is known of a device and of the line to it."""

from dataclasses import dataclass

from firmware_bridge.packets import DeviceClass, HelloReply, Identity, ResetCause

UNSET_SERIAL = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """Who answers at a device path."""

    device_path: str
    device_class: DeviceClass
    serial_number: int | None
    """Number given when the device was made; none when it never was."""
    firmware: str
    """Version, "1.2.3"."""
    build: int
    """First 32 bits of the source revision the firmware was built from; 0 when not told."""
    hardware_revision: int
    boot_id: int
    """Counts the starts of this device: another number means it has restarted."""
    reset_cause: ResetCause
    last_command_id: int
    """Highest command id this device ever began; allocate above it."""


def device_info(device_path: str, hello: HelloReply, identity: Identity) -> DeviceInfo:
    """Put together what a device told of itself."""
    known = identity.serial_number != UNSET_SERIAL
    return DeviceInfo(
        device_path=device_path,
        device_class=hello.device_class,
        serial_number=identity.serial_number if known else None,
        firmware=f"{identity.version_major}.{identity.version_minor}.{identity.version_patch}",
        build=identity.build,
        hardware_revision=identity.hardware_revision,
        boot_id=hello.boot_id,
        reset_cause=identity.reset_cause,
        last_command_id=hello.last_command_id,
    )


@dataclass
class LinkCounters:
    """Health of one line since the program started. Whole numbers that only grow, but for the last."""

    connects: int = 0
    packets_sent: int = 0
    packets_received: int = 0
    retries: int = 0
    bad_packets: int = 0
    """Damaged packets seen here."""
    repeated_events: int = 0
    device_bad_packets: int = 0
    """Damaged packets the device saw, since its start, modulo 65536."""
    device_overruns: int = 0
    round_trip_ms: float | None = None
    """Smoothed time from request to answer."""
