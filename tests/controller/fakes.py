"""Small stand-ins for the ports of the controller, and tables in every phase. Used by tests only."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from table_controller import commands as c
from table_controller.cards import DECK, Card, parse_card, parse_cards
from table_controller.controller.controller import Controller
from table_controller.events import ActionRefused, Event
from table_controller.games.build import build
from table_controller.observations import Observation
from table_controller.ports import Moved, Movement, Seen
from table_controller.rules.menu import legal_actions
from table_controller.structure import Betting, Stakes
from table_controller.table.state import Phase, Table, new_table

DEADLINE_S = 20.0
OPENERS = {1: "Ah Ad 9c 5s 2h", 2: "Kc Kd 8h 4c 3s", 3: "Qh Qd 7c 6s Td"}
"""A hand for each seat; all three hold openers."""


class PowerCut(Exception):
    """The process is gone."""


@dataclass(frozen=True)
class Cut:
    """Where the power goes: with this *card*'s ejection *asked* for, *moved*, *read* but not written, or *told*."""

    where: str
    card: int


class Store:
    """Keeps what it is told in lists (an EventStore)."""

    def __init__(self) -> None:
        self.cut: Cut | None = None
        self.commands: list[c.Command] = []
        self.events: list[Event] = []
        self.observations: list[Observation] = []
        self.intents: dict[int, str] = {}
        self.outcomes: dict[int, str] = {}
        self.ids = 0

    def append(self, command: c.Command, events: tuple[Event, ...]) -> None:
        self._cut_at("read", sum(isinstance(one, c.DeliverCard) for one in self.commands) + 1, command)
        self.commands.append(command)
        self.events += events

    def observe(self, *observations: Observation) -> None:
        self.observations += observations

    def next_command_id(self) -> int:
        self.ids += 1
        return self.ids

    def record_intent(self, command_id: int, what: str) -> None:
        assert command_id not in self.intents, "an id is used once"
        self.intents[command_id] = what

    def record_outcome(self, command_id: int, outcome: str) -> None:
        self._cut_at("told", _card_of(self.intents[command_id]), c.DeliverCard(None))
        self.outcomes[command_id] = outcome

    def _cut_at(self, where: str, card: int, command: c.Command) -> None:
        if isinstance(command, c.DeliverCard) and self.cut == Cut(where, card):
            raise PowerCut

    def open_intents(self) -> list[tuple[int, str]]:
        return [(number, what) for number, what in self.intents.items() if number not in self.outcomes]

    def refusals(self) -> list[ActionRefused]:
        return [event for event in self.events if isinstance(event, ActionRefused)]


def _card_of(intent: str) -> int:
    return int(intent.split()[-1]) if "card" in intent else 0


class FakeMachine:
    """Moves cards of *stock* in order, once for each command id, unless *script* says what goes wrong next.

    A script entry is (what the machine says, whether the card moved); for LOST, later settling tells the truth.
    """

    def __init__(self, stock: Iterable[Card], script: Iterable[tuple[Moved, bool]] = ()) -> None:
        self.stock = list(stock)
        self.script = list(script)
        self.done: dict[int, Moved] = {}
        self.slots: list[tuple[int, Card]] = []
        self.cut: Cut | None = None
        self.asked: list[int] = []
        self.silent = 0
        self.cleared = 0
        self.count = 53

    async def shuffle(self, command_id: int) -> Movement:
        await asyncio.sleep(0)
        moved, _ = self.script.pop(0) if self.script else (Moved.DONE, True)
        return Movement(moved, self.count)

    async def eject(self, slot: int, command_id: int) -> Movement:
        await asyncio.sleep(0)
        self.asked.append(command_id)
        if self.cut == Cut("asked", len(self.slots) + 1):
            raise PowerCut
        said, moves = self.script.pop(0) if self.script else (Moved.DONE, True)
        if moves and command_id not in self.done:
            self.slots.append((slot, self.stock.pop(0)))
        self.done[command_id] = Moved.DONE if moves else Moved.NOT_BEGUN
        if self.cut == Cut("moved", len(self.slots)):
            raise PowerCut
        if said not in (Moved.DONE, Moved.LOST, Moved.NOT_BEGUN):
            self.done[command_id] = said
        return Movement(said)

    async def settle(self, command_id: int) -> Movement:
        await asyncio.sleep(0)
        if self.silent:
            self.silent -= 1
            return Movement(Moved.LOST)
        return Movement(self.done.get(command_id, Moved.NOT_BEGUN))

    async def clear_faults(self) -> None:
        self.cleared += 1


