"""Johnson and Jacks Back over more than one deal, and what one hand cannot show of them (chapter J, N13, X04-X06)."""

import pytest

from table_controller import commands as c
from table_controller import events as e
from table_controller.decide import act, decide
from table_controller.games.build import build
from table_controller.rules.menu import legal_actions
from table_controller.rules.seating import impossible
from table_controller.structure import Betting, Evaluator, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import Phase, Table, new_table
from table_controller.wire.event_view import public_view
from table_controller.wire.state_view import public_state
from tests.table_controller.asked_table import dealt, put, refused

LIMIT = Stakes(Betting.LIMIT, (10, 20), ante=1)


def table_of(
    game_id: str, *stacks: int, profile: str = "casino-classic", stakes: Stakes = LIMIT, **switches: str
) -> Table:
    game, rules = build(game_id, profile, switches, betting=stakes.betting)
    table = new_table(game, rules, stakes)
    return put(table, *(c.TakeSeat(seat, "", stack) for seat, stack in enumerate(stacks, start=1)))


def all_check(table: Table) -> Table:
    """Everybody who is asked passes until the game has turned or the hand is over."""
    before = table.game.id
    while table.phase is Phase.BET and table.game.id == before and table.to_act is not None:
        table = put(table, c.Check(table.to_act))
    return table


def test_a_hand_passed_out_both_ways_is_dealt_again_for_high() -> None:
    """J04 J03: four antes, four more, and the game is Johnson again."""
    table = all_check(dealt(table_of("johnson", 50, 50, 50, 50)))
    assert (table.game.id, table.game.lowball, table.round and table.round.number) == (
        "california-lowball",
        Evaluator.ACE_TO_FIVE,
        1,
    )

    over = all_check(table)
    again = dealt(over)

    assert (over.phase, over.game.id, over.in_middle, over.pot_stays) == (Phase.OVER, "johnson", 4, True)
    assert (again.game.id, again.in_middle, again.passed_out) == ("johnson", 8, 1)


def test_the_low_phase_keeps_cards_and_chips_as_they_lie() -> None:
    """J03 J09: no card is dealt and no ante posted when the game turns."""
    before = dealt(table_of("jacks-back", 50, 50, 50))

    after = all_check(before)

    assert [seat.hand for seat in after.seats] == [seat.hand for seat in before.seats]
    assert after.in_middle == before.in_middle + 10
    assert (after.stub, after.betting_round) == (before.stub, 1)


@pytest.mark.parametrize(("game_id", "row"), [("johnson", "J01"), ("jacks-back", "J14")])
def test_blinds_cannot_be_posted_in_a_game_that_turns(game_id: str, row: str) -> None:
    """J01 J14: antes only; the forced low bet is the only blind there is."""
    game, rules = build(game_id)
    blinds = Stakes(Betting.LIMIT, (10, 20), ante=1, blinds=((1, 5), (2, 10)))

    why = impossible(game, rules, blinds)

    assert why is not None
    assert why[0] == (row,)


def test_the_button_waits_one_hand_for_the_short_bettor_who_won() -> None:
    """J12: a frozen hand that nobody opens for high has him post the bet; after it the button moves on."""
    table = all_check(dealt(table_of("jacks-back", 5, 60, 60)))
    assert (table.button, table.short_bettor, table.seat(1).bet, table.seat(2).bet) == (3, 1, 4, 10)
    table = put(table, c.AwardPot(1, "floor"))
    assert table.next_button == 3

    table = all_check(dealt(table))
    assert (table.button, table.short_bettor, table.seat(1).bet) == (3, None, 10)
    table = put(table, c.AwardPot(1, "floor"))

    assert table.next_button == 1


@pytest.mark.parametrize(
    ("chips", "next_button", "buttons"),
    [(40, 3, (3, 1)), (0, 3, (2, 3))],
    ids=["bought in again", "left without chips"],
)
def test_the_button_waits_for_the_short_bettor_who_buys_in(
    chips: int, next_button: int, buttons: tuple[int, int]
) -> None:
    """J12: he lost his four chips; with new ones he is left of the button once more, without them it moves."""
    table = all_check(dealt(table_of("jacks-back", 5, 60, 60)))
    assert (table.button, table.short_bettor) == (next_button, 1)
    table = put(table, c.Fold(3), c.AwardPot(2, "floor"))
    assert (table.phase, table.seat(1).stack) == (Phase.OVER, 0)
    if chips:
        table = put(table, c.TakeSeat(1, "", chips))

    table = dealt(table)
    first = table.button
    table = put(table, c.AwardPot(2, "floor"))

    assert (first, dealt(table).button) == buttons


