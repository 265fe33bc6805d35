"""The person in the box: gathers the cards, brings them to the shuffler, confirms what is asked."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from hardware.twin.deck import UNDER_RAIL, PhysicalCard, Place, PlaceKind, discards_of, hand_of, tabled_by
from hardware.twin.pace import Pace
from hardware.twin.person import Asked, Attention
from hardware.twin.world import Truth, World
from table_controller.cards import Card
from table_controller.events import CardSetAside, CardTakenBack, Event, ReshuffleDue
from table_controller.table.state import Table
from table_controller.wire.models import PublicState


async def _nothing() -> None:
    return


async def _no_reading(seat: int, faces: tuple[Card, ...]) -> None:
    return


async def _no_buy_in(seat: int, chips: int) -> None:
    return


@dataclass(frozen=True, slots=True)
class DealerPanel:
    """What the dealer does at the table's own screen, each called once per occasion and again when nothing follows.

    *on_hand_over*: all cards in sight lie in the shuffler's tray, also before the first hand. *on_reshuffle*: the
    cards of a reshuffle inside a hand lie there. *on_confirm*: looked, play may go on after a halt.
    *on_buy_in*: a player puts so
    many chips more on the table, between hands. *on_read_by_hand*: dealer and floor have read a tabled hand.
    *on_deck_changed*: a new deck lies in the tray.
    """

    on_hand_over: Callable[[], Awaitable[None]] = _nothing
    on_reshuffle: Callable[[], Awaitable[None]] = _nothing
    on_confirm: Callable[[], Awaitable[None]] = _nothing
    on_buy_in: Callable[[int, int], Awaitable[None]] = _no_buy_in
    on_deck_changed: Callable[[], Awaitable[None]] = _nothing
    on_read_by_hand: Callable[[int, tuple[Card, ...]], Awaitable[None]] = _no_reading


class TwinDealer:
    """Sees what everybody sees. *buy_in* is what a player who is out of chips puts down; 0 lets him sit."""

    def __init__(
        self,
        world: World,
        pace: Pace,
        panel: DealerPanel,
        buy_in: int = 0,
    ) -> None:
        self._world: Final = world
        self._pace: Final = pace
        self._panel: Final = panel
        self._buy_in: Final = buy_in
        self._attention: Final = Attention()
        self._asked: Final = Asked(pace.patience_s)
        self._hands_seen = 0
        self._table_is_open = False
        self._wanted: tuple[int, ...] = ()
        self._piles: Mapping[int, Place] = {}

    def observe(self, state: PublicState) -> None:
        """Look at the table."""
        is_open = state.phase != "over"
        self._hands_seen += is_open and not self._table_is_open
        self._table_is_open = is_open
        self._attention.observe(state)

    def hear(self, event: Event, table: Table) -> None:
        """Do what the table's words ask for at once: put a card aside, or remember the cards of a reshuffle.

        *table* is the table after the event.
        """
        match event:
            case ReshuffleDue(numbers=numbers):
                self._wanted, self._piles = numbers, piles_of(table)
            case CardSetAside(number=number, seat=seat) if seat is not None:
                self._take(number, seat, self._world.set_aside)
            case CardTakenBack(number=number, seat=seat, as_burn=as_burn):
                self._take(number, seat, self._world.burn if as_burn else self._world.set_aside)
            case _:
                return

    def _take(self, number: int, seat: int, put: Callable[[int, PhysicalCard], None]) -> None:
        """Take the card from the seat, if it lies there."""
        card, _ = self._world.truth().left[number - 1]
        if card in self._world.at(hand_of(seat)):
            put(seat, card)

    async def run(self) -> None:
        """Work until cancelled."""
        await self._attention.follow(self._act, self._pace.patience_s)

    async def _act(self, state: PublicState) -> None:
        asked = self._asked
        if state.halted and not (state.phase == "over" and state.quarantined):
            if asked.is_due(("halt", state.hand_no, state.halted)):
                await self._pace.take(2)
                await self._panel.on_confirm()
                asked.answered()
        elif state.phase == "over":
            if asked.is_due(("over", self._hands_seen, state.quarantined)):
                await self._finish_hand(state)
                asked.answered()
        elif state.reshuffle_due and asked.is_due(("reshuffle", state.hand_no, state.stub, self._wanted)):
            await self._bring_back()
            asked.answered()
        else:
            await self._read_by_hand(state)

    async def _read_by_hand(self, state: PublicState) -> None:
        """A tabled hand that no camera reads, though it was shown again, is read by dealer and floor."""
        showing = next((s for s in state.seats if s.seat == state.to_act and s.unread), None)
        if state.phase != "showdown" or showing is None or not self._world.at(tabled_by(showing.seat)):
            return
        if self._asked.is_due(("unread", state.hand_no, showing.seat)) and self._asked.times > 1:
            faces = tuple(card.face for card in self._world.at(tabled_by(showing.seat)))
            await self._panel.on_read_by_hand(showing.seat, faces)

    async def _finish_hand(self, state: PublicState) -> None:
        await self._pace.take(3)
        if state.quarantined:
            self._world.change_deck(len(self._world.faces()))
            await self._panel.on_deck_changed()
        self._world.gather()
        for seat in state.seats:
            if self._buy_in and seat.stack == 0:
                await self._panel.on_buy_in(seat.seat, self._buy_in)
        await self._pace.take()
        await self._panel.on_hand_over()

    async def _bring_back(self) -> None:
        await self._pace.take(2)
        self._world.pick_up(cards_to_bring(self._world.truth(), self._wanted, self._piles))
        self._wanted = ()
        await self._panel.on_reshuffle()


def piles_of(table: Table) -> Mapping[int, Place]:
    """Return in which group of the tray each discard lies, by its number: a dealer takes groups, not numbers."""
    return {
        held.number: discards_of(seat.number, draw)
        for seat in table.seats
        for draw, laid in enumerate(seat.discards, start=1)
        for held in laid
    }


def cards_to_bring(
    truth: Truth, numbers: tuple[int, ...], piles: Mapping[int, Place]
) -> tuple[PhysicalCard, ...]:
    """Return the cardboard of these card numbers; *piles* says of discards in which group they lie.

    A table that could not read two cards of a hand cannot tell which of them was thrown away: where a numbered card
    is elsewhere, another card of that group, or else another discard of the same seat, is meant.
    """
    free = [
        card
        for card, place in truth.places.items()
        if place.kind not in (PlaceKind.INTAKE, PlaceKind.HAND, PlaceKind.TABLED) and place != UNDER_RAIL
    ]
    named = [(*truth.left[number - 1], piles.get(number)) for number in numbers if number <= len(truth.left)]
    wanted = [c for c, _, pile in named if c in free and pile in (None, truth.places[c])]
    for card, slot, pile in named:
        if card not in wanted:
            of_seat = [c for c, to in truth.left if to == slot and c in free and c not in wanted]
            spare = [c for c in of_seat if truth.places[c] == pile] or of_seat
            wanted.extend(spare[:1])
    return tuple(dict.fromkeys(wanted))
