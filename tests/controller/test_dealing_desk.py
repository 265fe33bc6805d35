"""Every card that is due leaves the machine exactly once, whatever the machine says in between."""

import asyncio

import pytest

from table_controller import commands as c
from table_controller.controller import dealing
from table_controller.controller.dealing import DealingDesk
from table_controller.events import CardDealt
from table_controller.ports import Moved
from table_controller.table.state import Phase
from tests.controller.fakes import Cut, FakeEye, FakeMachine, PowerCut, Rig, ShoeEye, any_deck, running, until


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "ASK_AGAIN_S", 0.001)


def desk_of(rig: Rig, machine: FakeMachine, *, blind: bool = False) -> DealingDesk:
    return DealingDesk(rig.controller, rig.store, machine, ShoeEye(machine, blind=blind), "shuffler")


def dealt_by_the_table(rig: Rig) -> list[tuple[int, object]]:
    return [(event.seat, event.card) for event in rig.store.events if isinstance(event, CardDealt)]


async def deal_with(machine: FakeMachine, *, blind: bool = False, confirm: bool = False) -> Rig:
    """Start a hand and let the desk deal it; the dealer confirms every halt where wanted."""
    rig = Rig()
    desk = desk_of(rig, machine, blind=blind)
    rig.tell(c.StartHand())
    async with running(desk.run()):
        while rig.table.due:
            await asyncio.sleep(0.001)
            if confirm and rig.table.halted:
                await desk.resume()
    return rig


def test_what_is_due_is_dealt_once_each_under_an_id_written_first() -> None:
    machine = FakeMachine(any_deck())

    rig = asyncio.run(deal_with(machine))

    assert dealt_by_the_table(rig) == machine.slots
    assert len(machine.slots) == 15
    assert sorted(rig.store.intents) == machine.asked
    assert set(rig.store.outcomes.values()) == {"done"}
    assert rig.store.intents[1] == "eject to slot 1 card 1"


def test_cards_the_shoe_cannot_read_arrive_unread() -> None:
    machine = FakeMachine(any_deck())

    rig = asyncio.run(deal_with(machine, blind=True))

    assert [card for _, card in dealt_by_the_table(rig)] == [None] * 15
    assert len(machine.slots) == 15


@pytest.mark.parametrize("fault", [Moved.JAM, Moved.EMPTY, Moved.LID_OPEN])
def test_a_jam_halts_the_deal_until_the_dealer_has_cleared_it(fault: Moved) -> None:
    async def scene() -> tuple[Rig, FakeMachine]:
        machine = FakeMachine(any_deck(), [(Moved.DONE, True), (fault, False)])
        rig = Rig()
        desk = desk_of(rig, machine)
        rig.tell(c.StartHand())
        async with running(desk.run()):
            await until(lambda: bool(rig.table.halted))
            assert rig.table.halted == ("JAM",)
            assert len(machine.slots) == 1
            await asyncio.sleep(0.01)
            assert len(machine.asked) == 2, "nothing is asked of a machine that stands still"
            await desk.resume()
            await until(lambda: not rig.table.due)
        return rig, machine

    rig, machine = asyncio.run(scene())

    assert machine.cleared == 1
    assert dealt_by_the_table(rig) == machine.slots


def test_a_double_feed_names_the_seat_where_both_cards_lie() -> None:
    async def scene() -> Rig:
        machine = FakeMachine(any_deck(), [(Moved.DONE, True), (Moved.DOUBLE_FEED, True)])
        rig = Rig()
        rig.tell(c.StartHand())
        second = rig.table.due[1].seat
        async with running(desk_of(rig, machine).run()):
            await until(lambda: bool(rig.table.halted))
        alert = next(alert for alert in rig.table.alerts if alert.name == "DOUBLE_FEED")
        assert alert.seat == second
        return rig

    rig = asyncio.run(scene())

    assert len(dealt_by_the_table(rig)) == 1, "neither of the two is dealt"


