"""Showing hands, proving openers, and who is asked (chapter R, F11, O09, S)."""

from table_controller import events as e
from table_controller.cards import Card
from table_controller.commands import MuckHand, ShowCards
from table_controller.rules import claims
from table_controller.rules.award import award_all, end_hand, return_uncalled, win_alone
from table_controller.rules.course import Course, called
from table_controller.rules.division import winners_of
from table_controller.rules.openers import (
    false_open,
    fewest_openers,
    floor_decides,
    kill,
    proof_of,
    shown_by_themselves,
)
from table_controller.rules.openers_proof import Verdict
from table_controller.rules.turns import next_to_show, openers_rank
from table_controller.table.pots import layers
from table_controller.table.state import LIVE, HeldCard, Phase, Seat, Table


def showing_order(table: Table) -> tuple[int, ...]:
    """F11: players of the last side pot first; among them the last to bet or raise, else from the button's left."""
    aggressor = table.last_aggressor
    start = [s.number for s in table.clockwise(table.button) if s.is_in]
    if aggressor in start and table.rules.first_to_show == "last_aggressor":
        at = start.index(aggressor)
        start = start[at:] + start[:at]
    order: list[int] = []
    for pot in reversed(layers(table)):
        order += [number for number in start if number in pot.seats and number not in order]
    return tuple(order + [number for number in start if number not in order])


def show(course: Course, command: ShowCards) -> None:
    """Table cards; showing out of turn is allowed."""
    table = course.table
    seat = _with_hand(course, command.seat, "show")
    if seat is None:
        return
    if not command.cards and seat.is_read:
        course.happens(e.CardsShown(command.seat, tuple([held.number for held in seat.hand]), seat.faces))
        return
    matched = match_faces(seat, command.cards) if command.cards else _whole_hand(seat)
    if matched is None:
        text = f"What {called(table, command.seat)} shows are not the cards the table has in that hand."
        course.alerts("SENSOR_CONFLICT", text, "dealer", "floor", seat=command.seat)
        course.refuses("show", command.seat, ("R01",), text)
        return
    for held, face in matched:
        if held.card is None:
            course.happens(e.CardIdentified(held.number, face, "by hand", 1.0))
    numbers = tuple([held.number for held, _ in matched])
    course.happens(e.CardsShown(command.seat, numbers, tuple([face for _, face in matched])))
    if not command.cards and len(matched) < len(seat.hand):
        text = f"Not every card that {called(table, command.seat)} shows was read; show them again."
        course.alerts("CARD_NOT_READ", text, "dealer", seat=command.seat)


def _with_hand(course: Course, number: int, action: str) -> Seat | None:
    table = course.table
    seat = table.seat_if_taken(number)
    if seat is None or not seat.hand or table.phase is Phase.OVER:
        course.refuses(action, number, ("R07",), f"Seat {number} has no hand.")
        return None
    return seat


def _whole_hand(seat: Seat) -> list[tuple[HeldCard, Card]]:
    return [(held, held.card) for held in seat.hand if held.card is not None]


def match_faces(seat: Seat, cards: tuple[Card, ...]) -> list[tuple[HeldCard, Card]] | None:
    """Return which held card each face is: the one known by it, else one not read so far; None when none is left."""
    left = list(seat.hand)
    matched: list[tuple[HeldCard, Card]] = []
    known = seat.faces
    for card in sorted(cards, key=lambda c: c not in known):
        faces = [h.card for h in left]
        if card not in faces and None not in faces:
            return None
        matched.append((left.pop(faces.index(card if card in faces else None)), card))
    return matched


def muck(course: Course, command: MuckHand) -> None:
    table = course.table
    seat = _with_hand(course, command.seat, "muck")
    if seat is None:
        return
    if table.phase is not Phase.SHOWDOWN or not seat.is_in or len(table.live) < 2:
        course.refuses("muck", command.seat, ("R07",), f"{called(table, command.seat)} cannot muck now.")
        return
    course.happens(e.HandMucked(command.seat))
    if not course.table.has_rivals:
        cards, known = len(seat.hand), sum(held.card is not None for held in seat.hand)
        text = (
            f"{called(table, command.seat)} has thrown the hand away, {known} of its {cards} cards known from the deal;"
            " until the next hand the floor may have it retrieved."
        )
        course.rules(("R07",), text, seat=command.seat)


def last_one(course: Course) -> None:
    """C20, O09: the last player in wins; an opener shows openers first."""
    table = course.table
    seat = table.live[0]
    due = table.openers.opener == seat.number and openers_rank(table) is not None
    if not due or table.openers.proved:
        win_alone(course, seat.number)
        return
    if table.phase is not Phase.SHOWDOWN:
        course.happens(e.ShowdownStarted((seat.number,)))
    _openers_due(course, seat)
    if course.table.to_act != seat.number:
        course.happens(e.ActionAwaited(seat.number))
    _prove_by_shown_cards(course, seat.number)


