"""How chips and turns change."""

from typing import assert_never

from table_controller import events as e
from table_controller.structure import Betting
from table_controller.table.change import made, replace
from table_controller.table.evolve_cards import seats_with, with_seat
from table_controller.table.state import BettingRound, HandStatus, Openers, Phase, Seat, Table

BettingEvent = (
    e.AntePosted | e.BlindPosted | e.BettingStarted | e.ActionAwaited | e.Checked | e.BetMade
    | e.Called | e.Folded | e.Rapped | e.BetReturned | e.BettingEnded
)  # fmt: skip


def evolve(table: Table, event: BettingEvent) -> Table:
    match event:
        case e.ActionAwaited():
            return awaited(table, event)
        case e.Called():
            return called(table, event)
        case e.Checked():
            return checked(table, event)
        case e.BetMade():
            return bet_made(table, event)
        case e.AntePosted():
            return ante_posted(table, event)
        case e.BlindPosted():
            return blind_posted(table, event)
        case e.BettingStarted():
            return betting_started(table, event)
        case e.Folded():
            return _acted(table, _folds(table.seat(event.seat)), _uncapped(table, table.round))
        case e.Rapped(_):
            return table
        case e.BetReturned(number, chips):
            return with_seat(table, number, lambda s: _takes_back(s, chips))
        case e.BettingEnded():
            return betting_ended(table, event)
    assert_never(event)


def awaited(table: Table, event: e.ActionAwaited) -> Table:
    after = table.__dict__.copy()
    after["to_act"] = event.seat
    return made(Table, after)


def _puts_in(seat: Seat, chips: int, acted_level: int | None) -> Seat:
    after = seat.__dict__.copy()
    after["stack"] = seat.stack - chips
    after["bet"] = seat.bet + chips
    after["put_in"] = seat.put_in + chips
    after["bets_in"] = seat.bets_in + chips
    after["acted_level"] = acted_level
    return made(Seat, after)


def _takes_back(seat: Seat, chips: int) -> Seat:
    return replace(
        seat,
        stack=seat.stack + chips,
        bet=max(0, seat.bet - chips),
        last_bet=max(0, seat.last_bet - chips),
        put_in=seat.put_in - chips,
        bets_in=max(0, seat.bets_in - chips),
    )


def _acts(seat: Seat, betting: BettingRound | None) -> Seat:
    return replace(seat, acted_level=betting.to_match if betting else 0)


def _acted(table: Table, seat: Seat, betting: BettingRound | None, openers: Openers | None = None) -> Table:
    """The action of *seat*, which is as it is after it; the table before is kept so that it can be undone."""
    after = table.__dict__.copy()
    after["seats"] = seats_with(table, seat)
    after["acted_after_draw"] = table.draw_no > 0
    after["before_last_action"] = table
    if table.before_last_action is not None:
        before = table.__dict__.copy()
        before["before_last_action"] = None
        after["before_last_action"] = made(Table, before)
    if betting is not None:
        acted = betting.__dict__.copy()
        acted["last_actor"] = seat.number
        after["round"] = made(BettingRound, acted)
    if openers is not None:
        after["openers"] = openers
    return made(Table, after)


def betting_started(table: Table, event: e.BettingStarted) -> Table:
    number, bet = event.number, event.bet
    opening_bet = table.blind_to_match if number == 1 else 0
    raises = -1 if opening_bet and not table.rules.blind_counts_as_bet else 0
    # In limit a blind below half the bet is no bet yet: the first to raise completes it (D02, F05).
    small = table.stakes.betting is Betting.LIMIT and 2 * opening_bet < bet
    full_level = 0 if small else opening_bet
    after = table.__dict__.copy()
    after["phase"] = Phase.BET
    after["step"] = table.step + 1
    after["round"] = BettingRound(
        number, bet, opening_bet, full_level, bet, 0 if small else raises, event.capped
    )
    after["to_act"] = None
    return made(Table, after)


