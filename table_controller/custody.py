"""Custody: what cameras, counts and faults say, held against what the table knows of every card."""

from table_controller import events as e
from table_controller.cards import Card
from table_controller.commands import (
    CountDeck,
    ReadCards,
    ReadTray,
    ReportFault,
    ReportRecovery,
    ShowCards,
    VerifyDeck,
)
from table_controller.rules import showdown
from table_controller.rules.course import Course, called
from table_controller.table.places import fouled_faces, where_is
from table_controller.table.state import HeldCard, Phase, Table

CERTAIN = 0.99
"""A reading scored below this is weak: it never overrules what is known."""

DECK_IN_PLAY = "in play"
"""The name of the deck on the table where the house has named none."""


def read(course: Course, command: ReadCards) -> None:
    """A camera read cards of a seat."""
    if not course.table.has_seat(command.seat):
        course.refuses("read", command.seat, ("A02",), f"Nobody sits in seat {command.seat}.")
        return
    if command.camera == "overhead":
        _overhead(course, command)
        return
    for card in command.cards:
        _one_reading(course, command, card)
    if all(held.card is not None for held in candidates(course.table, "shoe", command.seat)):
        course.happens(*_read_at_last(course.table, command.seat))
    if command.camera == "tray" and _all_discards_read(course.table, command.seat):
        course.happens(e.DiscardsSeen(command.seat, "tray"))


def _read_at_last(table: Table, number: int) -> tuple[e.Event, ...]:
    """Clear what was said of an unread card of the seat, where that is still open."""
    waiting = any(alert.name == "CARD_NOT_READ" and alert.seat == number for alert in table.alerts)
    return (e.AlertCleared("CARD_NOT_READ", number),) if waiting else ()


def _overhead(course: Course, command: ReadCards) -> None:
    """Cards tabled at a seat and seen from above are shown."""
    faces = tuple(card for card in command.cards if card is not None)
    if faces and command.score >= CERTAIN:
        showdown.show(course, ShowCards(command.seat, faces))
    elif not course.table.seat(command.seat).shown:
        _not_read(course, command.seat, "overhead")


def _not_read(course: Course, seat: int, camera: str) -> None:
    text = f"The {camera} camera could not read a card of {called(course.table, seat)}."
    course.alerts("CARD_NOT_READ", text, "dealer", seat=seat)


def _all_discards_read(table: Table, number: int) -> bool:
    laid = [held for pile in table.seat(number).discards for held in pile]
    return bool(laid) and all(held.card is not None for held in laid)


def candidates(table: Table, camera: str, number: int) -> tuple[HeldCard, ...]:
    """Return the seat's cards that this camera can have seen."""
    seat = table.seat(number)
    laid = tuple(held for pile in seat.discards for held in pile)
    if camera == "tray":
        return (*laid, *seat.mucked)
    return (*seat.hand, *laid, *seat.mucked)


def _one_reading(course: Course, command: ReadCards, card: Card | None) -> None:
    table = course.table
    mine = candidates(table, command.camera, command.seat)
    if card is None:
        if any(held.card is None for held in mine):
            _not_read(course, command.seat, command.camera)
        return
    if any(held.card is card for held in mine):
        return
    elsewhere = where_is(table, card)
    unread = [held for held in mine if held.card is None]
    if command.score < CERTAIN and (elsewhere or not unread):
        course.happens(e.ReadingKeptAsUnknown(command.camera, command.seat, card, command.score))
    elif unread:
        course.happens(e.CardIdentified(unread[0].number, card, command.camera, command.score))
    else:
        text = f"The {command.camera} camera read a card for {called(table, command.seat)} that is not one of its cards."
        course.alerts("SENSOR_CONFLICT", text, "dealer", "floor", cards=(card,), seat=command.seat)


def look_for_fouled_deck(course: Course) -> None:
    """Y23: the same face in two places stops everything; the floor decides."""
    for face in fouled_faces(course.table):
        if any(alert.name == "DECK_FOULED" and face in alert.cards for alert in course.table.alerts):
            continue
        text = "The same card was read in two places: the deck is fouled."
        course.alerts("DECK_FOULED", text, "dealer", "floor", cards=(face,))
        course.happens(
            e.TableHalted("DECK_FOULED", ("floor",)), e.DeckQuarantined(DECK_IN_PLAY, "DECK_FOULED")
        )


def read_tray(course: Course, command: ReadTray) -> None:
    """The whole deck came back through the tray: it must be all there, each card once."""
    size = course.table.rules.deck_size
    if command.count == size and not command.missing:
        return
    _deck_short(course, command.missing)


def _deck_short(course: Course, missing: tuple[Card, ...]) -> None:
    text = "The deck is not complete; it leaves the table after this hand."
    course.alerts("DECK_SHORT", text, "dealer", "floor", cards=missing)
    course.happens(e.DeckQuarantined(DECK_IN_PLAY, "DECK_SHORT", missing))


def count_deck(course: Course, command: CountDeck) -> None:
    """The shuffler's count is a claim: it never overrules faces, and a wrong one takes the deck off the table."""
    table = course.table
    if table.phase is not Phase.OVER:
        return
    short = any(alert.name == "DECK_SHORT" for alert in table.alerts)
    if command.count == table.rules.deck_size and short:
        text = f"The shuffler counts {command.count} cards, the cameras saw fewer; the count does not overrule them."
        course.alerts("SENSOR_CONFLICT", text, "dealer", "floor")
    elif command.count != table.rules.deck_size:
        _deck_short(course, ())


FAULTS = {
    "JAM": "The shuffler is jammed.",
    "DOUBLE_FEED": "Two cards left the shuffler at once; separate them, neither has a face yet.",
    "DEVICE_LOST": "A device does not answer.",
    "CAMERA_BLIND": "A camera sees nothing.",
    "POWER_LOST": "The power failed.",
    "CARD_IN_DOUBT": "It is not known whether a card left the shuffler; count the cards.",
}


def fault(course: Course, command: ReportFault) -> None:
    """A device failed: nothing is dealt until it works again (a blind camera only leaves cards unread)."""
    course.alerts(
        command.fault, f"{FAULTS[command.fault]} ({command.device})", "dealer", "floor", seat=command.seat
    )
    if command.fault == "DOUBLE_FEED" or command.fault != "CAMERA_BLIND":
        course.happens(e.TableHalted(command.fault, ("dealer",)))


def recovery(course: Course, command: ReportRecovery) -> None:
    """A device works again; after a power cut the dealer still has to confirm."""
    open_for_device = [a for a in course.table.alerts if f"({command.device})" in a.text]
    for alert in open_for_device:
        if alert.name != "POWER_LOST":
            course.happens(e.AlertCleared(alert.name, alert.seat))
    names = {alert.name for alert in open_for_device} & set(course.table.halted)
    if names and set(course.table.halted) <= {"DEVICE_LOST"}:
        course.happens(e.TableResumed())


def verify_deck(course: Course, command: VerifyDeck) -> None:
    """A deck was looked through, front and back. A foreign back in a dealt hand stops play; in the stub it stands."""
    if command.wrong_back is None:
        course.happens(e.DeckVerified(command.deck))
        return
    dealt = bool(where_is(course.table, command.wrong_back))
    text = f"A card of deck {command.deck} has another deck's back."
    course.alerts("WRONG_BACK", text, "dealer", "floor", cards=(command.wrong_back,))
    course.happens(e.DeckQuarantined(command.deck, "WRONG_BACK"))
    if dealt and course.table.phase is not Phase.OVER:
        course.happens(e.TableHalted("WRONG_BACK", ("floor",)))