@pytest.mark.parametrize("moved", [True, False])
def test_a_machine_that_is_lost_in_an_ejection_is_asked_by_the_same_id(moved: bool) -> None:
    machine = FakeMachine(any_deck(), [(Moved.DONE, True), (Moved.LOST, moved)])
    machine.silent = 3

    rig = asyncio.run(deal_with(machine))

    assert dealt_by_the_table(rig) == machine.slots
    assert len(machine.slots) == 15
    assert len(set(machine.asked)) == len(machine.asked)
    faults = [command for command in rig.store.commands if isinstance(command, c.ReportFault)]
    assert [fault.fault for fault in faults] == ["DEVICE_LOST"]
    assert not rig.table.halted


def test_a_card_in_doubt_stops_everything_and_is_never_dealt_blindly() -> None:
    async def scene() -> Rig:
        machine = FakeMachine(any_deck(), [(Moved.LOST, False)])
        machine.silent = 1_000_000
        rig = Rig()
        rig.tell(c.StartHand())
        async with running(desk_of(rig, machine).run()):
            await until(lambda: bool(machine.asked))
            await until(lambda: "DEVICE_LOST" in rig.table.halted)
            machine.done[1], machine.silent = Moved.IN_DOUBT, 0
            await until(lambda: "CARD_IN_DOUBT" in rig.table.halted)
        return rig

    rig = asyncio.run(scene())

    assert dealt_by_the_table(rig) == []


