"""Watches the twin's cameras while cards are dealt, thrown away and tabled: ``python -m tests.soak.calm_cameras --hours 3``.

Ctrl-C ends it with what was seen so far. No time is waited for: ten pictures a second are drawn and judged by a clock that is put forward. Anything but OK is an alarm.
"""

import argparse
import contextlib
import random
import time
from collections.abc import Callable

from rich.progress import track

from hardware.twin.cameras import OverheadCamera, ShoeCamera, TrayCamera
from hardware.twin.deck import hand_of
from hardware.twin.scene import Image
from hardware.twin.world import World
from vision.cameras.health import HealthWatch
from vision.cameras.states import State

FPS = 10
SEATS = 4
DRAWN = 5
"""So many pictures of one scene are drawn, each with its own noise and light, and shown in turn."""


class Table:
    """A dealer who deals hand after hand, and three cameras over it."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.world = World(SEATS, chooser=random.Random(seed))
        self.cameras: dict[str, Callable[[], Image]] = {
            "shoe": ShoeCamera(self.world, seed).frame,
            "tray": TrayCamera(self.world, seed + 1).frame,
            "overhead": OverheadCamera(self.world, 1, seed + 2).frame,
        }
        self.watches = {name: HealthWatch(0.0) for name in self.cameras}
        self.at_s = 0.0
        self.alarms: list[tuple[float, str, State]] = []
        self.took_s: list[float] = []

    def wait(self, seconds: float) -> None:
        drawn: dict[str, list[Image]] = {name: [] for name in self.cameras}
        for number in range(max(1, round(seconds * FPS))):
            self.at_s += 1 / FPS
            for name, frame in self.cameras.items():
                if number < DRAWN:
                    drawn[name].append(frame())
                image = drawn[name][number % DRAWN]
                began = time.thread_time()
                self.watches[name].take(image, self.at_s)
                self.took_s.append(time.thread_time() - began)
                state = self.watches[name].state(self.at_s)
                if state is not State.OK:
                    self.alarms.append((self.at_s, name, state))

    def hand(self, number: int) -> None:
        world, rng = self.world, self.rng
        world.shuffle()
        self.wait(rng.uniform(1, 4))
        for _ in range(5):
            for seat in range(1, SEATS + 1):
                world.eject(seat)
                self.wait(rng.uniform(0.2, 0.6))
        for seat in range(1, SEATS + 1):
            thrown = rng.sample(world.at(hand_of(seat)), rng.randint(0, 3))
            if thrown:
                world.lay_discards(seat, 1, thrown)
                self.wait(rng.uniform(0.5, 3))
            for _ in thrown:
                world.eject(seat)
                self.wait(rng.uniform(0.2, 0.6))
        for seat in range(1, SEATS + 1):
            (world.table if rng.random() < 0.6 else world.muck)(seat)
            self.wait(rng.uniform(0.5, 4))
        self.wait(rng.choice((1, 2, 45)))
        world.gather()
        self.wait(rng.uniform(0.5, 6))


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--hours", type=float, default=1.0)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    table, hands = Table(given.seed), 0
    with contextlib.suppress(KeyboardInterrupt):
        for minute in track(range(max(1, int(given.hours * 60))), "Watching"):
            while table.at_s < 60 * (minute + 1):
                table.hand(hands)
                hands += 1
    for at_s, name, state in table.alarms[:20]:
        print(f"{at_s:9.1f} s {name}: {state.value}")
    took = sorted(table.took_s)
    print(
        f"{table.at_s / 3600:.2f} h, {hands} hands, {len(took)} pictures of {len(table.cameras)} cameras: "
        f"{len(table.alarms)} pictures with an alarm; {1000 * took[len(took) // 2]:.2f} ms a picture at the median, "
        f"{1000 * took[len(took) * 99 // 100]:.2f} ms at p99"
    )
    raise SystemExit(1 if table.alarms else 0)


if __name__ == "__main__":
    main()
