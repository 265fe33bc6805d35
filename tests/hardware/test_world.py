"""Cardboard: 53 cards, each in one place, and no order of the undealt ones anywhere."""

import copy
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.twin.deck import BURN, MUCK, PlaceKind, hand_of, tabled_by
from hardware.twin.faults import Faults
from hardware.twin.hopper import Hopper
from hardware.twin.world import ImpossibleMoveError, World
from table_controller.cards import DECK, parse_card

ACTS = ("shuffle", "eject", "discard", "muck", "table", "take_up", "set_aside", "burn", "collect", "gather")


def dealt_world(seats: int = 4) -> World:
    world = World(seats, chooser=random.Random(1))
    world.shuffle()
    for _ in range(5):
        for seat in range(1, seats + 1):
            world.eject(seat)
    return world


def act(world: World, name: str, seat: int, number: int) -> None:
    """Do one physical act; cards are picked from the seat's hand."""
    hand = world.at(hand_of(seat))
    match name:
        case "shuffle":
            world.shuffle()
        case "eject":
            world.eject(number % 10)
        case "discard":
            world.lay_discards(seat, 1 + number % 2, hand[: number % 6])
        case "muck":
            world.muck(seat)
        case "table":
            world.table(seat)
        case "take_up":
            world.take_up(seat)
        case "set_aside" if hand:
            world.set_aside(seat, hand[-1])
        case "burn" if hand:
            world.burn(seat, hand[0])
        case "collect":
            world.collect(lambda place: place.kind in (PlaceKind.TRAY, PlaceKind.BURN))
        case "gather":
            world.gather()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(ACTS), st.integers(1, 4), st.integers(0, 99)), max_size=60))
def test_whatever_hands_do_every_card_is_in_exactly_one_place(acts: list[tuple[str, int, int]]) -> None:
    world = World(4, chooser=random.Random(2))

    for name, seat, number in acts:
        try:
            act(world, name, seat, number)
        except ImpossibleMoveError:
            continue

    truth = world.truth()
    assert len(truth.places) + len(truth.hopper) == 53
    assert not truth.hopper & truth.places.keys()
    assert {card.face for card in (*truth.places, *truth.hopper)} == set(DECK)


def test_a_card_that_is_not_in_the_hand_cannot_be_discarded() -> None:
    world = dealt_world()

    with pytest.raises(ImpossibleMoveError):
        world.lay_discards(1, 1, world.at(hand_of(2))[:1])

    assert len(world.at(hand_of(2))) == 5


def test_the_same_card_cannot_be_laid_down_twice_in_one_go() -> None:
    world = dealt_world()
    card = world.at(hand_of(1))[0]

    with pytest.raises(ImpossibleMoveError):
        world.lay_discards(1, 1, (card, card))

    assert len(world.at(hand_of(1))) == 5


def test_an_empty_machine_gives_out_no_card() -> None:
    world = World(2)

    with pytest.raises(ImpossibleMoveError, match="empty"):
        world.eject(1)


@pytest.mark.parametrize("slot", [-1, 5, 10])
def test_there_is_no_slot_without_a_seat(slot: int) -> None:
    world = dealt_world()

    with pytest.raises(ImpossibleMoveError, match="no such slot"):
        world.eject(slot)

    assert world.hopper_count() == 33


def test_folded_cards_lie_in_the_muck_and_burns_on_their_pile() -> None:
    world = dealt_world()

    world.muck(3)
    world.eject(0)

    assert len(world.at(MUCK)) == 5
    assert len(world.at(BURN)) == 1
    assert world.look(3) == ()


def test_tabled_cards_are_the_hand_turned_over() -> None:
    world = dealt_world()
    hand = world.look(2)

    world.table(2)

    assert world.at(tabled_by(2)) == hand
    assert world.at(hand_of(2)) == ()


def test_the_shoe_window_shows_the_card_that_left_last_until_the_cards_are_gathered() -> None:
    world = dealt_world()

    assert world.in_shoe_window() is world.look(4)[-1]
    world.gather()
    assert world.in_shoe_window() is None


def test_cards_gathered_and_shuffled_are_a_whole_deck_again() -> None:
    world = dealt_world()
    world.table(1)
    world.lay_discards(2, 1, world.look(2)[:3])
    world.muck(3)

    world.gather()

    assert world.shuffle() == 53
    assert world.truth().left == ()


def test_a_reshuffle_inside_a_hand_keeps_the_numbers_of_the_cards_that_left() -> None:
    world = dealt_world()
    world.lay_discards(1, 1, world.look(1)[:3])

    world.collect(lambda place: place.kind is PlaceKind.TRAY)
    world.shuffle()
    world.eject(1)

    assert world.hopper_count() == 33 + 3 - 1
    assert len(world.truth().left) == 21


def test_a_card_under_the_rail_is_missing_until_somebody_looks_there() -> None:
    world = World(4, faults=Faults(under_rail=1))

    assert world.shuffle() == 52
    world.gather()
    assert world.shuffle() == 52
    assert world.find_under_rail() == 1
    assert world.shuffle() == 53


def test_a_doubled_face_keeps_the_number_right() -> None:
    world = World(4, faults=Faults(doubled=parse_card("9h")))

    assert len(world.faces()) == 53
    assert world.faces().count(parse_card("9h")) == 2


def test_a_new_deck_is_complete_whatever_was_wrong_with_the_old_one() -> None:
    world = World(4, faults=Faults(under_rail=2, doubled=parse_card("9h")))
    world.shuffle()

    world.change_deck()

    assert world.shuffle() == 53
    assert set(world.faces()) == set(DECK)


def test_the_hopper_tells_its_number_and_nothing_else() -> None:
    world = World(4, chooser=random.Random(3))
    world.shuffle()
    hopper = world._hopper

    assert {repr(hopper), str(hopper), f"{hopper}"} == {"<hopper, 53 cards>"}
    assert set(map(repr, hopper.content())) == {"<a card>"}
    assert "card" not in repr(world)
    assert not hasattr(hopper, "__dict__")
    assert not hasattr(hopper, "__iter__")
    for copied in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="cannot be copied"):
            copied(hopper)


def test_the_card_to_come_is_drawn_when_it_leaves_and_not_before() -> None:
    asked: list[int] = []

    class Watched(random.Random):
        def choice(self, seq):  # type: ignore[no-untyped-def]
            asked.append(len(seq))
            return super().choice(seq)

    world = World(4, chooser=Watched(4))

    world.shuffle()
    assert asked == []
    world.eject(1)
    world.eject(2)

    assert asked == [53, 52]


def test_every_face_is_as_likely_to_come_first() -> None:
    """Chi-square over 53 faces, 5300 shuffles: 52 degrees of freedom, 110 is beyond one in a million."""
    counts = dict.fromkeys(DECK, 0)
    world = World(1, chooser=random.Random(5))
    for _ in range(5300):
        world.shuffle()
        world.eject(1)
        counts[world.look(1)[0].face] += 1
        world.gather()

    assert sum((n - 100) ** 2 / 100 for n in counts.values()) < 110


def test_a_hopper_that_is_empty_says_so() -> None:
    with pytest.raises(IndexError, match="empty"):
        Hopper(random.Random(6)).give_out()
