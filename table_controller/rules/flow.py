"""From one step of the game's course to the next, as far as nobody has to be waited for."""

from table_controller import events as e
from table_controller.rules import declaring, drawing, showdown
from table_controller.rules.award import end_hand, pass_out, return_uncalled
from table_controller.rules.betting import acts_as_said
from table_controller.rules.course import Course
from table_controller.rules.dealing import MAY_BE_USED_UP, call_for_reshuffle
from table_controller.rules.kills import bet_of
from table_controller.rules.turning import turn_to_low
from table_controller.rules.turns import is_unopened, next_to_bet
from table_controller.structure import StepKind
from table_controller.table.state import LIVE, Phase

_OVER, _DEAL, _BET, _DRAW, _DECLARE, _SHOWDOWN = Phase
_BETTING, _DRAWING = StepKind.BET, StepKind.DRAW
"""Asked after every command: a name of the module costs a tenth of an enum's attribute."""


def proceed(course: Course) -> None:
    """Go on until a card, a person or the floor is waited for."""
    while not _waits(course):
        phase = course.table.phase
        if phase is _DEAL:
            _next_step(course)
        elif phase is _BET:
            if _betting(course):
                return
        elif phase is _DRAW:
            if _drawing(course):
                return
        elif phase is _DECLARE:
            _declaring(course)
        else:
            showdown.proceed(course)
            return


def _waits(course: Course) -> bool:
    table = course.table
    phase, to_act = table.phase, table.to_act
    if phase is _OVER or table.halted:
        return True
    if table.pot_stays:
        end_hand(course)
        return True
    for seat in table.seats:
        if seat.status is LIVE:
            break
    else:
        showdown.nobody_left(course)
        return True
    if table.due or table.reshuffle:
        if to_act is not None and phase is not _SHOWDOWN:
            course.happens(e.ActionAwaited(None))
        if table.reshuffle is None and table.stub < MAY_BE_USED_UP:
            call_for_reshuffle(course)
        return True
    if phase is _BET:
        return to_act is None and bool(table.openers.claimants)
    if phase is _DRAW and to_act is not None:
        drawer = table.seat(to_act)
        return drawer.status is LIVE and drawer.drew is None and table.has_rivals
    if phase is _DECLARE and to_act is not None:
        return to_act == declaring.next_to_declare(table) and table.has_rivals
    return False


def _betting(course: Course) -> bool:
    """Go on with the betting round; say whether somebody is to act in it."""
    table = course.table
    if not table.has_rivals:
        showdown.last_one(course)
        return False
    following = next_to_bet(table)
    if following is not None:
        if table.to_act != following:
            course.happens(e.ActionAwaited(following))
        return not acts_as_said(course)
    if is_unopened(table):
        if table.game.low_phase is None:
            pass_out(course)
        else:
            turn_to_low(course)
        return False
    return_uncalled(course)
    course.happens(e.BettingEnded(table.betting_round))
    _next_step(course)
    return False


def _drawing(course: Course) -> bool:
    """Go on with the draw; say whether somebody is to act in it."""
    if not course.table.has_rivals:
        showdown.last_one(course)
        return False
    if not drawing.proceed(course):
        _next_step(course)
        return False
    return course.table.to_act is not None


def _declaring(course: Course) -> None:
    if not course.table.has_rivals:
        showdown.last_one(course)
        return
    if not declaring.proceed(course):
        _next_step(course)


def _next_step(course: Course) -> None:
    table = course.table
    step = table.game.course[table.step + 1]
    kind = step.kind
    if kind is _BETTING:
        with_chips = len([seat for seat in table.seats if seat.status is LIVE and seat.stack])
        capped = with_chips >= 3 or not table.rules.headsup_uncapped
        course.happens(e.BettingStarted(step.number, bet_of(table, step.number), capped))
    elif kind is _DRAWING:
        course.happens(e.DrawStarted(step.number))
    elif kind is StepKind.SHOWDOWN:
        course.happens(e.ShowdownStarted(showdown.showing_order(table)))
    elif kind is StepKind.DEAL:
        course.happens(e.DealStarted(step.number))
        order = [seat.number for seat in table.clockwise(table.button) if seat.is_in]
        course.happens(e.CardsDue(tuple(e.Delivery(n) for _ in range(step.cards) for n in order)))
    else:
        course.happens(e.DeclarationStarted())
