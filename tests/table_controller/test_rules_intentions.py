"""Words said before one's turn (F09), chips without a word (F07, F08), and all-in where no raise is allowed."""

from table_controller import commands as c
from table_controller import events as e
from table_controller.decide import decide
from table_controller.table.evolve import evolve
from table_controller.table.state import Phase, Table
from tests.table_controller.asked_table import dealt, put, refused, seated
from tests.table_controller.blind_game import blind_game, start


def anteed(**stacks: int) -> Table:
    return dealt(seated("five-card-draw", **(stacks or {f"s{seat}": 100 for seat in (1, 2, 3, 4)})))


def test_words_that_bind_are_done_when_the_turn_comes_and_may_be_undone() -> None:
    """F09: the dealer undoes what was done so, and the player chooses anew."""
    table = put(anteed(), c.BetTo(3, 2), c.Check(1), c.Check(2))
    assert (table.seat(3).bet, table.to_act, table.held) == (2, 4, ())

    table = put(table, c.UndoLastAction("dealer", "it was said in jest"))

    assert (table.seat(3).bet, table.to_act, table.held) == (0, 3, ())
    assert put(table, c.Check(3)).to_act == 4


def test_undoing_an_action_takes_back_what_was_said_after_it() -> None:
    """F09: the words belonged to an action that is no more."""
    table = put(anteed(), c.BetTo(1, 2), c.Call(3), c.UndoLastAction("dealer", "slip"))

    assert (table.to_act, table.held) == (1, ())


def test_several_words_said_early_are_done_one_after_the_other() -> None:
    """F09: C, D and A have all spoken before B."""
    table = put(start(blind_game(500, 500, 500, 500, 500), 1), c.Call(5), c.Call(1), c.Fold(2))
    assert [said.seat for said in table.held] == [5, 1, 2]

    table = put(table, c.Call(4))

    assert table.to_act == 3
    assert {s.number: s.bet for s in table.live} == {1: 30, 3: 30, 4: 30, 5: 30}


def test_a_short_all_in_changes_the_action_too() -> None:
    """F09: forty in place of thirty frees who has said that he calls."""
    table = put(start(blind_game(500, 500, 500, 40, 500), 1), c.Call(5), c.GoAllIn(4))

    assert (table.to_act, table.held, table.seat(5).bet) == (5, (), 0)


def test_a_word_is_given_once() -> None:
    """F09: the first words stand; in his turn he is asked nothing more."""
    table = put(anteed(), c.BetTo(3, 2))

    assert refused(table, c.Check(3))
    assert refused(table, c.Fold(1))


def test_nobody_speaks_early_between_the_rounds_or_from_a_dead_hand() -> None:
    """F09: words want a turn that is still to come."""
    table = put(anteed(), c.BetTo(1, 2), c.Fold(2))
    assert refused(table, c.Call(2))
    assert refused(table, c.BetTo(1, 4)), "his turn has been"
    table = put(table, c.Call(3), c.Call(4))
    assert table.phase is Phase.DRAW
    assert refused(table, c.Check(3))


def test_what_was_said_early_outlives_a_restart() -> None:
    """F09: the log folds to the same table."""
    table = anteed()
    folded = table
    for command in (c.BetTo(3, 2), c.Check(1), c.Check(2)):
        for event in decide(folded, command):
            folded = evolve(folded, event)

    assert folded == put(table, c.BetTo(3, 2), c.Check(1), c.Check(2))


def test_one_chip_calls_whatever_it_is_worth_and_opens_for_the_bet() -> None:
    """F08: over a bet it is a call of that bet; with nothing to call it is a bet."""
    table = put(anteed(), c.PutIn(1, 25, one_chip=True))
    assert table.seat(1).bet == 2

    events = decide(table, c.PutIn(2, 25, one_chip=True))

    assert e.Called(2, 2) in events
    assert any(isinstance(event, e.RulingMade) and event.rules == ("F08",) for event in events)
    assert e.Called(2, 2) not in decide(table, c.PutIn(2, 25))


def test_all_in_is_a_call_where_nobody_is_left_to_raise() -> None:
    """Y04: the others have no chips; what he has over the bet stays his."""
    table = put(anteed(s1=3, s2=3, s3=50), c.GoAllIn(1), c.GoAllIn(2))
    assert not refused(table, c.GoAllIn(3))

    table = put(table, c.GoAllIn(3))

    assert table.seat(3).stack == 50 - 1 - 2
