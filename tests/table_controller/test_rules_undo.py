"""What an undo takes back, and what it leaves."""

from table_controller import commands as c
from table_controller.table.state import Phase
from tests.table_controller.asked_table import dealt, holds, put, refused, seated

UNDO = """
game five-card-draw
ante 1
limit 2 4
button 3
seat 1 100
seat 2 100
seat 3 100
"""


def test_the_fold_that_ended_a_hand_can_be_undone() -> None:
    """The commonest slip: the wrong button, and the pot is gone. It comes back to the chip."""
    holds(
        UNDO
        + """
1 bets 2
2 folds
3 folds
? phase over
? stacks 1=102
dealer undoes the last action
? to act 3
? stacks 1=97 2=99 3=99
? pot 5
3 calls
? phase draw 1
"""
    )


def test_the_call_that_ended_a_round_can_be_undone() -> None:
    holds(
        UNDO
        + """
1 checks
2 checks
3 bets 2
1 calls
2 calls
? phase draw 1
dealer undoes the last action
? phase bet 1
? to act 2
? may fold, call 2, raise to 4
2 folds
? phase draw 1
"""
    )


def test_undoing_does_not_start_a_table_that_a_jam_stopped() -> None:
    holds(
        UNDO
        + """
1 bets 2
shuffler jams
dealer undoes the last action
? phase halted
? alert JAM to dealer floor
? stacks 1=99
"""
    )


def test_what_the_floor_ruled_is_not_undone_with_the_bet_before_it() -> None:
    holds(
        UNDO
        + """
1 bets 2
floor rules 2 dead
dealer undoes the last action
? refused
? pot 5
"""
    )


def test_chips_brought_after_the_hand_stay_when_somebody_undoes() -> None:
    table = dealt(seated("five-card-draw", s1=10, s2=10))
    table = put(table, c.BetTo(1, 2) if table.to_act == 1 else c.BetTo(2, 2))
    other = table.to_act
    assert other is not None
    table = put(table, c.Fold(other), c.TakeSeat(1, "", 50))
    assert table.phase is Phase.OVER

    assert refused(table, c.UndoLastAction("dealer"))