def _openers_due(course: Course, seat: Seat) -> None:
    if not course.table.openers.due:
        course.happens(e.OpenersDue(seat.number))
        text = f"{called(course.table, seat.number)} must show openers."
        course.alerts("OPENERS_DUE", text, "dealer", seat=seat.number)


def _prove_by_shown_cards(course: Course, number: int) -> None:
    """Cards already tabled that hold openers are openers shown."""
    table = course.table
    seat = table.seat(number)
    rank = openers_rank(table)
    up = tuple(held.card for held in seat.hand if held.face_up and held.card is not None)
    if rank is None or table.openers.proved:
        return
    if not shown_by_themselves(up, seat, rank) and not (seat.shown and seat.discards_seen):
        return
    if proof_of(table, seat).verdict is not Verdict.NO:
        _proved(course, seat)
        win_alone(course, number)


def proceed(course: Course) -> None:
    """Ask for hands, then for openers, then push the pots."""
    _wrong_numbers_are_dead(course)
    if claims.settle(course):
        return
    table = course.table
    if table.pot_stays:
        end_hand(course)
        return
    if not table.has_rivals:
        if table.anybody_lives:
            last_one(course)
        else:
            nobody_left(course)
        return
    asked = next_to_show(table)
    if table.to_act != asked:
        course.happens(e.ActionAwaited(asked))
    if asked is not None:
        return
    return_uncalled(course)
    if openers_settled(course):
        award_all(course)


def _wrong_numbers_are_dead(course: Course) -> None:
    """A05: a hand that does not have exactly its number of cards cannot win."""
    table = course.table
    size = table.game.hand_size
    if table.draw_no != table.game.draws:
        return
    for seat in table.seats:
        if len(seat.hand) != size and seat.status is LIVE and course.table.has_rivals:
            name = called(course.table, seat.number)
            text = f"{name} has {len(seat.hand)} cards, not {size}: the hand is dead."
            course.rules(("A05",), text, seat=seat.number)
            kill(course, seat.number, ("A05",))


def nobody_left(course: Course) -> None:
    if course.table.to_act is not None:
        course.happens(e.ActionAwaited(None))
    if not any(alert.name == "FLOOR_DECISION" for alert in course.table.alerts):
        text = "No live hand is left; the floor decides where the pot goes."
        course.alerts("FLOOR_DECISION", text, "dealer", "floor")


def openers_settled(course: Course) -> bool:
    """Say whether nothing about openers stands between the hands shown and the pots."""
    table = course.table
    opener, rank = table.openers.opener, openers_rank(table)
    if opener is None or rank is None or table.openers.proved or not table.seat(opener).is_in:
        return True
    if not any(opener in winners_of(table, pot) for pot in layers(table)):
        return True
    seat = table.seat(opener)
    if table.openers.splitting:
        return _split(course, seat)
    if shown_by_themselves(seat.faces, seat, rank) or not any(seat.discards):
        return _judged(course, seat)
    return _unannounced(course, seat)


def _split(course: Course, seat: Seat) -> bool:
    """S01-S03: the discards under the chip are turned up after the hand."""
    if not seat.discards_seen:
        _openers_due(course, seat)
        return False
    return _judged(course, seat)


def _judged(course: Course, seat: Seat) -> bool:
    proof = proof_of(course.table, seat)
    if proof.verdict is not Verdict.NO:
        _proved(course, seat)
        return True
    table = course.table
    row = "S05" if table.rules.split_check == "exact" else "S02"
    text = f"{called(table, seat.number)} could not have opened: final hand and discards held no openers."
    discards = (
        [h.card for pile in seat.discards for h in pile if h.card is not None] if seat.discards_seen else []
    )
    course.rules((row,), text, cards=[*seat.faces, *discards], seat=seat.number)
    false_open(course, seat.number, (row,))
    return True


def _proved(course: Course, seat: Seat) -> None:
    table = course.table
    proof = proof_of(table, seat)
    up = tuple(held.card for held in seat.hand if held.face_up and held.card is not None)
    named = fewest_openers(up, seat, openers_rank(table)) or proof.five or ()
    seen = tuple(card for card in named if card is not None and (card in up or seat.discards_seen))
    course.happens(
        e.OpenersProved(seat.number, seen, proof.rules), e.AlertCleared("OPENERS_DUE", seat.number)
    )
    text = f"{called(table, seat.number)} has proved openers."
    course.rules(("O09", *proof.rules), text, cards=seen, seat=seat.number)


def _unannounced(course: Course, seat: Seat) -> bool:
    """S01: openers may have been split without a word; where the house wants it announced, the floor decides."""
    table = course.table
    if not table.rules.split_needs_announcement:
        return _split(course, seat)
    if not table.openers.due:
        _openers_due(course, seat)
        floor_decides(course, seat)
    return False
