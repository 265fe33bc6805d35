"""Rulings that were wrong once, and rows whose figures are worth a second opinion."""

import pytest

from table_controller import commands as c
from table_controller import events as e
from table_controller.decide import decide
from table_controller.games.build import build
from table_controller.scenario.grammar import parse
from table_controller.scenario.run import Run
from table_controller.scenario.runner import play
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import Phase, Table, new_table


def holds(text: str) -> Run:
    """Play a scenario; every check of it holds."""
    run = play(parse(text))
    assert [result for result in run.checks if not result.ok] == []
    return run


def put(table: Table, *commands: c.Command) -> Table:
    for command in commands:
        for event in decide(table, command):
            table = evolve(table, event)
    return table


def refused(table: Table, command: c.Command) -> bool:
    return any(isinstance(event, e.ActionRefused) for event in decide(table, command))


def seated(game: str = "jacks-or-better", ante: int = 1, **stacks: int) -> Table:
    built, rules = build(game)
    table = new_table(built, rules, Stakes(Betting.LIMIT, (2, 4), ante=ante))
    return put(table, *(c.TakeSeat(int(name[1:]), "", stack) for name, stack in stacks.items()))


def dealt(table: Table) -> Table:
    """Start a hand and deal cards nobody has read."""
    table = put(table, c.StartHand())
    while table.due:
        table = put(table, c.DeliverCard(None))
    return table


# Undo


UNDO = """
game five-card-draw
ante 1
limit 2 4
button 3
seat 1 100
seat 2 100
seat 3 100
"""


def test_the_fold_that_ended_a_hand_can_be_undone() -> None:
    """The commonest slip: the wrong button, and the pot is gone. It comes back to the chip."""
    holds(
        UNDO
        + """
1 bets 2
2 folds
3 folds
? phase over
? stacks 1=102
dealer undoes the last action
? to act 3
? stacks 1=97 2=99 3=99
? pot 5
3 calls
? phase draw 1
"""
    )


def test_the_call_that_ended_a_round_can_be_undone() -> None:
    holds(
        UNDO
        + """
1 checks
2 checks
3 bets 2
1 calls
2 calls
? phase draw 1
dealer undoes the last action
? phase bet 1
? to act 2
? may fold, call 2, raise to 4
2 folds
? phase draw 1
"""
    )


def test_undoing_does_not_start_a_table_that_a_jam_stopped() -> None:
    holds(
        UNDO
        + """
1 bets 2
shuffler jams
dealer undoes the last action
? phase halted
? alert JAM to dealer floor
? stacks 1=99
"""
    )


def test_what_the_floor_ruled_is_not_undone_with_the_bet_before_it() -> None:
    holds(
        UNDO
        + """
1 bets 2
floor rules 2 dead
dealer undoes the last action
? refused
? pot 5
"""
    )


def test_chips_brought_after_the_hand_stay_when_somebody_undoes() -> None:
    table = dealt(seated("five-card-draw", s1=10, s2=10))
    table = put(table, c.BetTo(1, 2) if table.to_act == 1 else c.BetTo(2, 2))
    other = table.to_act
    assert other is not None
    table = put(table, c.Fold(other), c.TakeSeat(1, "", 50))
    assert table.phase is Phase.OVER

    assert refused(table, c.UndoLastAction("dealer"))


# Between hands


def test_commands_of_play_after_the_hand_change_nothing() -> None:
    """The cards still lie there, but nobody is in a hand any more."""
    table = dealt(seated("five-card-draw", s1=10, s2=10))
    first = table.to_act
    assert first is not None
    table = put(table, c.BetTo(first, 2))
    second = table.to_act
    assert second is not None
    table = put(table, c.Fold(second))

    for command in (
        c.AdmitNoOpeners(first),
        c.ReportCount(first, 4),
        c.ExposeCard(first, 1),
        c.DeliverCard(None),
        c.AskOpeningHand(first),
        c.VoidHand("floor"),
    ):
        assert refused(table, command), command


