"""Hands by any evaluator of a game: what they are worth, what they play as, what a dealer calls them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

from table_controller.cards import Card
from table_controller.hand_values.badugi import BADUGI_ACE_HIGH_ORDER, BADUGI_ORDER, BadugiOrder
from table_controller.hand_values.high import (
    HIGHEST_VALUE,
    HighCategory,
    describe_high,
    high_category,
    high_value,
)
from table_controller.hand_values.low import ACE_TO_FIVE_LOW, ACE_TO_SIX_LOW, DEUCE_TO_SEVEN_LOW, LowOrder
from table_controller.hand_values.low import is_eight_or_better as is_eight_or_better
from table_controller.hand_values.low import low_qualifies as low_qualifies
from table_controller.hand_values.low import seven_or_better as seven_or_better
from table_controller.hand_values.words import badugi_words, low_words, with_article
from table_controller.structure import Evaluator

HandValue = Callable[[Sequence[Card]], int]

LOW_ORDERS: Final[Mapping[Evaluator, LowOrder | BadugiOrder]] = {
    Evaluator.ACE_TO_FIVE: ACE_TO_FIVE_LOW,
    Evaluator.DEUCE_TO_SEVEN: DEUCE_TO_SEVEN_LOW,
    Evaluator.ACE_TO_SIX: ACE_TO_SIX_LOW,
    Evaluator.BADUGI: BADUGI_ORDER,
    Evaluator.BADUGI_ACE_HIGH: BADUGI_ACE_HIGH_ORDER,
}
HAND_VALUES: Final[Mapping[Evaluator, HandValue]] = {
    Evaluator.HIGH: high_value,
    **{evaluator: order.value for evaluator, order in LOW_ORDERS.items()},
}
"""The function that values a hand, for who values many by one evaluator."""

_NAMES_OF_THE_BEST: Final = {Evaluator.ACE_TO_FIVE: "wheel", Evaluator.DEUCE_TO_SEVEN: "number one"}
_NO_PAIR: Final = frozenset(
    (HighCategory.HIGH_CARD, HighCategory.STRAIGHT, HighCategory.FLUSH, HighCategory.STRAIGHT_FLUSH)
)


def hand_value(evaluator: Evaluator, cards: Sequence[Card]) -> int:
    """Return what a hand is worth: larger is always better, low hands too; equal is a tie.

    Five cards, the joker by the evaluator's rule (H02, L04, K08, K14); a badugi is the best of four or five cards
    without the joker.

    >>> from table_controller.cards import parse_cards
    >>> wheel, six = parse_cards("5h 4h 3h 2h Ah"), parse_cards("6s 4d 3h 2c Jk")
    >>> hand_value(Evaluator.ACE_TO_FIVE, wheel) - hand_value(Evaluator.ACE_TO_FIVE, six)
    1

    :raises ValueError: too few cards, too many, or not different ones
    """
    return HAND_VALUES[evaluator](cards)


def hand_number(evaluator: Evaluator, cards: Sequence[Card]) -> int:
    """Return a hand's absolute rank, counted from the best one: "number one" is 1 (K09).

    :raises ValueError: as :func:`hand_value`
    """
    best = HIGHEST_VALUE if evaluator is Evaluator.HIGH else LOW_ORDERS[evaluator].highest
    return best - hand_value(evaluator, cards) + 1


def low_ranks(evaluator: Evaluator, cards: Sequence[Card]) -> tuple[int, ...]:
    """Return the ranks a low hand plays as, high to low; the first is what its owner may call it.

    The joker counts as the rank it plays; a pair's rank stands there twice. The ace is 14 in deuce-to-seven and
    in badugis with the ace high, else 1. A badugi has as many ranks as cards that play.

    :raises ValueError: as :func:`hand_value`, or it is the high evaluator
    """
    if evaluator is Evaluator.HIGH:
        raise ValueError("high hands are not called by their ranks")
    return LOW_ORDERS[evaluator].ranks(cards)


def has_pair(evaluator: Evaluator, cards: Sequence[Card]) -> bool:
    """Return whether two or more cards that play are alike; in a badugi never, for such cards do not play.

    :raises ValueError: as :func:`hand_value`
    """
    if evaluator is Evaluator.HIGH:
        return high_category(high_value(cards)) not in _NO_PAIR
    ranks = low_ranks(evaluator, cards)
    return len(set(ranks)) < len(ranks)


def describe_hand(evaluator: Evaluator, cards: Sequence[Card]) -> str:
    """Return the hand in a dealer's words; those of a low hand have no article: "eight-six", "pair of eights" (K09).

    :raises ValueError: as :func:`hand_value`
    """
    if evaluator is Evaluator.HIGH:
        return describe_high(cards)
    order = LOW_ORDERS[evaluator]
    if isinstance(order, BadugiOrder):
        return badugi_words(order.ranks(cards))
    value = order.value(cards)
    if value == order.highest and evaluator in _NAMES_OF_THE_BEST:
        return _NAMES_OF_THE_BEST[evaluator]
    return low_words(order.kind_of[value], order.ranks_of(value))


def describe_in_a_sentence(evaluator: Evaluator, cards: Sequence[Card]) -> str:
    """Return :func:`describe_hand` with the article a sentence needs: "an eight-six", "a wheel", "number one".

    :raises ValueError: as :func:`hand_value`
    """
    words = describe_hand(evaluator, cards)
    return words if evaluator is Evaluator.HIGH else with_article(words)


def smoothness(evaluator: Evaluator, cards: Sequence[Card]) -> Literal["smooth", "rough"] | None:
    """Return "smooth" for the best third of the lows with this highest rank, "rough" for the worst (K09).

    Hands between, hands with pairs and what counts as a straight or flush are neither, badugis too.

    :raises ValueError: as :func:`low_ranks`
    """
    if evaluator is Evaluator.HIGH:
        raise ValueError("a high hand is neither smooth nor rough")
    order = LOW_ORDERS[evaluator]
    if isinstance(order, BadugiOrder):
        return None
    own = order.value(cards)
    if order.kind_of[own] is not HighCategory.HIGH_CARD:
        return None
    no_pair = range(order.kind_of.index(HighCategory.HIGH_CARD), order.highest + 1)
    alike = [value for value in no_pair if order.sets_of[value][0] == order.sets_of[own][0]]
    worse, better = own - alike[0], alike[-1] - own
    if 3 * better < len(alike):
        return "smooth"
    return "rough" if 3 * worse < len(alike) else None
