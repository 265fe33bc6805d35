"""Custody: what cameras, counts and faults say, held against what the table knows of every card."""

from collections.abc import Mapping
from typing import Final

from table_controller import events as e
from table_controller.cards import Card
from table_controller.commands import (
    CountDeck,
    ReadByHand,
    ReadCards,
    ReadTray,
    ReportFault,
    ReportRecovery,
    ShowCards,
    VerifyDeck,
)
from table_controller.rules import misfeed, showdown
from table_controller.rules.course import Course, called
from table_controller.table.places import fouled_faces, is_doubled_by_dealing, places, where_is
from table_controller.table.state import HeldCard, Phase, Table

CERTAIN = 0.99
"""A reading scored below this is weak: it never overrules what is known."""

DECK_IN_PLAY = "in play"
"""The name of the deck on the table where the house has named none."""
DECK_IN_THE_SHUFFLER = "in the shuffler"
"""The deck that is shuffled while a hand is played with another."""


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


def read_by_hand(course: Course, command: ReadByHand) -> None:
    """What no camera could read is read by hand, by two different people, and shown."""
    if not course.table.has_seat(command.seat):
        course.refuses("read", command.seat, ("A02",), f"Nobody sits in seat {command.seat}.")
    elif len({person.lower() for person in command.people}) < 2:
        course.refuses("read", command.seat, (), "Cards are read by hand by two different people.")
    else:
        showdown.show(course, ShowCards(command.seat, command.cards))


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
    if command.camera == "shoe" and misfeed.is_unsettled(table, command.seat):
        # Case B11: two cards came together, and nobody knows which of them the face belongs to.
        course.happens(e.ReadingKeptAsUnknown(command.camera, command.seat, card, command.score))
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


def look_for_fouled_deck(course: Course, faces: tuple[Card, ...]) -> None:
    """Y23: the same face in two places stops everything; the floor decides. *faces* are those that came in."""
    if len(course.events) == 1 and type(course.events[0]) is e.CardDealt:
        doubled = faces if is_doubled_by_dealing(course.begun, course.table, faces[0]) else ()
    else:
        doubled = fouled_faces(course.table, faces)
    for face in doubled:
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
    _deck_short(course, DECK_IN_PLAY, command.missing)


def _deck_short(course: Course, deck: str, missing: tuple[Card, ...]) -> None:
    text = "The deck is not complete; no hand is dealt from it."
    course.alerts("DECK_SHORT", text, "dealer", "floor", cards=missing)
    course.happens(e.DeckQuarantined(deck, "DECK_SHORT", missing))


def count_deck(course: Course, command: CountDeck) -> None:
    """The shuffler's count is a claim: it never overrules faces, and a wrong one takes the deck off the table.

    While it is open whether a card left, the count is of what is left in the machine. Else, within a hand, it is of
    another deck that is being shuffled for the next one.
    """
    table = course.table
    if misfeed.unsettled(table) is not None:
        misfeed.settle_by_machine_count(course, command.count)
        return
    short = any(alert.name == "DECK_SHORT" and alert.cards for alert in table.alerts)
    if command.count == table.rules.deck_size and short:
        text = f"The shuffler counts {command.count} cards, the cameras saw fewer; the count does not overrule them."
        course.alerts("SENSOR_CONFLICT", text, "dealer", "floor")
    elif command.count != table.rules.deck_size and not short:
        _deck_short(course, DECK_IN_PLAY if table.phase is Phase.OVER else DECK_IN_THE_SHUFFLER, ())


FAULTS = {
    "JAM": "The shuffler is jammed.",
    "DOUBLE_FEED": "Two cards left the shuffler at once; separate them, neither has a face yet.",
    "DEVICE_LOST": "A device does not answer.",
    "CAMERA_BLIND": "A camera sees nothing.",
    "POWER_LOST": "The power failed.",
    "CARD_IN_DOUBT": "It is not known whether a card left the shuffler; count the cards.",
    "CUT_CARD_NOT_SEEN": "The cut card is not seen under the deck; look before the first card is dealt.",
    "MARKED_CARDS": "The backs tell which cards they are; the deck is changed after the hand and kept.",
    "WORN_CARDS": "Cards of the deck are worn or bent; change it after the hand.",
    "EVIDENCE_LOST": "Pictures of the cards are not kept; make room on the disk.",
    "SENSOR_CONFLICT": "A camera read a card that the table knows in another place; it counts as unread.",
}
TOLD: Final[Mapping[str, tuple[e.Audience, ...]]] = {
    "CUT_CARD_NOT_SEEN": ("dealer",),
    "MARKED_CARDS": ("floor", "surveillance"),
}
"""Who is told of a fault, where it is not dealer and floor."""


