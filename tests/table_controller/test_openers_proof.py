"""Had the opener openers? Chapter S, O10 and the dealer's cases C03 and C04."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.cards import DECK, Card, deck_of, parse_cards, parse_maybe_card
from table_controller.hand_values.high import is_pair_or_better
from table_controller.rules.openers_proof import MaybeCards, OpenersProof, Verdict, prove_openers

SHUFFLED = st.permutations(DECK)


def maybe_cards(text: str) -> MaybeCards:
    return tuple(parse_maybe_card(word) for word in text.split())


def proof(
    final: str, discards: str = "", minimum_rank: int | None = 11, opening: str | None = None
) -> OpenersProof:
    recorded = None if opening is None else maybe_cards(opening)
    return prove_openers(maybe_cards(final), maybe_cards(discards), minimum_rank, recorded)


def holds(answer: OpenersProof, verdict: Verdict, five: str | None, *rules: str) -> bool:
    expected = None if five is None else maybe_cards(five)
    return (answer.verdict, answer.five, answer.rules) == (verdict, expected, rules)


def test_o10_a_jack_laid_apart_proves_the_pair_it_was_split_from() -> None:
    answer = proof("Kc Jc 9c 7c 2c", "Jh")

    assert holds(answer, Verdict.POSSIBLE, "Kc Jc 9c 7c Jh", "S03", "O01")
    assert (answer.holding, answer.ways) == (4, 5)
    assert "a pair of jacks, K-9-7" in answer.sentence


def test_o10_the_discards_prove_the_split_where_the_opening_five_are_known() -> None:
    answer = proof("Kc Jc 9c 7c 4c", "Jh", opening="Jc Jh Kc 9c 7c")

    assert holds(answer, Verdict.YES, "Kc Jc 9c 7c Jh", "S05", "O10", "O01")
    assert "split" in answer.sentence


def test_s02_discards_and_final_hand_that_never_held_openers_cannot_win() -> None:
    assert holds(proof("Kc Jc 9c 7c 2c", "Th"), Verdict.NO, None, "S02", "O01")


def test_s02_a_deuce_set_aside_proves_nothing() -> None:
    """Case C03: he says he split, but the card under the chip is the 2h."""
    assert proof("Kc Jc 9c 7c 4c", "2h").verdict is Verdict.NO


def test_s03_possible_openers_suffice_even_where_every_way_holds_them() -> None:
    answer = proof("Jc 9c 7c 2c Js", "Jh")

    assert holds(answer, Verdict.POSSIBLE, "Jc 9c 7c 2c Jh", "S03", "O01")
    assert answer.holding == answer.ways == 5
    assert "in every way" in answer.sentence


def test_s04_the_ace_and_the_joker_kept_are_not_split() -> None:
    """Case C04: As Jk Ks Qs Tc throws the ten."""
    answer = proof("As Jk Ks Qs 2d", "Tc", opening="As Jk Ks Qs Tc")

    assert holds(answer, Verdict.YES, "As Jk Ks Qs Tc", "S05", "S04", "O01", "O02", "H02")
    assert "kept" in answer.sentence


def test_s04_without_the_record_the_same_hand_is_possible() -> None:
    answer = proof("As Jk Ks Qs 2d", "Tc")

    assert (answer.verdict, answer.holding, answer.ways) == (Verdict.POSSIBLE, 3, 5)


def test_s04_who_stood_pat_opened_with_the_five_he_shows() -> None:
    assert holds(proof("Jc Js 9c 7c 2c"), Verdict.YES, "Jc Js 9c 7c 2c", "S04", "O01")
    assert holds(proof("Tc Ts 9c 7c 2c"), Verdict.NO, None, "S02", "O01")


def test_who_threw_all_five_opened_with_his_discards() -> None:
    answer = proof("2c 3d 4c 5c 7c", "Ks Kd 7d 8d 9d")

    assert holds(answer, Verdict.YES, "Ks Kd 7d 8d 9d", "O10", "O01")


def test_s05_the_record_convicts_where_the_book_would_not() -> None:
    final, discards = "Jc Js 9c 7c 2c", "Jh 4d"

    by_the_book = proof(final, discards)
    by_the_record = proof(final, discards, opening="Jh 9c 7c 4d 2c")

    assert by_the_book.verdict is Verdict.POSSIBLE
    assert holds(by_the_record, Verdict.NO, None, "S05", "O01")
    assert "jack high, 9-7-4-2" in by_the_record.sentence


@pytest.mark.parametrize(
    ("minimum_rank", "verdict"),
    [(11, Verdict.POSSIBLE), (12, Verdict.POSSIBLE), (13, Verdict.NO), (14, Verdict.NO)],
)
def test_o06_the_qualifier_is_the_one_of_the_deal(minimum_rank: int, verdict: Verdict) -> None:
    answer = proof("Kc Qc 9c 7c 4c", "Qh", minimum_rank)

    assert answer.verdict is verdict
    assert ("O01" if minimum_rank == 11 else "O06") in answer.rules


def test_o08_where_any_hand_may_open_nothing_has_to_be_proved() -> None:
    assert holds(proof("Kc Qd 9c 7c 2c", "3c", None), Verdict.YES, None, "O08")


def test_h03_the_joker_and_an_ace_are_openers() -> None:
    answer = proof("Jk 9c 7c 4d 2c", "Ah", 14)

    assert holds(answer, Verdict.POSSIBLE, "Jk 9c 7c 4d Ah", "S03", "O06", "O02", "H03")


def test_o02_a_jack_and_the_joker_are_not_openers() -> None:
    assert holds(proof("Jk 8d 5c 2h 3s", "Js"), Verdict.NO, None, "S02", "O01", "O02")


def test_an_unread_card_that_may_have_been_the_jack_leaves_it_possible() -> None:
    answer = proof("Kc ?? 9c 7c 2c", "Jh")

    assert answer.verdict is Verdict.POSSIBLE
    assert answer.five == maybe_cards("Kc ?? 9c 7c Jh")
    assert [card.rank for card in answer.unread_as] == [13]
    assert "if what was not read is Kd" in answer.sentence


def test_an_unread_card_that_was_drawn_says_nothing_of_the_opening_five() -> None:
    answer = proof("?? 8c 6c 4d 2s", "Jh", opening="8c 6c 4d 2s Jh")

    assert holds(answer, Verdict.NO, None, "S05", "O01")


def test_an_unread_card_is_never_one_that_was_seen_elsewhere() -> None:
    """Of the six cards before us no rank but the jack opens, and the other jacks were among them."""
    answer = proof("?? Jc Jd 8h Js", "Jh", opening="8h Jh ?? ?? ??")

    assert answer.verdict is Verdict.POSSIBLE
    assert answer.five is not None
    assert not set(answer.unread_as) & set(parse_cards("Jc Jd 8h Js Jh"))


def test_an_unread_card_that_does_not_matter_is_not_asked_for() -> None:
    answer = proof("Jc Js 9c 7c ??")

    assert holds(answer, Verdict.YES, "Jc Js 9c 7c ??", "S04", "O01")


def test_an_unread_discard_that_others_do_not_need_is_not_asked_for() -> None:
    answer = proof("Jc Js 9c 7c 2c", "??")

    assert answer.verdict is Verdict.POSSIBLE
    assert answer.five == maybe_cards("Jc Js 9c 7c ??")
    assert answer.unread_as == ()


def test_one_unread_card_in_a_pat_hand_leaves_only_its_face_open() -> None:
    answer = proof("Kc Jc 9c 7d ??")

    assert (answer.verdict, answer.ways) == (Verdict.POSSIBLE, 1)
    assert "only the unread cards leave it open" in answer.sentence


def test_an_unread_card_cannot_help_where_nothing_that_is_left_would_pair() -> None:
    """Aces needed: the record holds three low cards and an unread one that cannot have been two aces."""
    seen = parse_cards("2c 3d 9h 8s")
    without_pairs = tuple(
        card for card in deck_of(52) if card in seen or (card.rank != 14 and card.rank not in (2, 3, 8, 9))
    )

    answer = prove_openers((*seen, None), (), 14, deck=without_pairs)

    assert holds(answer, Verdict.NO, None, "S02", "O06")
    assert "whatever was not read" in answer.sentence


def test_five_unread_cards_leave_everything_possible() -> None:
    answer = proof("?? ?? ?? ?? ??", "??")

    assert (answer.verdict, answer.holding, answer.ways) == (Verdict.POSSIBLE, 5, 5)


def test_the_record_tells_what_an_unread_discard_was() -> None:
    answer = proof("Kc Jc 9c 7c 4c", "??", opening="Jc Jh Kc 9c 7c")

    assert answer.verdict is Verdict.YES
    assert answer.five == parse_cards("Kc Jc 9c 7c Jh")


def test_a_record_with_an_unread_card_still_rules_ways_out() -> None:
    """The recorded king and nine were kept; so at most one of the jacks shown was drawn."""
    answer = proof("Kc Jc 9c 7c Js", "4d", opening="4d Kc 9c ?? ??")

    assert answer.rules == ("S05", "S03", "O01")
    assert (answer.holding, answer.ways) == (1, 3)


def test_a_card_he_was_dealt_was_not_drawn_whatever_the_unread_one_was() -> None:
    """The recorded king cannot be the unread card, so only the ?? or the deuce was drawn."""
    answer = proof("Kc ?? 9c 7c 2c", "3d", opening="Kc 9c 7c ?? 3d")

    assert (answer.verdict, answer.holding, answer.ways) == (Verdict.POSSIBLE, 1, 2)
    assert answer.five == maybe_cards("Kc 9c 7c 3d ??")


def test_a_card_recorded_and_then_drawn_again_is_no_way_the_draw_can_have_gone() -> None:
    with pytest.raises(ValueError, match="cannot have become"):
        proof("Kc Jc 9c 7c 4c", "?? ??", opening="Ad Ac Ah As Kd")


@pytest.mark.parametrize(
    ("final", "discards", "opening", "message"),
    [
        ("Kc 9c 7c 2c", "", None, "the final hand has 4 cards, not five: Kc 9c 7c 2c"),
        ("Kc 9c 7c 2c 3c 4c", "", None, "has 6 cards"),
        ("Kc 9c 7c 2c 3c", "Kc", None, "the same card twice: Kc"),
        ("Kc 9c 7c 2c 3c", "2d 3d 4d 5d 6d 7d", None, "more than five discards"),
        ("Kc 9c 7c 2c 3c", "2d", "Kc 9c 7c 2c 3c", "the discard 2d is not among the opening five"),
        ("Kc 9c 7c 2c 3c", "2d", "2d Kc 9c 7c", "the opening hand has 4 cards"),
        ("Kc 9c 7c 2c 3c", "2d", "2d Kc Kc 7c 2c", "the same card twice: Kc"),
        ("Kc 9c 7c 2c 3c", "2d", "2d Kc 9c 7c Ah", "the opening card Ah is neither"),
    ],
)
def test_cards_that_cannot_be_so_are_refused(
    final: str, discards: str, opening: str | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        proof(final, discards, opening=opening)


def test_a_deck_of_52_has_no_joker() -> None:
    with pytest.raises(ValueError, match="not in a deck of 52: Jk"):
        prove_openers(parse_cards("Jk 9c 7c 2c 3c"), (), deck=deck_of(52))


def opened(final: Sequence[Card], discards: Sequence[Card], minimum_rank: int) -> list[bool]:
    kept = combinations(final, 5 - len(discards))
    return [is_pair_or_better((*cards, *discards), minimum_rank) for cards in kept]


@given(SHUFFLED, st.integers(0, 5), st.integers(11, 14))
def test_without_a_record_the_verdict_is_what_all_ways_together_say(
    deck: list[Card], thrown: int, minimum_rank: int
) -> None:
    final, discards = deck[:5], deck[5 : 5 + thrown]

    answer = prove_openers(final, discards, minimum_rank)

    ways = opened(final, discards, minimum_rank)
    assert answer.verdict is (
        Verdict.NO if not any(ways) else Verdict.YES if len(ways) == 1 else Verdict.POSSIBLE
    )
    assert (answer.ways, answer.holding) == (len(ways), sum(ways))


@given(SHUFFLED, st.integers(0, 5), st.integers(11, 14))
def test_with_the_record_the_verdict_is_what_he_had(deck: list[Card], thrown: int, minimum_rank: int) -> None:
    opening, drawn = deck[:5], deck[5 : 5 + thrown]

    answer = prove_openers((*opening[thrown:], *drawn), opening[:thrown], minimum_rank, opening)

    assert answer.verdict is (Verdict.YES if is_pair_or_better(opening, minimum_rank) else Verdict.NO)
    assert answer.five is None or set(answer.five) == set(opening)


PLACES = st.sets(st.integers(0, 9), max_size=3)


@given(SHUFFLED, st.integers(0, 5), PLACES, st.none() | PLACES)
def test_no_honest_opener_is_convicted_and_no_other_cleared_whatever_was_not_read(
    deck: list[Card], thrown: int, unread: set[int], unrecorded: set[int] | None
) -> None:
    opening, drawn = deck[:5], deck[5 : 5 + thrown]
    later = [None if place in unread else card for place, card in enumerate((*opening, *drawn))]
    record = None
    if unrecorded is not None:
        record = [None if place in unrecorded else card for place, card in enumerate(opening)]

    answer = prove_openers(later[thrown:], later[:thrown], opening=record)

    lie = Verdict.NO if is_pair_or_better(opening, 11) else Verdict.YES
    assert answer.verdict is not lie
