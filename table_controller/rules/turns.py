"""Whose turn it is (chapter C, E06, Y04, Y15)."""

from collections.abc import Iterable

from table_controller.table.state import LIVE, BettingRound, Phase, Seat, Table


def is_ante_pot(table: Table) -> bool:
    """Say whether no blind is in this pot, nor a bet forced in its low phase (J14)."""
    if table.last_blind is not None:
        return False
    return not table.stakes.blinds or not table.stakes.big_blind


def opening_is_open(table: Table) -> bool:
    """Whether the first round is on, openers are wanted, and nobody has opened yet."""
    betting = table.round
    return (
        betting is not None
        and betting.number == 1
        and openers_rank(table) is not None
        and table.openers.position is None
    )


def is_unopened(table: Table) -> bool:
    """Whether the first round is on, nobody has opened yet, and the hand does not go on unless somebody does (J03)."""
    if opening_is_open(table):
        return True
    betting = table.round
    if betting is None or betting.number > 1 or table.openers.position is not None:
        return False
    return table.game.low_phase is not None or (table.base_game is not None and is_ante_pot(table))


def openers_rank(table: Table) -> int | None:
    """Return the lowest rank of the pair that opens this pot, or None where anything opens (O01, O06-O08, J08)."""
    if table.base_game is not None:
        return None
    wanted = table.rules.opening_requirement
    rank = table.game.openers_rank if wanted == "by_game" else {"none": None, "jacks": 11}[wanted]
    if rank is None or not table.rules.progressive:
        return rank
    return min(rank + table.passed_out, 14)


def first_seat(table: Table, betting: BettingRound) -> int:
    """Return the seat at which action begins, or would begin if it could still act.

    C01, C03 in the first round; C05, C06 the opener's place in ante pots; C07, C08 left of the button.
    """
    if betting.number == 1:
        start = table.button if is_ante_pot(table) else (table.last_blind or table.button)
        return next(table.clockwise(start)).number
    opened = table.openers.position
    if table.rules.second_round_first == "opener" and is_ante_pot(table) and opened is not None:
        return opened
    return next(table.clockwise(table.button)).number


def in_order(table: Table, first: int) -> tuple[Seat, ...]:
    """Return all seats clockwise beginning with *first*."""
    seats = tuple(table.clockwise(first))
    return seats[-1:] + seats[:-1] if seats[-1].number == first else seats


def next_to_bet(table: Table) -> int | None:
    """Return the seat to act in the betting round, or None when the round is complete."""
    betting = table.round
    if betting is None:
        return None
    last, to_match = betting.last_actor, betting.to_match
    order: Iterable[Seat] = (
        in_order(table, first_seat(table, betting)) if last is None else table.clockwise(last)
    )
    if table.kill is not None and table.kill.voluntary and betting.number == 1:
        order = _killer_last(table, table.kill.seat, last)
    for seat in order:
        if seat.status is not LIVE or not seat.stack:
            continue
        if seat.bet < to_match or (seat.acted_level is None and not _alone(table, seat)):
            return seat.number
    return _all_in_and_not_asked(table, betting)


def _killer_last(table: Table, killer: int, last: int | None) -> tuple[Seat, ...]:
    """F20, case F01: who killed of his own will speaks as though he sat behind the last blind."""
    ring = [seat for seat in table.clockwise(table.last_blind or table.button) if seat.number != killer]
    ring.append(table.seat(killer))
    after = 0 if last is None else [seat.number for seat in ring].index(last) + 1
    return (*ring[after:], *ring[:after])


def _alone(table: Table, seat: Seat) -> bool:
    """Y04: nobody is left to bet against for a seat that has nothing to call. Openers must still be declared."""
    if is_unopened(table):
        return False
    return not any(other.can_bet for other in table.seats if other is not seat)


def _all_in_and_not_asked(table: Table, betting: BettingRound) -> int | None:
    """W01: while nobody has opened, a player all-in for the ante who comes last still has his say."""
    if not is_unopened(table):
        return None
    order = [seat.number for seat in in_order(table, first_seat(table, betting))]
    reached = order.index(betting.last_actor) + 1 if betting.last_actor in order else 0
    for number in order[reached:]:
        seat = table.seat(number)
        if seat.is_all_in and seat.acted_level is None:
            return number
    return None


def may_open_without_chips(table: Table, seat: Seat) -> bool:
    """W01: a player all-in for the ante may open from his turn on until somebody after him has spoken."""
    betting = table.round
    if betting is None or not _nobody_has_opened(table, betting):
        return False
    if not seat.is_all_in or seat.acted_level is not None:
        return False
    order = [s.number for s in in_order(table, first_seat(table, betting))]
    place = order.index(seat.number)
    if table.to_act is not None and order.index(table.to_act) < place:
        return False
    return betting.last_actor is None or order.index(betting.last_actor) < place


def _nobody_has_opened(table: Table, betting: BettingRound) -> bool:
    """Also where nothing is required to open, and the hand goes on when nobody does (O08)."""
    return betting.number == 1 and table.openers.position is None and is_ante_pot(table)


def next_to_draw(table: Table) -> int | None:
    """Return the seat to draw, clockwise from the button's left; all-in players draw too (E06, Y04, Y09)."""
    for seat in table.clockwise(table.button):
        if seat.drew is None and seat.status is LIVE:
            return seat.number
    return None


def next_to_show(table: Table) -> int | None:
    for number in table.showdown_order:
        seat = table.seat(number)
        if seat.status is LIVE and not (seat.shown and seat.is_read):
            return number
    for seat in table.live:
        if seat.number not in table.showdown_order and not (seat.shown and seat.is_read):
            return seat.number
    return None


def order_row(table: Table) -> str:
    """Return the row that says whose turn it is now."""
    if table.phase is Phase.DRAW:
        return "E06"
    if table.phase is Phase.DECLARE:
        return "V01"
    if table.phase is Phase.SHOWDOWN:
        return "F11"
    betting = table.round
    if betting is None or betting.number == 1:
        return "C01" if is_ante_pot(table) else "C03"
    if not is_ante_pot(table):
        return "C08"
    return "C05" if table.rules.second_round_first == "opener" else "C07"
