"""A scenario under way: the table, its cardboard, and what has come of it so far."""

from dataclasses import dataclass, field
from typing import Final

from table_controller.cards import Card
from table_controller.commands import (
    Command,
    DeliverCard,
    ExposeCard,
    KillPot,
    MarkNewcomer,
    OfferKill,
    ReshuffleStub,
    WaitForBlind,
)
from table_controller.decide import act
from table_controller.events import (
    ActionRefused,
    AlertRaised,
    CardCountFound,
    CardDealt,
    CardIdentified,
    CardSetAside,
    Event,
    HandEnded,
    SeatLeft,
    SeatTaken,
)
from table_controller.rules.sevens import reminders
from table_controller.scenario.cardboard import Cardboard
from table_controller.scenario.lines import (
    CardEarly,
    Condition,
    DealerBurns,
    DrawnCardExposed,
    Happening,
    KilledAfter,
    NextCardIs,
    ReshuffledStub,
)
from table_controller.table.places import places
from table_controller.table.state import Phase, Table

FOULED: Final = "DECK_FOULED"
"""The alert under which a face may be in two places: that is what it says."""
SET_UP_LINE: Final = 0
"""The line events of the set-up and the first deal are filed under."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    line: int
    ok: bool
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line that was refused; *rules* are all rows it broke, *text* is what was said to it."""

    line: int
    rules: tuple[str, ...]
    text: str


@dataclass
class Run:
    """A scenario being played, and what came of it."""

    table: Table
    cardboard: Cardboard
    brought: int = 0
    """Chips that are on the table: what lay in the middle before the hand, and what players brought."""
    fouled: bool = False
    """Whether it was said that a face may be in two places."""
    events: list[tuple[int, Event]] = field(default_factory=list)
    alerts: list[AlertRaised] = field(default_factory=list)
    """Every alert so far, those of players' own boxes too."""
    told: tuple[AlertRaised, ...] = ()
    """What players' own boxes say now."""
    refusals: list[Refusal] = field(default_factory=list)
    meant: set[int] = field(default_factory=set)
    """Lines of which a check says that they are refused, and they were."""
    checks: list[CheckResult] = field(default_factory=list)
    line: int = SET_UP_LINE
    conditions: list[Condition] = field(default_factory=list)
    """How the next cards that go to players will lie."""
    exposures: dict[tuple[int, int], Condition] = field(default_factory=dict)
    """How cards of the first deal will lie, by seat and which card of the seat."""
    kills: dict[int, KilledAfter] = field(default_factory=dict)
    """Who kills the pot during the first deal, by the line that says so."""
    reshuffle_top: tuple[Card, ...] = ()
    reshuffled: tuple[Card, ...] = ()
    """The cards of the last reshuffle, from the top."""
    next_seats: tuple[int, ...] | None = None
    """Who may be dealt into the next hand, once this one is over."""

    def put(self, command: Command) -> bool:
        """Ask the table; return whether it was not refused."""
        decision = act(self.table, command)
        for event, self.table in decision.steps:
            self.events.append((self.line, event))
            if isinstance(event, CardCountFound | CardSetAside | CardDealt):
                self._follow()
            if isinstance(event, CardIdentified):
                self.cardboard.identify(event.number, event.card)
            elif isinstance(event, SeatTaken):
                self.brought += event.stack
            elif isinstance(event, SeatLeft):
                self.brought -= event.stack
            elif isinstance(event, AlertRaised):
                self.fouled = self.fouled or event.name == FOULED
                self.alerts.append(event)
            elif isinstance(event, HandEnded):
                self.next_seats = event.next_seats
            elif isinstance(event, ActionRefused):
                self.refusals.append(Refusal(self.line, event.rules, event.text))
        told = reminders(self.table)
        self.alerts += (alert for alert in told if alert not in self.told)
        self.told = told
        return not any(isinstance(event, ActionRefused) for event in decision.events)

    def _follow(self) -> None:
        """Cards the table has learnt of by counting are moved on the cardboard too."""
        numbers = {place.held.number for place in places(self.table)}
        self.cardboard.follow(numbers, self.table.dealt_count)

    def settle(self) -> None:
        """Let all that happens by itself happen: burns, cards that are due, reshuffles."""
        while not self.table.halted:
            if self.table.reshuffle is not None:
                numbers = self.table.reshuffle.numbers
                self.reshuffled = self.cardboard.reshuffle(numbers, self.reshuffle_top)
                self.reshuffle_top = ()
                done = self.put(ReshuffleStub())
            elif self.table.due:
                done = self.put(self._next_card())
                self._kill_in_the_deal()
            else:
                return
            if not done:
                return

    def _kill_in_the_deal(self) -> None:
        """Let those kill who have as many cards now as they wait for."""
        deal = self.line
        for line, said in tuple(self.kills.items()):
            if self.table.has_seat(said.seat) and len(self.table.seat(said.seat).hand) == said.cards:
                del self.kills[line]
                self.line = line
                self.put(KillPot(said.seat, said.chips))
        self.line = deal

    def _next_card(self) -> DeliverCard:
        seat = self.table.due[0].seat if self.table.due else None
        card = self.cardboard.deal(self.table.dealt_count + 1)
        if seat is None:
            return DeliverCard(card)
        nth = len(self.table.seat(seat).hand) + 1
        lies = self.exposures.pop((seat, nth), None) or (self.conditions.pop(0) if self.conditions else None)
        return DeliverCard(card, lies or "face_down")

    def happen(self, said: Happening) -> None:
        """Play one line."""
        match said:
            case NextCardIs(condition):
                self.conditions.append(condition)
            case DrawnCardExposed(seat, nth):
                self.put(ExposeCard(seat, nth, self.table.draw_no))
            case CardEarly():
                self.put(DeliverCard(self.cardboard.deal(self.table.dealt_count + 1)))
            case DealerBurns():
                self.put(DeliverCard(self.cardboard.deal(self.table.dealt_count + 1), "burned"))
            case ReshuffledStub() | KilledAfter():
                pass
            case OfferKill(seat) | WaitForBlind(seat):
                self._missed_his_blind(seat)
                self.put(said)
            case _:
                self.put(said)
        self.settle()

    def _missed_his_blind(self, seat: int) -> None:
        """Who was not said to be new and posts or waits is one the big blind has passed."""
        waits = self.table.has_seat(seat) and self.table.seat(seat).standing.entry is not None
        if self.table.phase is Phase.OVER and not waits:
            self.put(MarkNewcomer(seat, missed=True))

    def refused_at(self, line: int) -> tuple[str, ...] | None:
        """Return the rows under which the line was refused, or None where it was not."""
        found = [refusal.rules for refusal in self.refusals if refusal.line == line]
        return tuple(dict.fromkeys(rule for rules in found for rule in rules)) if found else None
