"""The stub runs out, once or several times, in one draw or three (E12-E15, F15, F17, X28, X35, X36, Y06, Y08, Y10)."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product

import pytest

from table_controller import commands as c
from table_controller import events as e
from table_controller.cards import Card, deck_of, parse_cards
from table_controller.decide import act
from table_controller.games.build import build
from table_controller.rules.dealing import dealable
from table_controller.rules.drawing import draw_range, number_thrown
from table_controller.structure import Betting, Stakes
from table_controller.table.places import cards_counted
from table_controller.table.state import HeldCard, Phase, Table, new_table
from tests.table_controller.asked_table import holds

STAKES = Stakes(Betting.LIMIT, (2, 4), ante=1)
HOUSES = tuple(
    product(
        ("never", "if_needed", "always"),
        ("earlier_discards", "all_but_own", "muck_and_prior_rounds"),
        ("never_direct", "only_if_completes", "dealt"),
    )
)


@dataclass
class Dealer:
    """Deals one hand at random with a deck of its own, and keeps who threw and who got which card."""

    table: Table
    rng: random.Random
    stub: list[Card]
    unread: float = 0.0
    out: dict[int, Card] = field(default_factory=dict)
    thrown: dict[int, set[Card]] = field(default_factory=dict)
    came_back: list[tuple[int, Card]] = field(default_factory=list)
    reshuffles: int = 0
    again: int = 0
    """Cards that lay aside, passed over, and went into a later stub."""
    halts: int = 0

    def put(self, command: c.Command) -> None:
        decision = act(self.table, command)
        for event, after in decision.steps:
            aside = {held.number for held in self.table.aside}
            if isinstance(event, e.StubReshuffled):
                self.again += len(aside.intersection(event.numbers))
            self.table = after
            self._follow(event)
            assert cards_counted(self.table) in (0, self.table.rules.deck_size)
            assert self.table.stub == len(self.stub)

    def _follow(self, event: e.Event) -> None:
        match event:
            case e.CardDealt(seat, number, _, draw):
                self._off(number)
                if draw and self.out[number] in self.thrown.get(seat, ()):
                    self.came_back.append((seat, self.out[number]))
            case e.CardBurned(number) | e.CardSetAside(number):
                self._off(number)
            case e.CardsDiscarded(seat, numbers):
                self.thrown.setdefault(seat, set()).update(self.out[number] for number in numbers)
            case e.StubReshuffled(numbers):
                self.reshuffles += 1
                self.stub += [self.out.pop(number) for number in numbers]
                self.rng.shuffle(self.stub)
            case e.TableHalted():
                self.halts += 1

    def _off(self, number: int) -> None:
        self.out[number] = self.stub.pop()

    def deal(self) -> None:
        """Play the hand to its end: nobody bets, some fold to nobody, everybody draws what he likes."""
        self.put(c.StartHand())
        for _ in range(800):
            if self.table.phase in (Phase.OVER, Phase.SHOWDOWN):
                return
            self._go_on()
        raise AssertionError("the hand does not end")

    def _go_on(self) -> None:
        table = self.table
        if table.halted:
            assert dealable(table) == 0
            self.put(c.VoidHand("floor"))
        elif table.reshuffle is not None:
            self.put(c.ReshuffleStub())
        elif table.due:
            self.put(c.DeliverCard(None if self.rng.random() < self.unread else self.stub[-1]))
        elif table.phase is Phase.BET and table.to_act is not None:
            self._bets(table.to_act)
        elif table.to_act is not None:
            self._draws(table.to_act)

    def _bets(self, seat: int) -> None:
        """The first seat bets so that some can fold."""
        betting = self.table.round
        assert betting is not None
        if betting.to_match == 0:
            self.put(c.BetTo(seat, betting.bet))
        elif len(self.table.live) > 5 and self.rng.random() < 0.15:
            self.put(c.Fold(seat))
        else:
            self.put(c.Call(seat))

    def _draws(self, seat: int) -> None:
        least, most = draw_range(self.table, self.table.seat(seat))
        count = self.rng.choice((least, 2, 3, 3, 3, 4, most))
        self.put(c.AnnounceDraw(seat, min(most, max(least, count))))
        held = self.table.seat(seat)
        if held.announced is not None:
            number = number_thrown(self.table, held.announced)
            some = self.rng.sample(held.hand, number)
            self.put(c.Discard(seat, tuple(card.card for card in some)))


def dealers(
    house: tuple[str, str, str], order: str = "serve_in_turn", unread: float = 0.0
) -> Iterator[Dealer]:
    muck, taken, bottom = house
    switches = {
        "reshuffle_includes_muck": muck,
        "reshuffle_set": taken,
        "bottom_card": bottom,
        "draw_order": order,
        "deck_joker": "0",
    }
    for seed, (draws, four) in enumerate(product((1, 2, 3), (False, True))):
        rng = random.Random(repr((house, order, seed)))
        game, rules = build("five-card-draw", switches=switches, draws=draws, four_before=four)
        table = new_table(game, rules, STAKES)
        stub = list(deck_of(rules.deck_size))
        rng.shuffle(stub)
        dealer = Dealer(table, rng, stub, unread)
        for seat in range(1, 9):
            dealer.table = act(dealer.table, c.TakeSeat(seat, "", 200)).table
        yield dealer


@pytest.mark.parametrize("order", ["serve_in_turn", "all_discard_first"])
@pytest.mark.parametrize("house", HOUSES, ids="-".join)
def test_nobody_gets_back_a_card_he_threw_in_this_hand(house: tuple[str, str, str], order: str) -> None:
    """E15 F17 X28 X35 X36 Y06 Y08 Y10: own discards and new cards have none in common, over one draw and three.

    Eight players; every card is somewhere after every event; where the stub cannot be made anew the table stands still.
    """
    ran_out = 0
    for dealer in dealers(house, order):
        dealer.deal()
        assert dealer.came_back == []
        ran_out += dealer.reshuffles + dealer.halts

    assert ran_out > 0


def test_a_discard_nobody_could_read_stays_out_while_others_are_enough() -> None:
    """E15: a card whose face is not known could come back to its player, and nobody would see it."""
    run = holds(
        """
        game five-card-draw
        profile home
        ante 1
        limit 2 4
        button 8
        seat 1 50: As 2c 3d 4h 9s
        seat 2 50: Ks ?? 3h 4c 9c
        seat 3 50: Qs 2h 3c 4s 9d
        seat 4 50: Js 2s 3s 4d 9h
        seat 5 50: Ah Kh Qh Jh Th
        seat 6 50: Ac Kc Qc Jc Tc
        seat 7 50: Ad Kd Qd Jd Td
        seat 8 50: 5c 5d 5h 6c 6d
        stub 5s 6h 6s 7c 7d 7h 7s 8c 8d 8h 8s Ts
        1 bets 2
        2 calls
        3 calls
        4 calls
        5 folds
        6 folds
        7 folds
        8 calls
        1 discards 2c 3d 4h
        2 discards ?? 3h 4c
        3 discards 2h 3c 4s
        4 discards 2s 3s 4d
        ? reshuffled 5s Ts 2c 3d 4h 3h 4c 2h 3c 4s
        """
    )

    assert run.table.reshuffles == 1


def test_split_openers_stay_under_their_chip_when_the_stub_is_made_anew() -> None:
    """S01 E13: the opener's discards are turned up after the hand, so they do not go back into the stub."""
    holds(
        """
        game jacks-or-better
        rule deck_joker 0
        ante 1
        limit 2 4
        button 8
        seat 1 50: Jc Jh Kc 9c 7c
        seat 2 50: Ks 2d 3h 4c 9s
        seat 3 50: Qs 2h 3c 4s 9d
        seat 4 50: Js 2s 3s 4d 9h
        seat 5 50: Ah Kh Qh Jd Th
        seat 6 50: Ac Ts Qc 8s Tc
        seat 7 50: Ad Kd Qd 8h Td
        seat 8 50: 5c 5d 5h 6c 6d
        stub 5s 6h 6s 7s 7d 7h 3d 8c 8d 2c 4h As
        1 opens 2
        2 calls
        3 calls
        4 calls
        5 folds
        6 folds
        7 folds
        8 calls
        1 discards Jh splitting openers
        2 discards 2d 3h 4c
        3 discards 2h 3c 4s
        4 discards 2s 3s 4d 9h
        ? reshuffled 5s As 2d 3h 4c 2h 3c 4s
        """
    )


