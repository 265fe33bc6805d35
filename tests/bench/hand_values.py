"""How fast high hands are valued: ours, one by one and in batches, beside four evaluators in the same run."""

import random
import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from phevaluator import evaluate_cards
from pokerkit import Card as PokerkitCard
from pokerkit import StandardHighHand
from treys import Card as TreysCard
from treys import Evaluator as TreysEvaluator

from table_controller.cards import DECK
from table_controller.hand_batches import high_values
from table_controller.hand_values import high_value

with warnings.catch_warnings():  # eval7 builds its range parser with names pyparsing has renamed
    warnings.simplefilter("ignore", DeprecationWarning)
    import eval7

SEED = 53
SINGLE_HANDS = 50_000
SLOW_HANDS = 5_000
BATCH_HANDS = 1_000_000
SMALL_BATCH_HANDS = 1_000
REPEATS = 5


def per_second(value: Callable[[Any], object], hands: Sequence[Any]) -> float:
    """Return hands a second of processor time, the median of a few runs; parsing is done before."""
    seconds = []
    for _ in range(REPEATS):
        start = time.process_time()
        for hand in hands:
            value(hand)
        seconds.append(time.process_time() - start)
    return len(hands) / sorted(seconds)[REPEATS // 2]


def ours() -> list[tuple[str, float, str]]:
    rng = random.Random(SEED)
    hands = [tuple(rng.sample(DECK, 5)) for _ in range(SINGLE_HANDS)]
    ordered = [tuple(sorted(hand)) for hand in hands]
    indices = np.random.default_rng(SEED).permuted(
        np.tile(np.arange(53, dtype=np.uint8), (20_000, 1)), axis=1
    )
    batch = np.ascontiguousarray(np.tile(indices[:, :5], (BATCH_HANDS // len(indices), 1)))
    small = batch[:SMALL_BATCH_HANDS]
    return [
        ("high hand, 53 cards, one by one, any order", per_second(high_value, hands), "hands/s"),
        ("high hand, 53 cards, one by one, sorted", per_second(high_value, ordered), "hands/s"),
        (
            "high hand, 53 cards, batches of 1,000,000",
            len(batch) * per_second(high_values, [batch]),
            "hands/s",
        ),
        (
            "high hand, 53 cards, batches of 1,000",
            len(small) * per_second(high_values, [small] * 200),
            "hands/s",
        ),
    ]


def peers() -> list[tuple[str, float, str]]:
    """The same for evaluators that know no joker, each given its own parsed cards, by its quickest call."""
    rng = random.Random(SEED)
    hands = [[card.text for card in rng.sample(DECK[:52], 5)] for _ in range(SINGLE_HANDS)]
    ranked: list[tuple[str, Callable[[Any], object], list[Any]]] = [
        ("treys", TreysEvaluator()._five, [[TreysCard.new(text) for text in hand] for hand in hands]),
        ("eval7", eval7.evaluate, [[eval7.Card(text) for text in hand] for hand in hands]),
        ("phevaluator", _phevaluator, [[_index(text) for text in hand] for hand in hands]),
        ("pokerkit", _pokerkit, [tuple(PokerkitCard.parse("".join(h))) for h in hands[:SLOW_HANDS]]),
    ]
    return [
        (f"high hand, 52 cards, {name}", per_second(value, cards), "hands/s") for name, value, cards in ranked
    ]


def _phevaluator(hand: list[int]) -> int:
    return int(evaluate_cards(*hand))


def _pokerkit(hand: tuple[PokerkitCard, ...]) -> object:
    return StandardHighHand(hand).entry


def _index(text: str) -> int:
    return next(card.index for card in DECK if card.text == text)


def run() -> list[tuple[str, float, str]]:
    """Return (name, figure, unit) of every measurement, in a few seconds."""
    return [*ours(), *peers()]


if __name__ == "__main__":
    for name, figure, unit in run():
        print(f"{name:<50}{figure:>16,.0f} {unit}")
