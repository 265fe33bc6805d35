"""Who sits where, who is dealt in, and what is posted before the first card (chapter B, O03-O05, N07, F14, Y01)."""

import hashlib
from typing import Final

from table_controller import events as e
from table_controller.commands import ConfigureTable, LeaveSeat, StartHand, TakeSeat
from table_controller.rules import newcomers
from table_controller.rules.course import Course, called
from table_controller.rules.dead_button import small_blind_is_dead
from table_controller.rules.entering import (
    blind_places,
    button_of_next,
    dealt_into_next,
    regulars,
    seats_by_place,
)
from table_controller.rules.kills import not_in_halves, post_kill
from table_controller.rules.waiting_button import is_anted_again, waiting_button
from table_controller.structure import Game, HouseRules, Stakes, StepKind
from table_controller.table.state import HandStatus, Phase, Table

OF_ONE_HAND: Final = frozenset(
    {"CARD_NOT_READ", "WRONG_COUNT", "PREMATURE_CARD", "FLOOR_DECISION", "OPENERS_DUE"}
)
"""Alerts that speak of the cards of one hand; left open they would hide the same thing in the next."""


def configure(course: Course, command: ConfigureTable) -> None:
    if course.table.phase is not Phase.OVER:
        course.refuses("change the game", None, ("D13",), "The game changes only between hands.")
        return
    if course.table.pot_stays:
        course.refuses(
            "change the game",
            None,
            ("O03",),
            "The game cannot change while a carried pot lies in the middle.",
        )
        return
    why = impossible(command.game, command.rules, command.stakes)
    if why is not None:
        course.refuses("change the game", None, *why)
        return
    course.happens(e.TableConfigured(command.game, command.rules, command.stakes))


def impossible(game: Game, rules: HouseRules, stakes: Stakes) -> tuple[tuple[str, ...], str] | None:
    """Return the rows and the sentence that say why this cannot be dealt, or None where it can."""
    if not stakes.ante and not stakes.big_blind and not rules.no_forced_bet:
        return ("B16", "X39"), "A game needs an ante or blinds, unless no_forced_bet is set."
    if game.low_phase is not None and stakes.big_blind:
        row = "J01" if game.openers_rank is None else "J14"
        return (row,), f"{game.title} is played with antes; blinds cannot be posted in it."
    opens = rules.opening_requirement
    if stakes.big_blind and (opens == "jacks" or (opens == "by_game" and game.openers_rank is not None)):
        return ("B01",), "Where a pot is opened on openers, everybody antes and there are no blinds."
    return _not_in_chips(rules, stakes)


def _not_in_chips(rules: HouseRules, stakes: Stakes) -> tuple[tuple[str, ...], str] | None:
    """F10: where a figure is not made of the smallest chip, a bet would be asked for that nobody can make."""
    figures = (stakes.ante, *(chips for _, chips in stakes.blinds), *stakes.limits, rules.min_open or 0)
    odd = not_in_halves(rules, stakes)
    if odd is not None:
        return ("F20", "F10"), f"Half a kill cannot be made of {odd} in chips of {rules.smallest_chip}."
    for figure in figures:
        if figure % rules.smallest_chip:
            text = (
                f"{figure} cannot be made of chips of {rules.smallest_chip}, the smallest_chip of the house."
            )
            return ("F10",), text
    return None


def take_seat(course: Course, command: TakeSeat) -> None:
    table = course.table
    name = f"seat {command.seat}"
    if not 1 <= command.seat <= table.rules.max_seats:
        course.refuses(
            "sit down", command.seat, ("A02",), f"There is no {name}; seats are 1 to {table.rules.max_seats}."
        )
    elif command.stack < 0 or command.stack % table.rules.smallest_chip:
        course.refuses(
            "sit down", command.seat, ("F10",), f"{command.stack} chips cannot be brought to {name}."
        )
    elif table.phase is not Phase.OVER and table.has_seat(command.seat):
        course.refuses("bring chips", command.seat, ("F12",), "Chips may be added only between hands.")
    else:
        is_new = not table.has_seat(command.seat)
        course.happens(e.SeatTaken(command.seat, command.name, command.stack))
        if is_new:
            newcomers.newly_seated(course, command.seat)


