"""The declaration: which way each plays, said by all at once, and what comes of it (chapter V, Y20, Y21)."""

from collections.abc import Collection, Sequence

from table_controller import events as e
from table_controller.commands import Declare
from table_controller.hand_values.ranking import describe_in_a_sentence
from table_controller.rules.course import Course, called, listed
from table_controller.rules.ways import Failure, claims
from table_controller.structure import StepKind, Way
from table_controller.table.pots import Pot, layers
from table_controller.table.state import Phase, Table

WORDS = {Way.LOW: "low", Way.HIGH: "high", Way.BOTH: "both ways"}


def next_to_declare(table: Table) -> int | None:
    """Return the first seat left of the button that has not declared: all are asked at once, in any order (V02)."""
    for seat in table.clockwise(table.button):
        if seat.is_in and not seat.declared:
            return seat.number
    return None


def declare(course: Course, command: Declare) -> None:
    """V02: what a player said stays said, and nobody hears it before all have. A refusal does not tell it either."""
    table, number = course.table, command.seat
    if not table.has_seat(number):
        course.refuses("declare", number, ("A02",), f"Nobody sits in seat {number}.")
    elif not any(step.kind is StepKind.DECLARE for step in table.game.course):
        course.refuses("declare", number, ("P03",), "Nothing is declared in this game: cards speak.")
    elif table.phase is not Phase.DECLARE:
        text = "Players declare after the last betting round and before the showdown."
        course.refuses("declare", number, ("V01",), text)
    elif not table.seat(number).is_in:
        course.refuses("declare", number, ("V01",), f"{called(table, number)} has no hand to declare with.")
    elif table.seat(number).declared:
        text = f"{called(table, number)} has declared; that stands."
        course.refuses("declare", number, ("V02",), text)
    else:
        course.happens(e.DeclarationMade(number, command.way))


def proceed(course: Course) -> bool:
    """Ask for declarations, or open them all; say whether somebody is still to declare."""
    asked = next_to_declare(course.table)
    if asked is not None:
        course.happens(e.ActionAwaited(asked))
        return True
    ways = tuple((seat.number, seat.way) for seat in course.table.live if seat.way is not None)
    course.happens(e.DeclarationsOpened(ways))
    said = "; ".join(f"{called(course.table, number)} {WORDS[way]}" for number, way in ways)
    course.rules(("V02",), f"The declarations are opened: {said}.")
    return False


def tell_failures(course: Course, pot: Pot, name: str) -> None:
    """V07, V09, Y20: who declared both ways and is not best alone at both ends is out of both halves of this pot."""
    table = course.table
    several = len(layers(table)) > 1
    for failure in claims(table, pot.seats).failed:
        why = _why(table, failure)
        text = f"{called(table, failure.seat)} declared both ways and {why}: out of {name}."
        rows = (*failure.rows, "Y20") if several else failure.rows
        course.rules(rows, text, cards=table.seat(failure.seat).faces, seat=failure.seat)


def _why(table: Table, failure: Failure) -> str:
    """Return in words where he is tied and with whom, or beaten and by whom."""
    faces = table.seat(failure.seat).faces
    ends = []
    for end in failure.ends:
        rivals = listed(table, end.rivals)
        if end.tied:
            hand = describe_in_a_sentence(end.half.evaluator, faces)
            ends.append(f"ties with {rivals} for {end.half.name} with {hand}")
        else:
            ends.append(f"is beaten by {rivals} for {end.half.name}")
    return " and ".join(ends)


def carry(course: Course, pots: Sequence[Pot], stay: Collection[int]) -> None:
    """V12: pots that nobody won stay for the next deal, which all who were dealt in may play for."""
    table = course.table
    chips = sum(pots[index].chips for index in stay)
    gone = [_put_into(table, pots, index) for index in range(len(pots)) if index not in stay]
    lost = [(seat.number, sum(paid.get(seat.number, 0) for paid in gone)) for seat in table.seats]
    forfeits = tuple((number, paid) for number, paid in lost if paid)
    seats = tuple(seat.number for seat in table.dealt_in)
    course.happens(e.PotCarried(chips, forfeits, seats, "nobody won"))
    text = f"All who declared both ways failed and nobody else declared: {chips} stays for the next deal."
    course.rules(("V12",), text)


def _put_into(table: Table, pots: Sequence[Pot], index: int) -> dict[int, int]:
    """Return what each seat put into one pot: its chips between the top of the pot below and this pot's."""
    tops = [min((table.seat(n).put_in for n in pot.seats), default=0) for pot in pots]
    below = max(tops[:index], default=0)
    last = index == len(pots) - 1
    return {s.number: max(0, (s.put_in if last else min(s.put_in, tops[index])) - below) for s in table.seats}
