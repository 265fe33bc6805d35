"""What dealer and floor decide: void, misdeal, undo, live or dead, release and resume (N11, N14, Y23, F19)."""

from typing import Final

from table_controller import events as e
from table_controller.commands import (
    AwardPot,
    CallMisdeal,
    ConfirmTable,
    ReleaseDeck,
    RetrieveHand,
    RuleHand,
    UndoLastAction,
    VoidHand,
)
from table_controller.rules import misfeed
from table_controller.rules.award import award_to, end_hand, return_uncalled
from table_controller.rules.course import Course, called
from table_controller.rules.misdeals import misdeal, nobody_has_acted
from table_controller.rules.openers import kill
from table_controller.rules.seating import has_marked_cards
from table_controller.rules.turns import openers_rank
from table_controller.table.places import fouled_faces, places
from table_controller.table.state import HandStatus, Phase, Table

DECK_ALERTS: Final = (
    "DECK_SHORT", "WRONG_BACK", "SENSOR_CONFLICT", "DECK_FOULED", "FOREIGN_CARD", "MARKED_CARDS", "WORN_CARDS",
)  # fmt: skip
"""What is said against a deck, until another is released."""
UNTIL_IT_WORKS_AGAIN: Final = ("DEVICE_LOST",)
"""Play may go on without a device, but that it is away stays on the board until it is back."""
OUTLAST_A_HAND: Final = (*DECK_ALERTS, *UNTIL_IT_WORKS_AGAIN, "CAMERA_BLIND", "EVIDENCE_LOST")


def _is_floor(course: Course, action: str, by: str) -> bool:
    if by != "floor":
        course.refuses(action, None, ("N11",), f"Only the floor may {action}.")
        return False
    if course.table.phase is Phase.OVER:
        course.refuses(action, None, (), "No hand is under way.")
        return False
    return True


def void(course: Course, command: VoidHand) -> None:
    """Y23: every seat has back exactly what it put in."""
    table = course.table
    if command.by == "floor" and _award_may_be_undone(table):
        table = table.before_award or table
    elif not _is_floor(course, "void the hand", command.by):
        return
    _resume(course)
    returns = tuple((s.number, s.put_in - s.put_in_before) for s in table.seats if s.put_in > s.put_in_before)
    course.happens(e.HandVoided(returns, replay=False))
    course.rules(("Y23",), "The hand is void: every seat has back what it put in.")
    for alert in course.table.alerts:
        if alert.name not in OUTLAST_A_HAND:
            course.happens(e.AlertCleared(alert.name, alert.seat))
    seats = tuple(seat.number for seat in table.dealt_in)
    course.happens(e.HandEnded(table.hand_no, table.button, seats))


def _award_may_be_undone(table: Table) -> bool:
    """The deck is found fouled after the pot was pushed and before chips or cards of the next hand have moved."""
    return table.phase is Phase.OVER and "DECK_FOULED" in table.halted and table.before_award is not None


def call_misdeal(course: Course, command: CallMisdeal) -> None:
    if course.table.phase is Phase.OVER:
        course.refuses("call a misdeal", None, ("F19",), "No hand is under way.")
        return
    if command.by == "surveillance":
        course.refuses("call a misdeal", None, ("F19",), "The dealer or the floor calls a misdeal.")
        return
    if not nobody_has_acted(course.table) and command.by != "floor":
        text = "There has been action; only the floor may void the hand now."
        course.refuses("call a misdeal", None, ("F19",), text)
        return
    misdeal(course, ("F19",), "A misdeal: chips go back and the same deal is played again.")


def undo(course: Course, command: UndoLastAction) -> None:
    if command.by == "surveillance":
        course.refuses("undo", None, (), "The dealer or the floor undoes an action.")
        return
    if course.table.before_last_action is None:
        text = "Nothing can be undone: a card has moved since the last action, or there was none."
        course.refuses("undo", None, (), text)
        return
    course.happens(e.ActionUndone(command.by, command.reason))
    reason = f" ({command.reason})" if command.reason else ""
    course.rules((), f"The {command.by} undid the last action{reason}.")


