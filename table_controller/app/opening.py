"""A table out of its log: opened where it stopped, or begun."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from table_controller.commands import ConfigureTable, TakeSeat
from table_controller.controller.controller import Controller
from table_controller.event_log.errors import LogError
from table_controller.event_log.replay import Progress, replay
from table_controller.event_log.store import EventLog
from table_controller.sealing import KeyStore
from table_controller.structure import Game, HouseRules, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import Phase, Table, new_table

LOG_NAME: Final = "table.db"
KEYS_NAME: Final = "keys.db"


@dataclass(frozen=True, slots=True)
class Opened:
    """A table and its log; *was_running* when a hand was under way when it stopped."""

    controller: Controller
    log: EventLog
    keys: KeyStore
    was_running: bool

    def close(self) -> None:
        self.log.close()
        self.keys.close()


def open_table(
    folder: Path,
    built: tuple[Game, HouseRules, Stakes],
    players: Iterable[tuple[int, str, int]],
    progress: Progress | None = None,
    keep_days: int | None = None,
    clock: Callable[[], float] = time.time,
) -> Opened:
    """Open the log in *folder* and bring the table back, or begin one with *players* (seat, name, stack).

    With *keep_days* the keys of older hands' hidden faces are erased; what was public stays readable for ever. *clock*
    gives seconds since 1970, and is not believed when it is days ahead of the newest key.
    What a running hand is played by stays as it was until it ends; a changed file counts from the next hand on.

    :raises OSError: log or keys cannot be used; one line says what, where and what to do
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise LogError(f"{folder}: the log's folder cannot be made: {reason}: name another") from error
    keys = KeyStore.open(folder / KEYS_NAME)
    try:
        log = EventLog(folder / LOG_NAME, keys)
    except OSError:
        keys.close()
        raise
    begun = log.head.seq > 0
    table = replay(log.reader, keys, _first_table(built), evolve, progress) if begun else _first_table(built)
    controller = Controller(table, log)
    was_running = table.phase is not Phase.OVER
    if keep_days is not None and not was_running:
        keys.erase_older(int(clock() * 1000), keep_days)
    changed = (table.game, table.rules, table.stakes) != built
    if not begun or (changed and not was_running and not table.pot_stays):
        controller.handle(ConfigureTable(*built))
    if not begun:
        for seat, name, stack in players:
            controller.handle(TakeSeat(seat, name, stack))
    return Opened(controller, log, keys, was_running)


def _first_table(built: tuple[Game, HouseRules, Stakes]) -> Table:
    return new_table(*built)
