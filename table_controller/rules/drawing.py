"""The draw: saying a number, laying cards down, being served (chapter E, F15, F18, Y05, Y07, Y09)."""

from typing import Final

from table_controller import events as e
from table_controller.cards import Card
from table_controller.commands import AnnounceDraw, AskDrawCount, ChangeDraw, Discard, Rap
from table_controller.rules.course import Course, called
from table_controller.rules.turns import next_to_draw, order_row
from table_controller.table.evolve_cards import taken_up_again
from table_controller.table.state import LIVE, HeldCard, Phase, Seat, Table

_DRAW: Final = Phase.DRAW


def _turn(course: Course, number: int, action: str) -> Seat | None:
    table = course.table
    seat = table.seat_if_taken(number)
    if seat is None:
        course.refuses(action, number, ("A02",), f"Nobody sits in seat {number}.")
        return None
    if table.phase is not _DRAW or table.to_act != number or table.due:
        row = "E06" if table.phase is _DRAW else order_row(table)
        course.refuses(action, number, (row,), f"It is not {called(table, number)}'s turn to draw.")
        return None
    return seat


def draw_range(table: Table, seat: Seat) -> tuple[int, int]:
    """Return the fewest and most cards the seat may take: what it throws (E02, E07, E08), and one more in the draw
    of four-before (E20, E21)."""
    beyond = table.game.drawn_beyond(table.draw_no)
    most = table.rules.max_draw
    with_ace = table.rules.max_draw_ace_or_wild
    if with_ace is not None:
        most = max(most, with_ace)
    return beyond, max(beyond, min(most, len(seat.hand) + beyond))


def numbers_open(table: Table, seat: Seat) -> tuple[int, int]:
    """Return the fewest and most cards the seat in turn may say now: the number said where it stands (E16)."""
    if seat.announced is not None and not _may_change(table, seat.number):
        return seat.announced, seat.announced
    return draw_range(table, seat)


def number_thrown(table: Table, announced: int) -> int:
    """Return how many cards are laid down by who has said this number (E05, E20)."""
    return max(0, announced - table.game.drawn_beyond(table.draw_no))


def announce(course: Course, command: AnnounceDraw) -> None:
    seat = _turn(course, command.seat, "draw")
    if seat is None:
        return
    rows = _number_rows(course.table, seat, command.count)
    if rows:
        _refuse_number(course, seat, command.count, rows)
    elif seat.announced not in (None, command.count):
        change(course, ChangeDraw(command.seat, command.count))
    else:
        _announced(course, command.seat, command.count)


def _announced(course: Course, number: int, count: int) -> None:
    """E19, E21: where the number means that no card is thrown, that is all there is to do."""
    course.happens(e.DrawAnnounced(number, count))
    if course.table.to_act != number:
        course.happens(e.ActionAwaited(number))
    if count == course.table.game.drawn_beyond(course.table.draw_no):
        discard(course, Discard(number, ()))


def _number_rows(table: Table, seat: Seat, count: int) -> tuple[str, ...]:
    least, most = draw_range(table, seat)
    if least <= count <= most:
        return ()
    if count < least:
        return ("E21",)
    return (
        ("E02",) if count > table.game.hand_size or table.rules.max_draw == table.game.hand_size else ("E07",)
    )


def _refuse_number(course: Course, seat: Seat, count: int, rows: tuple[str, ...]) -> None:
    least, most = draw_range(course.table, seat)
    text = f"{called(course.table, seat.number)} may draw {least} to {most} cards, not {count}."
    course.refuses("draw", seat.number, rows, text)


def change(course: Course, command: ChangeDraw) -> None:
    """E16: the number may change while no card was dealt for it and nobody acted on it."""
    table = course.table
    if not _may_change(table, command.seat):
        text = f"It is too late for seat {command.seat} to change the number of cards."
        course.refuses("change the number", command.seat, ("E16",), text)
        return
    seat = taken_up_again(table.seat(command.seat))
    rows = _number_rows(table, seat, command.count)
    if rows:
        _refuse_number(course, seat, command.count, rows)
        return
    _announced(course, command.seat, command.count)


def _may_change(table: Table, number: int) -> bool:
    """Whether the seat has said a number and has still to lay its cards down.

    Where all discard before any card leaves, so may the last who laid his down, until the next has said a number.
    """
    if table.phase is not Phase.DRAW or not table.has_seat(number) or table.to_act is None:
        return False
    if table.to_act == number:
        return table.seat(number).announced is not None and not _burned_for_it(table)
    if table.rules.draw_order != "all_discard_first" or table.seat(table.to_act).announced is not None:
        return False
    laid = [seat.number for seat in table.clockwise(table.button) if seat.is_in and seat.drew is not None]
    return bool(laid) and laid[-1] == number


