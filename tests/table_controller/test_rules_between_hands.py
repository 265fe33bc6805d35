"""Between hands: chairs, carried pots, alerts, and commands that come too late."""

from table_controller import commands as c
from table_controller import events as e
from table_controller.decide import decide
from table_controller.games.build import build
from table_controller.structure import Betting, Stakes
from table_controller.table.state import Phase, new_table
from tests.table_controller.asked_table import dealt, holds, put, refused, seated


def test_two_to_eight_sit_down_to_a_hand() -> None:
    """A02: one player is dealt nothing, two and eight are, and there is no ninth seat."""
    alone = seated("five-card-draw", s1=10)

    assert refused(alone, c.StartHand())
    assert not refused(put(alone, c.TakeSeat(2, "", 10)), c.StartHand())
    full = seated("five-card-draw", **{f"s{number}": 10 for number in range(1, 9)})
    assert not refused(full, c.StartHand())
    assert refused(full, c.TakeSeat(9, "", 10))


def test_the_button_goes_round_the_table() -> None:
    """A07: four hands of four players, and each has been the dealer."""
    table = dealt(seated("five-card-draw", s1=50, s2=50, s3=50, s4=50))
    buttons = [table.button]
    for _ in range(4):
        assert table.to_act is not None
        table = put(table, c.BetTo(table.to_act, 2))
        while table.to_act is not None:
            table = put(table, c.Fold(table.to_act))
        table = dealt(table)
        buttons.append(table.button)

    assert buttons == [4, 1, 2, 3, 4]


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


def test_surveillance_does_not_start_the_table_again() -> None:
    table = put(dealt(seated("five-card-draw", s1=10, s2=10)), c.ReportFault("JAM", "shuffler"))

    assert refused(table, c.ConfirmTable("surveillance"))
    assert not refused(table, c.ConfirmTable("dealer"))


def test_surveillance_watches_and_undoes_nothing() -> None:
    table = dealt(seated("five-card-draw", s1=10, s2=10))
    assert refused(table, c.CallMisdeal("surveillance"))
    first = table.to_act
    assert first is not None
    table = put(table, c.BetTo(first, 2))

    assert refused(table, c.UndoLastAction("surveillance"))
    assert not refused(table, c.UndoLastAction("floor"))


def test_one_person_with_two_spellings_does_not_release_a_deck() -> None:
    table = put(seated("five-card-draw", s1=10, s2=10), c.CountDeck(51), c.VerifyDeck("in play"))
    assert table.quarantined

    assert refused(table, c.ReleaseDeck(("Ann", " ann "), table.quarantined[0]))
    assert not refused(table, c.ReleaseDeck(("Ann", "Bo"), table.quarantined[0]))


def test_a_carried_pot_is_everybodys_while_only_one_has_bet() -> None:
    """O05: no ante on the fourth deal; what lies there can be won by whoever calls."""
    holds(
        """
game jacks-or-better
ante 1
limit 2 4
button 3
passed-out 3
pot 9
seat 1 100: Js Jd 8h 4c 2s
seat 2 100
seat 3 100
? pots 9 {1 2 3}
1 opens 2
? pots 9 {1 2 3}, 2 {1}
2 calls
? pots 9 {1 2 3}, 4 {1 2}
3 folds
? pots 13 {1 2}
"""
    )
