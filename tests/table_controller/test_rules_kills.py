"""Kills of winners: legs, who posts, what it does to the limits, and what outlives a hand."""

from table_controller import commands as c
from table_controller import events as e
from table_controller.cards import parse_cards
from table_controller.decide import decide
from table_controller.games.build import build
from table_controller.rules.seating import impossible
from table_controller.structure import Betting, Stakes
from table_controller.table.state import Phase, Table
from tests.table_controller.asked_table import put, refused
from tests.table_controller.blind_game import blind_game, fold_out, hand_won_by, in_hand, posted, start


def kill_game(*, kill: str = "full", seats: int = 4, **switches: str) -> Table:
    return blind_game(*(2000,) * seats, kill=kill, **switches)


def legs(table: Table) -> tuple[list[int], list[int]]:
    """Return who has a leg, and who must kill."""
    return (
        [s.number for s in table.seats if s.standing.leg],
        [s.number for s in table.seats if s.standing.must_kill],
    )


def two_pots_of(table: Table, winner: int) -> Table:
    return hand_won_by(hand_won_by(table, winner), winner)


def called_by_one(table: Table, winner: int) -> Table:
    """A hand in which the next live seat calls *winner*'s raise before the draw and the floor gives him the pot."""
    table = start(table)
    while table.phase is Phase.BET:
        seat = table.to_act
        assert seat is not None
        assert table.round is not None
        raised = table.round.aggressor == winner
        if seat == winner and not raised:
            table = put(table, c.BetTo(seat, table.round.to_match + table.round.bet))
        else:
            table = put(table, c.Call(seat) if not refused(table, c.Call(seat)) else c.Check(seat))
    return put(table, c.AwardPot(winner, "floor"))


def test_the_winner_of_two_pots_in_a_row_kills_the_next() -> None:
    """B15 F20: B has won two; he posts sixty, the bets are 60 and 120, and the hand after that is as always."""
    table = called_by_one(kill_game(), 2)
    assert legs(table) == ([2], [])
    table = called_by_one(table, 2)
    assert legs(table) == ([2], [2])

    table = start(table)
    assert posted(table)[2] == 60
    assert table.round is not None
    assert (table.round.bet, table.round.to_match) == (60, 60)
    table = fold_out(table)

    assert legs(table)[1] == []
    assert table.kill is not None
    table = start(table)
    assert table.kill is None
    assert table.round is not None
    assert table.round.bet == 30


def test_the_killer_who_wins_again_kills_again_for_as_much() -> None:
    """F20: sixty once more, not a hundred and twenty."""
    table = called_by_one(called_by_one(called_by_one(kill_game(), 2), 2), 2)
    assert legs(table) == ([2], [2])

    assert posted(start(table))[2] == 60


def test_the_second_pot_must_hold_a_full_bet_beyond_the_blinds() -> None:
    """F20: an uncalled raise that went back is none."""
    table = hand_won_by(called_by_one(kill_game(), 2), 2)

    assert legs(table) == ([2], [])


def test_who_leaves_the_game_for_a_while_keeps_his_leg() -> None:
    """F20: another's win does not take it while he is away."""
    table = put(called_by_one(kill_game(), 2), c.SitOut(2))
    table = called_by_one(table, 3)
    assert legs(table) == ([2, 3], [])

    table = put(table, c.ComeBack(2))
    while 2 not in in_hand(start(table)):
        table = fold_out(start(table))

    assert table.seat(2).standing.leg


def test_a_kill_that_is_due_waits_for_the_one_who_is_away() -> None:
    """F20: he posts it where he next gets cards."""
    table = put(called_by_one(called_by_one(kill_game(), 2), 2), c.SitOut(2))
    table = start(table)
    assert table.kill is None
    table = put(fold_out(table), c.ComeBack(2))
    table = put(table, c.WaitForBlind(2))
    for _ in range(6):
        table = start(table)
        if 2 in in_hand(table):
            break
        table = fold_out(table)

    assert table.kill is not None
    assert (table.kill.seat, table.kill.won) == (2, True)


def test_one_who_stands_up_takes_his_leg_along() -> None:
    """F20: who sits down in his chair has none."""
    table = put(called_by_one(kill_game(), 2), c.LeaveSeat(2), c.TakeSeat(2, "New", 500))

    assert legs(table) == ([], [])


def test_a_void_hand_leaves_legs_and_kill_as_they_were() -> None:
    """F20 Y23: the killer kills again, and nobody has won a pot."""
    table = called_by_one(called_by_one(kill_game(), 2), 2)
    table = put(start(table), c.VoidHand("floor"))
    assert legs(table) == ([2], [2])
    assert table.kill is None
    assert table.in_middle == 0

    assert posted(start(table))[2] == 60


def test_an_undone_fold_takes_the_leg_back() -> None:
    """F20: the pot that was pushed by mistake counts for nothing."""
    table = put(start(kill_game(), 1), c.Fold(4), c.Fold(1), c.Fold(2))
    assert (table.phase, legs(table)) == (Phase.OVER, ([3], []))

    table = put(table, c.UndoLastAction("dealer", "he had not folded"))

    assert (table.phase, table.to_act, legs(table)) == (Phase.BET, 2, ([], []))


def test_a_kill_is_of_limit_games_with_blinds() -> None:
    """F20: at no limit, and with antes, winners kill nothing."""
    table = blind_game(2000, 2000, 2000, betting=Betting.NO_LIMIT, kill="full")
    table = fold_out(start(fold_out(start(table))))
    assert legs(table) == ([], [])

    assert refused(table, c.CorrectLegs((1,), (), "dealer"))


