"""Players and the dealer: which buttons they press and which cards they move, at a table that only shows itself."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from hardware.twin.dealer import DealerPanel, TwinDealer, cards_to_bring
from hardware.twin.deck import ASIDE, BURN, MUCK, PhysicalCard, discards_of, hand_of, tabled_by
from hardware.twin.pace import Pace
from hardware.twin.people import PlayerPerson
from hardware.twin.players import Character
from hardware.twin.seat_buttons import SeatButton as B
from hardware.twin.world import World
from table_controller.cards import Card, parse_cards
from table_controller.events import CardSetAside, CardTakenBack, ReshuffleDue
from table_controller.games.build import build
from table_controller.structure import Betting, Stakes
from table_controller.table.state import new_table
from table_controller.wire.models import LegalAction, PublicState, SeatView, StakesView

SURE = Character(slow=0, false_open=0, split=1, forgetful=0, loose=0, bluff=0, proud=0)
NOBODY = new_table(*build("jacks-or-better"), Stakes(Betting.LIMIT, (2, 4), 1))
FLUSH_DRAW_WITH_JACKS = "Kc Jc 9c 7c Jh"


@dataclass
class FakeBox:
    """A box that remembers what was pressed."""

    pressed: list[B] = field(default_factory=list)

    def press(self, button: int) -> None:
        self.pressed.append(B(button))


class Wanted(random.Random):
    """Draws from the machine the faces wanted, in this order, then any."""

    def __init__(self, faces: tuple[Card, ...]) -> None:
        super().__init__(1)
        self.faces = list(faces)

    def choice(self, seq):  # type: ignore[no-untyped-def]
        if not self.faces:
            return super().choice(seq)
        face = self.faces.pop(0)
        return next(card for card in seq if card.face is face)


def world_with(hand: str, seats: int = 3) -> World:
    """A world in which seat 1 was dealt *hand*, and the others anything."""
    world = World(seats, chooser=Wanted(parse_cards(hand)))
    world.shuffle()
    for seat in range(1, seats + 1):
        for _ in range(5):
            world.eject(seat)
    return world


def seat_view(number: int, **facts: object) -> SeatView:
    return SeatView.model_validate(
        {
            "seat": number, "name": f"p{number}", "stack": 100, "bet": 0, "status": "live", "all_in": False,
            "cards": 5, "unread": 0, "shown_cards": (), "drew": None, "announced": None, "mucked": False,
            "sits_out": False, "to_act": False, **facts,
        }
    )  # fmt: skip


def state(*words: str, **facts: object) -> PublicState:
    return PublicState.model_validate(
        {
            "game": "jacks-or-better", "openers_rank": 11, "title": "Jacks or better", "profile": "casino-classic",
            "stakes": StakesView(betting="limit", limits=(2, 4), ante=1, blinds=()), "hand_no": 1, "phase": "bet 1",
            "button": 3, "opener": None, "openers_due": False, "splitting": False, "claimants": (),
            "seats": tuple(seat_view(n) for n in (1, 2, 3)), "pots": (), "in_middle": 3, "carried": 0, "to_act": 1,
            "to_match": 0, "raises": 0, "capped": False, "legal": tuple(LegalAction(word=w) for w in words),
            "cards_due": (), "late": (), "stub": 38, "reshuffle_due": False, "alerts": (), "halted": (),
            "halt_needs": (), "quarantined": (), "rulings": (), "devices": (), **facts,
        }
    )  # fmt: skip


def person(world: World, seat: int = 1, character: Character = SURE) -> tuple[PlayerPerson, FakeBox]:
    box = FakeBox()
    rng = random.Random(3)
    return PlayerPerson(seat, box, world, Pace(0, rng), rng, character), box


def seen(who: PlayerPerson | TwinDealer, *states: PublicState, until: Callable[[], bool]) -> None:
    """Let somebody look at these states, each after the one before was dealt with, until something has happened."""

    async def live() -> None:
        task = asyncio.create_task(who.run())
        for one in states:
            who.observe(one)
            for _ in range(20):
                await asyncio.sleep(0)
        async with asyncio.timeout(5):
            while not until():
                await asyncio.sleep(0.001)
        task.cancel()

    asyncio.run(live())


def always() -> bool:
    return True


@pytest.mark.parametrize(
    ("hand", "pressed"),
    [("Kc Kd 9c 7c 2h", [B.PLUS, B.CONFIRM]), ("8c 6d 4c 3c 2h", [B.CONFIRM])],
    ids=["high", "low"],
)
def test_a_player_declares_once_while_others_do_too(hand: str, pressed: list[B]) -> None:
    """V02: nobody waits for his turn."""
    who, box = person(world_with(hand))
    asked = state("declare", phase="declare", to_act=2)
    others = (seat_view(1), seat_view(2, declared="hidden"), seat_view(3))
    done = (seat_view(1, declared="hidden"), seat_view(2, declared="hidden"), seat_view(3))

    seen(
        who,
        asked,
        state("declare", phase="declare", to_act=1, seats=others),
        state("declare", phase="declare", to_act=3, seats=done),
        until=always,
    )

    assert box.pressed == pressed


def test_a_player_with_openers_presses_bet() -> None:
    player, box = person(world_with("Js Jd 8h 4c 2s"))

    seen(player, state("check", "open"), until=lambda: bool(box.pressed))

    assert box.pressed == [B.BET]


def test_a_player_answers_a_question_once_however_often_the_table_repeats_it() -> None:
    player, box = person(world_with("Js Jd 8h 4c 2s"))
    asked = state("check", "open")

    seen(player, asked, asked, asked, until=lambda: bool(box.pressed))

    assert box.pressed == [B.BET]


def test_nobody_acts_out_of_turn_or_while_the_table_is_halted() -> None:
    player, box = person(world_with("Js Jd 8h 4c 2s"))

    seen(player, state("check", "open", to_act=2), state("check", "open", halted=("JAM",)), until=always)

    assert box.pressed == []


def test_a_folded_hand_is_pushed_into_the_muck_once_the_table_says_so() -> None:
    world = world_with("Ks Td 8h 4c 2s")
    player, box = person(world)
    asked = state("fold", "call", "raise to")

    seen(player, asked, until=lambda: bool(box.pressed))
    assert box.pressed == [B.FOLD]
    assert len(world.at(hand_of(1))) == 5

    folded = (seat_view(1, status="folded"), seat_view(2), seat_view(3))
    seen(player, state(to_act=2, seats=folded), until=lambda: len(world.at(MUCK)) == 5)
    assert world.look(1) == ()


def test_the_draw_is_counted_up_confirmed_and_then_laid_down() -> None:
    world = world_with("Ks Kd 8h 4c 2s")
    player, box = person(world)

    seen(player, state("draw", phase="draw 1"), until=lambda: bool(world.discard_groups()))

    assert box.pressed == [B.PLUS, B.PLUS, B.PLUS, B.CONFIRM]
    assert {card.face for card in world.at(discards_of(1, 1))} == set(parse_cards("8h 4c 2s"))
    assert len(world.at(hand_of(1))) == 2


def test_standing_pat_is_one_press() -> None:
    world = world_with("9s Td Jh Qc Ks")
    player, box = person(world)

    seen(player, state("draw", phase="draw 1"), until=lambda: bool(box.pressed))

    assert box.pressed == [B.CHECK]
    assert world.discard_groups() == ()


def test_a_split_is_announced_before_the_number() -> None:
    world = world_with(FLUSH_DRAW_WITH_JACKS)
    player, box = person(world)
    opened = state("check", "open")
    drawing = state("draw", phase="draw 1", opener=1)

    seen(player, opened, drawing, until=lambda: bool(world.discard_groups()))

    assert box.pressed == [B.BET, B.OPENERS, B.PLUS, B.CONFIRM]
    assert [card.face for card in world.at(discards_of(1, 1))] == list(parse_cards("Jh"))


def test_a_hand_is_tabled_before_it_is_confirmed() -> None:
    world = world_with("Ks Kd 8h 4c 2s")
    player, box = person(world)

    seen(player, state("show", phase="showdown"), until=lambda: bool(box.pressed))

    assert box.pressed == [B.CONFIRM]
    assert len(world.at(tabled_by(1))) == 5


def test_openers_due_are_tabled_and_shown() -> None:
    world = world_with("Ks Kd 8h 4c 2s")
    player, box = person(world)
    seats = (seat_view(1), seat_view(2, status="folded"), seat_view(3, status="folded"))
    due = state(phase="showdown", opener=1, openers_due=True, seats=seats, to_act=None)

    seen(player, state("check", "open"), due, until=lambda: len(box.pressed) == 2)

    assert box.pressed == [B.BET, B.OPENERS]
    assert len(world.at(tabled_by(1))) == 5


def test_false_openers_are_admitted() -> None:
    player, box = person(world_with("Ts Td 8h 4c 2s"))
    seats = (seat_view(1), seat_view(2, status="folded"), seat_view(3, status="folded"))
    due = state(phase="showdown", opener=1, openers_due=True, seats=seats, to_act=None)

    seen(player, due, until=lambda: bool(box.pressed))

    assert box.pressed == [B.FOLD]


@pytest.mark.parametrize(("hand", "button"), [("Ks Kd 8h 4c 2s", B.OPENERS), ("Ts Td 8h 4c 2s", B.CHECK)])
def test_after_a_false_opening_those_asked_declare_or_pass(hand: str, button: B) -> None:
    player, box = person(world_with(hand))

    seen(player, state(claimants=(1, 2), to_act=None), until=lambda: bool(box.pressed))

    assert box.pressed == [button]


def test_who_opened_falsely_may_own_up_while_the_others_act() -> None:
    rogue = Character(false_open=1, contrite=1)
    player, box = person(world_with("Ts Td 8h 4c 2s"), character=rogue)
    others_act = state("fold", "call", to_act=2, opener=1)

    seen(player, state("check", "open"), others_act, others_act, until=lambda: len(box.pressed) == 2)

    assert box.pressed == [B.BET, B.FOLD]


def panel_of(said: list[str]) -> DealerPanel:
    def note(word: str) -> Callable[[], Awaitable[None]]:
        async def say() -> None:
            said.append(word)

        return say

    async def buy_in(seat: int, chips: int) -> None:
        said.append(f"seat {seat} buys {chips}")

    return DealerPanel(
        on_hand_over=note("over"),
        on_reshuffle=note("reshuffle"),
        on_confirm=note("confirm"),
        on_buy_in=buy_in,
        on_deck_changed=note("new deck"),
    )


def dealer_at(world: World, buy_in: int = 0) -> tuple[TwinDealer, list[str]]:
    said: list[str] = []
    return TwinDealer(world, Pace(0, random.Random(1)), panel_of(said), buy_in), said


def test_the_dealer_gathers_after_a_hand_and_says_so_once() -> None:
    world = world_with("Ks Kd 8h 4c 2s")
    world.table(1)
    world.muck(2)
    dealer, said = dealer_at(world)
    over = state(phase="over", to_act=None)

    seen(dealer, state("check"), over, over, until=lambda: bool(said))

    assert said == ["over"]
    assert world.intake_count() == 15
    assert world.shuffle() == 53


def test_a_player_without_chips_buys_in_between_hands() -> None:
    dealer, said = dealer_at(World(3), buy_in=50)
    seats = (seat_view(1, status="out"), seat_view(2, status="out", stack=0))

    seen(dealer, state(phase="over", to_act=None, seats=seats), until=lambda: "over" in said)

    assert said == ["seat 2 buys 50", "over"]


def test_the_dealer_brings_the_cards_the_table_names_for_a_reshuffle_and_no_others() -> None:
    world = world_with("Ks Kd 8h 4c 2s")
    world.lay_discards(1, 1, world.look(1)[2:])
    world.muck(2)
    dealer, said = dealer_at(world)
    dealer.hear(ReshuffleDue((3, 4, 5), 0), NOBODY)

    seen(dealer, state("draw", phase="draw 1", reshuffle_due=True), until=lambda: bool(said))

    assert said == ["reshuffle"]
    assert world.intake_count() == 3
    assert len(world.at(MUCK)) == 5
    assert len(world.at(hand_of(1))) == 2


def test_a_card_the_table_passes_over_is_taken_from_the_seat_at_once() -> None:
    """E15: a card the player threw earlier is nobody's."""
    world = world_with("Ks Kd 8h 4c 2s")
    dealer, _ = dealer_at(world)

    dealer.hear(CardSetAside(5, parse_cards("2s")[0], "own discard", 1), NOBODY)

    assert [card.face for card in world.at(ASIDE)] == list(parse_cards("2s"))
    assert len(world.look(1)) == 4


