"""Cases of real tables that no scenario file tells, with the cases' own cards and chips."""

import pytest

from table_controller import commands as c
from table_controller import events as e
from table_controller.cards import Card, parse_card, parse_cards
from table_controller.decide import decide
from table_controller.games.build import build
from table_controller.hand_values.ranking import hand_value
from table_controller.structure import Betting, Evaluator, Stakes
from table_controller.table.state import Phase, Table, new_table
from tests.table_controller.asked_table import holds, put, refused

# B02


HOUSES: dict[str, tuple[str, str, str]] = {
    "draw high": ("five-card-draw", "limit 30 60", ""),
    "ace to five at limit": ("california-lowball", "limit 30 60", ""),
    "ace to five, a house of five and under": (
        "california-lowball",
        "limit 30 60",
        "rule exposed_low_kept five",
    ),
    "ace to five at no limit": ("california-lowball", "no-limit 30", ""),
    "deuce to seven": ("kansas-city-lowball", "no-limit 30", ""),
}
KEPT: dict[str, str] = {
    "draw high": "A25678",
    "ace to five at limit": "A2567",
    "ace to five, a house of five and under": "A25",
    "ace to five at no limit": "A25",
    "deuce to seven": "257",
}


@pytest.mark.parametrize("rank", "5678A2")
@pytest.mark.parametrize("house", HOUSES)
def test_the_third_card_of_seat_4_falls_face_up(house: str, rank: str) -> None:
    """G01 G03 G04 G05 G08 G09: case B02; what is not kept is replaced after the deal, at limit by way of the burn."""
    game, limit, rule = HOUSES[house]
    keeps = rank in KEPT[house]
    burned = game == "california-lowball" and limit.startswith("limit") and not keeps
    drawn = "Td" if burned else "4d"
    holds(
        f"""
game {game}
{rule}
blinds 10 20 30
{limit}
button 6
seat 1 900
seat 2 900
seat 3 900
seat 4 900: Kc Jd {rank}h 9s 3h
seat 5 900
seat 6 900
stub {"" if keeps else "Qs "}Td 4d
card 3 of seat 4 is exposed
? cards 4 = Kc Jd {rank + "h" if keeps else "Qs"} 9s 3h
? phase bet 1
3 calls
4 calls
5 folds
6 folds
1 folds
2 checks
2 stands pat
3 stands pat
4 discards Kc
? cards 4 = Jd {rank + "h" if keeps else "Qs"} 9s 3h {drawn}
"""
    )


@pytest.mark.parametrize(
    "lines", ["card 1 of seat 1 is exposed", "card 3 of seat 4 is exposed\ncard 4 of seat 5 is exposed"]
)
@pytest.mark.parametrize("game", ["five-card-draw", "california-lowball", "kansas-city-lowball"])
def test_so_early_a_card_or_a_second_one_is_a_misdeal(game: str, lines: str) -> None:
    """F19: case B02, by Robert's Rules: the first or second card of the deal, or two."""
    holds(
        f"""
game {game}
profile roberts
blinds 0 5 10
limit 10 20
button 6
seat 1 100: 5c Jd 8h Ts 2h
seat 4 100: Kc Qd 5h 9s 3h
seat 5 100: Kh Qc 7d 5d 3c
seat 6 100
{lines}
? phase over
? ruling F19
? stacks 1=100 4=100 5=100 6=100
? button 6
"""
    )


# A04, A05


def dealt_to_three(*third: Card) -> Table:
    """Return four seats, blinds of five and ten, button 4, dealt face by face; S3 gets *third* in turn."""
    game, rules = build("five-card-draw", "wsop-2024")
    table = new_table(game, rules, Stakes(Betting.NO_LIMIT, (10,), blinds=((1, 5), (2, 10))))
    table = put(table, *(c.TakeSeat(seat, "", 500) for seat in range(1, 5)), c.StartHand(button=4))
    others = [parse_card(rank + suit) for suit in "csd" for rank in "23456789TJQKA"]
    mine = list(third)
    while table.due and not table.halted:
        to_three = table.due[0].seat == 3 and mine
        table = put(table, c.DeliverCard(mine.pop(0) if to_three else others.pop()))
    return table


def test_the_nine_of_hearts_is_dealt_to_s3_twice() -> None:
    """Y23: case A04: the deal stops with the second one; five and ten go back, and the same deal comes again."""
    nine = parse_card("9h")
    table = dealt_to_three(nine, nine)

    assert table.halted == ("DECK_FOULED",)
    (alert,) = [alert for alert in table.alerts if alert.name == "DECK_FOULED"]
    assert alert.cards == (nine,)
    table = put(table, c.VoidHand("floor"))

    assert [seat.stack for seat in table.seats] == [500, 500, 500, 500]
    assert (table.phase, table.next_button) == (Phase.OVER, 4)
    table = put(table, c.VerifyDeck("two", None, (nine,), (parse_card("Kh"),)))
    assert refused(table, c.ReleaseDeck(("Ann", "Bo"), "two"))
    table = put(table, c.VerifyDeck("three"))
    assert refused(table, c.ReleaseDeck(("Ann", "Ann"), "three"))
    table = put(table, c.ReleaseDeck(("Ann", "Bo"), "three"), c.StartHand())
    assert (table.button, [seat.bet for seat in table.seats]) == (4, [5, 10, 0, 0])


