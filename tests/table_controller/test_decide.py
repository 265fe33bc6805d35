"""Every command has a rule that takes it, every event changes the table in one known place."""

from dataclasses import FrozenInstanceError
from typing import get_args, get_type_hints

import pytest

from table_controller.commands import Command, DeliverCard, StartHand, TakeSeat
from table_controller.decide import DOES, act, decide
from table_controller.events import Event
from table_controller.games.build import build
from table_controller.rules.seating import rules_stamp
from table_controller.structure import Betting, Stakes
from table_controller.table.change import replace
from table_controller.table.evolve import EVOLVES, evolve
from table_controller.table.state import Seat, Table, new_table


@pytest.fixture
def seated() -> Table:
    game, rules = build("five-card-draw", "wsop-2024")
    table = new_table(game, rules, Stakes(Betting.LIMIT, (2, 4), ante=1))
    for number in (1, 2, 3):
        table = act(table, TakeSeat(number, "", 50)).table
    return table


def test_every_command_has_a_function_that_takes_it() -> None:
    takes = {command: list(get_type_hints(does).values())[1] for command, does in DOES.items()}

    assert takes.keys() == set(get_args(Command))
    assert all(command in (taken, *get_args(taken)) for command, taken in takes.items())


def test_every_event_has_a_function_that_takes_it() -> None:
    takes = {event: get_type_hints(evolves)["event"] for event, evolves in EVOLVES.items()}

    assert takes.keys() == set(get_args(Event))
    assert all(event in (taken, *get_args(taken)) for event, taken in takes.items())


def test_what_is_no_command_is_a_mistake_of_the_program(seated: Table) -> None:
    with pytest.raises(TypeError, match="not a command: 'deal'"):
        act(seated, "deal")  # type: ignore[arg-type]


def test_a_decision_holds_the_table_after_each_of_its_events(seated: Table) -> None:
    decision = act(seated, StartHand(3))

    folded = seated
    for event, table in decision.steps:
        folded = evolve(folded, event)
        assert folded == table
    assert decision.table == folded
    assert decision.events == decide(seated, StartHand(3))


def test_a_refused_command_leaves_the_table_itself(seated: Table) -> None:
    decision = act(seated, DeliverCard(None))

    assert decision.events
    assert decision.table is seated


def test_a_decision_never_changes_the_table_it_was_made_on(seated: Table) -> None:
    before = repr(seated)

    act(seated, StartHand(3))

    assert repr(seated) == before


def test_a_changed_copy_leaves_its_original_alone() -> None:
    seat = Seat(7, "Ann", 200)

    away = replace(seat, away=True)

    assert (seat.away, away.away) == (False, True)
    assert away == Seat(7, "Ann", 200, away=True)
    assert hash(away) == hash(Seat(7, "Ann", 200, away=True))
    with pytest.raises(FrozenInstanceError):
        away.stack = 300  # type: ignore[misc]


def test_a_field_that_is_not_there_cannot_be_changed() -> None:
    with pytest.raises(TypeError, match="Seat has no field suit"):
        replace(Seat(7, "Ann", 200), suit=1)


def test_a_stamp_is_of_the_values_and_not_of_their_memory(seated: Table) -> None:
    same = new_table(*build("five-card-draw", "wsop-2024"), Stakes(Betting.LIMIT, (2, 4), ante=1))
    other = new_table(*build("five-card-draw", "wsop-2024"), Stakes(Betting.LIMIT, (2, 4), ante=2))

    assert rules_stamp(seated) == rules_stamp(seated) == rules_stamp(same)
    assert rules_stamp(other) != rules_stamp(seated)


def test_many_tables_set_to_many_things_keep_their_stamps() -> None:
    game, rules = build("five-card-draw", "wsop-2024")
    tables = [new_table(game, rules, Stakes(Betting.LIMIT, (2, 4), ante=ante)) for ante in range(1, 200)]

    assert [rules_stamp(table) for table in tables] == [rules_stamp(table) for table in tables]
    assert len({rules_stamp(table) for table in tables}) == len(tables)
