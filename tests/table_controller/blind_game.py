"""A game with blinds played hand after hand. Used by tests only."""

from table_controller import commands as c
from table_controller.games.build import build
from table_controller.structure import Betting, Stakes
from table_controller.table.state import Phase, Table, new_table
from tests.table_controller.asked_table import put, refused

THREE = ((0, 10), (1, 20), (2, 30))
TWO = ((1, 15), (2, 30))
ONE = ((1, 30),)


def blind_game(
    *stacks: int,
    blinds: tuple[tuple[int, int], ...] = THREE,
    game: str = "california-lowball",
    profile: str = "casino-classic",
    betting: Betting = Betting.LIMIT,
    **switches: str,
) -> Table:
    """Return a 30-60 table with these stacks in seats 1, 2, 3 …, before its first hand."""
    built, rules = build(game, profile, switches)
    table = new_table(built, rules, Stakes(betting, (30, 60), blinds=blinds))
    return put(table, *(c.TakeSeat(seat, "", stack) for seat, stack in enumerate(stacks, 1)))


def start(table: Table, button: int | None = None) -> Table:
    """Post and deal."""
    table = put(table, c.StartHand(button))
    while table.due:
        table = put(table, c.DeliverCard(None))
    return table


def fold_out(table: Table) -> Table:
    """Everybody folds to the last one."""
    while table.phase is not Phase.OVER:
        assert table.to_act is not None
        fold = c.Fold(table.to_act)
        table = put(table, c.Check(table.to_act) if refused(table, fold) else fold)
        if table.phase is Phase.DRAW:
            table = put(table, c.AwardPot(table.live[0].number, "floor"))
    return table


def hand_won_by(table: Table, winner: int, *, raises: bool = True) -> Table:
    """Deal a hand in which everybody folds to *winner*, who raises if he gets the chance."""
    table = start(table)
    while table.phase is not Phase.OVER:
        seat = table.to_act
        assert seat is not None
        if seat != winner:
            table = put(table, c.Check(seat) if refused(table, c.Fold(seat)) else c.Fold(seat))
        elif raises and table.round is not None and table.seat(seat).bet <= table.round.to_match:
            table = put(table, c.BetTo(seat, table.round.to_match + table.round.bet))
        else:
            table = put(table, c.Call(seat))
    return table


def posted(table: Table) -> dict[int, int]:
    """Return what lies in front of each seat."""
    return {seat.number: seat.bet for seat in table.seats if seat.bet}


def in_hand(table: Table) -> list[int]:
    return [seat.number for seat in table.dealt_in]
