"""Two corners of one card are one card; what does not fit is unread."""

import math
from dataclasses import replace

import numpy as np
import pytest

from table_controller.cards import JOKER, Card, parse_card
from vision.find import IndexFind
from vision.pair import Sighting, duplicate_alarms
from vision.pair import sightings as sightings_by
from vision.read import Witness
from vision.score import CARD_TERMS, TERMS, ScoreModel
from vision.synthetic.faces import DEFAULT, index_marks
from vision.synthetic.styles import CARD_HEIGHT_MM, CARD_WIDTH_MM, FOUR_CORNERS, DeckStyle

PX_PER_MM = 3.0
ALL_FOUR = (0, 1, 2, 3)
PLAIN = ScoreModel(
    np.zeros(len(TERMS) + 1), np.array([1.0] + [0.2] * (len(CARD_TERMS) - 1) + [0.0]), 1.0, threshold=0.9
)
"""A card is as sure as its surest index, and a little surer for others that agree."""


def sightings(
    there: list[Witness], threshold: float | None = None, per_card: int = 0
) -> tuple[Sighting, ...]:
    return sightings_by(there, threshold, PLAIN, per_card)


def corners_px(x_px: float, y_px: float, turn: float) -> np.ndarray:
    """The corners of a card whose centre is there, turned by so many radians."""
    return np.array([place(x_px, y_px, turn, mm) for mm in ((0, 0), (1, 0), (1, 1), (0, 1))])


def place(x_px: float, y_px: float, turn: float, share: tuple[float, float]) -> tuple[float, float]:
    dx = (share[0] - 0.5) * CARD_WIDTH_MM * PX_PER_MM
    dy = (share[1] - 0.5) * CARD_HEIGHT_MM * PX_PER_MM
    return x_px + dx * math.cos(turn) - dy * math.sin(turn), y_px + dx * math.sin(turn) + dy * math.cos(turn)


def witnesses(
    text: str,
    x_px: float,
    y_px: float,
    turn: float = 0.3,
    score: float = 0.99,
    style: DeckStyle = DEFAULT,
    marks: tuple[int, ...] = (0, 1),
) -> list[Witness]:
    """What a perfect finder would see of a card of *style* lying there."""
    card = parse_card(text)
    out = []
    for number in marks:
        mark = index_marks(card, style)[number]
        centre = np.array(place(x_px, y_px, turn, (mark.x_mm / CARD_WIDTH_MM, mark.y_mm / CARD_HEIGHT_MM)))
        way = turn + (math.pi if mark.turned else 0)
        length = mark.height_mm * PX_PER_MM
        down = np.array((-math.sin(way), math.cos(way))) * length
        across = np.array((math.cos(way), math.sin(way))) * length
        find = IndexFind(
            0.9, *(v.astype(np.float32) for v in (centre, down, across, np.array((x_px, y_px)) - centre))
        )
        out.append(Witness(find, card, score, 0.95))
    return out


def cards_of(found: tuple[Sighting, ...]) -> list[Card | None]:
    return [s.card for s in found]


def test_both_corners_of_a_card_are_one_card() -> None:
    found = sightings(witnesses("Ah", 300, 300))

    assert cards_of(found) == [parse_card("Ah")]


def test_four_corner_indices_are_one_card() -> None:
    found = sightings(witnesses("7c", 300, 300, style=FOUR_CORNERS, marks=(0, 1, 2, 3)))

    assert cards_of(found) == [parse_card("7c")]


@pytest.mark.parametrize("turn", [0.0, 0.7, 2.0, math.pi, 4.5])
@pytest.mark.parametrize("marks", [(0,), (1,), (0, 1)])
def test_the_corners_of_the_whole_card_come_from_one_index_or_both(
    turn: float, marks: tuple[int, ...]
) -> None:
    (one,) = sightings(witnesses("Qs", 400, 300, turn, marks=marks))

    away = np.linalg.norm(one.corners_px - corners_px(400, 300, turn), axis=1)
    away_turned = np.linalg.norm(one.corners_px - corners_px(400, 300, turn + math.pi), axis=1)
    assert min(away.max(), away_turned.max()) < 0.06 * CARD_HEIGHT_MM * PX_PER_MM


def test_a_jokers_corners_come_from_its_tall_index() -> None:
    (one,) = sightings(witnesses("Jk", 400, 300, 0.0, marks=(0,)))

    assert one.card is JOKER
    assert np.linalg.norm(one.corners_px - corners_px(400, 300, 0.0), axis=1).max() < 25


