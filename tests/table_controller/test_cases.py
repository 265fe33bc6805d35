"""Situations seen at real tables that one scenario file cannot show: counts, power cuts, decks, cards that do not belong."""

import pytest

from table_controller import commands as c
from table_controller import events as e
from table_controller.cards import JOKER, Card, parse_card, parse_cards
from table_controller.decide import decide
from table_controller.games.build import build
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.places import cards_counted
from table_controller.table.state import Phase, Table, new_table

LIMIT = Stakes(Betting.LIMIT, (2, 4), ante=1)


def table_of(
    profile: str = "roberts", game: str = "five-card-draw", seats: int = 3, **switches: str
) -> Table:
    built, rules = build(game, profile, switches)
    return tell(new_table(built, rules, LIMIT), *(c.TakeSeat(seat, "", 100) for seat in range(1, seats + 1)))


def tell(table: Table, *commands: c.Command) -> Table:
    for command in commands:
        events = decide(table, command)
        assert not any(isinstance(event, e.ActionRefused) for event in events), events
        for event in events:
            table = evolve(table, event)
    return table


def refusal(table: Table, command: c.Command) -> e.ActionRefused | None:
    return next((event for event in decide(table, command) if isinstance(event, e.ActionRefused)), None)


def deal(table: Table, count: int | None = None) -> Table:
    """Deliver what is due, or *count* cards of it, unread."""
    while table.due and not table.halted and count != 0:
        table = tell(table, c.DeliverCard(None))
        count = None if count is None else count - 1
    return table


def rulings(table: Table, command: c.Command) -> set[str]:
    return {row for event in decide(table, command) if isinstance(event, e.RulingMade) for row in event.rules}


def names(table: Table) -> list[str]:
    return [alert.name for alert in table.alerts]


def in_doubt() -> tuple[Table, int]:
    """A table that does not know whether its fifth card left the machine, and the seat it was for."""
    table = deal(tell(table_of(), c.StartHand()), 4)
    seat = table.due[0].seat
    assert seat is not None
    return tell(table, c.ReportFault("CARD_IN_DOUBT", "shuffler", seat)), seat


@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("by_machine", [False, True])
def test_a_card_in_doubt_is_neither_dealt_again_nor_skipped_but_counted(
    left: int, *, by_machine: bool
) -> None:
    table, seat = in_doubt()
    held, due, stub = len(table.seat(seat).hand), table.due, table.stub

    assert refusal(table, c.ConfirmTable("dealer")) is not None
    count: c.Command = c.CountDeck(stub - left) if by_machine else c.ReportCount(seat, held + left)
    table = tell(table, count)
    assert table.halted == ("CARD_IN_DOUBT",), "it goes on when the dealer says so"
    table = tell(table, c.ConfirmTable("dealer"))

    assert not table.halted
    assert "CARD_IN_DOUBT" not in names(table)
    assert (len(table.seat(seat).hand), table.due, table.stub) == (held + left, due[left:], stub - left)


def test_two_cards_that_left_for_the_burn_pile_are_both_burned() -> None:
    table = deal(tell(table_of(), c.StartHand()))
    table = tell(table, c.BetTo(1, 2), c.Call(2), c.Call(3), c.Discard(1, (None,)))
    assert table.due[0].seat is None
    stub = table.stub

    table = tell(table, c.ReportFault("DOUBLE_FEED", "shuffler", None), c.ConfirmTable("dealer"))

    assert table.stub == stub - 2
    assert [delivery.seat for delivery in table.due] == [1]
    assert cards_counted(table) == table.rules.deck_size


def test_a_second_card_that_was_due_to_the_same_seat_anyway_is_its_own() -> None:
    table = deal(tell(table_of(), c.StartHand()))
    table = tell(table, c.BetTo(1, 2), c.Call(2), c.Call(3), c.Discard(1, (None, None)), c.DeliverCard(None))
    assert [delivery.seat for delivery in table.due] == [1, 1]

    table = tell(table, c.ReportFault("DOUBLE_FEED", "shuffler", 1), c.ConfirmTable("dealer"))

    assert len(table.seat(1).hand) == 5
    assert table.to_act == 2


def test_a_card_too_many_in_the_draw_does_not_play() -> None:
    table = deal(tell(table_of(), c.StartHand()))
    table = tell(table, c.BetTo(1, 2), c.Call(2), c.Call(3), c.Discard(1, (None,)), c.DeliverCard(None))

    table = tell(table, c.ReportFault("DOUBLE_FEED", "shuffler", 1), c.ConfirmTable("dealer"))

    assert len(table.seat(1).hand) == 5
    assert [(held.card, held.face_up) for held in table.aside] == [(None, False)]
    assert table.to_act == 2


