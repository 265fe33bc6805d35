"""What the seat to act may do now, in the fixed order of words."""

from dataclasses import dataclass

from table_controller.hand_values.high import is_pair_or_better
from table_controller.rules.amounts import choices
from table_controller.rules.drawing import numbers_open
from table_controller.rules.turns import openers_rank, opening_is_open
from table_controller.table.state import Phase, Seat, Table


@dataclass(frozen=True, slots=True)
class LegalAction:
    """A word, and the smallest and largest figure that goes with it (None where none does).

    ``call`` counts chips to be added; ``bet``, ``open`` and ``raise`` are totals in front of the seat; ``draw`` counts
    cards.
    """

    word: str
    low: int | None = None
    high: int | None = None


def legal_actions(table: Table) -> tuple[LegalAction, ...]:
    """Return what the seat to act may do; nothing when nobody is to act. Never depends on another's hidden cards."""
    if table.to_act is None or table.halted:
        return ()
    seat = table.seat(table.to_act)
    if table.phase is Phase.BET:
        return _betting(table, seat)
    if table.phase is Phase.DRAW:
        return (LegalAction("draw", *numbers_open(table, seat)),)
    if table.phase is Phase.DECLARE:
        return (LegalAction("declare"),)
    if table.phase is Phase.SHOWDOWN:
        return (LegalAction("show"),)
    return ()


def _betting(table: Table, seat: Seat) -> tuple[LegalAction, ...]:
    betting = table.round
    if betting is None:
        return ()
    may = choices(table, seat, betting)
    actions: list[LegalAction] = []
    if may.fold:
        actions.append(LegalAction("fold"))
    if may.check:
        actions.append(LegalAction("check"))
    if may.call is not None:
        actions.append(LegalAction("call", may.call, may.call))
    if may.least is not None and may.most is not None:
        word = "raise" if betting.to_match else "bet"
        if opening_is_open(table):
            word = "open"
        if word != "open" or _may_open(table, seat):
            actions.append(LegalAction(word, may.least, may.most))
    return tuple(actions)


def _may_open(table: Table, seat: Seat) -> bool:
    """O13: only where openers are enforced does the menu look at the hand."""
    rank = openers_rank(table)
    if not table.rules.openers_enforced or rank is None or len(seat.faces) < len(seat.hand):
        return True
    return is_pair_or_better(seat.faces, rank)
