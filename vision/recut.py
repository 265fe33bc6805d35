"""Cuts doubtful jokers anew. Their index is a word set upright, whose height the detector takes for less than it is."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Final

import numpy as np

from table_controller.cards import JOKER
from vision.find import IndexFind
from vision.read import Witness

DOUBTFUL_SCORE: Final = 0.95
FOUND_SCORE: Final = 0.35
"""Only what the detector takes for an index as much as this is cut anew."""
TALLER: Final = (1.25, 1.5)
ALONG: Final = (-0.15, 0.0, 0.15)
"""Cuts so many times as tall, moved by so many heights: jokers that were missed in drawn pictures were read in these."""
AGREE: Final = 2
AGREE_SCORE: Final = 0.9


def is_doubtful_joker(witness: Witness) -> bool:
    """Whether it may be a joker's index badly cut."""
    found = witness.find.score >= FOUND_SCORE
    return witness.card is JOKER and found and witness.score < DOUBTFUL_SCORE


def cuts_of(find: IndexFind) -> list[IndexFind]:
    """Return the other ways to cut an index; they point at the same card."""
    return [_moved(find, taller, along) for taller, along in product(TALLER, ALONG)]


def better_of(witness: Witness, others: Sequence[Witness]) -> Witness:
    """Return the best of the *others* where several are sure of a joker, else *witness*."""
    sure = [other for other in others if other.card is JOKER and other.score >= AGREE_SCORE]
    if len(sure) < AGREE:
        return witness
    return max(sure, key=lambda other: (other.index_score, other.score))


def _moved(find: IndexFind, taller: float, along: float) -> IndexFind:
    shift = (find.down * along).astype(np.float32)
    return replace(
        find,
        centre=find.centre + shift,
        down=(find.down * taller).astype(np.float32),
        across=(find.across * taller).astype(np.float32),
        to_card=find.to_card - shift,
    )
