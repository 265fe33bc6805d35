"""Who wins a pot, or each half of it (chapters P, R, U; F01-F03)."""

from dataclasses import dataclass
from typing import Final

from table_controller.hand_values import is_pair_or_better
from table_controller.ranking import hand_value, low_qualifies
from table_controller.structure import Evaluator, Half
from table_controller.table.pots import Pot
from table_controller.table.state import Table

ROWS: Final = {
    Evaluator.HIGH: ("H01",),
    Evaluator.ACE_TO_FIVE: ("L07",),
    Evaluator.DEUCE_TO_SEVEN: ("K01",),
    Evaluator.ACE_TO_SIX: ("K12",),
    Evaluator.BADUGI: ("U01",),
    Evaluator.BADUGI_ACE_HIGH: ("U01",),
}


@dataclass(frozen=True, slots=True)
class Part:
    """A pot or a half of one: its chips, who wins it, and what each gets."""

    half: Half
    chips: int
    winners: tuple[int, ...]
    shares: tuple[tuple[int, int], ...]
    rows: tuple[str, ...]


def division_of(table: Table, pot: Pot) -> tuple[Part, ...]:
    """Return how a pot is divided among the hands that can win it; every one of them is read.

    A half that nobody qualifies for goes to the other (P02); where nobody qualifies for either, the first way to win
    takes all. The odd chip of the pot goes to the first half, or the other where the house says low (P06, F02).
    """
    halves = table.game.halves
    if len(pot.seats) < 2:
        return (_part(table, halves[0], pot.chips, pot.seats),)
    won = [(half, winners_by(table, half, pot.seats)) for half in halves]
    won = [(half, winners) for half, winners in won if winners]
    if not won:
        best = best_of(table, halves[0], pot.seats)
        return (_part(table, halves[0], pot.chips, best),)
    if len(won) == 1:
        half, winners = won[0]
        return (_part(table, half, pot.chips, winners, ("P02",) if len(halves) > 1 else ()),)
    first, second = _halved(table, pot.chips)
    (half, winners), (other, others) = won
    return (
        _part(table, half, first, winners, _half_rows(pot, first, second)),
        _part(table, other, second, others, _half_rows(pot, first, second)),
    )


def _half_rows(pot: Pot, first: int, second: int) -> tuple[str, ...]:
    return ("P01", "F02") if first != second else ("P01",)


def _halved(table: Table, chips: int) -> tuple[int, int]:
    unit = table.rules.smallest_chip
    less = chips // unit // 2 * unit
    more = chips - less
    return (less, more) if table.rules.hilo_odd_chip == "low" else (more, less)


def _part(table: Table, half: Half, chips: int, winners: tuple[int, ...], rows: tuple[str, ...] = ()) -> Part:
    return Part(half, chips, winners, shares(table, chips, winners), (*ROWS[half.evaluator], *rows))


def winners_by(table: Table, half: Half, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats with the best hand of those that qualify for this half; none where nobody does."""
    return best_of(table, half, tuple(n for n in seats if qualifies(table, half, n)))


def best_of(table: Table, half: Half, seats: tuple[int, ...]) -> tuple[int, ...]:
    if len(seats) < 2:
        return seats
    values = {number: hand_value(half.evaluator, table.seat(number).faces) for number in seats}
    best = max(values.values())
    return tuple(number for number in seats if values[number] == best)


def qualifies(table: Table, half: Half, number: int) -> bool:
    """Say whether the hand may win this half at all (L08; archie's pair)."""
    faces = table.seat(number).faces
    if half.worst_low is not None:
        return low_qualifies(faces, half.worst_low)
    return half.least_pair is None or is_pair_or_better(faces, half.least_pair)


def winners_of(table: Table, pot: Pot) -> tuple[int, ...]:
    """Return every seat that wins something of the pot."""
    parts = division_of(table, pot)
    return tuple(number for number in pot.seats if any(number in part.winners for part in parts))


def shares(table: Table, chips: int, winners: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Split chips equally; odd ones one each, clockwise from the button's left (F01, R08)."""
    unit = table.rules.smallest_chip
    each, odd = divmod(chips // unit, len(winners))
    remainder = chips % unit
    order = [seat.number for seat in table.clockwise(table.button) if seat.number in winners]
    split = {number: (each + (place < odd)) * unit for place, number in enumerate(order)}
    if remainder:
        split[order[0]] += remainder
    return tuple(split.items())
