"""What a run of hands came to, held against the twin's truth."""

import json
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Final

from rich.console import Group as Lines
from rich.table import Table as Grid
from rich.text import Text

from hardware.twin.deck import PhysicalCard
from hardware.twin.reckoning import Hands, best_hands, fair_shares
from hardware.twin.world import World
from table_controller import events as e
from table_controller.cards import Card
from table_controller.hand_values.high import is_pair_or_better
from table_controller.hand_values.ranking import seven_or_better
from table_controller.rules.turns import openers_rank
from table_controller.table.state import Table

_PROVED_FALSE: Final = frozenset({"S02", "S05"})
_FALSE_OPENING: Final = _PROVED_FALSE | {"N03"}


@dataclass(slots=True)
class Report:
    """The figures. Cards are counted when their hand ends, wrong ones whenever the table believed them.

    *misplaced* are cards the table thinks went elsewhere than they did. *awards_checked* are pots between tabled
    hands, *awards_wrong* those divided otherwise, by a chip even, than the cards that really lay there ask for, *pots_split* those
    of them that more than one had a share of, *openers_wrong* hands killed for want of openers that had them.
    """

    hands: int = 0
    passed_out: int = 0
    rulings: dict[str, int] = field(default_factory=dict)
    refusals: dict[str, int] = field(default_factory=dict)
    cards_read: int = 0
    cards_unsure: int = 0
    cards_wrong: int = 0
    misplaced: int = 0
    awards_checked: int = 0
    awards_wrong: int = 0
    pots_split: int = 0
    turned_low: int = 0
    openers_wrong: int = 0
    splits: int = 0
    false_openings: int = 0
    chips_brought: int = 0
    chips_now: int = 0
    chips_conserved: bool = True
    cards_conserved: bool = True
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Nothing was lost and nothing believed that is not so."""
        wrong = self.cards_wrong + self.misplaced + self.awards_wrong + self.openers_wrong
        return self.chips_conserved and self.cards_conserved and not wrong


class Summary:
    """Listens to the table's events and compares them with the cardboard."""

    def __init__(self, world: World) -> None:
        self.report: Final = Report()
        self._world: Final = world
        self._deck_size: Final = len(world.faces())
        self._started_at: Final = time.monotonic()
        self._faces: dict[int, Card | None] = {}
        self._wrong: set[tuple[int, Card]] = set()
        self._left: tuple[tuple[PhysicalCard, int], ...] = ()
        self._opened_with: dict[int, tuple[Card, ...]] = {}
        self._checked: set[int] = set()
        """Who has checked in the betting round under way or last ended."""
        self._rulings: Counter[str] = Counter()
        self._refusals: Counter[str] = Counter()

    def hear(self, event: e.Event, table: Table) -> None:
        """Take note of *event*; *table* is the table after it."""
        left = self._world.truth().left
        self._left = left or self._left
        match event:
            case e.HandStarted():
                self._faces, self._wrong, self._left, self._opened_with = {}, set(), left, {}
                self._check_conservation(table)
            case e.HandEnded():
                self._end_hand(table)
            case e.SeatTaken(stack=stack):
                self.report.chips_brought += stack
            case e.SeatLeft(stack=stack):
                self.report.chips_brought -= stack
            case e.RulingMade(rules=rules):
                self._rulings.update(rules)
            case e.ActionRefused(rules=rules):
                self._refusals.update(rules or ("no row",))
            case e.PotAwarded():
                self._check_award(event, table)
            case e.PotCarried(reason=reason):
                self.report.passed_out += reason == "passed out"
            case e.BettingStarted():
                self._checked.clear()
            case e.Checked(seat=seat):
                self._checked.add(seat)
            case e.GameTurned():
                self.report.turned_low += 1
            case e.PotOpened(seat=seat):
                self._opened_with[seat] = tuple(card.face for card in self._world.look(seat))
            case e.HandKilled(seat=seat, rules=rows):
                self._check_killed(seat, rows, table)
            case _:
                self._hear_of_cards(event)

    def finish(self) -> Report:
        """Return the report as it stands."""
        self.report.seconds = round(time.monotonic() - self._started_at, 1)
        self.report.rulings = dict(sorted(self._rulings.items()))
        self.report.refusals = dict(sorted(self._refusals.items()))
        return self.report

    def _hear_of_cards(self, event: e.Event) -> None:
        match event:
            case e.CardDealt(seat=seat, number=number, card=card):
                self._learn(number, card, seat)
            case e.CardBurned(number=number, card=card):
                self._learn(number, card, 0)
            case e.CardSetAside(number=number, card=card):
                self._learn(number, card, None)
            case e.CardIdentified(number=number, card=card):
                self._learn_of_seat(number, card)
            case e.CardsDiscarded(numbers=numbers, cards=cards, splitting=splitting):
                self.report.splits += splitting
                for number, face in zip(numbers, cards, strict=False):
                    self._learn_of_seat(number, face)
            case e.CardsShown(numbers=numbers, cards=cards):
                for number, face in zip(numbers, cards, strict=False):
                    self._learn_of_seat(number, face)
            case e.FaceForgotten(numbers=numbers):
                self._faces.update(dict.fromkeys(numbers))
            case _:
                return

    def _learn(self, number: int, face: Card | None, slot: int | None) -> None:
        """A card that just left the machine: number, face and place must be those of the cardboard."""
        self._faces[number] = face
        if not 1 <= number <= len(self._left):
            self.report.misplaced += 1
            return
        card, really_to = self._left[number - 1]
        if slot is not None and really_to != slot:
            self.report.misplaced += 1
        if face is not None and face is not card.face:
            self._believe_wrongly(number, face)

    def _learn_of_seat(self, number: int, face: Card | None) -> None:
        """A face seen in front of a seat: it must be one of the faces that went there.

        Which of several unread cards of a hand it is, nobody can tell, so the number alone does not count here.
        """
        if face is None:
            return
        self._faces[number] = face
        if not 1 <= number <= len(self._left):
            self.report.misplaced += 1
            return
        slot = self._left[number - 1][1]
        if face not in {card.face for card, to in self._left if to == slot}:
            self._believe_wrongly(number, face)

    def _believe_wrongly(self, number: int, face: Card) -> None:
        if (number, face) not in self._wrong:
            self._wrong.add((number, face))
            self.report.cards_wrong += 1

    def _end_hand(self, table: Table) -> None:
        self.report.hands += 1
        unsure = sum(face is None for face in self._faces.values())
        wrong_now = sum((number, face) in self._wrong for number, face in self._faces.items())
        self.report.cards_unsure += unsure
        self.report.cards_read += len(self._faces) - unsure - wrong_now
        self._check_conservation(table)

    def _check_conservation(self, table: Table) -> None:
        report = self.report
        report.chips_now = sum(seat.stack for seat in table.seats) + table.in_middle
        report.chips_conserved = report.chips_conserved and report.chips_now == report.chips_brought
        truth = self._world.truth()
        there = len(truth.places) + len(truth.hopper)
        report.cards_conserved = report.cards_conserved and there == self._deck_size

    def _check_killed(self, seat: int, rows: tuple[str, ...], table: Table) -> None:
        """Count false openings; a hand the proof speaks against must really have opened without openers."""
        self.report.false_openings += not _FALSE_OPENING.isdisjoint(rows)
        rank, opened_with = openers_rank(table), self._opened_with.get(seat, ())
        if rank is not None and opened_with and not _PROVED_FALSE.isdisjoint(rows):
            self.report.openers_wrong += is_pair_or_better(opened_with, rank)

    def _check_award(self, event: e.PotAwarded, table: Table) -> None:
        """Compare with the cardboard, where all hands that can win the pot lie tabled or held."""
        hands = {
            seat: tuple(card.face for card in self._world.look(seat))
            for seat in event.contenders
            if table.has_seat(seat) and not table.seat(seat).mucked
        }
        if len(hands) < 2 or any(len(set(hand)) != table.game.hand_size for hand in hands.values()):
            return
        self.report.awards_checked += 1
        fair = fair_shares(table, event.chips, hands)
        paid = {seat: chips for seat, chips in event.shares if chips}
        self.report.awards_wrong += paid != fair and not self._lost_to_second_best(table, fair, paid, hands)
        self.report.pots_split += len(paid) > 1

    def _lost_to_second_best(
        self, table: Table, fair: Mapping[int, int], paid: Mapping[int, int], hands: Hands
    ) -> bool:
        """Q13: a seven that was checked after the draw leaves what was bet then to the best of the other hands."""
        sevens = {seat for seat in fair if seat in self._checked and seven_or_better(hands[seat])}
        others = {seat: cards for seat, cards in hands.items() if seat not in self._checked}
        if table.rules.sevens_post_draw == "returned" or not sevens or not others:
            return False
        return set(paid) <= set(fair) | set(best_hands(table.game.halves[0], others))


