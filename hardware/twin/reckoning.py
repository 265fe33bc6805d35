"""What a pot should have been divided into by the cards that lay there: reckoned here anew, not asked of the rules."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from table_controller.cards import JOKER, Card
from table_controller.hand_values.high import is_pair_or_better
from table_controller.hand_values.ranking import hand_value
from table_controller.structure import Half, Way
from table_controller.table.state import Table

Hands = Mapping[int, Sequence[Card]]
ACE = 14


def fair_shares(table: Table, chips: int, hands: Hands) -> dict[int, int]:
    """Return what each seat should get of a pot between *hands*; nothing for anybody is a pot that stays."""
    ends = _declared_ends(table, hands) if table.game.declared else _ends_by_the_cards(table, hands)
    due: Counter[int] = Counter()
    for portion, winners in zip(_portions(table, chips, len(ends)), ends, strict=True):
        due.update(_doled_out(table, portion, winners))
    return dict(+due)


def best_hands(half: Half, hands: Hands) -> tuple[int, ...]:
    """Return the seats whose hands nobody beats."""
    values = {seat: hand_value(half.evaluator, cards) for seat, cards in hands.items()}
    return tuple(seat for seat, value in values.items() if value == max(values.values()))


def is_good_for(half: Half, cards: Sequence[Card]) -> bool:
    """Say whether a hand may win this half at all."""
    if half.worst_low is not None:
        ranks = [1 if card.rank == ACE else card.rank for card in cards if card is not JOKER]
        return len(set(ranks)) == len(ranks) and max(ranks) <= half.worst_low
    return half.least_pair is None or is_pair_or_better(cards, half.least_pair)


def _ends_by_the_cards(table: Table, hands: Hands) -> list[tuple[int, ...]]:
    ends = []
    for half in table.game.halves:
        able = {seat: cards for seat, cards in hands.items() if is_good_for(half, cards)}
        if able:
            ends.append(best_hands(half, able))
    return ends or [best_hands(table.game.halves[0], hands)]


def _declared_ends(table: Table, hands: Hands) -> list[tuple[int, ...]]:
    high, low = table.game.halves
    said = {seat: table.seat(seat).way for seat in hands}
    both = [seat for seat, way in said.items() if way is Way.BOTH]
    for seat in both:
        rivals = {
            half: hands if table.rules.scoop_against == "all" else _who(hands, said, way, Way.BOTH)
            for half, way in ((high, Way.HIGH), (low, Way.LOW))
        }
        if all(best_hands(half, those) == (seat,) for half, those in rivals.items()):
            return [(seat,)]
    ends = []
    for half, way in ((high, Way.HIGH), (low, Way.LOW)):
        those = _who(hands, said, way)
        if those:
            ends.append(best_hands(half, those))
    if not ends and table.rules.declare_all_fail == "split_best":
        return [best_hands(high, hands), best_hands(low, hands)]
    return ends


def _who(hands: Hands, said: Mapping[int, Way | None], *ways: Way) -> Hands:
    return {seat: cards for seat, cards in hands.items() if said[seat] in ways}


def _portions(table: Table, chips: int, ends: int) -> Iterable[int]:
    """All of it, or two halves that differ by one chip at most."""
    if ends < 2:
        return [chips][:ends]
    unit = table.rules.smallest_chip
    less = chips // (2 * unit) * unit
    return (less, chips - less) if table.rules.hilo_odd_chip == "low" else (chips - less, less)


def _doled_out(table: Table, chips: int, winners: Sequence[int]) -> Counter[int]:
    """Give the winners one chip after another, beginning left of the button; what is smaller than a chip to the first."""
    unit = table.rules.smallest_chip
    most = max(seat.number for seat in table.seats) + 1
    around = sorted(winners, key=lambda seat: (seat - table.button - 1) % most)
    rounds, odd = divmod(chips // unit, len(around))
    got = Counter({seat: (rounds + (place < odd)) * unit for place, seat in enumerate(around)})
    got[around[0]] += chips % unit
    return got
