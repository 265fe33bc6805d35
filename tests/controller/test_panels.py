"""Every button in every phase: what a seat's box asks of the table."""

from dataclasses import replace

import pytest

from table_controller import commands as c
from table_controller.cards import Card, parse_cards
from table_controller.controller.panels import Button, SeatPanel, lamps
from table_controller.games.build import build
from table_controller.structure import Betting, Stakes, Way
from table_controller.table.state import Phase, Table, new_table
from tests.controller.fakes import Rig
from tests.table_controller.asked_table import put
from tests.table_controller.blind_game import blind_game, fold_out, start

B = Button


def pressed(table: Table, seat: int, *buttons: Button, panel: SeatPanel | None = None) -> c.Command | None:
    """Press the buttons one after another and return what the last one asks; the others ask nothing."""
    panel = panel or SeatPanel(seat)
    answers = [panel.press(table, button) for button in buttons]
    assert answers[:-1] == [None] * (len(answers) - 1)
    return answers[-1]


def betting() -> Rig:
    rig = Rig()
    rig.start()
    return rig


def facing_a_bet() -> Rig:
    rig = betting()
    rig.act("open")
    return rig


def drawing() -> Rig:
    rig = facing_a_bet()
    rig.act("call")
    rig.act("call")
    return rig


def at_the_end() -> Rig:
    rig = Rig()
    rig.to_showdown()
    return rig


def to_act(rig: Rig) -> int:
    assert rig.table.to_act is not None
    return rig.table.to_act


def test_before_anybody_has_bet() -> None:
    rig = betting()
    seat = to_act(rig)

    answers = {button: pressed(rig.table, seat, button) for button in Button}

    assert answers == {
        B.FOLD: c.Fold(seat),
        B.CHECK: c.Check(seat),
        B.BET: c.BetTo(seat, 2),
        B.ALL_IN: c.GoAllIn(seat),
        B.MINUS: None,
        B.PLUS: None,
        B.CONFIRM: None,
        B.OPENERS: c.DeclarePotOpen(seat),
    }


def test_facing_a_bet_the_check_button_calls_and_the_bet_button_raises() -> None:
    rig = facing_a_bet()
    seat = to_act(rig)

    answers = {button: pressed(rig.table, seat, button) for button in Button}

    assert answers == {
        B.FOLD: c.Fold(seat),
        B.CHECK: c.Call(seat),
        B.BET: c.BetTo(seat, 4),
        B.ALL_IN: c.GoAllIn(seat),
        B.MINUS: None,
        B.PLUS: None,
        B.CONFIRM: None,
        B.OPENERS: None,
    }


def test_in_the_draw() -> None:
    rig = drawing()
    seat = to_act(rig)

    answers = {button: pressed(rig.table, seat, button) for button in Button}

    assert answers == {
        B.FOLD: None,
        B.CHECK: c.AnnounceDraw(seat, 0),
        B.BET: None,
        B.ALL_IN: None,
        B.MINUS: None,
        B.PLUS: None,
        B.CONFIRM: c.AnnounceDraw(seat, 0),
        B.OPENERS: None,
    }


def test_at_the_showdown() -> None:
    rig = at_the_end()
    seat = to_act(rig)

    answers = {button: pressed(rig.table, seat, button) for button in Button}

    assert answers == {
        B.FOLD: c.MuckHand(seat),
        B.CHECK: None,
        B.BET: None,
        B.ALL_IN: None,
        B.MINUS: None,
        B.PLUS: None,
        B.CONFIRM: None,
        B.OPENERS: c.ShowOpeners(seat),
    }


def test_between_hands_and_while_cards_are_dealt_no_button_asks_anything() -> None:
    rig = Rig()
    for button in Button:
        assert pressed(rig.table, 1, button) is None
    rig.tell(c.StartHand())
    for button in Button:
        assert pressed(rig.table, 1, button) is None


def test_a_seat_nobody_sits_in_asks_nothing() -> None:
    rig = betting()

    assert pressed(rig.table, 8, B.FOLD) is None


def test_a_number_no_button_has_asks_nothing() -> None:
    rig = betting()

    for number in (8, 9, 255):
        assert SeatPanel(to_act(rig)).press(rig.table, number) is None


