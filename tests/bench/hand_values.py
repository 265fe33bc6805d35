"""How fast hands are valued: ours, one by one and in batches, beside other evaluators in the same run."""

import random
import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phevaluator import evaluate_cards
from pokerkit import BadugiHand, RegularLowHand, StandardHighHand, StandardLowHand
from pokerkit import Card as PokerkitCard
from treys import Card as TreysCard
from treys import Evaluator as TreysEvaluator

from table_controller.badugi_batches import badugi_ace_high_values, badugi_values
from table_controller.cards import DECK
from table_controller.hand_batches import (
    ace_to_five_values,
    ace_to_six_values,
    deuce_to_seven_values,
    high_values,
)
from table_controller.hand_values.high import high_value
from table_controller.hand_values.ranking import HAND_VALUES
from table_controller.structure import Evaluator
from tests.bench.printed import printed

with warnings.catch_warnings():  # eval7 builds its range parser with names pyparsing has renamed
    warnings.simplefilter("ignore", DeprecationWarning)
    import eval7

SEED = 53
SINGLE_HANDS = 50_000
SLOW_HANDS = 5_000
BATCH_HANDS = 1_000_000
SMALL_BATCH_HANDS = 1_000
REPEATS = 5
LOWS = (
    (Evaluator.ACE_TO_FIVE, 53, 5, ace_to_five_values),
    (Evaluator.DEUCE_TO_SEVEN, 53, 5, deuce_to_seven_values),
    (Evaluator.ACE_TO_SIX, 53, 5, ace_to_six_values),
    (Evaluator.BADUGI, 52, 4, badugi_values),
    (Evaluator.BADUGI_ACE_HIGH, 52, 5, badugi_ace_high_values),
)
"""Of each: cards of the deck, cards of a hand, and its batches."""


def per_second(value: Callable[[Any], object], hands: Sequence[Any]) -> float:
    """Return hands a second of processor time, the median of a few runs; parsing is done before."""
    seconds = []
    for _ in range(REPEATS):
        start = time.process_time()
        for hand in hands:
            value(hand)
        seconds.append(time.process_time() - start)
    return len(hands) / sorted(seconds)[REPEATS // 2]


def random_batch(deck_size: int, hand_size: int) -> NDArray[np.uint8]:
    """Return (BATCH_HANDS, hand_size) card indices, 20,000 random hands over and over."""
    decks = np.tile(np.arange(deck_size, dtype=np.uint8), (20_000, 1))
    dealt = np.random.default_rng(SEED).permuted(decks, axis=1)[:, :hand_size]
    return np.ascontiguousarray(np.tile(dealt, (BATCH_HANDS // len(dealt), 1)))


def ours() -> list[tuple[str, float, str]]:
    rng = random.Random(SEED)
    hands = [tuple(rng.sample(DECK, 5)) for _ in range(SINGLE_HANDS)]
    ordered = [tuple(sorted(hand)) for hand in hands]
    batch = random_batch(53, 5)
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


def lows() -> list[tuple[str, float, str]]:
    """Every way of ranking low, PokerKit's after ours where it has one."""
    rng = random.Random(SEED)
    rows: list[tuple[str, float, str]] = []
    for evaluator, deck_size, hand_size, in_batches in LOWS:
        name = f"{evaluator.value}, {hand_size} of {deck_size} cards"
        hands = [tuple(rng.sample(DECK[:deck_size], hand_size)) for _ in range(SINGLE_HANDS)]
        batch = random_batch(deck_size, hand_size)
        rows.append((f"{name}, one by one", per_second(HAND_VALUES[evaluator], hands), "hands/s"))
        rows.append((f"{name}, batches", len(batch) * per_second(in_batches, [batch]), "hands/s"))
        if evaluator in POKERKIT_LOWS:
            peer, how_many = POKERKIT_LOWS[evaluator]
            dealt = (rng.sample(DECK[:52], hand_size) for _ in range(how_many))
            parsed = [tuple(PokerkitCard.parse("".join(card.text for card in hand))) for hand in dealt]
            rows.append((f"{evaluator.value}, 52 cards, pokerkit", per_second(peer, parsed), "hands/s"))
    return rows


def _pokerkit_ace_to_five(hand: tuple[PokerkitCard, ...]) -> object:
    return RegularLowHand(hand).entry


def _pokerkit_deuce_to_seven(hand: tuple[PokerkitCard, ...]) -> object:
    return StandardLowHand(hand).entry


def _pokerkit_badugi(hand: tuple[PokerkitCard, ...]) -> object:
    return BadugiHand.from_game(hand).entry


POKERKIT_LOWS: dict[Evaluator, tuple[Callable[[Any], object], int]] = {
    Evaluator.ACE_TO_FIVE: (_pokerkit_ace_to_five, SLOW_HANDS),
    Evaluator.DEUCE_TO_SEVEN: (_pokerkit_deuce_to_seven, SLOW_HANDS),
    Evaluator.BADUGI: (_pokerkit_badugi, SLOW_HANDS // 5),
}
"""PokerKit's quickest call for parsed cards, and how many hands it is given; it has no ace-to-six."""


def _phevaluator(hand: list[int]) -> int:
    return int(evaluate_cards(*hand))


def _pokerkit(hand: tuple[PokerkitCard, ...]) -> object:
    return StandardHighHand(hand).entry


def _index(text: str) -> int:
    return next(card.index for card in DECK if card.text == text)


def run() -> list[tuple[str, float, str]]:
    """Return (name, figure, unit) of every measurement, in a few seconds."""
    return [*ours(), *peers(), *lows()]


if __name__ == "__main__":
    printed(run)