def test_neighbours_in_a_fan_stay_two_cards() -> None:
    found = sightings([*witnesses("Ah", 300, 300, 0.0), *witnesses("Kh", 345, 305, 0.12, marks=(0,))])

    assert set(cards_of(found)) == {parse_card("Ah"), parse_card("Kh")}


def test_a_plain_index_beside_a_card_s_own_where_it_can_have_none_is_a_card_unread() -> None:
    """A second card of its face, a finger's breadth further on, of which the reader is less sure."""
    own = witnesses("5d", 300, 300, 0.0, marks=(0,))
    beside = witnesses("5d", 318, 314, 0.0, score=0.7, marks=(0,))
    faint = [replace(beside[0], index_score=0.4)]

    assert cards_of(sightings([*own, *beside])) == [parse_card("5d"), None]
    assert cards_of(sightings([*own, *faint])) == [parse_card("5d")]


def test_an_index_found_twice_is_one_witness() -> None:
    """Seats' regions overlap, and what lies in both is found in both."""
    once = witnesses("9d", 200, 300, score=0.88, marks=(0,))

    (alone,), (twice,) = sightings(once), sightings([*once, *once])

    assert (twice.card, twice.score) == (None, pytest.approx(alone.score))


def test_one_face_in_two_places_is_unread_in_both() -> None:
    """One of them must be a misread, and nothing tells which."""
    found = sightings([*witnesses("9d", 200, 300), *witnesses("9d", 800, 300, score=0.97)])

    assert cards_of(found) == [None, None]
    (alarm,) = duplicate_alarms(found)
    assert alarm.card is parse_card("9d")
    assert sorted(round(float(quad.mean(axis=0)[0])) for quad in alarm.places) == pytest.approx(
        [200, 800], abs=15
    )


def test_one_face_twice_side_by_side_is_no_card_of_four_indices() -> None:
    width = CARD_WIDTH_MM * PX_PER_MM

    for apart in (0.3, 1.02, 1.2):
        found = sightings([*witnesses("9d", 200, 300, 0.0), *witnesses("9d", 200 + apart * width, 300, 0.0)])

        assert set(cards_of(found)) == {None}
        assert [alarm.card for alarm in duplicate_alarms(found)] == [parse_card("9d")]


def test_upper_corners_side_by_side_are_two_cards_where_another_card_shows_that_the_deck_has_two_indices() -> (
    None
):
    """In a row whose lower half is covered, two equal cards look like the upper half of one with four indices."""
    width = CARD_WIDTH_MM * PX_PER_MM
    row = [
        *witnesses("9d", 200, 300, 0.0, marks=(0,)),
        *witnesses("9d", 200 + 0.9 * width, 300, 0.0, marks=(0,)),
    ]

    found = sightings([*row, *witnesses("Kc", 900, 300, 0.0)])

    assert [alarm.card for alarm in duplicate_alarms(found)] == [parse_card("9d")]
    assert parse_card("Kc") in cards_of(found)


def test_upper_corners_are_one_card_where_others_have_four_indices_too() -> None:
    upper = witnesses("7c", 300, 300, style=FOUR_CORNERS, marks=(0, 1))
    other = witnesses("Kd", 900, 300, style=FOUR_CORNERS, marks=(0, 1, 2, 3))

    assert set(cards_of(sightings([*upper, *other]))) == {parse_card("7c"), parse_card("Kd")}


@pytest.mark.parametrize("apart", [0.45, 0.6, 0.9, 1.2])
def test_two_equal_cards_side_by_side_are_an_alarm_where_the_deck_is_known_to_have_two_indices(
    apart: float,
) -> None:
    width = CARD_WIDTH_MM * PX_PER_MM
    upper = [witnesses("9d", 200 + k * apart * width, 300, 0.0, marks=(0,))[0] for k in range(2)]

    found = sightings(upper, per_card=2)

    assert [alarm.card for alarm in duplicate_alarms(found)] == [parse_card("9d")]
    assert cards_of(sightings(witnesses("9d", 200, 300), per_card=2)) == [parse_card("9d")]


def test_two_upper_corners_of_a_deck_known_to_have_four_are_one_card() -> None:
    upper = witnesses("7c", 300, 300, style=FOUR_CORNERS, marks=(0, 1))
    other = witnesses("Kd", 900, 300)

    assert parse_card("7c") not in cards_of(sightings([*upper, *other]))
    assert set(cards_of(sightings([*upper, *other], per_card=4))) == {parse_card("7c"), parse_card("Kd")}


