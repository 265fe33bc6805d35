"""The shuffler's mechanical half, moving the world's cardboard."""

import random

from hardware.twin.devices.mechanism import EjectOutcome
from hardware.twin.faults import NO_FAULTS, Faults
from hardware.twin.world import World


class CardMechanism:
    """What the model of the shuffler drives. *rng* decides when it fails, never which card comes."""

    def __init__(self, world: World, faults: Faults = NO_FAULTS, rng: random.Random | None = None) -> None:
        self._world = world
        self._faults = faults
        self._rng = rng or random.Random()

    def shuffle(self) -> None:
        """Take in the tray."""
        self._world.shuffle()

    def eject(self, slot: int) -> EjectOutcome:
        """Let a card out to *slot*; now and then none, or two.

        :raises ImpossibleMoveError: there is no seat at this slot
        """
        if self._rng.random() < self._faults.jam:
            return EjectOutcome(0)
        wanted = 2 if self._rng.random() < self._faults.double_feed else 1
        moved = min(wanted, self._world.hopper_count())
        for _ in range(moved):
            self._world.eject(slot)
        return EjectOutcome(moved)

    def count(self) -> int:
        """Return how many cards are ready."""
        return self._world.hopper_count()

    def waiting(self) -> int:
        """Return how many cards lie in the tray."""
        return self._world.intake_count()
