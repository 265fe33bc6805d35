"""A player kills the pot of his own will, on his first two cards (F20; case F01)."""

from typing import Final

from table_controller import events as e
from table_controller.commands import KillPot
from table_controller.rules.course import Course, called
from table_controller.rules.kills import bet_of
from table_controller.structure import Betting, HouseRules, Stakes
from table_controller.table.state import Phase, Seat, Table

CARDS_SEEN: Final = 2
"""The cards a player looks at before he kills; once anybody has more, nobody may."""
TIMES_THE_KILL: Final = 4
"""How many times what he posts he must have before him."""


def has_voluntary_kill(rules: HouseRules, stakes: Stakes) -> bool:
    """Whether the house lets a player kill, and there are blinds and limits to raise."""
    return rules.voluntary_kill and stakes.big_blind > 0 and stakes.betting is Betting.LIMIT


def price_of(rules: HouseRules, stakes: Stakes) -> int:
    """Return what he posts: half a kill where the house's kill is one, else twice the big blind."""
    return stakes.big_blind * 3 // 2 if rules.kill == "half" else 2 * stakes.big_blind


def may_kill_now(table: Table, number: int) -> bool:
    """Whether the seat's press would kill the pot."""
    return not _why_not(table, number)


def kill_pot(course: Course, command: KillPot) -> None:
    """F20, case F01: the pot is killed by who has looked at two cards; he speaks last in the first round."""
    table, number = course.table, command.seat
    price = price_of(table.rules, table.stakes)
    reasons = _why_not(table, number)
    if not reasons and command.chips not in (None, price):
        reasons = (f"A kill is {price} here, not {command.chips}.",)
    if reasons:
        course.refuses("kill the pot", number, ("F20",), reasons[0])
        return
    chips = price - table.seat(number).bet
    course.happens(e.PotKilled(number, chips, price, won=False, voluntary=True))
    text = f"{called(table, number)} kills the pot for {price} and speaks last; the bet is {bet_of(course.table, 1)}."
    course.rules(("F20",), text, seat=number)


def _why_not(table: Table, number: int) -> tuple[str, ...]:
    """Return every reason the seat may not kill this pot now, in words."""
    rules, stakes = table.rules, table.stakes
    if not has_voluntary_kill(rules, stakes):
        return ("Nobody kills a pot of his own will here.",)
    if table.phase is not Phase.DEAL or not table.has_seat(number) or not table.seat(number).is_in:
        return ("A pot is killed during the deal, by who is dealt in.",)
    seat, price = table.seat(number), price_of(rules, stakes)
    found = (
        (table.kill is not None, "The pot is killed already, and a pot is killed once."),
        (_anybody_has_more(table), "It is too late to kill: a third card has been dealt."),
        (len(seat.hand) < CARDS_SEEN, f"{called(table, number)} kills once he has two cards, not before."),
        (not _has_enough(seat, price), f"{called(table, number)} needs {TIMES_THE_KILL * price} to kill."),
    )
    return tuple(text for holds, text in found if holds)


def _anybody_has_more(table: Table) -> bool:
    return any(len(seat.hand) > CARDS_SEEN for seat in table.seats)


def _has_enough(seat: Seat, price: int) -> bool:
    return seat.stack >= TIMES_THE_KILL * price
