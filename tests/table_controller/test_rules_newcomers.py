"""Who comes into a game with blinds, when, and for what: over several hands."""

import random
from itertools import pairwise

from table_controller import commands as c
from table_controller import events as e
from table_controller.decide import decide
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import Phase, Table
from tests.table_controller.asked_table import put, refused
from tests.table_controller.blind_game import ONE, TWO, blind_game, fold_out, in_hand, posted, start


def the_short_blind_wins() -> Table:
    """Button A: A 10, B 20, C all-in 14, D 30. A folds, B calls, D checks; C wins."""
    table = start(blind_game(1000, 1000, 14, 1000), 1)
    assert (posted(table), table.in_middle) == ({1: 10, 2: 20, 3: 14, 4: 30}, 74)
    table = put(table, c.Fold(1), c.Call(2), c.Check(4))
    assert table.in_middle == 84
    return put(table, c.AwardPot(3, "floor"))


def test_the_short_blind_who_wins_owes_a_big_blind_in_his_next_place() -> None:
    """B09: next hand B 10, C 30 in the middle blind's place, D 30: pot 70, A first, thirty to call."""
    table = start(the_short_blind_wins())

    assert (table.button, posted(table), table.in_middle) == (2, {2: 10, 3: 30, 4: 30}, 70)
    assert table.to_act == 1
    assert table.round is not None
    assert table.round.to_match == 30
    assert not table.seat(3).standing.owes_blind


def test_the_short_blind_who_buys_in_again_owes_it_too() -> None:
    """B09: also after hands he had no chips for, where he then sits."""
    table = put(
        start(blind_game(1000, 1000, 14, 1000), 1), c.Fold(1), c.Call(2), c.Check(4), c.AwardPot(2, "floor")
    )
    table = fold_out(start(table))
    assert in_hand(table) == [1, 2, 4]

    table = start(put(table, c.TakeSeat(3, "", 500)))

    assert table.button == 4
    assert posted(table) == {4: 10, 1: 20, 2: 30, 3: 30}
    assert table.to_act == 3


def test_a_void_hand_settles_no_owed_blind() -> None:
    """B09: a misdeal gives chips back, and what was owed is owed again."""
    table = put(the_short_blind_wins(), c.StartHand(), c.CallMisdeal("dealer"))
    assert table.seat(3).standing.owes_blind

    assert posted(start(table)) == {2: 10, 3: 30, 4: 30}


def test_half_a_big_blind_owes_nothing() -> None:
    """B08: fifteen of thirty counts as the whole."""
    table = start(blind_game(1000, 1000, 15, 1000), 1)

    assert not table.seat(3).standing.owes_blind


def test_who_sits_down_in_a_game_under_way_waits_for_the_big_blind() -> None:
    """B10: E between D and A gets no cards until the big blind comes to him, and never the button before."""
    table = put(fold_out(start(blind_game(1000, 1000, 1000, 1000), 1)), c.TakeSeat(5, "E", 1000))
    assert table.seat(5).standing.entry == "new"

    table = fold_out(start(table))
    assert (in_hand(table), table.last_blind) == ([1, 2, 3, 4], 4)
    table = fold_out(start(table))

    assert (in_hand(table), table.last_blind) == ([1, 2, 3, 4, 5], 5)
    assert table.seat(5).standing.entry is None
    table = fold_out(start(table))
    assert (in_hand(table), table.last_blind) == ([1, 2, 3, 4, 5], 1)


def test_two_who_come_together_come_in_one_after_the_other() -> None:
    """B10: one big blind a deal lets one of them in."""
    table = fold_out(start(blind_game(1000, 1000, 1000, 1000), 1))
    table = put(table, c.TakeSeat(5, "E", 1000), c.TakeSeat(6, "F", 1000))

    big: list[int | None] = []
    for _ in range(4):
        table = fold_out(start(table))
        big.append(table.last_blind)

    assert big == [4, 5, 6, 1]
    assert in_hand(table) == [1, 2, 3, 4, 5, 6]


def test_a_newcomer_kills_at_the_next_deal_and_only_then() -> None:
    """B10 F21: sixty posted, limits doubled; the hand after it is as always."""
    table = put(fold_out(start(blind_game(1000, 1000, 1000, 1000), 1)), c.TakeSeat(5, "E", 1000))
    assert not refused(table, c.OfferKill(5, 60))

    table = start(put(table, c.OfferKill(5, 60)))
    assert (posted(table), table.to_act) == ({2: 10, 3: 20, 4: 30, 5: 60}, 5)
    assert table.round is not None
    assert table.round.bet == 60
    table = start(fold_out(table))

    assert table.kill is None
    assert table.round is not None
    assert (table.round.bet, posted(table)) == (30, {3: 10, 4: 20, 5: 30})


