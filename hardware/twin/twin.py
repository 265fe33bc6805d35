"""The whole table in one object: cardboard, devices, cameras and people."""

import asyncio
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from hardware.twin.cameras import Camera, OverheadCamera, RoomCamera, ShoeCamera, TrayCamera
from hardware.twin.card_mechanism import CardMechanism
from hardware.twin.dealer import DealerPanel, TwinDealer
from hardware.twin.devices.button_box import ButtonBoxModel
from hardware.twin.devices.mechanism import Mechanism
from hardware.twin.devices.shuffler import ShufflerModel
from hardware.twin.faults import NO_FAULTS, Faults
from hardware.twin.hopper import Chooser
from hardware.twin.pace import Pace
from hardware.twin.people import Box, PlayerPerson
from hardware.twin.players import STEADY, Character
from hardware.twin.summary import Summary
from hardware.twin.world import World
from table_controller.events import Event
from table_controller.table.state import Table
from table_controller.wire.models import PublicState
from vision.synthetic.faces import DEFAULT, DeckStyle


class Plugged(Protocol):
    """A device on the far end of a serial port."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


class PluggedBox(Plugged, Box, Protocol):
    """A button box on the far end of a serial port."""


@dataclass(frozen=True, slots=True)
class DeviceKinds:
    """What stands behind the ports: given a mechanism, a path and a speed, or a path and a serial number."""

    shuffler: Callable[[Mechanism, Path, float], Plugged]
    box: Callable[[Path, int], PluggedBox]


MODELS: Final = DeviceKinds(
    lambda mechanism, path, speed: ShufflerModel(mechanism, path, speed=speed),
    lambda path, serial_number: ButtonBoxModel(path, serial_number=serial_number),
)
"""The device models; they speak the same bytes as the firmware."""


class Twin:
    """A simulated table with *seats* players, its devices behind ptys in *directory*: serial ports at
    *shuffler_path* and *box_paths* (by seat), *cameras* by role.

    *seed* drives players, faults and the noise of pictures, never the shuffle. *pace_s* is how long a plain act of a
    person takes, 0 flat out; the machine keeps pace. *chooser* replaces the machine's generator, for tests alone.
    """

    def __init__(
        self,
        directory: Path,
        seats: int = 5,
        seed: int | None = None,
        pace_s: float = 1.0,
        faults: Faults = NO_FAULTS,
        panel: DealerPanel | None = None,
        deck_size: int = 53,
        buy_in: int = 0,
        character: Character = STEADY,
        style: DeckStyle = DEFAULT,
        chooser: Chooser | None = None,
        kinds: DeviceKinds = MODELS,
    ) -> None:
        seed = random.SystemRandom().getrandbits(32) if seed is None else seed
        self.seed: Final = seed
        self.world: Final = World(seats, deck_size, faults, chooser)
        self.summary: Final = Summary(self.world)
        mechanism = CardMechanism(self.world, faults, random.Random(f"{seed} machine"))
        speed = 1 / pace_s if pace_s else 0.0
        self.shuffler_path: Final = directory / "shuffler"
        self.box_paths: Final[Mapping[int, Path]] = {n: directory / f"seat-{n}" for n in range(1, seats + 1)}
        self.shuffler: Final = kinds.shuffler(mechanism, self.shuffler_path, speed)
        self.boxes: Final = {seat: kinds.box(path, 100 + seat) for seat, path in self.box_paths.items()}
        self.cameras: Final = self._build_cameras(style)
        self.players: Final = tuple(
            PlayerPerson(
                seat,
                box,
                self.world,
                Pace(pace_s, random.Random(f"{seed} pace {seat}")),
                random.Random(f"{seed} player {seat}"),
                character,
            )
            for seat, box in self.boxes.items()
        )
        pace = Pace(pace_s, random.Random(f"{seed} dealer"))
        self.dealer: Final = TwinDealer(self.world, pace, panel or DealerPanel(), buy_in)

    def plug_in(self) -> None:
        """Power the devices; their paths exist from now on."""
        self.shuffler.start()
        for box in self.boxes.values():
            box.start()

    def unplug(self) -> None:
        """Take the devices away; nothing answers any more."""
        self.shuffler.stop()
        for box in self.boxes.values():
            box.stop()

    def observe(self, state: PublicState) -> None:
        """Let everybody at the table look at it. Call it on the loop's thread with every new state."""
        for player in self.players:
            player.observe(state)
        self.dealer.observe(state)

    def hear(self, event: Event, table: Table) -> None:
        """Let the summary and the dealer hear what the table says; *table* is the table after it."""
        self.summary.hear(event, table)
        self.dealer.hear(event, table)

    async def run(self) -> None:
        """Let everybody play until cancelled.

        :raises ExceptionGroup: with an ``ImpossibleMoveError``: somebody tried to move a card that is not there
        """
        async with asyncio.TaskGroup() as people:
            for player in self.players:
                people.create_task(player.run())
            people.create_task(self.dealer.run())

    def _build_cameras(self, style: DeckStyle) -> dict[str, Camera]:
        """Cameras by role: ``shoe``, ``tray``, ``room``, and ``overhead 1`` and so on for each seat."""
        world, seed = self.world, self.seed
        cameras: dict[str, Camera] = {
            "shoe": ShoeCamera(world, seed, style),
            "tray": TrayCamera(world, seed + 1, style),
            "room": RoomCamera(world, seed + 2, style),
        }
        for seat in range(1, world.seats + 1):
            cameras[f"overhead {seat}"] = OverheadCamera(world, seat, seed + 10 + seat, style)
        return cameras
