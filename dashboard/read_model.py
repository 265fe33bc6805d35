"""What the dashboard knows of every table: the latest word of each, and how long ago it came."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime

from dashboard.frames import SILENT_AFTER_S, Beat, TableView
from dashboard.play import Play
from table_controller.wire.envelope import Received
from table_controller.wire.models import PublicState, TableInfo, TableStatus
from table_controller.wire.public_event import PublicEvent

SIGNED_OFF = frozenset({"offline", "lost"})
HEARD_BY = frozenset({"state", "event", "alert", "status"})
"""The channels on which a table itself speaks; a last will comes from the broker and is told apart by its state."""


@dataclass(frozen=True, slots=True)
class KnownTable:
    """The latest of each kind from one table. *heard_at* is of the monotonic clock, None when never heard live."""

    epoch: str = ""
    seq: int = 0
    ts: datetime | None = None
    status: TableStatus | None = None
    info: TableInfo | None = None
    state: PublicState | None = None
    play: Play = field(default_factory=Play)
    heard_at: float | None = None

    @property
    def signed_off(self) -> bool:
        return self.status is not None and self.status.state in SIGNED_OFF

    def with_message(self, received: Received, now: float) -> "KnownTable":
        """Return what is known after *received*."""
        envelope = received.envelope
        known = self
        match envelope.data:
            case PublicState() as state if envelope.epoch != self.epoch or envelope.seq >= self.seq:
                known = replace(known, state=state, epoch=envelope.epoch, seq=envelope.seq, ts=envelope.ts)
            case TableStatus() as status:
                known = replace(known, status=status)
            case TableInfo() as info:
                known = replace(known, info=info)
            case PublicEvent() as event:
                known = replace(known, play=known.play.after(event))
            case _:
                pass
        last_will = isinstance(envelope.data, TableStatus) and envelope.data.state in SIGNED_OFF
        if received.retained or last_will or received.topic.channel not in HEARD_BY:
            return known
        return replace(known, heard_at=now)


class ReadModel:
    """The tables by address. Listeners hear the address of every table that changed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tables: dict[str, KnownTable] = {}
        self._json: dict[str, bytes] = {}
        self._listeners: set[Callable[[str], None]] = set()

    def listen(self, listener: Callable[[str], None]) -> None:
        self._listeners.add(listener)

    def forget(self, listener: Callable[[str], None]) -> None:
        self._listeners.discard(listener)

    def take(self, received: Received) -> None:
        """Take in a message; tell the listeners when the view of its table is another one now."""
        table = str(received.topic.address)
        before = self._tables.get(table, KnownTable())
        after = self._tables[table] = before.with_message(received, self._clock())
        # A beat repeats the state under a new time: not a change to send to everybody.
        if replace(before, ts=None, heard_at=None) == replace(after, ts=None, heard_at=None):
            return
        self._json.pop(table, None)
        for listener in tuple(self._listeners):
            listener(table)

    @property
    def tables(self) -> tuple[str, ...]:
        return tuple(sorted(self._tables))

    def view(self, table: str) -> TableView:
        """Return the latest of *table*.

        :raises KeyError: nothing is known of it
        """
        known = self._tables[table]
        of_this_hand = known.state is not None and known.play.hand_no == known.state.hand_no
        return TableView(
            table=table,
            epoch=known.epoch,
            seq=known.seq,
            ts=known.ts,
            status=known.status,
            info=known.info,
            state=known.state,
            said=known.play.said if of_this_hand else (),
            won=known.play.winnings if of_this_hand else (),
        )

    def view_json(self, table: str) -> bytes:
        """Return :meth:`view` as JSON, encoded once however many browsers get it."""
        if table not in self._json:
            self._json[table] = self.view(table).model_dump_json().encode()
        return self._json[table]

    def beat(self, table: str) -> Beat:
        known = self._tables[table]
        age_s = None if known.heard_at is None else self._clock() - known.heard_at
        return Beat(
            table=table,
            age_ms=None if age_s is None else round(age_s * 1000),
            silent=known.signed_off or age_s is None or age_s > SILENT_AFTER_S,
        )

    @property
    def beats(self) -> tuple[Beat, ...]:
        return tuple(self.beat(table) for table in self.tables)