@pytest.mark.parametrize(("stacks", "buttons"), [((5, 60, 1), (3, 2)), ((5, 1, 1), (3, 1))])
def test_where_the_button_has_left_it_waits_before_the_short_bettor(
    stacks: tuple[int, ...], buttons: tuple[int, int]
) -> None:
    """J12: the seat of the button is without chips; who sits before him has it, so that he is left of it again."""
    table = all_check(dealt(table_of("jacks-back", *stacks)))
    first = table.button
    assert table.short_bettor == 1

    table = put(table, c.AwardPot(1, "floor"))

    assert (first, table.next_button) == buttons


def test_who_sits_down_where_the_short_bettor_left_is_not_waited_for() -> None:
    """J12: the button stays for the player, not for his seat."""
    table = all_check(dealt(table_of("jacks-back", 5, 60, 60)))
    table = put(table, c.AwardPot(2, "floor"), c.LeaveSeat(1), c.TakeSeat(1, "Eve", 60))

    assert dealt(table).button != 3


def test_a_bettor_with_half_the_bet_owes_nothing() -> None:
    """J11 J12: five of ten are the bet; the next player posts nothing and the button moves."""
    table = all_check(dealt(table_of("jacks-back", 6, 60, 60)))
    assert (table.seat(1).bet, table.seat(2).bet, table.short_bettor) == (5, 0, None)

    table = put(table, c.AwardPot(1, "floor"))

    assert table.next_button == 1


def test_where_short_blinds_are_not_made_good_the_button_does_not_wait() -> None:
    """J12 F13: without half_blind_rule nobody posts for the short player."""
    table = all_check(dealt(table_of("jacks-back", 5, 60, 60, half_blind_rule="false")))
    assert (table.seat(1).bet, table.seat(2).bet, table.blind_to_match) == (4, 0, 10)

    table = put(table, c.AwardPot(1, "floor"))

    assert table.next_button == 1


@pytest.mark.parametrize(("low", "button"), [("forced", 3), ("voluntary", 1)])
def test_the_button_waits_after_a_false_open_nobody_called(low: str, button: int) -> None:
    """N13 X14: only where the low bet is forced, and not when somebody had called."""
    table = dealt(table_of("jacks-back", 60, 60, 60, jb_low_open=low))
    table = put(table, c.BetTo(1, 10), c.Fold(2), c.Fold(3), c.AdmitNoOpeners(1))

    assert (table.phase, table.in_middle, table.next_button) == (Phase.OVER, 13, button)


def test_the_button_moves_after_a_false_open_that_was_called() -> None:
    """N13: seat 2 had called, so it is a false open as in jacks-or-better."""
    table = dealt(table_of("jacks-back", 60, 60, 60, 60))
    table = put(table, c.BetTo(1, 10), c.Call(2), c.AdmitNoOpeners(1), c.NobodyDeclares())

    assert (table.phase, table.in_middle, table.next_button) == (Phase.OVER, 14, 1)


def test_undoing_the_last_check_turns_the_game_back() -> None:
    """J09: forced bet, game and round are as before it."""
    table = dealt(table_of("jacks-back", 60, 60, 60))
    table = put(table, c.Check(1), c.Check(2))
    turned = put(table, c.Check(3))
    assert turned.game.id == "california-lowball"

    back = put(turned, c.UndoLastAction("dealer"))

    assert back.game is table.game
    assert (back.base_game, back.in_middle, back.to_act) == (None, 3, 3)


def test_nobody_calls_a_misdeal_in_the_low_phase_but_the_floor() -> None:
    """J03: everybody has acted on these cards, though nobody has in this round."""
    table = all_check(dealt(table_of("johnson", 60, 60, 60)))

    assert refused(table, c.CallMisdeal("dealer"))
    table = put(table, c.CallMisdeal("floor"))

    assert (table.phase, table.game.id, table.base_game) == (Phase.OVER, "johnson", None)