def test_three_other_cards_with_one_index_each_tell_that_the_deck_has_two() -> None:
    """In a row whose right and lower parts are covered a card of four would show two corners, one under the other."""
    width = CARD_WIDTH_MM * PX_PER_MM
    row = [witnesses("9d", 200 + k * 0.9 * width, 300, 0.0, marks=(0,))[0] for k in range(2)]
    others = [witnesses(text, 900 + 300 * k, 300, marks=(0,))[0] for k, text in enumerate(("Kc", "4h", "Js"))]

    assert [alarm.card for alarm in duplicate_alarms(sightings([*row, *others]))] == [parse_card("9d")]
    assert duplicate_alarms(sightings([*row, *others[:1]])) == ()


def test_a_card_and_a_corner_of_an_equal_one_close_beside_it_are_two() -> None:
    """The corner lies to the far one of the card as opposite corners do, and under none of them."""
    width = CARD_WIDTH_MM * PX_PER_MM
    found = sightings(
        [*witnesses("7h", 300, 300, 0.0), *witnesses("7h", 300 - 0.5 * width, 300, 0.0, marks=(0,))]
    )

    assert [alarm.card for alarm in duplicate_alarms(found)] == [parse_card("7h")]


def test_no_card_has_more_than_four_indices() -> None:
    width = CARD_WIDTH_MM * PX_PER_MM
    whole = witnesses("Kd", 300, 300, 0.0, style=FOUR_CORNERS)
    left = witnesses("Kd", 300 - 0.75 * width, 300, 0.0, style=FOUR_CORNERS, marks=(0, 3))

    assert set(cards_of(sightings([*whole, *left]))) == {None}
    assert cards_of(sightings(whole)) == [parse_card("Kd")]


def test_neighbours_in_a_ribbon_that_differ_by_their_suit_do_not_contradict_each_other() -> None:
    one = witnesses("6c", 300, 300, 0.0, marks=(0,))
    other = witnesses("6s", 300 + one[0].find.height, 300, 0.0, marks=(0,))

    assert set(cards_of(sightings([*one, *other]))) == {parse_card("6c"), parse_card("6s")}


@pytest.mark.parametrize("heights", [0.5, 0.65])
def test_equal_cards_half_an_index_apart_are_two(heights: float) -> None:
    one = witnesses("4c", 300, 300, 0.0, marks=(0,))
    other = witnesses("4c", 300 + heights * one[0].find.height, 300, 0.0, marks=(0,))

    assert [alarm.card for alarm in duplicate_alarms(sightings([*one, *other]))] == [parse_card("4c")]


def test_equal_cards_in_a_ribbon_are_two() -> None:
    """Their indices are about a height apart."""
    one = witnesses("9d", 300, 300, 0.0, marks=(0,))
    other = witnesses("9d", 300 + one[0].find.height, 300, 0.0, marks=(0,))

    assert set(cards_of(sightings([*one, *other]))) == {None}


def test_corners_of_two_equal_cards_in_a_fan_are_no_rectangle() -> None:
    """Upper and lower left corners of a deck of four: the second card is turned against the first."""
    fan = [
        *witnesses("5s", 300, 300, 0.0, style=FOUR_CORNERS, marks=(0, 3)),
        *witnesses("5s", 360, 310, 0.35, style=FOUR_CORNERS, marks=(0, 3)),
    ]

    assert [alarm.card for alarm in duplicate_alarms(sightings(fan))] == [parse_card("5s")]


def test_a_card_of_four_seen_at_a_slant_is_one_card() -> None:
    """What is far off is smaller: the upper corners are nearer to each other by a fifth."""
    there = witnesses("5s", 300, 300, 0.0, style=FOUR_CORNERS)
    upper = [w for w in there if w.find.centre[1] < 300]
    slanted = [shrunk(w, 0.8) if w in upper else w for w in there]

    assert cards_of(sightings(slanted)) == [parse_card("5s")]


def shrunk(witness: Witness, share: float) -> Witness:
    """The same index with all its lengths, and its way from the middle, so much shorter."""
    find, middle = witness.find, np.array((300, 300), np.float32)
    across = middle + (find.centre - middle) * np.float32([share, 1])
    ways = [(v * share).astype(np.float32) for v in (find.down, find.across, find.to_card)]
    return replace(witness, find=IndexFind(0.9, across.astype(np.float32), *ways))


def test_corners_side_by_side_nearer_than_on_any_card_are_two_cards() -> None:
    one = witnesses("5s", 300, 300, 0.0, style=FOUR_CORNERS, marks=(0, 3))
    ribbon = 300 + 1.0 * one[0].find.height
    other = witnesses("5s", ribbon, 300, 0.0, style=FOUR_CORNERS, marks=(0, 3))

    assert [alarm.card for alarm in duplicate_alarms(sightings([*one, *other]))] == [parse_card("5s")]


