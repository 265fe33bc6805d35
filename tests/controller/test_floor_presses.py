"""What the floor may say with the dealer's box."""

from dataclasses import replace

import pytest

from table_controller.cards import parse_card
from table_controller.commands import (
    BetTo,
    Call,
    CountDeck,
    DeliverCard,
    Discard,
    Fold,
    ReadCards,
    ReleaseDeck,
    ReportFault,
    ShowCards,
    StartHand,
    TakeSeat,
    VerifyDeck,
    VoidHand,
)
from table_controller.controller.floor_presses import floor_commands
from table_controller.controller.panels import Button
from table_controller.decide import decide
from table_controller.events import AlertRaised
from table_controller.games.build import build
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import Phase, Table, new_table


def _after(table: Table, *commands: object) -> Table:
    for command in commands:
        for event in decide(table, command):  # type: ignore[arg-type]
            table = evolve(table, event)
        while table.due and not table.halted:
            for event in decide(table, DeliverCard(None)):
                table = evolve(table, event)
    return table


@pytest.fixture
def hand_under_way() -> Table:
    game, rules = build("jacks-or-better")
    return _after(
        new_table(game, rules, Stakes(Betting.LIMIT, (2, 4), 1)),
        TakeSeat(1, "", 50),
        TakeSeat(2, "", 50),
        StartHand(button=2),
    )


def test_fold_voids_a_hand_that_only_the_floor_may_end(hand_under_way: Table) -> None:
    nine = (parse_card("9h"),)
    halted = _after(hand_under_way, ReadCards("shoe", 1, nine), ReadCards("shoe", 2, nine))
    assert halted.halted == ("DECK_FOULED",)

    over = _after(halted, *floor_commands(halted, Button.FOLD))

    assert over.phase is Phase.OVER
    assert [seat.stack for seat in over.seats] == [50, 50]


def test_openers_between_hands_releases_a_deck_that_was_looked_through(hand_under_way: Table) -> None:
    over = _after(hand_under_way, BetTo(1, 2), Fold(2))
    over = _after(_won(over), CountDeck(52))
    assert over.quarantined

    released = _after(over, *floor_commands(over, Button.OPENERS))

    assert not released.quarantined
    assert _after(released, StartHand()).phase is not Phase.OVER


@pytest.mark.parametrize(("button", "winner"), [(Button.CHECK, 1), (Button.FOLD, 2)])
def test_the_floor_lets_a_hand_live_or_kills_it(hand_under_way: Table, button: Button, winner: int) -> None:
    """S01: openers that may have been split without a word are the floor's to judge."""
    cards = {1: "Kh Qh 9c 5s 2h", 2: "Th 8h 7c 4s 3h"}
    shown = _after(
        hand_under_way,
        BetTo(1, 2),
        Call(2),
        Discard(1, (None,)),
        Discard(2, ()),
        BetTo(1, 4),
        Call(2),
        *(ShowCards(seat, tuple(parse_card(c) for c in text.split())) for seat, text in cards.items()),
    )
    assert "FLOOR_DECISION" in [alert.name for alert in shown.alerts]

    over = _after(shown, *floor_commands(shown, button))

    assert over.phase is Phase.OVER
    assert max(over.seats, key=lambda seat: seat.stack).number == winner


def test_where_the_floor_is_not_waited_for_a_press_says_nothing_in_its_name(hand_under_way: Table) -> None:
    assert all(floor_commands(hand_under_way, button) == () for button in Button)
    elsewhere = AlertRaised("FLOOR_DECISION", "", ("dealer", "floor"), (), 2)
    waiting = replace(hand_under_way, alerts=(elsewhere,))
    assert waiting.to_act == 1
    assert floor_commands(waiting, Button.FOLD) == ()


def _won(table: Table) -> Table:
    if table.phase is Phase.OVER:
        return table
    return _after(table, ShowCards(1, tuple(parse_card(c) for c in ["Jh", "Jd", "8c", "5s", "2c"])))


def test_after_marked_cards_the_next_hand_waits_for_another_deck(hand_under_way: Table) -> None:
    """Case E04: nothing stops within the hand; between hands openers says that another deck was looked through."""
    marked = _after(hand_under_way, ReportFault("MARKED_CARDS", "deck red"))
    over = _after(marked, BetTo(1, 2), Fold(2), ShowCards(1), VoidHand("floor"))
    waits = _after(over, StartHand())

    assert marked.halted == ()
    assert waits.hand_no == over.hand_no, "refused"
    assert floor_commands(over, Button.FOLD) == ()
    assert _after(over, *floor_commands(over, Button.OPENERS), StartHand()).hand_no == over.hand_no + 1


def test_worn_cards_are_advice_and_hold_nobody_up(hand_under_way: Table) -> None:
    """Case E04: the deck is changed after the hand, by people; the advice is gone with the deck."""
    worn = _after(hand_under_way, ReportFault("WORN_CARDS", "deck red"), VoidHand("floor"))

    assert [alert.name for alert in worn.alerts] == ["WORN_CARDS"]
    assert _after(worn, StartHand()).hand_no == worn.hand_no + 1
    changed = _after(worn, VerifyDeck("blue"), ReleaseDeck(("ann", "bo"), "blue"))
    assert changed.alerts == ()
