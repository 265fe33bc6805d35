"""A seven or better must bet after the draw, and who checks may not raise (chapter Q, X07, X08, X29, X34, Y11-Y14)."""

from dataclasses import dataclass, replace

from table_controller import events as e
from table_controller.events import AlertRaised
from table_controller.hand_values.ranking import seven_or_better
from table_controller.rules.best_hands import best_of
from table_controller.rules.course import Course, called, listed
from table_controller.rules.division import Part, division_of, shares, winners_of
from table_controller.structure import Betting, Evaluator
from table_controller.table.pots import Pot, layers
from table_controller.table.state import BettingRound, Seat, Table

MUST_BET = "MUST_BET"
"""What the player's own box says, and nothing else."""


def no_check_raise(table: Table, seat: Seat, betting: BettingRound) -> bool:
    """Q08, X08: in lowball without check-raise a seat that checked after the draw may not raise.

    Completing a short bet is none, and every checker is offered it: the menu gives nothing away (Q14).
    """
    if seat.number not in betting.checked or may_complete(table, seat, betting):
        return False
    return bans_check_raise(table)


def bans_check_raise(table: Table) -> bool:
    """X08, Q11: after the draw; on the low side of Johnson and Jacks Back before it too."""
    after = table.draw_no > 0 or table.base_game is not None
    return after and table.game.lowball is not None and not table.rules.lowball_check_raise


def may_complete(table: Table, seat: Seat, betting: BettingRound) -> bool:
    """Q14: less than half a bet is to be called, and the rule of sevens binds whoever checked."""
    short = seat.number in betting.checked and betting.is_short
    return short and table.stakes.betting is Betting.LIMIT and binds(table, betting)


def binds(table: Table, betting: BettingRound) -> bool:
    """X29, X34, Y14: the rule is of ace-to-five alone, at limit unless the house says more, in the last round."""
    rules = table.rules
    if not rules.sevens_rule or table.game.lowball is not Evaluator.ACE_TO_FIVE:
        return False
    is_limit = table.stakes.betting in (Betting.LIMIT, Betting.SPREAD_LIMIT)
    return (is_limit or rules.sevens_in_big_bet) and betting.number == table.game.betting_rounds


def reminders(table: Table) -> tuple[AlertRaised, ...]:
    """Return what players' own boxes are to say now: a seven or better must bet, or has been checked (Q01, Q11).

    No event: that a hand is a seven would stand in the log in clear words, and in everything that follows the log.
    """
    betting = table.round
    if betting is None or not binds(table, betting):
        return ()
    due = [n for n in betting.checked if n not in betting.excused and table.seat(n).is_in]
    if (
        table.to_act is not None
        and not betting.to_match
        and 2 * table.seat(table.to_act).stack >= betting.bet
    ):
        due.append(table.to_act)
    sevens = (n for n in due if _is_seven(table, table.seat(n)))
    return tuple(AlertRaised(MUST_BET, "A seven or better must bet.", ("seat",), (), n) for n in sevens)


def _is_seven(table: Table, seat: Seat) -> bool:
    """Q04: whether the table knows the hand to be a seven or better; one not read whole has the benefit of the doubt."""
    whole = len(seat.faces) == len(seat.hand) == table.game.hand_size
    return whole and seven_or_better(seat.faces)


def checked_sevens(table: Table) -> tuple[int, ...]:
    """Return the seats that have shown a seven they checked, had to bet, and faced a bet with afterwards (Q01, Y13)."""
    betting = table.ended_round
    if betting is None or not betting.to_match or not binds(table, betting):
        return ()
    bound = set(betting.checked) - set(betting.excused)
    return tuple(s.number for s in table.live if s.number in bound and s.shown and _is_seven(table, s))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rule does to the pots: *winners* are the checked sevens that win some pot, the lowest of them pot *first*.

    *tied* where others win a part of it too (Y11). *floor* is what each seat has put into the pots below it, *kept*
    the level of a short bet the winner called (Q05).
    """

    winners: tuple[int, ...]
    tied: bool
    first: int
    floor: int
    kept: int


def verdict(table: Table) -> Verdict | None:
    """Return what the rule does to these pots, None where no checked seven wins one."""
    sevens = checked_sevens(table)
    if not sevens or table.ended_round is None:
        return None
    pots = layers(table)
    for index, pot in enumerate(pots):
        best = winners_of(table, pot)
        winners = tuple(n for n in best if n in sevens)
        if winners:
            short = dict(table.ended_round.called_short)
            kept = min(short.get(n, 0) for n in winners)
            return Verdict(winners, len(best) > len(winners), index, floor_of(table, pots, index), kept)
    return None


def floor_of(table: Table, pots: tuple[Pot, ...], index: int) -> int:
    """Return how much each seat has put into the pots below this one."""
    if index == 0:
        return 0
    gone = [n for n in pots[index - 1].seats if n not in pots[index].seats]
    return max(table.seat(n).put_in for n in gone)


def _bet_within(seat: Seat, floor: int, top: int | None = None) -> int:
    """Return the chips of the last round that the seat has between two levels of what it put in."""
    highest = seat.put_in if top is None else min(top, seat.put_in)
    return max(0, highest - max(floor, seat.put_in - seat.last_bet))


def settle(course: Course) -> None:
    """Q01, Q02, Q06: before the pots are pushed, give back what a checked seven cannot win."""
    table, betting = course.table, course.table.ended_round
    if betting is None or not binds(table, betting):
        return
    _tell_completed(course)
    sevens = checked_sevens(table)
    found = verdict(table)
    if found is None:
        for number in sevens:
            text = f"{called(table, number)} checked a seven that is beaten: what it called is lost."
            course.rules(("Q02",), text, seat=number)
        return
    if table.rules.sevens_post_draw != "returned" and not found.kept:
        _tell_the_pot_is_lost(course, found)
        _return_where_nobody_else_is(course, found)
        return
    back = [(seat.number, _void(table, seat, found)) for seat in table.seats]
    course.happens(*(e.BetReturned(number, chips) for number, chips in back if chips))
    _tell(course, found, any(chips for number, chips in back if number not in found.winners))


def _void(table: Table, seat: Seat, found: Verdict) -> int:
    """Return what of the seat's bets goes back: a short bet that the winner called stays, and his call of it (Q05)."""
    betting = table.ended_round
    chips = _bet_within(seat, found.floor)
    stays = betting is not None and (seat.number in found.winners or seat.number in betting.short_bets)
    return max(0, chips - found.kept) if stays else chips