def test_a_newcomers_kill_at_no_limit_is_a_larger_blind() -> None:
    """F21: sixty to call, and the least raise is as much again; after the draw the least bet is as always."""
    table = blind_game(1000, 1000, 1000, 1000, betting=Betting.NO_LIMIT)
    table = put(fold_out(start(table, 1)), c.TakeSeat(5, "E", 1000), c.OfferKill(5, 60))

    table = start(table)

    assert table.round is not None
    assert (table.round.to_match, table.round.raise_size) == (60, 60)
    assert refused(table, c.BetTo(5, 100))
    assert not refused(table, c.BetTo(5, 120))


def test_half_a_kill_of_an_odd_limit_cannot_be_made_of_chips() -> None:
    """F20 F10: 5-10 with a smallest chip of one."""
    game, rules = build("california-lowball", switches={"kill": "half"})

    why = impossible(game, rules, Stakes(Betting.LIMIT, (5, 10), blinds=((1, 2), (2, 5))))

    assert why is not None
    assert why[0] == ("F20", "F10")
    assert impossible(game, rules, Stakes(Betting.LIMIT, (4, 8), blinds=((1, 2), (2, 4)))) is None


def test_dealer_and_floor_correct_the_legs_and_surveillance_does_not() -> None:
    """F20: the button with the word leg lies where they say, between hands."""
    table = fold_out(start(kill_game()))

    assert refused(table, c.CorrectLegs((1,), (), "surveillance"))
    assert refused(table, c.CorrectLegs((7,), (), "floor"))
    assert legs(put(table, c.CorrectLegs((1,), (4,), "floor"))) == ([1, 4], [4])
    assert legs(put(table, c.CorrectLegs((), (), "dealer"))) == ([], [])
    assert refused(start(table), c.CorrectLegs((1,), (), "dealer"))


def test_a_short_killer_posts_what_he_has_and_the_others_match_all_of_it() -> None:
    """F20 F13: forty of sixty; the bet is sixty."""
    table = put(blind_game(2000, 40, 2000, 2000, kill="full"), c.CorrectLegs((2,), (2,), "dealer"))

    table = start(table, 3)

    assert posted(table) == {3: 10, 4: 20, 1: 30, 2: 40}
    assert table.round is not None
    assert table.round.to_match == 60


def test_a_kill_says_itself_in_one_sentence() -> None:
    """F20: with who, for how much, and what the bet is."""
    table = put(kill_game(), c.CorrectLegs((2,), (2,), "dealer"))

    events = decide(table, c.StartHand())

    said = [event.text for event in events if isinstance(event, e.RulingMade)]
    assert said == ["Seat 2 won two pots in a row and kills the pot for 60; the bet is 60."]


def test_where_high_and_low_split_the_pot_who_scoops_a_large_one_kills() -> None:
    """F20: five times the upper limit; a smaller pot and a split one make nobody kill."""
    table = blind_game(*(2000,) * 4, game="california-high-low", kill="full")
    small = called_by_one(table, 2)
    assert legs(small) == ([], [])

    table = put(start(table), c.BetTo(3, 60), c.BetTo(4, 90), c.Call(1), c.Call(2), c.Call(3))
    assert table.in_middle == 360
    table = put(table, c.AwardPot(2, "floor"))

    assert legs(table) == ([], [2])
    assert posted(start(table))[2] == 60


# Kills of who has seen two cards (case F01)


def two_cards_dealt(kill: str = "none", *stacks: int, **switches: str) -> Table:
    """Four seats with blinds of 10, 20 and 30, and everybody has two cards."""
    game = blind_game(*(stacks or (2000,) * 4), kill=kill, voluntary_kill="true", **switches)
    table = put(game, c.StartHand(4))
    for face in parse_cards("2c 3c 4c 5c 6c 7c 8c 9c"):
        table = put(table, c.DeliverCard(face))
    return table


def test_a_voluntary_kill_is_half_a_kill_where_the_house_has_half_kills() -> None:
    """F20: the blind is thirty: sixty, or forty-five; another sum is refused."""
    assert not refused(two_cards_dealt(), c.KillPot(4, 60))
    assert refused(two_cards_dealt(), c.KillPot(4, 45))
    assert posted(put(two_cards_dealt("half"), c.KillPot(3)))[3] == 45


def test_a_voluntary_kill_needs_four_times_what_is_posted() -> None:
    """F20: two hundred and forty before him; a chip less is too few."""
    assert not refused(two_cards_dealt("none", 2000, 2000, 240, 2000), c.KillPot(3))
    assert refused(two_cards_dealt("none", 2000, 2000, 239, 2000), c.KillPot(3))


def test_a_voluntary_kill_goes_back_when_the_hand_is_void() -> None:
    """F20: a void hand gives back what was posted, and nobody has killed the next deal."""
    table = put(two_cards_dealt(), c.KillPot(4), c.VoidHand("floor"))

    assert [seat.stack for seat in table.seats] == [2000] * 4
    assert table.kill is None


def test_who_killed_of_his_own_will_speaks_after_the_last_blind_all_round_one() -> None:
    """F20: seat 3, left of the blinds, comes behind seat 2, the big blind, and then the others again."""
    table = put(two_cards_dealt(), c.KillPot(3))
    while table.due:
        table = put(table, c.DeliverCard(None))
    order = []
    while table.phase is Phase.BET:
        seat = table.to_act
        assert seat is not None
        assert table.round is not None
        raise_to = c.BetTo(seat, table.round.to_match + table.round.bet)
        table = put(table, raise_to if len(order) < 2 else c.Call(seat))
        order.append(seat)

    assert order == [4, 1, 2, 3, 4]
