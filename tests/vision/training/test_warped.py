"""Ranks and suits bent a little: still themselves, no two alike, whole within the box that was asked for."""

import numpy as np
import pytest

from vision.synthetic.glyphs import PenGlyphs
from vision.synthetic.styles import ENGLISH
from vision.synthetic.suits import suit_mask
from vision.training.warped import WarpedGlyphs, WarpedSuits

PLAIN = PenGlyphs()


class _Cut:
    """The plain cut of each suit."""

    def mask(self, suit: int, height_px: int) -> np.ndarray:
        return suit_mask(suit, height_px)


@pytest.mark.parametrize("text", ENGLISH)
def test_a_bent_rank_fills_its_box_and_stays_nearer_to_itself_than_to_any_other(text: str) -> None:
    for seed in range(5):
        ink = WarpedGlyphs(PLAIN, seed).mask(text, 60, 40)

        assert ink.shape == (60, 40)
        assert min(ink[0].max(), ink[-1].max(), ink[:, 0].max(), ink[:, -1].max()) > 0.1
        apart = {other: np.abs(ink - PLAIN.mask(other, 60, 40)).mean() for other in ENGLISH}
        assert min(apart, key=lambda other: apart[other]) == text


def test_every_seed_bends_otherwise_and_always_alike() -> None:
    one, two = (WarpedGlyphs(PLAIN, seed).mask("8", 60, 40) for seed in (1, 2))

    assert np.abs(one - two).mean() > 0.02
    assert np.array_equal(one, WarpedGlyphs(PLAIN, 1).mask("8", 60, 40))


@pytest.mark.parametrize("suit", range(4))
def test_a_bent_suit_stays_its_own_mirror_image(suit: int) -> None:
    for seed in range(5):
        ink = WarpedSuits(_Cut(), seed).mask(suit, 80)

        assert ink.shape[0] == 80
        assert np.abs(ink - ink[:, ::-1]).mean() < 0.03
