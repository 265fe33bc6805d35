"""The whole twin behind its serial ports, driven by the real drivers."""

import asyncio
import itertools
import random
from pathlib import Path

import pytest

from firmware_bridge.button_box import ButtonBox
from firmware_bridge.device_events import ButtonBoxEvent, ButtonPressed
from firmware_bridge.errors import DoubleFeed, ShufflerJammed
from firmware_bridge.packets import Fault
from firmware_bridge.shuffler import Shuffler
from hardware.twin.card_mechanism import CardMechanism
from hardware.twin.deck import BURN, hand_of
from hardware.twin.devices.mechanism import EjectOutcome
from hardware.twin.faults import Faults
from hardware.twin.pace import Pace
from hardware.twin.twin import Twin
from hardware.twin.world import World

SEED = bytes(16)


def driver_of(twin: Twin) -> Shuffler:
    ids = itertools.count(1)
    return Shuffler(str(twin.shuffler_path), next_command_id=lambda: next(ids), on_event=lambda event: None)


def test_the_driver_shuffles_and_deals_the_twins_cards(tmp_path: Path) -> None:
    twin = Twin(tmp_path, seats=3, seed=1, pace_s=0)

    async def deal() -> int:
        shuffler = driver_of(twin)
        await shuffler.start()
        try:
            count = await shuffler.shuffle(SEED)
            for seat in (1, 2, 3):
                await shuffler.eject(seat)
            await shuffler.eject(0)
        finally:
            await shuffler.stop()
        return count

    twin.plug_in()
    try:
        assert asyncio.run(deal()) == 53
    finally:
        twin.unplug()

    assert [len(twin.world.at(hand_of(seat))) for seat in (1, 2, 3)] == [1, 1, 1]
    assert len(twin.world.at(BURN)) == 1
    assert twin.world.hopper_count() == 49


def test_a_double_feed_is_told_and_both_cards_lie_at_the_seat(tmp_path: Path) -> None:
    twin = Twin(tmp_path, seats=2, seed=1, pace_s=0, faults=Faults(double_feed=1))

    async def deal() -> None:
        shuffler = driver_of(twin)
        await shuffler.start()
        try:
            await shuffler.shuffle(SEED)
            with pytest.raises(DoubleFeed):
                await shuffler.eject(1)
            await shuffler.clear_fault(Fault.DOUBLE_FEED)
        finally:
            await shuffler.stop()

    twin.plug_in()
    try:
        asyncio.run(deal())
    finally:
        twin.unplug()

    assert len(twin.world.at(hand_of(1))) == 2


def test_a_jam_is_told_and_moves_no_card(tmp_path: Path) -> None:
    twin = Twin(tmp_path, seats=2, seed=1, pace_s=0, faults=Faults(jam=1))

    async def deal() -> None:
        shuffler = driver_of(twin)
        await shuffler.start()
        try:
            await shuffler.shuffle(SEED)
            with pytest.raises(ShufflerJammed):
                await shuffler.eject(1)
        finally:
            await shuffler.stop()

    twin.plug_in()
    try:
        asyncio.run(deal())
    finally:
        twin.unplug()

    assert twin.world.look(1) == ()
    assert twin.world.hopper_count() == 53


def test_a_players_finger_arrives_at_the_driver(tmp_path: Path) -> None:
    twin = Twin(tmp_path, seats=2, seed=1, pace_s=0)
    pressed: list[int] = []

    def note(event: ButtonBoxEvent) -> None:
        if isinstance(event, ButtonPressed):
            pressed.append(event.button)

    async def press() -> None:
        box = ButtonBox(str(twin.box_paths[2]), on_event=note)
        await box.start()
        try:
            async with asyncio.timeout(10):
                while not box.connected:
                    await asyncio.sleep(0.01)
                for button in (5, 5, 6):
                    twin.boxes[2].press(button)
                while len(pressed) < 3:
                    await asyncio.sleep(0.01)
        finally:
            await box.stop()

    twin.plug_in()
    try:
        asyncio.run(press())
    finally:
        twin.unplug()

    assert pressed == [5, 5, 6]


def test_every_camera_of_the_twin_has_a_role_and_a_picture(tmp_path: Path) -> None:
    twin = Twin(tmp_path, seats=2, seed=1, pace_s=0)

    assert set(twin.cameras) == {"shoe", "tray", "room", "overhead 1", "overhead 2"}
    assert all(camera.frame().ndim == 3 for camera in twin.cameras.values())


def test_the_seed_of_a_twin_does_not_decide_the_cards(tmp_path: Path) -> None:
    worlds = [Twin(tmp_path, seats=1, seed=1, pace_s=0).world for _ in range(2)]

    for world in worlds:
        world.shuffle()
        for _ in range(20):
            world.eject(1)

    assert [c.face for c in worlds[0].look(1)] != [c.face for c in worlds[1].look(1)]


def test_people_stop_when_the_twin_is_cancelled(tmp_path: Path) -> None:
    twin = Twin(tmp_path, seats=2, seed=1, pace_s=0)

    async def live() -> None:
        task = asyncio.create_task(twin.run())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(live())


def test_the_mechanism_moves_nothing_when_the_hopper_is_empty() -> None:
    mechanism = CardMechanism(World(1))

    assert mechanism.eject(1) == EjectOutcome(0)
    assert mechanism.waiting() == 53


@pytest.mark.parametrize(
    "make", [lambda: Faults(jam=2), lambda: Faults(under_rail=-1), lambda: Pace(-1, random.Random())]
)
def test_what_cannot_be_is_refused(make: object) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match="not a"):
        make()