def test_who_was_dealt_in_leaves_when_the_hand_is_over() -> None:
    table = dealt(seated("five-card-draw", s1=10, s2=10, s3=10))
    first = table.to_act
    assert first is not None
    table = put(table, c.BetTo(first, 2))
    second = table.to_act
    assert second is not None
    table = put(table, c.Fold(second))

    assert refused(table, c.LeaveSeat(second))


def test_a_newcomer_gets_no_share_of_a_carried_pot_in_the_chair_of_one_who_left() -> None:
    """Y17, Y18: the share is forfeited with the chair."""
    table = dealt(seated(s1=10, s2=10, s3=10))
    while table.phase is not Phase.OVER:
        assert table.to_act is not None
        table = put(table, c.Check(table.to_act))
    assert table.in_middle == 3

    table = put(table, c.LeaveSeat(2), c.TakeSeat(2, "New", 50), c.StartHand())

    assert [seat.number for seat in table.dealt_in] == [1, 3]
    assert table.in_middle == 5


def test_no_blinds_where_openers_are_wanted() -> None:
    """B01: with a blind in there is no opening, and a round of calls would count as passed out."""
    game, rules = build("jacks-or-better")
    table = new_table(game, rules, Stakes(Betting.LIMIT, (2, 4), blinds=((1, 1), (2, 2))))
    table = put(table, c.TakeSeat(1, "", 50), c.TakeSeat(2, "", 50))

    events = decide(table, c.StartHand())

    assert isinstance(events[0], e.ActionRefused)
    assert events[0].rules == ("B01",)


def test_a_pot_whose_players_left_is_the_floors_to_award() -> None:
    """A carried pot with fewer than two players who may be dealt in goes where the floor says."""
    table = dealt(seated(s1=10, s2=10, s3=10))
    while table.phase is not Phase.OVER:
        assert table.to_act is not None
        table = put(table, c.Check(table.to_act))
    table = put(table, c.LeaveSeat(2), c.LeaveSeat(3))
    assert refused(table, c.StartHand())

    table = put(table, c.AwardPot(1, "floor"), c.TakeSeat(4, "", 10), c.StartHand())

    assert table.seat(1).stack == 9 + 3 - 1
    assert table.in_middle == 2


# Blinds


def test_the_duty_to_post_goes_on_until_somebody_has_half_a_blind() -> None:
    """B07: D has too little as well, so A posts."""
    holds(
        """
game five-card-draw
blinds 10 20 30
limit 30 60
button 1
seat 1 300
seat 2 300
seat 3 14
seat 4 9
seat 5 300
? pot 83
? bets 1=10 2=20 3=14 4=9 5=30
? to act 1
? may fold, call 20, raise to 60
"""
    )


def test_a_big_blind_without_chips_is_still_the_big_blind() -> None:
    """F13: all-in for the ante; the others call thirty, beginning at his left."""
    holds(
        """
game five-card-draw
rule half_blind_rule false
ante 5
blinds 0 15 30
limit 30 60
button 1
seat 1 300
seat 2 300
seat 3 5
seat 4 300
? bets 2=15 3=0
? to act 4
? may fold, call 30, raise to 60
"""
    )


def test_the_one_who_posts_for_a_short_player_has_the_option() -> None:
    """B17 with its own figures."""
    holds(
        """
game five-card-draw
blinds 10 20 30
limit 30 60
button 1
seat 1 300
seat 2 300
seat 3 14
seat 4 300
? pot 74
? to act 1
1 calls
2 calls
? to act 4
? may check, raise to 60
4 checks
? pots 56 {1 2 3 4}, 48 {1 2 4}
"""
    )


# Bets


def test_completing_after_a_short_bet_counts_from_the_full_level() -> None:
    """F05: two short all-ins add up to half a bet: the bettor may raise, the caller of the first may not."""
    holds(
        """
game five-card-draw
rule no_forced_bet true
limit 60 120
button 5
seat 1 600
seat 2 75
seat 3 600
seat 4 92
seat 5 600
1 bets 60
2 is all in
3 calls
4 is all in
5 calls
? to act 1
? may fold, call 32, raise to 152
1 calls
? to act 3
? may fold, call 17
"""
    )


