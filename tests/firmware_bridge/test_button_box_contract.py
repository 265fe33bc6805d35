"""What a button box does, whoever stands behind the wire: the twin's model or the real firmware."""

import asyncio

from firmware_bridge.device_events import ButtonPressed, ButtonReleased, LostEvents
from firmware_bridge.packets import EVENT_RING
from tests.firmware_bridge.conftest import BoxRig, until


def test_a_press_and_its_release_are_told_with_the_boxs_clock(box_rig: BoxRig) -> None:
    async def act() -> None:
        async with box_rig.driver() as box:
            box_rig.device.hold(8)
            await until(lambda: bool(box_rig.told(ButtonPressed)), "the press")
            assert await box.pressed() == {8}
            box_rig.device.release(8)
            await until(lambda: bool(box_rig.told(ButtonReleased)), "the release")
            assert await box.pressed() == frozenset()

    asyncio.run(act())

    (press,), (release,) = box_rig.told(ButtonPressed), box_rig.told(ButtonReleased)
    assert (press.button, release.button) == (8, 8)
    assert release.at_ms >= press.at_ms
    assert (press.event_seq, release.event_seq) == (1, 2)
    assert press.boot_id == release.boot_id


def test_outputs_are_set_absolutely_and_go_off_when_nobody_drives_them(box_rig: BoxRig) -> None:
    async def act() -> None:
        async with box_rig.driver() as box:
            await box.set_outputs(0b10100101, buzzer=True)
            await until(
                lambda: (box_rig.device.lamps, box_rig.device.buzzer) == (0b10100101, True), "the lamps"
            )
            await box.set_outputs(0b00000001)
            await until(lambda: (box_rig.device.lamps, box_rig.device.buzzer) == (1, False), "the lamps")
        await until(lambda: box_rig.device.lamps == 0, "the lamps to go off")

    asyncio.run(act())


def test_presses_arrive_once_each_in_order_on_a_line_that_damages_one_byte_in_twenty(
    box_rig: BoxRig, bad_cable
) -> None:
    cable, path = bad_cable(box_rig.link_path)
    presses = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

    async def act() -> None:
        async with box_rig.driver(path):
            cable.corrupt(0.05, seed=5)
            for number, button in enumerate(presses, start=1):
                box_rig.device.hold(button)
                await until(lambda number=number: len(box_rig.told(ButtonPressed)) == number, "the press")
                box_rig.device.release(button)
                await until(lambda number=number: len(box_rig.told(ButtonReleased)) == number, "the release")

    asyncio.run(act())

    assert [event.button for event in box_rig.told(ButtonPressed)] == presses


def test_presses_while_the_cable_is_out_are_kept_and_come_in_order(box_rig: BoxRig) -> None:
    async def act() -> None:
        async with box_rig.driver() as box:
            await asyncio.to_thread(box_rig.device.unplug)
            for button in (2, 5):
                box_rig.device.press(button)
            await asyncio.to_thread(box_rig.device.replug)
            await until(lambda: box.connected and len(box_rig.told(ButtonReleased)) == 2, "the presses")

    asyncio.run(act())

    assert [event.button for event in box_rig.told(ButtonPressed)] == [2, 5]


def test_events_a_box_could_not_keep_are_counted_in_their_place(box_rig: BoxRig) -> None:
    async def act() -> None:
        async with box_rig.driver() as box:
            await asyncio.to_thread(box_rig.device.unplug)
            for _ in range(EVENT_RING // 2 + 3):
                box_rig.device.press(1)
            await asyncio.to_thread(box_rig.device.replug)
            await until(lambda: box.connected and bool(box_rig.told(LostEvents)), "the loss to be told")

    asyncio.run(act())

    (lost,) = box_rig.told(LostEvents)
    told = len(box_rig.told(ButtonPressed)) + len(box_rig.told(ButtonReleased))
    assert told == EVENT_RING
    assert lost.event_seq == EVENT_RING + 1
    assert lost.count == 6


def test_a_restart_is_told_and_numbers_begin_anew(box_rig: BoxRig) -> None:
    async def act() -> None:
        async with box_rig.driver() as box:
            box_rig.device.hold(3)
            await until(lambda: len(box_rig.told(ButtonPressed)) == 1, "the press")
            box_rig.device.release(3)
            await until(lambda: len(box_rig.told(ButtonReleased)) == 1, "the release")
            box_rig.device.reset()
            before = box.info
            await until(lambda: box.connected and box.info is not before, "the restart to be noticed")
            box_rig.device.hold(4)
            await until(lambda: len(box_rig.told(ButtonPressed)) == 2, "the press")

    asyncio.run(act())

    first, second = box_rig.told(ButtonPressed)
    assert (first.event_seq, second.event_seq) == (1, 1)
    assert second.boot_id == first.boot_id + 1
