"""The summary holds what the table believes against the cardboard."""

import dataclasses
import io
import json
import random

import pytest
from rich.console import Console

from hardware.twin.summary import Summary, as_json, as_text
from hardware.twin.world import World
from table_controller import events as e
from table_controller.cards import DECK, Card
from table_controller.games.build import build
from table_controller.hand_values.high import is_pair_or_better
from table_controller.structure import Betting, Stakes, Way
from table_controller.table.state import HandStatus, Seat, Table

STAKES = Stakes(Betting.LIMIT, (2, 4), ante=1)
STARTED = e.HandStarted(1, 1, (1, 2), 0, 0, "stamp")
ENDED = e.HandEnded(1, 2, (1, 2))


def table_of(*stacks: int) -> Table:
    game, rules = build("jacks-or-better")
    seats = tuple(Seat(n, f"p{n}", chips, HandStatus.LIVE) for n, chips in enumerate(stacks, start=1))
    return Table(game, rules, STAKES, seats)


class Listening:
    """A summary of a table of two with 100 chips each, and five cards dealt to both."""

    def __init__(self) -> None:
        self.world = World(2, chooser=random.Random(5))
        self.summary = Summary(self.world)
        self.table = table_of(100, 100)
        self.hear(e.SeatTaken(1, "p1", 100), e.SeatTaken(2, "p2", 100))
        self.world.shuffle()
        self.hear(STARTED)
        for _ in range(5):
            self.world.eject(1)
            self.world.eject(2)

    def hear(self, *events: e.Event) -> None:
        for event in events:
            self.summary.hear(event, self.table)

    def face(self, number: int) -> Card:
        return self.world.truth().left[number - 1][0].face

    def deal(self, *faces: Card | None) -> None:
        """The table learns of the cards that left, one after another."""
        for number, face in enumerate(faces, start=1):
            self.hear(e.CardDealt(2 - number % 2, number, face, 0))


@pytest.fixture
def listening() -> Listening:
    return Listening()


def a_wrong_face(listening: Listening, seat: int) -> Card:
    """A face that did not go to this seat."""
    held = {card.face for card in listening.world.look(seat)}
    return next(card for card in DECK if card not in held)


def test_cards_read_right_and_cards_unread_are_counted_when_the_hand_ends(listening: Listening) -> None:
    listening.deal(*(listening.face(n) for n in range(1, 9)), None, None)

    listening.hear(ENDED)

    report = listening.summary.finish()
    assert (report.hands, report.cards_read, report.cards_unsure, report.cards_wrong) == (1, 8, 2, 0)
    assert report.ok


def test_a_face_that_did_not_leave_the_machine_is_wrong(listening: Listening) -> None:
    listening.deal(a_wrong_face(listening, 1))

    listening.hear(ENDED)

    report = listening.summary.finish()
    assert (report.cards_read, report.cards_wrong) == (0, 1)
    assert not report.ok


def test_a_card_the_table_thinks_another_seat_got_is_misplaced(listening: Listening) -> None:
    listening.hear(e.CardDealt(2, 1, listening.face(1), 0))

    assert listening.summary.report.misplaced == 1


def test_a_card_the_table_thinks_left_and_did_not_is_misplaced(listening: Listening) -> None:
    listening.hear(e.CardDealt(1, 11, None, 0))

    assert listening.summary.report.misplaced == 1


def test_which_of_two_unread_cards_was_thrown_does_not_matter(listening: Listening) -> None:
    listening.deal(*(None,) * 10)

    listening.hear(e.CardsDiscarded(1, (1,), (listening.face(3),), 1), ENDED)

    report = listening.summary.finish()
    assert (report.cards_read, report.cards_unsure, report.cards_wrong) == (1, 9, 0)


def test_a_face_of_another_hand_in_a_seats_discards_is_wrong(listening: Listening) -> None:
    listening.deal(*(None,) * 10)

    listening.hear(e.CardsDiscarded(1, (1,), (listening.face(2),), 1))
    listening.hear(e.CardIdentified(1, listening.face(2), "tray", 0.999))

    assert listening.summary.report.cards_wrong == 1


def test_a_face_forgotten_is_unsure_again(listening: Listening) -> None:
    listening.deal(listening.face(1))

    listening.hear(e.FaceForgotten((1,)), ENDED)

    assert listening.summary.report.cards_unsure == 1


def test_a_pot_pushed_to_the_worse_hand_is_a_wrong_award(listening: Listening) -> None:
    for seat in (1, 2):
        listening.world.table(seat)
    pot = e.PotAwarded(0, 10, (1, 2), ((1, 10),))

    listening.hear(pot, dataclasses.replace(pot, shares=((2, 10),)))

    report = listening.summary.report
    assert (report.awards_checked, report.awards_wrong) == (2, 1)


def test_what_was_declared_counts_when_an_award_is_checked(listening: Listening) -> None:
    """V03 V05: one high and one low share the pot, whoever holds the better hand."""
    game, rules = build("high-low-declare")
    seats = tuple(
        dataclasses.replace(seat, declared=True, way=way)
        for seat, way in zip(listening.table.seats, (Way.HIGH, Way.LOW), strict=True)
    )
    listening.table = dataclasses.replace(listening.table, game=game, rules=rules, seats=seats)
    for seat in (1, 2):
        listening.world.table(seat)

    listening.hear(e.PotAwarded(0, 10, (1, 2), ((1, 5), (2, 5))), e.PotAwarded(0, 10, (1, 2), ((1, 10),)))

    report = listening.summary.report
    assert (report.awards_checked, report.awards_wrong) == (2, 1)


def test_chips_that_vanish_are_noticed(listening: Listening) -> None:
    listening.table = table_of(100, 99)

    listening.hear(ENDED)

    assert not listening.summary.report.chips_conserved
    assert not listening.summary.report.ok


def test_chips_brought_and_taken_away_are_no_loss(listening: Listening) -> None:
    listening.table = table_of(150)

    listening.hear(e.SeatTaken(1, "p1", 50), e.SeatLeft(2, 100), ENDED)

    assert listening.summary.report.chips_conserved


def test_a_false_opening_is_counted_by_the_row_that_killed_the_hand(listening: Listening) -> None:
    listening.hear(e.HandKilled(1, ("N03",)), e.HandKilled(2, ("F25",)))

    assert listening.summary.report.false_openings == 1


def test_openers_denied_to_a_hand_that_had_them_are_a_wrong_ruling(listening: Listening) -> None:
    held = {seat: [card.face for card in listening.world.look(seat)] for seat in (1, 2)}
    assert [is_pair_or_better(held[seat], 11) for seat in (1, 2)] == [True, False]

    for seat in (1, 2):
        listening.hear(e.PotOpened(seat, 2), e.HandKilled(seat, ("S02",)))

    assert listening.summary.report.openers_wrong == 1


def test_rulings_are_counted_by_row_and_printed(listening: Listening) -> None:
    listening.hear(
        e.RulingMade(("O09", "S02"), "Seat 1 has proved openers."),
        e.RulingMade(("O09",), "Seat 2 has proved openers."),
        e.ActionRefused("bet", 1, ("C01",), "It is not your turn."),
        ENDED,
    )
    report = listening.summary.finish()
    screen = io.StringIO()

    Console(file=screen, width=100).print(as_text(report))

    assert report.rulings == {"O09": 2, "S02": 1}
    assert json.loads(as_json(report))["refusals"] == {"C01": 1}
    assert "O09" in screen.getvalue()
    assert "all as it should be" in screen.getvalue()
