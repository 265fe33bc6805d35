"""Hands played elsewhere, replayed from their PHH on our table."""

import warnings
from pathlib import Path
from typing import Final

import pytest
from pokerkit import HandHistory as PeerHistory

from table_controller.phh.errors import HandRefused, PhhError
from table_controller.phh.parse import parse, parse_all
from table_controller.phh.replay import replay
from table_controller.phh.write import write, write_all

HANDS: Final = Path(__file__).parents[2] / "../shared/hands"
PAYOFFS: Final = {
    "alice-carol-wikipedia": (-4, 20, 0, -16),
    "pps-2019-day5": (-1180000, -150000, 0, 1330000),
    "wsop_2023_43_5_41": (-50000, -250000, 0, 300000, 0),
    "wsop_2023_43_5_42": (-75000, -375000, 450000, 0, 0),
    "wsop_2023_43_5_43": (375000, -375000, 0, 0, 0),
    "wsop_2023_43_5_44": (-75000, -375000, 0, 450000, 0),
}
"""Chips won and lost; the two without finishing stacks are as PokerKit has them (rules-peers.md)."""

SINGLE_DRAW: Final = """
variant = "N2L1D"
antes = [0, 10, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 7c5d4h3s2c", "d dh p2 8c6d4s3h2d", "d dh p3 KcQcTh9s8d",
  "p3 f", "p1 cc", "p2 cc",
  "p1 sd", "p2 sd",
  "p1 cbr 20", "p2 cc",
  "p1 sm 7c5d4h3s2c", "p2 sm -",
]
"""
HEADS_UP: Final = """
variant = "F2L3D"
antes = [0, 0]
blinds_or_straddles = [5, 10]
small_bet = 10
big_bet = 20
starting_stacks = [100, 200]
actions = ["d dh p1 ??????????", "d dh p2 ??????????", "p2 cc", "p1 cbr 20", "p2 f"]
finishing_stacks = [110, 190]
"""


def hand_file(name: str) -> Path:
    path = HANDS / f"{name}.phh"
    if not path.exists():
        pytest.skip("the shared hands are not beside this checkout")
    return path


@pytest.mark.parametrize("name", PAYOFFS)
def test_a_hand_of_the_literature_ends_here_as_it_ended_there(name: str) -> None:
    hand = parse(hand_file(name).read_text())

    played = replay(hand)

    won = (ended - began for began, ended in zip(hand.starting_stacks, played.stacks, strict=True))
    assert tuple(won) == PAYOFFS[name]
    assert played.finished
    assert played.differences(hand) == ()


@pytest.mark.parametrize("name", PAYOFFS)
def test_a_hand_written_again_is_the_same_for_us_and_for_pokerkit(name: str) -> None:
    text = hand_file(name).read_text()
    again = write(parse(text))

    assert parse(again) == parse(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        *_, theirs = PeerHistory.loads(text)
        *_, ours = PeerHistory.loads(again)
    assert list(ours.stacks) == list(theirs.stacks) == list(replay(parse(text)).stacks)


def test_the_big_blinds_ante_is_dead_money_that_anybody_can_win() -> None:
    played = replay(parse(SINGLE_DRAW))

    assert played.stacks == (140, 60, 100)


def test_with_two_players_the_last_has_the_button_and_the_small_blind() -> None:
    hand = parse(HEADS_UP)

    played = replay(hand)

    assert played.stacks == (110, 190)
    assert played.differences(hand) == ()


def test_stacks_that_the_file_has_otherwise_are_told() -> None:
    hand = parse(HEADS_UP.replace("[110, 190]", "[115, 185]"))

    assert replay(hand).differences(hand) == (
        "p1 has 110, the file says 115",
        "p2 has 190, the file says 185",
    )


def test_a_history_may_stop_in_the_middle() -> None:
    played = replay(parse(HEADS_UP.replace(', "p2 f"', "").replace("[110, 190]", "[80, 190]")))

    assert not played.finished
    assert played.stacks == (80, 190)


def test_a_collection_holds_several_hands_by_name() -> None:
    hands = [parse(HEADS_UP), parse(SINGLE_DRAW)]

    assert parse_all(write_all(hands)) == [("1", hands[0]), ("2", hands[1])]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert [h.variant for h in PeerHistory.loads_all(write_all(hands))] == ["F2L3D", "N2L1D"]


def test_an_action_out_of_turn_is_refused_with_its_row_and_place() -> None:
    with pytest.raises(HandRefused) as caught:
        replay(parse(HEADS_UP.replace("p2 cc", "p1 cc")))

    assert str(caught.value).startswith("actions number 3 (p1 cc): ")
    assert "turn" in str(caught.value)
    assert caught.value.rules


def test_a_raise_the_game_does_not_allow_is_refused() -> None:
    with pytest.raises(HandRefused, match=r"actions number 4 \(p1 cbr 50\): "):
        replay(parse(HEADS_UP.replace("cbr 20", "cbr 50")))


def test_a_card_there_twice_stops_the_hand() -> None:
    with pytest.raises(HandRefused, match=r"actions number 2 .*DECK_FOULED"):
        replay(parse(SINGLE_DRAW.replace("8c6d4s", "7c6d4s")))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"d dh p2 ??????????"', '"d dh p2 ????????"', "actions number 3 (p2 cc): p2 is owed a card"),
        (
            '"d dh p2 ??????????"',
            '"d dh p2 ????????????"',
            "actions number 2 (d dh p2 ????????????): p2 is dealt more",
        ),
        (
            '"p2 f"',
            '"p2 f", "d dh p1 As"',
            "actions number 6 (d dh p1 As): p1 is dealt more cards than he is owed",
        ),
        ("[0, 0]", "[300, 300]", "antes: p1 has less than the ante"),
        ("[0, 0]", "[0, 100]", "antes: p1 has nothing left after the ante"),
        ("variant", "ante_trimming_status = true\nvariant", ""),
    ],
)
def test_cards_and_antes_that_cannot_be_say_where(old: str, new: str, why: str) -> None:
    text = HEADS_UP.replace(old, new, 1)
    if not why:
        assert replay(parse(text)).stacks == (110, 190)
        return

    with pytest.raises(PhhError) as caught:
        replay(parse(text))

    assert str(caught.value).startswith(why)
