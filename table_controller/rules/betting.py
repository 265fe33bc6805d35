"""Betting: check, bet, call, raise, fold, rap, and chips put in without a word."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from table_controller import events as e
from table_controller.cards import Card
from table_controller.commands import BetTo, Call, Check, Fold, GoAllIn, PutIn, Rap
from table_controller.hand_values.high import is_pair_or_better
from table_controller.rules import intentions
from table_controller.rules.amounts import Choices, chips_to_call, choices, effect_of, least_open
from table_controller.rules.course import Course, called
from table_controller.rules.sevens import bans_check_raise, may_complete
from table_controller.rules.turns import (
    is_ante_pot,
    may_open_without_chips,
    openers_rank,
    opening_is_open,
    order_row,
)
from table_controller.structure import Betting
from table_controller.table.change import replace
from table_controller.table.state import BettingRound, Phase, Seat, Table

_BET: Final = Phase.BET


def out_of_turn(table: Table, number: int) -> tuple[str, ...]:
    """Return the rows broken by acting now: it is another's turn, or no turn at all."""
    if table.due or table.reshuffle or table.openers.claimants:
        return ("A04",) if table.due else ("N01",)
    return () if table.to_act == number else (order_row(table),)


def _turn(
    course: Course, number: int, action: str, said: intentions.Spoken | None = None
) -> tuple[Seat, BettingRound] | None:
    """Return seat and round when it is this seat's turn to bet; else keep what was *said* early (F09), or refuse."""
    table = course.table
    seat, betting = table.seat_if_taken(number), table.round
    if seat is None:
        course.refuses(action, number, ("A02",), f"Nobody sits in seat {number}.")
        return None
    if betting is None or table.phase is not _BET:
        course.refuses(action, number, (order_row(table),), "There is no betting now.")
        return None
    rows = out_of_turn(table, number)
    if rows and said is not None and _is_kept(table, said):
        intentions.hold(course, said)
        return None
    if rows:
        whose = f"it is {called(table, table.to_act)}'s turn" if table.to_act else "nobody is to act"
        course.refuses(action, number, rows, f"{called(table, number)} cannot {action} now: {whose}.")
        return None
    return seat, betting


def _is_kept(table: Table, said: intentions.Spoken) -> bool:
    """Whether the words could be meant: the turn is still to come, and were it now, they would do."""
    if (
        table.due
        or table.reshuffle
        or table.openers.claimants
        or not intentions.may_speak_early(table, said.seat)
    ):
        return False
    trial = Course(replace(table, to_act=said.seat))
    SPOKEN[type(said)](trial, said)
    return not trial.refused


def acts_as_said(course: Course) -> bool:
    """F09: do what the seat to act said before its turn, if it still binds; say whether it has acted."""
    said = intentions.said_by(course.table, course.table.to_act)
    if said is None:
        return False
    command = intentions.command_of(said)
    trial = Course(course.table)
    SPOKEN[type(command)](trial, command)
    bound = intentions.still_binds(course.table, said) and not trial.refused
    intentions.end(course, said, bound=bound)
    if bound:
        SPOKEN[type(command)](course, command)
    return bound


def check(course: Course, command: Check) -> None:
    turn = _turn(course, command.seat, "check", command)
    if turn is None:
        return
    seat, betting = turn
    if choices(course.table, seat, betting).check:
        course.happens(e.Checked(command.seat))
        return
    rows = _broken_by_check(course.table, seat, betting)
    course.refuses("check", command.seat, rows, f"{called(course.table, command.seat)} cannot check here.")


def _broken_by_check(table: Table, seat: Seat, betting: BettingRound) -> list[str]:
    if betting.to_match == seat.bet:
        if betting.number in table.game.must_open:
            return ["C04"] if betting.number == 1 else ["C17"]
        return ["C02"]
    return ["C03"] if betting.number == 1 and not is_ante_pot(table) else ["C11"]