def test_out_of_turn_presses_are_kept_by_the_table_until_the_turn_comes() -> None:
    """F09: what a box says early binds if nothing changes."""
    rig = betting()
    other = next(seat.number for seat in rig.table.seats if seat.number != to_act(rig))

    command = pressed(rig.table, other, B.CHECK)
    assert command is not None
    rig.controller.handle(command)

    assert rig.store.refusals() == []
    assert [said.seat for said in rig.table.held] == [other]


# Amounts


def no_limit() -> Rig:
    rig = Rig()
    table = rig.table
    rig.tell(c.ConfigureTable(table.game, table.rules, Stakes(Betting.NO_LIMIT, (2,), ante=1)))
    rig.start()
    return rig


@pytest.mark.parametrize(
    ("steps", "total"),
    [([], 2), ([B.PLUS], 4), ([B.PLUS] * 3, 8), ([B.PLUS, B.MINUS], 2), ([B.MINUS, B.PLUS], 4)],
)
def test_each_plus_adds_a_least_bet_and_minus_takes_it_back(steps: list[Button], total: int) -> None:
    rig = no_limit()
    seat = to_act(rig)

    assert pressed(rig.table, seat, *steps, B.BET) == c.BetTo(seat, total)


def test_no_number_of_pluses_bets_more_than_the_stack() -> None:
    rig = no_limit()
    seat = to_act(rig)

    assert pressed(rig.table, seat, *[B.PLUS] * 200, B.BET) == c.BetTo(seat, 99)


def test_what_was_set_for_one_bet_does_not_count_for_the_next() -> None:
    """Heads-up: opened for 8, raised, and the same seat is to act again: its plus of before is spent."""
    rig = no_limit()
    first = to_act(rig)
    panel = SeatPanel(first)
    command = pressed(rig.table, first, B.PLUS, B.PLUS, B.PLUS, B.BET, panel=panel)
    assert command == c.BetTo(first, 8)
    rig.tell(command)
    rig.act("raise")
    rig.act("fold")
    assert to_act(rig) == first

    assert pressed(rig.table, first, B.BET, panel=panel) == c.BetTo(first, 24)


def test_a_plus_pressed_and_then_a_call_counts_for_nothing_later() -> None:
    rig = no_limit()
    rig.act("open")
    seat = to_act(rig)
    panel = SeatPanel(seat)
    command = pressed(rig.table, seat, B.PLUS, B.PLUS, B.CHECK, panel=panel)
    assert command == c.Call(seat)
    rig.tell(command)
    rig.act("raise")
    while to_act(rig) != seat:
        rig.act("call")

    least = 4 + 2
    assert pressed(rig.table, seat, B.BET, panel=panel) == c.BetTo(seat, least)


# The draw


def test_plus_counts_cards_and_confirm_says_the_number() -> None:
    rig = drawing()
    seat = to_act(rig)

    assert pressed(rig.table, seat, B.PLUS, B.PLUS, B.PLUS, B.MINUS, B.CONFIRM) == c.AnnounceDraw(seat, 2)


def test_confirming_again_lays_the_cards_down() -> None:
    rig = drawing()
    seat = to_act(rig)
    panel = SeatPanel(seat)
    command = pressed(rig.table, seat, B.PLUS, B.PLUS, B.CONFIRM, panel=panel)
    assert command is not None
    rig.tell(command)

    assert pressed(rig.table, seat, B.CONFIRM, panel=panel) == c.Discard(seat, (None, None), False)
    assert pressed(rig.table, seat, B.PLUS, B.PLUS, B.CONFIRM, panel=panel) == c.Discard(seat, (None, None))


def test_another_number_confirmed_changes_it() -> None:
    rig = drawing()
    seat = to_act(rig)
    rig.tell(c.AnnounceDraw(seat, 3))

    assert pressed(rig.table, seat, B.PLUS, B.CONFIRM) == c.AnnounceDraw(seat, 1)
    rig.tell(c.AnnounceDraw(seat, 1))
    assert rig.table.seat(seat).announced == 1


