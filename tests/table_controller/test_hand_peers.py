"""The order of hands agrees with evaluators that are not ours, on 52 cards: 100,000 random hands each."""

import random
import sys
import warnings
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from phevaluator import evaluate_cards
from pokerkit import BadugiHand, EightOrBetterLowHand, RegularLowHand, StandardHighHand, StandardLowHand
from pokerkit import Card as PokerkitCard
from pokerkit.hands import StandardBadugiHand
from treys import Card as TreysCard
from treys import Evaluator as TreysEvaluator

from table_controller.cards import DECK, JOKER, Card
from table_controller.hand_values.high import HIGHEST_VALUE, high_value
from table_controller.hand_values.ranking import hand_number, is_eight_or_better
from table_controller.structure import Evaluator

with warnings.catch_warnings():  # eval7 builds its range parser with names pyparsing has renamed
    warnings.simplefilter("ignore", DeprecationWarning)
    import eval7

REFERENCE = Path(__file__).parents[2] / "../shared/examples"
HANDS = 100_000
TREYS = TreysEvaluator()
TREYS_CARDS = [TreysCard.new(card.text) for card in DECK[:52]]
EVAL7_CARDS = [eval7.Card(card.text) for card in DECK[:52]]
POKERKIT_CARDS = [next(PokerkitCard.parse(card.text)) for card in DECK[:52]]


def treys_value(hand: Sequence[Card]) -> int:
    return -int(TREYS.evaluate([], [TREYS_CARDS[card.index] for card in hand]))


def eval7_value(hand: Sequence[Card]) -> int:
    return int(eval7.evaluate([EVAL7_CARDS[card.index] for card in hand]))


def phevaluator_value(hand: Sequence[Card]) -> int:
    return -int(evaluate_cards(*(card.index for card in hand)))


def pokerkit_value(hand: Sequence[Card]) -> int:
    return int(StandardHighHand(pokerkit_cards(hand)).entry.index)


def pokerkit_cards(hand: Sequence[Card]) -> tuple[PokerkitCard, ...]:
    return tuple(POKERKIT_CARDS[card.index] for card in hand)


def random_hands(name: str, how_many: int = HANDS, size: int = 5) -> list[list[Card]]:
    rng = random.Random(name)
    return [rng.sample(DECK[:52], size) for _ in range(how_many)]


def disagreements(hands: Sequence[Sequence[Card]], peer: Callable[[Sequence[Card]], Any]) -> int:
    valued = sorted(((high_value(hand), peer(hand)) for hand in hands), key=lambda pair: pair[0])
    return sum(
        (ours < ours_next) != (theirs < theirs_next) or (ours == ours_next) != (theirs == theirs_next)
        for (ours, theirs), (ours_next, theirs_next) in pairwise(valued)
    )


@pytest.mark.parametrize("peer", [pokerkit_value, treys_value, eval7_value, phevaluator_value])
def test_high_hands_stand_in_the_order_a_peer_gives_them(peer: Callable[[Sequence[Card]], int]) -> None:
    assert disagreements(random_hands(peer.__name__), peer) == 0


def test_without_the_joker_the_numbers_are_the_ones_treys_counts_downwards() -> None:
    for hand in random_hands("treys counts", 2_000):
        assert high_value(hand) == HIGHEST_VALUE + treys_value(hand)


@pytest.mark.parametrize(
    ("evaluator", "peer"),
    [(Evaluator.DEUCE_TO_SEVEN, StandardLowHand), (Evaluator.ACE_TO_FIVE, RegularLowHand)],
    ids=["deuce-to-seven", "ace-to-five"],
)
def test_lows_have_the_numbers_pokerkit_gives_them(evaluator: Evaluator, peer: Any) -> None:
    """Both count from the best hand, PokerKit from 0."""
    different = [
        hand
        for hand in random_hands(peer.__name__)
        if hand_number(evaluator, hand) != peer(pokerkit_cards(hand)).entry.index + 1
    ]

    assert different == []


def test_eights_or_better_have_the_numbers_pokerkit_gives_them_and_others_none() -> None:
    for hand in random_hands("eight or better"):
        try:
            number = EightOrBetterLowHand(pokerkit_cards(hand)).entry.index + 1
        except ValueError:
            assert not is_eight_or_better(hand)
        else:
            assert is_eight_or_better(hand)
            assert hand_number(Evaluator.ACE_TO_FIVE, hand) == number


@pytest.mark.parametrize(
    ("evaluator", "peer", "how_many", "size"),
    [
        (Evaluator.BADUGI, BadugiHand, HANDS, 4),
        (Evaluator.BADUGI, BadugiHand, 5_000, 5),
        (Evaluator.BADUGI_ACE_HIGH, StandardBadugiHand, 10_000, 4),
        (Evaluator.BADUGI_ACE_HIGH, StandardBadugiHand, 5_000, 5),
    ],
)
def test_badugis_have_the_numbers_pokerkit_gives_them(
    evaluator: Evaluator, peer: Any, how_many: int, size: int
) -> None:
    different = [
        hand
        for hand in random_hands(peer.__name__, how_many, size)
        if hand_number(evaluator, hand) != peer.from_game(pokerkit_cards(hand)).entry.index + 1
    ]

    assert different == []


def test_joker_hands_stand_in_the_order_of_the_slow_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    if not (REFERENCE / "ref.py").is_file():
        pytest.skip("needs shared/examples/ref.py beside the checkout")
    monkeypatch.syspath_prepend(str(REFERENCE))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    import ref  # type: ignore[import-not-found]

    rng = random.Random(53)
    hands = [[*rng.sample(DECK[:52], 4), JOKER] for _ in range(6_000)]

    assert disagreements(hands, lambda hand: ref.high([card.text for card in hand])) == 0
