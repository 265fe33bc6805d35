"""Games that are played for low with the same cards when nobody opens for high (J03, J09, J11, J17)."""

from table_controller import events as e
from table_controller.rules.course import Course
from table_controller.rules.seating import post_blind
from table_controller.rules.turns import openers_rank


def turn_to_low(course: Course) -> None:
    """Nobody has opened for high: the same hands are bet on again, for low."""
    table = course.table
    low = table.game.low_phase
    if low is None:
        raise ValueError(f"{table.game.id} is not played for low")
    course.happens(e.BettingEnded(1), e.GameTurned(low.id, low.title))
    rows: tuple[str, ...] = ("J09",) if low.forced_bet else ("J03",)
    if openers_rank(table) is not None:  # Jacks Back, where X04 says whether the low bet is forced
        rows = (*rows, "J17", "X04")
    course.rules(rows, f"Nobody opened for high: the same cards are played as {low.title}.")
    if low.forced_bet:
        _force_bet(course)


def _force_bet(course: Course) -> None:
    """J09, J11: the player left of the button posts the opening bet; with less than half of it the next one does."""
    table = course.table
    first = next(seat for seat in table.clockwise(table.button) if seat.is_in)
    post_blind(course, first.number, table.stakes.limit_of(1), big=table.stakes.limit_of(1), rows=("J11",))