def test_standing_pat_after_all_is_a_change_of_the_number() -> None:
    rig = drawing()
    seat = to_act(rig)
    rig.tell(c.AnnounceDraw(seat, 3))
    command = pressed(rig.table, seat, B.CHECK)
    assert command is not None

    rig.tell(command)

    assert rig.table.to_act != seat
    assert len(rig.table.seat(seat).hand) == 5


def test_only_the_opener_can_announce_that_he_splits_and_may_think_better_of_it() -> None:
    rig = drawing()
    opener = rig.table.openers.opener
    assert opener is not None
    other = next(seat for seat in (1, 2, 3) if seat != opener)
    panels = {seat: SeatPanel(seat) for seat in (opener, other)}

    for seat, panel in panels.items():
        assert panel.press(rig.table, B.OPENERS) is None
        assert panel.splitting == (seat == opener)
    panels[opener].press(rig.table, B.OPENERS)
    assert not panels[opener].splitting


def test_splitting_goes_with_the_discards() -> None:
    rig = drawing()
    opener = rig.table.openers.opener
    assert opener is not None
    while to_act(rig) != opener:
        rig.tell(c.Discard(to_act(rig), ()))
    panel = SeatPanel(opener)
    announced = pressed(rig.table, opener, B.OPENERS, B.PLUS, B.CONFIRM, panel=panel)
    assert announced == c.AnnounceDraw(opener, 1)
    rig.tell(announced)

    assert pressed(rig.table, opener, B.CONFIRM, panel=panel) == c.Discard(opener, (None,), True)


# Openers


def test_the_opener_who_owns_up_out_of_turn_in_the_first_round_admits() -> None:
    rig = facing_a_bet()
    opener = rig.table.openers.opener
    assert opener is not None

    assert pressed(rig.table, opener, B.FOLD) == c.AdmitNoOpeners(opener)


def test_an_openers_fold_out_of_turn_later_is_a_fold_out_of_turn() -> None:
    rig = drawing()
    rig.all_stand_pat()
    opener = rig.table.openers.opener
    assert opener == to_act(rig)
    rig.act("bet")

    assert pressed(rig.table, opener, B.FOLD) == c.Fold(opener)


def test_after_false_openers_those_who_may_declare_can_do_only_that() -> None:
    rig = facing_a_bet()
    opener = rig.table.openers.opener
    assert opener is not None
    rig.tell(c.AdmitNoOpeners(opener))
    claimants = rig.table.openers.claimants
    assert len(claimants) == 2

    for seat in claimants:
        answers = {button: pressed(rig.table, seat, button) for button in Button}
        assert answers.pop(B.OPENERS) == c.DeclarePotOpen(seat)
        assert set(answers.values()) == {None}
        assert lamps(rig.table, seat) == 1 << B.OPENERS | 1 << B.CHECK


def last_one_owes_openers() -> tuple[Rig, int]:
    rig = facing_a_bet()
    rig.act("fold")
    rig.act("fold")
    opener = rig.table.openers.opener
    assert opener is not None
    assert rig.table.openers.due
    return rig, opener


def test_the_last_one_in_shows_openers_or_says_that_he_cannot() -> None:
    rig, opener = last_one_owes_openers()

    assert pressed(rig.table, opener, B.OPENERS) == c.ShowOpeners(opener)
    assert pressed(rig.table, opener, B.FOLD) == c.AdmitNoOpeners(opener)


# The declaration


def declaring() -> Rig:
    rig = Rig(new_table(*build("high-low-declare"), Stakes(Betting.LIMIT, (2, 4), ante=1)))
    rig.tell(*(c.TakeSeat(seat, "", 100) for seat in (1, 2, 3)))
    rig.start()
    rig.all_check()
    rig.all_stand_pat()
    rig.all_check()
    assert rig.table.phase is Phase.DECLARE
    return rig


