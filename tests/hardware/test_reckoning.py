"""The summary's own division of pots: by worked cases, and beside the rules' division over random hands."""

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from hardware.twin.reckoning import fair_shares
from table_controller import commands as c
from table_controller.cards import Card, deck_of, parse_cards
from table_controller.games.build import GAMES, build
from table_controller.rules.division import division_of
from table_controller.structure import Betting, Stakes, Way
from table_controller.table.pots import Pot
from table_controller.table.state import HeldCard, Table, new_table
from tests.table_controller.asked_table import put

LOW, HIGH, BOTH = Way.LOW, Way.HIGH, Way.BOTH


def table_of(
    game_id: str, seats: int = 4, button: int = 4, profile: str | None = None, **rules: object
) -> Table:
    game, house = build(game_id, profile)
    table = new_table(game, replace(house, **rules), Stakes(Betting.LIMIT, (2, 4), 1))  # type: ignore[arg-type]
    table = put(table, *(c.TakeSeat(number, "", 100) for number in range(1, seats + 1)))
    return replace(table, button=button)


def declared(table: Table, *ways: Way) -> Table:
    said = dict(enumerate(ways, start=1))
    return replace(table, seats=tuple(replace(s, way=said.get(s.number)) for s in table.seats))


def hands_of(*hands: str) -> dict[int, tuple[Card, ...]]:
    return {number: parse_cards(hand) for number, hand in enumerate(hands, start=1)}


@pytest.mark.parametrize(
    ("game", "chips", "hands", "fair"),
    [
        ("jacks-or-better", 30, ("Ks Kd 8h 4c 2s", "Qs Qd 8c 4d 2h"), {1: 30}),
        ("five-card-draw", 31, ("Ks Qd 8h 4c 2s", "Kd Qs 8c 4d 2h"), {1: 16, 2: 15}),
        ("california-lowball", 30, ("8s 6d 4h 3c 2s", "7s 6h 5d 4c 3s"), {2: 30}),
        ("kansas-city-lowball", 30, ("7s 5d 4h 3c 2s", "6s 5h 4d 3d 2h"), {1: 30}),
        ("badugi", 30, ("8s 6d 3h Ac", "4s 3d 2h 2c"), {1: 30}),
        ("california-high-low", 41, ("Ks Kd 8h 4c 2s", "7s 5h 4d 3d 2h"), {1: 21, 2: 20}),
        ("california-high-low", 40, ("Ks Kd 8h 4c 2s", "9s 5h 4d 3d 2h"), {1: 40}),
        ("california-high-low", 41, ("Ks Kd 8h 4c 2s", "7s 5h 4d 3d 2h", "7d 5s 4h 3c 2c"), {1: 21, 2: 10, 3: 10}),
        ("archie", 40, ("5s 5d Kh Qc Js", "9s 5h 4d 3d 2h"), {1: 40}),
        ("badeucy", 40, ("7s 5h 4d 3c 2s", "Ks Qh 4s 3d 2c"), {1: 40}),
    ],
)  # fmt: skip
def test_pots_are_divided_by_the_cards(
    game: str, chips: int, hands: tuple[str, ...], fair: dict[int, int]
) -> None:
    assert fair_shares(table_of(game), chips, hands_of(*hands)) == fair


@pytest.mark.parametrize(
    ("ways", "fair"),
    [
        ((HIGH, LOW, HIGH), {1: 21, 2: 20}),
        ((LOW, LOW, LOW), {2: 41}),
        ((HIGH, BOTH, LOW), {1: 21, 3: 20}),
        ((LOW, BOTH, LOW), {2: 41}),
        ((BOTH, BOTH, BOTH), {1: 21, 2: 20}),
    ],
)
def test_pots_are_divided_by_what_was_declared(ways: tuple[Way, ...], fair: dict[int, int]) -> None:
    """V03 V05 V06 V08 V12: seat 1 has kings, seat 2 a seven low, seat 3 a queen."""
    table = declared(table_of("high-low-declare"), *ways)

    assert fair_shares(table, 41, hands_of("Ks Kd 8h 4c 2s", "Ah 7h 4d 3d 2h", "Qs 9h 8d 3c 2c")) == fair


def test_a_house_that_carries_what_nobody_wins_pays_nobody() -> None:
    table = declared(table_of("high-low-declare", declare_all_fail="carry"), BOTH, BOTH)

    assert fair_shares(table, 40, hands_of("Ks Kd 8h 4c 2s", "Qs 9h 8d 3c 2c")) == {}


def dealt(rng: random.Random, table: Table, seats: Iterable[int]) -> dict[int, tuple[Card, ...]]:
    size = table.game.hand_size
    cards = rng.sample(deck_of(table.rules.deck_size), size * len(list(seats)))
    return {seat: tuple(cards[size * at : size * at + size]) for at, seat in enumerate(seats)}


@pytest.mark.parametrize("profile", ["casino-classic", "home", "wsop-2024"])
@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_division_of_the_rules_whatever_was_dealt_and_declared(game: str, profile: str) -> None:
    rng = random.Random(f"{game} {profile}")
    for _ in range(60):
        table = table_of(game, button=rng.randint(1, 4), profile=profile, smallest_chip=rng.choice((1, 1, 5)))
        table = declared(table, *(rng.choice((LOW, HIGH, HIGH, BOTH)) for _ in range(4)))
        hands = dealt(rng, table, (1, 2, 3, 4)[: rng.randint(2, 4)])
        chips = rng.randint(2, 200)
        held = {n: tuple(HeldCard(at, card) for at, card in enumerate(hand)) for n, hand in hands.items()}
        read = replace(table, seats=tuple(replace(s, hand=held.get(s.number, ())) for s in table.seats))

        due: dict[int, int] = {}
        for part in division_of(read, Pot(chips, tuple(hands))):
            for seat, share in part.shares:
                due[seat] = due.get(seat, 0) + share

        assert fair_shares(table, chips, hands) == {seat: share for seat, share in due.items() if share}