def call(course: Course, command: Call) -> None:
    turn = _turn(course, command.seat, "call", command)
    if turn is None:
        return
    seat, betting = turn
    chips = chips_to_call(course.table, seat, betting)
    if chips is None:
        higher = betting.to_match > seat.bet
        course.refuses(
            "call",
            command.seat,
            ("D17",) if higher else ("C01",),
            f"{called(course.table, command.seat)} must open for {least_open(course.table)} or fold."
            if higher
            else f"There is no bet for {called(course.table, command.seat)} to call.",
        )
        return
    course.happens(e.Called(command.seat, chips))


def fold(course: Course, command: Fold) -> None:
    turn = _turn(course, command.seat, "fold", command)
    if turn is None:
        return
    seat, betting = turn
    if choices(course.table, seat, betting).fold:
        course.happens(e.Folded(command.seat))
    else:
        course.refuses(
            "fold",
            command.seat,
            ("C01",),
            f"{called(course.table, command.seat)} may check; no need to fold.",
        )


def bet_to(course: Course, command: BetTo) -> None:
    if _opens_without_chips(course, command):
        return
    turn = _turn(course, command.seat, "bet", command)
    if turn is None:
        return
    seat, betting = turn
    may = choices(course.table, seat, betting)
    rows = _broken_by_bet(course.table, seat, betting, may, command.total)
    if rows:
        course.refuses("bet", command.seat, rows, _why_not(course.table, seat, may, command.total))
        return
    _bet(course, seat, betting, command.total)


def _broken_by_bet(
    table: Table, seat: Seat, betting: BettingRound, may: Choices, total: int
) -> tuple[str, ...]:
    rows = list(may.no_raise_rows)
    rows += _false_open_rows(table, seat)
    if (total - seat.bet) % table.rules.smallest_chip:
        rows.append("F10")
    if may.least is None or may.most is None:
        return tuple(rows)
    if not may.least <= total <= may.most:
        rows += _size_rows(table, betting)
    if total > may.most and may_complete(table, seat, betting) and bans_check_raise(table):
        rows.append("Q08")
    return tuple(rows)


def _size_rows(table: Table, betting: BettingRound) -> list[str]:
    if table.stakes.betting is not Betting.LIMIT:
        return ["Y02"] if betting.to_match else ["D13"]
    if betting.number == 1 and not is_ante_pot(table):
        return ["D02"]
    return ["D01"]


def _false_open_rows(table: Table, seat: Seat) -> list[str]:
    """O13: where openers are enforced, a hand the table knows whole must hold them."""
    if not (table.rules.openers_enforced and opening_is_open(table)):
        return []
    rank = openers_rank(table)
    if rank is None or len(seat.faces) < len(seat.hand) or is_pair_or_better(seat.faces, rank):
        return []
    return ["O06"] if table.passed_out and table.rules.progressive else ["O01"]


def _why_not(table: Table, seat: Seat, may: Choices, total: int) -> str:
    name = called(table, seat.number)
    if may.least is None:
        return f"{name} may not raise here."
    if may.least == may.most:
        return f"{name} may bet {may.least}, not {total}."
    if not may.least <= total <= (may.most or 0):
        return f"{name} may bet {may.least} to {may.most}, not {total}."
    if (total - seat.bet) % table.rules.smallest_chip:
        return f"The smallest chip is {table.rules.smallest_chip}; {name} cannot bet {total}."
    return f"{name} may not open this pot."


def _bet(course: Course, seat: Seat, betting: BettingRound, total: int) -> None:
    table = course.table
    effect = effect_of(table, betting, total)
    opening = opening_is_open(table)
    course.happens(
        e.BetMade(
            seat.number,
            total,
            total - seat.bet,
            "open" if opening else effect.kind,
            effect.counts,
            effect.full_level,
            effect.raise_size,
        )
    )
    if betting.number == 1 and table.openers.position is None and is_ante_pot(table):
        course.happens(e.PotOpened(seat.number, total))


