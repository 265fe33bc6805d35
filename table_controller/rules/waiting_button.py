"""When the button stays for the next deal of a game that may turn to low, and who antes again (N13, J12, X37)."""

from table_controller.rules.course import Course, called
from table_controller.table.state import Table


def waiting_button(table: Table, seats: tuple[int, ...]) -> int | None:
    """Return where the button stays for the next deal to *seats*; None where it moves as always.

    It stays after a false open that nobody called (N13), and for the player who had less than half the forced bet
    and has chips again, won or bought (J12): he is left of the button once more.
    """
    phase = table.game.low_phase
    if phase is None or not phase.forced_bet:
        return None
    short = _short_with_chips(table)
    if short is None and not table.uncalled_false_open:
        return None
    if table.button in seats:
        return table.button
    if short is None or short not in seats:
        return None
    before = [seat.number for seat in table.clockwise(short) if seat.number in seats and seat.number != short]
    return before[-1] if before else None


def _short_with_chips(table: Table) -> int | None:
    short = table.short_bettor
    if short is None or not table.rules.half_blind_rule or not table.has_seat(short):
        return None
    return short if table.seat(short).stack > 0 else None


def tell_why(course: Course) -> None:
    """Say that the button stays for the player who could not post the forced bet."""
    short = course.table.short_bettor
    if short is not None and not course.table.uncalled_false_open:
        text = (
            f"{called(course.table, short)} had less than half the forced bet: the button stays for one hand."
        )
        course.rules(("J12",), text, seat=short)


def is_anted_again(table: Table) -> bool:
    """Say whether the next deal is anted for: not after an uncalled false open where the house says so (X37)."""
    return table.game.low_phase is None or not table.uncalled_false_open or table.rules.jb_false_open_reante
