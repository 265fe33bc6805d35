"""Coming into a game with blinds: waiting, killing, objecting, blinds missed, and changing seats (B10-B14, F21)."""

from table_controller import events as e
from table_controller.commands import (
    ComeBack,
    MarkNewcomer,
    MoveSeat,
    ObjectToKill,
    OfferKill,
    SitOut,
    WaitForBlind,
)
from table_controller.rules.course import Course, called
from table_controller.rules.dead_button import small_blind_is_dead
from table_controller.rules.entering import (
    big_blind_seat,
    deals_before_blind,
    has_blinds,
    may_be_dealt_in,
    next_button_of,
    regulars,
)
from table_controller.table.state import HandStatus, Phase, Table


def _between_hands(course: Course, action: str, number: int) -> bool:
    """Say whether it is between hands and somebody sits there; else refuse."""
    if not course.table.has_seat(number):
        course.refuses(action, number, ("A02",), f"Nobody sits in seat {number}.")
    elif course.table.phase is not Phase.OVER:
        course.refuses(action, number, ("B10",), "A hand is under way; this is for between hands.")
    else:
        return True
    return False


def sit_out(course: Course, command: SitOut) -> None:
    """The player gets no cards from the next deal on; a hand he has goes on."""
    if not course.table.has_seat(command.seat):
        course.refuses("sit out", command.seat, ("A02",), f"Nobody sits in seat {command.seat}.")
    elif course.table.seat(command.seat).away:
        course.refuses("sit out", command.seat, (), f"{called(course.table, command.seat)} is away already.")
    else:
        course.happens(e.PlayerAway(command.seat))


def come_back(course: Course, command: ComeBack) -> None:
    table = course.table
    if not table.has_seat(command.seat):
        course.refuses("come back", command.seat, ("A02",), f"Nobody sits in seat {command.seat}.")
    elif not table.seat(command.seat).away:
        course.refuses("come back", command.seat, (), f"{called(table, command.seat)} is not away.")
    else:
        course.happens(e.PlayerBack(command.seat))
        if has_blinds(table) and table.seat(command.seat).standing.entry is not None:
            text = f"{called(table, command.seat)} is back and waits for the big blind{_or_kills(table)}."
            course.rules((_missed_row(table),), text, seat=command.seat)


def _or_kills(table: Table) -> str:
    return ", or kills" if may_kill(table) else ""


def _missed_row(table: Table) -> str:
    return "B12" if is_single_blind(table) else "B13"


def is_single_blind(table: Table) -> bool:
    return sum(chips > 0 for _, chips in table.stakes.blinds) == 1


def may_kill(table: Table) -> bool:
    return table.rules.newplayer_kill is not None and has_blinds(table)


def price_of_kill(table: Table) -> int:
    """Return what a newcomer posts to be dealt in at once (F21)."""
    return (table.rules.newplayer_kill or 0) * table.stakes.big_blind


def newly_seated(course: Course, number: int) -> None:
    """B10: who sits down in a game with blinds that is under way waits, unless he kills."""
    table = course.table
    if table.last_blind is not None and has_blinds(table):
        course.happens(e.EntryOwed(number, "new"))


def mark(course: Course, command: MarkNewcomer) -> None:
    if not _between_hands(course, "come in", command.seat):
        return
    if not has_blinds(course.table):
        text = "Without blinds a new player is dealt in at once."
        course.refuses("come in", command.seat, ("B10",), text)
        return
    course.happens(e.EntryOwed(command.seat, "missed" if command.missed else "new"))


def offer_kill(course: Course, command: OfferKill) -> None:
    if not _between_hands(course, "kill", command.seat):
        return
    table = course.table
    rows, text = _why_no_kill(table, command)
    if rows:
        course.refuses("kill", command.seat, rows, f"{called(table, command.seat)} {text}")
        return
    course.happens(e.KillOffered(command.seat, command.chips))
    text = f"{called(table, command.seat)} kills the next pot for {command.chips} and is dealt in."
    course.rules((_kill_row(table, command.seat), "F21"), text, seat=command.seat)


def _kill_row(table: Table, number: int) -> str:
    return "B10" if table.seat(number).standing.entry == "new" else "B13"


def _why_no_kill(table: Table, command: OfferKill) -> tuple[tuple[str, ...], str]:
    """Return every row that keeps the seat from killing the next pot, and the first reason in words."""
    seat, price = table.seat(command.seat), price_of_kill(table)
    reasons: list[tuple[str, str]] = []
    if seat.standing.entry is None:
        reasons.append(
            ("B10", "is in the game; only a newcomer, or who missed the big blind, posts to come in.")
        )
    if not may_kill(table):
        reasons.append(("B10", "waits for the big blind; nobody kills a pot to come in here."))
    elif command.chips != price:
        reasons.append(("F21", f"posts {price} to come in, not {command.chips}."))
    if seat.standing.entry != "new" and is_single_blind(table):
        reasons.append(("B12", "missed the blind and waits until it comes to him."))
    if table.objections and objection_counts(table, command.seat):
        row = "B11" if seat.standing.entry == "new" else "B13"
        reasons.append((row, f"waits: {called(table, table.objections[0])} objects to the kill."))
    if seat.stack < command.chips:
        reasons.append(("F21", f"has {seat.stack} chips and cannot post {command.chips}."))
    others = [s for s in table.seats if s.number != command.seat]
    if any(s.standing.kills or (s.standing.must_kill and may_be_dealt_in(table, s)) for s in others):
        reasons.append(("F20", "waits: another kills the next pot, and a pot is killed once."))
    rows = tuple(dict.fromkeys(row for row, _ in reasons))
    return rows, reasons[0][1] if reasons else ""