def test_an_exposed_card_becomes_the_burn_card_when_the_table_says_so() -> None:
    world = world_with("Ks Kd 8h 4c 2s")
    dealer, _ = dealer_at(world)

    dealer.hear(CardTakenBack(1, 4, parse_cards("4c")[0], as_burn=True), NOBODY)
    dealer.hear(CardTakenBack(1, 3, parse_cards("8h")[0], as_burn=False), NOBODY)

    assert [card.face for card in world.at(BURN)] == list(parse_cards("4c"))
    assert [card.face for card in world.at(ASIDE)] == list(parse_cards("8h"))


def test_cards_nobody_could_tell_apart_stand_in_for_each_other_in_a_reshuffle() -> None:
    """The table thought number 1 was thrown; it was number 5 of the same unread hand."""
    world = world_with("Ks Kd 8h 4c 2s")
    thrown = world.look(1)[4]
    world.lay_discards(1, 1, (thrown,))

    assert cards_to_bring(world.truth(), (1,), {}) == (thrown,)


def test_of_cards_nobody_could_tell_apart_the_dealer_takes_the_group_of_the_right_draw() -> None:
    """The table thought number 1 was thrown in the first draw; it was number 5, and number 4 went in the second."""
    world = world_with("Ks Kd 8h 4c 2s")
    first, second = world.look(1)[4], world.look(1)[3]
    world.lay_discards(1, 1, (first,))
    world.lay_discards(1, 2, (second,))

    assert cards_to_bring(world.truth(), (1,), {1: discards_of(1, 1)}) == (first,)
    assert cards_to_bring(world.truth(), (1,), {1: discards_of(1, 2)}) == (second,)


