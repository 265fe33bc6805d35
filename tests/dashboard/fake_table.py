"""A table made up for the dashboard's tests, and the dashboard running in a thread of its own.

``python -m tests.dashboard.fake_table [deal|bet|showdown] [port]`` shows it in a browser.
"""

import asyncio
import sys
import threading
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from pydantic import JsonValue
from starlette.types import ASGIApp, Receive, Scope, Send

from dashboard.app import STATIC, create_app
from dashboard.live import LiveFeed
from dashboard.live_gate import LiveGate
from dashboard.serve import DashboardServer
from table_controller.wire.envelope import ENVELOPES, Link, LinkState, Payload, Received, Response, timestamp
from table_controller.wire.models import (
    AlertView,
    CardsOwed,
    DeviceHealth,
    LegalAction,
    PotView,
    PublicState,
    RulingView,
    SeatView,
    StakesView,
    TableInfo,
    TableStatus,
)
from table_controller.wire.public_event import HalfWon, PublicEvent, Share
from table_controller.wire.topics import TableAddress, Topic

ADDRESS = TableAddress("home", "attic", "table-1")
CHANNELS = {
    PublicState: "state", PublicEvent: "event", TableStatus: "status", TableInfo: "info", DeviceHealth: "device"
}  # fmt: skip


class FakeFeed:
    """A feed fed by hand; every method but :meth:`messages` may be called from any thread."""

    def __init__(self) -> None:
        self.link = Link(LinkState.UP, datetime.now(UTC))
        self.epoch = "epoch-1"
        self.seq = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._queue: asyncio.Queue[Received] = asyncio.Queue()

    def say(self, data: Payload, address: TableAddress = ADDRESS, retained: bool = False) -> None:
        """Let the table say *data* under the next seq."""
        self.seq += 1
        self.repeat(data, address, retained)

    def repeat(self, data: Payload, address: TableAddress = ADDRESS, retained: bool = False) -> None:
        """Say *data* under the last seq: a beat."""
        head = {"schema": data.SCHEMA, "epoch": self.epoch, "seq": self.seq, "ts": timestamp()}
        envelope = ENVELOPES[data.SCHEMA].model_validate({**head, "data": data})
        received = Received(Topic(address, CHANNELS[type(data)]), envelope, retained=retained)
        if self._loop is None:
            self._queue.put_nowait(received)
        else:
            self._loop.call_soon_threadsafe(self._queue.put_nowait, received)

    async def messages(self) -> AsyncIterator[Received]:
        self._loop = asyncio.get_running_loop()
        while True:
            yield await self._queue.get()

    async def ask(
        self, address: TableAddress, verb: str, args: Mapping[str, JsonValue], actor: str = ""
    ) -> Response:
        raise ConnectionError("nobody answers here")


