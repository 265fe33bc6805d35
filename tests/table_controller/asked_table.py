"""Asking a table in tests: one line a question. No invariant is checked here."""

from table_controller import commands as c
from table_controller import events as e
from table_controller.decide import decide
from table_controller.games.build import build
from table_controller.scenario.grammar import parse
from table_controller.scenario.run import Run
from table_controller.scenario.runner import play
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import Table, new_table


def holds(text: str) -> Run:
    """Play a scenario; every check of it holds."""
    run = play(parse(text))
    assert [result for result in run.checks if not result.ok] == []
    return run


def put(table: Table, *commands: c.Command) -> Table:
    for command in commands:
        for event in decide(table, command):
            table = evolve(table, event)
    return table


def refused(table: Table, command: c.Command) -> bool:
    return any(isinstance(event, e.ActionRefused) for event in decide(table, command))


def seated(game: str = "jacks-or-better", ante: int = 1, **stacks: int) -> Table:
    built, rules = build(game)
    table = new_table(built, rules, Stakes(Betting.LIMIT, (2, 4), ante=ante))
    return put(table, *(c.TakeSeat(int(name[1:]), "", stack) for name, stack in stacks.items()))


def dealt(table: Table) -> Table:
    """Start a hand and deal cards nobody has read."""
    table = put(table, c.StartHand())
    while table.due:
        table = put(table, c.DeliverCard(None))
    return table