def test_a_card_passed_over_in_an_earlier_stub_is_taken_again_before_the_table_stands_still() -> None:
    """Y08 E15: burn, bottom card and discards are too few; what lay aside for the player who threw it serves others."""
    hands = list(dealers(("if_needed", "muck_and_prior_rounds", "never_direct")))

    for dealer in hands:
        dealer.deal()

    assert sum(dealer.again for dealer in hands) > 0
    assert [dealer.came_back for dealer in hands if dealer.came_back] == []


def test_two_people_have_all_that_lies_there_mixed_in_where_the_house_has_nothing_for_a_new_stub() -> None:
    """F15 X35: this draw's discards stay out and nothing else is there: NO_STUB, until two people say otherwise."""
    run = holds(
        """
        game five-card-draw
        profile wsop-2024
        no-limit 2
        ante 1
        button 8
        seat 1 100: 2c 3c 4c 5c As
        seat 2 100: 2d 3d 4d 5d Ks
        seat 3 100: 2h 3h 4h 5h 7h
        seat 4 100
        seat 5 100
        seat 6 100
        seat 7 100
        seat 8 100
        1 checks
        2 checks
        3 checks
        4 checks
        5 checks
        6 checks
        7 checks
        8 checks
        1 discards 2c 3c 4c 5c
        2 discards 2d 3d 4d 5d
        3 discards 2h 3h 4h 5h 7h
        4 stands pat
        5 stands pat
        6 stands pat
        7 stands pat
        8 stands pat
        ? phase halted
        ? stub 1
        ? alert FLOOR_DECISION to dealer floor
        alice and floor-1 reshuffle the stub with the muck
        floor confirms the table
        ? phase bet 2
        ? stub 11
        ? cards 3 without 2h 3h 4h 5h 7h
        """
    )

    assert [run.table.seat(seat).hand[-1].draw for seat in (1, 2, 3)] == [1, 1, 1]