class RunningDashboard:
    """The dashboard on a port of its own, with a table that beats until told to be silent.

    Without a *state* no table is heard. With *prefix* (``/cards``) it stands under that path, as behind a proxy that takes the path away.
    """

    def __init__(
        self,
        state: PublicState | None,
        port: int = 0,
        prefix: str = "",
        origins: tuple[str, ...] = (),
        epoch: str = "epoch-1",
        static: Path = STATIC,
        live: tuple[LiveFeed, LiveGate] | None = None,
    ) -> None:
        self.feed = FakeFeed()
        self.feed.epoch = epoch
        self.state = state
        self.beating = True
        self._port = port
        self._prefix = prefix
        self._origins = origins
        self._static = static
        self._live = live
        self._started: Future[DashboardServer] = Future()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    def __enter__(self) -> "RunningDashboard":
        if self.state is not None:
            self.feed.say(table_info())
            self.feed.say(TableStatus(state="ready"))
            self.feed.say(self.state)
        self._thread.start()
        self._server = self._started.result(timeout=10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        self._server.stop()
        self._thread.join(timeout=10)

    @property
    def url(self) -> str:
        return self._server.url.rstrip("/") + self._prefix + "/"

    @property
    def socket_url(self) -> str:
        return f"ws{self.url.removeprefix('http')}ws"

    @property
    def port(self) -> int:
        return self._server.port

    def show(self, state: PublicState) -> None:
        self.state = state
        self.feed.say(state)

    async def _run(self) -> None:
        app = create_app(self.feed, origins=self._origins, static=self._static, live=self._live)
        server = DashboardServer(under(self._prefix, app), port=self._port)
        beats = asyncio.create_task(self._beat())
        self._started.set_result(server)
        await server.run()
        beats.cancel()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(1)
            if self.beating and self.state is not None:
                self.feed.repeat(self.state)


def under(prefix: str, app: ASGIApp) -> ASGIApp:
    """Return *app* standing under *prefix*: anything else is not found there."""

    async def stripped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            assert scope["path"].startswith(f"{prefix}/"), scope["path"]
            scope = {**scope, "path": scope["path"].removeprefix(prefix)}
        await app(scope, receive, send)

    return stripped


def table_info() -> TableInfo:
    return TableInfo(
        name="Table 1",
        software="drawtable 0.1.0",
        game="jacks",
        title="Jacks or better",
        profile="gardena",
        seats=(1, 2, 3, 4, 5, 6, 7, 8),
        schemas=(),
        verbs=(),
    )


def seat(number: int, name: str, stack: int, **facts: Any) -> SeatView:
    plain: dict[str, Any] = {
        "bet": 0, "status": "live", "all_in": False, "cards": 5, "unread": 0, "shown_cards": (), "drew": None,
        "announced": None, "mucked": False, "sits_out": False, "to_act": False,
    }  # fmt: skip
    return SeatView(seat=number, name=name, stack=stack, **{**plain, **facts})


RULINGS = (
    RulingView(
        rules=("E09", "G02"),
        text="Seat 5's fourth card was exposed by the dealer: it is replaced after all others have drawn.",
        source="Robert's Rules of Poker 11, Draw",
        cards=("9c",),
        seat=5,
        ts="2026-11-30T13:02:11.120Z",
    ),
    RulingView(
        rules=("D07",),
        text="Three raises are in: seat 2 may call or fold.",
        source="House: Gardena, max_raises 3",
        cards=(),
        seat=2,
        ts="2026-11-30T13:03:42.004Z",
    ),
    RulingView(
        rules=("O12",),
        text="Seat 3 splits openers and has said so; the discard stays under the opener's chip until the showdown.",
        source="Robert's Rules of Poker 11, Draw, rule 9",
        cards=(),
        seat=3,
        ts="2026-11-30T13:04:20.530Z",
    ),
)
DEVICES = (
    DeviceHealth(id="shuffler", role="shuffler", state="ok"),
    *(DeviceHealth(id=f"box-{number}", role="button_box", state="ok") for number in (1, 2, 3, 4, 5, 6)),
    DeviceHealth(id="box-7", role="button_box", state="degraded", detail="the button sticks"),
    DeviceHealth(id="shoe", role="shoe", state="ok"),
    DeviceHealth(id="tray", role="tray", state="lost", detail="no picture for 4 s"),
    *(DeviceHealth(id=f"overhead-{number}", role="overhead", state="ok") for number in range(1, 8)),
)


def mid_hand() -> PublicState:
    """The second betting round with a side pot, an exposed card, an unread one and a few things wrong."""
    return PublicState(
        game="jacks",
        title="Jacks or better",
        profile="gardena",
        stakes=StakesView(betting="limit", limits=(4, 8), ante=1, blinds=()),
        hand_no=128,
        phase="bet 2",
        button=7,
        opener=3,
        openers_due=False,
        splitting=True,
        claimants=(),
        seats=(
            seat(1, "Maria", 212, bet=8),
            seat(2, "Walter", 0, status="live", all_in=True),
            seat(3, "Chi-Ying", 164, bet=16),
            seat(4, "Oluwaseun", 88, status="folded", cards=0),
            seat(5, "Pete", 141, bet=8, shown_cards=("9c",), to_act=True),
            seat(6, "Ann", 305, status="dead", cards=0),
            seat(7, "Bartholomew", 97, bet=16, unread=2),
            seat(8, "Lou", 60, status="out", cards=0, sits_out=True),
        ),
        pots=(PotView(chips=84, seats=(1, 2, 3, 5, 7)), PotView(chips=36, seats=(1, 3, 5, 7))),
        in_middle=168,
        carried=8,
        to_act=5,
        to_match=16,
        raises=1,
        capped=True,
        legal=(
            LegalAction(word="fold"),
            LegalAction(word="call", low=8, high=8),
            LegalAction(word="raise", low=24, high=24),
        ),
        cards_due=(CardsOwed(seat=5, count=1),),
        late=(5,),
        stub=11,
        reshuffle_due=False,
        alerts=(AlertView(name="tray_lost", text="The tray camera shows nothing: discards are kept as unread.", seat=None),),
        halted=(),
        halt_needs=(),
        quarantined=(),
        rulings=RULINGS,
        devices=DEVICES,
    )  # fmt: skip


def showdown() -> PublicState:
    """The hands of two seats lie up; the opener has to prove openers."""
    seats = {view.seat: view.model_copy(update={"to_act": False, "bet": 0}) for view in mid_hand().seats}
    seats[3] = seats[3].model_copy(update={"shown_cards": ("Kc", "Th", "9c", "7c", "4c")})
    seats[5] = seats[5].model_copy(update={"shown_cards": ("As", "Ad", "Jk", "8h", "8d"), "to_act": False})
    seats[7] = seats[7].model_copy(update={"unread": 0, "to_act": True})
    ruling = RulingView(
        rules=("O09", "O12"),
        text="Seat 3 must show the discard: jack of clubs and the king of clubs made a pair of openers impossible to rule out.",
        source="Robert's Rules of Poker 11, Draw, rule 9",
        cards=("Jc", "Kc"),
        seat=3,
        ts="2026-11-30T13:05:02.004Z",
    )
    return mid_hand().model_copy(
        update={
            "phase": "showdown", "seats": tuple(seats.values()), "openers_due": True, "to_act": 7, "to_match": 0,
            "legal": (LegalAction(word="show"), LegalAction(word="muck")), "cards_due": (), "late": (),
            "rulings": (*RULINGS, ruling), "halted": ("The stub is one card short: 10 counted, 11 expected.",),
            "halt_needs": ("floor",),
        }
    )  # fmt: skip


def dealing() -> PublicState:
    """A fresh deal to five seats: nothing is bet, the first cards are out."""
    seats = tuple(view.model_copy(update={"cards": 1 if view.seat < 4 else 0, "drew": None, "bet": 0, "unread": 0,
        "status": "live", "all_in": False, "sits_out": False, "to_act": False, "shown_cards": (), "stack": view.stack or 40,
    }) for view in mid_hand().seats[:5])  # fmt: skip
    return mid_hand().model_copy(
        update={
            "hand_no": 129, "phase": "deal", "button": 1, "opener": None, "splitting": False, "seats": seats,
            "pots": (PotView(chips=5, seats=(1, 2, 3, 4, 5)),), "in_middle": 5, "carried": 0, "to_act": None,
            "to_match": 0, "raises": 0, "capped": False, "legal": (), "late": (), "stub": 50, "alerts": (),
            "cards_due": tuple(CardsOwed(seat=number, count=1) for number in (4, 5, 1, 2, 3, 4, 5)),
            "devices": tuple(device.model_copy(update={"state": "ok", "detail": ""}) for device in DEVICES),
        }
    )  # fmt: skip


def drawing() -> PublicState:
    """The draw: seats 1 and 3 have theirs, seat 5 is being served, seat 7 has yet to say."""
    seats = {
        view.seat: view.model_copy(update={"to_act": False, "bet": 0, "shown_cards": (), "unread": 0})
        for view in mid_hand().seats
    }
    for number, facts in {
        1: {"drew": 3},
        2: {"drew": 0},
        3: {"drew": 2},
        5: {"announced": 3, "cards": 3},
        7: {"to_act": True},
    }.items():
        seats[number] = seats[number].model_copy(update=facts)
    return mid_hand().model_copy(
        update={
            "phase": "draw 1", "seats": tuple(seats.values()), "to_act": 7, "to_match": 0, "raises": 0, "in_middle": 120,
            "legal": (LegalAction(word="draw", low=0, high=5),), "late": (), "alerts": (), "stub": 14,
            "cards_due": (CardsOwed(seat=None, count=1), CardsOwed(seat=5, count=2)),
            "devices": tuple(device.model_copy(update={"state": "ok", "detail": ""}) for device in DEVICES),
        }
    )  # fmt: skip


def heads_up() -> PublicState:
    """Two seats, the smallest table there is, between hands."""
    state = dealing()
    seats = tuple(view.model_copy(update={"cards": 0}) for view in state.seats[:2])
    return state.model_copy(
        update={"seats": seats, "phase": "over", "pots": (), "in_middle": 0, "cards_due": (), "rulings": ()}
    )


def paid() -> PublicState:
    """The hand of :func:`showdown` is over and paid."""
    seats = {view.seat: view.model_copy(update={"to_act": False}) for view in showdown().seats}
    seats[5] = seats[5].model_copy(update={"stack": 309})
    return showdown().model_copy(
        update={
            "phase": "over", "seats": tuple(seats.values()), "pots": (), "in_middle": 0, "carried": 0, "to_act": None,
            "legal": (), "halted": (), "halt_needs": (), "openers_due": False, "alerts": (), "opener": None, "splitting": False,
        }
    )  # fmt: skip


def seat_events() -> tuple[PublicEvent, ...]:
    """How the bets of :func:`mid_hand` came about."""
    return (
        PublicEvent(type="betting_started", hand_no=128, number=2, chips=8),
        PublicEvent(type="bet_made", hand_no=128, seat=1, total=8, chips=8, word="bet"),
        PublicEvent(type="bet_made", hand_no=128, seat=3, total=16, chips=16, word="raise"),
        PublicEvent(type="called", hand_no=128, seat=7, chips=16),
    )


def first_bet() -> PublicState:
    """Seat 5 has opened for 2, nobody has answered yet and nobody is all-in."""
    seats = {view.seat: view.model_copy(update={"bet": 0, "to_act": False}) for view in dealing().seats}
    seats[5] = seats[5].model_copy(update={"bet": 2})
    seats[1] = seats[1].model_copy(update={"to_act": True})
    return dealing().model_copy(
        update={
            "phase": "bet 1", "opener": 5, "seats": tuple(seats.values()), "to_act": 1, "to_match": 2, "in_middle": 12,
            "pots": (PotView(chips=10, seats=(1, 2, 3, 4, 5)), PotView(chips=2, seats=(5,))), "cards_due": (),
            "legal": (LegalAction(word="fold"), LegalAction(word="call", low=2, high=2)),
        }
    )  # fmt: skip


def unopened() -> PublicState:
    """Progressive jackpots after a deal that was passed out: nobody has opened, it takes queens."""
    seats = tuple(view.model_copy(update={"bet": 0, "to_act": view.seat == 2}) for view in dealing().seats)
    return dealing().model_copy(
        update={
            "game": "progressive", "title": "Progressive jackpots", "openers_rank": 12, "phase": "bet 1", "seats": seats,
            "to_act": 2, "cards_due": (), "legal": (LegalAction(word="check"), LegalAction(word="open", low=2, high=2)),
        }
    )  # fmt: skip


def halted_by(*reasons: str) -> PublicState:
    """The hand of :func:`mid_hand` stands still for *reasons*."""
    return mid_hand().model_copy(update={"halted": reasons, "halt_needs": ("dealer",), "legal": ()})


def awards() -> tuple[PublicEvent, ...]:
    """How the pots of :func:`paid` went."""
    return tuple(
        PublicEvent(
            type="pot_awarded",
            hand_no=128,
            number=pot,
            chips=chips,
            seats=(5,),
            shares=(Share(seat=5, chips=chips),),
        )
        for pot, chips in enumerate((132, 36))
    )


def declaring(*, opened: bool = False) -> PublicState:
    """High/low with declare: seat 1 has declared, seats 3 and 7 have not; *opened* when all have."""
    seats = {
        view.seat: view.model_copy(update={"to_act": False, "bet": 0, "shown_cards": (), "unread": 0})
        for view in mid_hand().seats
    }
    ways = {1: "low", 2: "high", 3: "high", 5: "both", 7: "low"}
    for number, way in ways.items():
        said = way if opened else "hidden" if number in (1, 2, 5) else None
        seats[number] = seats[number].model_copy(
            update={"declared": said, "to_act": not opened and number == 3}
        )
    return mid_hand().model_copy(
        update={
            "game": "high-low-declare", "title": "High/low with declare", "rounds": 2, "draws": 1,
            "halves": ("high", "low"), "phase": "showdown" if opened else "declare", "seats": tuple(seats.values()),
            "to_act": None if opened else 3, "to_match": 0, "legal": () if opened else (LegalAction(word="declare"),),
            "late": (), "cards_due": (), "opener": None, "splitting": False, "alerts": (),
        }
    )  # fmt: skip


def halved() -> PublicState:
    """The hand of :func:`declaring` is over; :func:`halves` tells how its pot went."""
    return declaring(opened=True).model_copy(
        update={"phase": "over", "pots": (), "in_middle": 0, "carried": 0}
    )


def halves() -> tuple[PublicEvent, ...]:
    """Seat 3 has the high half, seats 1 and 7 a quarter each."""
    high = HalfWon(half="high", shares=(Share(seat=3, chips=84),))
    low = HalfWon(half="low", shares=(Share(seat=1, chips=42), Share(seat=7, chips=42)))
    shares = (*high.shares, *low.shares)
    return (
        PublicEvent(
            type="pot_awarded", hand_no=128, number=0, chips=168, seats=(1, 2, 3, 5, 7), shares=shares, halves=(high, low)
        ),
    )  # fmt: skip


def badugi() -> PublicState:
    """Four cards in every hand, the second draw of three; seat 2 has killed the pot."""
    extra: dict[int, dict[str, Any]] = {1: {"leg": True}, 8: {"next_deal": "waits", "sits_out": False}}
    seats = tuple(
        view.model_copy(update={"cards": min(view.cards, 4), "shown_cards": (), **extra.get(view.seat, {})})
        for view in drawing().seats
    )
    return drawing().model_copy(
        update={
            "game": "badugi", "title": "Badugi", "hand_size": 4, "rounds": 4, "draws": 3, "halves": ("badugi",),
            "phase": "draw 2", "seats": seats, "opener": None, "splitting": False, "kill": 16, "killer": 2,
            "legal": (LegalAction(word="draw", low=0, high=4),),
        }
    )  # fmt: skip


def turned_low() -> PublicState:
    """Jacks back after nobody opened for high: the same cards are bet on for low."""
    return first_bet().model_copy(
        update={
            "game": "california-lowball", "title": "California lowball", "turned": True, "rounds": 2, "draws": 1,
            "halves": ("low",), "opener": None,
        }
    )  # fmt: skip


EVENTS = {"halves": halves, "hand": seat_events, "paid": awards}
STATES = {
    "declare": declaring,
    "halves": halved,
    "badugi": badugi,
    "low": turned_low,
    "paid": paid,
    "two": heads_up,
    "hand": mid_hand,
    "showdown": showdown,
    "deal": dealing,
    "bet": first_bet,
    "draw": drawing,
}

if __name__ == "__main__":
    chosen = sys.argv[1] if len(sys.argv) > 1 else "hand"
    with RunningDashboard(STATES[chosen](), int(sys.argv[2]) if len(sys.argv) > 2 else 0) as running:
        for event in EVENTS.get(chosen, tuple)():
            running.feed.say(event)
        print(running.url, flush=True)
        threading.Event().wait()
