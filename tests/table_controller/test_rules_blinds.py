"""Blinds: short ones, missing ones, and the dead button."""

from table_controller import commands as c
from table_controller.games.build import build
from table_controller.structure import Betting, Stakes
from table_controller.table.state import Phase, Table, new_table
from tests.table_controller.asked_table import holds, put, refused
from tests.table_controller.blind_game import TWO, blind_game, posted, start


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


def blind_table(*stacks: int) -> Table:
    game, rules = build("five-card-draw", "wsop-2024")
    table = new_table(game, rules, Stakes(Betting.LIMIT, (4, 8), blinds=((1, 2), (2, 4))))
    return put(table, *(c.TakeSeat(seat, "", stack) for seat, stack in enumerate(stacks, 1)))


def bust(table: Table, number: int) -> Table:
    """End the hand so that this seat, all-in for its blind, has no chips: all call, the floor awards."""
    while table.due:
        table = put(table, c.DeliverCard(None))
    while table.phase is Phase.BET:
        seat = table.to_act
        assert seat is not None
        table = put(table, c.Check(seat) if refused(table, c.Call(seat)) else c.Call(seat))
    other = next(seat.number for seat in table.dealt_in if seat.number != number)
    return put(table, c.AwardPot(other, "floor"))


def fold_round(table: Table) -> Table:
    while table.due:
        table = put(table, c.DeliverCard(None))
    while table.phase is not Phase.OVER:
        assert table.to_act is not None
        table = put(table, c.Fold(table.to_act))
    return table


def blinds_of(table: Table) -> dict[int, int]:
    return {seat.number: seat.bet for seat in table.seats if seat.bet}


def test_everybody_posts_each_blind_once_when_the_big_blind_goes_out() -> None:
    """F14: D button, A small, B big. B is out: A has the button, the small blind is dead, C posts the big one."""
    table = put(blind_table(100, 4, 100, 100), c.StartHand(4))
    assert blinds_of(table) == {1: 2, 2: 4}

    table = put(bust(table, 2), c.StartHand())
    assert (table.button, blinds_of(table), table.to_act) == (1, {3: 4}, None)

    table = put(fold_round(table), c.StartHand())
    assert (table.button, blinds_of(table)) == (2, {3: 2, 4: 4})
    table = put(fold_round(table), c.StartHand())
    assert (table.button, blinds_of(table)) == (3, {4: 2, 1: 4})


def test_from_three_players_to_two_nobody_posts_the_big_blind_twice() -> None:
    """F14: the old small blind takes button and small blind, the old button posts the big one."""
    table = put(blind_table(100, 4, 100), c.StartHand(3))
    assert blinds_of(table) == {1: 2, 2: 4}

    table = put(bust(table, 2), c.StartHand())

    assert (table.button, blinds_of(table)) == (1, {1: 2, 3: 4})


def test_a_hand_played_again_has_the_same_dead_small_blind() -> None:
    """F14 Y23: B was the big blind and is out; the hand with the dead small blind is void, and is played again so."""
    table = put(bust(put(blind_table(100, 4, 100, 100), c.StartHand(4)), 2), c.StartHand())
    assert (table.button, blinds_of(table)) == (1, {3: 4})

    for again in (c.VoidHand("floor"), c.CallMisdeal("dealer")):
        replayed = put(table, again, c.StartHand())
        assert (replayed.button, blinds_of(replayed)) == (1, {3: 4})
        twice = put(replayed, again, c.StartHand())
        assert (twice.button, blinds_of(twice)) == (1, {3: 4})

    table = put(fold_round(put(table, c.VoidHand("floor"), c.StartHand())), c.StartHand())
    assert (table.button, blinds_of(table)) == (2, {3: 2, 4: 4})


def test_a_first_hand_that_is_void_has_no_dead_blind() -> None:
    """F14 Y23: nobody has posted before it."""
    table = put(
        blind_table(100, 100, 100), c.StartHand(3), c.VoidHand("floor"), c.LeaveSeat(2), c.TakeSeat(4, "", 90)
    )

    assert blinds_of(put(table, c.StartHand())) == {4: 2, 1: 4}


def three_blinds(*stacks: int) -> Table:
    game, rules = build("california-lowball", "wsop-2024")
    table = new_table(game, rules, Stakes(Betting.LIMIT, (30, 60), blinds=((0, 10), (1, 20), (2, 30))))
    return put(table, *(c.TakeSeat(seat, "", stack) for seat, stack in enumerate(stacks, 1)))


def hands(table: Table, count: int) -> list[tuple[int, dict[int, int]]]:
    """Return button and blinds of the next hands, in which all fold."""
    seen = []
    for _ in range(count):
        table = put(table, c.StartHand())
        seen.append((table.button, blinds_of(table)))
        table = fold_round(table)
    return seen


