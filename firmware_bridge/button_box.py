"""Driver of the seat button box."""

from collections.abc import Callable

from firmware_bridge.connection import LinkUp
from firmware_bridge.device_events import (
    ButtonBoxEvent,
    ButtonPressed,
    ButtonReleased,
    DeviceConnected,
    DeviceDisconnected,
    LostEvents,
)
from firmware_bridge.endpoint import DEFAULT_BAUD, Endpoint
from firmware_bridge.errors import BadPacket, DeviceError
from firmware_bridge.info import DeviceInfo, LinkCounters
from firmware_bridge.packets import BoxState, DeviceClass, Event, EventKind, GetBoxState, SetOutputs


class ButtonBox:
    """One button box: ten buttons (0-9), eight lamps, a buzzer. *on_event* runs on the event loop."""

    def __init__(
        self, device_path: str, *, on_event: Callable[[ButtonBoxEvent], None], baud: int = DEFAULT_BAUD
    ) -> None:
        self._on_event = on_event
        self._endpoint = Endpoint(
            device_path,
            baud,
            DeviceClass.BUTTON_BOX,
            GetBoxState(),
            on_up=self._up,
            on_down=self._down,
            on_event=self._event,
        )

    @property
    def device_path(self) -> str:
        """Where the box is looked for."""
        return self._endpoint.device_path

    @property
    def connected(self) -> bool:
        """Whether the box answers now."""
        return self._endpoint.connected

    @property
    def info(self) -> DeviceInfo | None:
        """What answered last; none before the first time."""
        return self._endpoint.info

    @property
    def counters(self) -> LinkCounters:
        """Health of the line."""
        return self._endpoint.counters

    async def start(self) -> None:
        """Look for the box in the background, for ever. A box that is absent is an event, not an error."""
        await self._endpoint.start()

    async def stop(self) -> None:
        """Let go of the box; takes under a second."""
        await self._endpoint.stop()

    async def set_outputs(self, lamps: int, buzzer: bool = False) -> None:
        """Light exactly the lamps whose bits are set in *lamps* (bit n = button n, 0-7) and sound the buzzer or not.

        :raises DeviceLost: the box is away
        :raises ValueError: *lamps* is not 0-255
        """
        if not 0 <= lamps <= 0xFF:
            raise ValueError(f"lamps must be 0-255: {lamps}")
        await self._endpoint.ask_through_outage(SetOutputs(lamps, int(buzzer)))

    async def pressed(self) -> frozenset[int]:
        """Return the buttons that are down now.

        :raises DeviceLost: the box is away
        """
        state = await self._endpoint.ask_through_outage(GetBoxState())
        if not isinstance(state, BoxState):
            raise BadPacket(f"answered with {type(state).__name__}", device_path=self.device_path)
        return frozenset(button for button in range(16) if state.buttons >> button & 1)

    def _up(self, up: LinkUp) -> None:
        self._on_event(DeviceConnected(up.info, up.rebooted, up.away_s))

    def _down(self, error: DeviceError) -> None:
        self._on_event(DeviceDisconnected(error.device_path, error.reason))

    def _event(self, boot_id: int, event: Event) -> None:
        match event.kind:
            case EventKind.BUTTON_DOWN:
                self._on_event(ButtonPressed(event.code, event.at_ms, boot_id, event.event_seq))
            case EventKind.BUTTON_UP:
                self._on_event(ButtonReleased(event.code, event.at_ms, event.value, boot_id, event.event_seq))
            case EventKind.EVENTS_LOST:
                self._on_event(LostEvents(event.value, boot_id, event.event_seq))
            case _:
                return