def retrieve(course: Course, command: RetrieveHand) -> None:
    """N11: the floor may let the opener take his hand back to prove openers.

    Case D04: so may a player who laid his hand down at the showdown, also after the pot was pushed for that, until
    the next hand begins.
    """
    table = course.table
    if command.by == "floor" and _muck_may_be_undone(table, command.seat):
        _retrieve_after_the_award(course, command.seat)
        return
    if not _is_floor(course, "let a hand be retrieved", command.by):
        return
    if table.reshuffle is not None:
        course.refuses("retrieve", command.seat, ("N11",), "The mucked hands go into the new stub.")
        return
    if not table.has_seat(command.seat) or not table.seat(command.seat).mucked:
        text = f"Seat {command.seat} has no mucked hand that could be told from others."
        course.refuses("retrieve", command.seat, ("N11",), text)
        return
    course.happens(e.HandRetrieved(command.seat))
    course.rules(
        ("N11",), f"The floor lets {called(table, command.seat)} retrieve the hand.", seat=command.seat
    )


def _muck_may_be_undone(table: Table, number: int) -> bool:
    """Case D04: the hand was laid down at the showdown of the pot that was pushed last, and no card has moved since."""
    before = table.before_award
    if table.phase is not Phase.OVER or before is None or before.phase is not Phase.SHOWDOWN or table.halted:
        return False
    seat = before.seat_if_taken(number)
    return seat is not None and number in before.showdown_order and bool(seat.mucked)


def _retrieve_after_the_award(course: Course, number: int) -> None:
    course.happens(e.HandRetrieved(number))
    hand = course.table.seat(number).hand
    known = sum(held.card is not None for held in hand)
    text = (
        f"The floor lets {called(course.table, number)} retrieve the hand, {known} of its {len(hand)} cards known"
        " from the deal: the pot is taken back and goes to the best hand shown."
    )
    course.rules(("R07",), text, seat=number)


def rule_hand(course: Course, command: RuleHand) -> None:
    if not _is_floor(course, "rule a hand live or dead", command.by):
        return
    table = course.table
    if not table.has_seat(command.seat) or table.seat(command.seat).status is HandStatus.OUT:
        course.refuses("rule", command.seat, (), f"Seat {command.seat} has no hand.")
        return
    seat = table.seat(command.seat)
    if command.live and (seat.status is HandStatus.FOLDED or not seat.hand):
        text = f"{called(table, command.seat)} has no hand before him; let it be retrieved first."
        course.refuses("rule", command.seat, ("N11",), text)
        return
    if command.live and len(seat.hand) > table.game.hand_size:
        text = f"{called(table, command.seat)} has {len(seat.hand)} cards; such a hand cannot live."
        course.refuses("rule", command.seat, ("A05",), text)
        return
    word = "live" if command.live else "dead"
    course.rules((), f"The floor rules {called(table, command.seat)}'s hand {word}.", seat=command.seat)
    is_opener = table.openers.opener == command.seat and openers_rank(table) is not None
    if not command.live:
        kill(course, command.seat, ())
    else:
        _live(course, command.seat, is_opener=is_opener)
    course.happens(e.AlertCleared("FLOOR_DECISION", None))


def _live(course: Course, number: int, *, is_opener: bool) -> None:
    if course.table.seat(number).status is HandStatus.DEAD:
        course.happens(e.HandRuledLive(number))
        _fill_up(course, number)
    if is_opener and course.table.openers.due:
        course.happens(e.OpenersProved(number, (), ()), e.AlertCleared("OPENERS_DUE", number))