def leave_seat(course: Course, command: LeaveSeat) -> None:
    table = course.table
    if not table.has_seat(command.seat):
        course.refuses("leave", command.seat, ("A02",), f"Nobody sits in seat {command.seat}.")
        return
    seat = table.seat(command.seat)
    if table.phase is not Phase.OVER and seat.status is not HandStatus.OUT:
        text = f"{called(table, command.seat)} was dealt in; chips and cards stay until the hand is over."
        course.refuses("leave", command.seat, ("A10",), text)
        return
    if table.phase is Phase.OVER and table.before_award is not None and "DECK_FOULED" in table.halted:
        text = "The deck was fouled: nobody leaves with chips of the last pot before the floor has ruled."
        course.refuses("leave", command.seat, ("Y23",), text)
        return
    course.happens(e.SeatLeft(command.seat, seat.stack))


def start_hand(course: Course, command: StartHand) -> None:
    table = course.table
    if _cannot_start(course):
        return
    if (command.carried is not None and (command.carried < 0 or table.pot_stays)) or (
        command.passed_out or 0
    ) < 0:
        course.refuses("start a hand", None, (), "What lies in the middle is not changed by starting a hand.")
        return
    if command.button is not None and not _is_a_seat(table, command.button):
        text = f"There is no seat {command.button} for the button; seats are 1 to {table.rules.max_seats}."
        course.refuses("start a hand", None, ("A02",), text)
        return
    carried = table.carried if command.carried is None else command.carried
    passed_out = table.passed_out if command.passed_out is None else command.passed_out
    settled = regulars(table)
    button = _button(table, command, settled) if settled else 0
    dead = command.button is None and small_blind_is_dead(table, settled)
    seats = dealt_into_next(table, button, small_is_dead=dead) if settled else ()
    if not 2 <= len(seats) <= table.rules.max_seats:
        text = f"A hand needs 2 to {table.rules.max_seats} players; {len(seats)} can be dealt in."
        course.refuses("start a hand", None, ("A02",), text)
        return
    for alert in table.alerts:
        if alert.name in OF_ONE_HAND:
            course.happens(e.AlertCleared(alert.name, alert.seat))
    course.happens(e.HandStarted(table.hand_no + 1, button, seats, carried, passed_out, rules_stamp(table)))
    if is_anted_again(table):
        _post_antes(course)
    _post_blinds(course, small_is_dead=dead)
    _post_owed_blinds(course, table)
    post_kill(course, table)
    newcomers.count_missed(course, table)
    newcomers.tell_who_waits_for_the_button(course, table)
    deal = course.table.game.course[0].cards
    order = [s.number for s in course.table.clockwise(button) if s.is_in]
    course.happens(e.CardsDue(tuple([e.Delivery(number) for number in order] * deal)))


def _is_a_seat(table: Table, number: int) -> bool:
    """Whether a button can lie there: nobody has to sit in the seat (F14)."""
    return 1 <= number <= table.rules.max_seats or table.has_seat(number)


def _button(table: Table, command: StartHand, settled: tuple[int, ...]) -> int:
    waits = waiting_button(table, settled) if command.button is None else None
    return waits if waits is not None else button_of_next(table, command.button)


def has_marked_cards(table: Table) -> bool:
    """Whether the backs were found to tell the faces, and no other deck has been released since (case E04)."""
    return any(alert.name == "MARKED_CARDS" for alert in table.alerts)


def _cannot_start(course: Course) -> bool:
    table = course.table
    if table.phase is not Phase.OVER:
        course.refuses("start a hand", None, ("A04",), "A hand is under way.")
    elif (why := impossible(table.game, table.rules, table.stakes)) is not None:
        course.refuses("start a hand", None, *why)
    elif table.halted:
        course.refuses("start a hand", None, ("Y23",), f"The table stands still: {', '.join(table.halted)}.")
    elif table.quarantined:
        text = f"Deck {table.quarantined[0]} is off the table; two people must release a deck first."
        course.refuses("start a hand", None, ("Y23",), text)
    elif has_marked_cards(table):
        text = "The deck is changed before the next hand; two people must release one first."
        course.refuses("start a hand", None, ("Y23",), text)
    else:
        return False
    return True


