"""Openers: shown, false, declared by another, opened without chips."""

from table_controller import commands as c
from table_controller import events as e
from table_controller.cards import parse_card, parse_cards
from tests.table_controller.asked_table import holds, put

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


def test_no_more_is_shown_than_the_openers() -> None:
    """O09: a pair of jacks proves it; the other three and what he threw stay hidden."""
    run = holds(
        """
game jacks-or-better
ante 1
limit 2 4
button 2
seat 1 100: Js Jd 8h 4c 2s
seat 2 100
stub 3c 9c Tc
1 opens 2
2 calls
1 discards 4c 2s
2 stands pat
1 bets 4
2 folds
1 shows openers
? phase over
"""
    )

    up = {held.card.text for held in run.table.seat(1).hand if held.face_up and held.card}
    assert up == {"Js", "Jd"}
    assert not run.table.seat(1).discards_seen


def test_an_opener_left_alone_before_his_last_card_came_is_judged_by_what_lies_there() -> None:
    """Two kept, four of seven cards there: a wrong number is no reason to fail."""
    table = holds(
        """
game jacks-or-better
rule draw_order all_discard_first
ante 1
limit 2 4
button 2
seat 1 100: Js Jd 6c 8h 2h
seat 2 100: 8c 9c Tc Kd 3s
1 opens 2
2 calls
"""
    ).table
    table = put(table, c.Discard(1, parse_cards("6c 8h 2h")), c.Discard(2, parse_cards("Tc")))
    table = put(table, *(c.DeliverCard(card) for card in parse_cards("5c Ah 7d")))
    table = put(table, c.DeliverCard(parse_card("4c"), "exposed"), c.RuleHand(2, False, "floor"))
    assert len(table.seat(1).hand) == 4

    table = put(table, c.ShowOpeners(1))

    assert table.seat(1).stack == 103


def test_openers_split_without_a_word_are_the_floors_to_judge_also_when_shown_alone() -> None:
    """S01: nobody else is left, and what is shown needs the discards that were not announced."""
    run = holds(
        """
game jacks-or-better
ante 1
limit 2 4
button 4
seat 1 100: Jc Jh Kc 9c 7c
seat 2 100
seat 3 100
seat 4 100: Qs Qd 9h 4c 3s
stub 2s 5d 4h 3d 2h
1 opens 2
2 folds
3 folds
4 calls
1 discards Jh
4 discards 9h 4c 3s
1 bets 4
4 folds
1 shows openers
? alert FLOOR_DECISION to dealer floor
? ruling S01
? phase showdown
floor rules 1 live
? phase over
"""
    )

    assert run.table.seat(1).stack == 105


def test_openers_that_were_kept_name_no_card_that_was_thrown() -> None:
    """A10: the tray has read the discards, and the pair shown is proof enough."""
    run = holds(
        """
game jacks-or-better
ante 1
limit 2 4
button 2
seat 1 100: Kh Kc 8d 4c 2s
seat 2 100: Qs Qd 9h 4d 3s
stub 2d 5d 6h 7d Th 8s Jh
1 opens 2
2 calls
1 discards 8d 4c
tray reads 8d 4c for 1
2 discards 9h 4d 3s
1 checks
2 checks
1 shows
2 shows
? phase over
"""
    )

    proved = [event for _, event in run.events if isinstance(event, e.OpenersProved)]
    assert [set(event.cards) for event in proved] == [set(parse_cards("Kh Kc"))]
    rulings = [event for _, event in run.events if isinstance(event, e.RulingMade)]
    assert not any(parse_card("8d") in ruling.cards for ruling in rulings)
