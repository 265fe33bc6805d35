"""A running table: devices, cameras, rules, log, broker and page, wired together and kept going."""

import asyncio
from collections.abc import Awaitable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Final

import structlog

from dashboard.app import create_app
from dashboard.serve import DashboardServer
from table_controller.app.camera_watch import CameraWatch
from table_controller.app.devices import Box, Presence, ShufflerMachine
from table_controller.app.evidence import DEVICE
from table_controller.app.eyes import CameraEye
from table_controller.app.live.wiring import live_of
from table_controller.app.opening import Opened
from table_controller.broker.supervisor import BrokerFailed, BrokerSupervisor
from table_controller.commands import (
    ConfirmTable,
    DeliverCard,
    ReportFault,
    ReportRecovery,
    ReshuffleStub,
    StartHand,
)
from table_controller.controller.controller import Controller
from table_controller.controller.dealing import DealingDesk
from table_controller.controller.looking import HandWatch, TrayWatch
from table_controller.controller.panels import lamps
from table_controller.controller.presses import DEALER_BOX, DealerActs, Presses, seat_box
from table_controller.evidence.keeper import Keeper
from table_controller.mqtt.feed import MqttFeed
from table_controller.mqtt.publisher import MqttPublisher
from table_controller.observations import Observation
from table_controller.ports import Eye
from table_controller.table.state import Phase
from table_controller.wire.broker_address import BrokerAddress
from table_controller.wire.models import DeviceHealth, TableInfo
from table_controller.wire.topics import TableAddress

HEALTH_EVERY_S: Final = 0.5
SOFTWARE: Final = "drawtable 0.1"

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Parts:
    """What a table is wired from. *eyes* are cameras by role and seat (0: the whole table)."""

    opened: Opened
    address: TableAddress
    shuffler: ShufflerMachine | None
    boxes: dict[int, str]
    """Device paths by seat; 0 is the dealer's."""
    eyes: dict[tuple[str, int], CameraEye] = field(default_factory=dict)
    broker: BrokerAddress | None = None
    host: str = "127.0.0.1"
    port: int = 0
    origins: tuple[str, ...] = ()
    seats: int = 8
    evidence: Keeper | None = None
    live_token: str | None = None
    """Opens the live view of the cameras; without one there is none."""
    deck: str | None = None
    """The file of the enrolled deck."""