def _opens_without_chips(course: Course, command: BetTo | GoAllIn) -> bool:
    """W01: whether the command opened the pot for a player who is all-in for the ante."""
    table, betting = course.table, course.table.round
    if betting is None or table.due or not table.has_seat(command.seat):
        return False
    if isinstance(command, BetTo) and command.total not in (0, betting.bet):
        return False
    seat = table.seat(command.seat)
    if not may_open_without_chips(table, seat):
        return False
    open_without_chips(course, seat, betting)
    return True


def open_without_chips(course: Course, seat: Seat, betting: BettingRound) -> None:
    """W01, W02: a player all-in for the ante declares the pot open; callers come in for the full bet."""
    table = course.table
    rows = _false_open_rows(table, seat)
    if rows:
        course.refuses("open", seat.number, rows, f"{called(table, seat.number)} may not open this pot.")
        return
    total = betting.bet
    course.happens(
        e.BetMade(seat.number, total, 0, "open", False, total, betting.bet), e.PotOpened(seat.number, 0)
    )
    course.rules(
        ("W01", "W02"),
        f"{called(table, seat.number)} is all-in for the ante and declares the pot open; "
        f"callers come in for the full {total}.",
        seat=seat.number,
    )


def go_all_in(course: Course, command: GoAllIn) -> None:
    if _opens_without_chips(course, command):
        return
    turn = _turn(course, command.seat, "go all-in", command)
    if turn is None:
        return
    seat, betting = turn
    total = seat.bet + seat.stack
    may = choices(course.table, seat, betting)
    if total <= betting.to_match or (may.least is None and may.call is not None):
        call(course, Call(command.seat))
    else:
        bet_to(course, BetTo(command.seat, total))


def put_in(course: Course, command: PutIn) -> None:
    """Chips without a word: half a bet over the call or more is a raise and must be completed (F07); one chip calls (F08)."""
    turn = _turn(course, command.seat, "put chips in")
    if turn is None:
        return
    seat, betting = turn
    if not 0 < command.chips <= seat.stack:
        text = (
            f"{called(course.table, command.seat)} has {seat.stack} chips and cannot put in {command.chips}."
        )
        course.refuses("put chips in", command.seat, ("F12",), text)
        return
    to_call = betting.to_match - seat.bet
    may = choices(course.table, seat, betting)
    if command.one_chip and to_call > 0 and may.call is not None:
        call(course, Call(command.seat))
        text = f"{called(course.table, command.seat)} put in one chip without a word: a call of {may.call}."
        course.rules(("F08",), text, seat=command.seat)
        return
    extra = command.chips - to_call
    if to_call > 0 and (may.least is None or 2 * extra < betting.raise_size):
        call(course, Call(command.seat))
        return
    total = max(may.least or 0, seat.bet + command.chips)
    if course.table.stakes.betting is Betting.LIMIT:
        total = may.least or total
    bet_to(course, BetTo(command.seat, total))
    if to_call > 0 and total != seat.bet + command.chips and not course.refused:
        course.rules(
            ("F07",),
            f"{called(course.table, command.seat)} put in half a raise or more and must complete to {total}.",
            seat=command.seat,
        )


def rap(course: Course, command: Rap) -> None:
    """C13: a knock in turn is a check; facing a bet it binds to nothing (C15)."""
    turn = _turn(course, command.seat, "knock")
    if turn is None:
        return
    seat, betting = turn
    if betting.to_match <= seat.bet:
        check(course, Check(command.seat))
        return
    course.happens(e.Rapped(command.seat))
    course.rules(
        ("C15",),
        f"{called(course.table, command.seat)} knocked facing a bet: neither fold nor call; he is asked again.",
        seat=command.seat,
    )


SPOKEN: Final[Mapping[type[intentions.Spoken], Callable[[Course, Any], None]]] = {
    Check: check,
    Call: call,
    Fold: fold,
    BetTo: bet_to,
    GoAllIn: go_all_in,
}
"""What can be said before one's turn, and what does it."""


def known_faces(seat: Seat) -> tuple[Card, ...] | None:
    """Return all faces of the hand, or None when one of them was not read."""
    return seat.faces if len(seat.faces) == len(seat.hand) else None
