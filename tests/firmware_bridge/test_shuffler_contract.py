"""What a shuffler does, whoever stands behind the wire: the twin's model or the real firmware."""

import asyncio

import pytest

from firmware_bridge import endpoint
from firmware_bridge.device_events import CommandFinished, DeviceDisconnected, FaultRaised
from firmware_bridge.errors import (
    CommandInDoubt,
    CommandRefused,
    DeviceLost,
    DoubleFeed,
    HopperEmpty,
    ShufflerJammed,
)
from firmware_bridge.packets import CommandState, Eject, Fault, Result
from tests.firmware import simavr
from tests.firmware_bridge.conftest import ShufflerRig, until

SEED = bytes(range(16))


def test_a_shuffle_takes_in_the_tray_and_each_command_ejects_one_card_to_its_slot(
    shuffler_rig: ShufflerRig,
) -> None:
    async def act() -> list[int]:
        async with shuffler_rig.driver() as shuffler:
            ready = await shuffler.shuffle(SEED)
            left = [(await shuffler.eject(slot)).count for slot in (1, 8, 0, 9)]
            return [ready, *left, await shuffler.count()]

    counts = asyncio.run(act())

    assert counts == [12, 11, 10, 9, 8, 8]
    assert shuffler_rig.mechanism.piles == {1: 1, 8: 1, 0: 1, 9: 1}


def test_a_repeated_command_id_gets_the_same_answer_and_moves_nothing(shuffler_rig: ShufflerRig) -> None:
    async def act() -> None:
        async with shuffler_rig.driver() as shuffler:
            await shuffler.shuffle(SEED)
            first = await shuffler.eject(3, command_id=100)
            again = [await shuffler.eject(3, command_id=100) for _ in range(3)]

            assert again == [first] * 3
            assert (await shuffler.query(100)).state is CommandState.DONE
            assert (await shuffler.query(101)).state is CommandState.UNKNOWN
            with pytest.raises(CommandRefused) as stale:
                await shuffler.eject(3, command_id=99)
            assert stale.value.result == Result.STALE_ID

    asyncio.run(act())

    assert shuffler_rig.mechanism.piles == {3: 1}


def test_no_card_is_dealt_twice_or_lost_on_a_line_that_damages_one_byte_in_twenty(
    shuffler_rig: ShufflerRig, bad_cable
) -> None:
    cable, path = bad_cable(shuffler_rig.link_path)

    async def act() -> None:
        async with shuffler_rig.driver(path) as shuffler:
            await shuffler.shuffle(SEED)
            cable.corrupt(0.05, seed=2)
            for slot in (1, 2, 3, 4, 5, 1, 2, 3, 4, 5):
                await shuffler.eject(slot)
            assert shuffler.counters.retries > 0

    asyncio.run(act())

    assert cable.damaged > 20
    assert shuffler_rig.mechanism.piles == dict.fromkeys(range(1, 6), 2)


def test_a_jam_is_latched_until_cleared_and_says_what_got_out(shuffler_rig: ShufflerRig) -> None:
    async def act() -> None:
        async with shuffler_rig.driver() as shuffler:
            await shuffler.shuffle(SEED)
            shuffler_rig.device.jam_next()
            with pytest.raises(ShufflerJammed) as jam:
                await shuffler.eject(4)
            assert (jam.value.slot, jam.value.cards) == (4, 0)
            await until(lambda: FaultRaised(Fault.JAM) in shuffler_rig.events, "the fault to be told")
            with pytest.raises(CommandRefused) as refused:
                await shuffler.eject(4)
            assert refused.value.result == Result.FAULT_LATCHED

            await shuffler.clear_fault(Fault.JAM)
            await shuffler.eject(4)

    asyncio.run(act())

    assert shuffler_rig.mechanism.piles == {4: 1}


def test_a_card_that_stays_under_the_sensor_is_a_jam_too(shuffler_rig: ShufflerRig) -> None:
    async def act() -> int:
        async with shuffler_rig.driver() as shuffler:
            await shuffler.shuffle(SEED)
            shuffler_rig.device.stick_next()
            with pytest.raises(ShufflerJammed):
                await shuffler.eject(2)
            if isinstance(shuffler_rig.device, simavr.SimulatedShuffler):
                await asyncio.to_thread(shuffler_rig.device.open_lid)
                await asyncio.to_thread(shuffler_rig.device.close_lid)
            await shuffler.clear_fault(Fault.JAM)
            return await shuffler.count()

    assert asyncio.run(act()) == 12


def test_two_cards_at_once_are_noticed_and_the_count_is_right_afterwards(shuffler_rig: ShufflerRig) -> None:
    async def act() -> int:
        async with shuffler_rig.driver() as shuffler:
            await shuffler.shuffle(SEED)
            shuffler_rig.device.double_feed_next()
            with pytest.raises(DoubleFeed) as double:
                await shuffler.eject(2)
            assert double.value.cards == 2
            await shuffler.clear_fault(Fault.DOUBLE_FEED)
            return await shuffler.count()

    assert asyncio.run(act()) == 10