def test_once_the_next_hand_has_begun_the_award_stands_and_the_deck_is_out() -> None:
    """Y23: case A05 (ii): 4,600 was pushed to S6, and the next hand has begun."""
    queen = parse_card("Qh")
    table = holds(
        """
game five-card-draw
rule deck_joker 0
ante 100
no-limit 100
button 6
seat 1 3000: Qh Kd 9c 5d 2c
seat 2 3000
seat 3 3000
seat 4 3000
seat 5 3000
seat 6 3000: Ah Ad 8c 4d ??
1 bets 2000
2 folds
3 folds
4 folds
5 folds
6 calls
? pot 4600
1 stands pat
6 stands pat
1 checks
6 bets 500
1 folds
? stacks 1=900 6=5500
"""
    ).table

    table = put(table, c.StartHand(), c.VerifyDeck("in play", None, (), (queen,)))
    assert "in play" in table.quarantined
    assert [alert.cards for alert in table.alerts if alert.name == "DECK_FOULED"] == [(queen,)]
    table = put(table, c.VoidHand("floor"))

    assert [table.seat(number).stack for number in (1, 6)] == [900, 5500]
    assert refused(table, c.StartHand())


# D05


@pytest.mark.parametrize(
    ("evaluator", "better", "worse"),
    [
        (Evaluator.DEUCE_TO_SEVEN, "Kd Qs Jh Td 8c", "Ah 5d 4c 3s 2d"),
        (Evaluator.DEUCE_TO_SEVEN, "Ah 5d 4c 3s 2d", "As 6d 4h 3h 2h"),
        (Evaluator.DEUCE_TO_SEVEN, "Kh Kc 4h 3h 2h", "As Ah 4d 3d 2d"),
        (Evaluator.BADUGI, "7s 4c 2h 2d", "7d 5c Ah Ad"),
        (Evaluator.BADUGI_ACE_HIGH, "5s 4d 3h 2c", "5h 4s 3d Ac"),
    ],
)
def test_the_better_of_two_hands(evaluator: Evaluator, better: str, worse: str) -> None:
    """K03 K11 U01: case D05."""
    assert hand_value(evaluator, parse_cards(better)) > hand_value(evaluator, parse_cards(worse))


@pytest.mark.parametrize(
    ("evaluator", "one", "other"),
    [
        (Evaluator.DEUCE_TO_SEVEN, "7s 6d Jk 3h 2c", "7s 6d 4s 3h 2c"),
        (Evaluator.DEUCE_TO_SEVEN, "Jk 5d 4c 3h 2c", "7s 5d 4c 3h 2c"),
        (Evaluator.DEUCE_TO_SEVEN, "6s 5d 4c 3h Jk", "8s 6s 5d 4c 3h"),
        (Evaluator.ACE_TO_FIVE, "6d 5c 3s Ad Jk", "6d 5c 3s Ad 2h"),
        (Evaluator.BADUGI, "7s 3s 2h Ad", "3c 3d 2s Ah"),
    ],
)
def test_hands_that_are_worth_the_same(evaluator: Evaluator, one: str, other: str) -> None:
    """K08 L04 U10: case D05: what the joker plays as, and a badugi's card that does not play."""
    assert hand_value(evaluator, parse_cards(one)) == hand_value(evaluator, parse_cards(other))


def test_nothing_of_five_and_a_badugi_is_better_than_five_four_three_deuce() -> None:
    """U02: case D05: in badeucy the ace is high."""
    best = hand_value(Evaluator.BADUGI_ACE_HIGH, parse_cards("5s 4d 3h 2c"))
    assert best > hand_value(Evaluator.BADUGI_ACE_HIGH, parse_cards("4s 3d 2h Ac"))


def test_who_was_refused_is_told_the_row() -> None:
    """N02: case C01 (iii): S1 passed the jacks."""
    table = holds(
        """
game jacks-or-better
ante 1
limit 4 8
button 6
seat 1 100: Jh Jd 8c 5s 2c
seat 2 100: Tc Th 9s 6d 3h
seat 3 100
seat 4 100: Qs Qd 9h 4c 3s
seat 5 100
seat 6 100
1 checks
2 opens 4
2 shows false openers
"""
    ).table
    (refusal,) = decide(table, c.DeclarePotOpen(1))
    assert isinstance(refusal, e.ActionRefused)
    assert refusal.rules == ("N02",)
    table = put(table, c.NobodyDeclares(), c.StartHand())
    while table.due:
        table = put(table, c.DeliverCard(None))
    assert [seat.number for seat in table.dealt_in] == [1, 2, 3, 4, 5, 6]
    assert table.in_middle == 16
