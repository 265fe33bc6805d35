"""No order of commands breaks a table: what must hold is checked by the driver after each of them."""

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.table_controller.engine_driver import CONDITIONS, Driver, anything, random_driver, sensible

SEEDS = st.integers(min_value=0, max_value=2**32)
A_HAND_ENDS_WITHIN = 250
"""Commands: eight players, forty cards dealt, two rounds with raises, a reshuffle."""


class AnyTable(RuleBasedStateMachine):
    """A table at which people act sensibly or not at all so."""

    driver: Driver

    @initialize(seed=SEEDS)
    def set_up(self, seed: int) -> None:
        self.driver = random_driver(random.Random(seed))

    @rule(seed=SEEDS, times=st.integers(1, 40))
    def people_play(self, seed: int, times: int) -> None:
        self.driver.rng.seed(seed)
        play(self.driver, times)

    @rule(seed=SEEDS)
    def somebody_does_anything(self, seed: int) -> None:
        self.driver.rng.seed(seed)
        self.driver.put(anything(self.driver))

    @rule(lies=st.sampled_from(CONDITIONS))
    def a_card_leaves_the_stub(self, lies: str) -> None:
        if self.driver.stock and not self.driver.is_over:
            self.driver.deliver(lies)

    def teardown(self) -> None:
        if hasattr(self, "driver"):
            self.driver.replays()


AnyTable.TestCase.settings = settings(
    max_examples=80,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
TestAnyTable = AnyTable.TestCase


def play(driver: Driver, times: int) -> None:
    for _ in range(times):
        command = sensible(driver)
        if command is not None:
            driver.put(command)


@pytest.mark.parametrize("seed", range(12))
def test_whole_evenings_keep_chips_and_cards(seed: int) -> None:
    """Several hands with carried pots, rebuys, reshuffles and slips in between."""
    rng = random.Random(seed)
    driver = random_driver(rng)

    for _ in range(250):
        if rng.random() < 0.1:
            driver.put(anything(driver))
        else:
            play(driver, 1)

    driver.replays()


@pytest.mark.parametrize("seed", range(20))
def test_a_hand_ends_when_people_keep_acting(seed: int) -> None:
    """However the cards fall, so many commands bring a hand to its end, and its chips to somebody or the next deal."""
    driver = random_driver(random.Random(1000 + seed))
    while driver.is_over:
        play(driver, 1)

    for _ in range(A_HAND_ENDS_WITHIN):
        play(driver, 1)
        if driver.is_over:
            break

    assert driver.is_over


@pytest.mark.parametrize("seed", range(6))
def test_a_carried_pot_is_won_at_last(seed: int) -> None:
    """O03, N06: whatever stays in the middle is pushed to somebody some deals later."""
    driver = random_driver(random.Random(2000 + seed))
    won = 0
    carried = False

    for _ in range(1500):
        play(driver, 1)
        carried = carried or driver.table.pot_stays
        if carried and driver.is_over and not driver.table.pot_stays:
            won, carried = won + 1, False
        if won >= 2:
            break

    assert won or not carried