def objection_counts(table: Table, number: int) -> bool:
    """Whether a player in the game may stop this seat's kill: B11 by the house, B13 always."""
    return table.rules.kill_needs_consent or table.seat(number).standing.entry != "new"


def wait(course: Course, command: WaitForBlind) -> None:
    """B10: the newcomer waits for the big blind; a kill he had offered is off."""
    if not _between_hands(course, "wait", command.seat):
        return
    if course.table.seat(command.seat).standing.entry is None:
        text = f"{called(course.table, command.seat)} is in the game and waits for nothing."
        course.refuses("wait", command.seat, ("B10",), text)
        return
    course.happens(e.KillOffered(command.seat, 0))


def object_to_kill(course: Course, command: ObjectToKill) -> None:
    """B11, B13: one objection of a player in the game is enough; who had offered the kill waits."""
    if not _between_hands(course, "object", command.seat):
        return
    table = course.table
    if command.seat not in regulars(table):
        text = f"{called(table, command.seat)} is not in the game and cannot object."
        course.refuses("object", command.seat, ("B11",), text)
        return
    waiting = [s.number for s in table.seats if s.standing.entry is not None]
    stopped = [number for number in waiting if objection_counts(table, number)]
    if not stopped:
        text = "Nobody's consent is needed for a newcomer's kill here."
        course.refuses("object", command.seat, ("B10",), text)
        return
    course.happens(e.KillObjected(command.seat))
    for number in stopped:
        if table.seat(number).standing.kills:
            course.happens(e.KillOffered(number, 0))
        row = "B11" if table.seat(number).standing.entry == "new" else "B13"
        text = f"{called(table, command.seat)} objects: {called(table, number)} does not kill and waits."
        course.rules((row,), text, seat=number)


def move_seat(course: Course, command: MoveSeat) -> None:
    """B14: a player changes seats between hands; who still has blinds to post pays for it."""
    if not _between_hands(course, "change seats", command.seat):
        return
    table = course.table
    if table.has_seat(command.to) or not 1 <= command.to <= table.rules.max_seats:
        course.refuses("change seats", command.seat, ("A02",), f"Seat {command.to} is not free.")
    elif table.pot_stays:
        text = "Nobody changes seats while a carried pot lies in the middle."
        course.refuses("change seats", command.seat, ("O03",), text)
    elif table.halted:
        text = f"The table stands still: {', '.join(table.halted)}."
        course.refuses("change seats", command.seat, ("Y23",), text)
    else:
        _move(course, command)


def _move(course: Course, command: MoveSeat) -> None:
    table = course.table
    owes = (
        has_blinds(table) and table.last_blind is not None and table.seat(command.seat).standing.entry is None
    )
    in_the_blinds = owes and has_blinds_to_post(table, command.seat)
    before = _deals_away(table, command.seat) if owes else 0
    course.happens(e.SeatMoved(command.seat, command.to))
    if in_the_blinds:
        course.happens(e.EntryOwed(command.to, "moved"))
        text = f"{called(table, command.seat)} moves with blinds still to post: he waits for the big blind{_or_kills(table)}."
        course.rules(("B14",), text, seat=command.to)
    elif owes:
        after = _deals_away(course.table, command.to)
        behind = after > before
        if behind:
            course.happens(e.EntryOwed(command.to, "behind", before))
        when = "when the big blind is as far away as it was" if behind else "at once"
        text = f"{called(course.table, command.to)} has posted all blinds and changes seats; he is dealt in {when}."
        course.rules(("B14",), text, seat=command.to)


def has_blinds_to_post(table: Table, number: int) -> bool:
    """Whether the seat has posted the big blind of this round and not yet the smaller ones. *table* is after a hand."""
    if is_single_blind(table) or table.last_blind is None:
        return False
    dealt = [s.number for s in table.clockwise(table.button) if s.status is not HandStatus.OUT]
    if table.last_blind not in dealt:
        return False
    if number == table.last_blind:
        return len(dealt) > 2
    before_the_big = dealt[: dealt.index(table.last_blind)]
    posts_least_last = min(place for place, chips in table.stakes.blinds if chips) == 0
    return number in (before_the_big if posts_least_last else before_the_big[1:])


def _deals_away(table: Table, number: int) -> int:
    """Return how many deals it is to the big blind from this seat, as the next deal stands."""
    seats = tuple(sorted({*regulars(table), number}))
    button = next_button_of(table, seats)
    big = big_blind_seat(table, seats, button, small_is_dead=small_blind_is_dead(table, seats))
    return deals_before_blind(seats, big, number)


def count_missed(course: Course, before: Table) -> None:
    """B12, B13: the big blind of this hand passed those who are away, and those without chips who owe nothing else."""
    table = course.table
    old, new = before.last_blind, table.last_blind
    if old is None or new is None or not has_blinds(table):
        return
    for seat in table.clockwise(old):
        if seat.number == new:
            return
        gone = seat.away or (seat.stack == 0 and not seat.standing.owes_blind)
        if seat.status is HandStatus.OUT and gone and seat.standing.entry is None and seat.number != old:
            course.happens(e.EntryOwed(seat.number, "missed"))


def tell_who_waits_for_the_button(course: Course, before: Table) -> None:
    """A newcomer whose kill would give somebody the big blind twice comes in once the button has passed him."""
    for seat in before.seats:
        if seat.standing.kills and not course.table.seat(seat.number).is_in and may_be_dealt_in(before, seat):
            text = f"{called(before, seat.number)} kills when the button has passed him."
            course.rules(("B10",), text, seat=seat.number)
