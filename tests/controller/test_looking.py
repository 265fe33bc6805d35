"""What the tray and the overhead cameras see becomes discards and hands shown, and never more than was seen."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from table_controller import commands as c
from table_controller.cards import parse_cards
from table_controller.controller import looking
from table_controller.controller.looking import HandWatch, TrayWatch
from table_controller.events import CardsDiscarded, CardsShown
from table_controller.ports import Seen
from table_controller.table.state import Phase
from tests.controller.fakes import OPENERS, FakeEye, Rig, running, until


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "LOOK_EVERY_S", 0.001)


class Draw:
    """Three hands in the draw and somebody watching the tray."""

    def __init__(self, *, unread: bool = False) -> None:
        self.rig = Rig()
        self.rig.start(unread=unread)
        self.rig.open_and_call()
        self.eye = FakeEye()
        self.tray = TrayWatch(self.rig.controller, self.eye)

    @property
    def seat(self) -> int:
        assert self.rig.table.to_act is not None
        return self.rig.table.to_act

    def hand(self) -> list[str]:
        return OPENERS[self.seat].split()

    def announce(self, count: int) -> None:
        self.rig.tell(c.AnnounceDraw(self.seat, count))

    def serve(self) -> None:
        """Unread cards come for those that are owed."""
        while self.rig.table.due:
            self.rig.tell(c.DeliverCard(None))

    def discarded(self) -> list[tuple[int, str]]:
        found = [event for event in self.rig.store.events if isinstance(event, CardsDiscarded)]
        return [(e.seat, " ".join("??" if card is None else card.text for card in e.cards)) for e in found]

    def play(self, scene: Callable[[], object]) -> None:
        """Run the scene beside the watch; a scene that is a coroutine function is awaited."""

        async def go() -> None:
            async with running(self.tray.run()):
                result = scene()
                if asyncio.iscoroutine(result):
                    await result

        asyncio.run(go())

    async def looked(self, times: int = 30) -> None:
        """So many more looks have been taken and nothing came of them."""
        enough = self.eye.looks + times
        await until(lambda: self.eye.looks >= enough)


def test_the_cards_said_are_read_and_laid_down_once() -> None:
    draw = Draw()
    first, hand = draw.seat, draw.hand()

    async def scene() -> None:
        draw.announce(2)
        draw.eye.text = f"{hand[3]} {hand[4]}"
        await until(lambda: bool(draw.discarded()))
        draw.serve()
        await until(lambda: draw.rig.table.to_act != first)
        draw.announce(1)
        await draw.looked()

    draw.play(scene)

    assert draw.discarded() == [(first, " ".join(sorted_text(hand[3:])))]
    assert draw.rig.store.refusals() == []
    assert [o.source for o in draw.rig.store.observations] == ["tray"]


def sorted_text(cards: list[str]) -> list[str]:
    return [card.text for card in sorted(parse_cards(" ".join(cards)))]


def test_nothing_is_taken_while_cards_are_still_being_laid() -> None:
    draw = Draw()
    hand = draw.hand()

    async def scene() -> None:
        draw.announce(3)
        draw.eye.then = [hand[2], f"{hand[2]} {hand[3]}", f"{hand[2]} {hand[3]} {hand[4]}"]
        await until(lambda: bool(draw.discarded()))

    draw.play(scene)

    assert [len(text.split()) for _, text in draw.discarded()] == [3]


def test_fewer_cards_than_said_are_unread_ones_once_nothing_moves() -> None:
    draw = Draw()
    hand = draw.hand()

    async def scene() -> None:
        draw.announce(2)
        draw.eye.text = hand[4]
        await until(lambda: bool(draw.discarded()))

    draw.play(scene)

    assert [text for _, text in draw.discarded()] == [f"{hand[4]} ??"]


def test_an_unread_card_holds_up_nothing_and_forgets_what_nobody_knows() -> None:
    draw = Draw()
    seat = draw.seat

    async def scene() -> None:
        draw.announce(1)
        draw.eye.text = "??"
        await until(lambda: bool(draw.discarded()))

    draw.play(scene)

    assert draw.discarded() == [(seat, "??")]
    assert draw.rig.table.seat(seat).faces == ()


def test_more_cards_than_said_are_refused_once_and_taken_when_the_number_is_right() -> None:
    draw = Draw()
    seat, hand = draw.seat, draw.hand()

    async def scene() -> None:
        draw.announce(1)
        draw.eye.text = f"{hand[3]} {hand[4]}"
        await until(lambda: bool(draw.rig.store.refusals()))
        await draw.looked()
        assert len(draw.rig.store.refusals()) == 1
        assert draw.discarded() == []
        draw.announce(2)
        await until(lambda: bool(draw.discarded()))

    draw.play(scene)

    assert [number for number, _ in draw.discarded()] == [seat]
    assert draw.rig.store.refusals()[0].rules == ("E05",)


def test_a_face_that_is_not_of_this_hand_was_misread_and_counts_as_unread() -> None:
    draw = Draw()
    seat = draw.seat

    async def scene() -> None:
        draw.announce(1)
        draw.eye.text = "2s"
        await until(lambda: bool(draw.discarded()))

    draw.play(scene)

    assert draw.discarded() == [(seat, "??")]
    assert any(alert.name == "SENSOR_CONFLICT" for alert in draw.rig.table.alerts)


def test_a_card_that_was_burnt_is_no_discard() -> None:
    """The shoe read the burn card; what seems to lie in the tray after it is something else, and nobody knows what."""
    draw = Draw()
    first, thrown = draw.seat, draw.hand()[4]

    async def scene() -> None:
        draw.announce(1)
        draw.eye.text = thrown
        await until(lambda: len(draw.discarded()) == 1)
        while draw.rig.table.due:
            burn = draw.rig.table.due[0].seat is None
            draw.rig.tell(c.DeliverCard(parse_cards("2s")[0] if burn else None))
        await until(lambda: draw.rig.table.to_act not in (None, first))
        draw.announce(1)
        draw.eye.text = f"{thrown} 2s"
        await until(lambda: len(draw.discarded()) == 2)

    draw.play(scene)

    assert [held.card for held in draw.rig.table.burns] == list(parse_cards("2s"))
    assert draw.discarded()[1][1] == "??"
    assert [alert.name for alert in draw.rig.table.alerts if alert.cards] == []
    assert any(alert.name == "SENSOR_CONFLICT" for alert in draw.rig.table.alerts)


def test_a_rule_that_forbids_the_discard_is_not_got_round_by_not_reading_it() -> None:
    """Four cards may be thrown only when an ace is kept: what the tray read stands."""
    draw = Draw()
    strict = replace(draw.rig.table.rules, max_draw=3, max_draw_ace_or_wild=4)
    draw.rig.controller.table = replace(draw.rig.table, rules=strict)
    hand = draw.hand()

    async def scene() -> None:
        draw.announce(4)
        draw.eye.text = " ".join(hand[:4])
        await until(lambda: bool(draw.rig.store.refusals()))
        await draw.looked()

    draw.play(scene)

    assert draw.discarded() == []
    assert len(draw.rig.store.refusals()) == 1
    assert draw.rig.store.refusals()[0].rules == ("E08",)


def test_discards_of_others_that_still_lie_open_are_not_taken_again() -> None:
    draw = Draw()
    first, thrown = draw.seat, draw.hand()[3:]

    async def scene() -> None:
        draw.announce(2)
        draw.eye.text = " ".join(thrown)
        await until(lambda: len(draw.discarded()) == 1)
        draw.serve()
        await until(lambda: draw.rig.table.to_act not in (None, first))
        mine = draw.hand()[4]
        draw.announce(1)
        await draw.looked()
        assert len(draw.discarded()) == 1, "only the older cards lie there"
        draw.eye.text = " ".join([*thrown, mine])
        await until(lambda: len(draw.discarded()) == 2)
        assert draw.discarded()[1][1] == mine

    draw.play(scene)


def test_an_older_card_that_is_only_read_now_is_not_taken_for_the_next_seats() -> None:
    draw = Draw()
    first, thrown = draw.seat, draw.hand()[4]

    async def scene() -> None:
        draw.announce(1)
        draw.eye.text = "??"
        await until(lambda: len(draw.discarded()) == 1)
        draw.serve()
        await until(lambda: draw.rig.table.to_act not in (None, first))
        draw.announce(1)
        draw.eye.text = thrown
        await draw.looked()
        assert len(draw.discarded()) == 1
        draw.eye.text = f"{thrown} {draw.hand()[4]}"

    draw.play(scene)


def test_a_card_of_the_seats_own_hand_is_taken_though_the_tray_looks_much_as_before() -> None:
    draw = Draw()
    first = draw.seat

    async def scene() -> None:
        draw.announce(1)
        draw.eye.text = "??"
        await until(lambda: len(draw.discarded()) == 1)
        draw.serve()
        await until(lambda: draw.rig.table.to_act not in (None, first))
        draw.announce(1)
        draw.eye.text = draw.hand()[4]
        await until(lambda: len(draw.discarded()) == 2)

    draw.play(scene)

    assert draw.discarded()[1][1] != "??"


@pytest.mark.parametrize("there", ["??", "", "?? ?? ??"])
def test_who_insists_that_the_cards_lie_there_is_believed(there: str) -> None:
    """Two unread groups of one card look the same, a blind camera sees none: confirming again settles it."""
    draw = Draw()
    first = draw.seat

    async def scene() -> None:
        draw.announce(1)
        draw.eye.text = "??"
        await until(lambda: len(draw.discarded()) == 1)
        draw.serve()
        await until(lambda: draw.rig.table.to_act not in (None, first))
        draw.announce(1)
        if there == "??":
            await draw.looked()
        assert len(draw.discarded()) == 1
        draw.tray.insist(draw.seat)
        draw.eye.text = there
        await until(lambda: len(draw.discarded()) == 2)

    draw.play(scene)

    assert draw.discarded()[1][1] == "??"


def test_insisting_in_one_draw_says_nothing_about_the_next_seat() -> None:
    draw = Draw()
    first = draw.seat

    async def scene() -> None:
        draw.announce(1)
        draw.tray.insist(draw.seat)
        await until(lambda: len(draw.discarded()) == 1)
        draw.serve()
        await until(lambda: draw.rig.table.to_act not in (None, first))
        draw.announce(1)
        await draw.looked()

    draw.play(scene)

    assert len(draw.discarded()) == 1


@pytest.mark.parametrize("there", ["??", "read"])
def test_after_a_restart_older_discards_are_not_taken_for_the_next_seats(there: str) -> None:
    draw = Draw()
    first, card = draw.seat, draw.hand()[4]
    draw.announce(1)
    draw.rig.tell(c.Discard(first, parse_cards(card) if there == "read" else (None,)))
    draw.serve()
    draw.announce(1)
    draw.eye.text = card if there == "read" else "??"

    draw.play(draw.looked)

    assert len(draw.discarded()) == 1


def test_a_number_changed_while_nothing_lies_there_is_waited_for_anew() -> None:
    draw = Draw()
    hand = draw.hand()

    async def scene() -> None:
        draw.announce(3)
        await draw.looked(3)
        draw.announce(1)
        await draw.looked(3)
        draw.eye.text = hand[4]
        await until(lambda: bool(draw.discarded()))

    draw.play(scene)

    assert draw.discarded()[0][1] == hand[4]


def test_openers_split_before_the_camera_are_seen_in_the_tray() -> None:
    draw = Draw()
    opener = draw.rig.table.openers.opener
    assert opener is not None

    async def scene() -> None:
        while draw.seat != opener:
            draw.rig.tell(c.Discard(draw.seat, ()))
        draw.tray.splits(opener, True)
        draw.announce(1)
        draw.eye.text = draw.hand()[0]
        await until(lambda: bool([d for d in draw.discarded() if d[1]]))

    draw.play(scene)

    assert draw.rig.table.openers.splitting
    assert draw.rig.table.seat(opener).discards_seen


def test_nothing_is_looked_at_while_no_discards_are_awaited() -> None:
    draw = Draw()

    async def scene() -> None:
        await asyncio.sleep(0.02)

    draw.play(scene)

    assert draw.eye.looks == 0


# Hands shown


def showdown(*, unread: bool = False) -> Rig:
    rig = Rig()
    rig.to_showdown(unread=unread)
    return rig


def read(rig: Rig, number: int, eyes: dict[int, FakeEye]) -> None:
    asyncio.run(HandWatch(rig.controller, dict(eyes)).read(number))


def shown(rig: Rig) -> dict[int, int]:
    return {e.seat: len(e.cards) for e in rig.store.events if isinstance(e, CardsShown)}


def test_a_hand_nobody_has_read_is_shown_by_the_camera_over_it() -> None:
    rig = showdown(unread=True)
    number = rig.table.to_act or 0

    read(rig, number, {number: FakeEye(OPENERS[number])})

    assert shown(rig) == {number: 5}
    assert {card.text for card in rig.table.seat(number).faces} == set(OPENERS[number].split())


def test_cards_seen_in_several_looks_add_up() -> None:
    rig = showdown(unread=True)
    number = rig.table.to_act or 0
    eye = FakeEye()
    a, b, c_, d, e = OPENERS[number].split()
    eye.then = [f"{a} {b} ?? ?? ??", f"?? ?? {c_} {d} ??", f"{e} ?? ?? ?? ??"]

    read(rig, number, {number: eye})

    assert shown(rig) == {number: 5}


def test_a_hand_that_cannot_be_read_is_asked_for_again_and_then_read() -> None:
    rig = showdown(unread=True)
    number = rig.table.to_act or 0

    read(rig, number, {number: FakeEye("?? ?? ?? ?? ??")})
    assert any(alert.name == "CARD_NOT_READ" for alert in rig.table.alerts)
    assert rig.table.to_act == number
    read(rig, number, {number: FakeEye(OPENERS[number])})

    assert rig.table.seat(number).shown
    assert rig.table.to_act != number


def test_without_any_camera_what_the_shoe_read_is_shown() -> None:
    rig = showdown()
    number = rig.table.to_act or 0

    read(rig, number, {})

    assert shown(rig) == {number: 5}


def test_a_camera_over_the_whole_table_passes_over_what_others_have_tabled() -> None:
    rig = showdown(unread=True)
    first = rig.table.to_act or 0
    both = FakeEye(OPENERS[first])

    read(rig, first, {0: both})
    second = rig.table.to_act or 0
    both.text = f"{OPENERS[first]} {OPENERS[second]}"
    read(rig, second, {0: both})

    assert shown(rig) == {first: 5, second: 5}


def test_a_camera_over_the_whole_table_knows_other_hands_from_the_shoe() -> None:
    rig = showdown()
    first = rig.table.to_act or 0

    read(rig, first, {0: FakeEye(" ".join(OPENERS.values()))})

    assert shown(rig) == {first: 5}
    assert rig.store.refusals() == []


class RegionsEye(FakeEye):
    """A camera over the whole table that knows in whose region a card lies."""

    hands = OPENERS

    async def look(self) -> tuple[Seen, ...]:
        self.looks += 1
        hands = {number: parse_cards(text) for number, text in self.hands.items()}
        return tuple(Seen(card, 1.0, seat=number) for number, cards in hands.items() for card in cards)


def test_a_camera_that_knows_the_seats_regions_reads_hands_that_are_tabled_at_once() -> None:
    rig = showdown(unread=True)
    first = rig.table.to_act or 0

    read(rig, first, {0: RegionsEye()})
    second = rig.table.to_act or 0
    read(rig, second, {0: RegionsEye()})

    assert shown(rig) == {first: 5, second: 5}
    assert set(rig.table.seat(first).faces) == set(parse_cards(OPENERS[first]))


def folded_and_read() -> tuple[Rig, int, str]:
    """A showdown of two, one of whom nobody has read; the third has thrown away a hand that the shoe read."""
    rig = Rig()
    rig.start()
    rig.act("open")
    out = rig.act("fold")
    while rig.table.phase is Phase.BET:
        rig.act("call")
    rig.all_stand_pat()
    rig.all_check()
    number = rig.table.to_act or 0
    hidden = tuple(replace(held, card=None) for held in rig.table.seat(number).hand)
    seats = tuple(replace(s, hand=hidden) if s.number == number else s for s in rig.table.seats)
    rig.controller.table = replace(rig.table, seats=seats)
    return rig, number, OPENERS[out]


def test_a_mucked_card_before_a_seat_under_a_shared_camera_is_unread_and_an_alarm() -> None:
    rig, number, mucked = folded_and_read()
    eye = RegionsEye()
    eye.hands = {number: f"{' '.join(OPENERS[number].split()[:4])} {mucked.split()[0]}"}

    read(rig, number, {0: eye})

    assert set(rig.table.seat(number).faces) == set(parse_cards(" ".join(OPENERS[number].split()[:4])))
    (alert,) = [alert for alert in rig.table.alerts if alert.name == "SENSOR_CONFLICT"]
    assert (alert.seat, alert.cards, rig.table.halted) == (number, (), ())
    assert mucked.split()[0] not in alert.text


def test_a_mucked_card_in_nobodys_region_is_no_alarm() -> None:
    rig, number, mucked = folded_and_read()
    other = next(seat for seat in OPENERS if seat != number)
    eye = RegionsEye()
    eye.hands = {number: OPENERS[number], other: mucked}

    read(rig, number, {0: eye})

    assert rig.table.seat(number).shown
    assert not rig.table.alerts


def test_more_cards_than_a_hand_has_are_not_shown_as_one() -> None:
    rig = showdown(unread=True)
    number = rig.table.to_act or 0

    read(rig, number, {number: FakeEye(f"{OPENERS[number]} 2s")})

    assert not rig.table.seat(number).faces
    assert rig.table.to_act == number


def test_a_card_of_another_beside_one_that_is_not_read_makes_no_hand() -> None:
    rig = showdown(unread=True)
    number = rig.table.to_act or 0
    four = " ".join(OPENERS[number].split()[:4])

    read(rig, number, {number: FakeEye(f"{four} ?? 7h")})

    assert "7h" not in {card.text for card in rig.table.seat(number).faces}
    assert len(rig.table.seat(number).faces) < 5


def test_a_hand_that_was_mucked_while_the_camera_looked_stays_mucked() -> None:
    rig = showdown()
    number = rig.table.to_act or 0
    eye = FakeEye("?? ?? ?? ?? ??")
    eye.pause_s = 0.005
    watch = HandWatch(rig.controller, {number: eye})

    async def scene() -> None:
        reading = asyncio.create_task(watch.read(number))
        await until(lambda: eye.looks >= 1)
        rig.tell(c.MuckHand(number))
        await reading

    asyncio.run(scene())

    assert rig.table.seat(number).mucked
    assert shown(rig) == {}