def _burned_for_it(table: Table) -> bool:
    """E16, case B06: the burn left the stub for the number said, and the house holds that to be a card dealt for it."""
    if not table.rules.burn_closes_number or not table.burn_taken or not table.burns:
        return False
    return table.burns[-1].number == table.dealt_count


def rap(course: Course, command: Rap) -> None:
    """C14: a knock in the draw is standing pat."""
    discard(course, Discard(command.seat, ()))


def discard(course: Course, command: Discard) -> None:
    seat = _turn(course, command.seat, "discard")
    if seat is None:
        return
    chosen = choose(seat, command.cards)
    if chosen is None:
        _lays_down_what_he_has_not(course, seat, command.cards)
        return
    rows, text = _broken(course.table, seat, chosen, command)
    if rows:
        course.refuses("discard", command.seat, rows, f"{called(course.table, seat.number)} {text}")
        return
    _lay_down(course, seat, chosen, command)


def choose(seat: Seat, cards: tuple[Card | None, ...]) -> tuple[tuple[HeldCard, Card | None], ...] | None:
    """Return which held card each discard is, with its face as now known; None when it cannot be.

    A face the hand holds is that card; another face is one of the cards not read so far. An unread discard is an
    unread card of the hand; where all are read it is one of them, and nobody knows which.
    """
    left = list(seat.hand)
    faces = [held.card for held in left]
    chosen: list[tuple[HeldCard, Card | None]] = []
    for card in sorted(cards, key=lambda c: c is None) if None in cards else cards:
        if card in faces:
            at = faces.index(card)
        elif None in faces:
            at = faces.index(None)
        elif card is None and left:
            at = -1
        else:
            return None
        chosen.append((left.pop(at), card))
        del faces[at]
    return tuple(chosen)


def _lays_down_what_he_has_not(course: Course, seat: Seat, cards: tuple[Card | None, ...]) -> None:
    name = called(course.table, seat.number)
    if len(cards) > len(seat.hand):
        course.refuses(
            "discard", seat.number, ("E02",), f"{name} has {len(seat.hand)} cards, not {len(cards)}."
        )
        return
    text = f"A card laid down by {name} is not one the table has in that hand."
    course.alerts("SENSOR_CONFLICT", text, "dealer", "floor", seat=seat.number)
    course.refuses("discard", seat.number, ("E04",), text)


def _broken(
    table: Table, seat: Seat, chosen: tuple[tuple[HeldCard, Card | None], ...], command: Discard
) -> tuple[tuple[str, ...], str]:
    rows: list[str] = []
    text = ""
    beyond = table.game.drawn_beyond(table.draw_no)
    count = len(chosen) + beyond
    if seat.announced is not None and seat.announced != count:
        rows.append("E05")
        text = f"said {seat.announced} and laid down {len(chosen)}; the two must agree."
    if seat.announced is None and beyond and not chosen:
        rows.append("E21")
        text = "cannot stand pat with four cards: who throws none says how many he takes."
    if count > max(beyond, table.rules.max_draw) and not _may_draw_more(table, seat, chosen):
        rows.append("E08" if _is_extra_allowed(table, count) else "E07")
        only = " unless an ace or the joker is kept" if rows[-1] == "E08" else ""
        text = text or f"may not {'take' if beyond else 'throw'} {count} cards{only}."
    if command.splitting and table.openers.opener != seat.number:
        rows.append("S01")
        text = text or "is not the opener and has no openers to split."
    return tuple(rows), text


def _is_extra_allowed(table: Table, count: int) -> bool:
    return table.rules.max_draw_ace_or_wild is not None and count <= table.rules.max_draw_ace_or_wild


def _may_draw_more(table: Table, seat: Seat, chosen: tuple[tuple[HeldCard, Card | None], ...]) -> bool:
    """E08: one card more when keeping an ace or the joker; a card not read has the benefit of the doubt, also a discard:
    what is kept may then be any card that was not seen to be thrown."""
    if not _is_extra_allowed(table, len(chosen) + table.game.drawn_beyond(table.draw_no)):
        return False
    all_read = all(face is not None for _, face in chosen)
    thrown = {held.number for held, face in chosen if all_read or face is not None}
    kept = [held.card for held in seat.hand if held.number not in thrown]
    return any(card is None or card.rank in (0, 14) for card in kept)


