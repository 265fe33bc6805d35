"""Model of the seat button box."""

from pathlib import Path

from firmware_bridge.packets import (
    BUTTONS,
    BoxState,
    DeviceClass,
    DeviceMessage,
    EventKind,
    GetBoxState,
    HostMessage,
    SetOutputs,
)
from hardware.twin.devices.device import Device


class ButtonBoxModel:
    """A button box on the far end of a pty at *link_path*. Any thread may call the public methods."""

    def __init__(self, link_path: Path, *, serial_number: int = 1) -> None:
        self.device = Device(link_path, DeviceClass.BUTTON_BOX, self, serial_number)
        self.last_command_id = 0
        self.lamps = 0
        self.buzzer = False
        self._down_at: dict[int, int] = {}

    def start(self) -> None:
        """Plug in and begin to answer."""
        self.device.start()

    def stop(self) -> None:
        """Pull the cable and end."""
        self.device.stop()

    def unplug(self) -> None:
        """Pull the cable; the box keeps its power."""
        self.device.unplug()

    def replug(self) -> None:
        """Put the cable back."""
        self.device.replug()

    def reset(self) -> None:
        """Restart the box."""
        self.device.reset()

    def hang(self, hanging: bool) -> None:
        """Stop answering, with the cable in, until called again with false."""
        self.device.hang(hanging)

    def corrupt(self, rate: float, seed: int) -> None:
        """Damage the fraction *rate* of all bytes either way."""
        self.device.corrupt(rate, seed)

    def press(self, button: int) -> None:
        """Push *button* down and let it go.

        :raises ValueError: no such button
        """
        self.hold(button)
        self.release(button)

    def hold(self, button: int) -> None:
        """Push *button* down."""
        if not 0 <= button < BUTTONS:
            raise ValueError(f"button must be 0-{BUTTONS - 1}: {button}")
        self.device.call(lambda: self._push(button))

    def release(self, button: int) -> None:
        """Let *button* go."""
        self.device.call(lambda: self._let_go(button))

    def answer(self, message: HostMessage) -> DeviceMessage | None:
        """For the device's thread."""
        match message:
            case SetOutputs(lamps, buzzer):
                self.lamps, self.buzzer = lamps, bool(buzzer)
                return self._state()
            case GetBoxState():
                return self._state()
            case _:
                return None

    def work(self, now: float) -> float | None:
        """A box does nothing by itself."""
        return None

    def restart(self) -> None:
        """For the device's thread."""
        self.session_ended()
        self._down_at.clear()

    def session_ended(self) -> None:
        """Nobody drives the outputs: off."""
        self.lamps, self.buzzer = 0, False

    def _state(self) -> BoxState:
        return BoxState(sum(1 << button for button in self._down_at), self.lamps, int(self.buzzer))

    def _push(self, button: int) -> None:
        if button not in self._down_at:
            self._down_at[button] = self.device.clock_ms()
            self.device.tell(EventKind.BUTTON_DOWN, button)

    def _let_go(self, button: int) -> None:
        if button in self._down_at:
            held_ms = self.device.clock_ms() - self._down_at.pop(button)
            self.device.tell(EventKind.BUTTON_UP, button, min(held_ms, 0xFFFF))