_STAMPS: Final[dict[tuple[int, ...], tuple[str, object]]] = {}
"""Stamps by the identity of what they stamp, which is kept beside them so that no other value can take its place."""
_STAMPS_KEPT: Final = 64


def rules_stamp(table: Table) -> str:
    """Return the digest of game, house rules and stakes that a hand is stamped with."""
    set_to = (table.game, table.rules, table.stakes)
    same = tuple([id(part) for part in set_to])
    known = _STAMPS.get(same)
    if known is not None:
        return known[0]
    if len(_STAMPS) >= _STAMPS_KEPT:
        _STAMPS.clear()
    stamp = hashlib.sha256(repr(set_to).encode()).hexdigest()[:16]
    _STAMPS[same] = (stamp, set_to)
    return stamp


def _post_antes(course: Course) -> None:
    """B01, W05: everyone dealt in antes what he has of it; O05: no ante once the pot has been anted often enough."""
    table = course.table
    limit = table.rules.max_antes
    if limit is not None and table.passed_out >= limit:
        return
    for seat in table.live:
        chips = min(table.stakes.ante, seat.stack)
        if chips:
            course.happens(e.AntePosted(seat.number, chips))


def _post_blinds(course: Course, *, small_is_dead: bool) -> None:
    """B03-B08, F13, F14, Y01: in the order of their places; a short big blind is posted again by the next seat."""
    table = course.table
    if not table.stakes.blinds:
        return
    seats = tuple(seat.number for seat in table.live)
    by_place = seats_by_place(table, seats, table.button, small_is_dead=small_is_dead)
    for place, chips in blind_places(table, len(seats)):
        number = by_place[place] if place < len(by_place) else None
        if number is not None:
            post_blind(course, number, chips, big=table.stakes.big_blind)


def _post_owed_blinds(course: Course, before: Table) -> None:
    """B09: who had less than half a big blind makes his blind up to one where he next gets cards."""
    for owing in before.seats:
        table = course.table
        if not owing.standing.owes_blind or not table.seat(owing.number).is_in:
            continue
        seat = table.seat(owing.number)
        chips = min(table.stakes.big_blind - seat.bet, seat.stack)
        if chips > 0:
            course.happens(e.OwedBlindPosted(seat.number, chips))
            text = f"{called(table, seat.number)} owes a big blind and posts {seat.bet + chips} in his place."
            course.rules(("B09",), text, seat=seat.number)


def post_blind(
    course: Course, number: int, blind: int, *, big: int, rows: tuple[str, ...] = ("B07", "B17")
) -> None:
    """Post a blind, or what the seat has of it; *big* is the blind that must be there by half at least (B07, J11).

    Who has posted the big blind for the player before him is the big blind, and posts no other (B17).
    """
    if course.table.seat(number).bet:
        return
    chips = min(blind, course.table.seat(number).stack)
    if chips or blind == big:
        course.happens(e.BlindPosted(number, chips, blind))
    if blind == big and course.table.rules.half_blind_rule:
        order = [seat.number for seat in course.table.clockwise(number) if seat.is_in]
        _until_posted(course, order, big, rows)


def _until_posted(course: Course, order: list[int], big: int, rows: tuple[str, ...]) -> None:
    """B07: while the big blind posted last is less than half, the next player must post it."""
    short = order[-1]
    blind = "forced bet" if course.table.base_game is not None else "big blind"
    for following in order[:-1]:
        if 2 * course.table.seat(short).bet >= big:
            return
        table = course.table
        text = f"{called(table, short)} has less than half the {blind}; {called(table, following)} posts it."
        course.rules(rows, text, seat=following)
        if course.table.base_game is None:
            course.happens(e.BlindOwed(short))
        seat = table.seat(following)
        course.happens(e.BlindPosted(following, min(big - seat.bet, seat.stack), big))
        short = following


def deal_step_cards(table: Table) -> int:
    step = table.current_step
    return step.cards if step and step.kind is StepKind.DEAL else 0
