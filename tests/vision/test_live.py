"""Cards under the twin's cameras, read from moving pictures."""

import random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.twin.cameras import OverheadCamera, ShoeCamera, TrayCamera
from hardware.twin.scene import Lens, Lying, Optics
from hardware.twin.world import World
from table_controller.cards import Card, parse_cards
from vision.busy import CELL_PX, Box, BusyMap
from vision.live.look import Look
from vision.live.modes import mode_of
from vision.live.overhead import OverheadWatch
from vision.live.parts import SWEEP_EVERY, PartReader
from vision.live.shoe import SHARP_ENOUGH, ShoeWatch, sharpness
from vision.live.tray import DiscardWatch
from vision.live.watch import Watch
from vision.reader import CardReader

Image = NDArray[np.uint8]

SEED = 11


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader(threads=1)


def dealt_world(cards: int = 15) -> World:
    world = World(3, deck_size=52, chooser=random.Random(SEED))
    world.shuffle()
    for k in range(cards):
        world.eject(1 + k % 3)
    return world


def shown(look: Look) -> list[Card | None]:
    return sorted((track.card for track in look.tracks), key=str)


def settle(watch: Watch, frames: list[Image], at_ms: int = 0) -> Look:
    for k, frame in enumerate(frames):
        look = watch.see(frame, at_ms + 33 * k)
    return look


def test_the_card_in_the_shoe_is_certain_with_the_third_frame(reader: CardReader) -> None:
    world = dealt_world()
    camera, watch = ShoeCamera(world, SEED), mode_of("shoe", reader)

    looks = [watch.see(camera.frame(), 33 * k) for k in range(3)]

    card = world.in_shoe_window()
    assert card is not None
    assert [shown(look) for look in looks] == [[None], [None], [card.face]]
    assert [look.settled for look in looks] == [False, False, True]


def test_the_next_card_in_the_shoe_starts_from_nothing(reader: CardReader) -> None:
    world = dealt_world()
    camera, watch = ShoeCamera(world, SEED), mode_of("shoe", reader)
    settle(watch, [camera.frame() for _ in range(4)])

    world.eject(1)
    watch.begin()

    assert shown(watch.see(camera.frame(), 200)) == [None]


def test_a_still_picture_is_one_witness_however_long_it_is_shown(reader: CardReader) -> None:
    still = ShoeCamera(dealt_world(), SEED).frame()

    look = settle(mode_of("overhead", reader), [still.copy() for _ in range(40)])

    assert shown(look) == [None]
    assert not look.is_new


def test_pictures_that_come_round_again_are_no_further_witnesses(reader: CardReader) -> None:
    camera = ShoeCamera(dealt_world(), SEED)
    first, second = camera.frame(), camera.frame()

    assert shown(settle(mode_of("overhead", reader), [first, second] * 10)) == [None]


def test_a_smeared_frame_of_the_pass_does_not_count(reader: CardReader) -> None:
    camera, watch = ShoeCamera(dealt_world(), SEED), ShoeWatch(reader)
    sharp = camera.frame()
    assert watch.see(sharp, 0).is_new

    smeared = np.asarray(cv2.blur(camera.frame(), (1, 15)), np.uint8)
    look = watch.see(smeared, 33)

    before = reader.read(sharp).sightings[0]
    assert sharpness(smeared, before) < SHARP_ENOUGH * sharpness(sharp, before)
    assert not look.tracks or not look.is_new


def test_discards_are_new_once_and_covered_when_others_lie_on_them(reader: CardReader) -> None:
    world = dealt_world()
    camera, watch = TrayCamera(world, SEED), DiscardWatch(reader)
    thrown = world.look(1)[:3]
    world.lay_discards(1, 1, thrown)
    look = settle(watch, [camera.frame() for _ in range(6)])
    assert {track.card for track in watch.new(look)} == {card.face for card in thrown}
    assert watch.new(look) == ()

    world.lay_discards(2, 1, world.look(2)[:1])
    covered: set[Card | None] = set()
    for k in range(16):
        look = watch.see(camera.frame(), 400 + 33 * k)
        covered |= {track.evidence.answer for track in look.covered}

    (card,) = world.discard_groups()[-1].cards
    assert shown(look) == [card.face]
    assert [track.card for track in watch.new(look)] == [card.face]
    assert covered <= {one.face for one in thrown}
    assert len(covered) >= 2


