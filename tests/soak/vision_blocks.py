"""A block of the soak of the eyes: hands dealt, thrown and tabled under the twin's cameras, and what was read of them."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import cv2

from hardware.twin.cameras import (
    OVERHEAD_OPTICS,
    SHOE_OPTICS,
    TRAY_OPTICS,
    Camera,
    OverheadCamera,
    ShoeCamera,
    TrayCamera,
)
from hardware.twin.deck import PhysicalCard
from hardware.twin.world import World
from table_controller.app.eyes import MOST_FRAMES
from table_controller.cards import Card
from vision.live.look import Look
from vision.live.modes import mode_of
from vision.live.watch import Watch
from vision.reader import CardReader
from vision.synthetic.glyphs import PenGlyphs
from vision.synthetic.styles import FOUR_COLOURS, STYLES, TWO_COLOURS, BackStyle, DeckStyle
from vision.track import GONE_MS

SEATS: Final = 5
LOOKS: Final = 3
"""How often the table looks at a card or a hand before it goes without."""
FRAME_MS: Final = 33


@dataclass
class Read:
    """Readings of one camera: *wrong* ones were passed on as certain."""

    readings: int = 0
    unsure: int = 0
    wrong: int = 0
    frames: int = 0


@dataclass
class Played:
    cameras: dict[str, Read] = field(
        default_factory=lambda: {"shoe": Read(), "tray": Read(), "overhead": Read()}
    )
    pictures: list[str] = field(default_factory=list)

    @property
    def readings(self) -> int:
        return sum(read.readings for read in self.cameras.values())


class Table:
    """A table of the twin with a deck and cameras of its own, and the watches over it."""

    def __init__(self, seed: str, reader: CardReader, pictures: Path) -> None:
        rng = self.rng = random.Random(seed)
        self.seed, self.pictures = seed, pictures
        self.played = Played()
        style = a_deck(rng)
        self.world = World(SEATS, chooser=random.Random(f"{seed} cards"))
        number = rng.randrange(2**31)
        shoe = replace(SHOE_OPTICS, px_per_mm=rng.uniform(2.1, 2.5), motion_px=rng.choice((1, 2, 3)))
        tray = replace(TRAY_OPTICS, gain=(rng.uniform(0.65, 0.82), 1.06), gradient=rng.uniform(0.1, 0.3))
        overhead = replace(OVERHEAD_OPTICS, tilt=rng.uniform(0.05, 0.18), noise=(2.0, rng.uniform(3.0, 6.0)))
        self.cameras: dict[str, Camera] = {
            "shoe": ShoeCamera(self.world, number, style, shoe),
            "tray": TrayCamera(self.world, number + 1, style, tray),
        }
        for seat in range(1, SEATS + 1):
            self.cameras[f"overhead {seat}"] = OverheadCamera(
                self.world, seat, number + 1 + seat, style, overhead
            )
        self.watches: dict[str, Watch] = {name: mode_of(name.split()[0], reader) for name in self.cameras}
        self.at_ms = 0

    def hand(self) -> None:
        """Deal a hand, throw some cards seat by seat, deal as many, and table all hands."""
        world = self.world
        world.gather()
        world.shuffle()
        for _ in range(5):
            for seat in range(1, SEATS + 1):
                self._deal(seat)
        for seat in range(1, SEATS + 1):
            thrown = self.rng.sample(world.look(seat), self.rng.randint(0, 4))
            if thrown:
                world.lay_discards(seat, 1, thrown)
                self._read("tray", thrown)
            for _ in thrown:
                self._deal(seat)
        for seat in range(1, SEATS + 1):
            world.table(seat)
            self._read(f"overhead {seat}", world.look(seat))

    def _deal(self, seat: int) -> None:
        self.world.eject(seat)
        card = self.world.in_shoe_window()
        assert card is not None
        self._read("shoe", (card,))

    def _read(self, name: str, cards: Sequence[PhysicalCard]) -> None:
        """Look as the table does, and count what it is told."""
        read = self.played.cameras[name.split()[0]]
        truth = Counter(card.face for card in cards)
        for _ in range(LOOKS):
            look = self._look(name, read)
            answered = [track.card for track in look.tracks if track.card is not None]
            if not truth - Counter(answered) or Counter(answered) - truth:
                break
        wrong = (Counter(answered) - truth).total()
        unsure = (truth - Counter(answered)).total() - min(wrong, (truth - Counter(answered)).total())
        read.readings += len(cards)
        read.wrong += wrong
        read.unsure += unsure
        if wrong or unsure:
            self._keep(name, look, truth, answered)

    def _look(self, name: str, read: Read) -> Look:
        """Feed frames until every card is certain, as the table's eyes do."""
        watch = self.watches[name]
        if name == "shoe":
            watch.begin()
        self.at_ms += GONE_MS // 2
        for _ in range(MOST_FRAMES):
            self.at_ms += FRAME_MS
            read.frames += 1
            look = watch.see(self.cameras[name].frame(), self.at_ms)
            if look.settled:
                break
        return look

    def _keep(self, name: str, look: Look, truth: Counter[Card], answered: list[Card]) -> None:
        said = " ".join(str(card) for card in answered) or "nothing"
        path = self.pictures / f"{self.seed} {name} {self.played.readings}.png".replace(" ", "-")
        cv2.imwrite(str(path), look.image)
        tracks = "; ".join(
            f"{t.evidence.answer} agreed {t.evidence.agreed} turned {t.evidence.turned} at {t.evidence.probability:.4f}"
            f" score {t.sighting.score:.2f}"
            for t in look.tracks
        )
        self.played.pictures.append(f"{path.name}: {' '.join(map(str, truth))} was {said} ({tracks})")


def a_deck(rng: random.Random) -> DeckStyle:
    """Return one of the standing styles, or one of its kind that is new."""
    if rng.random() < 0.5:
        return rng.choice(STYLES)
    height = rng.uniform(7.5, 12.0)
    return DeckStyle(
        name=f"soak {rng.randrange(10**9)}",
        glyphs=PenGlyphs(rng.uniform(0.12, 0.19), rng.uniform(0.6, 0.95), rng.random() < 0.5),
        rank_height_mm=height,
        rank_aspect=rng.uniform(0.5, 0.7),
        suit_height_mm=height * rng.uniform(0.6, 0.85),
        gap_mm=rng.uniform(0.7, 1.5),
        inset_mm=(rng.uniform(5.4, 6.4) * height / 8.2 * 0.95, rng.uniform(3.6, 4.6)),
        corners=rng.choice((2, 2, 4)),
        colours=rng.choice((TWO_COLOURS, TWO_COLOURS, FOUR_COLOURS)),
        cuts=(rng.randrange(4), rng.randrange(4), rng.randrange(4), rng.randrange(4)),
        frame=rng.random() < 0.7,
        court_seed=rng.randrange(1000),
        back=BackStyle(rng.choice(("lattice", "rings", "weave", "diamonds", "waves"))),
    )


def play(seed: str, readings: int, reader: CardReader, pictures: Path, told: Callable[[int], None]) -> Played:
    """Read so many cards and a few more at one table; *told* hears how many it are after every hand."""
    table = Table(seed, reader, pictures)
    while table.played.readings < readings:
        table.hand()
        told(table.played.readings)
    return table.played