class RunningTable:
    """Use ``async with``; then :meth:`run` until cancelled."""

    def __init__(self, parts: Parts) -> None:
        self._parts: Final = parts
        self.controller: Final[Controller] = parts.opened.controller
        self._closing: Final = AsyncExitStack()
        tray = parts.eyes.get(("tray", 0))
        self.tray: Final = TrayWatch(self.controller, tray) if tray is not None else None
        overhead: dict[int, Eye] = {
            seat: eye for (role, seat), eye in parts.eyes.items() if role == "overhead"
        }
        self._hands: Final = HandWatch(self.controller, overhead)
        self.desk: Final = self._desk()
        self.presses: Final = Presses(
            self.controller,
            self._hands,
            self.tray,
            DealerActs(self.new_hand, self.reshuffle, self.resume, self._cards_dealt),
        )
        self.boxes: Final = {seat: self._box(seat, path) for seat, path in parts.boxes.items()}
        self._faulty: Final = self._lost_before()
        self._cameras: Final = CameraWatch(self.controller, tuple(parts.eyes.values()))
        self.live: Final = live_of(parts.eyes, self.controller, parts.seats, parts.live_token, parts.deck)
        self.page: DashboardServer | None = None
        self._publisher: MqttPublisher | None = None
        self.controller.health = self._health

    def _lost_before(self) -> set[str]:
        """Devices that were away when the table stopped: their coming back is still to be told."""
        away = ("DEVICE_LOST", "EVIDENCE_LOST")
        lost = [alert.text for alert in self.controller.table.alerts if alert.name in away]
        names = (*(name for name, _ in self._presences()), DEVICE)
        return {name for name in names if any(f"({name})" in text for text in lost)}

    def _desk(self) -> DealingDesk | None:
        machine = self._parts.shuffler
        shoe = self._parts.eyes.get(("shoe", 0))
        if machine is None:
            return None
        return DealingDesk(self.controller, self._parts.opened.log, machine, shoe, "shuffler")

    def _box(self, seat: int, path: str) -> Box:
        if seat == 0:
            return Box(path, DEALER_BOX, self.presses.heard, self.presses.dealer_pressed)

        async def pressed(button: int) -> None:
            await self.presses.seat_pressed(seat, button)

        return Box(path, seat_box(seat), self.presses.heard, pressed)

    async def __aenter__(self) -> "RunningTable":
        try:
            await self._open()
        except BaseException:
            await self._closing.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._closing.aclose()

    async def _open(self) -> None:
        """Start broker, publisher, page and devices, each closed again in reverse.

        :raises CannotListen: the page's address cannot be had
        :raises TableTaken: another controller runs this table
        """
        parts = self._parts
        reader = parts.broker
        writer = parts.broker
        if parts.broker is None:
            writer, reader = await self._embedded_broker()
        if writer is not None:
            info = self._info()
            publisher = MqttPublisher(parts.address, writer, info, self.controller.state)
            await self._closing.enter_async_context(publisher)
            self.controller.listen(publisher.publish)
            self._publisher = publisher
        if reader is not None:
            feed = MqttFeed(reader, "dashboard")
            await self._closing.enter_async_context(feed)
            live = None if self.live is None else (self.live.view, self.live.gate)
            app = create_app(feed, origins=parts.origins, live=live)
            self.page = DashboardServer(app, parts.host, parts.port)
        if self.live is not None:
            self._closing.callback(self.live.view.close)
        if parts.shuffler is not None:
            await parts.shuffler.start()
            self._closing.push_async_callback(parts.shuffler.stop)
        for box in self.boxes.values():
            await box.start()
            self._closing.push_async_callback(box.stop)

    @property
    def live_link(self) -> str | None:
        """An address that shows the live view to the first who opens it; None where there is none."""
        if self.live is None or self.page is None:
            return None
        return f"{self.page.url}#live={self.live.gate.code()}"

    async def _embedded_broker(self) -> tuple[BrokerAddress | None, BrokerAddress | None]:
        folder = self._parts.opened.log.reader.path.parent / "broker"
        supervisor = BrokerSupervisor(folder, self._parts.address)
        try:
            await self._closing.enter_async_context(supervisor)
        except BrokerFailed as error:
            log.warning("no broker; the table goes on without page and wire", detail=str(error))
            return None, None
        return supervisor.for_table, supervisor.for_dashboard

    def _info(self) -> TableInfo:
        table = self.controller.table
        return TableInfo(
            name=str(self._parts.address.table),
            software=SOFTWARE,
            game=table.game.id,
            title=table.game.title,
            profile=table.rules.profile,
            seats=tuple(range(1, self._parts.seats + 1)),
            schemas=(),
            verbs=("snapshot", "replay"),
        )

    async def run(self, *others: Awaitable[None]) -> None:
        """Keep everything going until cancelled, or until something fails that nobody may overlook.

        :raises OSError: the log cannot be written any more; nothing that was told is lost
        """
        try:
            await self._run(others)
        except* OSError as failed:
            raise _first(failed) from None

    async def _run(self, others: Sequence[Awaitable[None]]) -> None:
        async with asyncio.TaskGroup() as tasks:
            for other in others:
                tasks.create_task(_as_task(other))
            if self._publisher is not None:
                tasks.create_task(self._publisher.ended())
            if self.page is not None:
                tasks.create_task(self.page.run())
            if self.live is not None:
                tasks.create_task(self.live.view.run())
            if self.tray is not None:
                tasks.create_task(self.tray.run())
            for seat, box in self.boxes.items():
                tasks.create_task(box.carry_presses())
                tasks.create_task(box.follow_lamps())
                self._light(seat, box)
            tasks.create_task(self._lights())
            tasks.create_task(self._watch_devices())
            tasks.create_task(self._cameras.run())
            tasks.create_task(self._deal())

    async def _deal(self) -> None:
        """Find out what became of ejections asked for before a restart, then deal."""
        if self._parts.opened.was_running:
            self.controller.handle(ReportFault("POWER_LOST", "controller"))
        if self.desk is None:
            return
        asked = [(one.command_id, one.what) for one in self._parts.opened.log.open_intents()]
        await self.desk.settle(asked)
        await self.desk.run()

    async def new_hand(self) -> bool:
        """Shuffle and begin a hand, or begin one that the dealer deals by hand."""
        if self.desk is not None:
            return await self.desk.new_hand()
        self.controller.handle(StartHand())
        return self.controller.table.phase is not Phase.OVER

    async def reshuffle(self) -> None:
        if self.desk is not None:
            await self.desk.reshuffle()
            return
        self.controller.handle(ReshuffleStub())

    async def resume(self) -> None:
        if self.desk is not None:
            await self.desk.resume()
        else:
            self.controller.handle(ConfirmTable("dealer"))

    async def _cards_dealt(self) -> bool:
        """Without a machine the dealer's word moves the cards: all that were due lie where they should, unread."""
        if self.desk is not None:
            return False
        while self.controller.table.due and self.controller.table.reshuffle is None:
            if not self.controller.handle(DeliverCard(None)):
                break
        return True

    async def _lights(self) -> None:
        while True:
            for seat, box in self.boxes.items():
                self._light(seat, box)
            await self.controller.changed()

    def _light(self, seat: int, box: Box) -> None:
        table = self.controller.table
        box.light(lamps(table, seat or table.to_act or 0, own=bool(seat)))

    def _watch_evidence(self) -> None:
        """That no evidence is kept is told; play goes on."""
        keeper = self._parts.evidence
        if keeper is None or (keeper.trouble is not None) == (DEVICE in self._faulty):
            return
        if keeper.trouble is not None:
            self._faulty.add(DEVICE)
            self.controller.handle(ReportFault("EVIDENCE_LOST", DEVICE))
        else:
            self._faulty.discard(DEVICE)
            self.controller.handle(ReportRecovery(DEVICE))

    async def _watch_devices(self) -> None:
        """A device that stays away stops the table; when it is back, play goes on."""
        while True:
            self._watch_evidence()
            for name, presence in self._presences():
                if presence.state == "lost" and name not in self._faulty:
                    self._faulty.add(name)
                    self.controller.observe(Observation(name, "DeviceLost", {"reason": presence.reason}))
                    self.controller.handle(ReportFault("DEVICE_LOST", name))
                elif presence.state == "ok" and name in self._faulty:
                    self._faulty.discard(name)
                    self.controller.handle(ReportRecovery(name))
            await asyncio.sleep(HEALTH_EVERY_S)

    def _presences(self) -> list[tuple[str, Presence]]:
        found = [(box.name, box.presence) for box in self.boxes.values()]
        if self._parts.shuffler is not None:
            found.append(("shuffler", self._parts.shuffler.presence))
        return found

    def _health(self) -> Sequence[DeviceHealth]:
        devices = [
            DeviceHealth(
                id=name,
                role="shuffler" if name == "shuffler" else "button_box",
                state="ok" if p.state == "ok" else ("lost" if p.state == "lost" else "degraded"),
                detail=p.reason,
            )
            for name, p in self._presences()
        ]
        return (*devices, *self._cameras.health(), *self._evidence_health())

    def _evidence_health(self) -> Sequence[DeviceHealth]:
        keeper = self._parts.evidence
        if keeper is None or keeper.trouble is None:
            return ()
        detail = f"not kept: {keeper.lost} pictures lost"
        return (DeviceHealth(id=DEVICE, role=DEVICE, state="degraded", detail=detail),)


def _first(group: BaseExceptionGroup[OSError]) -> OSError:
    """Return the first of the errors that ended the table; the rest follow from it."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error if isinstance(error, OSError) else OSError(str(error))


async def _as_task(other: Awaitable[None]) -> None:
    await other
