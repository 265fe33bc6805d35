"""A block of the soak: hands played, and what of them did not hold."""

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from tests.table_controller.engine_driver import Driver, NotTrue, anything, random_driver, sensible
from tests.table_controller.pokerkit_oracle import SUBJECTS, compare

HANDS_AT_A_TABLE: Final = 20
SLIPS: Final = 0.01
"""How often somebody does anything at all."""
STUCK: Final = 5_000
"""Commands at one table after which it is said to be stuck."""


@dataclass
class Played:
    games: dict[str, int] = field(default_factory=dict)
    masked: dict[str, int] = field(default_factory=dict)
    events: int = 0
    failures: list[str] = field(default_factory=list)


def random_hands(block: int, hands: int) -> Played:
    """Play whole hands at random tables: chips and cards are counted after each command, each table is replayed."""
    played, games, table_no = Played(), Counter[str](), 0
    while sum(games.values()) < hands:
        seed = f"soak {block} {table_no}"
        table_no += 1
        driver = random_driver(random.Random(seed))
        driver.thorough = False
        try:
            _evening(driver, min(HANDS_AT_A_TABLE, hands - sum(games.values())))
        except (NotTrue, ArithmeticError, LookupError, TypeError, ValueError) as error:
            played.failures.append(f"seed {seed!r}: {type(error).__name__}: {error}")
        games.update(driver.finished)
        played.events += len(driver.events)
    played.games = dict(games)
    return played


def _evening(driver: Driver, hands: int) -> None:
    for _ in range(STUCK):
        if driver.is_over and sum(driver.finished.values()) >= hands:
            driver.replays()
            return
        command = anything(driver) if driver.rng.random() < SLIPS else sensible(driver)
        if command is not None:
            driver.put(command)
    raise NotTrue(f"no {hands} hands within {STUCK} commands")


def beside_pokerkit(subject: str, seeds: range) -> Played:
    """Play the same hands on PokerKit; return the differences that are known by name, and those that are not."""
    played, masked = Played(), Counter[str]()
    for seed in seeds:
        try:
            masked.update(compare(SUBJECTS[subject], range(seed, seed + 1)))
        except (AssertionError, LookupError, TypeError, ValueError) as error:
            played.failures.append(f"{subject}, seed {seed}: {type(error).__name__}: {error}")
    played.masked = dict(masked)
    return played
