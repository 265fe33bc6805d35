"""What a table has to say, whether or not anybody hears it: numbered, kept for replay, waiting to be sent."""

import asyncio
import uuid
from collections.abc import Callable

import structlog
from pydantic import ValidationError

from table_controller.events import Event
from table_controller.mqtt.outbox import Outbox
from table_controller.table.state import Table
from table_controller.wire.envelope import Payload, encode
from table_controller.wire.event_view import public_view
from table_controller.wire.models import AlertNotice, AlertView, PublicState, TableInfo
from table_controller.wire.public_event import PublicEvent
from table_controller.wire.replay import ReplayBuffer
from table_controller.wire.topics import TableAddress

log = structlog.get_logger()


class Voice:
    """One start of the controller: its epoch, and the events told in it, numbered from 1 without a gap."""

    def __init__(self, address: TableAddress, info: TableInfo, view_state: Callable[[], PublicState]) -> None:
        self.address = address
        self.info = info
        self._view_state = view_state
        self.epoch = str(uuid.uuid4())
        self.seq = 0
        self.outbox = Outbox()
        self.told = ReplayBuffer()
        self.news = asyncio.Event()
        """Set when there is something to send."""

    def tell(self, event: Event, table: Table) -> None:
        """Put the public view of *event* where it waits to be sent; *table* is the table after it."""
        self.news.set()
        try:
            view = public_view(event, table)
        except ValidationError as error:
            log.error(
                "an event could not be told", event_type=type(event).__name__, errors=error.error_count()
            )
            return
        if view is None:
            return
        self.seq += 1
        self.told.add(self.seq, view, table.acted_after_draw)
        self.outbox.put(self.address.event, self.encoded(view))
        if view.type in ("alert_raised", "alert_cleared"):
            self.outbox.put(self.address.alert, self.encoded(_notice(view)))

    def state(self) -> PublicState | None:
        """Return the public state, or None where it cannot be written; that is logged, and the table goes on."""
        try:
            return self._view_state()
        except ValidationError as error:
            log.error(
                "the state could not be told", errors=error.errors(include_input=False, include_url=False)
            )
            return None

    def encoded(self, data: Payload) -> bytes:
        """Return *data* in an envelope of this epoch and seq."""
        return encode(data, self.epoch, self.seq)


def _notice(view: PublicEvent) -> AlertNotice:
    alert = AlertView(name=view.name or "", text=view.text or "", seat=view.seat, cards=view.cards or ())
    return AlertNotice(open=view.type == "alert_raised", alert=alert)