def test_the_dealer_confirms_after_a_halt() -> None:
    dealer, said = dealer_at(world_with("Ks Kd 8h 4c 2s"))

    seen(dealer, state("check", halted=("JAM",), halt_needs=("dealer",)), until=lambda: bool(said))

    assert said == ["confirm"]


def test_of_two_cards_that_came_at_once_the_one_too_many_goes_to_the_burns_when_the_table_says_so() -> None:
    world = world_with("Ks Kd 8h 4c 2s")
    for _ in range(2):
        world.eject(1)
    dealer, said = dealer_at(world)
    last = len(world.truth().left)

    seen(dealer, state(halted=("DOUBLE_FEED",), to_act=None), until=lambda: bool(said))
    dealer.hear(CardTakenBack(1, last, None, as_burn=True, face_up=False), NOBODY)

    assert said == ["confirm"]
    assert len(world.look(1)) == 6
    assert len(world.at(BURN)) == 1


def test_a_quarantined_deck_is_carried_away() -> None:
    world = world_with("Ks Kd 8h 4c 2s")
    before = set[PhysicalCard](world.look(1))
    dealer, said = dealer_at(world)

    seen(dealer, state(phase="over", to_act=None, quarantined=("red",)), until=lambda: "over" in said)

    assert said == ["new deck", "over"]
    assert world.intake_count() == 53
    assert not before & world.truth().places.keys()
