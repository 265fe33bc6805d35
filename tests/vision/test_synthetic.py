"""Drawn cards and scenes: what they promise to training, tests and the twin."""

import numpy as np
import pytest

from table_controller.cards import DECK, JOKER, parse_card
from vision.synthetic.backs import PATTERNS
from vision.synthetic.decks import DrawnDeck
from vision.synthetic.faces import STYLES, card_back, card_face, card_outline, index_marks
from vision.synthetic.glyphs import PenGlyphs
from vision.synthetic.scene import SceneStyle, render
from vision.synthetic.styles import DEFAULT, ENGLISH, BackStyle, DeckStyle


def test_a_face_is_a_bgr_picture_of_a_poker_cards_proportions() -> None:
    face = card_face(parse_card("Ah"), width_px=200)

    assert face.shape == (280, 200, 3)
    assert face.dtype == np.uint8


@pytest.mark.parametrize("style", STYLES, ids=lambda s: s.name)
def test_the_53_faces_of_a_deck_all_differ(style: DeckStyle) -> None:
    faces = {card_face(card, style, 100).tobytes() for card in DECK}

    assert len(faces) == 53


def test_a_face_is_the_callers_to_change() -> None:
    card_face(DECK[0])[:] = 0

    assert card_face(DECK[0]).max() > 200


@pytest.mark.parametrize("style", STYLES, ids=lambda s: s.name)
def test_indices_hold_ink_and_the_edge_beside_them_none(style: DeckStyle) -> None:
    for card in DECK:
        face = card_face(card, style, 254).min(axis=2)
        for mark in index_marks(card, style):
            x, y, half = mark.x_mm * 4, mark.y_mm * 4, mark.height_mm * 2
            inside = face[
                int(y - half) : int(y + half), int(x - mark.width_mm * 2) : int(x + mark.width_mm * 2)
            ]
            assert (inside < 120).mean() > 0.08, card
        assert face[:4].min() > 200


def test_four_corner_decks_have_four_indices_and_others_two() -> None:
    assert [len(index_marks(DECK[0], style)) for style in STYLES] == [2, 2, 4, 2]


def test_faces_look_the_same_turned_round_but_for_pips() -> None:
    face = card_face(parse_card("Ks"), DEFAULT, 254).astype(int)

    assert np.abs(face - face[::-1, ::-1]).mean() < 12


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_back_has_two_inks(pattern: str) -> None:
    back = card_back(DeckStyle(back=BackStyle(pattern)), 120)

    assert back.shape == (168, 120, 3)
    assert back.std() > 20


def test_an_unknown_back_or_glyph_says_what_there_is() -> None:
    with pytest.raises(ValueError, match="there are lattice"):
        card_back(DeckStyle(back=BackStyle("tartan")))
    with pytest.raises(ValueError, match="no glyph for 'Ж'"):
        PenGlyphs().mask("Ж", 20, 12)


def test_every_english_rank_has_a_glyph_that_fills_its_box() -> None:
    for text in ENGLISH:
        ink = PenGlyphs().mask(text, 60, 40)
        assert ink.shape == (60, 40)
        for edge in (ink[:2], ink[-2:], ink[:, :2], ink[:, -2:]):
            assert edge.max() > 0.3, text


def test_the_outline_cuts_the_corners() -> None:
    outline = card_outline(width_px=200)

    assert outline[0, 0] == 0
    assert outline[140, 100] == 255


def test_the_same_seed_gives_the_same_scene() -> None:
    decks = [DrawnDeck(DEFAULT)]
    one, two = (render(np.random.default_rng(5), decks) for _ in range(2))

    assert (one.image == two.image).all()
    assert [i.card for i in one.indices] == [i.card for i in two.indices]


def test_the_truth_of_a_scene_says_what_lies_there_and_how_much_of_it_shows() -> None:
    scene = render(np.random.default_rng(8), [DrawnDeck(DEFAULT)], SceneStyle(bare=0, backs=0, occluders=0))

    assert scene.cards
    assert {i.card for i in scene.indices} == {c.card for c in scene.cards}
    assert all(0 <= c.visible <= 1 for c in scene.cards)
    assert len(scene.indices) == 2 * len(scene.cards)


def test_letters_that_are_not_english_are_known_as_foreign() -> None:
    german = DrawnDeck(DeckStyle(letters=(*ENGLISH[:9], "B", "D", "K", "A")))

    assert [german.known(parse_card(text)) for text in ("Js", "Qs", "Ks", "As", "2c")] == [
        False,
        False,
        True,
        True,
        True,
    ]
    assert german.known(JOKER)
