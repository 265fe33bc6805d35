"""Who plays for which half of a pot where players declare, and whose try for both halves fails (V03-V09, Y20, Y21)."""

from collections.abc import Iterable
from dataclasses import dataclass

from table_controller.rules.best_hands import best_of
from table_controller.structure import Half, Way
from table_controller.table.state import Table


@dataclass(frozen=True, slots=True)
class End:
    """An end of the pot at which a hand is not best alone: *rivals* are best, it is one of them where *tied*."""

    half: Half
    rivals: tuple[int, ...]
    tied: bool


@dataclass(frozen=True, slots=True)
class Failure:
    """A seat that declared both ways and is out of both, the rows that say why, and the ends at which it fails."""

    seat: int
    rows: tuple[str, ...]
    ends: tuple[End, ...]


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
    judged = [_judged(table, seats, number) for number in both]
    return Claims(
        scooper=next((one.seat for one in judged if not one.rows), None),
        high=_who(table, seats, Way.HIGH),
        low=_who(table, seats, Way.LOW),
        failed=tuple(one for one in judged if one.rows),
    )


def _who(table: Table, seats: Iterable[int], *ways: Way) -> tuple[int, ...]:
    return tuple(number for number in seats if table.seat(number).way in ways)


def _judged(table: Table, seats: tuple[int, ...], number: int) -> Failure:
    """V07, V09: he must be best alone at both ends; other scoopers count against him (Y21). No rows: he is.

    X24: against whom, those who declared that end or all who can win the pot, is the house's choice.
    """
    rows: dict[str, None] = {}
    ends: list[End] = []
    for half, way in zip(table.game.halves, (Way.HIGH, Way.LOW), strict=True):
        end = _end(table, half, _who(table, seats, way, Way.BOTH), number)
        if end is None and table.rules.scoop_against == "all":
            end = _end(table, half, seats, number)
            rows |= {"X24": None} if end else {}
        if end is not None:
            rows |= {"V07" if end.tied else "V09": None}
            ends.append(end)
    return Failure(number, tuple(rows), tuple(ends))


def _end(table: Table, half: Half, rivals: tuple[int, ...], number: int) -> End | None:
    """Return who is best at this end where he is not, or is not alone."""
    best = best_of(table, half, rivals)
    others = tuple(rival for rival in best if rival != number)
    return End(half, others, number in best) if others else None