@pytest.mark.parametrize(("extra", "over"), [(0, False), (1, False), (2, True)])
def test_in_the_deal_one_card_too_many_becomes_the_burn_and_two_are_a_misdeal(
    extra: int, *, over: bool
) -> None:
    """RRoP Irregularities 11; the dealer's count overrules the sensor's."""
    table = deal(tell(table_of(), c.StartHand()), 4)
    seat = table.due[0].seat
    assert seat is not None
    held = len(table.seat(seat).hand)
    table = tell(table, c.ReportFault("DOUBLE_FEED", "shuffler", seat))

    table = tell(table, c.ReportCount(seat, held + 1 + extra), c.ConfirmTable("dealer"))

    assert (table.phase is Phase.OVER) == over
    if not over:
        assert len(table.seat(seat).hand) == held + 1
        assert (len(table.burns), table.burn_taken) == (extra, bool(extra))
        table = deal(table)
        assert [len(s.hand) for s in table.seats] == [5, 5, 5]


def test_a_jam_stays_on_the_board_through_a_power_cut_and_a_lost_cable() -> None:
    table = deal(tell(table_of(), c.StartHand()), 4)
    table = tell(table, c.ReportFault("JAM", "shuffler", 2), c.ReportFault("DEVICE_LOST", "shuffler"))
    table = tell(table, c.ReportFault("POWER_LOST", "controller"), c.ReportRecovery("shuffler"))
    table = tell(table, c.ReportRecovery("controller"))

    assert {"JAM", "POWER_LOST"} <= set(names(table))
    assert "DEVICE_LOST" not in names(table)
    assert table.halted

    table = tell(table, c.ConfirmTable("dealer"))
    assert not table.halted
    assert names(table) == []
    assert len(deal(table).seat(1).hand) == 5


def test_a_device_that_is_back_does_not_speak_for_another_that_is_away() -> None:
    table = deal(tell(table_of(), c.StartHand()), 4)
    table = tell(table, c.ReportFault("DEVICE_LOST", "shuffler"), c.ReportFault("DEVICE_LOST", "box-2"))

    table = tell(table, c.ReportRecovery("shuffler"))
    assert table.halted == ("DEVICE_LOST",)
    assert [alert.text for alert in table.alerts] == ["A device does not answer. (box-2)"]

    table = tell(table, c.ReportRecovery("box-2"))
    assert not table.halted
    assert names(table) == []


def test_play_that_goes_on_without_a_device_leaves_its_absence_on_the_board() -> None:
    table = deal(tell(table_of(), c.StartHand()), 4)

    table = tell(table, c.ReportFault("DEVICE_LOST", "box-2"), c.ConfirmTable("dealer"))

    assert not table.halted
    assert names(table) == ["DEVICE_LOST"]


def test_the_reason_of_an_undo_is_read_out() -> None:
    table = tell(deal(tell(table_of(), c.StartHand())), c.Check(1), c.Check(2))

    undone = decide(table, c.UndoLastAction("dealer", "wrong button"))

    assert "(wrong button)" in next(event.text for event in undone if isinstance(event, e.RulingMade))
    assert tell(table, c.UndoLastAction("dealer", "wrong button")).to_act == 2


def test_a_misdeal_is_played_again_with_the_same_button_and_blinds() -> None:
    game, rules = build("five-card-draw", "roberts")
    blinds = Stakes(Betting.LIMIT, (10, 20), blinds=((1, 5), (2, 10)))
    table = tell(new_table(game, rules, blinds), *(c.TakeSeat(seat, "", 100) for seat in (1, 3, 4, 6)))
    table = deal(tell(table, c.StartHand()))
    posted = [(seat.number, seat.bet) for seat in table.seats]

    table = tell(table, c.CallMisdeal("dealer"))
    assert [seat.stack for seat in table.seats] == [100, 100, 100, 100]
    again = tell(table, c.StartHand())

    assert [(seat.number, seat.bet) for seat in again.seats] == posted
    assert again.button == table.button


# Decks from hand to hand


def test_a_deck_verified_and_then_doubted_must_be_looked_through_again() -> None:
    table = tell(table_of(), c.VerifyDeck("red"), c.VerifyDeck("red", parse_card("Qs")))

    assert refusal(table, c.ReleaseDeck(("ann", "bo"), "red")) is not None
    table = tell(table, c.VerifyDeck("red"), c.ReleaseDeck(("ann", "bo"), "red"))
    assert not table.quarantined
    assert names(table) == []


def test_a_count_that_agrees_with_the_tray_is_no_conflict() -> None:
    table = tell(table_of(), c.ReadTray(52, (parse_card("7d"),)), c.CountDeck(52))

    assert names(table) == ["DECK_SHORT"]
    assert table.alerts[0].cards == parse_cards("7d")


