"""A joker's index that was cut too small is cut anew, and believed when several cuts agree."""

import numpy as np

from table_controller.cards import JOKER, Card, parse_card
from vision.find import IndexFind
from vision.read import Witness
from vision.recut import better_of, cuts_of, is_doubtful_joker

FIND = IndexFind(
    0.7,
    np.array((50, 60), np.float32),
    np.array((0, 30), np.float32),
    np.array((30, 0), np.float32),
    np.array((40, 55), np.float32),
)


def witness(card: Card, score: float, index_score: float = 0.5, find: IndexFind = FIND) -> Witness:
    return Witness(find, card, score, index_score)


def test_only_an_unsure_joker_that_was_plainly_found_is_doubtful() -> None:
    faint = IndexFind(0.2, FIND.centre, FIND.down, FIND.across, FIND.to_card)

    assert is_doubtful_joker(witness(JOKER, 0.3))
    assert not is_doubtful_joker(witness(JOKER, 0.99))
    assert not is_doubtful_joker(witness(parse_card("Ah"), 0.3))
    assert not is_doubtful_joker(witness(JOKER, 0.3, find=faint))


def test_every_cut_points_at_the_same_card() -> None:
    cuts = cuts_of(FIND)

    assert len(cuts) == 6
    assert all(np.allclose(cut.centre + cut.to_card, FIND.centre + FIND.to_card) for cut in cuts)
    assert all(cut.height > FIND.height for cut in cuts)


def test_one_cut_that_reads_a_joker_is_not_enough() -> None:
    first = witness(JOKER, 0.3)

    assert better_of(first, [witness(JOKER, 0.97), *[witness(JOKER, 0.5)] * 5]) is first


def test_of_several_cuts_that_agree_the_one_surest_to_be_an_index_is_taken() -> None:
    best = witness(JOKER, 0.95, 0.9)

    assert better_of(witness(JOKER, 0.3), [witness(JOKER, 0.99, 0.6), best, witness(JOKER, 0.2)]) is best


def test_another_card_read_in_the_cuts_counts_for_nothing() -> None:
    first = witness(JOKER, 0.3)

    assert better_of(first, [witness(parse_card("Ks"), 0.99)] * 6) is first
