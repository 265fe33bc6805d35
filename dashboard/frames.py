"""What a browser gets over its socket, and what it may answer."""

from typing import Annotated, Final, Literal

from pydantic import AwareDatetime, Field, TypeAdapter

from table_controller.wire.models import Model, PublicState, TableInfo, TableStatus

BEAT_S: Final = 1.0
"""A table tells its state at least this often."""
SILENT_AFTER_S: Final = 2.5
"""A table is silent when two beats were missed; the half second is for a beat on its way."""
PING_S: Final = 0.5
"""How often a browser hears from the server; with the next figure a lost link shows in under two seconds."""
LINK_LOST_AFTER_S: Final = 1.5


class SeatSaid(Model):
    """A seat's last word in this betting round; *chips* is what a call added, or the whole of a bet."""

    seat: int
    word: str
    """``check``, ``call``, ``rap``, ``bet``, ``open``, ``raise`` or ``complete``."""
    chips: int | None


class Winning(Model):
    """What a seat has won in a hand, all pots together; *halves* are those it has a share of, none where pots are not split."""

    seat: int
    chips: int
    halves: tuple[Literal["high", "low", "badugi"], ...] = ()


class TableView(Model):
    """A table as the browser shows it; how old it is stands in its :class:`Beat`."""

    table: str
    """``site/room/table``."""
    epoch: str
    seq: int
    ts: AwareDatetime | None
    """When the table told its state, by its own clock."""
    status: TableStatus | None
    info: TableInfo | None
    state: PublicState | None
    said: tuple[SeatSaid, ...]
    won: tuple[Winning, ...]
    """What each seat has won in the hand of the state; empty when that was not heard."""


class Beat(Model):
    """When a table was last heard, also where nothing at it has changed.

    *age_ms* counts by this server's clock and is null when the table was never heard (all that is known was kept by
    the broker). *silent*: two beats were missed, or the table signed off.
    """

    table: str
    age_ms: int | None
    silent: bool


class FeedLink(Model):
    """The server's own link to the broker."""

    state: Literal["connecting", "up", "down"]
    detail: str = ""


class Snapshot(Model):
    """All that is known; always the first frame, and what the browser had before counts no more."""

    kind: Literal["snapshot"] = "snapshot"
    server_ts: AwareDatetime
    page: str
    """Which build of the page this server has; a page of another build loads itself anew."""
    link_lost_after_ms: int
    silent_after_ms: int
    feed: FeedLink
    beats: tuple[Beat, ...]
    tables: tuple[TableView, ...]


class Update(Model):
    """Tables that have changed, each whole."""

    kind: Literal["update"] = "update"
    server_ts: AwareDatetime
    beats: tuple[Beat, ...]
    tables: tuple[TableView, ...]


class Ping(Model):
    """The server is there. The browser answers with :class:`Pong`."""

    kind: Literal["ping"] = "ping"
    server_ts: AwareDatetime
    feed: FeedLink
    beats: tuple[Beat, ...]


class Pong(Model):
    """The browser is there too; *server_ts* is the ping's, given back."""

    kind: Literal["pong"]
    server_ts: AwareDatetime


ServerFrame = Annotated[Snapshot | Update | Ping, Field(discriminator="kind")]
SERVER_FRAME: Final[TypeAdapter[Snapshot | Update | Ping]] = TypeAdapter(ServerFrame)