def test_an_empty_machine_says_so_and_latches_nothing(shuffler_rig: ShufflerRig) -> None:
    async def act() -> None:
        async with shuffler_rig.driver() as shuffler:
            with pytest.raises(HopperEmpty):
                await shuffler.eject(1)
            assert await shuffler.shuffle(SEED) == 12
            await shuffler.eject(1)

    asyncio.run(act())


def test_a_restart_during_a_deal_is_in_doubt_and_never_repeated(shuffler_rig: ShufflerRig) -> None:
    async def act() -> None:
        async with shuffler_rig.driver() as shuffler:
            await shuffler.shuffle(SEED)
            shuffler_rig.device.reset_during_next()
            with pytest.raises(CommandInDoubt) as doubt:
                await shuffler.eject(6, command_id=500)
            assert doubt.value.command_id == 500
            await until(lambda: FaultRaised(Fault.IN_DOUBT) in shuffler_rig.events, "the fault to be told")
            with pytest.raises(CommandInDoubt):
                await shuffler.eject(6, command_id=500)
            with pytest.raises(CommandRefused):
                await shuffler.eject(6, command_id=501)
            assert (await shuffler.query(500)).state is CommandState.IN_DOUBT

            await shuffler.clear_fault(Fault.IN_DOUBT, command_id=502)
            await shuffler.eject(6, command_id=503)

    asyncio.run(act())

    assert shuffler_rig.mechanism.piles == {6: 2}
    assert [connection.rebooted for connection in shuffler_rig.connections()] == [False, True]


def test_what_was_done_before_a_restart_is_still_known_after_it(shuffler_rig: ShufflerRig) -> None:
    async def act() -> None:
        async with shuffler_rig.driver() as shuffler:
            await shuffler.shuffle(SEED)
            done = await shuffler.eject(5, command_id=700)
            shuffler_rig.device.reset()
            await until(lambda: len(shuffler_rig.connections()) == 2, "the restart to be noticed")

            assert shuffler.info is not None
            assert shuffler.info.last_command_id == 700
            assert await shuffler.eject(5, command_id=700) == done
            assert await shuffler.count() == 11

    asyncio.run(act())

    assert shuffler_rig.mechanism.piles == {5: 1}


def test_a_cable_that_comes_loose_in_the_middle_of_a_deal_is_told_and_costs_nothing(
    shuffler_rig: ShufflerRig,
) -> None:
    async def act() -> None:
        async with shuffler_rig.driver() as shuffler:
            await shuffler.shuffle(SEED)
            deal = asyncio.create_task(shuffler.eject(7))
            await asyncio.sleep(0)
            await asyncio.to_thread(shuffler_rig.device.unplug)
            await until(lambda: not shuffler.connected, "the loss to be noticed")
            await asyncio.to_thread(shuffler_rig.device.replug)

            assert (await deal).slot == 7
            await shuffler.eject(7)

    asyncio.run(act())

    assert any(isinstance(event, DeviceDisconnected) for event in shuffler_rig.events)
    assert [connection.rebooted for connection in shuffler_rig.connections()] == [False, False]
    assert shuffler_rig.mechanism.piles == {7: 2}


def test_a_device_that_stays_away_is_lost_and_the_command_can_be_asked_about_later(
    shuffler_rig: ShufflerRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "OUTAGE_S", 1.0)

    async def act() -> None:
        async with shuffler_rig.driver() as shuffler:
            await shuffler.shuffle(SEED)
            await asyncio.to_thread(shuffler_rig.device.unplug)
            with pytest.raises(DeviceLost) as lost:
                await shuffler.eject(1, command_id=900)
            assert lost.value.command_id == 900
            await asyncio.to_thread(shuffler_rig.device.replug)
            await until(lambda: shuffler.connected, "the shuffler to come back")
            assert (await shuffler.query(900)).state is CommandState.UNKNOWN
            await shuffler.eject(1, command_id=900)

    asyncio.run(act())

    assert shuffler_rig.mechanism.piles == {1: 1}


def test_a_command_begun_by_an_earlier_run_ends_as_an_event(shuffler_rig: ShufflerRig) -> None:
    async def act() -> None:
        async with shuffler_rig.driver() as first:
            await first.shuffle(SEED)
            await first._endpoint.ask(Eject(50, 2))
        async with shuffler_rig.driver() as second:
            await until(
                lambda: CommandFinished(50, Result.OK, 1, 11) in shuffler_rig.events, "the end of command 50"
            )
            assert (await second.query(50)).state is CommandState.DONE

    asyncio.run(act())


def test_a_device_that_hangs_is_lost_and_found_again_when_it_wakes(shuffler_rig: ShufflerRig) -> None:
    async def act() -> None:
        async with shuffler_rig.driver() as shuffler:
            await shuffler.shuffle(SEED)
            await asyncio.to_thread(shuffler_rig.device.hang, True)
            await until(lambda: not shuffler.connected, "the silence to be noticed")
            await asyncio.to_thread(shuffler_rig.device.hang, False)
            await until(lambda: shuffler.connected, "the device to be found again")
            await shuffler.eject(1)

    asyncio.run(act())

    assert shuffler_rig.mechanism.piles == {1: 1}
