"""Cards are followed from frame to frame, and certain when enough frames agree."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from table_controller.cards import DECK, Card, parse_card
from vision.find import IndexFind
from vision.pair import Sighting
from vision.read import LABELS, Witness
from vision.track import (
    AGREED,
    CERTAIN,
    EFFECTIVE,
    GONE_MS,
    MORE_A_TURN,
    MOST_MISSED,
    WINDOW,
    Evidence,
    Track,
    Tracks,
    followed,
    odds_of_sighting,
)

AH, AD, KS = parse_card("Ah"), parse_card("Ad"), parse_card("Ks")
WIDTH, HEIGHT = 100.0, 140.0
FRAME_MS = 40

answers = st.lists(st.one_of(st.none(), st.sampled_from(DECK[:6])), min_size=1, max_size=40)
random_odds = st.integers(0, 2**32 - 1).map(
    lambda seed: np.random.default_rng(seed).dirichlet(np.full(LABELS, 0.05))
)


def odds_for(card: Card, probability: float = 0.9) -> NDArray[np.float64]:
    odds = np.full(LABELS, (1 - probability) / (LABELS - 1))
    odds[card.index] = probability
    return odds


def sighting(card: Card | None, x: float = 0.0, y: float = 0.0, looks_like: Card = AH) -> Sighting:
    corners = np.array([(x, y), (x + WIDTH, y), (x + WIDTH, y + HEIGHT), (x, y + HEIGHT)], np.float32)
    down = np.array((0, 20), np.float32)
    across = np.array((20, 0), np.float32)
    find = IndexFind(0.9, corners[0] + 15, down, across, corners.mean(axis=0) - corners[0] - 15)
    odds = odds_for(card).astype(np.float32) if card else odds_for(looks_like, 0.3).astype(np.float32)
    witness = Witness(find, card or looks_like, 0.95 if card else 0.4, 0.9, odds)
    return Sighting(card, witness.score, corners, (witness,))


def after(*frames: Sequence[Sighting], tracks: Tracks | None = None, step_ms: int = FRAME_MS) -> Tracks:
    tracks = tracks or Tracks()
    for frame in frames:
        tracks = followed(tracks, frame, tracks.at_ms + step_ms)
    return tracks


def cards(tracks: Tracks) -> list[Card | None]:
    return [track.card for track in tracks.in_view]


def only(tracks: Tracks) -> Track:
    (track,) = tracks.all
    return track


@pytest.mark.parametrize("frames", [1, 2])
def test_fewer_than_three_frames_are_never_certain(frames: int) -> None:
    assert cards(after(*[[sighting(AH)]] * frames)) == [None]


def test_three_frames_that_agree_are_certain() -> None:
    assert cards(after(*[[sighting(AH)]] * 3)) == [AH]


def test_three_frames_that_agree_but_leave_a_doubt_are_not() -> None:
    doubtful = Evidence()
    for _ in range(3):
        doubtful = doubtful.and_then(AH, odds_for(AH, 0.55) * 0.55 + odds_for(AD, 0.9) * 0.45)

    assert doubtful.agreed == 3
    assert doubtful.certain is None


def test_a_frame_that_was_there_before_is_no_further_witness() -> None:
    tracks = after([sighting(AH)])
    for _ in range(50):
        tracks = followed(tracks, [sighting(AH)], tracks.at_ms + FRAME_MS, counts=False)

    assert only(tracks).evidence.agreed == 1
    assert cards(tracks) == [None]


def test_a_contradiction_takes_certainty_away_at_once() -> None:
    assert cards(after(*[[sighting(AH)]] * 20, [sighting(KS)])) == [None]


def test_a_contradiction_is_outvoted_by_three_more_frames_for_each_turn() -> None:
    needed = AGREED + 2 * MORE_A_TURN
    flicker = [[sighting(AH)]] * 5 + [[sighting(KS)]]

    assert cards(after(*flicker, *[[sighting(AH)]] * (needed - 1))) == [None]
    assert cards(after(*flicker, *[[sighting(AH)]] * needed)) == [AH]


def test_an_unread_frame_neither_agrees_nor_contradicts() -> None:
    tracks = after([sighting(AH)], [sighting(None)], [sighting(AH)], [sighting(None)])
    assert cards(tracks) == [None]

    assert cards(after([sighting(AH)], tracks=tracks)) == [AH]


def test_a_card_is_certain_only_in_a_frame_that_answers_it() -> None:
    tracks = after(*[[sighting(AH)]] * 9, [sighting(None)])

    assert only(tracks).evidence.certain is AH
    assert cards(tracks) == [None]


def test_a_card_that_moves_keeps_its_track() -> None:
    tracks = after(*([sighting(AH, x=60.0 * k), sighting(KS, y=300)] for k in range(6)))

    assert [track.number for track in tracks.all] == [1, 2]
    assert cards(tracks) == [AH, KS]


def test_two_cards_that_change_places_keep_their_tracks() -> None:
    tracks = after(*[[sighting(AH), sighting(KS, x=150)]] * 3, *[[sighting(KS), sighting(AH, x=150)]] * 1)

    assert [(track.number, track.card) for track in tracks.all] == [(1, AH), (2, KS)]


def test_a_card_covered_for_a_moment_must_be_confirmed() -> None:
    tracks = after(*[[sighting(AH)]] * 5, [], [sighting(None)])
    assert only(tracks).number == 1
    assert cards(tracks) == [None]

    assert cards(after([sighting(AH)], tracks=tracks)) == [AH]


def test_a_card_covered_for_longer_begins_anew() -> None:
    away: list[list[Sighting]] = [[]] * (MOST_MISSED + 1)
    tracks = after(*[[sighting(AH)]] * 5, *away)
    assert [track.number for track in tracks.lost] == [1]

    tracks = after([sighting(AH)], [sighting(AH)], tracks=tracks)
    assert only(tracks).number == 2
    assert cards(tracks) == [None]


def test_what_was_not_looked_at_for_three_seconds_begins_anew() -> None:
    tracks = after(*[[sighting(AH)]] * 5)

    later = followed(tracks, [sighting(AH)], tracks.at_ms + GONE_MS + 1)

    assert cards(later) == [None]
    assert only(later).number == 2


def test_one_face_in_two_places_is_unsure_in_both() -> None:
    assert cards(after(*[[sighting(AH), sighting(AH, x=600)]] * 9)) == [None, None]


def test_one_of_two_equal_cards_that_flickers_makes_the_other_no_surer() -> None:
    both = [sighting(AH), sighting(AH, x=600)]

    assert cards(after(*[both] * 5, [sighting(AH)])) == [None]


def test_a_face_that_showed_in_a_second_place_must_be_agreed_on_anew() -> None:
    """The reader leaves both unread then; what one of them was before says nothing of which is the right one."""
    doubted = [replace(sighting(None, x=x), duplicate=AH) for x in (0, 600)]
    tracks = after(*[[sighting(AH)]] * 5, doubted)

    said = []
    for _ in range(AGREED):
        tracks = after([sighting(AH)], tracks=tracks)
        said.append(cards(tracks)[0])

    assert said == [None, None, AH]


def test_a_clock_that_jumps_back_begins_anew() -> None:
    tracks = after(*[[sighting(AH)]] * 5)

    earlier = followed(tracks, [sighting(AH)], tracks.at_ms - GONE_MS - 1)

    assert cards(earlier) == [None]


@given(answers, st.data())
def test_no_card_is_certain_without_enough_agreeing_frames_and_probability(
    said: list[Card | None], data: st.DataObject
) -> None:
    evidence = Evidence()
    for answer in said:
        evidence = evidence.and_then(answer, data.draw(random_odds))

    assert np.isclose(evidence.posterior.sum(), 1)
    spoke = [answer for answer in said if answer is not None]
    if evidence.certain is not None:
        tail = spoke[-AGREED:]
        assert tail == [evidence.certain] * AGREED
        assert evidence.posterior[evidence.certain.index] >= CERTAIN
        assert evidence.posterior.argmax() == evidence.certain.index


@given(answers)
def test_how_often_the_answer_turned_sets_how_many_must_agree(said: list[Card | None]) -> None:
    evidence = Evidence()
    for answer in said:
        evidence = evidence.and_then(answer, odds_for(answer or AH))

    spoke = [answer for answer in said if answer is not None]
    turns = sum(a is not b for a, b in pairwise(spoke))
    run = next((k for k, answer in enumerate(reversed(spoke)) if answer is not spoke[-1]), len(spoke))
    assert (evidence.turned, evidence.agreed) == (turns, run)
    if evidence.certain is not None:
        assert run >= min(AGREED + MORE_A_TURN * turns, AGREED + 6 * MORE_A_TURN)


@given(st.lists(random_odds, min_size=2, max_size=WINDOW))
def test_the_order_of_frames_does_not_matter_to_the_probability(odds: list[NDArray[np.float64]]) -> None:
    forth, back = Evidence(), Evidence()
    for one in odds:
        forth = forth.and_then(None, one)
    for one in reversed(odds):
        back = back.and_then(None, one)

    assert np.allclose(forth.posterior, back.posterior)


@given(random_odds)
def test_a_hundred_like_frames_count_for_no_more_than_five(odds: NDArray[np.float64]) -> None:
    five, many = Evidence(), Evidence()
    for k in range(100):
        five = five.and_then(None, odds) if k < EFFECTIVE else five
        many = many.and_then(None, odds)

    assert np.allclose(five.posterior, many.posterior)


def test_corners_of_one_card_are_averaged_and_not_multiplied() -> None:
    one = sighting(AH)
    two = Sighting(AH, one.score, one.corners_px, one.witnesses * 2)

    assert np.allclose(odds_of_sighting(one), odds_of_sighting(two), atol=1e-6)


def test_a_corner_that_dissents_lowers_the_odds() -> None:
    one, other = sighting(AH), sighting(KS)
    torn = Sighting(AH, one.score, one.corners_px, one.witnesses, other.witnesses)

    assert odds_of_sighting(torn)[AH.index] < 0.6 < odds_of_sighting(one)[AH.index]
