"""How what outlives a hand changes: who is away, who waits, who owes a blind, legs, kills, and words said early."""

from collections.abc import Iterable
from dataclasses import replace as with_fields
from typing import Any, assert_never

from table_controller import events as e
from table_controller.table.change import replace
from table_controller.table.evolve_cards import with_seat
from table_controller.table.standing import Intention, Kill, Standing
from table_controller.table.state import Seat, Table

StandingEvent = (
    e.PlayerAway | e.PlayerBack | e.SeatMoved | e.EntryOwed | e.KillOffered | e.KillObjected | e.LegsCounted
    | e.BlindOwed | e.OwedBlindPosted | e.PotKilled | e.OutOfTurnHeld | e.OutOfTurnEnded
)  # fmt: skip


def evolve(table: Table, event: StandingEvent) -> Table:
    match event:
        case e.PlayerAway() | e.PlayerBack():
            return _away(table, event)
        case e.SeatMoved(number, to):
            moved = (replace(s, number=to) if s.number == number else s for s in table.seats)
            seats = tuple(sorted(moved, key=lambda s: s.number))
            return replace(table, seats=seats, before_award=None)
        case e.EntryOwed(number, reason, place):
            return _stands(table, number, entry=reason, place=place, kills=0)
        case e.KillOffered(number, chips):
            return _stands(table, number, kills=chips)
        case e.KillObjected(number):
            return replace(table, objections=(*table.objections, number))
        case e.LegsCounted(legs, killers):
            return replace(table, seats=tuple(_counted(s, legs, killers) for s in table.seats))
        case e.BlindOwed(number):
            return _stands(table, number, owes_blind=True)
        case e.OwedBlindPosted(number, chips):
            return _posts(table, number, chips)
        case e.PotKilled(number, chips, to_match, won, voluntary):
            posted = _posts(table, number, chips)
            posted = _stands(posted, number, must_kill=False) if won else posted
            to_call = max(to_match, posted.blind_to_match)
            return replace(posted, kill=Kill(number, to_match, won, voluntary), blind_to_match=to_call)
        case e.OutOfTurnHeld(number, action, total):
            betting = table.round
            level, round_no = (betting.to_match, betting.number) if betting else (0, 0)
            return replace(table, held=(*table.held, Intention(number, action, total, level, round_no)))
        case e.OutOfTurnEnded(number, _):
            return replace(table, held=tuple(said for said in table.held if said.seat != number))
    assert_never(event)


def dealt_in(standing: Standing) -> Standing:
    """Return what is left of it once the seat is dealt in: it has come in and pays what it owes."""
    if standing.entry is None and not (standing.place or standing.kills or standing.owes_blind):
        return standing
    return with_fields(standing, entry=None, place=0, kills=0, owes_blind=False)


def as_before_the_hand(table: Table) -> Table:
    """Return a void hand's table with nobody's standing changed by it; who is away stays away."""
    return replace(table, last_blind=table.last_blind_before, kill=None, held=(), objections=())


def with_standings(seats: Iterable[Seat], standings: Iterable[tuple[int, Standing]]) -> tuple[Seat, ...]:
    before = dict(standings)
    return tuple(replace(s, standing=before.get(s.number, s.standing)) for s in seats)


def _away(table: Table, event: e.PlayerAway | e.PlayerBack) -> Table:
    away = isinstance(event, e.PlayerAway)
    before = table.before_award
    if before is not None and before.has_seat(event.seat):
        before = with_seat(before, event.seat, lambda s: replace(s, away=away))
    return replace(with_seat(table, event.seat, lambda s: replace(s, away=away)), before_award=before)


def _stands(table: Table, number: int, **changes: Any) -> Table:
    return with_seat(table, number, lambda s: replace(s, standing=with_fields(s.standing, **changes)))


def _counted(seat: Seat, legs: tuple[int, ...], killers: tuple[int, ...]) -> Seat:
    leg, must_kill = seat.number in legs, seat.number in killers
    return replace(seat, standing=with_fields(seat.standing, leg=leg, must_kill=must_kill))


def _posts(table: Table, number: int, chips: int) -> Table:
    posted = with_seat(
        table,
        number,
        lambda s: replace(
            s,
            stack=s.stack - chips,
            bet=s.bet + chips,
            put_in=s.put_in + chips,
            bets_in=s.bets_in + chips,
        ),
    )
    return replace(posted, blinds_in=table.blinds_in + chips)
