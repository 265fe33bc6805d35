"""How chips and turns change."""

from typing import assert_never

from table_controller import events as e
from table_controller.table.change import replace
from table_controller.table.evolve_cards import with_seat
from table_controller.table.state import BettingRound, HandStatus, Phase, Seat, Table

BettingEvent = (
    e.AntePosted | e.BlindPosted | e.BettingStarted | e.ActionAwaited | e.Checked | e.BetMade
    | e.Called | e.Folded | e.Rapped | e.BetReturned | e.BettingEnded
)  # fmt: skip


def evolve(table: Table, event: BettingEvent) -> Table:
    match event:
        case e.AntePosted(seat, chips):
            return with_seat(
                table, seat, lambda s: replace(s, stack=s.stack - chips, put_in=s.put_in + chips)
            )
        case e.BlindPosted(seat, chips, to_match):
            posted = with_seat(table, seat, lambda s: _puts_in(s, chips))
            return replace(posted, blind_to_match=max(to_match, table.blind_to_match), last_blind=seat)
        case e.BettingStarted(number, bet, capped):
            return _betting_started(table, number, bet, capped)
        case e.ActionAwaited(seat):
            return replace(table, to_act=seat)
        case e.Checked(seat):
            return _checked(_undoable(table), seat)
        case e.BetMade():
            return _bet_made(_undoable(table), event)
        case e.Called(seat, chips):
            called = with_seat(_undoable(table), seat, lambda s: _acts(_puts_in(s, chips), table))
            return _acted(called, seat)
        case e.Folded(seat):
            return _acted(_folds(_undoable(table), seat), seat)
        case e.Rapped(_):
            return table
        case e.BetReturned(seat, chips):
            return with_seat(table, seat, lambda s: _takes_back(s, chips))
        case e.BettingEnded(_):
            seats = tuple(replace(s, bet=0, acted_level=None) for s in table.seats)
            aggressor = table.round.aggressor if table.round else None
            return replace(
                table, seats=seats, round=None, to_act=None, last_aggressor=aggressor, blind_to_match=0
            )
    assert_never(event)


def _undoable(table: Table) -> Table:
    return replace(table, before_last_action=replace(table, before_last_action=None))


def _puts_in(seat: Seat, chips: int) -> Seat:
    return replace(
        seat,
        stack=seat.stack - chips,
        bet=seat.bet + chips,
        put_in=seat.put_in + chips,
        bets_in=seat.bets_in + chips,
    )


def _takes_back(seat: Seat, chips: int) -> Seat:
    return replace(
        seat,
        stack=seat.stack + chips,
        bet=max(0, seat.bet - chips),
        put_in=seat.put_in - chips,
        bets_in=max(0, seat.bets_in - chips),
    )


def _acts(seat: Seat, table: Table) -> Seat:
    return replace(seat, acted_level=table.round.to_match if table.round else 0)


def _acted(table: Table, number: int) -> Table:
    betting = replace(table.round, last_actor=number) if table.round else None
    return replace(table, round=betting, acted_after_draw=table.draw_no > 0)


def _betting_started(table: Table, number: int, bet: int, capped: bool) -> Table:
    opening_bet = table.blind_to_match if number == 1 else 0
    raises = -1 if opening_bet and not table.rules.blind_counts_as_bet else 0
    return replace(
        table,
        phase=Phase.BET,
        step=table.step + 1,
        round=BettingRound(number, bet, opening_bet, opening_bet, bet, raises, capped),
        to_act=None,
    )


def _checked(table: Table, number: int) -> Table:
    checked = with_seat(table, number, lambda s: _acts(s, table))
    betting = table.round
    if betting and betting.number == 1 and table.openers.position is None:
        checked = replace(checked, openers=replace(checked.openers, passed=(*checked.openers.passed, number)))
    return _acted(checked, number)


def _bet_made(table: Table, event: e.BetMade) -> Table:
    betting = table.round
    if betting is None:
        raise ValueError(f"a bet outside a betting round: {event}")
    raised = replace(
        betting,
        to_match=max(betting.to_match, event.total),
        full_level=event.full_level,
        raise_size=event.raise_size,
        raises=betting.raises + (event.counts and betting.to_match > 0),
        opened_by=event.seat if betting.opened_by is None else betting.opened_by,
        aggressor=event.seat,
    )
    table = replace(table, round=raised)
    return _acted(with_seat(table, event.seat, lambda s: _acts(_puts_in(s, event.chips), table)), event.seat)


def _folds(table: Table, number: int) -> Table:
    return with_seat(
        table,
        number,
        lambda s: replace(s, status=HandStatus.FOLDED, hand=(), mucked=s.hand, announced=None),
    )
