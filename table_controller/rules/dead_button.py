"""The dead button: it may stand at an empty place, so that everybody posts each blind once (F14)."""

from table_controller.table.state import Table


def moves_with_the_blinds(table: Table) -> bool:
    """Whether small and big blind go left of a dead button, and a hand with them was played."""
    if table.rules.button_rule != "dead" or table.last_blind is None:
        return False
    return [place for place, chips in sorted(table.stakes.blinds) if chips] in ([1, 2], [0, 1, 2])


def small_blind_is_dead(table: Table, seats: tuple[int, ...]) -> bool:
    """Whether nobody posts the small blind of the next hand: the last big blind is out. *table* is the hand before."""
    return moves_with_the_blinds(table) and len(seats) > 2 and table.last_blind not in seats


def place_of_small_blind(table: Table) -> int:
    """Return the place of the small blind of this hand, also where nobody sat there: the next button.

    :raises ValueError: no blind was posted
    """
    big = table.last_blind
    if big is None:
        raise ValueError("no blind was posted")
    between: list[int] = []
    for seat in table.clockwise(table.button):
        if seat.number == big:
            break
        between.append(seat.number)
    dealt_in = {seat.number for seat in table.dealt_in}
    posted = [number for number in between if number in dealt_in]
    if posted:
        return posted[-1]
    if len(dealt_in) == 2:
        return table.button
    return between[-1] if between else (big - 2) % table.rules.max_seats + 1


def heads_up_button(table: Table, seats: tuple[int, ...]) -> int:
    """Return the button of two players: not the one who is the next big blind. *table* is the hand before."""
    following = next(seat.number for seat in table.clockwise(table.last_blind or 0) if seat.number in seats)
    return next(number for number in seats if number != following)
