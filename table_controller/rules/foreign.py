"""A joker in a game without one (Y23)."""

from table_controller import events as e
from table_controller.cards import JOKER
from table_controller.rules.course import Course, called
from table_controller.rules.misdeals import is_of_the_last_deal, misdeal, nobody_has_acted
from table_controller.rules.openers import kill
from table_controller.table.state import HeldCard, Phase, Seat, Table

HALT = "FOREIGN_CARD"


def joker_seen_in_time(course: Course) -> None:
    """It was seen as it left the stub, before anybody looked: the deal stops until the dealer has taken it away."""
    _suspect_the_deck(course)
    if _is_misdeal(course.table):
        _misdealt(course)
        return
    course.happens(e.TableHalted(HALT, ("dealer",)))
    course.rules(
        ("Y23",), "A joker in a game without one is a scrap of paper; the next card takes its place."
    )


def look_for_joker(course: Course) -> None:
    """A joker turns up in a hand: replaced as long as its holder has not acted on it, else the hand is dead."""
    if course.table.rules.deck_joker or course.table.phase is Phase.OVER:
        return
    found = [(seat, held) for seat in course.table.live for held in seat.hand if held.card is JOKER]
    for seat, held in found:
        _suspect_the_deck(course)
        if _is_misdeal(course.table):
            _misdealt(course)
            return
        if _not_acted_with(course.table, seat, held):
            _replace(course, seat, held)
        else:
            name = called(course.table, seat.number)
            text = f"{name} has acted with a joker in a game without one: the hand is dead."
            course.rules(("Y23",), text, seat=seat.number)
            kill(course, seat.number, ("Y23",))


def _suspect_the_deck(course: Course) -> None:
    text = "A joker came out of a deck that has none."
    course.alerts(HALT, text, "dealer", "floor", cards=(JOKER,))
    course.happens(e.DeckQuarantined("in play", HALT))


def _is_misdeal(table: Table) -> bool:
    return table.rules.foreign_joker == "misdeal" and nobody_has_acted(table)


def _misdealt(course: Course) -> None:
    misdeal(course, ("Y23",), "A joker in a game without one, and nobody has acted: a misdeal.")


def _not_acted_with(table: Table, seat: Seat, held: HeldCard) -> bool:
    if held.draw != table.draw_no or table.phase is Phase.SHOWDOWN:
        return False
    if table.phase is Phase.DRAW:
        return held.draw > 0
    if held.draw:
        return seat.acted_level is None
    nth = [card.number for card in seat.hand if card.draw == 0].index(held.number) + 1
    return seat.acted_level is None and is_of_the_last_deal(table, nth)


def _replace(course: Course, seat: Seat, held: HeldCard) -> None:
    course.happens(
        e.CardTakenBack(seat.number, held.number, held.card, as_burn=False, face_up=False),
        e.CardsDue((e.Delivery(seat.number, held.draw),)),
    )
    text = f"The joker of {called(course.table, seat.number)} is a scrap of paper and is replaced."
    course.rules(("Y23",), text, seat=seat.number)