def test_a_raise_over_half_a_bet_is_rounded_where_the_house_rounds() -> None:
    """X40: 180 over 90 where the base is rounded up to 120."""
    holds(
        """
game five-card-draw
rule no_forced_bet true
rule allin_half_raise_base rounded
limit 60 120
button 3
seat 1 600
seat 2 90
seat 3 600
1 bets 60
2 is all in
? may fold, call 90, raise to 180
3 raises to 180
? may fold, call 120, raise to 240
"""
    )


def test_chips_beyond_the_stack_are_refused_and_none_is_no_call() -> None:
    table = dealt(seated("five-card-draw", s1=10, s2=10))
    first = table.to_act
    assert first is not None
    table = put(table, c.BetTo(first, 2))
    second = table.to_act
    assert second is not None

    assert refused(table, c.PutIn(second, 0))
    assert refused(table, c.PutIn(second, 10))
    assert not refused(table, c.PutIn(second, 2))


def test_half_of_the_last_raise_is_what_counts_without_limit() -> None:
    """F07: facing sixty over nothing in a game of minimum ten, eighty is a call; ninety must be completed to 120."""
    start = """
game five-card-draw
rule no_forced_bet true
no-limit 10
button 2
seat 1 600
seat 2 600
1 bets 60
"""
    table = holds(start).table

    assert put(table, c.PutIn(2, 80)).seat(2).put_in == 60
    assert put(table, c.PutIn(2, 90)).seat(2).put_in == 120


def test_what_was_bet_in_this_round_is_compared_not_what_lies_there_from_earlier_deals() -> None:
    """F12 with a carried pot: a called bet is called, though one of them anted less before."""
    table = dealt(seated(ante=3, s1=100, s2=2, s3=100))
    while table.phase is not Phase.OVER:
        assert table.to_act is not None
        table = put(table, c.Check(table.to_act))
    table = dealt(put(table, c.TakeSeat(2, "", 50)))
    while table.round is not None and table.openers.opener is None:
        assert table.to_act is not None
        table = put(table, c.BetTo(table.to_act, 2))
    while table.phase is Phase.BET:
        assert table.to_act is not None
        table = put(table, c.Call(table.to_act))

    assert table.phase is Phase.DRAW
    assert table.in_middle == 3 + 2 + 3 + 3 * 3 + 3 * 2


# Openers


FALSE = """
game jacks-or-better
ante 1
limit 2 4
button 4
seat 1 100: Tc Th 9s 6d 3h
seat 2 100
seat 3 100
seat 4 100: Qs Qd 9h 4c 3s
"""


def test_a_short_raise_all_in_is_a_raise_too() -> None:
    """N09: one chip more than the opening bet, and the pot plays."""
    holds(
        """
game jacks-or-better
ante 1
limit 4 8
button 4
seat 1 100: Tc Th 9s 6d 3h
seat 2 6
seat 3 100
seat 4 100
1 opens 4
2 is all in
1 shows false openers
? pot 13
? to act 3
3 folds
4 folds
? stacks 2=13 1=95
"""
    )


def test_a_short_caller_is_a_caller() -> None:
    """N09: two callers, one of them all-in for less than the bet."""
    holds(
        """
game jacks-or-better
ante 1
limit 4 8
button 5
seat 1 100: Tc Th 9s 6d 3h
seat 2 4
seat 3 100
seat 4 100
seat 5 100
1 opens 4
2 is all in
3 calls
1 shows false openers
? pots 5 {2 3 4 5}, 9 {2 3}, 2 {3}
? to act 4
"""
    )


