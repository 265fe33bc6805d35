"""Cards of a picture are of one deck: what contradicts it is unsure, and elimination makes no card."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_controller.cards import DECK, JOKER, Card, parse_card
from vision import one_deck
from vision.assignment import assign, lifted
from vision.find import IndexFind
from vision.one_deck import of_one_deck
from vision.pair import Sighting, duplicate_alarms
from vision.read import LABELS, Witness
from vision.track import CERTAIN, Evidence

THRESHOLD = 0.85
HERE = np.array([(0, 0), (63, 0), (63, 88), (0, 88)], np.float32)


def seen(score: float = 0.95, dissents: str = "", **chances: float) -> Sighting:
    """A card that looks like the first of *chances*, which are the odds of its only index."""
    odds = np.full(LABELS, 1e-6)
    for text, chance in chances.items():
        odds[parse_card(text).index] = chance
    odds[-1] = max(1e-6, 1 - odds.sum())
    looks_like = parse_card(next(iter(chances)))
    witness = Witness(a_place(), looks_like, score, 0.95, odds.astype(np.float32))
    other = (Witness(a_place(), parse_card(dissents), 0.6, 0.9),) if dissents else ()
    return Sighting(looks_like if score >= THRESHOLD else None, score, HERE, (witness,), other)


def a_place() -> IndexFind:
    return IndexFind(0.9, *(np.zeros(2, np.float32) for _ in range(4)))


def cards_of(found: Sequence[Sighting]) -> list[str]:
    return [str(one.card or "??") for one in found]


def held(*found: Sighting, known: str = "", jokers: int = 1) -> tuple[Sighting, ...]:
    return of_one_deck(found, THRESHOLD, frozenset(parse_card(text) for text in known.split()), jokers)


def test_cards_that_differ_are_what_they_were() -> None:
    cards = (seen(Ah=0.99), seen(0.9, Kd=0.97), seen(0.5, **{"7c": 0.5, "7s": 0.49}))

    assert held(*cards) == cards


def test_a_card_that_is_known_to_lie_elsewhere_is_unread_and_an_alarm() -> None:
    found = held(seen(Ah=0.99), seen(Kd=0.99), known="Ah 2c")

    assert cards_of(found) == ["??", "Kd"]
    (alarm,) = duplicate_alarms(found)
    assert (alarm.card, len(alarm.places)) == (parse_card("Ah"), 1)
    assert found[0].score < THRESHOLD


def test_it_is_not_corrected_into_what_is_left() -> None:
    """All clubs and hearts but one lie elsewhere: what plainly shows one of the others is no reading of the last."""
    everything = " ".join(card.text for card in DECK if card.text not in ("7s", "Jk"))

    assert cards_of(held(seen(**{"7c": 0.97, "7s": 0.02}), known=everything)) == ["??"]
    assert cards_of(held(seen(0.4, **{"7c": 0.7, "7s": 0.1}), known=everything)) == ["??"]


def test_of_two_faces_nearly_alike_the_one_that_does_not_lie_elsewhere_is_answered() -> None:
    unsure = seen(0.49, **{"7s": 0.5, "7c": 0.49})

    assert cards_of(held(unsure)) == ["??"]
    (settled,) = held(unsure, known="7c")
    assert settled.card is parse_card("7s")
    assert THRESHOLD <= settled.score <= lifted(0.49)


def test_the_deck_lends_nothing_where_a_corner_reads_otherwise_or_hardly_anything_was_read() -> None:
    assert cards_of(held(seen(0.49, "7c", **{"7s": 0.5, "7c": 0.49}), known="7c")) == ["??"]
    assert cards_of(held(seen(0.2, **{"7s": 0.5, "7c": 0.49}), known="7c")) == ["??"]


def test_a_deck_without_a_joker_shows_none() -> None:
    assert cards_of(held(seen(Jk=0.99), jokers=1)) == ["Jk"]
    assert cards_of(held(seen(Jk=0.99), jokers=0)) == ["??"]
    assert duplicate_alarms(held(seen(Jk=0.99), jokers=0)) == ()


def test_an_unread_card_that_may_be_the_same_makes_an_answered_one_less_sure() -> None:
    alone, with_rival = seen(0.9, Ah=0.95), seen(0.6, Ah=0.6, Ad=0.3)

    found = held(alone, with_rival)

    assert found[0].score < alone.score
    assert found[1].card is None


def test_what_is_hardly_a_card_of_its_own_takes_nothing_from_a_sure_one() -> None:
    """As two corners of a six that were not put together: the second shows a six as plainly, and is no second card."""
    sure, corner = seen(0.999, **{"6d": 0.999}), seen(0.002, **{"6d": 0.89})

    first, second = held(sure, corner)

    assert (first.card, second.card) == (parse_card("6d"), None)
    assert first.score == pytest.approx(sure.score, abs=0.002)


def test_an_unread_place_and_none_are_held_to_nothing() -> None:
    bare = Sighting(None, 0.4, HERE)

    assert held(bare, known="Ah") == (bare,)
    assert held(known="Ah") == ()


@st.composite
def pictures(draw: st.DrawFn) -> tuple[tuple[Sighting, ...], frozenset[Card], int]:
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    few = draw(st.integers(3, 12))
    faces = [DECK[int(k)] for k in rng.choice(53, few, replace=False)]
    found = []
    for _ in range(draw(st.integers(1, 8))):
        shares = rng.dirichlet(np.full(3, draw(st.sampled_from((0.1, 0.6)))))
        order = np.argsort(-shares)
        chances = {faces[int(k)].text: float(shares[k]) for k in order}
        found.append(seen(float(min(0.999, shares.max() * rng.uniform(0.6, 1))), **chances))
    known = frozenset(card for card in faces if rng.random() < 0.3)
    return tuple(found), known, draw(st.integers(0, 1))


@settings(max_examples=30, deadline=None)
@given(pictures())
def test_the_deck_never_gives_a_card_another_face(
    case: tuple[tuple[Sighting, ...], frozenset[Card], int],
) -> None:
    found, known, jokers = case

    after = of_one_deck(found, THRESHOLD, known, jokers)

    for before, now in zip(found, after, strict=True):
        assert now.card in (before.card, None) or before.card is None
        assert now.card is None or (now.card not in known and now.score >= THRESHOLD)
        assert before.card not in known or now.card is None
        assert now.score <= lifted(before.score) + 1e-9
        assert known or now.score <= before.score + 1e-9
    assert jokers or JOKER not in {one.card for one in after}
    answered = [one.card for one in after if one.card is not None and one.card is not JOKER]
    already = [one.card for one in found if one.card is not None]
    assert len(set(answered)) == len(answered) or len(set(already)) < len(already)


@settings(max_examples=25, deadline=None)
@given(pictures())
def test_where_all_faces_differ_asking_the_deck_changes_nothing(
    case: tuple[tuple[Sighting, ...], frozenset[Card], int],
) -> None:
    """So the deck need not be asked then."""
    found = tuple({one.witnesses[0].card: one for one in case[0]}.values())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(one_deck, "_all_differ", lambda _: False)
        asked = of_one_deck(found, THRESHOLD)

    assert cards_of(asked) == cards_of(found)
    assert [one.score for one in asked] == pytest.approx([one.score for one in found], abs=1e-4)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 6))
def test_of_what_a_table_holds_certain_the_deck_can_only_take(seed: int, count: int) -> None:
    """A table asks for .999 of several frames. By assignment such a card is what it looks like, or unread where that lies
    elsewhere; and no card that was not so certain becomes it. So the table's own book of places asks the same."""
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet(np.full(LABELS, 0.02), size=count)
    shares[: count // 2, int(rng.integers(52))] += 400
    table = np.clip(shares / shares.sum(axis=1, keepdims=True), 0, 1)
    known = frozenset(DECK[int(k)] for k in rng.choice(52, int(rng.integers(12)), replace=False))

    for row, one in zip(table, assign(table, known, 1), strict=True):
        looks_like = int(np.argmax(row[:53]))
        if one.card is not None and one.chance >= CERTAIN:
            assert row[one.card.index] >= CERTAIN
        if row[looks_like] >= CERTAIN and DECK[looks_like] in known:
            assert one.card is None
            assert one.conflict is DECK[looks_like]


def test_what_the_deck_lends_is_never_enough_for_a_table() -> None:
    """It lends where the other face is at least a third as likely, so to three in four at most."""
    assert lifted(0.75) < CERTAIN
    assert Evidence(parse_card("7s"), 3, 0, (np.log(np.full(LABELS, 0.5)),)).certain is None
