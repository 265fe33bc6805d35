"""Presses of seats' boxes and of one dealer's box that speaks for everybody."""

import asyncio
from dataclasses import dataclass, field

from table_controller import commands as c
from table_controller.controller.looking import HandWatch, TrayWatch
from table_controller.controller.panels import Button
from table_controller.controller.presses import DealerActs, Presses
from table_controller.games.build import build
from table_controller.structure import Betting, Stakes, Way
from table_controller.table.state import Phase, new_table
from tests.controller.fakes import OPENERS, FakeEye, Rig, running, until

B = Button


@dataclass
class Acts:
    """The dealer's acts, written down; *by_hand* when no machine deals."""

    rig: Rig
    by_hand: bool = True
    done: list[str] = field(default_factory=list)

    async def new_hand(self) -> bool:
        self.done.append("new hand")
        self.rig.controller.handle(c.StartHand())
        return True

    async def reshuffle(self) -> None:
        self.done.append("reshuffle")
        self.rig.controller.handle(c.ReshuffleStub())

    async def resume(self) -> None:
        self.done.append("resume")
        self.rig.controller.handle(c.ConfirmTable("dealer"))

    async def cards_dealt(self) -> bool:
        if not self.by_hand:
            return False
        self.done.append("cards dealt")
        while self.rig.table.due:
            self.rig.tell(c.DeliverCard(None))
        return True


class Desk:
    """Boxes at a table; *eyes* over the seats, 0 over the whole table."""

    def __init__(
        self,
        rig: Rig,
        eyes: dict[int, FakeEye] | None = None,
        tray: FakeEye | None = None,
        *,
        by_hand: bool = True,
    ) -> None:
        self.rig = rig
        self.acts = Acts(rig, by_hand)
        self.tray = TrayWatch(rig.controller, tray) if tray is not None else None
        self.presses = Presses(
            rig.controller,
            HandWatch(rig.controller, dict(eyes or {})),
            self.tray,
            DealerActs(self.acts.new_hand, self.acts.reshuffle, self.acts.resume, self.acts.cards_dealt),
        )

    def dealer(self, *buttons: Button) -> None:
        async def press() -> None:
            for button in buttons:
                self.presses.heard(button, "dealer-box")
                await self.presses.dealer_pressed(button)

        asyncio.run(press())

    def seat(self, number: int, *buttons: Button) -> None:
        async def press() -> None:
            for button in buttons:
                self.presses.heard(button, f"box-{number}")
                await self.presses.seat_pressed(number, button)

        asyncio.run(press())


def test_a_press_is_in_the_log_before_it_is_understood() -> None:
    desk = Desk(Rig())

    desk.seat(1, B.FOLD)
    desk.dealer(B.PLUS)

    seen = [(o.source, o.name, dict(o.facts)) for o in desk.rig.store.observations]
    assert seen == [
        ("box-1", "ButtonPressed", {"button": 0}),
        ("dealer-box", "ButtonPressed", {"button": 5}),
    ]
    assert desk.rig.store.refusals() == []


def at_the_declaration() -> Rig:
    rig = Rig(new_table(*build("high-low-declare"), Stakes(Betting.LIMIT, (2, 4), ante=1)))
    rig.tell(c.TakeSeat(1, "", 100), c.TakeSeat(2, "", 100))
    rig.start()
    rig.all_check()
    rig.all_stand_pat()
    rig.all_check()
    assert rig.table.phase is Phase.DECLARE
    return rig


def test_the_log_does_not_say_which_buttons_declared() -> None:
    """V02: it says that the box was pressed; what was declared is sealed in the command."""
    desk = Desk(at_the_declaration())

    desk.seat(2, B.PLUS, B.PLUS, B.CONFIRM)

    assert desk.rig.table.seat(2).way is Way.BOTH
    assert [dict(seen.facts) for seen in desk.rig.store.observations] == [{}, {}, {}]


