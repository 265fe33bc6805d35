"""Situations seen at real tables, with the twin's machine: two cards at once, jams, cards in doubt, a short deck."""

import asyncio
import random

import pytest

from hardware.twin.card_mechanism import CardMechanism
from hardware.twin.dealer import DealerPanel, TwinDealer
from hardware.twin.deck import hand_of
from hardware.twin.faults import Faults
from hardware.twin.pace import Pace
from hardware.twin.world import World
from table_controller import commands as c
from table_controller import events as e
from table_controller.controller.controller import Controller
from table_controller.controller.dealing import DealingDesk
from table_controller.decide import decide
from table_controller.games.build import build
from table_controller.ports import Moved, Movement, Seen
from table_controller.rules.menu import legal_actions
from table_controller.structure import Betting, Stakes
from table_controller.table.places import cards_counted, places
from table_controller.table.state import Phase, Table, new_table
from tests.controller.fakes import Rig, Store, running, until

LIMIT = Stakes(Betting.LIMIT, (2, 4), ante=1)


class TwinMachine:
    """The twin's mechanism behind the controller's port, without the wire between."""

    def __init__(self, world: World, faults: Faults, seed: int) -> None:
        self.mechanism = CardMechanism(world, faults, random.Random(seed))
        self.double_feeds = 0
        self.jams = 0

    async def shuffle(self, command_id: int) -> Movement:
        await asyncio.sleep(0)
        self.mechanism.shuffle()
        return Movement(Moved.DONE, self.mechanism.count())

    async def eject(self, slot: int, command_id: int) -> Movement:
        await asyncio.sleep(0)
        moved = self.mechanism.eject(slot).cards_moved
        self.double_feeds += moved == 2
        self.jams += moved == 0
        said = {0: Moved.JAM, 1: Moved.DONE, 2: Moved.DOUBLE_FEED}[moved]
        return Movement(said, self.mechanism.count())

    async def settle(self, command_id: int) -> Movement:
        raise AssertionError("this machine is never lost")

    async def clear_faults(self) -> int | None:
        await asyncio.sleep(0)
        return self.mechanism.count()