def as_json(report: Report) -> str:
    """Return the report as one JSON object."""
    return json.dumps({**asdict(report), "ok": report.ok}, indent=2)


def as_text(report: Report) -> Lines:
    """Return the report for a terminal."""
    grid = Grid(title="What it came to", show_header=False, title_justify="left")
    for name, value in _lines(report):
        grid.add_row(name, value)
    rows = Grid(title="Rulings by row", title_justify="left")
    rows.add_column("row")
    rows.add_column("times", justify="right")
    for rule, times in report.rulings.items():
        rows.add_row(rule, str(times))
    verdict = Text("all as it should be", "green") if report.ok else Text("something is wrong", "bold red")
    return Lines(grid, rows, verdict)


def _lines(report: Report) -> list[tuple[str, str]]:
    brought = f"{report.chips_now} of {report.chips_brought}"
    return [
        ("hands", f"{report.hands} ({report.passed_out} passed out)"),
        (
            "cards read / unsure / wrong",
            f"{report.cards_read} / {report.cards_unsure} / {report.cards_wrong}",
        ),
        ("cards misplaced", str(report.misplaced)),
        ("awards checked / wrong", f"{report.awards_checked} / {report.awards_wrong}"),
        ("pots split among several", str(report.pots_split)),
        ("hands turned to low", str(report.turned_low)),
        ("openers denied wrongly", str(report.openers_wrong)),
        ("openers split / found false", f"{report.splits} / {report.false_openings}"),
        ("refusals", str(sum(report.refusals.values()))),
        ("chips", f"{brought}, {'conserved' if report.chips_conserved else 'NOT conserved'}"),
        ("cards", "conserved" if report.cards_conserved else "NOT conserved"),
        ("time", f"{report.seconds:.1f} s"),
    ]
