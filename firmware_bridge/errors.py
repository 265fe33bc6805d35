"""What can go wrong with a device, as exceptions that carry the facts."""


class DeviceError(Exception):
    """Something is wrong with a device; ``device_path`` says which, ``reason`` what."""

    def __init__(self, reason: str, device_path: str = "") -> None:
        super().__init__(f"{device_path}: {reason}" if device_path else reason)
        self.reason = reason
        self.device_path = device_path


class DeviceLost(DeviceError):
    """No device answers there. ``command_id`` names the command that was under way, if one was: query it later."""

    def __init__(self, reason: str, device_path: str = "", command_id: int | None = None) -> None:
        super().__init__(reason, device_path)
        self.command_id = command_id


class DeviceBusy(DeviceLost):
    """Another program holds the device; ``holder`` names it ("drawtable (pid 123)") when the system tells."""

    def __init__(self, device_path: str, holder: str | None) -> None:
        super().__init__(f"already in use by {holder or 'another program'}", device_path)
        self.holder = holder


class DeviceForbidden(DeviceLost):
    """The operating system does not let us open the device."""

    def __init__(self, device_path: str) -> None:
        super().__init__(
            "permission denied: install hardware/udev rules or add this user to the device's group",
            device_path,
        )


class NoAnswer(DeviceLost):
    """The line works and the device does not answer this request."""


class SessionEnded(DeviceLost):
    """The device restarted or ended the session while the line stays open: it has to be greeted again."""


class DeviceIncompatible(DeviceError):
    """Something answers that this program must not drive: another protocol, firmware or kind of device."""


class BadPacket(DeviceError):
    """Bytes that are not a packet; ``data`` holds them."""

    def __init__(self, reason: str, data: bytes = b"", device_path: str = "") -> None:
        super().__init__(reason, device_path)
        self.data = data


class CommandError(DeviceError):
    """A command did not end well; ``command_id`` says which."""

    def __init__(self, reason: str, device_path: str, command_id: int) -> None:
        super().__init__(reason, device_path)
        self.command_id = command_id


class CommandRefused(CommandError):
    """The device did not begin the command; its id stays unused. ``result`` is the Result number it gave."""

    def __init__(self, reason: str, device_path: str, command_id: int, result: int) -> None:
        super().__init__(reason, device_path, command_id)
        self.result = result


class CommandInDoubt(CommandError):
    """The device restarted while it may have been moving a card. Nobody knows; look, then clear the fault."""


class MovementError(CommandError):
    """A movement failed; ``slot`` is where to (none for a shuffle), ``cards`` how many left, ``count`` how many remain."""

    def __init__(
        self, reason: str, device_path: str, command_id: int, *, slot: int | None, cards: int, count: int
    ) -> None:
        super().__init__(reason, device_path, command_id)
        self.slot = slot
        self.cards = cards
        self.count = count


class ShufflerJammed(MovementError):
    """A card stuck. The fault is latched until cleared."""


class DoubleFeed(MovementError):
    """More than one card left at once. The fault is latched until cleared."""


class HopperEmpty(MovementError):
    """There is no card to move. Nothing is latched."""


class LidOpen(MovementError):
    """The lid is open. Nothing is latched."""
