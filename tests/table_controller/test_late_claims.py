"""What comes when the hand is over already."""

from table_controller.commands import (
    AdmitNoOpeners,
    BetTo,
    ConfigureTable,
    DeclarePotOpen,
    DeliverCard,
    NobodyDeclares,
    StartHand,
    TakeSeat,
)
from table_controller.decide import decide
from table_controller.events import ActionRefused
from table_controller.games.build import build
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import Phase, Table, new_table


def _after(table: Table, *commands: object) -> Table:
    for command in commands:
        for event in decide(table, command):  # type: ignore[arg-type]
            table = evolve(table, event)
        while table.due:
            for event in decide(table, DeliverCard(None)):
                table = evolve(table, event)
    return table


def test_a_pot_declared_open_after_nobody_did_is_refused() -> None:
    """N06: once all have let it pass the hand is over, and a late press changes nothing."""
    game, rules = build("jacks-or-better")
    table = _after(
        new_table(game, rules, Stakes(Betting.LIMIT, (2, 4), 1)),
        ConfigureTable(game, rules, Stakes(Betting.LIMIT, (2, 4), 1)),
        *(TakeSeat(seat, "", 50) for seat in (1, 2, 3)),
        StartHand(button=3),
        BetTo(1, 2),
        AdmitNoOpeners(1),
        NobodyDeclares(),
    )
    assert table.phase is Phase.OVER

    events = decide(table, DeclarePotOpen(2))

    assert [type(event) for event in events] == [ActionRefused]
    assert table.openers.claimants == ()
