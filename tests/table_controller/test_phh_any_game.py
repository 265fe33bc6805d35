"""Hands of any game, house and stakes are told whole, or left out with a reason a person understands."""

import random
from collections import Counter
from collections.abc import Iterator

from table_controller import commands as c
from table_controller import events as e
from table_controller.cards import deck_of
from table_controller.decide import decide
from table_controller.games.build import build
from table_controller.phh.errors import CannotTell
from table_controller.phh.proof import proved
from table_controller.phh.telling import WORDS, Telling
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import Table, new_table
from tests.table_controller.engine_driver import random_driver, sensible

TABLES = 15
STEPS = 250
REASONS = {
    *WORDS.values(),
    "there was money of an earlier deal in the pot",
    "the floor had to decide",
    "without its hidden faces the floor would have to decide",
    "a big blind was short, and the next player posted it again",
    "the stub was made anew after a card had been set aside or taken back",
    "a card was taken back from a hand that had been played on",
}


def hands(seed: int) -> Iterator[list[tuple[Table, e.Event, Table]]]:
    """Yield the hands of a random table, each with all that came after it until the next."""
    driver = random_driver(random.Random(seed))
    table, begun = driver.table, len(driver.events)
    for _ in range(STEPS):
        command = sensible(driver)
        if command is not None:
            driver.put(command)
    hand: list[tuple[Table, e.Event, Table]] = []
    for event in driver.events[begun:]:
        after = evolve(table, event)
        if isinstance(event, e.HandStarted) and hand:
            yield hand
            hand = []
        if hand or isinstance(event, e.HandStarted):
            hand.append((table, event, after))
        table = after


def told(hand: list[tuple[Table, e.Event, Table]], *, faces: bool) -> str:
    """Return "told", or why it is not."""
    telling = Telling(hand[0][0], faces)
    try:
        for before, event, after in hand:
            telling.take(before, event, after)
        if not telling.ended:
            return "not over"
        proved(telling, {})
    except CannotTell as error:
        return str(error)
    return "told"


def test_any_hand_is_told_whole_or_left_out_with_a_reason() -> None:
    """What is told was played again from its text, event for event (table_controller.phh.proof)."""
    outcomes: Counter[str] = Counter()
    for seed in range(TABLES):
        for hand in hands(seed):
            for faces in (True, False):
                outcomes[told(hand, faces=faces)] += 1

    print(dict(outcomes))
    assert outcomes["told"] > sum(outcomes.values()) // 2
    assert set(outcomes) <= {"told", "not over", *REASONS}


def test_discards_taken_up_again_are_told_as_they_lay_at_last() -> None:
    """E16: two were laid down, then three; the hand plays again from what is told."""
    game, rules = build("five-card-draw", "wsop-2024")
    table = new_table(game, rules, Stakes(Betting.LIMIT, (2, 4), ante=1))
    stub = list(reversed(deck_of(52)))
    hand: list[tuple[Table, e.Event, Table]] = []

    def put(*commands: c.Command) -> None:
        nonlocal table
        for command in commands:
            for event in decide(table, command):
                assert not isinstance(event, e.ActionRefused), event
                after = evolve(table, event)
                hand.append((table, event, after))
                table = after
            while table.due:
                put(c.DeliverCard(stub.pop()))

    put(c.TakeSeat(1, "", 100), c.TakeSeat(2, "", 100))
    hand.clear()
    put(c.StartHand(), c.BetTo(1, 2), c.Call(2))
    first, second, third = (held.card for held in table.seat(1).hand[:3])
    put(
        c.Discard(1, (first, second)),
        c.ChangeDraw(1, 3),
        c.Discard(1, (first, second, third)),
        c.Discard(2, ()),
    )
    put(c.Check(1), c.Check(2), c.ShowCards(1), c.ShowCards(2))

    assert told(hand, faces=True) == "told"