@pytest.mark.parametrize(
    ("chips", "way"),
    [
        ((), Way.LOW),
        ((B.PLUS,), Way.HIGH),
        ((B.PLUS, B.PLUS), Way.BOTH),
        ((B.PLUS, B.PLUS, B.PLUS), Way.BOTH),
        ((B.PLUS, B.PLUS, B.PLUS, B.MINUS), Way.HIGH),
        ((B.MINUS, B.PLUS), Way.HIGH),
    ],
)
def test_chips_in_the_fist_declare(chips: tuple[Button, ...], way: Way) -> None:
    """V02: none is low, one is high, two are both; there are no more than two."""
    assert pressed(declaring().table, 2, *chips, B.CONFIRM) == c.Declare(2, way)


def test_only_confirm_declares() -> None:
    table = declaring().table

    answers = {button: pressed(table, 1, button) for button in Button}

    assert {button for button, answer in answers.items() if answer is not None} == {B.CONFIRM}


def test_what_others_declare_leaves_the_chips_in_the_fist() -> None:
    """V02: all declare at the same time."""
    rig, panel = declaring(), SeatPanel(3)
    assert pressed(rig.table, 3, B.PLUS, B.PLUS, panel=panel) is None

    rig.tell(c.Declare(1, Way.LOW))

    assert pressed(rig.table, 3, B.CONFIRM, panel=panel) == c.Declare(3, Way.BOTH)


def test_who_has_declared_is_not_asked_again() -> None:
    rig = declaring()
    assert [lit(rig.table, seat) for seat in (1, 2, 3)] == [{B.MINUS, B.PLUS, B.CONFIRM}] * 3

    rig.tell(c.Declare(2, Way.LOW))

    assert [lit(rig.table, seat) for seat in (1, 2, 3, 7)] == [
        {B.MINUS, B.PLUS, B.CONFIRM},
        set(),
        {B.MINUS, B.PLUS, B.CONFIRM},
        set(),
    ]
    assert pressed(rig.table, 2, B.CONFIRM) is None


# Lamps


def lit(table: Table, seat: int) -> set[Button]:
    return {button for button in Button if lamps(table, seat) >> button & 1}


def test_lamps_tell_what_may_be_pressed() -> None:
    rig = betting()
    seat = to_act(rig)
    assert lit(rig.table, seat) == {B.CHECK, B.BET}
    assert all(lit(rig.table, other) == set() for other in (1, 2, 3) if other != seat)

    rig.act("open")
    assert lit(rig.table, to_act(rig)) == {B.FOLD, B.CHECK, B.BET}

    rig.act("call")
    rig.act("call")
    assert lit(rig.table, to_act(rig)) == {B.CHECK, B.MINUS, B.PLUS, B.CONFIRM, B.OPENERS}

    rig.all_stand_pat()
    rig.all_check()
    assert lit(rig.table, to_act(rig)) == {B.FOLD, B.CONFIRM, B.OPENERS}


def test_who_must_bet_learns_it_from_his_own_box_alone() -> None:
    """Q01: the dealer's box, which speaks for him too, shows the check lamp as for everybody."""
    rig = lowball("7h 5d 4s 3c Ah", "Kd Qh Js 9c 8h")
    seat = to_act(rig)

    assert lit(rig.table, seat) == {B.BET}
    assert lamps(rig.table, seat, own=False) == 1 << B.CHECK | 1 << B.BET
    rig.act("check")
    assert lit(rig.table, to_act(rig)) == {B.CHECK, B.BET}


def lowball(*hands: str) -> Rig:
    """California lowball after a draw in which nobody drew; the hands go to the seats as they are to act."""
    rig = Rig()
    game, rules = build("california-lowball", "casino-classic")
    rig.tell(c.ConfigureTable(game, rules, Stakes(Betting.LIMIT, (2, 4), 1)))
    rig.tell(c.LeaveSeat(3))
    rig.tell(c.StartHand())
    queues: dict[int, list[Card]] = {}
    for delivery in rig.table.due:
        if delivery.seat not in queues:
            queues[delivery.seat or 0] = list(parse_cards(hands[len(queues)]))
    while rig.table.due:
        rig.tell(c.DeliverCard(queues[rig.table.due[0].seat or 0].pop(0)))
    rig.act("bet")
    rig.act("call")
    rig.all_stand_pat()
    return rig


