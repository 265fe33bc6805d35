"""A button box behind a pty: presses are heard once each, and those made while nobody listened do nothing."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from hardware.twin.devices.button_box import ButtonBoxModel
from table_controller.app import devices
from table_controller.app.devices import Box
from table_controller.controller.panels import Button as B

DEADLINE_S = 20.0


class Ears:
    """Remembers what was heard, and what was carried to the table."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, str, bool]] = []
        self.carried: list[int] = []

    def hear(self, button: int, source: str, stale: bool) -> None:
        self.heard.append((button, source, stale))

    async def carry(self, button: int) -> None:
        self.carried.append(button)


async def life(path: Path, ears: Ears, scene: Callable[[Box], Awaitable[None]]) -> None:
    """One life of the program: a box is found, something happens, the program ends."""
    box = Box(str(path), "box-1", ears.hear, ears.carry)
    async with asyncio.timeout(DEADLINE_S):
        await box.start()
        tasks = [asyncio.create_task(box.carry_presses()), asyncio.create_task(box.follow_lamps())]
        try:
            await until(lambda: box.connected)
            await scene(box)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await box.stop()


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.005)


def test_what_was_pressed_while_nothing_ran_is_heard_and_does_nothing(tmp_path: Path) -> None:
    model, ears = ButtonBoxModel(tmp_path / "box"), Ears()
    model.start()

    async def two_lives() -> None:
        async def nothing(box: Box) -> None:
            return

        async def second(box: Box) -> None:
            await until(lambda: len(ears.heard) == 2)
            await asyncio.sleep(devices.BACKLOG_S)
            model.press(B.CHECK)
            await until(lambda: bool(ears.carried))

        await life(tmp_path / "box", ears, nothing)
        model.press(B.FOLD)
        model.press(B.CONFIRM)
        await life(tmp_path / "box", ears, second)

    try:
        asyncio.run(two_lives())
    finally:
        model.stop()

    assert ears.heard == [(B.FOLD, "box-1", True), (B.CONFIRM, "box-1", True), (B.CHECK, "box-1", False)]
    assert ears.carried == [B.CHECK]


def test_what_was_pressed_while_the_cable_was_loose_for_a_moment_still_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "OVERLOOKED_S", 15.0)
    model, ears = ButtonBoxModel(tmp_path / "box"), Ears()
    model.start()

    async def scene(box: Box) -> None:
        await asyncio.sleep(devices.BACKLOG_S)
        model.unplug()
        await until(lambda: not box.connected)
        model.press(B.CHECK)
        model.replug()
        await until(lambda: bool(ears.carried))

    try:
        asyncio.run(life(tmp_path / "box", ears, scene))
    finally:
        model.stop()

    assert ears.heard == [(B.CHECK, "box-1", False)]
    assert ears.carried == [B.CHECK]


def test_lamps_are_lit_again_when_the_box_is_back(tmp_path: Path) -> None:
    model, ears = ButtonBoxModel(tmp_path / "box"), Ears()
    model.start()

    async def scene(box: Box) -> None:
        box.light(0b101)
        await until(lambda: model.lamps == 0b101)
        model.reset()
        await until(lambda: model.lamps == 0)
        await until(lambda: model.lamps == 0b101)

    try:
        asyncio.run(life(tmp_path / "box", ears, scene))
    finally:
        model.stop()


def test_a_press_that_cannot_be_written_down_ends_the_table_and_is_not_carried(tmp_path: Path) -> None:
    model, ears = ButtonBoxModel(tmp_path / "box"), Ears()
    model.start()

    def disk_is_full(button: int, source: str, stale: bool) -> None:
        raise OSError("table.db: the disk is full")

    async def scene() -> None:
        box = Box(str(tmp_path / "box"), "box-1", disk_is_full, ears.carry)
        async with asyncio.timeout(DEADLINE_S):
            await box.start()
            carrying = asyncio.create_task(box.carry_presses())
            try:
                await until(lambda: box.connected)
                model.press(B.CHECK)
                with pytest.raises(OSError, match="disk is full"):
                    await carrying
            finally:
                await box.stop()

    try:
        asyncio.run(scene())
    finally:
        model.stop()

    assert ears.carried == []
