"""Exposed cards, misdeals and wrong numbers of cards (chapter G, A05, F16, F19, F25, Y23-Y25)."""

from table_controller import events as e
from table_controller.commands import ExposeCard, ReportCount
from table_controller.rules import misfeed
from table_controller.rules.course import Course, called
from table_controller.rules.exposed_policy import needs_face, row_for
from table_controller.rules.misdeals import is_of_the_last_deal, misdeal, nobody_has_acted
from table_controller.rules.openers import kill
from table_controller.structure import ExposedPolicy
from table_controller.table.state import HeldCard, Phase, Seat, Table


def exposed_on_leaving(course: Course, number: int, card_number: int) -> None:
    """A card went face up on its way to the seat, by the dealer's doing."""
    held = _held(course.table.seat(number), card_number)
    if held.draw:
        _in_draw(course, number, held)
    else:
        _in_deal(course, number, held)


def expose(course: Course, command: ExposeCard) -> None:
    """A card dealt before turns out to lie face up."""
    table = course.table
    if not table.has_seat(command.seat):
        course.refuses("expose", command.seat, ("A02",), f"Nobody sits in seat {command.seat}.")
        return
    if table.phase is Phase.OVER:
        course.refuses("expose", command.seat, ("G01",), "The hand is over.")
        return
    cards = [held for held in table.seat(command.seat).hand if held.draw == command.draw]
    if not 1 <= command.nth <= len(cards):
        text = f"{called(table, command.seat)} has no card {command.nth} of that deal in hand."
        course.refuses("expose", command.seat, ("G02",) if command.draw else ("G01",), text)
        return
    held = cards[command.nth - 1]
    if command.by_player:
        turned_up_by_player(course, command.seat, held.number)
    elif not table.seat(command.seat).is_in or (held.face_up and not _waits_for_face(table, command.seat)):
        course.happens(e.CardExposed(command.seat, held.number, held.card))
    elif command.draw and command.draw == table.draw_no and not table.acted_after_draw:
        _in_draw(course, command.seat, held)
    elif not command.draw and _not_acted_on(table, command.nth):
        _in_deal(course, command.seat, held)
    else:
        course.happens(e.CardExposed(command.seat, held.number, held.card))
        course.rules(
            ("G02",) if command.draw else ("G01",),
            "An exposed card found after the action has begun is kept.",
            seat=command.seat,
        )


def turned_up_by_player(course: Course, number: int, card_number: int) -> None:
    """G06: what the player himself turns up plays, and is not among the exposed cards that make a misdeal (F19)."""
    held = _held(course.table.seat(number), card_number)
    course.happens(e.CardExposed(number, held.number, held.card, by_player=True))
    course.rules(("G06",), f"{called(course.table, number)} exposed the card himself; it plays.", seat=number)


def _not_acted_on(table: Table, nth: int) -> bool:
    """Whether nobody has acted since the seat's *nth* card was dealt; later deals are of Q-ball (Y25)."""
    acted = table.round is not None and table.round.last_actor is not None
    return not acted and is_of_the_last_deal(table, nth)


def _waits_for_face(table: Table, number: int) -> bool:
    """Whether a card exposed to the seat could not be ruled on before it was read."""
    asked = any(alert.name == "CARD_NOT_READ" and alert.seat == number for alert in table.alerts)
    return asked and needs_face(table)


def flashed_on_leaving(course: Course, number: int, card_number: int) -> None:
    """G06, G07: in the deal a flashed card plays, in the draw it counts as exposed; in high draw it plays always."""
    held = _held(course.table.seat(number), card_number)
    if course.table.game.exposed is ExposedPolicy.KEEP_ALL:
        return
    if held.draw:
        course.rules(("G07",), "A card flashed in the draw counts as exposed.", seat=number)
        _in_draw(course, number, held)
    else:
        text = (
            f"The card flashed to {called(course.table, number)} in the deal did not land face up; it plays."
        )
        course.rules(("G06",), text, seat=number)


def _held(seat: Seat, number: int) -> HeldCard:
    return next(held for held in seat.hand if held.number == number)


def _in_deal(course: Course, number: int, held: HeldCard) -> None:
    """G01, G03-G05, G08, G09: it stays by rank and game, or is replaced after the deal, the first one as the burn.

    Y25: so it is in a later deal too, but there is no misdeal once there was action.
    """
    table = course.table
    limit = table.rules.misdeal_exposed
    first = nobody_has_acted(table)
    if first and limit is not None and _misdealt(table, held, limit):
        misdeal(course, ("F19",), "An exposed card that early, or a second one, is a misdeal.")
        return
    stays, row = row_for(table, held.card)
    later = () if first else ("Y25",)
    if stays:
        _kept(course, number, held, (row, *later))
        return
    as_burn = table.rules.burn_from_exposed and table.rules.burn_before_draw and not table.burn_taken
    course.happens(
        e.CardTakenBack(number, held.number, held.card, as_burn), e.CardsDue((e.Delivery(number),))
    )
    rows = (row, "G05", "X27") if as_burn and row == "G04" else (row, "X27") if as_burn else (row,)
    course.rules(
        (*rows, *later),
        f"The card exposed to {called(table, number)} is replaced after the deal"
        f"{' and is the burn card of the draw' if as_burn else ''}.",
        cards=[held.card] if held.card else [],
        seat=number,
    )


