"""Cards shown one after another, with readings given: what is learnt, what is asked for, what is refused."""

from dataclasses import replace

import numpy as np

from table_controller.cards import DECK, Card, parse_card
from tests.vision.enrol.odd_deck import held_up
from vision.enrol.showing import AGREEING, BACK_FRAMES, EMPTY_FRAMES, ORDERED_FRAMES, Show
from vision.reader import Reading
from vision.synthetic.faces import card_back

FRAME = np.full((480, 640, 3), 90, np.uint8)
NOTHING = Reading((), ())


class Clock:
    """Fifteen frames a second."""

    def __init__(self) -> None:
        self.at_s = 0.0

    def next(self) -> float:
        self.at_s += 1 / 15
        return self.at_s


def show_for(show: Show, clock: Clock, reading: Reading, frames: int = 10) -> list[Card]:
    """Return the cards that were completed."""
    done = [show.feed(FRAME, reading, clock.next()) for _ in range(frames)]
    return [card for card in done if card is not None]


def test_a_card_read_alike_in_three_frames_is_learnt_once() -> None:
    show, clock = Show(52), Clock()

    assert show_for(show, clock, held_up(DECK[7], 7), AGREEING - 1) == []
    assert show_for(show, clock, held_up(DECK[7], 7), 5) == [DECK[7]]

    assert DECK[7] not in show.missing
    assert len(show.missing) == 51


def test_a_whole_deck_at_a_card_a_second_takes_less_than_a_minute() -> None:
    show, clock = Show(53), Clock()

    for card in DECK:
        show_for(show, clock, held_up(card, card.index), 11)
        show_for(show, clock, NOTHING, 4)
    show_for(
        show,
        clock,
        Reading((), (np.array([(200, 100), (300, 100), (300, 240), (200, 240)], np.float32),)),
        11,
    )

    assert show.done
    assert clock.at_s <= 60


def test_a_card_that_flickers_between_two_faces_is_not_learnt() -> None:
    show, clock = Show(52), Clock()

    for _ in range(6):
        show_for(show, clock, held_up(DECK[7], 7), 2)
        show_for(show, clock, held_up(DECK[6], 7), 1)

    assert len(show.missing) == 52


def test_a_face_seen_twice_with_two_looks_is_asked_for_again() -> None:
    show, clock = Show(52), Clock()

    show_for(show, clock, held_up(DECK[7], 7))
    show_for(show, clock, NOTHING)
    show_for(show, clock, held_up(DECK[7], 8))

    assert DECK[7] in show.missing
    assert "seen twice" in show.remark


def test_in_order_an_unread_card_is_the_one_that_was_asked_for() -> None:
    show, clock = Show(52, in_order=True), Clock()
    first = show.wanted

    assert show_for(show, clock, held_up(None, 1, sure=False), ORDERED_FRAMES) == [parse_card("2c")]

    assert first is parse_card("2c")
    assert show.wanted is parse_card("3c")


def test_in_order_a_card_that_stays_is_not_taken_for_the_next() -> None:
    show, clock = Show(52, in_order=True), Clock()

    show_for(show, clock, held_up(None, 1, sure=False), 30)

    assert len(show.missing) == 51


def test_in_order_a_card_surely_read_as_another_is_refused_in_words() -> None:
    show, clock = Show(52, in_order=True), Clock()

    assert show_for(show, clock, held_up(parse_card("Kc"), 3)) == []

    assert show.remark == "this looks like the king of clubs; show the 2 of clubs"


def test_a_person_may_insist_that_the_card_is_the_one_asked_for() -> None:
    show, clock = Show(52, in_order=True), Clock()
    show_for(show, clock, held_up(parse_card("Kc"), 3))

    assert show.accept() is parse_card("2c")
    assert show.wanted is parse_card("3c")


def test_what_an_earlier_show_left_is_not_asked_for_again() -> None:
    show, clock = Show(52), Clock()
    show_for(show, clock, held_up(DECK[7], 7))

    again = Show(52, views=show.views, backs=show.backs)

    assert DECK[7] not in again.missing


def test_a_face_down_card_alike_in_three_frames_is_the_back() -> None:
    show, clock = Show(52), Clock()
    frame = FRAME.copy()
    back = card_back(width_px=100)
    frame[100 : 100 + back.shape[0], 200:300] = back
    quad = np.array([(200, 100), (300, 100), (300, 240), (200, 240)], np.float32)

    for _ in range(BACK_FRAMES):
        show.feed(frame, Reading((), (quad,)), clock.next())

    assert not show.back_missing


def test_in_order_a_card_shown_after_nothing_was_in_view_is_the_next_one_however_alike() -> None:
    show, clock = Show(52, in_order=True), Clock()

    for _ in range(2):
        show_for(show, clock, held_up(None, 1, sure=False))
        show_for(show, clock, NOTHING, 8)

    assert len(show.missing) == 50


def test_a_card_of_which_now_one_corner_and_now_the_other_is_read_is_one_showing() -> None:
    show, clock = Show(52, in_order=True), Clock()
    corners = [held_up(None, 1, sure=False, at_px=at_px) for at_px in (180.0, 520.0)]

    done = [show.feed(FRAME, corners[k % 2], clock.next()) for k in range(ORDERED_FRAMES)]

    assert done[-1] is parse_card("2c")


def test_in_order_a_short_gap_parts_two_cards_that_look_alike() -> None:
    """And no view of the second is kept under the first."""
    show, clock = Show(52, in_order=True), Clock()

    show_for(show, clock, held_up(None, 1, sure=False), ORDERED_FRAMES)
    kept = len(show.views)
    show_for(show, clock, NOTHING, EMPTY_FRAMES)
    show_for(show, clock, held_up(None, 1, sure=False), ORDERED_FRAMES - 1)

    assert len(show.views) == kept
    assert show_for(show, clock, held_up(None, 1, sure=False), 1) == [parse_card("3c")]


def test_a_smear_that_leans_to_another_face_does_not_spoil_a_showing() -> None:
    show, clock = Show(52), Clock()

    show_for(show, clock, held_up(DECK[7], 7), 1)
    show.feed(FRAME, leaning(DECK[6], 7), clock.next())

    assert show_for(show, clock, held_up(DECK[7], 7), 5) == [DECK[7]]


def leaning(card: Card, looks_like: int) -> Reading:
    """Return a reading of a card that is not answered, and looks like *card* more than not."""
    (sighting,) = held_up(card, looks_like).sightings
    unsure = replace(sighting, card=None, witnesses=(replace(sighting.witnesses[0], score=0.6),))
    return Reading((unsure,), ())
