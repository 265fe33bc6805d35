"""Who plays for which half of a pot where players declare, and whose try for both halves fails (V03-V09, Y20, Y21)."""

from collections.abc import Iterable
from dataclasses import dataclass

from table_controller.rules.best_hands import best_of
from table_controller.structure import Half, Way
from table_controller.table.state import Table


@dataclass(frozen=True, slots=True)
class Failure:
    """A seat that declared both ways and is out of both, and the rows that say why."""

    seat: int
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claims:
    """Who may win what of one pot: *scooper* all of it, else *high* and *low* a half each; *failed* nothing."""

    scooper: int | None
    high: tuple[int, ...]
    low: tuple[int, ...]
    failed: tuple[Failure, ...]


def claims(table: Table, seats: tuple[int, ...]) -> Claims:
    """Return the claims to a pot that *seats* can win, each judged against them alone (Y20); all hands are read."""
    both = _who(table, seats, Way.BOTH)
    rows = {number: _why_it_fails(table, seats, number) for number in both}
    return Claims(
        scooper=next((number for number in both if not rows[number]), None),
        high=_who(table, seats, Way.HIGH),
        low=_who(table, seats, Way.LOW),
        failed=tuple(Failure(number, why) for number, why in rows.items() if why),
    )


def _who(table: Table, seats: Iterable[int], *ways: Way) -> tuple[int, ...]:
    return tuple(number for number in seats if table.seat(number).way in ways)


def _why_it_fails(table: Table, seats: tuple[int, ...], number: int) -> tuple[str, ...]:
    """V07, V09: he must be best alone at both ends; other scoopers count against him (Y21). No rows: he is.

    X24: against whom, those who declared that end or all who can win the pot, is the house's choice.
    """
    ends = zip(table.game.halves, (Way.HIGH, Way.LOW), strict=True)
    rows: dict[str, None] = {}
    for half, way in ends:
        declarers = _who(table, seats, way, Way.BOTH)
        why = _row(table, half, declarers, number)
        if why is None and table.rules.scoop_against == "all":
            why = _row(table, half, seats, number)
            rows |= {"X24": None} if why else {}
        rows |= {why: None} if why else {}
    return tuple(rows)


def _row(table: Table, half: Half, rivals: tuple[int, ...], number: int) -> str | None:
    best = best_of(table, half, rivals)
    if best == (number,):
        return None
    return "V07" if number in best else "V09"
