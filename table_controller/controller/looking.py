"""Turns what tray and overhead cameras see into discards and hands shown."""

import asyncio
from typing import Final

from table_controller.cards import Card
from table_controller.commands import Discard, ReadCards, ShowCards
from table_controller.controller.controller import Controller
from table_controller.controller.dealing import sighting_of
from table_controller.events import ActionRefused, Event
from table_controller.ports import Eye, Seen
from table_controller.table.places import where_is
from table_controller.table.state import Phase, Seat, Table

LOOK_EVERY_S: Final = 0.1
STEADY_LOOKS: Final = 4
"""How often the tray must look the same before fewer cards than announced are taken as unread ones."""
HAND_LOOKS: Final = 8
"""How often an overhead camera looks at a tabled hand before what it could not read is asked for."""


class TrayWatch:
    """Waits for the cards a player said he would throw, and lays them down in the table's book.

    *splitting* is asked whether the seat announced that it splits openers.
    """

    def __init__(self, controller: Controller, tray: Eye) -> None:
        self._controller: Final = controller
        self._tray: Final = tray
        self._consumed: tuple[Card | None, ...] = ()
        self._hand_no = 0
        self.splitting: set[int] = set()

    async def run(self) -> None:
        """Watch for ever."""
        while True:
            seat = awaited_discards(self._controller.table)
            if seat is None:
                await self._controller.changed()
            else:
                await self._watch(seat)

    async def _watch(self, seat: Seat) -> None:
        if self._hand_no != self._controller.table.hand_no:
            self._hand_no, self._consumed = self._controller.table.hand_no, ()
        last: tuple[Card | None, ...] = ()
        steady = 0
        wanted = seat.announced or 0
        while self._still(seat):
            seen = await self._tray.look()
            faces = _faces(seen)
            new = bool(faces) and faces != self._consumed
            steady = steady + 1 if new and faces == last else 0
            last = faces
            complete = len(faces) == wanted and (None not in faces or steady >= STEADY_LOOKS)
            if new and self._still(seat) and (complete or steady >= STEADY_LOOKS):
                self._controller.observe(sighting_of("tray", seen))
                if self._lay_down(seat, faces, wanted):
                    return
            await asyncio.sleep(0 if new else LOOK_EVERY_S)

    def _still(self, seat: Seat) -> bool:
        now = awaited_discards(self._controller.table)
        return now is not None and (now.number, now.announced) == (seat.number, seat.announced)

    def _lay_down(self, seat: Seat, faces: tuple[Card | None, ...], wanted: int) -> bool:
        cards = faces + (None,) * (wanted - len(faces))
        splitting = seat.number in self.splitting
        events = self._controller.handle(Discard(seat.number, cards, splitting))
        if refused(events) and len(cards) == wanted:
            # A face that is not of this hand was misread: the count is known, the faces are not.
            events = self._controller.handle(Discard(seat.number, (None,) * wanted, splitting))
        if refused(events):
            return False
        self._consumed = faces
        self.splitting.discard(seat.number)
        if splitting and None not in cards:
            self._controller.handle(ReadCards("tray", seat.number, cards))
        return True


class HandWatch:
    """Reads a hand that a player says he has tabled. *eyes* are by seat; seat 0 is a camera over the whole table."""

    def __init__(self, controller: Controller, eyes: dict[int, Eye]) -> None:
        self._controller: Final = controller
        self._eyes: Final = eyes

    async def read(self, number: int) -> None:
        """Look until the hand is read or nothing more is to be had, and show it."""
        eye = self._eyes.get(number) or self._eyes.get(0)
        faces: dict[Card, None] = {}
        if eye is not None:
            for _ in range(HAND_LOOKS):
                seen = await eye.look()
                self._controller.observe(sighting_of(f"overhead {number}", seen))
                read = (one.card for one in seen if one.card is not None)
                faces.update(dict.fromkeys(card for card in read if not self._is_of_another(number, card)))
                if _is_read(self._controller.table, number, set(faces)):
                    break
        self._show(number, tuple(faces))

    def _is_of_another(self, number: int, card: Card) -> bool:
        """A camera over the whole table also sees what other seats have shown."""
        up = (place for place in where_is(self._controller.table, card) if place.seat != number)
        return any(place.held.face_up for place in up)

    def _show(self, number: int, faces: tuple[Card, ...]) -> None:
        table = self._controller.table
        if table.phase is not Phase.SHOWDOWN or not table.has_seat(number):
            return
        seat = table.seat(number)
        if set(faces) <= set(seat.faces) and len(seat.faces) == len(seat.hand):
            self._controller.handle(ShowCards(number))
        elif len(faces) > len(seat.hand):
            known = tuple(card for card in faces if card in seat.faces)
            self._controller.handle(ShowCards(number, known) if known else ShowCards(number))
        else:
            self._controller.handle(ShowCards(number, faces) if faces else ShowCards(number))


def awaited_discards(table: Table) -> Seat | None:
    """Return the seat whose discards are awaited: it has said a number and no card lies there yet."""
    if table.phase is not Phase.DRAW or table.to_act is None or table.due or table.halted:
        return None
    seat = table.seat(table.to_act)
    return seat if seat.announced else None


def refused(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, ActionRefused) for event in events)


def _faces(seen: tuple[Seen, ...]) -> tuple[Card | None, ...]:
    known = sorted(one.card for one in seen if one.card is not None)
    return (*known, *(None for one in seen if one.card is None))


def _is_read(table: Table, number: int, faces: set[Card]) -> bool:
    """Whether every card of the hand the table has no face for was seen, and one look confirmed the others."""
    if not table.has_seat(number):
        return True
    seat = table.seat(number)
    return bool(faces) and len(seat.hand) <= len(faces | set(seat.faces))
