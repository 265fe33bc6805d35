"""The draw: reshuffles, late and exposed cards, wrong counts."""

import pytest

from table_controller import commands as c
from table_controller import events as e
from table_controller.cards import parse_cards
from table_controller.decide import decide
from table_controller.events import ActionRefused
from table_controller.games.build import build
from table_controller.structure import Betting, Stakes
from tests.table_controller.asked_table import holds, put, seated


def test_a_burn_is_not_dealt_twice_where_a_short_hand_stands_pat() -> None:
    """F18, F25: all are pat, one of them gets the card he lacks: one burn, one card."""
    holds(
        """
game five-card-draw
profile wsop-2024
ante 1
limit 2 4
button 2
seat 1 100
seat 2 100
1 bets 2
seat 1 is found with 4 cards
2 calls
1 stands pat
2 stands pat
? phase bet 2
? stub 41
"""
    )


def test_a_count_in_the_middle_of_the_deal_asks_for_what_is_still_missing() -> None:
    """Y24: two cards there instead of three, two more due: one more is dealt, not three."""
    table = put(seated("five-card-draw", s1=10, s2=10), c.StartHand(2))
    for _ in range(6):
        table = put(table, c.DeliverCard(None))

    table = put(table, c.ReportCount(1, 2))
    while table.due:
        table = put(table, c.DeliverCard(None))

    assert [len(seat.hand) for seat in table.seats] == [5, 5]


STUB = """
game five-card-draw
rule deck_joker 0
rule reshuffle_set {how}
ante 1
limit 2 4
button 8
seat 1 100: 2c 3c 4c 5d 7c
seat 2 100: 2d 3d 4d 5h 7d
seat 3 100: 2h 3h 4h 5s 7h
seat 4 100: 2s 3s 4s 5c 7s
seat 5 100: 8c 9c Tc Jc Qd
seat 6 100: 8d 9d Td Jd Qc
seat 7 100: 8h 9h Th Jh Qs
seat 8 100: 8s 9s Ts Js Qh
stub Kc Kd Kh Ks Ac Ad Ah As 6c 6d
1 bets 2
2 calls
3 calls
4 calls
5 folds
6 folds
7 folds
8 calls
1 discards 2c 3c
next card is exposed
2 discards 2d 3d 4d
3 discards 2h 3h
4 discards 2s 3s
8 discards 8s
"""


@pytest.mark.parametrize(
    ("how", "cards"),
    [("earlier_discards", "Kc 6h 2c 3c"), ("all_but_own", "Kc 6h 2c 3c 2h 3h 2s 3s 8s")],
)
def test_which_discards_a_late_card_is_shuffled_from(how: str, cards: str) -> None:
    """X35: seat 2 gets a card after all have drawn; what was laid down after his discards goes in or stays out."""
    holds(STUB.format(how=how) + f"? reshuffled {cards}\n")


def test_a_replacement_exposed_again_is_replaced_again() -> None:
    """G02: the replacement comes last, face up once more, and so does the next."""
    holds(
        """
game five-card-draw
ante 1
limit 2 4
button 2
seat 1 100: Kc 9d 7h 4s 2c
seat 2 100: Kd 9h 7c 4h 2s
stub 3c 3d 3h 3s 5c 5d
1 bets 2
2 calls
next card is exposed
1 discards 9d
next card is exposed
2 stands pat
? phase bet 2
? cards 1 = Kc 7h 4s 2c 3s
? stub 39
"""
    )


def test_a_card_exposed_after_the_action_is_kept() -> None:
    """G02: once somebody has acted after the draw nothing is replaced."""
    holds(
        """
game five-card-draw
ante 1
limit 2 4
button 2
seat 1 100: Kc 9d 7h 4s 2c
seat 2 100
stub 3c 3d
1 bets 2
2 calls
1 discards 9d
2 stands pat
1 checks
card 1 of the draw of seat 1 is exposed
? cards 1 = Kc 7h 4s 2c 3d
? to act 2
"""
    )