def _tell(course: Course, found: Verdict, others: bool) -> None:
    table, sevens = course.table, checked_sevens(course.table)
    names = listed(table, found.winners)
    cards = [card for number in found.winners for card in table.seat(number).faces]
    tied = ("Y11",) if found.tied else ()
    if found.kept:
        rows: tuple[str, ...] = ("Q05", "Q06") if others else ("Q05",)
        text = f"{names} checked a seven or better and called a bet of less than half, and may win it."
        if others:
            text = f"{text[:-1]}; every other bet after the draw goes back."
    else:
        rows = ("Q01", "X07", *(("Y12",) if len(sevens) > 1 else ()))
        text = f"{names} checked a seven or better, the best hand: the bets after the draw go back."
    course.rules((*rows, *tied), text, cards=cards, seat=found.winners[0])


def _tell_completed(course: Course) -> None:
    """Q07: a checked seven that completed a short bet has done its duty."""
    table, betting = course.table, course.table.ended_round
    if betting is None or not binds(table, betting):
        return
    for number in betting.completed:
        if table.seat(number).is_in and _is_seven(table, table.seat(number)):
            text = f"{called(table, number)} completed the short bet: all betting after the draw stands."
            course.rules(("Q07", "Q14"), text, seat=number)


# The houses in which the second best hand has what a checked seven cannot win (Q13), or the pot with it (case D01)


def _tell_the_pot_is_lost(course: Course, found: Verdict) -> None:
    """Case D01: in the house that takes the whole pot, say so before it is pushed to another."""
    table = course.table
    if table.rules.sevens_post_draw == "forfeit_pot" and _second_best(table, layers(table)[found.first]):
        text = f"{listed(table, found.winners)} checked a seven or better, the best hand, and loses the pot."
        course.rules(("Q13", "X07"), text, seat=found.winners[0])


def _return_where_nobody_else_is(course: Course, found: Verdict) -> None:
    """Y12: where all who can win a pot checked sevens, its bets go back."""
    table, pots = course.table, layers(course.table)
    for index in range(found.first, len(pots)):
        if _second_best(table, pots[index]) or not set(found.winners) & set(winners_of(table, pots[index])):
            continue
        floor = floor_of(table, pots, index)
        back = [(seat.number, _bet_within(seat, floor)) for seat in table.seats]
        course.happens(*(e.BetReturned(number, chips) for number, chips in back if chips))
        _tell(course, found, others=True)
        return


def _second_best(table: Table, pot: Pot) -> tuple[int, ...]:
    sevens = checked_sevens(table)
    return best_of(table, table.game.halves[0], tuple(n for n in pot.seats if n not in sevens))


def parts_of(table: Table, pot: Pot) -> tuple[Part, ...]:
    """Return how a pot is divided, what a checked seven forfeits to the second best hand in a part of its own (Q13)."""
    lost = _forfeited(table, pot)
    if not lost:
        return division_of(table, pot)
    best, half = _second_best(table, pot), table.game.halves[0]
    if lost == pot.chips:
        return (Part(half, lost, best, shares(table, lost, best), ("Q13", "X07")),)
    rest = division_of(table, Pot(pot.chips - lost, pot.seats)) if pot.chips > lost else ()
    forfeit = Part(half, lost, best, shares(table, lost, best), ("Q13", "X07"))
    before = (replace(part, words="the pre-draw part of") for part in rest)
    return (*before, replace(forfeit, words="the after-draw part of"))


def _forfeited(table: Table, pot: Pot) -> int:
    """Return the chips of a pot that its winner, a checked seven, may not win: those bet after the draw, or all."""
    if table.rules.sevens_post_draw == "returned":
        return 0
    found = verdict(table)
    if found is None or found.kept or not _second_best(table, pot):
        return 0
    if not any(n in checked_sevens(table) for n in winners_of(table, pot)):
        return 0
    if table.rules.sevens_post_draw == "forfeit_pot":
        return pot.chips
    pots = layers(table)
    index = pots.index(pot)
    top = None if index + 1 == len(pots) else floor_of(table, pots, index + 1)
    return sum(_bet_within(seat, floor_of(table, pots, index), top) for seat in table.seats)
