"""What a seat may bet, call and raise: chapters C and D, F04-F06, F12."""

from dataclasses import dataclass
from typing import Literal

from table_controller.frozen import quickly_made
from table_controller.rules.kills import raised
from table_controller.rules.sevens import may_complete, no_check_raise
from table_controller.rules.turns import is_ante_pot, is_unopened
from table_controller.structure import Betting
from table_controller.table.state import BettingRound, Seat, Table


@quickly_made
@dataclass(frozen=True, slots=True)
class Choices:
    """What a seat may do in its turn. Bets and raises are totals in front of the seat this round."""

    fold: bool
    check: bool
    call: int | None
    """Chips to be added."""
    least: int | None
    """The smallest bet or raise; None when none is allowed."""
    most: int | None
    no_raise_rows: tuple[str, ...] = ()
    """Why no bet or raise is allowed."""


def choices(table: Table, seat: Seat, betting: BettingRound) -> Choices:
    """Return what *seat* may do now."""
    to_call = max(0, betting.to_match - seat.bet)
    check = to_call == 0 and (seat.stack == 0 or not must_open_or_fold(table, betting))
    call = chips_to_call(table, seat, betting)
    rows = why_no_raise(table, seat, betting)
    if rows:
        return Choices(not check, check, call, None, None, rows)
    least, most = bet_range(table, seat, betting)
    return Choices(not check, check, call, least, most)


def chips_to_call(table: Table, seat: Seat, betting: BettingRound) -> int | None:
    """Return what *seat* adds when it calls; None where there is nothing to call, or the pot must be opened higher."""
    to_call = betting.to_match - seat.bet
    if to_call <= 0:
        return None
    if seat.stack <= to_call:
        return seat.stack
    return None if must_open_higher(table, betting) else to_call


def must_open_or_fold(table: Table, betting: BettingRound) -> bool:
    """C02, C04, C17: house or game let nobody check before there is a bet in this round."""
    if betting.to_match:
        return False
    if betting.number in table.game.must_open:
        return True
    return table.rules.open_or_fold and betting.number == 1 and is_ante_pot(table)


def least_open(table: Table) -> int:
    """D17: the posted minimum opening bet, raised by a kill; 0 where none is posted."""
    minimum = table.rules.min_open
    return raised(table, minimum) if minimum else 0


def must_open_higher(table: Table, betting: BettingRound) -> bool:
    """D17: the posted minimum opening bet is above the blind, and nobody has come in yet."""
    minimum = least_open(table)
    return (
        minimum > 0
        and betting.number == 1
        and betting.opened_by is None
        and not any(seat.acted_level is not None and seat.bet >= betting.to_match for seat in table.live)
        and minimum > betting.to_match > 0
    )


def why_no_raise(table: Table, seat: Seat, betting: BettingRound) -> tuple[str, ...]:
    """Return the rows that forbid this seat a bet or raise, none when it may."""
    if seat.stack == 0:
        return ("W01",) if not is_unopened(table) else ()
    rows: list[str] = []
    to_call = max(0, betting.to_match - seat.bet)
    if seat.stack <= to_call:
        rows.append("F12")
    if betting.to_match > 0 and not any(s.can_bet for s in table.seats if s is not seat):
        rows.append("Y04")
    if betting.to_match and is_capped(table, betting):
        rows.append("D04" if betting.number == 1 and not is_ante_pot(table) else "D03")
    if no_check_raise(table, seat, betting):
        rows.append("Q08")
    if may_complete(table, seat, betting):
        return tuple(rows)
    if seat.acted_level is not None and not is_reopened(table, seat, betting):
        rows.append("F05" if table.stakes.betting is Betting.LIMIT else "F06")
    return tuple(rows)