def pushed() -> Table:
    """A hand that was won without showing; one card was read, no other."""
    table = tell(table_of(seats=2), c.StartHand(), c.DeliverCard(parse_card("Qh")))
    table = deal(table)
    first = table.to_act
    assert first is not None
    return tell(table, c.BetTo(first, 2), c.Fold(3 - first))


def fouled_after_the_award() -> Table:
    table = pushed()
    assert table.phase is Phase.OVER
    return tell(table, c.ReadCards("shoe", 2, (parse_card("Qh"),)))


def test_a_deck_found_fouled_after_the_award_gives_every_bet_back_while_no_chip_has_moved() -> None:
    """Case A05: the pot is impounded until the floor has ruled."""
    table = fouled_after_the_award()
    assert table.halted == ("DECK_FOULED",)
    assert refusal(table, c.StartHand()) is not None
    button = table.button

    table = tell(table, c.VoidHand("floor"))

    assert [seat.stack for seat in table.seats] == [100, 100]
    assert (table.next_button, table.in_middle, table.halted) == (button, 0, ())
    assert table.quarantined
    assert refusal(table, c.VoidHand("floor")) is not None


def test_a_pot_that_may_have_to_come_back_leaves_with_nobody() -> None:
    table = fouled_after_the_award()

    assert refusal(table, c.LeaveSeat(1)) is not None
    table = tell(table, c.TakeSeat(1, "", 50), c.VoidHand("floor"))
    assert [seat.stack for seat in table.seats] == [150, 100]


def test_an_award_stands_once_somebody_has_left_with_chips() -> None:
    table = pushed()

    table = tell(table, c.LeaveSeat(1), c.ReadCards("shoe", 2, (parse_card("Qh"),)))

    assert table.halted == ("DECK_FOULED",)
    assert refusal(table, c.VoidHand("floor")) is not None


# Cards that do not belong


def test_a_second_boxed_card_in_the_first_deal_is_a_misdeal_and_an_exposed_one_is_not_counted_with_it() -> (
    None
):
    """Case B09."""
    table = deal(tell(table_of(), c.StartHand()), 4)

    table = tell(table, c.DeliverCard(parse_card("8s"), "boxed"), c.DeliverCard(parse_card("Kd"), "exposed"))
    assert table.phase is Phase.DEAL, (
        "one boxed card and one exposed card are neither two of the one nor of the other"
    )
    assert rulings(table, c.DeliverCard(parse_card("4c"), "boxed")) == {"Y23"}
    table = tell(table, c.DeliverCard(parse_card("4c"), "boxed"))

    assert table.phase is Phase.OVER
    assert [seat.stack for seat in table.seats] == [100, 100, 100]


def test_a_joker_that_leaves_a_stub_without_one_stops_the_deal_before_anybody_looks() -> None:
    """Case B10."""
    table = deal(tell(table_of(deck_joker="0"), c.StartHand()), 4)
    seat = table.due[0].seat
    assert seat is not None
    held = len(table.seat(seat).hand)

    table = tell(table, c.DeliverCard(JOKER))

    assert table.halted == ("FOREIGN_CARD",)
    assert names(table) == ["FOREIGN_CARD"]
    assert len(table.seat(seat).hand) == held
    table = deal(tell(table, c.ConfirmTable("dealer")))
    assert [len(s.hand) for s in table.seats] == [5, 5, 5]
    assert table.quarantined, "the deck is out after the hand"


def test_a_joker_drawn_and_shown_at_the_end_kills_the_hand() -> None:
    table = deal(tell(table_of(deck_joker="0", seats=2), c.StartHand()))
    table = tell(table, c.BetTo(1, 2), c.Call(2), c.Discard(1, ()), c.Discard(2, ()))
    table = tell(table, c.Check(1), c.Check(2))
    assert table.phase is Phase.SHOWDOWN

    hand: tuple[Card, ...] = (JOKER, *parse_cards("Kd 9s 5h 2c"))
    table = tell(table, c.ShowCards(1, hand))

    assert table.phase is Phase.OVER
    assert table.seat(2).stack == 103


def test_a_foreign_back_stops_play_where_the_card_may_be_in_a_hand() -> None:
    queen, started = parse_card("Qs"), tell(table_of(), c.StartHand())
    faces = parse_cards("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc 2d 3d 4d 5d 6d")

    assert "WRONG_BACK" in tell(deal(started), c.VerifyDeck("red", queen)).halted, "an unread card may be it"
    in_a_hand = tell(started, *(c.DeliverCard(card) for card in (*faces[:14], queen)))
    assert "WRONG_BACK" in tell(in_a_hand, c.VerifyDeck("red", queen)).halted
    in_the_stub = tell(started, *(c.DeliverCard(card) for card in faces))
    assert tell(in_the_stub, c.VerifyDeck("red", queen)).halted == ()
    assert tell(in_the_stub, c.VerifyDeck("red", queen)).quarantined == ("red",)
