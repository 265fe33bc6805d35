"""Misdeals: until when they may be, and what becomes of the chips (F19, Y23, Y24)."""

from table_controller import events as e
from table_controller.rules.course import Course
from table_controller.structure import StepKind
from table_controller.table.state import Phase, Table


def nobody_has_acted(table: Table) -> bool:
    if table.base_game is not None:
        return False
    if table.phase is Phase.DEAL:
        return table.step == 0
    betting = table.round
    return (
        table.phase is Phase.BET
        and betting is not None
        and betting.number == 1
        and betting.last_actor is None
    )


def is_of_the_last_deal(table: Table, nth: int) -> bool:
    """Say whether the *nth* card of a hand (from 1) came in the last deal and the game has not turned since (E22, J03)."""
    if table.draw_no or table.base_game is not None:
        return False
    course = table.game.course[: table.step + 1]
    last = max(place for place, step in enumerate(course) if step.kind is StepKind.DEAL)
    return nth > table.game.whole_hand_at(last - 1, drawn=False)


def misdeal(course: Course, rows: tuple[str, ...], text: str) -> None:
    """Every chip goes back and the same deal is played again with the same button."""
    table = course.table
    returns = tuple((s.number, s.put_in - s.put_in_before) for s in table.seats if s.put_in > s.put_in_before)
    course.happens(e.HandVoided(returns, replay=True))
    course.rules(rows, text)
    seats = tuple(s.number for s in table.dealt_in)
    course.happens(e.HandEnded(table.hand_no, table.button, seats))
