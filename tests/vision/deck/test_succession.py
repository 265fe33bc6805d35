"""Two equal cards in succession: perhaps, where the riffle is even enough to tell, and nothing where it is not."""

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
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
    even = riffle([4, 5, 4, 4, 3, 4, 5, 4, 4, 4, 3, 4, 5, 4])

    assert perhaps_two(even) == ()
    assert perhaps_two(joined(even, 6)) == (DECK[6],)


def test_the_first_and_the_last_card_may_wait() -> None:
    assert perhaps_two(riffle([30, *[4] * 14, 30])) == ()


def test_where_cards_come_unevenly_no_duration_tells() -> None:
    uneven = riffle([2, 9, 4, 14, 3, 7, 16, 5, 2, 11, 6, 3, 12])

    assert perhaps_two(uneven) == ()
    assert perhaps_two(joined(uneven, 4)) == ()


def test_a_face_that_jumps_back_as_from_one_card_to_the_next_is_perhaps_two() -> None:
    gliding = riffle([2, 9, 4, 14, 3, 7, 16, 5, 8, 11, 6, 3, 12], glide_px=0.0, between_px=0.0)
    for one in gliding:
        for k, place in enumerate(one.places):
            place[0] += 60 * k / max(1, len(one.places) - 1)

    assert perhaps_two(gliding[:7] + gliding[8:]) == ()
    assert perhaps_two(joined(gliding, 7)) == (DECK[7],)


def test_a_face_that_vanishes_as_between_two_cards_is_perhaps_two() -> None:
    apart = riffle([2, 9, 4, 14, 3, 7, 16, 5, 2, 11, 6, 3, 12], gap=2)

    assert perhaps_two(apart) == ()
    assert perhaps_two(joined(apart, 4)) == (DECK[4],)


def test_where_readings_flicker_a_gap_tells_nothing() -> None:
    apart = riffle([5, 9, 4, 14, 4, 7, 16, 5, 4, 11, 6, 4, 12], gap=2)
    for one in apart[::2]:
        del one.frames[2:4], one.places[2:4], one.heights[2:4]
        one.frames[2:] = [frame + 2 for frame in one.frames[2:]]

    assert perhaps_two(joined(apart, 4)) == ()


def test_too_few_cards_are_no_measure() -> None:
    assert perhaps_two(joined(riffle([4] * 7, gap=2), 3)) == ()
    assert perhaps_two([]) == ()


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
