"""Openers over several draws and in four-before: what final hand and discards allow (T01, T04, S02-S05)."""

import random
from itertools import combinations

import pytest

from table_controller.cards import Card, deck_of, parse_cards
from table_controller.hand_values.high import is_pair_or_better
from table_controller.rules.openers_proof import Verdict, prove_openers

DECK = deck_of(53)


def drawn_hand(
    rng: random.Random, dealt: int, draws: int
) -> tuple[tuple[Card, ...], list[tuple[Card, ...]], tuple[Card, ...]]:
    """Return the cards dealt, the discards of each draw and the final five of a hand played at random."""
    deck = list(DECK)
    rng.shuffle(deck)
    hand = [deck.pop() for _ in range(dealt)]
    opening, piles = tuple(hand), []
    for _ in range(draws):
        thrown = rng.sample(hand, rng.randrange(0, 4))
        hand = [card for card in hand if card not in thrown]
        hand += [deck.pop() for _ in range(5 - len(hand))]
        rng.shuffle(hand)
        piles.append(tuple(thrown))
    return opening, piles, tuple(hand)


@pytest.mark.parametrize("dealt", [4, 5])
@pytest.mark.parametrize("draws", [1, 2, 3])
def test_who_had_openers_is_never_ruled_false(dealt: int, draws: int) -> None:
    """S03 T01 T04: the way it went is among the ways it can have gone; by the record the answer is exact (S05)."""
    rng = random.Random(dealt * 10 + draws)
    for _ in range(150):
        opening, (first, *later), final = drawn_hand(rng, dealt, draws)
        had = is_pair_or_better(opening, 11)

        possible = prove_openers(final, first, 11, deck=DECK, later=later, dealt=dealt)
        exact = prove_openers(final, first, 11, opening, DECK, later=later, dealt=dealt)

        assert possible.verdict is not Verdict.NO or not had
        assert exact.verdict is (Verdict.YES if had else Verdict.NO)


@pytest.mark.parametrize("draws", [2, 3])
def test_a_hand_that_cannot_have_had_openers_is_ruled_so(draws: int) -> None:
    """S02 T01: as counted out over every choice of cards that the numbers of the draws allow."""
    rng = random.Random(7 + draws)
    ruled_out = 0
    for _ in range(60):
        _, (first, *later), final = drawn_hand(rng, 5, draws)
        answer = prove_openers(final, first, 11, deck=DECK, later=later)

        rest = [card for pile in (*later, final) for card in pile]
        fives = (
            (*first, *kept) for kept in combinations(rest, 5 - len(first)) if _can_be(set(kept), later, final)
        )
        can = any(is_pair_or_better(five, 11) for five in fives)
        assert (answer.verdict is Verdict.NO) is not can
        ruled_out += not can

    assert ruled_out > 0


def _can_be(kept: set[Card], later: list[tuple[Card, ...]], final: tuple[Card, ...]) -> bool:
    """Say whether these can be the opening cards left after the first draw: no draw threw more drawn cards than there were."""
    opening = len(kept)
    for pile in later:
        thrown = len(kept.intersection(pile))
        if len(pile) - thrown > 5 - opening:
            return False
        opening -= thrown
    return opening == len(kept.intersection(final))


@pytest.mark.parametrize(
    ("four", "opens"),
    [("Js Jd 4c 2h", True), ("Jk As 7d 2c", True), ("As Kd Qh Jc", False), ("9h 7h 4h 2h", False)],
)
def test_four_cards_open_by_what_is_alike_in_them(four: str, opens: bool) -> None:
    """T04 O02: the book's four hands; a straight or a flush needs five cards."""
    cards = parse_cards(four)

    assert is_pair_or_better(cards, 11) is opens
    answer = prove_openers(cards, (), 11, cards, DECK, dealt=4)
    assert answer.verdict is (Verdict.YES if opens else Verdict.NO)


def test_a_discard_too_many_for_four_cards_is_named() -> None:
    """T04: who was dealt four cards cannot have thrown five of them."""
    with pytest.raises(ValueError, match="more than four discards"):
        prove_openers(parse_cards("As Ks Qs Js Ts"), parse_cards("2c 3c 4c 5c 7c"), deck=DECK, dealt=4)