def _kept(course: Course, number: int, held: HeldCard, rows: tuple[str, ...]) -> None:
    table = course.table
    course.happens(e.CardExposed(number, held.number, held.card))
    if held.card is None and needs_face(table):
        text = f"The card exposed to {called(table, number)} was not read; whether it stays goes by its rank."
        course.alerts("CARD_NOT_READ", text, "dealer", seat=number)
        return
    where = "on the draw" if held.draw else "in the deal"
    course.rules(
        rows,
        f"{called(table, number)} keeps the card exposed {where}.",
        cards=[held.card] if held.card else [],
        seat=number,
    )


def _misdealt(table: Table, held: HeldCard, limit: int) -> bool:
    before = [
        h
        for seat in table.seats
        for h in seat.hand
        if h.face_up and not h.by_player and h.number != held.number
    ]
    return held.number <= 2 or len(before) + table.exposed + 1 >= limit


def _in_draw(course: Course, number: int, held: HeldCard) -> None:
    """G02; but Y25: the fifth card of four-before stays where a card of the deal would."""
    table = course.table
    stays, row = row_for(table, held.card)
    if stays and _is_fifth(table, number, held):
        _kept(course, number, held, (row, "Y25"))
    else:
        _replaced_last(course, number, held)


def _is_fifth(table: Table, number: int, held: HeldCard) -> bool:
    """Whether it is the card that everybody takes beyond those he throws: the last to come (E20)."""
    hand = table.seat(number).hand
    whole = len(hand) == table.game.hand_size
    return table.game.drawn_beyond(held.draw) > 0 and whole and hand[-1].number == held.number


def _replaced_last(course: Course, number: int, held: HeldCard) -> None:
    """G02: a card exposed on the draw is not kept; its replacement comes after all others have drawn."""
    table = course.table
    course.happens(e.CardTakenBack(number, held.number, held.card, as_burn=False))
    rows = ("G02", "G10") if table.game.exposed is ExposedPolicy.DEUCE_TO_SEVEN else ("G02",)
    course.rules(
        rows,
        f"The card exposed to {called(table, number)} on the draw is replaced after the others have drawn.",
        cards=[held.card] if held.card else [],
        seat=number,
    )
    if table.phase is Phase.DRAW:
        course.happens(e.LateCardOwed(number, "exposed"))
    else:
        course.happens(e.CardsDue((e.Delivery(number, held.draw),)))


def report_count(course: Course, command: ReportCount) -> None:
    """A hand was counted and does not have the cards the table thought."""
    table = course.table
    in_play = table.phase is not Phase.OVER and table.has_seat(command.seat)
    if not in_play or not table.seat(command.seat).is_in:
        course.refuses("count", command.seat, ("A05",), f"Seat {command.seat} has no hand to count.")
        return
    held = len(table.seat(command.seat).hand)
    if misfeed.is_unsettled(table, command.seat):
        misfeed.settle_by_hand_count(course, command.seat, command.count)
        return
    if command.count == held:
        return
    if not 0 <= command.count <= held + table.stub:
        text = f"Seat {command.seat} cannot have {command.count} cards; so many are not there."
        course.refuses("count", command.seat, ("A05",), text)
        return
    name = called(table, command.seat)
    course.happens(e.CardCountFound(command.seat, command.count))
    course.alerts("WRONG_COUNT", f"{name} has {command.count} cards.", "dealer", "floor", seat=command.seat)
    _rule_on_count(course, command.seat, command.count)


def _rule_on_count(course: Course, number: int, count: int) -> None:
    table = course.table
    name = called(table, number)
    not_drawn = table.draw_no == 0 or (table.phase is Phase.DRAW and table.seat(number).drew is None)
    before_draw = not_drawn or table.draw_no < table.game.draws
    drawn = table.draw_no > 1 or not not_drawn
    size = table.game.whole_hand_at(table.step, drawn=drawn)
    coming = sum(delivery.seat == number for delivery in table.due)
    if nobody_has_acted(table) and count + coming > size:
        misdeal(course, ("Y24",), f"{name} was dealt {count} cards and nobody has acted: a misdeal.")
    elif nobody_has_acted(table):
        course.rules(
            ("F25", "Y24"),
            f"{name} was dealt {count} cards and nobody has acted: the hand is filled up.",
            seat=number,
        )
        if size > count + coming:
            course.happens(e.CardsDue((e.Delivery(number),) * (size - count - coming)))
    elif count + coming == size:
        course.happens(e.AlertCleared("WRONG_COUNT", number))
        course.rules(("A05",), f"{name} has {count} cards after all, as it should be.", seat=number)
    elif before_draw and count + coming < size and table.rules.short_hand == "live":
        course.rules(("F25",), f"{name} plays on with {count} cards and draws the missing ones.", seat=number)
    else:
        course.rules(("A05",), f"{name} has {count} cards, not {size}: the hand is dead.", seat=number)
        kill(course, number, ("A05",))
