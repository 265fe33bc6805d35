"""Two equal cards in succession: perhaps, where the riffle is even enough to tell, and nothing where it is not."""

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from table_controller.cards import DECK, Card
from vision.deck.succession import Pass, perhaps_two


def riffle(
    lasting: Iterable[int],
    glide_px: float = 0.0,
    gap: int = 0,
    between_px: float = 0.0,
    noise_px: float = 0.5,
) -> list[Pass]:
    """Cards that stay for so many frames each, gliding so far a frame, with so many frames between them."""
    rng = np.random.default_rng(3)
    found, frame = [], 0
    for number, frames in enumerate(lasting):
        one = Pass(DECK[number])
        for k in range(frames):
            frame += 1
            at = (100 + glide_px * k + between_px * (number % 2), 100)
            one.frames.append(frame)
            one.places.append(np.array(at) + rng.normal(0, noise_px, 2))
            one.heights.append(180.0)
        found.append(one)
        frame += gap
    return found


def joined(passes: list[Pass], number: int) -> list[Pass]:
    """The same riffle, the card of *number* and the next being equal."""
    one, then = passes[number : number + 2]
    both = Pass(
        one.card, [*one.frames, *then.frames], [*one.places, *then.places], [*one.heights, *then.heights]
    )
    return [*passes[:number], both, *passes[number + 2 :]]


def test_a_face_that_stays_as_long_as_two_is_perhaps_two() -> None:
    even = riffle([4, 5, 4, 4, 3, 4, 5, 4, 4, 4, 3, 4, 5, 4])  # none stays for six, twice the shortest

    assert perhaps_two(even) == ()
    assert perhaps_two(joined(even, 6)) == (DECK[6],)


def test_where_cards_come_unevenly_only_those_that_were_gone_sooner_than_two_are_told() -> None:
    uneven = riffle([3, 9, 4, 14, 3, 7, 16, 5, 3, 11, 6, 3, 12])

    assert set(perhaps_two(uneven)) == {one.card for one in uneven if one.lasted >= 6}
    assert DECK[4] in perhaps_two(joined(uneven, 4))


def test_a_face_that_jumps_back_as_from_one_card_to_the_next_is_perhaps_two() -> None:
    gliding = riffle([3, 9, 4, 14, 3, 7, 16, 5, 8, 11, 6, 3, 12])
    for one in gliding:
        for k, place in enumerate(one.places):
            place[0] += 90 * k / max(1, len(one.places) - 1)

    assert DECK[0] not in perhaps_two(gliding)
    assert perhaps_two(riffle([3, 9, 4, 14, 3, 7, 16, 5, 8, 11, 6, 3], between_px=60)) == ()
    assert perhaps_two(joined(riffle([3, 9, 4, 14, 3, 7, 16, 5, 8, 11, 6, 3], between_px=60), 5)) == (
        DECK[5],
    )


def test_a_face_that_vanishes_as_between_two_cards_is_perhaps_two() -> None:
    apart = riffle([3, 9, 4, 14, 3, 7, 16, 5, 3, 11, 6, 3, 12], gap=2)

    assert perhaps_two(apart) == ()
    assert perhaps_two(joined(apart, 3)) == (DECK[3],)


def test_the_first_and_the_last_card_wait_for_the_hand_and_are_told_by_their_breaks_alone() -> None:
    waiting = [30, *[4] * 14, 30]

    assert perhaps_two(riffle(waiting, gap=1)) == ()
    assert perhaps_two(riffle(waiting)) == (DECK[0], DECK[15])


def test_where_readings_flicker_a_break_tells_nothing() -> None:
    apart = riffle([5, 9, 5, 14, 5, 7, 16, 5, 5, 11, 6, 5, 12], gap=2)
    for one in apart[::2]:
        del one.frames[2:4], one.places[2:4], one.heights[2:4]

    assert {DECK[k] for k in (6, 10, 12)} & set(perhaps_two(apart)) == {DECK[6], DECK[12]}
    assert DECK[4] in perhaps_two(joined(apart, 4))


def test_of_too_few_cards_nothing_is_told() -> None:
    few = riffle([4] * 7, gap=2)

    assert perhaps_two(few) == tuple(one.card for one in few)
    assert perhaps_two([]) == ()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_two_equal_cards_in_succession_are_named_however_the_riffle_went(data: st.DataObject) -> None:
    """Unless both were gone sooner than every other card, and nothing else told where one ended."""
    lasting = data.draw(st.lists(st.integers(3, 14), min_size=12, max_size=40))
    gap, between = data.draw(st.integers(0, 3)), data.draw(st.sampled_from((0.0, 40.0, 90.0)))
    passes = riffle(lasting, data.draw(st.floats(-5, 5)), gap, between)
    where = data.draw(st.integers(1, len(passes) - 3))
    others = [one.lasted for k, one in enumerate(passes[1:-1], 1) if k not in (where, where + 1)]
    assume(passes[where].lasted + passes[where + 1].lasted >= 2 * min(others))

    assert passes[where].card in perhaps_two(joined(passes, where))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(2, 12), max_size=40), st.integers(0, 3), st.floats(-30, 30))
def test_a_face_is_named_once_and_was_there(lasting: list[int], gap: int, glide_px: float) -> None:
    passes = riffle(lasting, glide_px, gap)

    found: tuple[Card, ...] = perhaps_two(passes)

    assert len(set(found)) == len(found)
    assert set(found) <= {one.card for one in passes}


@pytest.mark.parametrize("even", [3, 4, 6, 9])
def test_an_even_riffle_of_a_whole_deck_raises_no_doubt(even: int) -> None:
    rng = np.random.default_rng(even)
    lasting = np.maximum(2, np.round(rng.normal(even, 0.25 * even, 52))).astype(int).tolist()

    assert perhaps_two(riffle(lasting, glide_px=40 / even, gap=1)) == ()
