"""Whose hand is best, and whether it may win at all (L08, H01, L07, K01, U01)."""

from collections.abc import Iterable

from table_controller.hand_values.high import is_pair_or_better
from table_controller.hand_values.ranking import HAND_VALUES, low_qualifies
from table_controller.structure import Half
from table_controller.table.state import Table


def best_of(table: Table, half: Half, seats: Iterable[int]) -> tuple[int, ...]:
    """Return those of *seats* with the best hand, several where they tie; all of them have been read."""
    among = tuple(seats)
    if len(among) < 2:
        return among
    value_of = HAND_VALUES[half.evaluator]
    values = [value_of(table.seat(number).faces) for number in among]
    best = max(values)
    return tuple([number for number, value in zip(among, values, strict=True) if value == best])


def qualifies(table: Table, half: Half, number: int) -> bool:
    """Say whether the hand may win this half at all (L08; archie's pair)."""
    faces = table.seat(number).faces
    if half.worst_low is not None:
        return low_qualifies(faces, half.worst_low)
    return half.least_pair is None or is_pair_or_better(faces, half.least_pair)
