"""Makes the cards that are due leave the machine, one at a time, and tells the table what came."""

import asyncio
import re
from typing import Final

from table_controller.cards import Card
from table_controller.commands import (
    ConfirmTable,
    CountDeck,
    DeliverCard,
    ReportFault,
    ReportRecovery,
    ReshuffleStub,
    StartHand,
)
from table_controller.controller.controller import Controller
from table_controller.events import HandStarted
from table_controller.ports import EventStore, Eye, Machine, Moved, Movement, Seen
from table_controller.rules.misfeed import unsettled
from table_controller.table.places import where_is
from table_controller.table.state import Phase, Table

LOOKS: Final = 3
"""How often the shoe camera looks at one card before it is left unread."""
ASK_AGAIN_S: Final = 1.0

FAULTS: Final = {
    Moved.JAM: "JAM",
    Moved.EMPTY: "JAM",
    Moved.LID_OPEN: "JAM",
    Moved.DOUBLE_FEED: "DOUBLE_FEED",
    Moved.IN_DOUBT: "CARD_IN_DOUBT",
    Moved.LOST: "DEVICE_LOST",
}


class DealingDesk:
    """Deals from a machine. Every ejection is in the log before the machine hears of it, under an id used once.

    *device* is the machine's name in alerts. Without a *shoe* camera every card arrives unread.
    """

    def __init__(
        self, controller: Controller, store: EventStore, machine: Machine, shoe: Eye | None, device: str
    ) -> None:
        self._controller: Final = controller
        self._store: Final = store
        self._machine: Final = machine
        self._shoe: Final = shoe
        self._device: Final = device
        self._busy: Final = asyncio.Lock()

    async def run(self) -> None:
        """Deal whatever is due, for ever."""
        while True:
            version = self._controller.version
            if _may_deal(self._controller.table):
                async with self._busy:
                    await self._next_card()
            elif self._controller.version == version:
                await self._controller.changed()

    async def new_hand(self) -> bool:
        """Shuffle what lies in the tray, count it, and begin a hand; say whether one began."""
        if self._controller.table.phase is not Phase.OVER:
            return False
        if await self._shuffle() is not Moved.DONE:
            return False
        events = self._controller.handle(StartHand())
        return any(isinstance(event, HandStarted) for event in events)

    async def reshuffle(self) -> None:
        """The cards of a reshuffle lie in the tray: mix them in."""
        if self._controller.table.reshuffle is None:
            return
        if await self._shuffle(count=False) is Moved.DONE:
            self._controller.handle(ReshuffleStub())

    async def resume(self) -> None:
        """The dealer has looked and cleared what was wrong: free the machine and go on.

        Where it is open how many cards came out, the machine's count of what it still holds settles it.
        """
        count = await self._machine.clear_faults()
        if count is not None and unsettled(self._controller.table) is not None:
            self._controller.handle(CountDeck(count))
        self._controller.handle(ConfirmTable("dealer"))

    async def settle(self, open_commands: list[tuple[int, str]]) -> None:
        """After a restart: find out what became of the ejections that were asked for, and tell the table once."""
        for command_id, what in open_commands:
            movement = await self._settled(command_id)
            asked = _asked_card(what)
            if asked is not None and asked[1] > self._controller.table.dealt_count:
                await self._tell(movement.moved, asked[0] or None)
            # Last, so that a cut before this asks again; the card's number makes asking again harmless.
            self._store.record_outcome(command_id, movement.moved.value)

    async def _tell(self, moved: Moved, seat: int | None) -> None:
        if moved is Moved.DONE:
            self._controller.handle(DeliverCard(await self._read(seat)))
        elif moved is not Moved.NOT_BEGUN:
            self._fault(moved, seat)

    async def _shuffle(self, *, count: bool = True) -> Moved:
        async with self._busy:
            command_id = self._store.next_command_id()
            self._store.record_intent(command_id, "shuffle")
            movement = await self._machine.shuffle(command_id)
            if movement.moved is Moved.LOST:
                movement = await self._wait_for_machine(command_id)
            self._store.record_outcome(command_id, movement.moved.value)
        if movement.moved not in (Moved.DONE, Moved.NOT_BEGUN):
            self._fault(movement.moved, None)
        elif movement.moved is Moved.DONE and count and movement.count is not None:
            self._controller.handle(CountDeck(movement.count))
        return movement.moved

    async def _next_card(self) -> None:
        table = self._controller.table
        if not _may_deal(table):
            return
        delivery = table.due[0]
        slot = delivery.seat or 0
        command_id = self._store.next_command_id()
        self._store.record_intent(command_id, f"eject to slot {slot} card {table.dealt_count + 1}")
        movement = await self._machine.eject(slot, command_id)
        if movement.moved is Moved.LOST:
            movement = await self._wait_for_machine(command_id)
        await self._tell(movement.moved, delivery.seat)
        self._store.record_outcome(command_id, movement.moved.value)
        if movement.moved is Moved.NOT_BEGUN:
            await asyncio.sleep(ASK_AGAIN_S)

    async def _wait_for_machine(self, command_id: int) -> Movement:
        """The machine is away: the table stands still until it says what became of the command."""
        self._controller.handle(ReportFault("DEVICE_LOST", self._device))
        movement = await self._settled(command_id)
        self._controller.handle(ReportRecovery(self._device))
        return movement

    async def _settled(self, command_id: int) -> Movement:
        while True:
            movement = await self._machine.settle(command_id)
            if movement.moved is not Moved.LOST:
                return movement
            await asyncio.sleep(ASK_AGAIN_S)

    def _fault(self, moved: Moved, seat: int | None) -> None:
        fault = FAULTS[moved]
        self._controller.handle(ReportFault(fault, self._device, seat))  # type: ignore[arg-type]

    async def _read(self, seat: int | None) -> Card | None:
        """Read the card that just left for *seat*; look again when it is not clear or contradicts what is known.

        A face that lies elsewhere is believed when it is seen twice: then it lies in two places. What comes after one is
        believed only where that was the card dealt before, still in the window; else nothing is, and the floor hears of it.
        """
        if self._shoe is None:
            return None
        elsewhere: list[Card] = []
        for _ in range(LOOKS):
            seen = await self._shoe.look()
            self._controller.sighted("shoe", seen)
            card = only_card(seen)
            if card is None:
                continue
            if not where_is(self._controller.table, card):
                if any(not self._came_before(one) for one in elsewhere):
                    break
                return card
            if card in elsewhere:
                return card
            elsewhere.append(card)
        if any(not self._came_before(card) for card in elsewhere):
            self._controller.handle(ReportFault("SENSOR_CONFLICT", "shoe", seat))
        return None

    def _came_before(self, card: Card) -> bool:
        """Whether it is the card that left the machine last before this one."""
        table = self._controller.table
        return any(place.held.number == table.dealt_count for place in where_is(table, card))


def _may_deal(table: Table) -> bool:
    return bool(table.due) and table.reshuffle is None and not table.halted


def _asked_card(what: str) -> tuple[int, int] | None:
    """Return slot and card number of an ejection as the log names it."""
    found = re.fullmatch(r"eject to slot (\d+) card (\d+)", what)
    return (int(found[1]), int(found[2])) if found else None


def only_card(seen: tuple[Seen, ...]) -> Card | None:
    """Return the one card that is seen and read; None when there are more, or one is not readable."""
    return seen[0].card if len(seen) == 1 else None