def test_corners_side_by_side_twice_as_near_as_those_of_the_other_faces_are_two_cards() -> None:
    row = [
        w
        for k, text in enumerate(("Kd", "4c", "9h"))
        for w in witnesses(text, 900 + 300 * k, 300, 0.0, style=FOUR_CORNERS)
    ]
    near = CARD_WIDTH_MM * PX_PER_MM * 0.38
    twins = [witnesses("5s", 200 + k * near, 300, 0.0, style=FOUR_CORNERS, marks=(0, 3)) for k in range(2)]

    found = sightings([*row, *twins[0], *twins[1]])

    assert [alarm.card for alarm in duplicate_alarms(found)] == [parse_card("5s")]
    assert {parse_card(text) for text in ("Kd", "4c", "9h")} <= set(cards_of(found))


def test_four_corners_in_their_places_are_one_card_though_the_other_cards_show_opposite_corners_alone() -> (
    None
):
    """A deck of four whose other cards are half covered looks like a deck of two."""
    others = [
        w
        for k, text in enumerate(("Kd", "4c", "9h"))
        for w in witnesses(text, 900 + 300 * k, 300, 0.0, style=FOUR_CORNERS, marks=(0, 2))
    ]

    found = sightings([*others, *slanted_card("Ac")])

    assert set(cards_of(found)) == {parse_card(text) for text in ("Kd", "4c", "9h", "Ac")}


def test_a_card_seen_from_its_side_is_one_card_though_its_corners_seem_nearer_than_those_of_the_others() -> (
    None
):
    others = [
        w
        for k, text in enumerate(("Kd", "4c", "9h"))
        for w in witnesses(text, 900 + 300 * k, 300, 0.0, style=FOUR_CORNERS, marks=ALL_FOUR)
    ]
    narrow = [
        replace(
            w,
            find=replace(w.find, across=w.find.across * np.float32(1.2), down=w.find.down * np.float32(1.1)),
        )
        for w in witnesses("4d", 300, 300, 0.0, style=FOUR_CORNERS, marks=ALL_FOUR)
    ]
    narrower = [
        replace(w, find=replace(w.find, centre=pressed(w.find.centre), to_card=pressed(w.find.to_card, 0)))
        for w in narrow
    ]

    assert set(cards_of(sightings([*others, *narrower]))) == {
        parse_card(text) for text in ("Kd", "4c", "9h", "4d")
    }


def pressed(place: np.ndarray, middle: float = 300.0) -> np.ndarray:
    """The same place six tenths as far aside of *middle*."""
    return np.array((middle + (place[0] - middle) * 0.6, place[1]), np.float32)


def slanted_card(text: str) -> list[Witness]:
    """A whole card of four, its upper corners smaller and nearer to each other by a fifth."""
    there = witnesses(text, 300, 300, 0.0, style=FOUR_CORNERS, marks=ALL_FOUR)
    return [shrunk(w, 0.8) if w.find.centre[1] < 300 else w for w in there]


def test_an_unread_card_that_is_likely_to_have_an_answered_face_makes_both_an_alarm() -> None:
    plain = witnesses("9d", 200, 300)

    likely = sightings([*plain, *witnesses("9d", 800, 300, score=0.8, marks=(0,))])
    hardly = sightings([*plain, *witnesses("9d", 800, 300, score=0.6, marks=(0,))])

    assert (cards_of(likely), [a.card for a in duplicate_alarms(likely)]) == (
        [None, None],
        [parse_card("9d")],
    )
    assert (cards_of(hardly), duplicate_alarms(hardly)) == ([parse_card("9d"), None], ())


def test_the_same_reading_out_of_place_is_a_second_card_and_no_dissent() -> None:
    """Its corner points at the same centre, and stands where none of the card's can."""
    card = witnesses("9d", 300, 300, 0.0)
    other = witnesses("9d", 300, 300, math.pi / 2, marks=(0,))

    assert [alarm.card for alarm in duplicate_alarms(sightings([*card, *other]))] == [parse_card("9d")]


def test_where_a_deck_is_known_to_have_two_indices_a_corner_beside_a_card_does_not_dissent() -> None:
    """It points at nearly the same centre, being slanted, and is another card's."""
    card = witnesses("4s", 300, 300, 0.0, marks=(0,))
    (there,) = witnesses("4c", 300, 300, 0.0, style=FOUR_CORNERS, marks=(1,))

    assert cards_of(sightings([*card, there])) == [None]
    assert set(cards_of(sightings([*card, there], per_card=2))) == {parse_card("4s"), parse_card("4c")}