def test_in_four_before_the_number_is_that_of_the_cards_taken_and_nobody_stands_pat() -> None:
    """E20 E21: who throws none says one; the check lamp is dark until the next draw."""
    rig = Rig()
    game, rules = build("five-card-draw", "home", draws=2, four_before=True)
    rig.tell(c.ConfigureTable(game, rules, Stakes(Betting.LIMIT, (2, 4), 1)))
    rig.start()
    rig.act("bet")
    rig.act("call")
    rig.act("call")
    seat = to_act(rig)

    assert lit(rig.table, seat) == {B.MINUS, B.PLUS, B.CONFIRM, B.OPENERS}
    assert pressed(rig.table, seat, B.PLUS, B.CONFIRM) == c.AnnounceDraw(seat, 1)
    rig.tell(c.AnnounceDraw(seat, 3))
    assert pressed(rig.table, seat, B.CONFIRM) == c.Discard(seat, (None, None), False)


def newcomer() -> Table:
    """Seat 4 sits down in a game with blinds that is under way; it is between hands."""
    table = fold_out(start(blind_game(1000, 1000, 1000)))
    return put(table, c.TakeSeat(4, "D", 1000))


def test_a_newcomer_kills_the_next_pot_or_waits_after_all() -> None:
    """B10 F21: bet posts twice the big blind, check takes it back."""
    table = newcomer()
    assert lit(table, 4) == {B.BET}
    kill = pressed(table, 4, B.BET)
    assert kill == c.OfferKill(4, 2 * table.stakes.big_blind)
    table = put(table, kill)

    assert lit(table, 4) == {B.CHECK}
    assert pressed(table, 4, B.CHECK) == c.WaitForBlind(4)
    assert pressed(table, 1, B.FOLD) is None


def test_a_player_kills_on_two_cards_and_the_lamp_goes_out_with_the_third() -> None:
    """F20: bet kills the pot while it may be killed, and means nothing else during the deal."""
    table = put(blind_game(1000, 1000, 1000, voluntary_kill="true"), c.StartHand())
    first, *others = (delivery.seat for delivery in table.due)
    lamps_lit = []
    for face in parse_cards("2c 3c 4c 5c 6c 7c"):
        table = put(table, c.DeliverCard(face))
        lamps_lit.append(lit(table, first))
    killed = put(table, pressed(table, first, B.BET) or c.StartHand())

    assert lamps_lit == [set(), set(), set(), {B.BET}, {B.BET}, {B.BET}]
    assert pressed(table, first, B.BET) == c.KillPot(first)
    assert killed.kill is not None
    assert lit(killed, others[0]) == set(), "a pot is killed once"
    assert lit(put(table, c.DeliverCard(parse_cards("8c")[0])), first) == set()


def test_where_consent_is_needed_fold_objects_to_a_newcomers_kill() -> None:
    """B11: one objection of a player in the game is enough."""
    asking = newcomer()
    asking = replace(asking, rules=replace(asking.rules, kill_needs_consent=True))
    killing = put(asking, c.OfferKill(4, 2 * asking.stakes.big_blind))

    assert pressed(asking, 1, B.FOLD) is None
    assert lit(killing, 1) == {B.FOLD}
    assert pressed(killing, 1, B.FOLD) == c.ObjectToKill(1)


def test_no_lamp_is_lit_between_hands_and_while_the_table_stands_still() -> None:
    rig = Rig()
    assert lamps(rig.table, 1) == 0
    rig.start()
    seat = to_act(rig)
    rig.tell(c.ReportFault("JAM", "shuffler"))

    assert lamps(rig.table, seat) == 0


def test_no_lamp_tells_what_a_hand_holds() -> None:
    """Openers are not enforced by the menu, so the bet lamp is lit for a hand without any."""
    rig = Rig()
    rig.tell(c.StartHand())
    junk = iter(parse_cards("2c 4d 6h 8s Tc 3c 5d 7h 9s Jc Qd 2h 4s 6c 8d"))
    while rig.table.due:
        rig.tell(c.DeliverCard(next(junk)))
    unread = replace(rig.table, seats=tuple(replace(seat, hand=()) for seat in rig.table.seats))

    assert lamps(rig.table, to_act(rig)) == lamps(unread, to_act(rig))
