"""What a hand holds besides its value: draws to a straight or a flush, and what to keep."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from table_controller.cards import JOKER, Card
from table_controller.hand_values.high import CATEGORIES, HighCategory, high_category, high_value

ACE = 14
JACK = 11


def strength(cards: Sequence[Card]) -> int:
    """Return how good five cards are: 0 nothing, 1 a pair, up to 9 (the order of ``CATEGORIES``)."""
    return CATEGORIES.index(high_category(high_value(cards)))


def best_pair(cards: Sequence[Card]) -> int:
    """Return the rank of the highest pair, 0 without one; the joker pairs an ace."""
    counts = Counter(ACE if card is JOKER else card.rank for card in cards)
    return max((rank for rank, n in counts.items() if n > 1), default=0)


def four_to_flush(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return four cards that need one more of their suit, the joker among them if it is there; else none."""
    wild = tuple(card for card in cards if card is JOKER)
    for suit in range(4):
        suited = tuple(card for card in cards if card.suit == suit)
        if len(suited) + len(wild) == 4:
            return (*suited, *wild)
    return ()


def four_to_straight(cards: Sequence[Card], *, inside: bool = False) -> tuple[Card, ...]:
    """Return four cards that become a straight at either end, or with the joker; else none.

    With *inside* also four that want one card in the middle, or at the end of the ranks.
    """
    for four in combinations(cards, 4):
        ranks = sorted({card.rank for card in four if card is not JOKER})
        wild = JOKER in four
        if len(ranks) + wild != 4 or ranks[-1] - ranks[0] > (4 if inside else 3):
            continue
        if wild or inside or (ranks[0] > 2 and ranks[-1] < ACE):
            return four
    return ()


def to_keep(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return what a sensible player keeps of five cards."""
    category = high_category(high_value(cards))
    if category not in _DRAWS_ON:
        return tuple(cards)
    alike = _alike(cards)
    if len(alike) > 1:
        return alike
    drawing = four_to_flush(cards) or four_to_straight(cards)
    if drawing:
        return drawing
    high = sorted((card for card in cards if card.rank >= JACK or card is JOKER), key=_worth, reverse=True)
    return tuple(high[:2]) or (max(cards, key=_worth),)


_DRAWS_ON = frozenset(
    {HighCategory.HIGH_CARD, HighCategory.PAIR, HighCategory.TWO_PAIR, HighCategory.THREE_OF_A_KIND}
)


def _alike(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of pairs and triplets."""
    counts = Counter(ACE if card is JOKER else card.rank for card in cards)
    return tuple(card for card in cards if counts[ACE if card is JOKER else card.rank] > 1)


def _worth(card: Card) -> int:
    return ACE + 1 if card is JOKER else card.rank
