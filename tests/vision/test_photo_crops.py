"""Which finds in a labelled photo are trained on, and as what."""

import json
from pathlib import Path

import numpy as np
import pytest

from table_controller.cards import DECK
from vision.find import IndexFind
from vision.read import LABELS, Witness
from vision.training.photo_crops import Box, photos_of, verdict

QUEEN, KING = 10, 11


def find_at(x: float, y: float) -> IndexFind:
    vectors = (np.array(v, np.float32) for v in ((x, y), (0.0, 20.0), (20.0, 0.0), (30.0, 60.0)))
    return IndexFind(1.0, *vectors)


def seen(x: float, y: float, there: float) -> Witness:
    """An index find at a place, *there* sure to be one."""
    return Witness(find_at(x, y), DECK[0], there, there, np.full(LABELS, 1 / LABELS, np.float32))


def odds(**ranks: float) -> np.ndarray:
    out = np.full(13, 0.001, np.float32)
    for name, value in ranks.items():
        out["23456789TJQKA".index(name)] = value
    return out


def box(rank: int, x0: float, x1: float, suit: int = 2) -> Box:
    return Box(rank, suit, np.array((x0, 0, x1, 100), np.float32))


def test_an_index_takes_the_label_of_the_box_it_lies_in() -> None:
    assert verdict(seen(20, 20, 0.95), odds(Q=0.6, K=0.3), (box(QUEEN, 0, 100),)) == (QUEEN, 2, 1)


def test_where_boxes_overlap_the_likelier_label_is_taken() -> None:
    boxes = (box(QUEEN, 0, 100), box(KING, 10, 110, suit=-1))
    assert verdict(seen(20, 20, 0.95), odds(Q=0.2, K=0.7), boxes) == (KING, -1, 1)


@pytest.mark.parametrize("ranks", [odds(J=0.97, Q=0.02), odds(J=0.95, Q=0.15)])
def test_a_sure_reading_against_the_label_is_left_out(ranks: np.ndarray) -> None:
    assert verdict(seen(20, 20, 0.95), ranks, (box(QUEEN, 0, 100),)) is None


def test_pips_and_what_lies_beside_the_cards_are_no_indices() -> None:
    assert verdict(seen(20, 20, 0.04), odds(Q=0.1), (box(QUEEN, 0, 100),)) == (-1, -1, 0)
    assert verdict(seen(400, 20, 0.3), odds(Q=0.1), (box(QUEEN, 0, 100),)) == (-1, -1, 0)


def test_what_looks_like_an_index_beside_the_labelled_cards_may_be_one() -> None:
    assert verdict(seen(400, 20, 0.8), odds(Q=0.9), (box(QUEEN, 0, 100),)) is None


def test_a_doubtful_find_on_a_card_is_neither(tmp_path: Path) -> None:
    assert verdict(seen(20, 20, 0.4), odds(Q=0.9), (box(QUEEN, 0, 100),)) is None


def test_a_truth_file_gives_boxes_and_unknown_suits(tmp_path: Path) -> None:
    truth = tmp_path / "truth.json"
    truth.write_text(json.dumps({"images": [{"path": "a.jpg", "boxes": [["Q?", [1, 2, 3, 4]]]}]}))
    (photo,) = photos_of(truth)
    assert photo.path == tmp_path / "a.jpg"
    assert (photo.boxes[0].rank, photo.boxes[0].suit) == (QUEEN, -1)
