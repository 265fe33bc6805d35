"""Who wins what, and how a hand ends (chapter R, W, F01-F03, F12, A07, O03-O05)."""

from table_controller import events as e
from table_controller.cards import Card
from table_controller.hand_values.ranking import describe_in_a_sentence
from table_controller.rules import claims, declaring, sevens
from table_controller.rules.course import Course, called, listed
from table_controller.rules.dead_button import heads_up_button, moves_with_the_blinds, place_of_small_blind
from table_controller.rules.division import Part
from table_controller.rules.entering import dealt_into_next, regulars
from table_controller.rules.kills import count_legs
from table_controller.rules.openers import opening_five, suspected_false_open
from table_controller.rules.turns import openers_rank
from table_controller.rules.waiting_button import tell_why, waiting_button
from table_controller.table.evolve import evolve
from table_controller.table.pots import Pot, layers, uncalled
from table_controller.table.state import Phase, Table


def return_uncalled(course: Course) -> None:
    """F12: the part of a bet that nobody matched goes back before anything is won."""
    back = uncalled(course.table)
    if back is not None:
        course.happens(e.BetReturned(*back))


def award_all(course: Course) -> None:
    """Push every pot to its winners and end the hand."""
    claims.tell_harmless(course)
    sevens.settle(course)
    pots = layers(course.table)
    stay = [index for index, pot in enumerate(pots) if not _award(course, index, pot, of=len(pots))]
    if stay:
        declaring.carry(course, pots, stay)
    end_hand(course)


def award_to(course: Course, number: int) -> None:
    """Push everything to one seat."""
    for index, pot in enumerate(layers(course.table)):
        course.happens(e.PotAwarded(index, pot.chips, pot.seats, ((number, pot.chips),)))


def _award(course: Course, index: int, pot: Pot, *, of: int) -> bool:
    """Push a pot, one *of* so many: all of it to the best hand, or each half of it to the best of its kind (R08, P01, F01-F03).

    False where nobody wins it and it stays (V12).
    """
    table = course.table
    parts = sevens.parts_of(table, pot)
    if table.game.declared and len(pot.seats) > 1:
        declaring.tell_failures(course, pot, _name_of(index, of))
    if not parts:
        return False
    course.happens(_awarded(index, pot, parts))
    if len(pot.seats) < 2:
        return True
    whole = f"{_name_of(index, of)} of {pot.chips}"
    for part in parts:
        share = f"{part.chips}, {part.words or f'the {part.half.name} half of'} {whole},"
        _tell(course, part, whole if len(parts) == 1 else share)
    return True


def _awarded(index: int, pot: Pot, parts: tuple[Part, ...]) -> e.PotAwarded:
    if len(parts) == 1:
        return e.PotAwarded(index, pot.chips, pot.seats, parts[0].shares)
    paid: dict[int, int] = {}
    for part in parts:
        for number, chips in part.shares:
            paid[number] = paid.get(number, 0) + chips
    halves = tuple(e.HalfWon(part.half.name, part.shares) for part in parts if not part.words)
    return e.PotAwarded(index, pot.chips, pot.seats, tuple(paid.items()), halves if len(halves) > 1 else ())


def _name_of(index: int, of: int) -> str:
    if index:
        return f"side pot {index}"
    return "the pot" if of == 1 else "the main pot"


def _tell(course: Course, part: Part, won: str) -> None:
    table, winners = course.table, part.winners
    cards: list[Card] = [card for number in winners for card in table.seat(number).faces]
    hand = describe_in_a_sentence(part.half.evaluator, table.seat(winners[0]).faces)
    if part.also is not None:
        low = describe_in_a_sentence(part.also.evaluator, table.seat(winners[0]).faces)
        hand = f"{hand} for {part.half.name} and {low} for {part.also.name}"
    if len(winners) == 1:
        text = f"{called(table, winners[0])} wins {won} with {hand}."
        course.rules(("R01", *part.rows), text, cards=cards, seat=winners[0])
        return
    odd = len({chips for _, chips in part.shares}) > 1
    rows = ("R08", "F01") if odd else ("R08",)
    text = f"{listed(table, winners)} tie with {hand} and split {won.removesuffix(',')}{_odd_chips(table, part)}."
    course.rules((*rows, *part.rows), text, cards=cards)


def _odd_chips(table: Table, part: Part) -> str:
    """F01: say who has a chip more than the others, where the part cannot be split evenly."""
    least = min(chips for _, chips in part.shares)
    more = tuple(number for number, chips in part.shares if chips > least)
    if not more:
        return ""
    what = "the odd chip goes" if len(more) == 1 else "the odd chips go"
    return f"; {what} to {listed(table, more)}"


def win_alone(course: Course, number: int) -> None:
    """C20: only one player is left; he wins without showing, but no more than a seven he showed may win (Q01)."""
    return_uncalled(course)
    if course.table.phase is Phase.SHOWDOWN:
        sevens.settle(course)
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
    rows = ["O03"] if table.base_game is None else ["J04", "O03"]
    rows.append("O04" if table.rules.passout_button == "advance" else "X14")
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
    after = evolve(course.table, e.HandEnded(table.hand_no, table.button, ()))
    seats = regulars(after)
    waits = waiting_button(after, seats)
    if waits is not None:
        tell_why(course)
    button = table.button if button_stays else waits or next_button(after, seats)
    count_legs(course)
    course.happens(e.HandEnded(table.hand_no, button, dealt_into_next(after, button)))
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
    if len(faces) == table.game.dealt:
        text = f"{called(table, opener)} shows the opening hand, as was asked."
        course.rules(("O12",), text, cards=faces, seat=opener)
