"""Main and side pots."""

from dataclasses import dataclass

from table_controller.frozen import quickly_made
from table_controller.table.state import Table


@quickly_made
@dataclass(frozen=True, slots=True)
class Pot:
    """A pot and the seats that can win it; pot 0 is the main pot."""

    chips: int
    seats: tuple[int, ...]


def layers(table: Table) -> tuple[Pot, ...]:
    """Return the pots, main pot first, bets of the round included (W06, W07).

    A layer to which only dead hands contributed is merged downwards (the lowest goes to whoever is left); layers that
    the same seats can win are one.
    Money of earlier deals that is tied to no hand lies in the main pot, which everybody left can win.
    """
    put_in = {seat.number: seat.put_in for seat in table.seats}
    live = [seat.number for seat in table.live]
    pots: list[Pot] = []
    level = 0
    most = max(put_in.values(), default=0)
    if most and live and most == min([put_in[n] for n in live]):
        return (Pot(sum(put_in.values()) + table.carried, tuple(live)),)
    while most > level:
        in_layer = [n for n in live if put_in[n] > level]
        top = min([put_in[n] for n in in_layer], default=most)
        chips = sum([min(c, top) - level for c in put_in.values() if c > level])
        _add(pots, Pot(chips, tuple(in_layer if in_layer or pots else live)))
        level = top
    if table.carried and pots and pots[0].seats == tuple(live):
        pots[0] = Pot(pots[0].chips + table.carried, pots[0].seats)
    elif table.carried:
        pots.insert(0, Pot(table.carried, tuple(live)))
    return tuple(pots)


def _add(pots: list[Pot], pot: Pot) -> None:
    if pots and (not pot.seats or pots[-1].seats == pot.seats):
        pots[-1] = Pot(pots[-1].chips + pot.chips, pots[-1].seats)
    else:
        pots.append(pot)


def uncalled(table: Table) -> tuple[int, int] | None:
    """Return (seat, chips) of the part of a bet nobody matched, or None (F12, W07).

    Only bets of this round can be uncalled, never antes: what seats have in from earlier deals may differ.
    """
    bets = sorted([seat.bet for seat in table.seats], reverse=True)
    if len(bets) < 2 or bets[0] == bets[1]:
        return None
    most, next_to_it, *_ = bets
    return next((seat.number, most - next_to_it) for seat in table.seats if seat.bet == most)