def test_three_blinds_go_round_with_a_dead_button_when_the_big_blind_goes_out() -> None:
    """F14 B03: C was the big blind; nobody posts the middle one, then nobody the one on the button."""
    table = put(three_blinds(900, 900, 30, 900, 900), c.StartHand(1))
    assert blinds_of(table) == {1: 10, 2: 20, 3: 30}

    seen = hands(put(bust(table, 3), c.LeaveSeat(3)), 4)

    assert seen == [
        (2, {2: 10, 4: 30}),
        (3, {4: 20, 5: 30}),
        (4, {4: 10, 5: 20, 1: 30}),
        (5, {5: 10, 1: 20, 2: 30}),
    ]


def test_three_blinds_go_round_with_a_dead_button_when_the_middle_blind_goes_out() -> None:
    """F14 B03: the button stands at the empty seat, and each who is left posts every blind once."""
    table = put(three_blinds(900, 20, 900, 900, 900), c.StartHand(1))

    seen = hands(put(bust(table, 2), c.LeaveSeat(2)), 3)

    assert seen == [(2, {3: 20, 4: 30}), (3, {3: 10, 4: 20, 5: 30}), (4, {4: 10, 5: 20, 1: 30})]


def test_three_blinds_and_the_button_goes_out() -> None:
    """F14 B03: he has posted all of his; nobody else notices."""
    table = put(three_blinds(10, 900, 900, 900), c.StartHand(1))

    seen = hands(put(bust(table, 1), c.LeaveSeat(1)), 2)

    assert seen == [(2, {2: 10, 3: 20, 4: 30}), (3, {3: 10, 4: 20, 2: 30})]


def test_from_three_to_two_with_three_blinds_nobody_posts_the_big_blind_twice() -> None:
    """F14 Y01: the dealer blind is dropped; the old middle blind has button and small blind."""
    table = put(three_blinds(900, 900, 30), c.StartHand(1))
    assert blinds_of(table) == {1: 10, 2: 20, 3: 30}

    seen = hands(bust(table, 3), 2)

    assert seen == [(2, {2: 20, 1: 30}), (1, {1: 20, 2: 30})]


def test_two_players_and_a_third_who_comes_in_with_the_big_blind() -> None:
    """F14 B10: the small blind of two becomes the button of three; the newcomer has the big blind first."""
    table = put(blind_table(100, 100), c.StartHand(1))
    assert blinds_of(table) == {1: 2, 2: 4}
    table = put(fold_round(table), c.TakeSeat(3, "", 100))

    seen = hands(table, 3)

    assert seen == [(1, {2: 2, 3: 4}), (2, {3: 2, 1: 4}), (3, {1: 2, 2: 4})]


def test_who_sits_out_is_passed_by_a_dead_button() -> None:
    """F14 B13: the big blind who goes away leaves a dead small blind, and then the button at his seat."""
    table = put(fold_round(put(blind_table(100, 100, 100, 100), c.StartHand(4))), c.SitOut(2))

    seen = hands(table, 3)

    assert seen == [(1, {3: 4}), (2, {3: 2, 4: 4}), (3, {4: 2, 1: 4})]


def test_a_seat_that_was_not_dealt_in_is_awarded_no_pot() -> None:
    """F14: it has put nothing in."""
    table = put(blind_table(100, 100, 100, 100), c.SitOut(4), c.StartHand(3))

    assert refused(table, c.AwardPot(4, "floor"))
    assert not refused(table, c.AwardPot(3, "floor"))


def test_the_button_leaves_and_two_are_left() -> None:
    """F14: the old big blind takes the button; the old small blind has the big one, not he again."""
    table = put(fold_round(put(blind_table(100, 100, 100), c.StartHand(1))), c.LeaveSeat(1))

    assert hands(table, 2) == [(3, {3: 2, 2: 4}), (2, {2: 2, 3: 4})]


def test_two_players_and_a_void_hand() -> None:
    """F14 Y23: button and blinds of the hand played again are the same."""
    table = put(fold_round(put(blind_table(100, 100), c.StartHand(1))), c.StartHand())
    assert (table.button, blinds_of(table)) == (2, {2: 2, 1: 4})

    table = put(table, c.VoidHand("floor"), c.StartHand())

    assert (table.button, blinds_of(table)) == (2, {2: 2, 1: 4})


def test_who_posts_the_big_blind_for_another_posts_no_blind_of_his_own() -> None:
    """B07 B17: two blinds of one size, or a small one behind the big one, are posted once by each."""
    for blinds in (((1, 30), (2, 30)), ((1, 30), (2, 15))):
        table = start(blind_game(300, 14, 300, 300, blinds=blinds), 1)

        assert posted(table)[2] == 14
        assert posted(table)[3] == 30
        assert table.round is not None
        assert table.round.to_match == 30


def test_the_button_cannot_lie_where_no_seat_is() -> None:
    """A02 F14: a dead button may lie at an empty seat, but not off the table."""
    table = blind_game(300, 300, 300, blinds=TWO, button_rule="dead")

    assert refused(table, c.StartHand(0))
    assert refused(table, c.StartHand(9))
    assert start(table, 5).button == 5
