"""Who wins what, and how a hand ends (chapter R, W, F01-F03, F12, A07, O03-O05)."""

from table_controller import events as e
from table_controller.cards import Card
from table_controller.hand_values import describe_high, high_value
from table_controller.rules.course import Course, called, listed
from table_controller.rules.dead_button import heads_up_button, moves_with_the_blinds, place_of_small_blind
from table_controller.rules.openers import opening_five, suspected_false_open
from table_controller.rules.seating import may_be_dealt_in
from table_controller.rules.turns import openers_rank
from table_controller.table.pots import Pot, layers, uncalled
from table_controller.table.state import Phase, Table


def return_uncalled(course: Course) -> None:
    """F12: the part of a bet that nobody matched goes back before anything is won."""
    back = uncalled(course.table)
    if back is not None:
        course.happens(e.BetReturned(*back))


def winners_of(table: Table, pot: Pot) -> tuple[int, ...]:
    """Return the seats with the best hand among those who can win the pot; every hand is read."""
    if len(pot.seats) < 2:
        return pot.seats
    values = {number: high_value(table.seat(number).faces) for number in pot.seats}
    best = max(values.values())
    return tuple(number for number in pot.seats if values[number] == best)


def shares(table: Table, pot: Pot, winners: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Split a pot equally; odd chips one each, clockwise from the button's left (F01, R08)."""
    unit = table.rules.smallest_chip
    each, odd = divmod(pot.chips // unit, len(winners))
    remainder = pot.chips % unit
    order = [seat.number for seat in table.clockwise(table.button) if seat.number in winners]
    split = {number: (each + (place < odd)) * unit for place, number in enumerate(order)}
    if remainder:
        split[order[0]] += remainder
    return tuple(split.items())


def award_all(course: Course) -> None:
    """Push every pot to its winners and end the hand."""
    table = course.table
    for index, pot in enumerate(layers(table)):
        _award(course, index, pot, winners_of(course.table, pot))
    end_hand(course)


def award_to(course: Course, number: int) -> None:
    """Push everything to one seat."""
    for index, pot in enumerate(layers(course.table)):
        course.happens(e.PotAwarded(index, pot.chips, pot.seats, ((number, pot.chips),)))


def _award(course: Course, index: int, pot: Pot, winners: tuple[int, ...]) -> None:
    table = course.table
    split = shares(table, pot, winners)
    course.happens(e.PotAwarded(index, pot.chips, pot.seats, split))
    if len(pot.seats) < 2:
        return
    cards: list[Card] = [card for number in winners for card in table.seat(number).faces]
    hand = describe_high(table.seat(winners[0]).faces)
    name = (
        "the pot"
        if index == 0 and len(layers(table)) == 1
        else ("the main pot" if index == 0 else f"side pot {index}")
    )
    if len(winners) == 1:
        text = f"{called(table, winners[0])} wins {name} of {pot.chips} with {hand}."
        course.rules(("R01", "H01"), text, cards=cards, seat=winners[0])
        return
    odd = len({chips for _, chips in split}) > 1
    rows = ("R08", "F01") if odd else ("R08",)
    text = f"{listed(table, winners)} tie with {hand} and split {name} of {pot.chips}."
    course.rules(rows, text, cards=cards)


def win_alone(course: Course, number: int) -> None:
    """C20: only one player is left; he wins without showing."""
    return_uncalled(course)
    chips = course.table.in_middle
    award_to(course, number)
    course.rules(
        ("C20",), f"{called(course.table, number)} is the last one in and wins {chips}.", seat=number
    )
    end_hand(course)


def pass_out(course: Course) -> None:
    """O03: nobody opened; everyone antes again into the same pot."""
    table = course.table
    seats = tuple(seat.number for seat in table.dealt_in)
    chips = table.in_middle
    course.happens(e.PotCarried(chips, (), seats, "passed out"))
    text = f"Nobody opened: a new deal, and the pot of {chips} stays."
    course.rules(_pass_out_rows(course.table), text)
    end_hand(course, button_stays=table.rules.passout_button == "stay")


def _pass_out_rows(table: Table) -> tuple[str, ...]:
    rows = ["O03", "O04"]
    if table.rules.max_antes is not None and table.passed_out >= table.rules.max_antes:
        rows.append("O05")
    if table.rules.progressive:
        rows.append("O06")
    return tuple(rows)


def end_hand(course: Course, *, button_stays: bool = False) -> None:
    """Close the hand: who is dealt in next and where the button goes."""
    table = course.table
    if table.phase is Phase.OVER:
        return
    suspect = table.openers.position if suspected_false_open(table) else None
    asked = table.openers.hand_asked_by is not None and table.openers.position is not None
    if asked:
        _show_opening_hand(course)
    for alert in table.alerts:
        if alert.name == "CARD_NOT_READ":  # nobody needs the face any more
            course.happens(e.AlertCleared(alert.name, alert.seat))
    ended = e.HandEnded(table.hand_no, table.button, ())
    after = Course(course.table)
    after.happens(ended)
    seats = tuple(s.number for s in after.table.seats if may_be_dealt_in(after.table, s))
    button = table.button if button_stays else next_button(after.table, seats)
    course.happens(e.HandEnded(table.hand_no, button, seats))
    if suspect is not None:
        text = (
            f"{called(table, suspect)} may have opened without openers; the cards of the deal are in the log."
        )
        course.alerts("FALSE_OPEN_SUSPECTED", text, "floor", seat=suspect)


def next_button(table: Table, seats: tuple[int, ...]) -> int:
    """Return the next button seat: A07; with a dead button the place of the small blind (F14)."""
    if moves_with_the_blinds(table):
        return heads_up_button(table, seats) if len(seats) == 2 else place_of_small_blind(table)
    for seat in table.clockwise(table.button):
        if seat.number in seats or (table.rules.button_rule == "dead" and seat in table.dealt_in):
            return seat.number
    return table.button


def _show_opening_hand(course: Course) -> None:
    table = course.table
    opener = table.openers.position
    if opener is None or openers_rank(table) is None:
        return
    faces = [held.card for held in opening_five(table, opener) if held.card is not None]
    if len(faces) == 5:
        text = f"{called(table, opener)} shows the opening hand, as was asked."
        course.rules(("O12",), text, cards=faces, seat=opener)