def test_a_void_hand_leaves_the_game_as_the_house_deals_it() -> None:
    """J03: the next hand is Jacks Back."""
    table = all_check(dealt(table_of("jacks-back", 60, 60, 60)))

    table = put(table, c.VoidHand("floor"))

    assert (table.game.id, [seat.stack for seat in table.seats]) == ("jacks-back", [60, 60, 60])


def test_who_is_all_in_for_the_ante_may_open_either_way() -> None:
    """W01 J03: no openers are required, so he may declare the pot open; it is asked of him before the game turns."""
    table = dealt(table_of("johnson", 1, 1, 1))
    assert table.to_act is not None
    table = all_check(table)
    assert table.game.id == "california-lowball"

    opened = put(table, c.DeclarePotOpen(table.to_act or 0))

    assert opened.phase is Phase.DRAW


@pytest.mark.parametrize("low", ["forced", "voluntary"])
@pytest.mark.parametrize("kind", ["A-5", "2-7"])
def test_the_house_says_what_jacks_back_turns_to(low: str, kind: str) -> None:
    """X04 X06 J16: the id, the ranking, what is forced; Kansas City has neither sevens rule nor a ban on check-raise."""
    game, rules = build("jacks-back", switches={"jb_low": kind, "jb_low_open": low})

    california = kind == "A-5"
    assert game.low_phase is not None
    assert game.low_phase.forced_bet is (low == "forced")
    assert game.turned.id == ("california-lowball" if california else "kansas-city-lowball")
    assert (rules.sevens_rule, rules.lowball_check_raise) == (california, not california)


@pytest.mark.parametrize(("profile", "raises"), [("home", True), ("casino-classic", False)])
def test_johnson_has_a_switch_of_its_own_for_the_check_raise(profile: str, raises: bool) -> None:
    """X38 Q11: what the house says of it is in force in the low phase."""
    _, rules = build("johnson", profile)

    assert rules.lowball_check_raise is raises
    assert rules.sevens_rule


def test_conversion_by_hidden_cards_is_refused() -> None:
    """X05 J17: nobody can see whether somebody holds jacks."""
    with pytest.raises(ValueError, match="jb_conversion cannot be held"):
        build("jacks-back", switches={"jb_conversion": "held"})


def test_a_house_may_have_johnsons_low_opened_or_folded() -> None:
    """X19: with johnson_low_check false nobody checks before there is a bet."""
    table = all_check(dealt(table_of("johnson", 60, 60, 60, johnson_low_check="false")))

    assert [action.word for action in legal_actions(table)] == ["fold", "bet"]


def test_progressive_openers_rise_in_jacks_back_too() -> None:
    """J13 O06: passed out for high and low, queens open the next deal, and anything opens its low phase."""
    table = dealt(
        table_of(
            "jacks-back", 60, 60, 60, jb_low_open="voluntary", progressive="true", openers_enforced="true"
        )
    )
    table = dealt(all_check(all_check(table)))

    assert (table.passed_out, table.game.id) == (1, "jacks-back")


def test_the_wire_tells_the_game_that_is_played_now() -> None:
    """J03: the event names it, and so does the state of the table."""
    table = dealt(table_of("johnson", 60, 60))
    table = put(table, c.Check(1))
    decision = act(table, c.Check(2))

    views = [public_view(event, after) for event, after in decision.steps if isinstance(event, e.GameTurned)]

    assert [(view.name, view.word) for view in views if view] == [
        ("california-lowball", "California lowball")
    ]
    state = public_state(decision.table)
    assert (state.game, state.title, state.phase) == ("california-lowball", "California lowball", "bet 1")


def test_a_log_of_hands_that_turned_folds_to_the_same_table() -> None:
    """J03 J09: folding the events again gives the table, game and all."""
    table = live = table_of("jacks-back", 5, 60, 60)
    events: list[e.Event] = []
    while live.hand_no < 4:
        if live.phase is Phase.OVER:
            command: c.Command = c.StartHand()
        elif live.due:
            command = c.DeliverCard(None)
        elif live.game.id == "jacks-back" and live.to_act:
            command = c.Check(live.to_act)
        else:
            command = c.AwardPot(live.live[0].number, "floor")
        for event in decide(live, command):
            live = evolve(live, event)
            events.append(event)

    for event in events:
        table = evolve(table, event)

    assert table == live
    assert sum(isinstance(event, e.GameTurned) for event in events) >= 3
