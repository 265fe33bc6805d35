"""Watches the twin's cameras in a lively room in which nothing is wrong: ``python -m tests.soak.calm_cameras --pictures 100000``.

Ctrl-C ends it with what was seen so far. No time is waited for: ten pictures a second are drawn and judged by a clock that
is put forward. Cards are dealt, thrown away and tabled; lamps flicker, the day goes by, hands reach in and people lean over
the table (``calm_room.py``). Anything but OK is an alarm.
"""

import argparse
import contextlib
import random
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

import cv2
from rich.progress import Progress

from hardware.twin.cameras import (
    OVERHEAD_OPTICS,
    SHOE_OPTICS,
    TRAY_OPTICS,
    OverheadCamera,
    ShoeCamera,
    TrayCamera,
)
from hardware.twin.deck import hand_of, tabled_by
from hardware.twin.scene import Image, Optics
from hardware.twin.world import World
from table_controller import stopped
from tests.soak.calm_room import Room
from vision.cameras.health import HealthWatch
from vision.cameras.states import State

FPS = 10
SEATS = 4
BETTING_S = (5.0, 40.0)
TIMED = 20
"""Every twentieth picture is timed: asking for the time costs more than the picture."""


def even(optics: Optics) -> Optics:
    """Return a camera's optics in a light that is the room's business."""
    return replace(optics, gain=(1.0, 1.0), noise=(0.0, 0.0), motion_px=0, haze=0.0, jpeg=(95, 95))


@dataclass
class Alarm:
    """From when to when a camera was judged not to be well."""

    camera: str
    state: State
    begins_s: float
    ends_s: float


class Watched:
    """A camera of the twin, its room, and the watch over it."""

    def __init__(
        self, name: str, frame: Callable[[], Image], lying: Callable[[], Hashable], seed: int
    ) -> None:
        """*lying* tells what it has in view: drawing that is what takes time."""
        self.name = name
        self._frame = frame
        self._lying = lying
        self._drawn = lying()
        self.scene = frame()
        self._room = Room(seed, *self.scene.shape[:2])
        self._watch = HealthWatch(0.0)
        self.pictures = 0
        self.took_s: list[float] = []
        self.alarms: list[Alarm] = []

    def look_anew(self) -> None:
        """Something may lie elsewhere now."""
        lying = self._lying()
        if lying != self._drawn:
            self._drawn, self.scene = lying, self._frame()

    def take(self, at_s: float) -> None:
        image = self._room.seen(self.scene, at_s)
        timed = self.pictures % TIMED == 0
        began = time.thread_time() if timed else 0.0
        self._watch.take(image, at_s)
        if timed:
            self.took_s.append(time.thread_time() - began)
        self.pictures += 1
        self._hear(self._watch.state(at_s), at_s)

    def _hear(self, state: State, at_s: float) -> None:
        last = self.alarms[-1] if self.alarms else None
        if last is not None and last.state is state and at_s - last.ends_s < 1.5 / FPS:
            last.ends_s = at_s
        elif state is not State.OK:
            self.alarms.append(Alarm(self.name, state, at_s, at_s))


class Table:
    """A dealer who deals hand after hand, and three cameras over it."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.world = World(SEATS, chooser=random.Random(seed))
        shoe = ShoeCamera(self.world, seed, optics=even(SHOE_OPTICS))
        tray = TrayCamera(self.world, seed + 1, optics=even(TRAY_OPTICS))
        over = OverheadCamera(self.world, 1, seed + 2, optics=even(OVERHEAD_OPTICS))
        self.cameras = (
            Watched("shoe", shoe.frame, lambda: str(self.world.in_shoe_window()), seed),
            Watched("tray", tray.frame, lambda: str(self.world.discard_groups()), seed + 1),
            Watched("overhead", over.frame, self._before_seat_1, seed + 2),
        )
        self.at_s = 0.0

    def _before_seat_1(self) -> str:
        return str((self.world.at(hand_of(1)), self.world.at(tabled_by(1))))

    @property
    def pictures(self) -> int:
        return sum(camera.pictures for camera in self.cameras)

    def wait(self, seconds: float) -> None:
        for camera in self.cameras:
            camera.look_anew()
        for _ in range(max(1, round(seconds * FPS))):
            self.at_s += 1 / FPS
            for camera in self.cameras:
                camera.take(self.at_s)

    def hand(self) -> None:
        world, rng = self.world, self.rng
        world.shuffle()
        self.wait(rng.uniform(1, 4))
        for _ in range(5):
            for seat in range(1, SEATS + 1):
                world.eject(seat)
                self.wait(rng.uniform(0.2, 0.6))
        self.wait(rng.uniform(*BETTING_S))
        for seat in range(1, SEATS + 1):
            thrown = rng.sample(world.at(hand_of(seat)), rng.randint(0, 3))
            if thrown:
                world.lay_discards(seat, 1, thrown)
                self.wait(rng.uniform(0.5, 3))
            for _ in thrown:
                world.eject(seat)
                self.wait(rng.uniform(0.2, 0.6))
        self.wait(rng.uniform(*BETTING_S))
        for seat in range(1, SEATS + 1):
            (world.table if rng.random() < 0.6 else world.muck)(seat)
            self.wait(rng.uniform(0.5, 4))
        self.wait(rng.choice((1, 2, 45)))
        world.gather()
        self.wait(rng.uniform(0.5, 6))


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--pictures", type=int, default=100_000)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    cv2.setNumThreads(1)
    began, table, hands = time.process_time(), Table(given.seed), 0
    with contextlib.suppress(KeyboardInterrupt), Progress() as progress:
        task = progress.add_task("Watching", total=given.pictures)
        while table.pictures < given.pictures:
            table.hand()
            hands += 1
            progress.update(task, completed=table.pictures)
    alarms = [alarm for camera in table.cameras for alarm in camera.alarms]
    for alarm in alarms[:20]:
        print(f"{alarm.begins_s:9.1f} to {alarm.ends_s:.1f} s {alarm.camera}: {alarm.state.value}")
    took = sorted(x for camera in table.cameras for x in camera.took_s)
    print(
        f"{table.at_s / 3600:.2f} h, {hands} hands, {table.pictures} pictures of {len(table.cameras)} cameras: "
        f"{len(alarms)} alarms; {1000 * took[len(took) // 2]:.2f} ms a picture at the median, "
        f"{1000 * took[len(took) * 99 // 100]:.2f} ms at p99; {time.process_time() - began:.0f} s of processor time in all"
    )
    raise SystemExit(1 if alarms else 0)


if __name__ == "__main__":
    stopped.run(main)