def test_a_kill_is_taken_back_before_the_deal() -> None:
    """B10: who waits after all gets no cards and posts nothing."""
    table = put(fold_out(start(blind_game(1000, 1000, 1000, 1000), 1)), c.TakeSeat(5, "E", 1000))

    table = start(put(table, c.OfferKill(5, 60), c.WaitForBlind(5)))

    assert in_hand(table) == [1, 2, 3, 4]


def test_a_void_hand_lets_the_killer_kill_again() -> None:
    """F21: he has his chips back and posts them again."""
    table = put(fold_out(start(blind_game(1000, 1000, 1000, 1000), 1)), c.TakeSeat(5, "E", 1000))
    table = put(start(put(table, c.OfferKill(5, 60))), c.VoidHand("floor"))
    assert (table.seat(5).stack, table.seat(5).standing.kills) == (1000, 60)

    assert posted(start(table)) == {2: 10, 3: 20, 4: 30, 5: 60}


def test_who_is_in_the_game_posts_no_kill() -> None:
    """B10: a kill is for coming in."""
    table = fold_out(start(blind_game(1000, 1000, 1000), 1))

    assert refused(table, c.OfferKill(2, 60))
    assert refused(table, c.WaitForBlind(2))
    assert refused(put(table, c.StartHand()), c.OfferKill(2, 60))


def test_without_blinds_nobody_waits() -> None:
    """B10: it is of games with blinds."""
    built = blind_game(100, 100, 100, game="five-card-draw", blinds=())
    antes = Stakes(Betting.LIMIT, (30, 60), ante=5)
    table = put(built, c.ConfigureTable(built.game, built.rules, antes))
    table = fold_out(start(table))
    table = put(table, c.TakeSeat(4, "", 100))

    assert in_hand(start(table)) == [1, 2, 3, 4]
    assert refused(table, c.MarkNewcomer(4))


def test_one_player_left_and_two_newcomers_begin_anew() -> None:
    """B10: where too few are in the game, nobody waits."""
    table = fold_out(start(blind_game(1000, 1000), 1))
    table = put(table, c.LeaveSeat(2), c.TakeSeat(3, "", 500), c.TakeSeat(4, "", 500))

    assert in_hand(start(table)) == [1, 3, 4]


def test_who_was_away_when_the_big_blind_passed_waits_for_it() -> None:
    """B13: D sits out when it is his; he is back, and waits or kills."""
    table = put(fold_out(start(blind_game(1000, 1000, 1000, 1000), 1)), c.SitOut(4))
    table = fold_out(start(table))
    assert (in_hand(table), table.last_blind) == ([1, 2, 3], 1)
    assert table.seat(4).standing.entry == "missed"

    table = put(table, c.ComeBack(4))

    assert in_hand(start(table)) == [1, 2, 3]
    assert in_hand(start(put(table, c.OfferKill(4, 60)))) == [1, 2, 3], "the button must pass him first"
    table = fold_out(start(table))
    assert posted(start(put(table, c.OfferKill(4, 60)))) == {1: 10, 2: 20, 3: 30, 4: 60}
    assert refused(put(table, c.ObjectToKill(2)), c.OfferKill(4, 60))


def test_who_was_away_while_no_blind_passed_is_dealt_in_at_once() -> None:
    """B13: only the big blind counts as missed."""
    table = put(fold_out(start(blind_game(1000, 1000, 1000, 1000, 1000), 1)), c.SitOut(2))
    table = put(fold_out(start(table)), c.ComeBack(2))

    assert in_hand(start(table)) == [1, 2, 3, 4, 5]


def test_with_one_blind_the_missed_one_is_waited_for() -> None:
    """B12: no kill; D is dealt in when the blind reaches him."""
    table = put(fold_out(start(blind_game(1000, 1000, 1000, 1000, blinds=ONE), 2)), c.SitOut(4))
    assert table.last_blind == 3
    table = put(fold_out(start(table)), c.ComeBack(4))
    assert (table.last_blind, table.seat(4).standing.entry) == (1, "missed")
    assert refused(table, c.OfferKill(4, 60))

    dealt: list[bool] = []
    for _ in range(3):
        table = fold_out(start(table))
        dealt.append(4 in in_hand(table))

    assert dealt == [False, False, True]
    assert table.last_blind == 4


def test_a_player_who_sits_out_plays_his_hand_to_its_end() -> None:
    """B13: the word counts from the next deal; an undone action does not call him back."""
    table = start(blind_game(1000, 1000, 1000, 1000), 1)
    table = put(table, c.Call(4), c.SitOut(4), c.UndoLastAction("dealer"))
    assert (table.to_act, table.seat(4).away) == (4, True)

    assert in_hand(start(fold_out(table))) == [1, 2, 3]


