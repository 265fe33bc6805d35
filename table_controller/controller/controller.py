"""The one place where a command becomes events: decide, log, evolve, tell."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final

from table_controller.commands import Command
from table_controller.decide import act
from table_controller.events import Event, RulingMade
from table_controller.observations import Fact, Observation
from table_controller.ports import EventStore, EvidenceKeeper, Seen
from table_controller.rule_book.book import BOOK
from table_controller.rules.menu import legal_actions
from table_controller.table.state import Table
from table_controller.wire.event_view import ruling_view
from table_controller.wire.models import DeviceHealth, LegalAction, PublicState, RulingView
from table_controller.wire.state_view import public_state

RULINGS_KEPT: Final = 12
"""Rulings the dealer's page shows; all of them are in the log."""

Listener = Callable[[Event, Table], None]


class Controller:
    """A table, its log, and whoever listens. All of it runs on one thread, the event loop's."""

    def __init__(self, table: Table, store: EventStore) -> None:
        self.table = table
        self.health: Callable[[], Sequence[DeviceHealth]] = tuple
        self.evidence: EvidenceKeeper | None = None
        self._store: Final = store
        self._listeners: Final[list[Listener]] = []
        self._rulings: Final[deque[RulingView]] = deque(maxlen=RULINGS_KEPT)
        self._news = asyncio.Event()
        self.version = 0

    def listen(self, listener: Listener) -> None:
        """Call *listener* after every event with the table as it is then."""
        self._listeners.append(listener)

    def handle(self, command: Command) -> tuple[Event, ...]:
        """Decide, write, then let everybody know.

        :raises OSError: the log could not be written; nothing has changed
        """
        decision = act(self.table, command)
        events = decision.events
        self._store.append(command, events)
        if not events:
            return ()
        for event, self.table in decision.steps:
            if isinstance(event, RulingMade):
                self._keep(event)
            for listener in self._listeners:
                listener(event, self.table)
        self.version += 1
        self._news.set()
        self._news = asyncio.Event()
        return events

    def observe(self, observation: Observation) -> None:
        """Write down what a device or a camera reported."""
        self._store.observe(observation)

    def sighted(self, camera: str, seen: tuple[Seen, ...]) -> None:
        """Write down what a camera saw and the table goes by: scores in clear, faces sealed, evidence kept."""
        facts: dict[str, Fact] = {"cards": len(seen)}
        facts |= {f"score_{n}": round(one.score, 4) for n, one in enumerate(seen)}
        if self.evidence is not None:
            facts |= self.evidence.seal(camera, seen)
        self._store.observe(Observation(camera, "Sighting", facts, tuple(one.card for one in seen)))
        if self.evidence is not None:
            self.evidence.keep()

    async def changed(self) -> None:
        """Return after the next change of the table."""
        await self._news.wait()

    def state(self) -> PublicState:
        """Return what everybody may see."""
        legal = [LegalAction(word=a.word, low=a.low, high=a.high) for a in legal_actions(self.table)]
        return public_state(self.table, legal, tuple(self._rulings), tuple(self.health()))

    def _keep(self, ruling: RulingMade) -> None:
        ts = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        view = ruling_view(ruling, self.table, sources_of(ruling.rules), ts)
        if view is not None:
            self._rulings.append(view)


def sources_of(rows: Sequence[str]) -> str:
    """Return where the rows stand, in words; the house's own judgement where there are none."""
    known = [BOOK[row].source for row in rows if row in BOOK]
    return "; ".join(dict.fromkeys(known)) or "floor decision"