def test_a_press_the_log_names_declares_nothing() -> None:
    """V02: made before the declaration began, understood after it has."""
    rig = at_the_declaration()
    rig.tell(c.UndoLastAction("dealer"))
    desk = Desk(rig)

    async def press() -> None:
        desk.presses.heard(B.PLUS, "box-2")
        desk.presses.heard(B.CONFIRM, "box-2")
        rig.act("check")
        await desk.presses.seat_pressed(2, B.PLUS)
        await desk.presses.seat_pressed(2, B.CONFIRM)
        assert not rig.table.seat(2).declared
        desk.presses.heard(B.CONFIRM, "box-2")
        await desk.presses.seat_pressed(2, B.CONFIRM)

    asyncio.run(press())

    assert rig.table.seat(2).way is Way.LOW
    assert [dict(seen.facts) for seen in rig.store.observations] == [{"button": 5}, {"button": 6}, {}]


def test_the_dealer_s_box_declares_for_one_after_another() -> None:
    desk = Desk(at_the_declaration())

    desk.dealer(B.PLUS, B.CONFIRM, B.CONFIRM)

    assert [seat.way for seat in desk.rig.table.seats] == [Way.HIGH, Way.LOW]
    assert desk.rig.table.phase is Phase.SHOWDOWN


def test_one_box_of_the_dealer_carries_a_whole_hand() -> None:
    """Nothing reads the deal; the camera over the table reads what is shown."""
    rig = Rig(seats=2)
    eye = FakeEye()
    desk = Desk(rig, {0: eye})

    desk.dealer(B.CONFIRM)
    assert rig.table.phase is Phase.DEAL
    desk.dealer(B.CONFIRM)
    assert rig.table.phase is Phase.BET
    opener = rig.table.to_act
    assert opener is not None
    desk.dealer(B.BET, B.CHECK)
    assert rig.table.phase is Phase.DRAW
    drawer = rig.table.to_act
    assert drawer is not None
    desk.dealer(B.PLUS, B.PLUS, B.CONFIRM)
    assert rig.table.seat(drawer).announced == 2
    desk.dealer(B.CONFIRM)
    assert len(rig.table.due) == 3, "a burn and two cards"
    desk.dealer(B.CONFIRM)
    desk.dealer(B.CHECK)
    desk.dealer(B.CHECK, B.CHECK)
    assert rig.table.phase is Phase.SHOWDOWN
    first = rig.table.to_act
    assert first is not None
    eye.text = OPENERS[1]
    desk.dealer(B.CONFIRM)
    assert rig.table.to_act != first
    eye.text = f"{OPENERS[1]} {OPENERS[2]}"
    desk.dealer(B.CONFIRM)

    assert rig.table.phase is Phase.OVER, rig.table.alerts
    assert rig.store.refusals() == []
    assert sorted(seat.stack for seat in rig.table.seats) == [97, 103]
    assert desk.acts.done == ["new hand", "cards dealt", "cards dealt"]


def test_where_a_machine_deals_the_dealers_confirm_moves_no_cards() -> None:
    rig = Rig()
    desk = Desk(rig, by_hand=False)
    rig.tell(c.StartHand())

    desk.dealer(B.CONFIRM)

    assert len(rig.table.due) == 15


def test_confirm_clears_a_halt_before_anything_else() -> None:
    rig = Rig()
    rig.start()
    rig.tell(c.ReportFault("JAM", "shuffler"))
    desk = Desk(rig)

    desk.dealer(B.CONFIRM)

    assert desk.acts.done == ["resume"]
    assert not rig.table.halted


def test_a_press_while_the_table_stands_still_is_refused_and_changes_nothing() -> None:
    rig = Rig()
    rig.start()
    rig.tell(c.ReportFault("JAM", "shuffler"))
    desk = Desk(rig)
    seat = rig.table.to_act or 0

    desk.seat(seat, B.CHECK)

    assert len(rig.store.refusals()) == 1
    assert rig.table.to_act == seat


def false_openers(seats: int = 3) -> Rig:
    rig = Rig(seats=seats)
    rig.start()
    opener = rig.act("open")
    rig.tell(c.AdmitNoOpeners(opener))
    return rig


def test_when_all_let_the_chance_to_declare_pass_nobody_declares() -> None:
    rig = false_openers()
    desk = Desk(rig)
    first, second = rig.table.openers.claimants

    desk.seat(first, B.CHECK)
    desk.seat(first, B.CHECK)
    assert rig.table.openers.claimants
    desk.seat(second, B.CHECK)

    assert rig.table.phase is Phase.OVER
    assert c.NobodyDeclares() in rig.store.commands


