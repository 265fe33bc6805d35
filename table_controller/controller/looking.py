"""Turns what tray and overhead cameras see into discards and hands shown."""

import asyncio
from collections import Counter
from typing import Final

from table_controller.cards import Card
from table_controller.commands import Discard, ReadCards, ReportFault, ShowCards
from table_controller.controller.controller import Controller
from table_controller.events import ActionRefused, Event
from table_controller.ports import Eye, Seen
from table_controller.rules.drawing import number_thrown
from table_controller.table.places import where_is
from table_controller.table.state import Phase, Seat, Table

LOOK_EVERY_S: Final = 0.1
STEADY_LOOKS: Final = 4
"""How often the tray must look the same before fewer cards than announced are taken as unread ones."""
TOO_MANY_LOOKS: Final = 16
"""How often it must look the same before more cards than announced are believed: now and then a reader sees one too many for
a few pictures (in sixty hands of badeucy three times at four looks, never at sixteen)."""
HAND_LOOKS: Final = 8
"""How often an overhead camera looks at a tabled hand before what it could not read is asked for."""


class TrayWatch:
    """Waits for the cards a player said he would throw, and lays them down in the table's book."""

    def __init__(self, controller: Controller, tray: Eye) -> None:
        self._controller: Final = controller
        self._tray: Final = tray
        self._hand_no = 0
        self._consumed: tuple[Card | None, ...] = ()
        """What the tray looked like when the last discards were laid down."""
        self._splitting: Final[set[int]] = set()
        self._insists: tuple[int, ...] = ()

    def splits(self, seat: int, announced: bool) -> None:
        """Say whether the seat has announced that it splits openers."""
        (self._splitting.add if announced else self._splitting.discard)(seat)

    def insist(self, seat: int) -> None:
        """The seat says that its discards lie there: what cannot be read then is taken as unread."""
        self._insists = self._question(self._controller.table.seat(seat))

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
            # Not always nothing: after a restart within a hand the older discards still lie there.
            self._hand_no = self._controller.table.hand_no
            self._consumed = _discards(self._controller.table)
        wanted = number_thrown(self._controller.table, seat.announced or 0)
        last: tuple[Card | None, ...] = ()
        turned_down: tuple[Card | None, ...] = ()
        steady = 0
        while self._still(seat):
            seen = await self._tray.look()
            there = _faces(seen)
            fresh = self._fresh(there, seat)
            new = bool(fresh) and there != turned_down
            steady = steady + 1 if new and there == last else 0
            last = there
            complete = len(fresh) == wanted and None not in fresh
            insists = self._insists == self._question(seat)
            settled = steady >= (TOO_MANY_LOOKS if len(fresh) > wanted else STEADY_LOOKS)
            if self._still(seat) and (insists or (new and (complete or settled))):
                self._insists = ()
                self._controller.sighted("tray", seen)
                if self._lay_down(seat, fresh, insists=insists):
                    self._consumed = there
                    return
                turned_down = there
            await asyncio.sleep(0 if new and there != turned_down else LOOK_EVERY_S)

    def _question(self, seat: Seat) -> tuple[int, ...]:
        """What tells one wait for discards from the next."""
        table = self._controller.table
        return (table.hand_no, table.draw_no, seat.number, seat.announced or 0)

    def _still(self, seat: Seat) -> bool:
        now = awaited_discards(self._controller.table)
        return now is not None and (now.number, now.announced) == (seat.number, seat.announced)

    def _fresh(self, there: tuple[Card | None, ...], seat: Seat) -> tuple[Card | None, ...]:
        """Return what in the tray was not there before: nothing where it may all be older discards seen anew."""
        known = Counter(card for card in there if card is not None)
        extra = known - Counter(card for card in self._consumed if card is not None)
        unread_before = self._consumed.count(None)
        fits = len(there) <= len(self._consumed) and extra.total() <= unread_before
        if fits and not extra.keys() & set(seat.faces):
            return ()
        left = [card for card in there if card is None or not self._was_discarded(card)]
        wanted = number_thrown(self._controller.table, seat.announced or 0)
        spare = min(len(left) - wanted, unread_before, left.count(None))
        return tuple(left[: len(left) - spare]) if spare > 0 else tuple(left)

    def _was_discarded(self, card: Card) -> bool:
        """Whether the card may lie in the tray already: one that was thrown, or that lay open anywhere."""
        known = where_is(self._controller.table, card)
        return any(
            place.kind in ("discards", "muck") or (place.kind != "hand" and place.held.face_up)
            for place in known
        )

    def _lay_down(self, seat: Seat, fresh: tuple[Card | None, ...], *, insists: bool) -> bool:
        """Put it to the table; say whether the discards lie there now."""
        number, wanted = seat.number, number_thrown(self._controller.table, seat.announced or 0)
        unread = (None,) * wanted
        cards = fresh + (None,) * (wanted - len(fresh))
        if insists and len(cards) > wanted:
            cards = unread
        splitting = number in self._splitting
        events = self._controller.handle(Discard(number, cards, splitting))
        if len(cards) == wanted and "E04" in rows_of_refusal(events):
            # A face that is not of this hand was misread: the count is known, the faces are not.
            events = self._controller.handle(Discard(number, unread, splitting))
        if refused(events):
            return False
        self._splitting.discard(number)
        if splitting and None not in cards:
            self._controller.handle(ReadCards("tray", number, tuple(cards)))
        return True