OPTICS = Optics(width_px=900, height_px=420, px_per_mm=1.6, haze=0.0)
LEFT = np.array([(10, 10), (420, 10), (420, 400), (10, 400)], np.float32)
RIGHT = np.array([(480, 10), (890, 10), (890, 400), (480, 400)], np.float32)


def row(cards: str, x_mm: float) -> list[Lying]:
    return [Lying(card, x_mm + 45 * n, 125, 2.0) for n, card in enumerate(parse_cards(cards))]


def test_hands_belong_to_the_seats_in_whose_regions_they_lie(reader: CardReader) -> None:
    lens = Lens(OPTICS, SEED)
    watch = OverheadWatch(reader, {1: LEFT, 2: RIGHT})
    lying = row("Ah 9c 2d", 60) + row("Ks 7h Qd", 360)

    look = settle(watch, [lens.picture(lying) for _ in range(4)])

    hands = watch.by_seat(look)
    assert [[str(track.card) for track in hands[seat]] for seat in (1, 2)] == [
        ["Ah", "9c", "2d"],
        ["Ks", "7h", "Qd"],
    ]


def test_only_the_region_that_changed_is_searched_again(reader: CardReader) -> None:
    lens = Lens(OPTICS, SEED)
    parts = PartReader(reader, (LEFT, RIGHT))
    left, right = row("Ah 9c 2d", 60), row("Ks 7h Qd", 360)

    searched = []
    for lying in (left, left, left, left + right, left + right):
        seen, _ = parts.read(lens.picture(lying))
        searched.append(parts.searched)

    assert searched == [2, 0, 0, 1, 0]
    assert len(seen) == 6


def test_an_unchanged_scene_is_searched_now_and_then(reader: CardReader) -> None:
    lens, parts = Lens(OPTICS, SEED), PartReader(reader, (LEFT,))

    searched = [parts.read(lens.picture(row("Ah 9c", 60))) and parts.searched for _ in range(SWEEP_EVERY + 2)]

    assert sum(searched) == 2


def test_a_hand_from_above_is_read_with_the_third_frame(reader: CardReader) -> None:
    world = dealt_world()
    world.table(2)
    camera = OverheadCamera(world, 2, SEED)

    look = settle(mode_of("overhead", reader), [camera.frame() for _ in range(3)])

    assert shown(look) == sorted((card.face for card in world.look(2)), key=str)


def test_no_other_role_has_a_mode(reader: CardReader) -> None:
    with pytest.raises(ValueError, match="not a role of a camera: 'rail'"):
        mode_of("rail", reader)


def test_bare_cloth_is_not_searched_and_a_card_on_it_is() -> None:
    lens = Lens(Optics(width_px=1280, height_px=720, px_per_mm=1.6, haze=0.0), SEED)

    def middle(lying: list[Lying]) -> Image:
        return np.ascontiguousarray(lens.picture(lying)[100:-100, 100:-100])

    assert busy_parts(middle([])) == []
    ((x, y, width, height),) = busy_parts(middle([Lying(parse_cards("Ah")[0], 400, 225)]))
    assert x <= 400 * 1.6 - 100 - 51 - 20
    assert x + width >= 400 * 1.6 - 100 + 51 + 20
    assert width <= 102 + 5 * CELL_PX
    assert height <= 143 + 5 * CELL_PX
    assert y > 0


def test_a_picture_full_of_contrast_is_searched_whole() -> None:
    noise = np.random.default_rng(SEED).integers(0, 256, (90, 160, 3)).astype(np.uint8)
    busy = cv2.resize(noise, (1280, 720), interpolation=cv2.INTER_NEAREST)

    assert busy_parts(np.asarray(busy, np.uint8)) == [(0, 0, 1280, 720)]


def busy_parts(image: Image) -> list[Box]:
    return BusyMap(image).parts(image.shape[1], image.shape[0])
