"""A pot over two deals: who can win which part of it (chapters W, O, N)."""

import pytest

from table_controller.commands import (
    AdmitNoOpeners,
    BetTo,
    Check,
    Command,
    DeliverCard,
    Fold,
    StartHand,
    TakeSeat,
)
from table_controller.decide import decide
from table_controller.games.build import build
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.pots import Pot, layers
from table_controller.table.state import Phase, Table, new_table


def told(table: Table, *commands: Command) -> Table:
    for command in commands:
        for event in decide(table, command):
            table = evolve(table, event)
    return table


def dealt(table: Table) -> Table:
    """The next hand is begun and every card of the deal lies there, none of them read."""
    table = told(table, StartHand())
    while table.due:
        table = told(table, DeliverCard(None))
    return table


def seated(*stacks: int, game_id: str = "jacks-or-better", **switches: str) -> Table:
    game, rules = build(game_id, "casino-classic", switches)
    table = new_table(game, rules, Stakes(Betting.LIMIT, (2, 4), ante=1))
    return told(table, *(TakeSeat(seat, "", stack) for seat, stack in enumerate(stacks, start=1)))


def test_who_is_all_in_for_the_ante_plays_on_for_the_part_he_matched() -> None:
    """W04: nobody opens, the others ante again: four for all, three without him."""
    table = dealt(seated(1, 100, 100, 100))

    table = told(table, Check(2), Check(3), Check(4), Check(1))
    assert table.phase is Phase.OVER
    table = dealt(table)

    assert [seat.number for seat in table.live] == [1, 2, 3, 4]
    assert layers(table) == (Pot(4, (1, 2, 3, 4)), Pot(3, (2, 3, 4)))


def test_after_false_openers_the_same_players_ante_again() -> None:
    """N07, N08: six stay and four are anted; who came in meanwhile is not dealt in."""
    table = dealt(seated(100, 100, 100, 100))
    table = told(table, BetTo(1, 2), Fold(2), Fold(3), Fold(4), AdmitNoOpeners(1), TakeSeat(5, "Eve", 100))

    table = dealt(table)

    assert [seat.number for seat in table.live] == [1, 2, 3, 4]
    assert table.in_middle == 10


@pytest.mark.parametrize(("switch", "pot"), [("true", 10), ("false", 6)])
def test_after_an_uncalled_false_open_of_jacks_back_all_ante_again_where_the_house_says_so(
    switch: str, pot: int
) -> None:
    """X37 N13: four antes and the opening bet stay; the button waits, and the same four are dealt in."""
    table = dealt(seated(100, 100, 100, 100, game_id="jacks-back", jb_false_open_reante=switch))
    assert table.button == 4
    table = told(table, Check(1), Check(2), Check(3), BetTo(4, 2), Fold(1), Fold(2), Fold(3))
    table = told(table, AdmitNoOpeners(4))
    assert table.phase is Phase.OVER

    table = dealt(table)

    assert table.button == 4
    assert [seat.number for seat in table.live] == [1, 2, 3, 4]
    assert table.in_middle == pot


def test_a_second_and_third_deal_grow_the_pot_and_the_fourth_is_not_anted() -> None:
    """O03, O05: four, eight, twelve, and twelve again."""
    table, pots = seated(100, 100, 100, 100), list[int]()

    for _ in range(4):
        table = dealt(table)
        pots.append(table.in_middle)
        while table.to_act is not None:
            table = told(table, Check(table.to_act))

    assert pots == [4, 8, 12, 12]
