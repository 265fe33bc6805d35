"""Short bets, chips without a word, bets over carried money."""

from table_controller import commands as c
from table_controller.table.state import Phase
from tests.table_controller.asked_table import dealt, holds, put, refused, seated


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