def test_far_corners_of_a_card_with_small_indices_are_one_card() -> None:
    small = replace(DEFAULT, rank_height_mm=5.6, suit_height_mm=3.4, gap_mm=0.6)

    assert cards_of(sightings(witnesses("9d", 300, 300, style=small))) == [parse_card("9d")]


def test_cards_of_different_faces_are_no_alarm() -> None:
    assert duplicate_alarms(sightings([*witnesses("9d", 200, 300), *witnesses("9h", 800, 300)])) == ()


def test_two_labels_in_one_place_are_unread() -> None:
    found = sightings(
        [*witnesses("4s", 300, 300, marks=(0,)), *witnesses("As", 303, 302, score=0.9, marks=(0,))]
    )

    assert cards_of(found) == [None]


@pytest.mark.parametrize("marks", [(0, 1, 2, 3), (0, 2), (1, 3), (2, 3), (0, 2, 3)])
def test_right_hand_corners_of_four_do_not_move_the_card(marks: tuple[int, ...]) -> None:
    """The finder takes every index for an upper left one; where corners disagree the card is where they meet."""
    there = witnesses("7c", 400, 300, 0.4, style=FOUR_CORNERS, marks=marks)

    (one,) = sightings([as_if_left(w) for w in there])

    assert np.hypot(*(one.corners_px.mean(axis=0) - (400, 300))) < 0.1 * CARD_HEIGHT_MM * PX_PER_MM


def as_if_left(witness: Witness) -> Witness:
    """The same index as the finder tells it: the card's centre always to the right."""
    find = witness.find
    across = float(find.to_card @ find.across) / find.height**2
    return replace(witness, find=replace(find, to_card=find.to_card + find.across * (abs(across) - across)))


def test_a_face_that_is_sure_in_one_place_only_stands() -> None:
    found = sightings([*witnesses("9d", 200, 300), *witnesses("9d", 800, 300, score=0.4)])

    assert cards_of(found) == [parse_card("9d"), None]


def test_corners_that_read_as_different_cards_make_it_unread() -> None:
    found = sightings(
        [*witnesses("4s", 300, 300, marks=(0,)), *witnesses("As", 300, 300, score=0.8, marks=(1,))]
    )

    assert cards_of(found) == [None]


def test_a_faint_second_reading_does_not_unseat_a_sure_one() -> None:
    found = sightings(
        [*witnesses("4s", 300, 300, marks=(0,)), *witnesses("As", 300, 300, score=0.1, marks=(1,))]
    )

    assert cards_of(found) == [parse_card("4s")]


def test_three_agreeing_corners_stand_against_one_faint_other_reading() -> None:
    agreed = witnesses("7c", 300, 300, style=FOUR_CORNERS, marks=(0, 1, 2))
    faint = witnesses("7s", 300, 300, score=0.55, style=FOUR_CORNERS, marks=(3,))
    plain = witnesses("7s", 300, 300, score=0.85, style=FOUR_CORNERS, marks=(3,))

    assert cards_of(sightings([*agreed, *faint])) == [parse_card("7c")]
    assert cards_of(sightings([*agreed, *plain])) == [None]


def test_a_corner_of_the_card_beneath_does_not_make_the_one_on_top_unread() -> None:
    """Two cards askew on each other: a shown corner of the lower one points at nearly the same centre."""
    above = witnesses("3h", 300, 300, 0.0, score=0.98)
    beneath = witnesses("2h", 303, 302, 0.35, score=0.96, marks=(0,))
    beneath += witnesses("2h", 345, 310, 0.35, score=0.9, marks=(1,))

    assert parse_card("3h") in cards_of(sightings([*above, *beneath]))


def test_a_card_below_the_threshold_is_there_but_unread() -> None:
    (one,) = sightings(witnesses("4s", 300, 300, score=0.6, marks=(0,)), threshold=0.61)

    assert one.card is None
    assert one.score == pytest.approx(0.6)


def test_the_order_of_the_witnesses_does_not_matter() -> None:
    there = [*witnesses("Ah", 300, 300), *witnesses("Kh", 700, 300), *witnesses("2c", 500, 700, score=0.5)]

    forth, back = sightings(there), sightings(there[::-1])

    assert cards_of(forth) == cards_of(back)


def test_nothing_seen_is_no_card() -> None:
    assert sightings([]) == ()