class Window:
    """The shoe camera, reading as well as asked."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def look(self) -> tuple[Seen, ...]:
        await asyncio.sleep(0)
        card = self._world.in_shoe_window()
        return () if card is None else (Seen(card.face, 1.0),)


class TwinTable:
    """Twin, desk and controller; everybody calls, and draws two cards."""

    def __init__(self, profile: str, faults: Faults, seed: int, seats: int = 4) -> None:
        game, rules = build("five-card-draw", profile)
        self.world = World(seats, rules.deck_size, faults)
        self.controller = Controller(new_table(game, rules, LIMIT), Store())
        self.machine = TwinMachine(self.world, faults, seed)
        self.desk = DealingDesk(self.controller, Store(), self.machine, Window(self.world), "shuffler")
        self.dealer = TwinDealer(self.world, Pace(0, random.Random(seed)), DealerPanel())
        self.controller.listen(self.dealer.hear)
        self.controller.listen(self._hold_against_the_cardboard)
        self.checked = 0
        for seat in range(1, seats + 1):
            self.tell(c.TakeSeat(seat, "", 100))

    @property
    def table(self) -> Table:
        return self.controller.table

    def tell(self, command: c.Command) -> None:
        events = self.controller.handle(command)
        assert not any(isinstance(event, e.ActionRefused) for event in events), events

    def is_refused(self, command: c.Command) -> bool:
        return any(isinstance(event, e.ActionRefused) for event in decide(self.table, command))

    async def play_a_hand(self) -> None:
        """Deal, bet, draw and bet; the dealer confirms every halt."""
        self.world.gather()
        async with running(self.desk.run()):
            while not await self.desk.new_hand():
                await asyncio.sleep(0)
            hand_no = self.table.hand_no
            while self.table.phase not in (Phase.SHOWDOWN, Phase.OVER) and self.table.hand_no == hand_no:
                await asyncio.sleep(0)
                await self._act()
        if self.table.phase is Phase.SHOWDOWN:
            self.tell(c.AwardPot(self.table.live[0].number, "floor"))

    async def _act(self) -> None:
        table = self.table
        if table.halted:
            self._same_places_as_the_cardboard(but_for=table.due[0].seat if table.due else None)
            await self.desk.resume()
            self._same_places_as_the_cardboard()
        elif table.due or table.to_act is None:
            return
        elif table.phase is Phase.DRAW:
            self._draw(table.to_act)
        else:
            words = {action.word for action in legal_actions(table)}
            self.tell(c.Check(table.to_act) if "check" in words else c.Call(table.to_act))

    def _draw(self, seat: int) -> None:
        thrown = self.world.at(hand_of(seat))[:2]
        self.world.lay_discards(seat, self.table.draw_no, thrown)
        self.tell(c.Discard(seat, tuple(card.face for card in thrown)))

    def _same_places_as_the_cardboard(self, but_for: int | None = None) -> None:
        """Every seat holds as many cards as the table thinks, and the machine what the table calls the stub."""
        if self.table.phase is Phase.OVER:
            return
        held = {seat.number: len(seat.hand) for seat in self.table.seats}
        lie = {number: len(self.world.look(number)) for number in held}
        if but_for is not None:
            held[but_for] = lie[but_for]
        assert held == lie
        if but_for is None:
            assert self.table.stub == self.world.hopper_count()
        self.checked += 1

    def _hold_against_the_cardboard(self, event: e.Event, table: Table) -> None:
        left = self.world.truth().left
        for place in places(table):
            card = place.held.card
            if card is None or table.phase is Phase.OVER:
                continue
            number = place.held.number
            really = {face.face for face, slot in left if slot == left[number - 1][1]}
            assert card in really, f"{card} never went there"


@pytest.mark.parametrize("profile", ["casino-classic", "roberts", "wsop-2024", "home"])
def test_two_cards_that_leave_together_find_the_same_places_in_the_book_and_on_the_table(
    profile: str,
) -> None:
    """Case B11: neither has a face; one too many before action is the burn, later ones do not play; nothing is lost."""
    double_feeds = checked = 0
    for seed in range(6):
        table = TwinTable(profile, Faults(double_feed=0.08), seed)
        for _ in range(4):
            asyncio.run(table.play_a_hand())
            assert cards_counted(table.table) == table.table.rules.deck_size
        double_feeds += table.machine.double_feeds
        checked += table.checked

    assert double_feeds > 20
    assert checked >= double_feeds


def test_a_card_that_jams_is_dealt_once_when_the_dealer_has_cleared_it() -> None:
    table = TwinTable("casino-classic", Faults(jam=0.2), 3)

    asyncio.run(table.play_a_hand())

    assert table.machine.jams > 0
    assert table.checked >= table.machine.jams


def test_a_shuffler_that_restarted_in_a_deal_is_asked_how_many_cards_it_holds() -> None:
    rig = Rig()
    world = World(3, 53)
    machine = TwinMachine(world, Faults(), 1)
    desk = DealingDesk(rig.controller, rig.store, machine, None, "shuffler")

    async def scene() -> None:
        assert await desk.new_hand()
        seat = rig.table.due[0].seat or 0
        world.eject(seat)
        rig.tell(c.ReportFault("CARD_IN_DOUBT", "shuffler", seat))
        await desk.resume()
        assert (len(rig.table.seat(seat).hand), rig.table.stub) == (1, 52)
        async with running(desk.run()):
            await until(lambda: not rig.table.due)

    asyncio.run(scene())

    assert rig.table.stub == world.hopper_count() == 38


def test_a_deck_that_lost_two_cards_deals_no_further_hand() -> None:
    """Case A06: the count before the next hand is the latest moment a short deck can be found."""
    table = TwinTable("roberts", Faults(under_rail=2), 1)
    table.world.gather()

    assert asyncio.run(table.desk.new_hand()) is False
    assert [alert.name for alert in table.table.alerts] == ["DECK_SHORT"]
    assert table.is_refused(c.StartHand())

    table.world.change_deck(53)
    assert table.is_refused(c.ReleaseDeck(("ann", "bo"), "red")), "nobody looked it through"
    table.tell(c.VerifyDeck("red"))
    assert table.is_refused(c.ReleaseDeck(("ann", "Ann"), "red")), "two people"
    table.tell(c.ReleaseDeck(("ann", "bo"), "red"))
    assert asyncio.run(table.desk.new_hand()) is True


@pytest.mark.parametrize("whole", [10, 11])
def test_of_the_hands_eleven_to_twenty_a_deck_short_of_two_cards_deals_none(whole: int) -> None:
    """Case A06: 438 rounds were played with five cards missing; here the next deal is never begun, ask as they may.

    The two go before hand 11, or while it is played: it is finished then, and hand 12 is not dealt.
    """
    table = TwinTable("roberts", Faults(), 1)
    for _ in range(whole):
        asyncio.run(table.play_a_hand())
    table.world.gather()
    table.world.slide_under_rail(2)

    begun = [asyncio.run(table.desk.new_hand()) for _ in range(whole, 20)]

    assert not any(begun)
    assert table.table.hand_no == whole
    assert table.is_refused(c.StartHand())
    assert [alert.name for alert in table.table.alerts] == ["DECK_SHORT"]