class HandWatch:
    """Reads a hand that a player says he has tabled. *eyes* are by seat; seat 0 is a camera over the whole table."""

    def __init__(self, controller: Controller, eyes: dict[int, Eye]) -> None:
        self._controller: Final = controller
        self._eyes: Final = eyes

    async def read(self, number: int) -> None:
        """Look until the hand is read or nothing more is to be had, and show it."""
        eye = self._eyes.get(number) or self._eyes.get(0)
        shared = number not in self._eyes
        faces: dict[Card, None] = {}
        strange = False
        if eye is not None:
            for _ in range(HAND_LOOKS):
                seen = await eye.look()
                self._controller.sighted(f"overhead {number}", seen)
                faces.update(dict.fromkeys(self._mine(number, seen, shared=shared)))
                strange = shared and self._shows_what_lies_elsewhere(number, seen)
                if _is_read(self._controller.table, number, set(faces)):
                    break
        if strange:
            self._controller.handle(ReportFault("SENSOR_CONFLICT", "overhead", number))
        self._show(number, tuple(faces))

    def _shows_what_lies_elsewhere(self, number: int, seen: tuple[Seen, ...]) -> bool:
        """Whether a card that surely lies in this seat's region is one that the table has face down in no hand: in the
        burns, the muck or discards. A hand may lie across two regions while it is tabled, and says nothing."""
        read = [one.card for one in seen if one.card is not None and one.seat == number]
        known = [place for card in read for place in where_is(self._controller.table, card)]
        return any(place.kind != "hand" and not place.held.face_up for place in known)

    def _mine(self, number: int, seen: tuple[Seen, ...], *, shared: bool) -> tuple[Card, ...]:
        """Return the faces of one look that are this hand's: none where more cards lie there than it has.

        One of those that were read may then be another's, and the one that was not read this hand's.
        """
        table = self._controller.table
        if shared:
            seen = tuple(one for one in seen if one.seat in (None, number))
        read = [one.card for one in seen if one.card is not None]
        mine = tuple(card for card in read if not self._is_of_another(number, card, shared=shared))
        lie_there = len(mine) + len(seen) - len(read)
        if table.has_seat(number) and lie_there > len(table.seat(number).hand):
            return ()
        return mine

    def _is_of_another(self, number: int, card: Card, *, shared: bool) -> bool:
        """A camera over a seat may see what another has tabled beside it; one over the whole table sees everything."""
        others = (place for place in where_is(self._controller.table, card) if place.seat != number)
        return any(shared or place.held.face_up for place in others)

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


def rows_of_refusal(events: tuple[Event, ...]) -> frozenset[str]:
    return frozenset(row for event in events if isinstance(event, ActionRefused) for row in event.rules)


def _faces(seen: tuple[Seen, ...]) -> tuple[Card | None, ...]:
    known = sorted(one.card for one in seen if one.card is not None)
    return (*known, *(None for one in seen if one.card is None))


def _discards(table: Table) -> tuple[Card | None, ...]:
    return tuple(held.card for seat in table.seats for pile in seat.discards for held in pile)


def _is_read(table: Table, number: int, faces: set[Card]) -> bool:
    """Whether every card of the hand the table has no face for was seen, and one look confirmed the others."""
    if not table.has_seat(number):
        return True
    seat = table.seat(number)
    return bool(faces) and len(seat.hand) <= len(faces | set(seat.faces))