def test_a_machine_that_refuses_is_asked_again_and_not_in_a_rush(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(dealing, "ASK_AGAIN_S", 0.002)
    sleep = asyncio.sleep

    async def noted(delay: float, result: None = None) -> None:
        waits.append(delay)
        await sleep(delay, result)

    monkeypatch.setattr(asyncio, "sleep", noted)

    machine = FakeMachine(any_deck(), [(Moved.NOT_BEGUN, False)] * 3)
    rig = asyncio.run(deal_with(machine))

    assert dealt_by_the_table(rig) == machine.slots
    assert waits.count(0.002) == 3


def test_a_shuffle_that_is_refused_begins_no_hand_and_breaks_nothing() -> None:
    machine = FakeMachine(any_deck(), [(Moved.NOT_BEGUN, False)])
    rig = Rig()

    assert asyncio.run(desk_of(rig, machine).new_hand()) is False

    assert rig.table.phase is Phase.OVER
    assert not rig.table.halted


def test_a_hand_begins_after_shuffling_and_counting_and_only_between_hands() -> None:
    machine = FakeMachine(any_deck())
    rig = Rig()

    async def scene() -> tuple[bool, bool]:
        desk = desk_of(rig, machine)
        return await desk.new_hand(), await desk.new_hand()

    assert asyncio.run(scene()) == (True, False)
    assert c.CountDeck(53) in rig.store.commands
    assert rig.store.intents == {1: "shuffle"}


def test_a_short_deck_is_counted_and_begins_no_hand() -> None:
    machine = FakeMachine(any_deck())
    machine.count = 52
    rig = Rig()

    assert asyncio.run(desk_of(rig, machine).new_hand()) is False
    assert rig.table.quarantined


CUTS = {
    "before the machine hears of it": "asked",
    "after the machine moved": "moved",
    "before the card is on record": "read",
    "after the card is on record": "told",
}


@pytest.mark.parametrize("where", CUTS)
def test_a_card_asked_for_when_the_power_went_is_delivered_exactly_once(where: str) -> None:
    """The next life is a new desk on the same log and the same machine."""
    machine = FakeMachine(any_deck())
    rig = Rig()
    rig.tell(c.StartHand())
    machine.cut = rig.store.cut = Cut(CUTS[where], card=5)

    with pytest.raises(PowerCut):
        asyncio.run(desk_of(rig, machine).run())
    assert len(rig.store.open_intents()) == 1
    machine.cut = rig.store.cut = None

    async def second_life() -> None:
        desk = desk_of(rig, machine)
        rig.tell(c.ReportFault("POWER_LOST", "controller"))
        await desk.settle(rig.store.open_intents())
        async with running(desk.run()):
            assert rig.table.halted == ("POWER_LOST",)
            await desk.resume()
            await until(lambda: not rig.table.due)

    asyncio.run(second_life())

    assert dealt_by_the_table(rig) == machine.slots
    assert len(machine.slots) == 15
    assert rig.store.open_intents() == []


@pytest.mark.parametrize(
    ("outcome", "halted"),
    [(Moved.DOUBLE_FEED, "DOUBLE_FEED"), (Moved.JAM, "JAM"), (Moved.IN_DOUBT, "CARD_IN_DOUBT")],
)
def test_what_went_wrong_while_the_power_was_out_is_told_with_its_seat(outcome: Moved, halted: str) -> None:
    machine = FakeMachine(any_deck())
    rig = Rig()
    rig.tell(c.StartHand())
    seat = rig.table.due[0].seat
    machine.done[7] = outcome
    rig.store.record_intent(7, f"eject to slot {seat} card 1")

    asyncio.run(desk_of(rig, machine).settle(rig.store.open_intents()))

    assert halted in rig.table.halted
    assert next(alert for alert in rig.table.alerts if alert.name == halted).seat == seat
    assert dealt_by_the_table(rig) == []
    assert rig.store.outcomes[7] == outcome.value


def test_a_reading_that_contradicts_the_table_is_looked_at_again() -> None:
    """The shoe first sees the card before; a face that is elsewhere is believed only when seen twice in a row."""
    machine = FakeMachine(any_deck())
    rig = Rig()
    eye = FakeEye()
    first, second = machine.stock[0], machine.stock[1]
    eye.then = [first.text, first.text, second.text]
    rig.tell(c.StartHand())

    async def scene() -> None:
        desk = DealingDesk(rig.controller, rig.store, machine, eye, "shuffler")
        async with running(desk.run()):
            await until(lambda: rig.table.dealt_count >= 2)

    asyncio.run(scene())

    assert [card for _, card in dealt_by_the_table(rig)][:2] == [first, second]


def read_third(*looks: str) -> Rig:
    """Two cards were dealt and read, and then the shoe sees *looks* of the third: 1 and 2 are those, 3 is another."""
    machine = FakeMachine(any_deck())
    rig, eye = Rig(), FakeEye()
    names = {str(n + 1): card.text for n, card in enumerate(machine.stock[:3])} | {"?": "??"}
    eye.then = [*(names[word] for word in ("1", "2", *looks)), "??"]
    rig.tell(c.StartHand())

    async def scene() -> None:
        desk = DealingDesk(rig.controller, rig.store, machine, eye, "shuffler")
        async with running(desk.run()):
            await until(lambda: rig.table.dealt_count >= 3 or bool(rig.table.halted))

    asyncio.run(scene())
    return rig


def alerts_of(rig: Rig) -> list[str]:
    return [alert.name for alert in rig.table.alerts]


@pytest.mark.parametrize("looks", [("1", "1"), ("1", "?", "1")])
def test_a_face_that_lies_elsewhere_and_is_seen_twice_is_a_fouled_deck(looks: tuple[str, ...]) -> None:
    rig = read_third(*looks)

    assert alerts_of(rig) == ["DECK_FOULED"]
    assert rig.table.halted == ("DECK_FOULED",)


@pytest.mark.parametrize("looks", [("1", "3"), ("1", "?", "3"), ("1", "?", "?"), ("?", "1", "3")])
def test_what_comes_after_a_face_that_lies_elsewhere_is_not_believed_for_want_of_another(
    looks: tuple[str, ...],
) -> None:
    rig = read_third(*looks)

    assert [card for _, card in dealt_by_the_table(rig)][2:3] == [None]
    assert alerts_of(rig) == ["SENSOR_CONFLICT"]
    assert rig.table.halted == ()


@pytest.mark.parametrize("looks", [("2", "?", "3"), ("?", "2", "3"), ("?", "?", "3")])
def test_the_card_dealt_before_may_still_lie_in_the_window(looks: tuple[str, ...]) -> None:
    rig = read_third(*looks)

    assert dealt_by_the_table(rig)[2][1] is any_deck()[2]
    assert alerts_of(rig) == []


def test_several_cards_under_the_shoe_are_no_reading() -> None:
    machine = FakeMachine(any_deck())
    rig = Rig()
    rig.tell(c.StartHand())

    async def scene() -> None:
        desk = DealingDesk(rig.controller, rig.store, machine, FakeEye("Ah Kd"), "shuffler")
        async with running(desk.run()):
            await until(lambda: not rig.table.due)

    asyncio.run(scene())

    assert {card for _, card in dealt_by_the_table(rig)} == {None}
