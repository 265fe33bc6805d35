"""The cameras over the table. Each renders what lies there now, and knows nothing else."""

import math
import random
from collections.abc import Sequence
from typing import Final, Protocol

from hardware.twin.deck import ASIDE, BURN, HOUSE_BACK, MUCK, PhysicalCard, PlaceKind, hand_of, tabled_by
from hardware.twin.scene import Image, Lens, Lying, Optics
from hardware.twin.world import World
from vision.synthetic.faces import DEFAULT, DeckStyle

SHOE_OPTICS: Final = Optics(
    width_px=320, height_px=240, px_per_mm=2.4, tilt=0.03, gradient=0.15, motion_px=3, haze=0.0
)
TRAY_OPTICS: Final = Optics()
OVERHEAD_OPTICS: Final = Optics(tilt=0.12, gain=(0.75, 1.05))
ROOM_OPTICS: Final = Optics(width_px=1280, height_px=720, px_per_mm=0.6, tilt=0.2, motion_px=0)

_SPREAD_MM: Final = 47.0
"""From card to card in a spread group: every index stays free."""
_OLD_PILE_MM: Final = (70.0, 48.0)
_TABLE_RADIUS: Final = (0.36, 0.30)


class Camera(Protocol):
    """Where frames come from."""

    def frame(self) -> Image:
        """Return what is seen now, (height, width, 3) uint8 BGR. Never blocks for long."""


class ShoeCamera:
    """Looks up at the card that left the machine last; an empty window after the cards are gathered."""

    def __init__(
        self, world: World, seed: int | None = None, style: DeckStyle = DEFAULT, optics: Optics = SHOE_OPTICS
    ) -> None:
        self._world: Final = world
        self._lens: Final = Lens(optics, seed, style)

    def frame(self) -> Image:
        card = self._world.in_shoe_window()
        if card is None:
            return self._lens.picture(())
        width, height = self._lens.field_mm
        dx, dy, turn = _scatter(card, "shoe", 3.0, 3.0)
        seen = _up(card, width / 2 + dx, height / 2 + dy, turn)
        return self._lens.picture((seen,))


class TrayCamera:
    """Looks into the discard tray: the newest group lies spread, face up to the lens; older ones are turned down."""

    def __init__(
        self, world: World, seed: int | None = None, style: DeckStyle = DEFAULT, optics: Optics = TRAY_OPTICS
    ) -> None:
        self._world: Final = world
        self._lens: Final = Lens(optics, seed, style)

    def frame(self) -> Image:
        groups = self._world.discard_groups()
        if not groups:
            return self._lens.picture(())
        width, height = self._lens.field_mm
        older = [card for group in groups[:-1] for card in group.cards]
        lying = [_down(card, *_OLD_PILE_MM, "tray") for card in older[-6:]]
        return self._lens.picture((*lying, *_spread(groups[-1].cards, width / 2, height - 75, "tray")))


class OverheadCamera:
    """Looks down on the place before one seat: its cards, face down or tabled."""

    def __init__(
        self,
        world: World,
        seat: int,
        seed: int | None = None,
        style: DeckStyle = DEFAULT,
        optics: Optics = OVERHEAD_OPTICS,
    ) -> None:
        self._world: Final = world
        self._lens: Final = Lens(optics, seed, style)
        self.seat: Final = seat

    def frame(self) -> Image:
        width, height = self._lens.field_mm
        held = self._world.at(hand_of(self.seat))
        tabled = self._world.at(tabled_by(self.seat))
        down = [_down(card, 60 + 9 * n, height - 60, "hand") for n, card in enumerate(held)]
        where = f"tabled {self._world.tablings()}"
        return self._lens.picture((*down, *_spread(tabled, width / 2, height / 2, where)))


class RoomCamera:
    """Looks down on the whole table; too far away to read an index."""

    def __init__(
        self, world: World, seed: int | None = None, style: DeckStyle = DEFAULT, optics: Optics = ROOM_OPTICS
    ) -> None:
        self._world: Final = world
        self._lens: Final = Lens(optics, seed, style)

    def frame(self) -> Image:
        world = self._world
        width, height = self._lens.field_mm
        x, y = width / 2, height / 2
        lying: list[Lying] = []
        for seat in range(1, world.seats + 1):
            lying += self._seat(seat, width, height)
        lying += [_down(card, x - 120, y, "burn") for card in world.at(BURN)]
        lying += [_down(card, x + 260, y, "muck") for card in world.at(MUCK)]
        lying += [_up(card, x - 260 + 30 * n, y, 0) for n, card in enumerate(world.at(ASIDE))]
        for place in world.places(PlaceKind.TRAY):
            lying += [_down(card, x + 120, y, "tray") for card in world.at(place)]
        return self._lens.picture(lying)

    def _seat(self, seat: int, width: float, height: float) -> list[Lying]:
        turn = math.pi / 2 + 2 * math.pi * (seat - 0.5) / self._world.seats
        x = width / 2 + width * _TABLE_RADIUS[0] * math.cos(turn)
        y = height / 2 + height * _TABLE_RADIUS[1] * math.sin(turn)
        held, tabled = self._world.at(hand_of(seat)), self._world.at(tabled_by(seat))
        down = [_down(card, x + 12 * (n - 2), y, "hand") for n, card in enumerate(held)]
        return down + [_up(card, x + 40 * (n - 2), y, 0) for n, card in enumerate(tabled)]


def _spread(cards: Sequence[PhysicalCard], x_mm: float, y_mm: float, where: str) -> list[Lying]:
    """Cards beside each other, overlapping a little, each as straight as a hand lays it."""
    lying = []
    for n, card in enumerate(cards):
        dx, dy, turn = _scatter(card, where, 2.5, 4.0)
        lying.append(_up(card, x_mm + (n - (len(cards) - 1) / 2) * _SPREAD_MM + dx, y_mm + dy, turn))
    return lying


def _up(card: PhysicalCard, x_mm: float, y_mm: float, turn_deg: float) -> Lying:
    return Lying(card.face, x_mm, y_mm, turn_deg, card.back != HOUSE_BACK)


def _down(card: PhysicalCard, x_mm: float, y_mm: float, where: str) -> Lying:
    dx, dy, turn = _scatter(card, where, 2.5, 5.0)
    return Lying(None, x_mm + dx, y_mm + dy, turn, card.back != HOUSE_BACK)


def _scatter(card: PhysicalCard, where: str, off_mm: float, turn_deg: float) -> tuple[float, float, float]:
    """How far off a hand laid this card there: the same as long as it lies there."""
    rng = random.Random(f"{where} {card.serial}")
    return rng.uniform(-off_mm, off_mm), rng.uniform(-off_mm, off_mm), rng.uniform(-turn_deg, turn_deg)