def test_the_all_in_player_does_not_open_before_his_turn() -> None:
    """W01: seat 3 is all-in for the ante; seat 1 has the first word."""
    holds(
        """
game jacks-or-better
ante 1
limit 2 4
button 4
seat 1 100
seat 2 100
seat 3 1: Js Jd 8h 4c 2s
seat 4 100
3 declares the pot open
? refused
1 checks
2 checks
3 declares the pot open
? opener 3
? to act 4
? may fold, call 2, raise to 4
4 calls
1 folds
2 folds
? pots 4 {3 4}
"""
    )


def test_who_declares_after_an_opening_without_chips_puts_in_the_full_bet() -> None:
    """N01 with W02: seat 1 opened all-in for the ante and had nothing; seat 4 declares and bets two."""
    holds(
        """
game jacks-or-better
ante 1
limit 2 4
button 4
seat 1 1: Tc Th 9s 6d 3h
seat 2 100
seat 3 100
seat 4 100: Qs Qd 9h 4c 3s
1 declares the pot open
1 shows false openers
? ruling N12
4 declares the pot open
? opener 4
? bets 4=2
2 calls
3 folds
? phase draw 1
"""
    )


def test_openers_that_do_not_stand_up_stay_unproved_without_a_trace() -> None:
    """O09: showing what is no openers is refused; the discards under the chip stay as they were."""
    run = holds(
        FALSE
        + """
1 opens 2
2 folds
3 folds
4 calls
1 discards 9s 6d 3h splitting openers
4 discards 9h 4c 3s
1 bets 4
4 folds
? phase showdown
1 shows openers
? refused O09 S02 O01
"""
    )

    assert not run.table.seat(1).discards_seen


def test_an_opener_with_four_cards_shows_what_he_has() -> None:
    """F25 with O09: alone before the draw, with a pair of jacks in four cards."""
    holds(
        """
game jacks-or-better
ante 1
limit 2 4
button 3
seat 1 100: Js Jd 8h 4c 2s
seat 2 100
seat 3 100
1 opens 2
seat 1 is found with 4 cards
2 folds
3 folds
1 shows openers
? stacks 1=102
"""
    )


def test_an_opener_with_too_many_cards_had_no_openers() -> None:
    """N14 with A05: his hand is dead, nobody has called, and nobody declares: the opening bet stays."""
    holds(
        FALSE
        + """
1 opens 2
seat 1 is found with 6 cards
? ruling A05
nobody declares the pot open
? carries 6
? phase over
? stacks 1=97 2=99 3=99 4=99
"""
    )


# The draw


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


# The end


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


def test_an_alert_of_one_hand_does_not_hide_the_same_in_the_next() -> None:
    table = dealt(seated("five-card-draw", s1=10, s2=10))
    table = put(table, c.ReadCards("shoe", 1, (None,)))
    assert [alert.name for alert in table.alerts] == ["CARD_NOT_READ"]

    first = table.to_act
    assert first is not None
    table = put(table, c.BetTo(first, 2))
    table = dealt(put(table, c.Fold(3 - first)))
    assert table.hand_no == 2
    assert table.alerts == ()
    table = put(table, c.ReadCards("shoe", 1, (None,)))
    assert [alert.name for alert in table.alerts] == ["CARD_NOT_READ"]


def test_a_player_with_less_than_the_posted_opening_bet_goes_all_in() -> None:
    """D17: sixty to open; who has thirty or less puts in all he has."""
    holds(
        """
game five-card-draw
rule min_open 60
blinds 10 20 30
limit 30 60
button 1
seat 1 300
seat 2 300
seat 3 300
seat 4 25
seat 5 40
4 is all in
? bets 4=25
? to act 5
? may fold, raise to 40
5 raises to 40
? to act 1
? may fold, call 30, raise to 60
"""
    )


def test_surveillance_does_not_start_the_table_again() -> None:
    table = put(dealt(seated("five-card-draw", s1=10, s2=10)), c.ReportFault("JAM", "shuffler"))

    assert refused(table, c.ConfirmTable("surveillance"))
    assert not refused(table, c.ConfirmTable("dealer"))