def betting_ended(table: Table, event: e.BettingEnded) -> Table:
    betting = table.round
    after = table.__dict__.copy()
    after["seats"] = tuple([_round_over(seat) for seat in table.seats])
    after["round"] = None
    after["ended_round"] = betting
    after["to_act"] = None
    after["last_aggressor"] = betting.aggressor if betting else None
    after["blind_to_match"] = 0
    after["held"] = ()
    return made(Table, after)


def _round_over(seat: Seat) -> Seat:
    after = seat.__dict__.copy()
    after["bet"] = 0
    after["last_bet"] = seat.bet
    after["acted_level"] = None
    return made(Seat, after)


def checked(table: Table, event: e.Checked) -> Table:
    number, betting, openers = event.seat, table.round, table.openers
    if betting and betting.number == 1 and openers.position is None:
        openers = replace(openers, passed=(*openers.passed, number))
    if betting and number not in betting.checked:
        betting = _notes_check(betting, table.seat(number))
    return _acted(table, _acts(table.seat(number), betting), betting, openers)


def _notes_check(betting: BettingRound, seat: Seat) -> BettingRound:
    excused = (*betting.excused, seat.number) if 2 * seat.stack < betting.bet else betting.excused
    return replace(betting, checked=(*betting.checked, seat.number), excused=excused)


def ante_posted(table: Table, event: e.AntePosted) -> Table:
    seat, chips = table.seat(event.seat), event.chips
    his = seat.__dict__.copy()
    his["stack"] = seat.stack - chips
    his["put_in"] = seat.put_in + chips
    after = table.__dict__.copy()
    after["seats"] = seats_with(table, made(Seat, his))
    return made(Table, after)


def blind_posted(table: Table, event: e.BlindPosted) -> Table:
    seat, chips = table.seat(event.seat), event.chips
    after = table.__dict__.copy()
    after["seats"] = seats_with(table, _puts_in(seat, chips, seat.acted_level))
    after["blind_to_match"] = max(event.to_match, table.blind_to_match)
    after["last_blind"] = event.seat
    after["blinds_in"] = table.blinds_in + chips
    if table.base_game is not None and table.short_bettor is None and 2 * chips < event.to_match:
        after["short_bettor"] = event.seat
    return made(Table, after)


def called(table: Table, event: e.Called) -> Table:
    betting = table.round
    if betting is not None and event.seat in betting.checked and betting.is_short:
        called = (*betting.called_short, (event.seat, betting.to_match))
        betting = replace(betting, called_short=called)
    level = betting.to_match if betting else 0
    return _acted(table, _puts_in(table.seat(event.seat), event.chips, level), betting)


def bet_made(table: Table, event: e.BetMade) -> Table:
    betting = table.round
    if betting is None:
        raise ValueError(f"a bet outside a betting round: {event}")
    after = betting.__dict__.copy()
    after["to_match"] = max(betting.to_match, event.total)
    after["full_level"] = event.full_level
    after["raise_size"] = event.raise_size
    after["raises"] = betting.raises + (event.counts and betting.to_match > 0)
    after["aggressor"] = event.seat
    if betting.opened_by is None:
        after["opened_by"] = event.seat
    raised = made(BettingRound, after)
    if event.seat in betting.checked and betting.is_short:
        checked = tuple(number for number in betting.checked if number != event.seat)
        raised = replace(raised, checked=checked, completed=(*betting.completed, event.seat))
    if raised.is_short:
        raised = replace(raised, short_bets=(*betting.short_bets, event.seat))
    return _acted(table, _puts_in(table.seat(event.seat), event.chips, raised.to_match), raised)


def _uncapped(table: Table, betting: BettingRound | None) -> BettingRound | None:
    """F04: the round after a fold; where the house says so it has no cap if that leaves two before the cap is reached."""
    rules = table.rules
    if betting is None or not rules.headsup_before_cap or rules.max_raises is None:
        return betting
    alone = table.live_count == 3 and betting.raises < rules.max_raises
    return replace(betting, capped=False) if alone and betting.capped else betting


def _folds(seat: Seat) -> Seat:
    return replace(seat, status=HandStatus.FOLDED, hand=(), mucked=seat.hand, announced=None)
