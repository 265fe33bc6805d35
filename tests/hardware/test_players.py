"""Strategies look at their own cards and the public state, and want only what is legal."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.twin.drawing_sense import four_to_flush, four_to_straight, to_keep
from hardware.twin.players import (
    STEADY,
    Character,
    Move,
    ShowWish,
    bet_wish,
    chips_in_the_fist,
    claims,
    draw_wish,
    show_wish,
)
from table_controller.cards import DECK, Card, parse_cards
from table_controller.wire.models import LegalAction, PublicState, SeatView, StakesView

HANDS = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True).map(tuple)


def seat_view(number: int, **facts: object) -> SeatView:
    plain: dict[str, object] = {
        "seat": number,
        "name": f"p{number}",
        "stack": 100,
        "bet": 0,
        "status": "live",
        "all_in": False,
        "cards": 5,
        "unread": 0,
        "shown_cards": (),
        "drew": None,
        "announced": None,
        "mucked": False,
        "sits_out": False,
        "to_act": False,
    }
    return SeatView.model_validate({**plain, **facts})


def state(
    *words: str | tuple[str, int, int], seats: tuple[SeatView, ...] = (), **facts: object
) -> PublicState:
    legal = tuple(
        LegalAction(word=w) if isinstance(w, str) else LegalAction(word=w[0], low=w[1], high=w[2])
        for w in words
    )
    plain: dict[str, object] = {
        "game": "jacks-or-better",
        "openers_rank": 11,
        "title": "Jacks or better",
        "profile": "casino-classic",
        "stakes": StakesView(betting="limit", limits=(2, 4), ante=1, blinds=()),
        "hand_no": 1,
        "phase": "bet 1",
        "button": 3,
        "opener": None,
        "openers_due": False,
        "splitting": False,
        "claimants": (),
        "seats": seats or tuple(seat_view(n) for n in (1, 2, 3)),
        "pots": (),
        "in_middle": 3,
        "carried": 0,
        "to_act": 1,
        "to_match": 0,
        "raises": 0,
        "capped": False,
        "legal": legal,
        "cards_due": (),
        "late": (),
        "stub": 38,
        "reshuffle_due": False,
        "alerts": (),
        "halted": (),
        "halt_needs": (),
        "quarantined": (),
        "rulings": (),
        "devices": (),
    }
    return PublicState.model_validate({**plain, **facts})


def share(move: Move, cards: tuple[Card, ...], table: PublicState, times: int = 400) -> float:
    rng = random.Random(1)
    return sum(bet_wish(cards, 1, table, STEADY, rng).move is move for _ in range(times)) / times


@settings(max_examples=150, deadline=None)
@given(
    HANDS,
    st.sampled_from(
        [("check", "open"), ("check",), ("fold", "call", "raise to"), ("fold", "call"), ("check", "bet")]
    ),
    st.sampled_from(["bet 1", "bet 2"]),
    st.integers(0, 1000),
)
def test_nobody_wants_what_is_not_legal(
    cards: tuple[Card, ...], words: tuple[str, ...], phase: str, seed: int
) -> None:
    wish = bet_wish(cards, 1, state(*words, phase=phase), STEADY, random.Random(seed))

    if wish.move is Move.FOLD:
        assert "fold" in words
    if wish.move is Move.BET:
        assert set(words) & {"open", "bet", "raise to"}


def test_openers_open_mostly_and_check_sometimes() -> None:
    opened = share(Move.BET, parse_cards("Js Jd 8h 4c 2s"), state("check", ("open", 2, 2)))

    assert 0.75 < opened < 0.95


def test_two_tens_open_falsely_now_and_then() -> None:
    opened = share(Move.BET, parse_cards("Ts Td 8h 4c 2s"), state("check", ("open", 2, 2)), times=4000)

    assert 0.01 < opened < 0.035


def test_nothing_folds_to_a_bet() -> None:
    assert share(Move.FOLD, parse_cards("Ks Td 8h 4c 2s"), state("fold", "call", "raise to")) > 0.9


def test_a_full_house_never_folds_after_the_draw() -> None:
    table = state("fold", "call", "raise to", phase="bet 2")

    raised = share(Move.BET, parse_cards("Ks Kd Kh 4c 4s"), table)

    assert 0.3 < raised < 0.7
    assert share(Move.FOLD, parse_cards("Ks Kd Kh 4c 4s"), table) < 0.15


@settings(max_examples=200, deadline=None)
@given(HANDS, st.integers(0, 5), st.integers(0, 1000), st.booleans())
def test_discards_are_ones_own_cards_and_no_more_than_allowed(
    cards: tuple[Card, ...], most: int, seed: int, opener: bool
) -> None:
    table = state(("draw", 0, most), phase="draw 1", opener=1 if opener else None)

    wish = draw_wish(cards, 1, table, STEADY, random.Random(seed), had_openers=opener)

    assert set(wish.discards) <= set(cards)
    assert len(wish.discards) <= most


@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        ("9s Td Jh Qc Ks", "9s Td Jh Qc Ks"),
        ("Ks Kd 8h 4c 2s", "Ks Kd"),
        ("Ks Kd 8h 8c 2s", "Ks Kd 8h 8c"),
        ("7s 7d 7h 4c 2s", "7s 7d 7h"),
        ("As Jk 8h 4c 2d", "As Jk"),
        ("Ks 9s 8s 4s 2d", "Ks 9s 8s 4s"),
        ("Ks 9d 8s 7s 6d", "9d 8s 7s 6d"),
        ("Ks Jd 8s 4s 2d", "Ks Jd"),
        ("9s 8d 6s 4s 2d", "9s"),
    ],
)
def test_sensible_cards_are_kept(hand: str, kept: str) -> None:
    assert set(to_keep(parse_cards(hand))) == set(parse_cards(kept))


def test_the_joker_counts_in_draws() -> None:
    assert set(four_to_flush(parse_cards("Ks 9s 8s Jk 2d"))) == set(parse_cards("Ks 9s 8s Jk"))
    assert set(four_to_straight(parse_cards("9s 8d 7h Jk 2d"))) == set(parse_cards("9s 8d 7h Jk"))


def test_openers_are_split_for_a_flush_now_and_then_and_then_announced() -> None:
    cards = parse_cards("Kc Jc 9c 7c Jh")
    table = state(("draw", 0, 5), phase="draw 1", opener=1)
    rng = random.Random(2)

    wishes = [draw_wish(cards, 1, table, STEADY, rng, had_openers=True) for _ in range(400)]

    split = [wish for wish in wishes if wish.discards == parse_cards("Jh")]
    assert 120 < len(split) < 280
    assert 0.85 < sum(wish.splitting for wish in split) / len(split) < 1
    assert not any(wish.splitting for wish in wishes if wish not in split)


def test_four_are_drawn_to_an_ace_only_where_a_house_stops_at_four() -> None:
    """E08: the menu says four; with a king the dealer would send the fourth card back for ever."""
    table = state(("draw", 0, 4), phase="draw 1")

    def thrown(hand: str) -> int:
        return len(draw_wish(parse_cards(hand), 1, table, STEADY, random.Random(3), False).discards)

    assert thrown("Ks 9d 7h 4s 2c") == 3
    assert thrown("As 9d 7h 4s 2c") == 4
    assert thrown("Jk 9d 7h 4s 2c") == 4


def test_keeping_ones_openers_is_not_splitting() -> None:
    """S04: retaining openers is not splitting."""
    table = state(("draw", 0, 5), phase="draw 1", opener=1)

    wish = draw_wish(
        parse_cards("Jc Js 9c 7c 2h"), 1, table, Character(split=1, forgetful=0), random.Random(3), True
    )

    assert set(wish.discards) == set(parse_cards("9c 7c 2h"))
    assert not wish.splitting


def test_a_beaten_hand_is_mucked_mostly_and_the_best_is_shown() -> None:
    shown = seat_view(2, shown_cards=("Ks", "Kd", "Kh", "4c", "4s"))
    table = state("show", phase="showdown", seats=(seat_view(1), shown), opener=2)
    rng = random.Random(4)

    beaten = [show_wish(parse_cards("Qs Qd 8h 5c 2s"), 1, table, STEADY, rng) for _ in range(100)]
    best = show_wish(parse_cards("As Ad Ah Ac 2s"), 1, table, STEADY, rng)

    assert 50 < beaten.count(ShowWish.MUCK) < 90
    assert best is ShowWish.SHOW


@pytest.mark.parametrize(
    ("hand", "had_openers", "wish"),
    [
        ("Qs Qd 8h 5c 2s", True, ShowWish.SHOW_OPENERS),
        ("Kc 9c 7c 4c 2c", True, ShowWish.SHOW_OPENERS),
        ("Ts Td 8h 5c 2s", False, ShowWish.CANNOT_SHOW),
    ],
)
def test_the_opener_left_alone_shows_openers_or_says_that_he_cannot(
    hand: str, had_openers: bool, wish: ShowWish
) -> None:
    seats = (seat_view(1), seat_view(2, status="folded"))
    table = state(phase="showdown", seats=seats, opener=1, openers_due=True, to_act=None)

    assert show_wish(parse_cards(hand), 1, table, STEADY, random.Random(5), had_openers) is wish


def test_only_openers_declare_the_pot_open() -> None:
    assert claims(parse_cards("Ks Kd 8h 4c 2s"))
    assert not claims(parse_cards("Ts Td 8h 4c 2s"))


@pytest.mark.parametrize(
    ("hand", "chips"),
    [
        ("8c 7d 4c 3c 2h", {0}),
        ("Kc Kd 9c 7c 2h", {1}),
        ("Kc Qc 9c 7c 2c", {1}),
        ("6c 5d 4c 3c 2h", {1, 2}),
        ("Jk 5d 4c 3c 2h", {1, 2}),
    ],
)
def test_a_player_puts_chips_into_the_fist_for_what_he_holds(hand: str, chips: set[int]) -> None:
    """V02: none is low, one is high, two are both."""
    wishes = {chips_in_the_fist(parse_cards(hand), random.Random(seed)) for seed in range(20)}

    assert wishes == chips
