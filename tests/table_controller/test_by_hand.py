"""Cards that no camera could read are read by two people."""

import pytest

from table_controller.cards import parse_cards
from table_controller.commands import (
    BetTo,
    Call,
    Check,
    DeliverCard,
    Discard,
    ReadByHand,
    ShowCards,
    StartHand,
    TakeSeat,
)
from table_controller.decide import decide
from table_controller.events import ActionRefused
from table_controller.games.build import build
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import Phase, Table, new_table


def _after(table: Table, *commands: object) -> Table:
    for command in commands:
        for event in decide(table, command):  # type: ignore[arg-type]
            table = evolve(table, event)
        while table.due:
            for event in decide(table, DeliverCard(None)):
                table = evolve(table, event)
    return table


@pytest.fixture
def unread_showdown() -> Table:
    """Two hands nobody has read, and the first is asked to show."""
    game, rules = build("five-card-draw")
    return _after(
        new_table(game, rules, Stakes(Betting.LIMIT, (2, 4), 1)),
        TakeSeat(1, "", 50),
        TakeSeat(2, "", 50),
        StartHand(button=2),
        BetTo(1, 2),
        Call(2),
        Discard(1, ()),
        Discard(2, ()),
        Check(1),
        Check(2),
    )


def test_an_unread_hand_is_asked_for_and_two_people_settle_it(unread_showdown: Table) -> None:
    table = _after(unread_showdown, ShowCards(1))
    assert (table.phase, table.to_act) == (Phase.SHOWDOWN, 1)
    assert [alert.name for alert in table.alerts] == ["CARD_NOT_READ"]

    people = ("ann", "floor")
    table = _after(
        table,
        ReadByHand(1, parse_cards("Ah Ad 9c 5s 2h"), people),
        ReadByHand(2, parse_cards("Kh Kd 9s 5c 2d"), people),
    )

    assert table.phase is Phase.OVER
    assert [seat.stack for seat in table.seats] == [53, 47]


def test_one_person_alone_reads_nothing(unread_showdown: Table) -> None:
    events = decide(unread_showdown, ReadByHand(1, parse_cards("Ah Ad 9c 5s 2h"), ("ann", "Ann")))

    assert [type(event) for event in events] == [ActionRefused]
