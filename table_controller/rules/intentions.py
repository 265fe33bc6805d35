"""Words said before one's turn: they bind if nothing changes before it comes (F09)."""

from table_controller import events as e
from table_controller.commands import BetTo, Call, Check, Fold, GoAllIn
from table_controller.rules.course import Course, called
from table_controller.table.standing import Intention, Words
from table_controller.table.state import Table

Spoken = Check | Call | Fold | BetTo | GoAllIn


def words_of(command: Spoken) -> tuple[Words, int | None]:
    """Return what was said, and the figure that goes with it."""
    match command:
        case Check():
            return "check", None
        case Call():
            return "call", None
        case Fold():
            return "fold", None
        case GoAllIn():
            return "all in", None
        case BetTo(_, total):
            return "bet", total


def command_of(said: Intention) -> Spoken:
    """Return the command of what was said."""
    plain: dict[Words, Spoken] = {
        "check": Check(said.seat),
        "call": Call(said.seat),
        "fold": Fold(said.seat),
        "all in": GoAllIn(said.seat),
    }
    return plain.get(said.action) or BetTo(said.seat, said.total or 0)


def may_speak_early(table: Table, number: int) -> bool:
    """Whether the seat's turn is still to come in this round as it stands, and it has said nothing yet."""
    betting, seat = table.round, table.seat(number)
    if betting is None or table.to_act in (None, number) or not seat.can_bet:
        return False
    if any(said.seat == number for said in table.held):
        return False
    return seat.acted_level is None or seat.bet < betting.to_match


def hold(course: Course, command: Spoken) -> None:
    """Keep the words until the seat's turn."""
    action, total = words_of(command)
    course.happens(e.OutOfTurnHeld(command.seat, action, total))
    figure = f" {total}" if total is not None else ""
    text = f"{called(course.table, command.seat)} says {action}{figure} out of turn; it binds if nothing changes before."
    course.rules(("F09",), text, seat=command.seat)


def said_by(table: Table, number: int | None) -> Intention | None:
    return next((said for said in table.held if said.seat == number), None) if table.held else None


def still_binds(table: Table, said: Intention) -> bool:
    """A check, call or fold changes nothing; a bet or a raise does."""
    betting = table.round
    return betting is not None and (betting.number, betting.to_match) == (said.round_no, said.to_match)


def end(course: Course, said: Intention, *, bound: bool) -> None:
    """The turn has come: what was said is done, or the seat is free to choose."""
    course.happens(e.OutOfTurnEnded(said.seat, bound))
    name = called(course.table, said.seat)
    if bound:
        course.rules(("F09",), f"Nothing has changed: {name} is bound by what he said.", seat=said.seat)
    else:
        text = f"The action has changed: {name} is not bound by what he said, and chooses anew."
        course.rules(("F09",), text, seat=said.seat)
