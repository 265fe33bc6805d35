"""What training draws from: free decks and their indices, corners of faces, whole tables, lamps and nights."""

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from table_controller.cards import DECK, parse_card
from vision.synthetic.arrangements import arrangement
from vision.synthetic.decks import FACE_PX_PER_MM, DrawnDeck
from vision.synthetic.faces import STYLES, index_marks
from vision.synthetic.optics import Light, shade
from vision.synthetic.scene import SceneStyle, render
from vision.synthetic.styles import DEFAULT, ENGLISH, DeckStyle
from vision.training.art import ArtDeck, ArtDesign, PrintedBackDeck, ReindexedDeck, printed_backs
from vision.training.art_glyphs import ArtGlyphs, ArtSuits
from vision.training.face_corners import face_corner
from vision.training.index_boxes import find_index

MARK = index_marks(parse_card("7s"), DEFAULT)[0]
DESIGN = ArtDesign("free", MARK.x_mm, MARK.y_mm, MARK.height_mm, MARK.width_mm)


@pytest.fixture(scope="session")
def art(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as `make train` fills it, with one deck, which is ours."""
    folder = tmp_path_factory.mktemp("art")
    (folder / "free").mkdir()
    (folder / "backs").mkdir()
    deck = DrawnDeck(DEFAULT)
    for card in (parse_card(text) for text in ("Js", "7c", "7d", "7h", "7s", "Ts", "Qs", "As")):
        cv2.imwrite(str(folder / "free" / f"{card}.png"), deck.face(card))
    cv2.imwrite(str(folder / "backs" / "one.png"), deck.back())
    return folder


@pytest.mark.parametrize("style", STYLES, ids=lambda s: s.name)
def test_indices_are_found_where_they_were_drawn(style: DeckStyle) -> None:
    deck = DrawnDeck(style)

    for text in ("Td", "Qs", "7c"):
        card = parse_card(text)
        mark = index_marks(card, style)[0]
        left, top, right, foot = find_index(deck.face(card)).whole
        assert (foot - top) / FACE_PX_PER_MM == pytest.approx(mark.height_mm, abs=0.8), text
        assert (top + foot) / 2 / FACE_PX_PER_MM == pytest.approx(mark.y_mm, abs=0.6), text
        assert (left + right) / 2 / FACE_PX_PER_MM == pytest.approx(mark.x_mm, abs=1.2), text


def test_a_face_without_an_index_says_so() -> None:
    with pytest.raises(ValueError, match="no ink"):
        find_index(np.full((280, 200, 3), 250, np.uint8))


def test_free_decks_keep_their_indices_and_get_ours_where_asked(art: Path) -> None:
    plain = ArtDeck(art, DESIGN, DEFAULT.back)
    german = replace(DEFAULT, rank_height_mm=9.0, letters=(*ENGLISH[:9], "B", "D", "K", "A"))
    ours = ReindexedDeck(art, DESIGN, german)
    card = parse_card("Js")

    assert (plain.face(card) == cv2.imread(str(art / "free" / "Js.png"))).all()
    assert plain.known(card)
    assert not ours.known(card)
    assert ours.marks(card)[0].height_mm > plain.marks(card)[0].height_mm
    assert not (ours.face(card) == plain.face(card)).all()


def test_a_free_back_goes_with_any_faces(art: Path) -> None:
    deck = PrintedBackDeck(ArtDeck(art, DESIGN, DEFAULT.back), printed_backs(art)[0])

    assert (deck.back() == cv2.imread(str(art / "backs" / "one.png"))).all()
    assert len(deck.marks(DECK[0])) == 2


def test_art_that_was_not_fetched_is_named(art: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no face of 2c at .*run `make train`"):
        ArtDeck(art, replace(DESIGN, name="absent"), DEFAULT.back).face(DECK[0])


def test_ranks_and_suits_are_cut_from_free_decks(art: Path) -> None:
    folder = str(art / "free")

    for text in ("10", "J", "Q", "A", "7"):
        ink = ArtGlyphs(folder).mask(text, 60, 40)
        assert ink.shape == (60, 40)
        assert 0.1 < ink.mean() < 0.7, text
    assert ArtGlyphs(folder).mask("O", 60, 40).max() > 0.5
    assert len({ArtSuits(folder).mask(suit, 40).tobytes() for suit in range(4)}) == 4


def test_a_corner_cut_from_a_face_has_the_index_in_its_middle() -> None:
    rng = np.random.default_rng(1)

    for card in DECK[::17]:
        corner, (height, width) = face_corner(DrawnDeck(DEFAULT), card, 96, 60, rng)
        assert height == 96
        assert corner.shape == (96 + 120, width + 120, 3)
        middle = corner[60:-60, 60:-60].min(axis=2)
        assert (middle < 130).mean() > 0.1, card


def test_whole_tables_hold_up_to_a_deck_and_sometimes_a_hand() -> None:
    rng = np.random.default_rng(3)
    tables = [arrangement(rng) for _ in range(80)]

    assert max(len(table.poses) for table in tables) > 40
    assert all(2 <= len(table.poses) <= 53 for table in tables)
    assert {table.hand is None for table in tables} == {True, False}
    assert max(table.slant for table in tables) > 55


def test_a_whole_table_is_laid_and_seen_and_nothing_lies_there_twice() -> None:
    for seed in (1, 2):
        scene = render(np.random.default_rng(seed), [DrawnDeck(DEFAULT)], SceneStyle(arranged=1.0))
        cards = [card.card for card in scene.cards if card.card is not None]
        assert scene.image.shape == (640, 640, 3)
        assert len(cards) == len(set(cards))


def test_the_same_scene_can_be_seen_from_farther_away() -> None:
    near, far = (
        render(np.random.default_rng(8), [DrawnDeck(DEFAULT)], SceneStyle(bare=0, zoom=zoom))
        for zoom in (1, 0.5)
    )

    assert [card.card for card in near.cards] == [card.card for card in far.cards]
    for one, two in zip(near.indices, far.indices, strict=True):
        assert np.hypot(*two.down) == pytest.approx(np.hypot(*one.down) / 2)


def test_a_lamp_on_the_mains_leaves_bands_and_a_night_little_light() -> None:
    paper = np.full((200, 200, 3), 200, np.float32)
    calm, lamp, night = (
        shade(np.random.default_rng(5), paper, light)
        for light in (Light(0.0), Light(0.0, rolling=1.0), Light(0.0, night=1.0))
    )

    rows, columns = lamp.mean(axis=(1, 2)), lamp.mean(axis=(0, 2))
    assert max(rows.std(), columns.std()) > 5 * max(calm.mean(axis=(1, 2)).std(), 1)
    assert night.mean() < calm.mean()


@pytest.mark.skipif(shutil.which("node") is None, reason="node is needed, which `make train` uses")
def test_drawings_in_a_script_are_written_out_as_svg(tmp_path: Path) -> None:
    bundle = tmp_path / "index.esm.js"
    bundle.write_text(
        "import * as React from 'react';\n"
        "const SvgH2 = props => React.createElement('svg', _extends({ viewBox: '0 0 2 2' }, props),\n"
        "  React.createElement('path', { strokeWidth: 2, xlinkHref: '#a<b', style: { fontSize: 3 } }), null);\n"
        "export { SvgH2 as H2 };\n"
    )
    script = Path(__file__).parents[3] / "vision" / "training" / "bundled_svg.mjs"

    told = subprocess.run(["node", script, bundle], check=True, capture_output=True, text=True).stdout

    path = r"<path stroke-width=\"2\" xlink:href=\"#a&lt;b\" style=\"font-size:3\"></path>"
    assert told == r'{"H2":"<svg viewBox=\"0 0 2 2\">' + path + '</svg>"}'
