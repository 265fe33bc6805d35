"""A machine stopped with cards on their way: what left it, and where those cards belong (Y24).

While the table stands still for a double feed or a card in doubt, what was due is still due. It is settled once: by
the dealer's count of the seat's cards, by the machine's own count of what it still holds, or, for a double feed, by
the dealer's word that the two have been separated.
"""

from typing import Final

from table_controller import events as e
from table_controller.events import AlertRaised
from table_controller.rules.course import Course, called
from table_controller.rules.misdeals import misdeal, nobody_has_acted
from table_controller.table.state import Phase, Table

UNSETTLED: Final = ("DOUBLE_FEED", "CARD_IN_DOUBT")
ASKED_FOR_ONE: Final = 1
CAME_TOGETHER: Final = 2


def unsettled(table: Table) -> AlertRaised | None:
    """Return the fault that has left open how many cards came out, if one is open in this hand."""
    if table.phase is Phase.OVER:
        return None
    open_alerts = (a for a in table.alerts if a.name in UNSETTLED and a.name in table.halted)
    return next((alert for alert in open_alerts if _concerns_cards(table, alert)), None)


def _concerns_cards(table: Table, alert: AlertRaised) -> bool:
    """Whether cards can have gone where the alert says: a card is due there, or the seat has just got its last one."""
    if _is_due(table, alert.seat):
        return True
    seated = alert.seat is not None and table.has_seat(alert.seat) and table.seat(alert.seat).is_in
    return seated and alert.name == "DOUBLE_FEED" and not table.due and table.stub > 0


def _is_due(table: Table, seat: int | None) -> bool:
    return bool(table.due) and table.due[0].seat == seat and table.reshuffle is None


def is_unsettled(table: Table, seat: int) -> bool:
    alert = unsettled(table)
    return alert is not None and alert.seat == seat


def doubt_faces(course: Course, alert_seat: int | None) -> None:
    """Two cards came where one had been read: nobody knows which of them the face belongs to."""
    table = course.table
    alert = unsettled(table)
    if alert is None or alert_seat is None or _is_due(table, alert_seat):
        return
    hand = [held for held in table.seat(alert_seat).hand if not held.face_up]
    if hand and hand[-1].card is not None:
        course.happens(e.FaceForgotten((hand[-1].number,)))


def settle_by_hand_count(course: Course, seat: int, count: int) -> None:
    """The dealer has counted the seat's cards."""
    table = course.table
    alert = unsettled(table)
    held = len(table.seat(seat).hand)
    if alert is None or not held <= count <= held + table.stub:
        text = f"{called(table, seat)} cannot have {count} cards; the table knows of {held}."
        course.refuses("count", seat, ("A05",), text)
        return
    _settle(course, alert, count - held)


def settle_by_machine_count(course: Course, count: int) -> None:
    """The machine says how many cards it still holds."""
    alert = unsettled(course.table)
    if alert is not None and 0 <= course.table.stub - count <= CAME_TOGETHER + 1:
        _settle(course, alert, course.table.stub - count)


def settle_by_word(course: Course) -> bool:
    """The dealer says that play may go on; say whether it may, nothing being open any more."""
    table = course.table
    alert = unsettled(table)
    if alert is None:
        return True
    if alert.name == "DOUBLE_FEED":
        _settle(course, alert, CAME_TOGETHER if _is_due(table, alert.seat) else ASKED_FOR_ONE)
        return True
    if alert.seat is None:
        return True
    text = (
        f"It is not known whether a card left for {called(table, alert.seat)}; count the cards there first."
    )
    course.refuses("resume", alert.seat, ("Y24",), text)
    return False


def _settle(course: Course, alert: AlertRaised, left: int) -> None:
    """Give the cards that *left* the machine their places; neither of several has a face."""
    left = min(left, course.table.stub)
    course.happens(e.AlertCleared(alert.name, alert.seat))
    if left and _is_due(course.table, alert.seat):
        _serve(course, alert.seat)
        left -= 1
    if left and alert.seat is not None:
        _too_many(course, alert.seat, left)
    elif left:
        for _ in range(left):
            course.happens(e.CardSetAside(course.table.dealt_count + 1, None, "double feed", None))


def _serve(course: Course, seat: int | None) -> None:
    table = course.table
    number = table.dealt_count + 1
    if seat is None:
        course.happens(e.CardBurned(number, None))
    else:
        course.happens(e.CardDealt(seat, number, None, table.due[0].draw))


def _too_many(course: Course, seat: int, extra: int) -> None:
    """One card too many before there was action becomes the burn, two are a misdeal; later they do not play."""
    table = course.table
    if not nobody_has_acted(table):
        _do_not_play(course, seat, extra)
    elif extra > 1:
        text = f"{extra} cards too many came for {called(table, seat)}: a misdeal."
        misdeal(course, ("Y24",), text)
    else:
        number = table.dealt_count + 1
        as_burn = table.rules.burn_before_draw and not table.burn_taken
        course.happens(
            e.CardCountFound(seat, len(table.seat(seat).hand) + 1),
            e.CardTakenBack(seat, number, None, as_burn, face_up=False),
        )
        becomes = "becomes the burn card" if as_burn else "is laid aside"
        text = f"Two cards came for {called(table, seat)} at once: one of them goes back and {becomes}."
        course.rules(("Y24",), text, seat=seat)


def _do_not_play(course: Course, seat: int, extra: int) -> None:
    """A second card that was due to the same seat anyway is its; any other is laid aside, face down."""
    for _ in range(extra):
        if _is_due(course.table, seat):
            _serve(course, seat)
            continue
        course.happens(e.CardSetAside(course.table.dealt_count + 1, None, "double feed", seat))
        text = f"A card too many came for {called(course.table, seat)}; it does not play."
        course.rules(("Y24", "F16"), text, seat=seat)