def test_a_card_of_an_earlier_draw_found_face_up_in_the_next_is_kept() -> None:
    """G02 T02: there was action after the draw it came in, though none yet after the draw under way."""
    run = holds(
        """
game badugi
blinds 0 1 2
limit 2 2 4 4
button 2
seat 1 100: As 2c 3h Kd
seat 2 100
stub 5c 6d
2 calls
1 checks
1 discards Kd
2 stands pat
1 checks
2 checks
? phase draw 2
"""
    )

    table = put(run.table, c.ExposeCard(1, 1, draw=1))

    assert len(table.seat(1).hand) == 4
    assert table.late == ()


def test_a_hand_taken_back_at_the_showdown_is_asked_for() -> None:
    """N11: it was not in the order of showing; it is shown all the same before the pot goes anywhere."""
    holds(
        """
game five-card-draw
ante 1
limit 2 4
button 2
seat 1 100: Kc Kd 7h 4s 2c
seat 2 100: As Ad 7c 4h 2s
seat 3 100: Qs Qd 8c 4c 3s
3 bets 2
1 calls
2 calls
3 stands pat
1 stands pat
2 stands pat
3 checks
1 checks
2 checks
3 shows
1 mucks
floor lets 1 retrieve the hand
2 shows
? phase showdown
? to act 1
1 shows
? phase over
? stacks 2=106
"""
    )


def test_a_hand_with_six_cards_cannot_be_ruled_live() -> None:
    """A05."""
    holds(
        """
game five-card-draw
ante 1
limit 2 4
button 2
seat 1 100
seat 2 100
seat 3 100
3 bets 2
seat 2 is found with 6 cards
floor rules 2 live
? refused A05
"""
    )


def test_a_hand_short_of_a_card_still_draws_it_while_the_draw_has_not_reached_it() -> None:
    """F25: found before his own draw; he is dealt one more than he throws."""
    holds(
        """
game five-card-draw
ante 1
limit 2 4
button 3
seat 1 100
seat 2 100
seat 3 100: Kc Kd 7h 4s 2c
1 bets 2
2 calls
3 calls
1 stands pat
seat 3 is found with 4 cards
2 stands pat
? ruling F25
3 draws 1
3 discards 4s
? phase bet 2
? to act 1
"""
    )


@pytest.mark.parametrize(("kept", "refused"), [("As", False), ("Ks", True)])
def test_four_discards_nobody_could_read_are_good_where_the_hand_had_an_ace_to_keep(
    kept: str, refused: bool
) -> None:
    """E08: which four of the five were thrown cannot be told; without an ace among the five it is no matter."""
    home = c.ConfigureTable(*build("five-card-draw", "home"), Stakes(Betting.LIMIT, (2, 4), 1))
    table = put(seated("five-card-draw", s1=10, s2=10), home, c.StartHand(2))
    hands = {1: list(parse_cards(f"{kept} 2d 5h 8c Td")), 2: list(parse_cards("2c 4h 7s 9d Jc"))}
    while table.due:
        table = put(table, c.DeliverCard(hands[table.due[0].seat or 0].pop(0)))
    table = put(table, c.BetTo(1, 2), c.Call(2), c.AnnounceDraw(1, 4))

    events = decide(table, c.Discard(1, (None,) * 4))

    assert any(isinstance(event, ActionRefused) and event.rules == ("E08",) for event in events) is refused


def test_who_asks_is_told_the_number_that_is_recorded() -> None:
    """E17: three were drawn, whatever was said before."""
    run = holds(
        """
game five-card-draw
ante 1
limit 2 4
button 2
seat 1 100: Kc Kd 7h 4s 2c
seat 2 100
1 bets 2
2 calls
1 draws 2
1 changes to 3
1 discards 7h 4s 2c
2 stands pat
"""
    )

    told = [event for event in decide(run.table, c.AskDrawCount(2, 1)) if isinstance(event, e.DrawCountTold)]

    assert told == [e.DrawCountTold(2, 1, 3)]
