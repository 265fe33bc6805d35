"""Who wins a pot, or each half of it (chapters P, R, U, V; F01-F03)."""

from dataclasses import dataclass, replace
from typing import Final

from table_controller.frozen import quickly_made
from table_controller.rules.best_hands import best_of, qualifies
from table_controller.rules.ways import Claims, claims
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


@quickly_made
@dataclass(frozen=True, slots=True)
class Part:
    """A pot or a half of one: its chips, who wins it, and what each gets; *also* is the other half of a scoop."""

    half: Half
    chips: int
    winners: tuple[int, ...]
    shares: tuple[tuple[int, int], ...]
    rows: tuple[str, ...]
    also: Half | None = None
    words: str = ""
    """What part of the pot it is, where it is not named by its half (Q13)."""


def division_of(table: Table, pot: Pot) -> tuple[Part, ...]:
    """Return how a pot is divided among the hands that can win it; every one of them is read.

    A half that nobody qualifies for goes to the other (P02); where nobody qualifies for either, the first way to win
    takes all. The odd chip of the pot goes to the first half, or the other where the house says low (P06, F02).
    Where players have declared nobody needs to qualify (V04); no part at all is a pot that stays (V12).
    """
    halves = table.game.halves
    if len(pot.seats) < 2:
        return (_part(table, halves[0], pot.chips, pot.seats),)
    if table.game.declared:
        return _by_declaration(table, pot, claims(table, pot.seats))
    won = [(half, winners_by(table, half, pot.seats)) for half in halves]
    won = [(half, winners) for half, winners in won if winners]
    if not won:
        best = best_of(table, halves[0], pot.seats)
        return (_part(table, halves[0], pot.chips, best),)
    if len(won) == 1:
        half, winners = won[0]
        return (_part(table, half, pot.chips, winners, ("P02",) if len(halves) > 1 else ()),)
    return _split(table, pot, (won[0][1], won[1][1]), ("P01",))


def _by_declaration(table: Table, pot: Pot, said: Claims) -> tuple[Part, ...]:
    """V03-V09, V12: a scooper who is best alone both ways takes all; else each way goes to those who declared it."""
    high, low = table.game.halves
    if said.scooper is not None:
        rows = ("V06", "Y21") if said.failed else ("V06",)
        whole = _part(table, high, pot.chips, (said.scooper,), rows)
        return (replace(whole, also=low),)
    if said.high and said.low:
        return _split(table, pot, (best_of(table, high, said.high), best_of(table, low, said.low)), ("V03",))
    if said.high or said.low:
        half, seats = (high, said.high) if said.high else (low, said.low)
        rows = ("V08",) if said.failed else ("V05",)
        return (_part(table, half, pot.chips, best_of(table, half, seats), rows),)
    if table.rules.declare_all_fail == "carry":
        return ()
    among = tuple(failure.seat for failure in said.failed) or pot.seats
    return _split(table, pot, (best_of(table, high, among), best_of(table, low, among)), ("V12",))


def _split(
    table: Table, pot: Pot, winners: tuple[tuple[int, ...], tuple[int, ...]], rows: tuple[str, ...]
) -> tuple[Part, ...]:
    """P06, F02: each half to its winners, the odd chip of the pot to the half the house gives it to."""
    chips = _halved(table, pot.chips)
    if chips[0] != chips[1]:
        rows = (*rows, "F02")
    return tuple(
        _part(table, half, part, seats, rows)
        for half, part, seats in zip(table.game.halves, chips, winners, strict=True)
    )


def _halved(table: Table, chips: int) -> tuple[int, int]:
    unit = table.rules.smallest_chip
    less = chips // unit // 2 * unit
    more = chips - less
    return (less, more) if table.rules.hilo_odd_chip == "low" else (more, less)


def _part(table: Table, half: Half, chips: int, winners: tuple[int, ...], rows: tuple[str, ...] = ()) -> Part:
    return Part(half, chips, winners, shares(table, chips, winners), (*ROWS[half.evaluator], *rows))


def winners_by(table: Table, half: Half, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats with the best hand of those that qualify for this half; none where nobody does."""
    if half.worst_low is None and half.least_pair is None:
        return best_of(table, half, seats)
    return best_of(table, half, tuple([n for n in seats if qualifies(table, half, n)]))


def winners_of(table: Table, pot: Pot) -> tuple[int, ...]:
    """Return every seat that wins something of the pot."""
    parts = division_of(table, pot)
    return tuple(number for number in pot.seats if any(number in part.winners for part in parts))


def shares(table: Table, chips: int, winners: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Split chips equally; odd ones one each, clockwise from the button's left (F01, R08)."""
    if len(winners) == 1:
        return ((winners[0], chips),)
    unit = table.rules.smallest_chip
    each, odd = divmod(chips // unit, len(winners))
    remainder = chips % unit
    order = [seat.number for seat in table.clockwise(table.button) if seat.number in winners]
    split = {number: (each + (place < odd)) * unit for place, number in enumerate(order)}
    if remainder:
        split[order[0]] += remainder
    return tuple(split.items())