def is_capped(table: Table, betting: BettingRound) -> bool:
    """D03-D10: a bet and so many raises in a round that began with three or more who had chips."""
    limit = table.rules.max_raises
    if limit is None or not betting.capped or betting.raises < limit:
        return False
    if table.stakes.betting not in (Betting.LIMIT, Betting.SPREAD_LIMIT):
        return False
    return not (table.rules.cap_lifts_headsup and table.live_count == 2)


def is_reopened(table: Table, seat: Seat, betting: BettingRound) -> bool:
    """F05, F06: since the seat acted, bets have gone up by enough to let it raise again."""
    if seat.acted_level is None:
        return True
    if seat.acted_level == 0 and betting.full_level > 0:
        return True
    risen = betting.to_match - seat.acted_level
    if table.stakes.betting is not Betting.LIMIT:
        return risen >= betting.raise_size
    if table.rules.allin_reopen == "half_bet":
        return 2 * risen >= betting.bet
    return risen >= betting.bet


def bet_range(table: Table, seat: Seat, betting: BettingRound) -> tuple[int, int]:
    """Return the smallest and largest total; what the seat has bounds both (an all-in may be less)."""
    has = seat.bet + seat.stack
    least, most = _unbounded(table, seat, betting)
    return min(least, has), min(most, has)


def _unbounded(table: Table, seat: Seat, betting: BettingRound) -> tuple[int, int]:
    stakes = table.stakes
    if stakes.betting is Betting.LIMIT:
        target = limit_target(table, betting)
        return target, target
    minimum_open = least_open(table)
    first = (
        max(betting.bet, minimum_open) if betting.opened_by is None and betting.number == 1 else betting.bet
    )
    least = betting.to_match + betting.raise_size if betting.to_match else first
    least = max(least, minimum_open) if must_open_higher(table, betting) else least
    if stakes.betting is Betting.NO_LIMIT:
        return least, max(least, seat.bet + seat.stack)
    if stakes.betting is Betting.SPREAD_LIMIT:
        largest = stakes.limits[-1]
        return least, max(least, betting.to_match + largest)
    to_call = betting.to_match - seat.bet
    return least, max(least, betting.to_match + table.in_middle + to_call)


def limit_target(table: Table, betting: BettingRound) -> int:
    """Return the one total a full bet or raise makes: D01, F05, X40."""
    bet = betting.bet
    if must_open_higher(table, betting):
        return least_open(table) or bet
    if betting.to_match == 0:
        return (betting.number == 1 and least_open(table)) or bet
    short = betting.to_match - betting.full_level
    if short > 0 and not _counts_as_full(short, bet):
        return betting.full_level + bet
    return max(betting.to_match, betting.full_level) + bet


def _counts_as_full(short: int, bet: int) -> bool:
    return 2 * short >= bet


@quickly_made
@dataclass(frozen=True, slots=True)
class Effect:
    """What a bet to a total does to the round."""

    kind: Literal["bet", "raise", "complete"]
    counts: bool
    full_level: int
    raise_size: int


def effect_of(table: Table, betting: BettingRound, total: int) -> Effect:
    """Return how a bet or raise to *total* counts; *total* may be an all-in below the full figure."""
    if table.stakes.betting is not Betting.LIMIT:
        risen = total - betting.to_match
        full = risen >= betting.raise_size
        size = max(risen, betting.raise_size) if full else betting.raise_size
        return Effect(
            "raise" if betting.to_match else "bet", full, total if full else betting.full_level, size
        )
    over = total - betting.full_level
    bet = betting.bet
    completes = betting.to_match > betting.full_level and total == betting.full_level + bet
    kind: Literal["bet", "raise", "complete"] = "raise" if betting.to_match else "bet"
    if completes:
        kind = "complete"
    if over < bet and not _counts_as_full(over, bet):
        return Effect(kind, False, betting.full_level, bet)
    rounded = over < bet and table.rules.allin_half_raise_base == "rounded"
    return Effect(kind, betting.full_level > 0, betting.full_level + bet if rounded else total, bet)