def test_who_let_a_chance_pass_once_is_asked_again_the_next_time() -> None:
    rig = false_openers()
    desk = Desk(rig)
    first, second = rig.table.openers.claimants
    desk.seat(first, B.CHECK)
    desk.seat(second, B.OPENERS)
    assert rig.table.openers.opener == second
    rig.tell(c.VoidHand("floor"))
    rig.start()
    opener = rig.act("open")
    rig.tell(c.AdmitNoOpeners(opener))
    claimants = rig.table.openers.claimants
    assert len(claimants) == 2

    desk.seat(next(seat for seat in claimants if seat != first), B.CHECK)

    assert rig.table.openers.claimants == claimants, "somebody has not been asked yet"


def test_the_dealer_asks_those_who_may_declare_one_after_another() -> None:
    rig = false_openers()
    desk = Desk(rig)
    first, second = rig.table.openers.claimants

    desk.dealer(B.CHECK)
    assert rig.table.openers.claimants == (first, second)
    desk.dealer(B.OPENERS)

    assert rig.table.openers.opener == second


def test_the_dealer_says_for_all_that_nobody_declares() -> None:
    rig = false_openers()
    desk = Desk(rig)

    desk.dealer(B.CHECK, B.CHECK)

    assert rig.table.phase is Phase.OVER


def test_the_last_one_in_tables_openers_and_presses_once() -> None:
    rig = Rig()
    rig.start(unread=True)
    opener = rig.act("open")
    rig.act("fold")
    rig.act("fold")
    assert rig.table.openers.due
    desk = Desk(rig, {opener: FakeEye(OPENERS[opener])})

    desk.seat(opener, B.OPENERS)

    assert rig.table.phase is Phase.OVER
    assert rig.store.refusals() == []
    assert rig.table.seat(opener).stack == 102


def test_the_last_one_in_without_openers_says_so() -> None:
    rig = Rig()
    rig.start()
    opener = rig.act("open")
    rig.act("fold")
    rig.act("fold")
    desk = Desk(rig)

    desk.seat(opener, B.FOLD)

    assert rig.table.pot_stays
    assert rig.table.phase is Phase.OVER


def test_openers_shown_by_the_dealers_box_for_the_opener() -> None:
    rig = Rig()
    rig.start()
    rig.act("open")
    rig.act("fold")
    rig.act("fold")
    desk = Desk(rig)

    desk.dealer(B.OPENERS)

    assert rig.table.phase is Phase.OVER
    assert not rig.table.pot_stays


def test_with_a_tray_the_cards_that_were_said_are_read_and_a_second_confirm_insists() -> None:
    rig = Rig()
    rig.start()
    rig.open_and_call()
    eye = FakeEye()
    desk = Desk(rig, tray=eye)
    seat = rig.table.to_act or 0
    tray = desk.tray
    assert tray is not None

    async def scene() -> None:
        async with running(tray.run()):
            for button in (B.PLUS, B.PLUS, B.CONFIRM):
                await desk.presses.seat_pressed(seat, button)
            await until(lambda: eye.looks > 3)
            assert rig.table.seat(seat).announced == 2
            await desk.presses.seat_pressed(seat, B.CONFIRM)
            await until(lambda: bool(rig.table.due))

    asyncio.run(scene())

    assert c.Discard(seat, (None, None)) in rig.store.commands
    assert rig.store.refusals() == []


def test_losers_may_muck_and_the_last_hand_wins_unread() -> None:
    """Where no camera can read a hand, the dealer looks, and losers muck."""
    rig = Rig(seats=2)
    rig.start(unread=True)
    rig.open_and_call()
    rig.all_stand_pat()
    rig.all_check()
    opener = rig.table.openers.opener
    assert opener is not None
    desk = Desk(rig)
    other = 3 - opener
    if rig.table.to_act == opener:
        desk.seat(opener, B.CONFIRM)
    desk.seat(other, B.FOLD)
    assert rig.table.seat(other).mucked
    desk.dealer(B.OPENERS)

    assert rig.table.phase is Phase.OVER
    assert rig.table.seat(opener).stack == 103
