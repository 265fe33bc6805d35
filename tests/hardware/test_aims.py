"""What a player of each game keeps, and how good he thinks his hand is."""

import pytest

from hardware.twin.aims import BETS, RAISES, STAYS, Aims
from table_controller.cards import parse_cards
from table_controller.games.build import GAMES
from table_controller.games.modifiers import with_four_before


def aims(game: str, *, last: bool = False) -> Aims:
    return Aims(GAMES[game], last)


@pytest.mark.parametrize(
    ("game", "hand", "kept"),
    [
        ("jacks-or-better", "Ks Kd 8h 4c 2s", "Ks Kd"),
        ("california-lowball", "8s 6d 4h 3c Ks", "8s 6d 4h 3c"),
        ("california-lowball", "8s 6d 4h 3c As", "8s 6d 4h 3c As"),
        ("california-lowball", "4s 4d 3h 2c Jk", "4s 3h 2c Jk"),
        ("california-lowball", "Ks Qd Jh Tc 9s", ""),
        ("kansas-city-lowball", "As 7d 4h 3c 2s", "7d 4h 3c 2s"),
        ("kansas-city-lowball", "6s 5d 4h 3c 2s", "2s 3c 4h 5d"),
        ("ace-to-six-lowball", "6s 4s 3s 2s As", "4s 3s 2s As"),
        ("badugi", "8s 6d 3h Ac", "8s 6d 3h Ac"),
        ("badugi", "8s 6s 3h Ac", "6s 3h Ac"),
        ("badugi", "Ks Qd 3h 3c", "3h"),
        ("badeucy", "7s 5h 4d 3c 2s", "7s 5h 4d 3c 2s"),
        ("california-high-low", "Ks Kd 8h 4c Js", "Ks Kd"),
        ("california-high-low", "As 5d 4h 3c Ks", "As 5d 4h 3c"),
        ("archie", "7s 5d 4h 3c As", "7s 5d 4h 3c As"),
    ],
)
def test_what_is_kept(game: str, hand: str, kept: str) -> None:
    assert set(aims(game).keeps(parse_cards(hand))) == set(parse_cards(kept))


@pytest.mark.parametrize(
    ("hand", "kept"), [("Ks Kd 8h 4c", "Ks Kd"), ("As Jd 8h 4c", "As Jd"), ("9s 8d 7h 4c", "")]
)
def test_four_cards_are_drawn_to_before_the_draw_of_four_before(hand: str, kept: str) -> None:
    four = Aims(with_four_before(GAMES["five-card-draw"]), last=False)

    assert set(four.keeps(parse_cards(hand))) == set(parse_cards(kept))


@pytest.mark.parametrize(
    ("game", "better", "worse"),
    [
        ("jacks-or-better", "Ks Kd 8h 4c 2s", "Ts Td 8h 4c 2s"),
        ("california-lowball", "7s 6d 4h 3c As", "9s 6d 4h 3c As"),
        ("california-lowball", "9s 6d 4h 3c As", "Qs 6d 4h 3c As"),
        ("kansas-city-lowball", "9s 6d 4h 3c 2s", "As 6d 4h 3c 2s"),
        ("kansas-city-lowball", "8s 6d 4h 3c 2s", "6s 5d 4h 3c 2s"),
        ("badugi", "8s 6d 3h Ac", "Ks 6d 3h Ac"),
        ("badugi", "Ks 6d 3h Ac", "Ks 6s 3h Ac"),
        ("california-high-low", "8s 6d 4h 3c As", "9s 6d 4h 3c As"),
        ("archie", "6s 6d Kh Jc 9s", "5s 5d Kh Jc 9s"),
    ],
)
def test_after_the_last_draw_the_better_hand_is_thought_better_of(game: str, better: str, worse: str) -> None:
    done = aims(game, last=True)

    assert done.power(parse_cards(better)) > done.power(parse_cards(worse))


def test_a_good_draw_stays_before_the_draw_and_is_worth_nothing_after_it() -> None:
    draw = parse_cards("7s 4d 3h As Ks")

    assert aims("california-lowball").power(draw) >= BETS
    assert aims("california-lowball", last=True).power(draw) < STAYS


def test_cards_of_an_unfinished_deal_are_judged_too() -> None:
    """Q-ball: the first round is bet on three cards."""
    assert aims("q-ball").power(parse_cards("4s 3d Ah")) >= BETS
    assert aims("q-ball").power(parse_cards("Ks Qd Ah")) < STAYS
    assert aims("q-ball", last=True).power(parse_cards("7s 4s 3d 2c Ah")) >= RAISES
