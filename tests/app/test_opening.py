"""Keys of old hands go when a table opens, but not by a clock that is wrong; the table goes on without them."""

import contextlib
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from table_controller import commands as c
from table_controller.app.opening import KEYS_NAME, Opened, open_table
from table_controller.cards import parse_card
from table_controller.games.build import build
from table_controller.observations import Observation
from table_controller.sealing import TABLE_KEY
from table_controller.structure import Betting, Stakes

DAY_S = 86_400


def opened(folder: Path, clock: Callable[[], float] = time.time) -> Opened:
    built = (*build("jacks-or-better"), Stakes(Betting.LIMIT, (2, 4), ante=1))
    return open_table(folder, built, [(1, "Ann", 100), (2, "Bob", 100)], keep_days=30, clock=clock)


def age_key(folder: Path, hand_no: int, days: int = 31) -> None:
    """Let the key of a hand have been made so long ago."""
    with contextlib.closing(sqlite3.connect(folder / KEYS_NAME)) as keys, keys:
        keys.execute(
            "UPDATE keys SET made_utc_ms = made_utc_ms - ? WHERE hand_no = ?", (days * DAY_S * 1000, hand_no)
        )


def in_days(days: int) -> Callable[[], float]:
    return lambda: time.time() + days * DAY_S


def play_a_hand(folder: Path) -> None:
    table = opened(folder)
    for command in (c.StartHand(), c.DeliverCard(parse_card("Ah")), c.VoidHand("floor")):
        table.controller.handle(command)
    table.close()


def keys_after_opening(folder: Path, clock: Callable[[], float] = time.time) -> tuple[int, ...]:
    table = opened(folder, clock)
    try:
        return table.keys.hands()
    finally:
        table.close()


def test_keys_of_hands_older_than_their_days_are_erased_and_younger_ones_stay(tmp_path: Path) -> None:
    play_a_hand(tmp_path)
    play_a_hand(tmp_path)
    age_key(tmp_path, 1)

    assert keys_after_opening(tmp_path) == (1, 2)  # a clock that may just have been set a month ahead
    assert keys_after_opening(tmp_path, in_days(2)) == (2,)


def test_a_table_that_starts_with_a_date_far_ahead_erases_no_key(tmp_path: Path) -> None:
    play_a_hand(tmp_path)
    play_a_hand(tmp_path)

    assert keys_after_opening(tmp_path, lambda: time.time() + 4000 * DAY_S) == (1, 2)


def test_a_hand_played_by_a_clock_far_ahead_erases_no_key_while_it_is_wrong_nor_when_it_is_right_again(
    tmp_path: Path,
) -> None:
    play_a_hand(tmp_path)
    play_a_hand(tmp_path)
    age_key(tmp_path, 2, days=-4000)

    assert keys_after_opening(tmp_path, in_days(4002)) == (1, 2)
    assert keys_after_opening(tmp_path, in_days(1)) == (1, 2)


def test_a_clock_that_stepped_back_erases_no_key(tmp_path: Path) -> None:
    play_a_hand(tmp_path)

    assert keys_after_opening(tmp_path, lambda: 0.0) == (1,)


def test_a_table_whose_key_between_hands_was_erased_goes_on_and_can_be_replayed(tmp_path: Path) -> None:
    pressed = Observation("dealer", "ButtonPressed", {"button": 1})
    table = opened(tmp_path)
    table.log.observe(pressed)
    table.close()
    play_a_hand(tmp_path)
    play_a_hand(tmp_path)
    for hand_no in (TABLE_KEY, 1):
        age_key(tmp_path, hand_no)

    table = opened(tmp_path, in_days(2))
    assert table.keys.hands() == (2,)
    table.log.observe(pressed)
    table.close()

    assert keys_after_opening(tmp_path) == (TABLE_KEY, 2)
