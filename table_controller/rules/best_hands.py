"""Whose hand is best, and whether it may win at all (L08, H01, L07, K01, U01)."""

from collections.abc import Iterable

from table_controller.hand_values import is_pair_or_better
from table_controller.ranking import hand_value, low_qualifies
from table_controller.structure import Half
from table_controller.table.state import Table


def best_of(table: Table, half: Half, seats: Iterable[int]) -> tuple[int, ...]:
    """Return those of *seats* with the best hand, several where they tie; all of them have been read."""
    among = tuple(seats)
    if len(among) < 2:
        return among
    values = {number: hand_value(half.evaluator, table.seat(number).faces) for number in among}
    best = max(values.values())
    return tuple(number for number in among if values[number] == best)


def qualifies(table: Table, half: Half, number: int) -> bool:
    """Say whether the hand may win this half at all (L08; archie's pair)."""
    faces = table.seat(number).faces
    if half.worst_low is not None:
        return low_qualifies(faces, half.worst_low)
    return half.least_pair is None or is_pair_or_better(faces, half.least_pair)