def _lay_down(
    course: Course, seat: Seat, chosen: tuple[tuple[HeldCard, Card | None], ...], command: Discard
) -> None:
    table = course.table
    if None in command.cards and any(face is None and held.card is not None for held, face in chosen):
        course.happens(e.FaceForgotten(tuple(held.number for held in seat.hand)))
        text = f"A discard of {called(table, seat.number)} could not be read."
        course.alerts("CARD_NOT_READ", text, "dealer", seat=seat.number)
    numbers = tuple([held.number for held, _ in chosen])
    faces = tuple(command.cards)
    if None in faces:
        faces = tuple([face or _still_known(course.table, held) for held, face in chosen])
    course.happens(e.CardsDiscarded(seat.number, numbers, faces, table.draw_no, command.splitting))
    if table.rules.draw_order == "serve_in_turn":
        owe(course, course.table.seat(seat.number))


def _still_known(table: Table, held: HeldCard) -> Card | None:
    return next((h.card for s in table.seats for h in s.hand if h.number == held.number), None)


def shortage(table: Table, seat: Seat) -> int:
    """Return how many cards the seat needs for a whole hand, beyond those owed late (E05, F25)."""
    late = sum([owed.seat == seat.number for owed in table.late]) if table.late else 0
    return max(0, table.game.hand_size - len(seat.hand) - late)


def owe(course: Course, seat: Seat) -> None:
    """Make the replacements due, after the burn where it is still to come (E03, E09, E19)."""
    table, number = course.table, seat.number
    count = shortage(table, seat)
    if count == 0:
        return
    fifth_late = table.rules.five_card_draw == "four_then_one" and count == 5
    deliveries = [e.Delivery(number, table.draw_no)] * (4 if fifth_late else count)
    burn = table.rules.burn_before_draw and not table.burn_taken
    if burn and None not in [due.seat for due in table.due]:
        deliveries.insert(0, e.Delivery(None, table.draw_no))
    course.happens(e.CardsDue(tuple(deliveries)))
    if fifth_late:
        course.happens(e.LateCardOwed(number, "fifth card"))


def proceed(course: Course) -> bool:
    """Ask the next seat, serve what is owed, or end the draw; say whether the draw is still on."""
    drawer = next_to_draw(course.table)
    if drawer is not None:
        if course.table.to_act != drawer:
            course.happens(e.ActionAwaited(drawer))
        return True
    if course.table.to_act is not None:
        course.happens(e.ActionAwaited(None))
    _serve_all(course)
    if course.table.due:
        return True
    _serve_late(course)
    if course.table.due:
        return True
    course.happens(e.DrawEnded(course.table.draw_no))
    return False


def _serve_all(course: Course) -> None:
    """X13, F18: where all discard first, everybody is served now, clockwise."""
    table = course.table
    if table.rules.draw_order == "serve_in_turn":
        return
    for seat in table.clockwise(table.button):
        if seat.status is LIVE:
            owe(course, seat)
    if course.table.due or course.table.burn_taken or not table.rules.burn_when_all_pat:
        return
    if not any(seat.drew for seat in table.live):
        course.happens(e.CardsDue((e.Delivery(None, table.draw_no),)))


def _serve_late(course: Course) -> None:
    """E09, E10, G02, Y05, Y07: owed cards clockwise from the button's left, a burn before a last drawer's fifth."""
    table = course.table
    if not table.late:
        return
    order = [seat.number for seat in table.clockwise(table.button)]
    deliveries: list[e.Delivery] = []
    for owed in sorted(table.late, key=lambda o: order.index(o.seat)):
        if owed.reason == "fifth card" and _drew_last(table, owed.seat, order):
            deliveries.append(e.Delivery(None, table.draw_no))
        deliveries.append(e.Delivery(owed.seat, table.draw_no))
    course.happens(e.CardsDue(tuple(deliveries), late_served=True))


def _drew_last(table: Table, number: int, order: list[int]) -> bool:
    later = order[order.index(number) + 1 :]
    return not any(table.seat(n).is_in and table.seat(n).drew for n in later)


def ask_count(course: Course, command: AskDrawCount) -> None:
    """E17, E18, E23: an active player is told how many another drew until there is action after the draw."""
    table = course.table
    known = table.has_seat(command.seat) and table.has_seat(command.about)
    if not known or not table.seat(command.seat).is_in or not table.seat(command.about).is_in:
        text = "Only a player still in the hand may ask how many another such player drew."
        course.refuses("ask", command.seat, ("E23",), text)
    elif table.seat(command.about).drew is None:
        course.refuses("ask", command.seat, ("E17",), f"{called(table, command.about)} has not drawn yet.")
    elif table.acted_after_draw:
        text = "There was action after the draw; the number is told no more."
        course.refuses("ask", command.seat, ("E18",), text)
    else:
        count = table.seat(command.about).drew or 0
        course.happens(e.DrawCountTold(command.seat, command.about, count))
        course.rules(("E17",), f"{called(table, command.about)} drew {count}.", seat=command.about)