def _fill_up(course: Course, number: int) -> None:
    """A hand that was dead while it was served gets what it was owed, unless it is still to draw (F25)."""
    table = course.table
    seat = table.seat(number)
    draws_yet = table.phase in (Phase.DEAL, Phase.BET) and table.draw_no < table.game.draws
    if draws_yet or (table.phase is Phase.DRAW and seat.drew is None):
        return
    missing = table.game.hand_size - len(seat.hand) - sum(due.seat == number for due in table.due)
    if missing > 0:
        course.happens(e.CardsDue((e.Delivery(number, table.draw_no),) * missing))


def award(course: Course, command: AwardPot) -> None:
    if course.table.phase is Phase.OVER and course.table.pot_stays and command.by == "floor":
        _award_carried(course, command.seat)
        return
    if not _is_floor(course, "award the pot", command.by):
        return
    if not course.table.has_seat(command.seat):
        course.refuses("award the pot", command.seat, ("A02",), f"Nobody sits in seat {command.seat}.")
        return
    if course.table.seat(command.seat).status is HandStatus.OUT:
        text = f"{called(course.table, command.seat)} was not dealt in and can win nothing of this pot."
        course.refuses("award the pot", command.seat, (), text)
        return
    _resume(course)
    return_uncalled(course)
    chips = course.table.in_middle
    award_to(course, command.seat)
    course.rules(
        (), f"The floor awards the pot of {chips} to {called(course.table, command.seat)}.", seat=command.seat
    )
    course.happens(e.AlertCleared("FLOOR_DECISION", None))
    end_hand(course)


def _award_carried(course: Course, number: int) -> None:
    """A pot that stayed and that nobody can play for any more (Y18)."""
    table = course.table
    if not table.has_seat(number):
        course.refuses("award the pot", number, ("A02",), f"Nobody sits in seat {number}.")
        return
    course.happens(e.PotAwarded(0, table.in_middle, (number,), ((number, table.in_middle),)))
    text = f"The floor awards the carried pot of {table.in_middle} to {called(table, number)}."
    course.rules(("Y18",), text, seat=number)


def confirm(course: Course, command: ConfirmTable) -> None:
    """Play goes on after a halt, once those who must look have looked."""
    if not course.table.halted:
        course.refuses("resume", None, (), "The table does not stand still.")
    elif "floor" in course.table.halt_needs and command.by != "floor":
        course.refuses("resume", None, ("Y23",), "The floor must release the table.")
    elif command.by == "surveillance":
        course.refuses("resume", None, ("Y23",), "The dealer or the floor lets play go on.")
    elif misfeed.settle_by_word(course):
        twice = fouled_faces(course.table)
        if twice:
            unsure = tuple(p.held.number for p in places(course.table) if p.held.card in twice)
            course.happens(e.FaceForgotten(unsure))
        _resume(course)


def _resume(course: Course) -> None:
    if course.table.halted:
        for reason in course.table.halted:
            if reason not in UNTIL_IT_WORKS_AGAIN:
                course.happens(e.AlertCleared(reason, None))
        course.happens(e.TableResumed())


def release_deck(course: Course, command: ReleaseDeck) -> None:
    """Two different signed-in people release a deck that was looked through and found good."""
    if len({person.strip().lower() for person in command.people}) < 2:
        course.refuses("release the deck", None, (), "Two different people must release a deck.")
        return
    if command.deck not in course.table.verified:
        text = f"Deck {command.deck} must be looked through and found complete before it is released."
        course.refuses("release the deck", None, (), text)
        return
    if course.table.phase is not Phase.OVER and (course.table.quarantined or has_marked_cards(course.table)):
        text = "A deck is changed when the hand is over."
        course.refuses("release the deck", None, (), text)
        return
    course.happens(e.DeckReleased(command.deck, command.people))
    open_names = {alert.name for alert in course.table.alerts}
    for name in DECK_ALERTS:
        if name in open_names:
            course.happens(e.AlertCleared(name, None))
    if course.table.halted and set(course.table.halted) <= set(DECK_ALERTS):
        course.happens(e.TableResumed())
