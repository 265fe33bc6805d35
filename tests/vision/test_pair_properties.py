"""Whatever is seen, pairing answers no face twice, nothing below the threshold, and the same from every side."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_controller.cards import DECK
from vision.find import IndexFind
from vision.pair import Sighting, duplicate_alarms, sightings
from vision.read import Witness
from vision.score import CARD_TERMS, TERMS, ScoreModel

PLAIN = ScoreModel(
    np.zeros(len(TERMS) + 1), np.array([1.0] + [0.2] * (len(CARD_TERMS) - 1) + [0.0]), 1.0, threshold=0.9
)


@st.composite
def crowds(draw: st.DrawFn) -> list[Witness]:
    """Witnesses of few faces close together, so that they agree, contradict and repeat; no two score the same."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    count, faces = draw(st.integers(0, 14)), draw(st.integers(1, 5))
    room = draw(st.sampled_from((80.0, 250.0, 900.0)))
    return [
        _witness(rng, room, int(rng.integers(53 - faces, 53)), 1 - 0.5 ** rng.uniform(0, 14))
        for _ in range(count)
    ]


def _witness(rng: np.random.Generator, room: float, face: int, score: float) -> Witness:
    turn, height = rng.choice([0.0, math.pi]) + rng.normal(0, 0.3), 30 * math.exp(rng.normal(0, 0.2))
    down = np.array([-math.sin(turn), math.cos(turn)]) * height
    across = np.array([math.cos(turn), math.sin(turn)]) * height
    to_card = across * rng.uniform(1.0, 1.7) + down * rng.uniform(1.5, 2.2)
    vectors = (rng.uniform(0, room, 2), down, across, to_card)
    find = IndexFind(0.9, *(v.astype(np.float32) for v in vectors))
    return Witness(find, DECK[face], score, 0.9)


def moved(witness: Witness, turn: float, away: tuple[float, float]) -> Witness:
    spin = np.array([(math.cos(turn), -math.sin(turn)), (math.sin(turn), math.cos(turn))])
    find = witness.find
    centre = find.centre @ spin.T + np.array(away)
    ways = (v @ spin.T for v in (find.down, find.across, find.to_card))
    turned = IndexFind(find.score, *(v.astype(np.float32) for v in (centre, *ways)))
    return Witness(turned, witness.card, witness.score, witness.index_score)


def told(found: tuple[Sighting, ...]) -> list[tuple[str, float, int, int]]:
    return sorted((str(s.card), round(s.score, 6), len(s.witnesses), len(s.dissenters)) for s in found)


@settings(max_examples=120, deadline=None)
@given(crowds(), st.sampled_from((0.0, 0.5, 0.9, 0.99)))
def test_no_face_is_answered_twice_and_nothing_below_the_threshold(
    crowd: list[Witness], threshold: float
) -> None:
    found = sightings(crowd, threshold, PLAIN)

    answered = [s for s in found if s.card is not None]
    assert len({s.card for s in answered}) == len(answered)
    assert all(s.score >= threshold for s in answered)
    assert all(0 <= s.score <= 1 for s in found)


@settings(max_examples=120, deadline=None)
@given(crowds())
def test_an_alarm_names_a_face_that_is_not_answered_and_two_places_or_more(crowd: list[Witness]) -> None:
    found = sightings(crowd, None, PLAIN)

    for alarm in duplicate_alarms(found):
        assert len(alarm.places) >= 2
        assert alarm.card not in {s.card for s in found}


@settings(max_examples=120, deadline=None)
@given(crowds())
def test_every_witness_speaks_for_or_against_one_card_at_most(crowd: list[Witness]) -> None:
    found = sightings(crowd, None, PLAIN)

    heard = [id(w) for s in found for w in (*s.witnesses, *s.dissenters)]
    assert len(heard) == len(set(heard))


@settings(max_examples=100, deadline=None)
@given(crowds(), st.randoms())
def test_the_order_of_witnesses_changes_nothing(crowd: list[Witness], luck: object) -> None:
    shuffled = list(crowd)
    luck.shuffle(shuffled)  # type: ignore[attr-defined]

    assert told(sightings(crowd, None, PLAIN)) == told(sightings(shuffled, None, PLAIN))


@settings(max_examples=100, deadline=None)
@given(crowds(), st.floats(0, 2 * math.pi), st.tuples(st.floats(-500, 500), st.floats(-500, 500)))
def test_where_and_which_way_round_the_picture_lies_changes_no_answer(
    crowd: list[Witness], turn: float, away: tuple[float, float]
) -> None:
    there = sightings(crowd, None, PLAIN)

    elsewhere = sightings([moved(w, turn, away) for w in crowd], None, PLAIN)

    assert sorted(str(s.card) for s in there if s.card) == sorted(str(s.card) for s in elsewhere if s.card)
    assert max((s.score for s in there), default=0) == pytest.approx(
        max((s.score for s in elsewhere), default=0), abs=1e-6
    )
