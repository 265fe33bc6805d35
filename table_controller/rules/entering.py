"""Who gets cards in the next deal: everybody in the game, the newcomer the big blind reaches, the one who kills (B10-B14)."""

from table_controller.rules.dead_button import (
    heads_up_button,
    moves_with_the_blinds,
    place_of_small_blind,
    small_blind_is_dead,
)
from table_controller.table.state import Seat, Table

FEWEST = 2
"""With fewer players in the game it begins anew, and nobody waits."""


def may_be_dealt_in(table: Table, seat: Seat) -> bool:
    """Say whether this seat could get cards: chips, or a share of the pot that stayed (W04, N07, N12), and not away."""
    if seat.sits_out or seat.away:
        return False
    if table.participants is None:
        return seat.stack > 0
    if table.rules.false_open_participants == "all":
        return seat.stack > 0 or seat.put_in > 0
    return seat.number in table.participants and (seat.stack > 0 or seat.put_in > 0)


def has_blinds(table: Table) -> bool:
    return table.stakes.big_blind > 0


def regulars(table: Table) -> tuple[int, ...]:
    """Return the seats that get cards whatever the blinds; all who may where these are too few for a hand."""
    everybody: list[int] = []
    settled: list[int] = []
    for seat in table.seats:
        if may_be_dealt_in(table, seat):
            everybody.append(seat.number)
            if seat.standing.entry is None:
                settled.append(seat.number)
    return tuple(settled if has_blinds(table) and len(settled) >= FEWEST else everybody)


def blind_places(table: Table, players: int) -> list[tuple[int, int]]:
    """Return (seats left of the button, chips) of the blinds; with two players the button posts the smaller (Y01)."""
    blinds = sorted((place, chips) for place, chips in table.stakes.blinds if chips)
    if players > 2 or len(blinds) < 2:
        return blinds
    small, big = sorted(chips for _, chips in blinds)[-2:]
    return [(0, small), (1, big)]


def seats_by_place(
    table: Table, seats: tuple[int, ...], button: int, *, small_is_dead: bool
) -> list[int | None]:
    """Return who sits 0, 1, 2 … places left of the button; None where nobody does (F14)."""
    after = [number for number in seats if number > button]
    order: list[int | None] = [*after, *(number for number in seats if number <= button)]
    at_button = button if button in seats else None
    return [at_button, None, *order] if small_is_dead else [at_button, *order]


def big_blind_seat(table: Table, seats: tuple[int, ...], button: int, *, small_is_dead: bool) -> int | None:
    """Return the seat the big blind comes to if these seats are dealt in."""
    places = blind_places(table, len(seats))
    place = next((place for place, chips in reversed(places) if chips == table.stakes.big_blind), None)
    by_place = seats_by_place(table, seats, button, small_is_dead=small_is_dead)
    return by_place[place] if place is not None and place < len(by_place) else None


def next_button_of(table: Table, seats: tuple[int, ...], wanted: int | None = None) -> int:
    """Return the button of the next deal among *seats*; *wanted* where somebody has said it."""
    button = wanted if wanted is not None else table.next_button
    if button is None:
        return seats[-1]
    if button in seats:
        return button
    if table.rules.button_rule == "dead":
        return heads_up_button(table, seats) if len(seats) == 2 else button
    return next((n for n in seats if n > button), seats[0])


def button_of_next(table: Table, wanted: int | None = None) -> int:
    """Return the button of the next deal. A third player between two blinds and the button is the next big blind (F14)."""
    settled = regulars(table)
    if wanted is not None or not moves_with_the_blinds(table):
        return next_button_of(table, settled, wanted)
    if len(settled) == len(table.dealt_in) == FEWEST and table.last_blind in settled:
        coming = {*settled, *(seat.number for seat in waiting_seats(table, settled))}
        following = next(s.number for s in table.clockwise(table.last_blind or 0) if s.number in coming)
        if following not in settled:
            return place_of_small_blind(table)
    if len(settled) == FEWEST:
        return heads_up_button(table, settled)
    return next_button_of(table, settled)


def dealt_into_next(
    table: Table, button: int | None = None, *, small_is_dead: bool | None = None
) -> tuple[int, ...]:
    """Return the seats of the next deal. *table* is between hands; *button* None where the button is none yet.

    A killer whose seat would give somebody the big blind twice waits until the button has passed him.
    """
    settled = regulars(table)
    waiting = waiting_seats(table, settled)
    if not waiting or len(settled) < FEWEST:
        return settled
    at = button_of_next(table) if button is None else button
    dead = small_blind_is_dead(table, settled) if small_is_dead is None else small_is_dead
    big = big_blind_seat(table, settled, at, small_is_dead=dead)
    order = [*(s for s in waiting if s.number > at), *(s for s in waiting if s.number <= at)]
    coming = [seat.number for seat in order if _reached(table, seat, settled, at, dead, big)][:1]
    coming += [seat.number for seat in order if seat.standing.kills and seat.number not in coming]
    seats = settled
    for number in coming:
        with_him = tuple(sorted((*seats, number)))
        whose = big_blind_seat(table, with_him, at, small_is_dead=dead)
        if len(with_him) <= table.rules.max_seats and whose in (big, number):
            seats, big = with_him, whose
    return tuple(sorted((*seats, *_at_old_place(table, order, seats, at, dead, big))))


def waiting_seats(table: Table, settled: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the seats that could get cards and wait for the big blind, or for their old place; not the *settled*."""
    if len(settled) == len(table.seats):
        return ()
    return tuple(s for s in table.seats if s.number not in settled and may_be_dealt_in(table, s))


def _reached(
    table: Table, seat: Seat, settled: tuple[int, ...], button: int, dead: bool, big: int | None
) -> bool:
    with_him = tuple(sorted((*settled, seat.number)))
    return seat.number != big and seat.number == big_blind_seat(table, with_him, button, small_is_dead=dead)


def _at_old_place(
    table: Table, order: list[Seat], seats: tuple[int, ...], button: int, dead: bool, big: int | None
) -> list[int]:
    """B14: who changed seats is dealt in where the big blind is as far away as it was from his old seat."""
    found: list[int] = []
    for seat in order:
        if seat.standing.entry != "behind" or seat.number in seats:
            continue
        with_him = tuple(sorted((*seats, *found, seat.number)))
        whose = big_blind_seat(table, with_him, button, small_is_dead=dead)
        if whose == big and deals_before_blind(with_him, whose, seat.number) <= seat.standing.place:
            found.append(seat.number)
    return found


def deals_before_blind(seats: tuple[int, ...], big: int | None, number: int) -> int:
    """Return how many of *seats* the big blind comes to before *number*, counted from the seat that has it."""
    if big is None or number == big:
        return 0
    if big < number:
        return sum(big < seat <= number for seat in seats)
    return sum(seat > big or seat <= number for seat in seats)
