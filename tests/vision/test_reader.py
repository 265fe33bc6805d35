"""Scenes of our own drawing read from end to end with the weights in the repository."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from table_controller.cards import DECK, Card
from vision.pair import Sighting
from vision.reader import CardReader, Reading, fitting_backs
from vision.synthetic.decks import DrawnDeck
from vision.synthetic.faces import card_face
from vision.synthetic.optics import Light
from vision.synthetic.scene import Scene, SceneStyle, render
from vision.synthetic.styles import DEFAULT, ENGLISH, DeckStyle

CLEAR = SceneStyle(
    index_px=(26, 34), cards=(3, 5), backs=0, bare=0, occluders=0, tilt=0.4, light=Light(0.2), groups=False
)


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader()


def scenes(deck: DrawnDeck, style: SceneStyle, count: int, seed: int) -> list[Scene]:
    rng = np.random.default_rng(seed)
    return [render(rng, [deck], style) for _ in range(count)]


def readable(scene: Scene) -> set[Card]:
    """Cards with an index that shows whole; jokers of no rank are left to their own test."""
    return {i.card for i in scene.indices if i.visible > 0.95}


def answers(reading: Reading) -> list[Card]:
    return [s.card for s in reading.sightings if s.card is not None]


def test_clear_scenes_of_our_standard_deck_are_read_without_a_wrong_card(reader: CardReader) -> None:
    there, right = 0, 0
    for scene in scenes(DrawnDeck(DEFAULT), CLEAR, 8, seed=21):
        found = answers(reader.read(scene.image))
        assert set(found) <= {c.card for c in scene.cards}
        assert len(found) == len(set(found))
        there += len(readable(scene))
        right += len(readable(scene) & set(found))

    assert right >= 0.9 * there


@pytest.mark.xfail(
    strict=True, reason="27 of 29: a smeared ace, and a six that a faint five contradicts, stay unread"
)
def test_clear_scenes_of_our_standard_deck_are_read_to_19_of_20(reader: CardReader) -> None:
    views = scenes(DrawnDeck(DEFAULT), CLEAR, 8, seed=21)
    right = sum(len(readable(view) & set(answers(reader.read(view.image)))) for view in views)

    assert right >= 0.95 * sum(len(readable(view)) for view in views)


def test_strong_light_and_blur_leave_a_card_unread_rather_than_wrong(reader: CardReader) -> None:
    for scene in scenes(DrawnDeck(DEFAULT), replace(CLEAR, light=Light(0.3)), 8, seed=21):
        assert set(answers(reader.read(scene.image))) <= {c.card for c in scene.cards}


def test_corners_lie_where_the_card_lies(reader: CardReader) -> None:
    (scene,) = scenes(DrawnDeck(DEFAULT), CLEAR, 1, seed=24)
    truths = {c.card: c.corners_px for c in scene.cards}

    for sighting in reader.read(scene.image).sightings:
        if sighting.card is not None:
            truth = truths[sighting.card]
            size = np.linalg.norm(truth[2] - truth[0])
            away = min(
                np.linalg.norm(sighting.corners_px - np.roll(truth, turn, axis=0), axis=1).max()
                for turn in (0, 2)
            )
            assert away < 0.15 * size


def test_the_same_picture_gives_the_same_reading(reader: CardReader) -> None:
    (scene,) = scenes(DrawnDeck(DEFAULT), CLEAR, 1, seed=5)

    one, two = reader.read(scene.image), CardReader().read(scene.image)

    assert [(s.card, s.score) for s in one.sightings] == [(s.card, s.score) for s in two.sightings]


def test_letters_the_reader_does_not_know_are_not_answered(reader: CardReader) -> None:
    """B and D stand where J and Q would: German courts must not be taken for an 8 or a 10."""
    german = DrawnDeck(DeckStyle(letters=(*ENGLISH[:9], "B", "D", "K", "A")))
    for scene in scenes(german, CLEAR, 6, seed=31):
        foreign = {c.card for c in scene.cards if not c.known}
        known = {c.card for c in scene.cards if c.known}

        found = set(answers(reader.read(scene.image)))

        assert not found & foreign
        assert found <= known


def test_face_down_cards_are_quads_and_not_cards(reader: CardReader) -> None:
    table = np.full((600, 800, 3), (60, 110, 40), np.uint8)
    back = DrawnDeck(DEFAULT).back()
    small = cv2.resize(back, (140, 196), interpolation=cv2.INTER_AREA)
    table[200:396, 150:290] = small
    table[200:396, 450:590] = small

    reading = reader.read(table)

    assert answers(reading) == []
    middles = sorted(float(quad.mean(axis=0)[0]) for quad in reading.backs)
    assert middles == pytest.approx([220, 520], abs=15)


def test_an_empty_table_has_no_cards(reader: CardReader) -> None:
    table = np.full((480, 640, 3), (60, 110, 40), np.uint8)

    reading = reader.read(table)

    assert reading.sightings == ()
    assert reading.backs == ()


def test_a_white_and_a_tiny_picture_are_read_as_empty(reader: CardReader) -> None:
    assert answers(reader.read(np.full((300, 400, 3), 255, np.uint8))) == []
    assert answers(reader.read(np.zeros((1, 1, 3), np.uint8))) == []


@pytest.mark.parametrize("image", [np.zeros((10, 10), np.uint8), np.zeros((10, 10, 3), np.float32)])
def test_what_is_no_bgr_picture_is_refused(reader: CardReader, image: np.ndarray) -> None:
    with pytest.raises(ValueError, match="not a BGR picture"):
        reader.read(image)


def test_a_threshold_is_a_share() -> None:
    with pytest.raises(ValueError, match="outside 0 to 1"):
        CardReader(threshold=1.5)


def test_every_face_of_the_standard_deck_is_read_flat_on_felt(reader: CardReader) -> None:
    """What the twin lays under its cameras."""
    wrong, unread = [], []
    for start in range(0, 53, 6):
        table = np.full((720, 1280, 3), (60, 110, 40), np.uint8)
        cards = DECK[start : start + 6]
        for k, card in enumerate(cards):
            face = card_face(card, width_px=150)
            x = 60 + 200 * k
            table[250 : 250 + face.shape[0], x : x + 150] = face
        found = answers(reader.read(table))
        wrong += [card for card in found if card not in cards]
        unread += [card for card in cards if card not in found]

    assert wrong == []
    assert len(unread) <= 2


def test_a_face_down_card_is_about_as_large_as_the_cards_beside_it() -> None:
    """Cloth with a pattern looks like backs of any size."""
    read = Sighting(DECK[0], 0.99, quad(0, 0, 60))
    beside, huge, under = quad(100, 0, 64), quad(300, 0, 180), quad(4, 4, 58)

    assert len(fitting_backs([beside, huge, under], [read])) == 1
    assert len(fitting_backs([beside, huge, under], [])) == 3


def quad(x_px: float, y_px: float, width_px: float) -> np.ndarray:
    shape = np.array([(0, 0), (1, 0), (1, 1.4), (0, 1.4)], np.float32)
    return np.asarray(shape * width_px + np.array((x_px, y_px)), np.float32)
