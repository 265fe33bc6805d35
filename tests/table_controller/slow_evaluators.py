"""Every way of ranking a hand in the slowest and most obvious form, to hold the fast ones against.

A key is larger for the better hand, low hands too. The joker tries every card the deck still has.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

from table_controller.cards import DECK, JOKER, Card
from table_controller.structure import Evaluator

Key = tuple[Any, ...]


def slow_key(evaluator: Evaluator, cards: Sequence[Card]) -> Key:
    return KEYS[evaluator](cards)


def high_key(cards: Sequence[Card]) -> Key:
    """H01-H17: the joker is an ace, or the card that makes a straight or flush."""
    if JOKER not in cards:
        return _poker_key(cards, straights=_straights(wheel=True))
    four = [card for card in cards if card is not JOKER]
    keys = [_key_with_fifth_ace(four)]
    for card in DECK[:52]:
        if card not in four:
            key = _poker_key([*four, card], straights=_straights(wheel=True))
            if key[0] in (4, 5, 8):
                keys.append(key)
    return max(keys)


def ace_to_five_key(cards: Sequence[Card]) -> Key:
    """L01-L07."""
    return max(_reversed(_likeness(_low_ranks(hand))) for hand in _with_joker_replaced(cards))


def deuce_to_seven_key(cards: Sequence[Card]) -> Key:
    """K01-K11."""
    straights = _straights(wheel=False)
    return max(_reversed(_poker_key(hand, straights=straights)) for hand in _with_joker_replaced(cards))


def ace_to_six_key(cards: Sequence[Card]) -> Key:
    """K12-K14."""
    straights = [set(range(lowest, lowest + 5)) for lowest in range(1, 10)]
    return max(
        _reversed(_poker_key(hand, straights=straights, ranks=_low_ranks(hand)))
        for hand in _with_joker_replaced(cards)
    )


def badugi_key(cards: Sequence[Card]) -> Key:
    """U01-U10."""
    return max(_badugi_keys(cards, ace=1))


def badugi_ace_high_key(cards: Sequence[Card]) -> Key:
    return max(_badugi_keys(cards, ace=14))


KEYS: dict[Evaluator, Callable[[Sequence[Card]], Key]] = {
    Evaluator.HIGH: high_key,
    Evaluator.ACE_TO_FIVE: ace_to_five_key,
    Evaluator.DEUCE_TO_SEVEN: deuce_to_seven_key,
    Evaluator.ACE_TO_SIX: ace_to_six_key,
    Evaluator.BADUGI: badugi_key,
    Evaluator.BADUGI_ACE_HIGH: badugi_ace_high_key,
}


def _with_joker_replaced(cards: Sequence[Card]) -> Iterable[list[Card]]:
    if JOKER not in cards:
        yield list(cards)
        return
    four = [card for card in cards if card is not JOKER]
    for card in DECK[:52]:
        if card not in four:
            yield [*four, card]


def _straights(wheel: bool) -> list[set[int]]:
    return [*([{14, 2, 3, 4, 5}] if wheel else []), *(set(range(low, low + 5)) for low in range(2, 11))]


def _low_ranks(cards: Sequence[Card]) -> list[int]:
    return [1 if card.rank == 14 else card.rank for card in cards]


def _likeness(ranks: Sequence[int]) -> Key:
    """How many are alike, most first, then the ranks in that order: the larger key is the higher hand."""
    counted = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    return tuple(count for count, _ in counted), tuple(rank for _, rank in counted)


def _poker_key(
    cards: Sequence[Card], straights: Sequence[set[int]], ranks: Sequence[int] | None = None
) -> Key:
    ranks = ranks or [card.rank for card in cards]
    counts, order = _likeness(ranks)
    flush = len({card.suit for card in cards}) == 1
    straight = set(ranks) in straights
    if straight:
        order = (straights.index(set(ranks)),)
    kinds = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
    kind = 8 if straight and flush else 5 if flush else 4 if straight else kinds[counts]
    return kind, order


def _key_with_fifth_ace(four: Sequence[Card]) -> Key:
    """The joker as an ace of no suit, even if all four aces are held."""
    counts, order = _likeness([*(card.rank for card in four), 14])
    kinds = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7, (5,): 9}
    return kinds[counts], order


def _reversed(key: Key) -> Key:
    return tuple(_reversed(part) if isinstance(part, tuple) else -part for part in key)


def _badugi_keys(cards: Sequence[Card], ace: int) -> Iterable[Key]:
    for playing in range(1, 5):
        for chosen in combinations(cards, playing):
            ranks = {ace if card.rank == 14 else card.rank for card in chosen}
            if len(ranks) == len({card.suit for card in chosen}) == playing:
                yield playing, tuple(-rank for rank in sorted(ranks, reverse=True))