def test_cards_in_four_before_are_counted_as_taken_when_the_stub_is_short() -> None:
    """E20 E13: eight seats and twenty cards in the stub; each takes one more than he throws, and has five."""
    dealer = next(
        dealer
        for dealer in dealers(("if_needed", "all_but_own", "dealt"))
        if dealer.table.game.is_four_before
    )

    dealer.deal()

    assert dealer.reshuffles > 0
    assert {len(seat.hand) for seat in dealer.table.live} == {5}


@pytest.mark.parametrize(("in_the_stub", "halted"), [("Jh", ("NO_STUB",)), ("8h", ())])
def test_no_stub_is_made_of_cards_that_would_all_be_passed_over(
    in_the_stub: str, halted: tuple[str, ...]
) -> None:
    """E15 F15 Y08: only a player's own discards are left, and the floor is asked; they are not shuffled for ever."""
    table = _before_the_draw(reshuffle_set="muck_and_prior_rounds")
    seat = table.seat(table.to_act or 0)
    own = parse_cards("2s As Jh") if in_the_stub == "Jh" else parse_cards("2s As")
    aside = tuple(HeldCard(40 + place, card) for place, card in enumerate(own[:2]))
    threw = replace(seat, thrown=own)
    seats = tuple(threw if other is seat else other for other in table.seats)
    table = replace(table, stub=1, aside=aside, seats=seats)

    table = act(table, c.Discard(seat.number, seat.faces[:1])).table

    assert table.halted == halted
    assert (table.reshuffle is None) == bool(halted)


def _before_the_draw(**switches: str) -> Table:
    """Return a hand of two at its draw, its cards read and the burn taken."""
    game, rules = build("five-card-draw", switches={"burn_before_draw": "false", **switches})
    table = new_table(game, rules, STAKES)
    for seat in (1, 2):
        table = act(table, c.TakeSeat(seat, "", 100)).table
    table = act(table, c.StartHand()).table
    for card in parse_cards("3c 3d 4c 4d 5c 5d 6c 6d 7c 7d"):
        table = act(table, c.DeliverCard(card)).table
    while table.phase is Phase.BET and table.to_act is not None:
        table = act(table, c.Check(table.to_act)).table
    return table