class ShoeEye:
    """Sees the card that left the machine last; *blind* sees it unreadable."""

    def __init__(self, machine: FakeMachine, *, blind: bool = False) -> None:
        self._machine = machine
        self._blind = blind

    async def look(self) -> tuple[Seen, ...]:
        await asyncio.sleep(0)
        if not self._machine.slots:
            return ()
        return (Seen(None if self._blind else self._machine.slots[-1][1], 1.0),)


class FakeEye:
    """Sees what the test lays there: a text of cards, ?? for one that cannot be read."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.looks = 0
        self.pause_s = 0.0
        self.then: list[str] = []

    async def look(self) -> tuple[Seen, ...]:
        await asyncio.sleep(self.pause_s)
        self.looks += 1
        if self.then:
            self.text = self.then.pop(0)
        return tuple(Seen(None if word == "??" else parse_card(word), 1.0) for word in self.text.split())


class Rig:
    """A controller with its store."""

    def __init__(self, table: Table | None = None, seats: int = 3) -> None:
        self.store = Store()
        game, rules = build("jacks-or-better")
        self.controller = Controller(
            table or new_table(game, rules, Stakes(Betting.LIMIT, (2, 4), ante=1)), self.store
        )
        if table is None:
            self.tell(*(c.TakeSeat(seat, f"p{seat}", 100) for seat in range(1, seats + 1)))

    @property
    def table(self) -> Table:
        return self.controller.table

    def tell(self, *commands: c.Command) -> None:
        for command in commands:
            events = self.controller.handle(command)
            assert not any(isinstance(event, ActionRefused) for event in events), events

    def start(self, *, unread: bool = False) -> None:
        """Begin a hand and deal the first cards."""
        self.tell(c.StartHand())
        left = {seat: list(parse_cards(text)) for seat, text in OPENERS.items()}
        while self.table.due:
            seat = self.table.due[0].seat
            card = left[seat].pop(0) if seat in left else None
            self.tell(c.DeliverCard(None if unread else card))

    def open_and_call(self) -> None:
        """The first who may opens, everybody else calls; the draw begins."""
        self.act("open")
        while self.table.phase is Phase.BET:
            self.act("call")

    def act(self, word: str) -> int:
        """The seat to act does this; return which seat it was."""
        seat = self.table.to_act
        assert seat is not None
        legal = {action.word: action for action in legal_actions(self.table)}
        assert word in legal, legal
        commands: dict[str, c.Command] = {
            "open": c.BetTo(seat, legal[word].low or 0),
            "raise": c.BetTo(seat, legal[word].low or 0),
            "bet": c.BetTo(seat, legal[word].low or 0),
            "call": c.Call(seat),
            "check": c.Check(seat),
            "fold": c.Fold(seat),
        }
        self.tell(commands[word])
        return seat

    def all_stand_pat(self) -> None:
        while self.table.phase is Phase.DRAW:
            self.tell(c.Discard(self.table.to_act or 0, ()))

    def all_check(self) -> None:
        while self.table.phase is Phase.BET:
            self.act("check")

    def to_showdown(self, *, unread: bool = False) -> None:
        self.start(unread=unread)
        self.open_and_call()
        self.all_stand_pat()
        self.all_check()
        assert self.table.phase is Phase.SHOWDOWN


def any_deck() -> list[Card]:
    return list(DECK)


@asynccontextmanager
async def running(*coroutines: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run these beside the test, with a deadline for all of it; what fails there fails here."""
    async with asyncio.timeout(DEADLINE_S):
        tasks = [asyncio.create_task(coroutine) for coroutine in coroutines]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            for task in tasks:
                with suppress(asyncio.CancelledError):
                    await task


async def until(holds: Callable[[], bool]) -> None:
    """Wait for a condition; the deadline is the caller's."""
    while not holds():
        await asyncio.sleep(0.001)
