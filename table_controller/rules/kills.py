"""Kills: who posts one, what it does to the limits, and the legs toward the next (B10, B15, F20, F21)."""

from typing import Final

from table_controller import events as e
from table_controller.commands import CorrectLegs
from table_controller.rules.course import Course, called, listed
from table_controller.structure import Betting, HouseRules, Stakes
from table_controller.table.state import HandStatus, Phase, Table

SCOOPED_BETS: Final = 5
"""Bets of the upper limit that a scooped pot of high and low must hold, so that its winner kills the next."""


def is_killed_by_winners(rules: HouseRules, stakes: Stakes) -> bool:
    """Whether winners of pots kill here: the house says so, and there are blinds and limits to raise."""
    return rules.kill != "none" and stakes.big_blind > 0 and stakes.betting is Betting.LIMIT


def counts_legs(table: Table) -> bool:
    return is_killed_by_winners(table.rules, table.stakes)


def price_of_a_won_kill(table: Table) -> int:
    """Return what the winner of two pots posts: F20."""
    big = table.stakes.big_blind
    return 2 * big if table.rules.kill == "full" else big * 3 // 2


def not_in_halves(rules: HouseRules, stakes: Stakes) -> int | None:
    """Return a figure that half a kill makes no whole number of chips of, or None."""
    if rules.kill != "half" or not is_killed_by_winners(rules, stakes):
        return None
    figures = (stakes.big_blind, *stakes.limits, rules.min_open or 0)
    return next((figure for figure in figures if figure * 3 % (2 * rules.smallest_chip)), None)


def raised(table: Table, chips: int) -> int:
    """Return a limit as the kill in force makes it: twice, or half as much again."""
    if table.kill is None or table.stakes.betting is not Betting.LIMIT or not table.stakes.big_blind:
        return chips
    return chips * table.kill.to_match // table.stakes.big_blind


def bet_of(table: Table, betting_round: int) -> int:
    """Return the bet of this round: the limit, raised by a kill; a kill is the least raise of round one at no limit."""
    bet = raised(table, table.stakes.limit_of(betting_round))
    if table.kill is not None and betting_round == 1 and table.stakes.betting is not Betting.LIMIT:
        return max(bet, table.kill.to_match)
    return bet


def post_kill(course: Course, before: Table) -> None:
    """F20, F21: one kill a deal, of a winner of two pots or of a newcomer. *before* is the table before the deal."""
    table = course.table
    if not any(s.standing.must_kill or s.standing.kills for s in before.seats):
        return
    killer = next((s for s in table.clockwise(table.button) if s.is_in and s.standing.must_kill), None)
    if killer is not None and counts_legs(table):
        _post(course, killer.number, price_of_a_won_kill(table), won=True)
        return
    newcomer = next((s for s in before.seats if s.standing.kills and table.seat(s.number).is_in), None)
    if newcomer is not None and newcomer.number != table.last_blind:
        _post(course, newcomer.number, newcomer.standing.kills, won=False)


def _post(course: Course, number: int, price: int, *, won: bool) -> None:
    seat = course.table.seat(number)
    chips = min(price - seat.bet, seat.stack)
    course.happens(e.PotKilled(number, chips, price, won))
    name, table = called(course.table, number), course.table
    why = "won two pots in a row and kills the pot" if won else "comes in and kills the pot"
    limits = f"; the bet is {bet_of(table, 1)}" if table.stakes.betting is Betting.LIMIT else ""
    rows = ("B15", "F20") if won else ("F21",)
    course.rules(rows, f"{name} {why} for {price}{limits}.", seat=number)


def count_legs(course: Course) -> None:
    """F20: the winner of the whole pot has a leg, or kills if he had one; a split pot keeps what there was.

    The second pot must hold a full bet beyond blinds and antes. Who was not dealt in keeps leg and kill; whose kill
    was split kills again. Where high and low split the pot there are no legs: who scoops a large pot kills.
    """
    table = course.table
    if not counts_legs(table):
        return
    awards = [event for event in course.events if isinstance(event, e.PotAwarded)]
    if not awards:
        return
    winners = {number for award in awards for number, chips in award.shares if chips}
    had = {s.number for s in table.seats if s.standing.leg}
    kept = {s.number for s in table.seats if s.status is HandStatus.OUT}
    legs, killers = had & kept, {s.number for s in table.seats if s.standing.must_kill and s.number in kept}
    killer = table.kill.seat if table.kill is not None and table.kill.won else None
    if len(table.game.halves) > 1:
        killers |= winners if len(winners) == 1 and _is_large(table, awards) else winners & {killer}
    elif len(winners) == 1:
        winner = next(iter(winners))
        legs |= winners
        if winner in had and _has_a_full_bet(table):
            killers |= winners
    else:
        legs |= had & winners
        killers |= winners & {killer}
    won = "has scooped a large pot" if len(table.game.halves) > 1 else "has won two pots in a row"
    why = won if len(winners) == 1 else "killed this pot and had a part of it"
    _tell(course, legs, killers, why)


def _is_large(table: Table, awards: list[e.PotAwarded]) -> bool:
    """Whether a scooped pot of high and low is five times the upper limit at least."""
    return sum(award.chips for award in awards) >= SCOOPED_BETS * bet_of(table, table.game.betting_rounds)


def _has_a_full_bet(table: Table) -> bool:
    by_betting = sum(seat.bets_in for seat in table.seats) - table.blinds_in
    return by_betting >= bet_of(table, 1)


def _tell(course: Course, legs: set[int], killers: set[int], why: str) -> None:
    table = course.table
    had = {s.number for s in table.seats if s.standing.leg}
    already = {s.number for s in table.seats if s.standing.must_kill}
    if (legs, killers) == (had, already):
        return
    course.happens(e.LegsCounted(tuple(sorted(legs)), tuple(sorted(killers))))
    for number in sorted(killers - already):
        course.rules(("F20",), f"{called(table, number)} {why}, and kills the next.", seat=number)


def correct(course: Course, command: CorrectLegs) -> None:
    """The dealer or the floor says who has a leg and who must kill."""
    table = course.table
    if table.phase is not Phase.OVER or command.by == "surveillance":
        text = "Between hands the dealer or the floor says who has a leg."
        course.refuses("correct the legs", None, ("F20",), text)
        return
    stranger = next((n for n in (*command.legs, *command.killers) if not table.has_seat(n)), None)
    if stranger is not None:
        course.refuses("correct the legs", stranger, ("A02",), f"Nobody sits in seat {stranger}.")
        return
    if not counts_legs(table):
        text = "Winners of pots kill only in limit games with blinds where the house has a kill."
        course.refuses("correct the legs", None, ("F20",), text)
        return
    legs = tuple(sorted({*command.legs, *command.killers}))
    course.happens(e.LegsCounted(legs, tuple(sorted(set(command.killers)))))
    told = listed(table, legs) or "nobody"
    course.rules(("F20",), f"The {command.by} says who has a leg: {told}.")
