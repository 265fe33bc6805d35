"""kill -9 of the whole program at any moment: the same hand goes on, nothing is dealt twice, no card or chip is lost."""

import asyncio
import os
import random
import signal
import sys
from pathlib import Path

import pytest

from hardware.twin import pace
from table_controller.app.opening import KEYS_NAME, LOG_NAME
from table_controller.cards import Card
from table_controller.event_log.reader import LogReader
from table_controller.event_log.replay import replay
from table_controller.event_log.verify import verify
from table_controller.events import CardBurned, CardDealt, HandEnded, HandStarted, HandVoided, TableHalted
from table_controller.games.build import build
from table_controller.sealing import KeyStore
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import new_table
from tests.app.outliving import STACK, Outliving

pytestmark = [pytest.mark.broker, pytest.mark.skipif(sys.platform != "linux", reason="ptys and forks")]

SEATS = 4
KILLS = int(os.environ.get("DRAWTABLE_KILLS", "8"))
DEADLINE_S = 60.0 + 12 * KILLS


@pytest.mark.timeout(DEADLINE_S + 30)
def test_a_program_killed_at_any_moment_goes_on_with_the_same_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "PATIENCE_S", 1.0)
    seed = int(os.environ.get("DRAWTABLE_SEED", "7"))

    deals = asyncio.run(lives(tmp_path, random.Random(seed), seed))

    told = Told(tmp_path / "log")
    assert told.problem is None
    # The last life is stopped as a hand ends; the next one may have begun by then.
    assert told.hands[: told.ended] == deals[: told.ended]
    assert 0 <= len(told.started) - told.ended <= 1
    assert told.started == list(range(1, len(told.started) + 1))
    assert told.voided == 0
    assert told.power_cuts > 0, "some lives ended within a hand"
    assert sum(seat.stack for seat in told.table.seats) + told.table.in_middle == SEATS * STACK


async def lives(folder: Path, rng: random.Random, seed: int) -> list[tuple[tuple[Card, int], ...]]:
    """Play and kill; return what really left the machine, deal by deal, when the last hand was over."""
    async with asyncio.timeout(DEADLINE_S), Outliving(folder, SEATS, seed).running() as house:
        for _ in range(KILLS):
            await house.start()
            before = len(house.states)
            changes = rng.randrange(2, 60)
            while len(house.states) < before + changes:
                await asyncio.sleep(0.002)
            await asyncio.sleep(rng.uniform(0, 0.05))
            await house.kill()
        await house.start()
        hand_no = house.states[-1].hand_no
        while not (house.states[-1].hand_no > hand_no and house.states[-1].phase == "over"):
            await asyncio.sleep(0.002)
        await house.kill(signal.SIGTERM)
        return [*house.deals, house.left()] if house.left() else house.deals


class Told:
    """What the log tells after all of it."""

    def __init__(self, log_dir: Path) -> None:
        self.hands: list[tuple[tuple[Card, int], ...]] = []
        self.started: list[int] = []
        self.voided = self.power_cuts = self.ended = 0
        with KeyStore.open(log_dir / KEYS_NAME) as keys, LogReader.open(log_dir / LOG_NAME) as reader:
            self.problem = verify(reader).problem
            for record in reader.records():
                if record.kind == "event":
                    self._hear(reader.value_of(record, keys))
            start = new_table(*build("jacks-or-better"), Stakes(Betting.LIMIT, (2, 4), 1))
            self.table = replay(reader, keys, start, evolve)

    def _hear(self, event: object) -> None:
        match event:
            case HandStarted(hand_no=hand_no):
                self.started.append(hand_no)
                self.hands.append(())
            case CardDealt(seat=seat, number=number, card=card):
                self._left(number, card, seat)
            case CardBurned(number=number, card=card):
                self._left(number, card, 0)
            case HandVoided():
                self.voided += 1
            case TableHalted(reason="POWER_LOST"):
                self.power_cuts += 1
            case HandEnded():
                self.ended += 1
            case _:
                return

    def _left(self, number: int, card: Card | None, slot: int) -> None:
        assert card is not None
        assert number == len(self.hands[-1]) + 1
        self.hands[-1] = (*self.hands[-1], (card, slot))
