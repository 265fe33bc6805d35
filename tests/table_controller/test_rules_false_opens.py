"""What a false open costs over the deals that follow, and who learns of it (chapters N, O; W01, X15, X33, Y17)."""

import pytest

from table_controller import commands as c
from table_controller import events as e
from table_controller.cards import card_text, deck_of, parse_cards
from table_controller.decide import decide
from table_controller.games.build import build
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import Phase, Table, new_table
from tests.table_controller.asked_table import dealt, holds, put, refused, seated

TENS = "Ts Td Ah 9c 2s"
JACKS = "Js Jd Ah 9c 2s"


def four_with(first: str, game: str = "jacks-or-better", **switches: str) -> Table:
    """Return four seats with a hundred each, button 4, the first deal read; seat 1 holds *first*."""
    built, rules = build(game, "casino-classic", switches)
    table = new_table(built, rules, Stakes(Betting.LIMIT, (2, 4), ante=1))
    table = put(table, *(c.TakeSeat(seat, "", 100) for seat in range(1, 5)), c.StartHand(button=4))
    mine = parse_cards(first)
    deck = [card for card in deck_of(52) if card not in {*mine, *parse_cards(TENS), *parse_cards(JACKS)}]
    hand = list(mine)
    while table.due:
        from_hand = table.due[0].seat == 1
        table = put(table, c.DeliverCard(hand.pop(0) if from_hand else deck.pop()))
    return table


def checked_round(table: Table) -> Table:
    while table.phase is not Phase.OVER:
        assert table.to_act is not None
        table = put(table, c.Check(table.to_act))
    return table


def test_nobody_is_told_of_a_false_open_before_proof_is_due() -> None:
    """O13 X33: what happens at the open, and after it, is the same with jacks and with tens."""
    said: list[c.Command] = [c.BetTo(1, 2), c.Call(2), c.Fold(3), c.Fold(4)]
    told: list[list[str]] = []
    for hand in (JACKS, TENS):
        table = four_with(hand)
        events: list[str] = []
        for command in said:
            happened = decide(table, command)
            events += [repr(event) for event in happened]
            for event in happened:
                table = evolve(table, event)
        assert table.alerts == ()
        told.append(events)

    assert told[0] == told[1]


def test_the_opening_hand_asked_for_is_shown_when_the_winner_is_known_and_not_before() -> None:
    """O12: seat 3, who has folded, asks; the five he opened with are named after the award, the cards drawn are not."""
    run = holds(
        """
game jacks-or-better
ante 1
limit 2 4
button 4
seat 1 100: Js Jd 8h 4c 2s
seat 2 100: Ac Ad 9h 5s 3d
seat 3 100
seat 4 100
stub 7c 7d 6d 5d
1 opens 2
2 calls
3 folds
4 folds
3 asks to see the opening hand
1 discards 8h 4c 2s
2 stands pat
1 checks
2 bets 4
1 folds
? phase over
"""
    )
    events = [event for _, event in run.events]
    shown = [
        sorted(card_text(card) for card in event.cards)
        for event in events
        if isinstance(event, e.RulingMade) and event.rules == ("O12",) and event.cards
    ]
    awarded = next(index for index, event in enumerate(events) if isinstance(event, e.PotAwarded))
    naming = [
        index
        for index, event in enumerate(events)
        if isinstance(event, e.RulingMade) and "O12" in event.rules
    ]

    assert shown == [["2s", "4c", "8h", "Jd", "Js"]]
    assert naming[-1] > awarded


def test_the_all_in_false_declarer_stays_out_until_the_pot_is_won_also_after_bringing_chips() -> None:
    """N12 O03: deal one false, deal two passed out, deal three opened and won; then he is dealt in again."""
    table = dealt(seated(s1=1, s2=100, s3=100, s4=100))
    table = put(table, c.DeclarePotOpen(1), c.Fold(2), c.Fold(3), c.Fold(4), c.AdmitNoOpeners(1))
    assert table.phase is Phase.OVER
    table = put(table, c.TakeSeat(1, "", 50))

    table = checked_round(dealt(table))
    assert [seat.number for seat in table.dealt_in] == [2, 3, 4]
    assert table.in_middle == 4 + 3

    table = dealt(table)
    assert [seat.number for seat in table.dealt_in] == [2, 3, 4]
    opener = table.to_act
    assert opener is not None
    table = put(table, c.BetTo(opener, 2))
    while table.phase is Phase.BET:
        assert table.to_act is not None
        table = put(table, c.Fold(table.to_act))
    table = put(table, c.ShowOpeners(opener))
    assert table.phase is Phase.OVER
    assert table.seat(opener).stack == 100 - 3 + 4 + 3 + 3

    assert [seat.number for seat in dealt(table).dealt_in] == [1, 2, 3, 4]


@pytest.mark.parametrize(("who", "dealt_in"), [("dealt_in", [1, 2, 3, 4]), ("all", [1, 2, 3, 4, 5])])
def test_who_comes_in_after_a_false_open_plays_for_the_pot_only_where_the_house_says_so(
    who: str, dealt_in: list[int]
) -> None:
    """X15 N07 N08: six stay; a fifth player has sat down meanwhile."""
    table = four_with(TENS, false_open_participants=who)
    table = put(table, c.BetTo(1, 2), c.Fold(2), c.Fold(3), c.Fold(4), c.AdmitNoOpeners(1))
    table = put(table, c.TakeSeat(5, "Eve", 100))

    table = dealt(table)

    assert [seat.number for seat in table.live] == dealt_in
    assert table.in_middle == 6 + len(dealt_in)


def test_who_comes_in_while_a_passed_out_pot_stands_waits_until_it_is_won() -> None:
    """Y17: a new player in a new chair."""
    table = put(checked_round(dealt(seated(s1=10, s2=10, s3=10))), c.TakeSeat(4, "New", 50))
    table = checked_round(dealt(table))
    assert [seat.number for seat in table.dealt_in] == [1, 2, 3]
    assert table.in_middle == 6

    table = dealt(table)
    opener = table.to_act
    assert opener is not None
    table = put(table, c.BetTo(opener, 2))
    while table.phase is Phase.BET:
        assert table.to_act is not None
        table = put(table, c.Fold(table.to_act))
    table = put(table, c.ShowOpeners(opener))

    assert [seat.number for seat in dealt(table).dealt_in] == [1, 2, 3, 4]


def test_with_chips_behind_the_pot_is_opened_with_a_bet_and_not_with_words() -> None:
    """W01: where nothing is required, too, only the player all-in for the ante declares it open without chips."""
    table = dealt(seated("five-card-draw", s1=1, s2=100, s3=100))
    first = table.to_act
    assert first in (2, 3)
    assert refused(table, c.DeclarePotOpen(first))
