"""The order of high hands agrees with four evaluators that are not ours, on 52 cards."""

import random
import sys
import warnings
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from phevaluator import evaluate_cards
from pokerkit import Card as PokerkitCard
from pokerkit import StandardHighHand
from treys import Card as TreysCard
from treys import Evaluator as TreysEvaluator

from table_controller.cards import DECK, JOKER, Card
from table_controller.hand_values import HIGHEST_VALUE, high_value

with warnings.catch_warnings():  # eval7 builds its range parser with names pyparsing has renamed
    warnings.simplefilter("ignore", DeprecationWarning)
    import eval7

REFERENCE = Path(__file__).parents[2] / "../shared/examples"
TREYS = TreysEvaluator()
Peer = Callable[[list[str]], Any]


def treys_value(hand: list[str]) -> int:
    return -int(TREYS.evaluate([], [TreysCard.new(text) for text in hand]))


def eval7_value(hand: list[str]) -> int:
    return int(eval7.evaluate([eval7.Card(text) for text in hand]))


def phevaluator_value(hand: list[str]) -> int:
    return -int(evaluate_cards(*hand))


def pokerkit_value(hand: list[str]) -> StandardHighHand:
    return StandardHighHand(tuple(PokerkitCard.parse("".join(hand))))


def disagreements(hands: list[list[Card]], peer: Peer) -> int:
    valued = sorted(
        ((high_value(hand), peer([card.text for card in hand])) for hand in hands), key=lambda pair: pair[0]
    )
    return sum(
        (ours < ours_next) != (theirs < theirs_next) or (ours == ours_next) != (theirs == theirs_next)
        for (ours, theirs), (ours_next, theirs_next) in pairwise(valued)
    )


@pytest.mark.parametrize("peer", [pokerkit_value, treys_value, eval7_value, phevaluator_value])
def test_hands_of_52_cards_stand_in_the_order_a_peer_gives_them(peer: Peer) -> None:
    rng = random.Random(peer.__name__)
    hands = [rng.sample(DECK[:52], 5) for _ in range(20_000)]

    assert disagreements(hands, peer) == 0


def test_without_the_joker_the_numbers_are_the_ones_treys_counts_downwards() -> None:
    rng = random.Random(7_463)

    for hand in (rng.sample(DECK[:52], 5) for _ in range(2_000)):
        assert high_value(hand) == HIGHEST_VALUE + treys_value([card.text for card in hand])


def test_joker_hands_stand_in_the_order_of_the_slow_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    if not (REFERENCE / "ref.py").is_file():
        pytest.skip("needs shared/examples/ref.py beside the checkout")
    monkeypatch.syspath_prepend(str(REFERENCE))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    import ref  # type: ignore[import-not-found]

    rng = random.Random(53)
    hands = [[*rng.sample(DECK[:52], 4), JOKER] for _ in range(6_000)]

    assert disagreements(hands, ref.high) == 0
