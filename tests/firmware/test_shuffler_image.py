"""What only the real shuffler has: a wheel drawn from by noise, a lid, a survey of what lies in it."""

import asyncio
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.errors import LidOpen
from firmware_bridge.shuffler import Shuffler
from hardware.twin.devices.mechanism import CountingMechanism
from tests.firmware import simavr

pytestmark = pytest.mark.firmware


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Callable[[int], simavr.SimulatedShuffler]]:
    """Start machines with so many cards in the tray."""
    lack = simavr.missing()
    if lack:
        pytest.skip(f"the firmware cannot run here: {lack}")
    simavr.build()
    machines: list[simavr.SimulatedShuffler] = []

    def start(cards: int) -> simavr.SimulatedShuffler:
        path = tmp_path / f"dealer{len(machines)}"
        machines.append(simavr.SimulatedShuffler(CountingMechanism(tray=cards), path, speed=4.0))
        machines[-1].start()
        return machines[-1]

    yield start
    for one in machines:
        one.stop()


def driver(machine: simavr.SimulatedShuffler) -> Shuffler:
    """A driver for *machine*, with command ids from 1."""
    ids = itertools.count(1)
    path = str(machine.board.link_path)
    return Shuffler(path, next_command_id=lambda: next(ids), on_event=lambda event: None)


async def deal_all(machine: simavr.SimulatedShuffler, cards: int) -> list[int]:
    """Shuffle with a seed that is always the same, deal every card, return the compartments they came from."""
    shuffler = driver(machine)
    await shuffler.start()
    try:
        await shuffler.shuffle(bytes(16))
        for _ in range(cards):
            await shuffler.eject(1)
    finally:
        await shuffler.stop()
    return machine.compartments


def test_the_hosts_seed_does_not_decide_where_cards_come_from(machine) -> None:
    """Same image, same seed, same commands: only the device's own noise differs."""
    first = asyncio.run(deal_all(machine(8), 8))
    second = asyncio.run(deal_all(machine(8), 8))

    assert len(set(first)) == len(set(second)) == 8
    assert first != second


def test_an_open_lid_moves_nothing_and_what_was_taken_out_is_noticed_when_it_closes(machine) -> None:
    device = machine(3)

    async def act() -> tuple[int, int]:
        shuffler = driver(device)
        await shuffler.start()
        try:
            await shuffler.shuffle(bytes(16))
            device.open_lid()
            with pytest.raises(LidOpen):
                await shuffler.eject(1)
            before = await shuffler.count()
            device.mechanism.inner.cards = 2
            device.close_lid()
            await shuffler.eject(4)
            return before, await shuffler.count()
        finally:
            await shuffler.stop()

    assert asyncio.run(act()) == (3, 1)
    assert device.mechanism.inner.piles == {4: 1}