def test_who_has_posted_all_his_blinds_changes_seats_without_a_penalty() -> None:
    """B14: two seats further from the big blind he waits two deals, until it is as far away as it was."""
    table = blind_game(1000, 1000, 1000, 1000, 1000, 1000)
    table = fold_out(start(table, 4))
    assert table.last_blind == 6
    table = put(table, c.LeaveSeat(5), c.MoveSeat(3, 5))
    assert table.seat(5).standing.entry == "behind"

    dealt: list[bool] = []
    for _ in range(4):
        table = fold_out(start(table))
        dealt.append(5 in in_hand(table))

    assert dealt == [False, True, True, True]
    assert table.seat(5).standing.entry is None


def test_who_moves_nearer_the_big_blind_is_dealt_in_at_once() -> None:
    """B14: he pays the sooner."""
    table = fold_out(start(blind_game(1000, 1000, 1000, 1000, 1000, 1000), 1))
    table = put(table, c.LeaveSeat(5), c.MoveSeat(6, 5))
    assert table.seat(5).standing.entry is None

    assert 5 in in_hand(start(table))


def test_who_moves_with_blinds_still_to_post_pays_for_it() -> None:
    """B14: after the big blind alone he owes the others; the button has posted all."""
    table = fold_out(start(blind_game(1000, 1000, 1000, 1000, 1000), 1))

    assert put(table, c.MoveSeat(3, 7)).seat(7).standing.entry == "moved"
    assert put(table, c.MoveSeat(2, 7)).seat(7).standing.entry == "moved"
    assert put(table, c.MoveSeat(1, 7)).seat(7).standing.entry is None


def test_nobody_takes_a_seat_that_is_taken_or_moves_in_a_hand() -> None:
    """B14: chairs change between hands."""
    table = start(blind_game(1000, 1000, 1000), 1)

    assert refused(table, c.MoveSeat(1, 5))
    table = fold_out(table)
    assert refused(table, c.MoveSeat(1, 2))
    assert refused(table, c.MoveSeat(7, 5))
    assert refused(table, c.MoveSeat(1, 9))


def test_who_killed_between_button_and_blind_comes_in_a_deal_later() -> None:
    """B10: nobody posts the big blind twice because of him."""
    table = blind_game(1000, 1000, 1000, 1000, blinds=TWO)
    table = put(fold_out(start(table, 1)), c.LeaveSeat(4), c.TakeSeat(4, "New", 1000), c.LeaveSeat(1))
    table = put(table, c.TakeSeat(1, "Newer", 1000))
    assert [table.seat(n).standing.entry for n in (1, 2, 3, 4)] == ["new", None, None, "new"]

    last: list[int | None] = []
    for _ in range(6):
        table = fold_out(start(table))
        last.append(table.last_blind)

    assert all(one != other for one, other in pairwise(last))
    assert in_hand(table) == [1, 2, 3, 4]


def test_coming_and_going_at_random_the_big_blind_goes_round() -> None:
    """B10 B13 F14: no seat has it twice in a row with three in the game, and the log folds to the same table."""
    for seed in range(40):
        rng = random.Random(seed)
        blinds = rng.choice((TWO, ((0, 10), (1, 20), (2, 30)), ONE))
        rule = rng.choice(("moving", "dead"))
        table = blind_game(
            *(900,) * 6, blinds=blinds, button_rule=rule, kill=rng.choice(("none", "half", "full"))
        )
        for _ in range(25):
            table = _people_come_and_go(rng, table)
            if refused(table, c.StartHand()):
                continue
            before, table = table, _folded_start(table)
            assert len(in_hand(table)) >= 2
            big = [s.number for s in table.dealt_in if s.number == table.last_blind]
            assert len(big) == 1
            if len(in_hand(table)) > 3 and len(in_hand(before)) > 3 and rule == "dead":
                assert table.last_blind != before.last_blind, (seed, before.last_blind)
            while table.due:
                table = put(table, c.DeliverCard(None))
            table = fold_out(table)


def _folded_start(table: Table) -> Table:
    events = decide(table, c.StartHand())
    assert sum(isinstance(event, e.PotKilled) for event in events) <= 1
    for event in events:
        table = evolve(table, event)
    return table


def _people_come_and_go(rng: random.Random, table: Table) -> Table:
    assert table.phase is Phase.OVER
    for _ in range(rng.randrange(3)):
        seat = rng.randrange(1, 9)
        command = rng.choice(
            (
                c.SitOut(seat),
                c.ComeBack(seat),
                c.MoveSeat(seat, rng.randrange(1, 9)),
                c.OfferKill(seat, 60),
                c.ObjectToKill(seat),
                c.LeaveSeat(seat),
                c.TakeSeat(seat, "", 900),
            )
        )
        if isinstance(command, c.TakeSeat) and table.has_seat(seat):
            continue
        table = put(table, command)
    return table
