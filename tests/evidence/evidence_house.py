"""A log with evidence beside it, and cards to be seen. Used by tests only."""

from pathlib import Path

import cv2
import numpy as np

from table_controller import commands as c
from table_controller.app.opening import Opened, open_table
from table_controller.cards import Card
from table_controller.evidence.file import EVIDENCE_NAME, EvidenceFile
from table_controller.evidence.keeper import Keeper
from table_controller.games.build import build
from table_controller.ports import Seen, Trace
from table_controller.structure import Betting, Stakes

DAY_MS = 86_400_000
NOON_MS = 1_800_000_000_000
PLENTY = 10**12


def picture(seed: int) -> bytes:
    """A JPEG that is like no other."""
    image = np.random.default_rng(seed).integers(0, 255, (24, 16, 3), np.uint8)
    return bytes(cv2.imencode(".jpg", image)[1].tobytes())


def seen(card: Card | None, seed: int = 1, frames: int = 3) -> Seen:
    trace = Trace(NOON_MS - 40, 1_000, frames, (0.0, 0.0, 9.0, 0.0, 9.0, 14.0, 0.0, 14.0), (picture(seed),))
    return Seen(card, 0.998, trace)


class House:
    """A table of three and its evidence. *now_ms* and *free* are what clock and disk say."""

    def __init__(self, folder: Path, days: int = 30, *, started: bool = False) -> None:
        self.folder = folder
        self.now_ms = NOON_MS
        self.now_s = 0.0
        self.free: int | OSError = PLENTY
        players = [(seat, f"p{seat}", 100) for seat in (1, 2, 3)]
        built = (*build("jacks-or-better"), Stakes(Betting.LIMIT, (2, 4), ante=1))
        self.opened: Opened = open_table(folder, built, players)
        self.controller = self.opened.controller
        self.keeper = Keeper(
            EvidenceFile.open(folder / EVIDENCE_NAME),
            self.opened.log,
            self.opened.keys,
            self.opened.log.reader.identity,
            days,
            lambda: (self.now_ms, self.now_s),
            lambda _: self._free_bytes(),
        )
        self.controller.evidence = self.keeper
        if started:
            self.keeper.start(self.opened.log.reader)

    def _free_bytes(self) -> int:
        if isinstance(self.free, OSError):
            raise self.free
        return self.free

    def deal(self, *cards: Card, hand: bool = True) -> None:
        """Begin a hand and let the shoe see these cards of it."""
        if hand:
            self.controller.handle(c.StartHand())
        for seed, card in enumerate(cards):
            self.controller.sighted("shoe", (seen(card, seed),))
            self.controller.handle(c.DeliverCard(card))

    def end_hand(self) -> None:
        self.controller.handle(c.VoidHand("floor"))

    def gone(self) -> list[tuple[int, str]]:
        """What the log tells to be gone: how many and why."""
        found = []
        for record in self.opened.log.reader.records():
            value = self.opened.log.reader.value_of(record, self.opened.keys)
            if getattr(value, "name", "") == "EvidenceGone":
                found.append((value.facts["count"], value.facts["why"]))
        return found

    def cut_power(self) -> None:
        """Nothing of what waits is written."""
        self.keeper._file.close()
        self.opened.close()

    def close(self) -> None:
        self.keeper.write()
        self.cut_power()