STOPS_NOTHING = ("CAMERA_BLIND", "MARKED_CARDS", "WORN_CARDS", "EVIDENCE_LOST", "SENSOR_CONFLICT")
OVER_WHEN_BACK = ("DEVICE_LOST", "CAMERA_BLIND", "EVIDENCE_LOST")


def fault(course: Course, command: ReportFault) -> None:
    """A device failed: nothing is dealt until it works again (a blind camera only leaves cards unread, and without evidence play goes on).

    A cut card that is not seen stops the table before the next hand and not within one. Marked cards are played to the
    end of the hand, and another deck is released before the next (case E04); worn ones stop nothing.
    """
    to = TOLD.get(command.fault, ("dealer", "floor"))
    if command.fault == "CAMERA_BLIND":
        _is_over(course, command.fault, command.device)
    text = f"{command.detail or FAULTS[command.fault]} ({command.device})"
    course.alerts(command.fault, text, *to, seat=command.seat)
    if command.fault == "CUT_CARD_NOT_SEEN":
        stops = course.table.phase is Phase.OVER
    else:
        stops = command.fault not in STOPS_NOTHING
    if stops:
        course.happens(e.TableHalted(command.fault, ("dealer",)))
    if command.fault == "DOUBLE_FEED":
        misfeed.doubt_faces(course, command.seat)


def _is_over(course: Course, name: str, device: str) -> None:
    """Clear an alert of one device and leave those of others; a camera has one thing wrong with it at a time."""
    open_ones = [a for a in course.table.alerts if a.name == name]
    others = [a for a in open_ones if f"({device})" not in a.text]
    if others != open_ones:
        course.happens(e.AlertCleared(name, None), *others)


def recovery(course: Course, command: ReportRecovery) -> None:
    """A device answers again. A jam, cards in doubt or a power cut stay up until the dealer has looked."""
    back = [a for a in course.table.alerts if a.name in OVER_WHEN_BACK and f"({command.device})" in a.text]
    for name in dict.fromkeys(alert.name for alert in back):
        _is_over(course, name, command.device)
    still_away = any(alert.name == "DEVICE_LOST" for alert in course.table.alerts)
    was_away = any(alert.name == "DEVICE_LOST" for alert in back)
    if was_away and not still_away and course.table.halted == ("DEVICE_LOST",):
        course.happens(e.TableResumed())


def verify_deck(course: Course, command: VerifyDeck) -> None:
    """A deck was looked through, front and back. A foreign back in a dealt hand stops play; in the stub it stands."""
    if command.missing:
        _deck_short(course, command.deck, command.missing)
    if command.doubled:
        text = f"Deck {command.deck} has a card twice; no hand is dealt from it."
        course.alerts("DECK_FOULED", text, "dealer", "floor", cards=command.doubled)
        course.happens(e.DeckQuarantined(command.deck, "DECK_FOULED"))
    if command.wrong_back is not None:
        _wrong_back(course, command.deck, command.wrong_back)
    elif not command.missing and not command.doubled:
        course.happens(e.DeckVerified(command.deck))


def _wrong_back(course: Course, deck: str, card: Card) -> None:
    text = f"A card of deck {deck} has another deck's back."
    course.alerts("WRONG_BACK", text, "dealer", "floor", cards=(card,))
    course.happens(e.DeckQuarantined(deck, "WRONG_BACK"))
    if course.table.phase is not Phase.OVER and _may_be_in_a_hand(course.table, card):
        course.happens(e.TableHalted("WRONG_BACK", ("floor",)))


def _may_be_in_a_hand(table: Table, card: Card) -> bool:
    """Whether the card was dealt to somebody, or may have been: an unread card can be any that was not seen."""
    known = where_is(table, card)
    if known:
        return any(place.seat is not None for place in known)
    return any(place.seat is not None and place.held.card is None for place in places(table))
