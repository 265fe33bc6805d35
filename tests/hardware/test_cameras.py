"""Cameras show what lies there: no more, no less."""

import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.twin.cameras import OverheadCamera, RoomCamera, ShoeCamera, TrayCamera
from hardware.twin.recording import record
from hardware.twin.scene import Image
from hardware.twin.world import World
from table_controller.cards import DECK, Card
from vision.synthetic.faces import card_face


def dealt_world() -> World:
    world = World(4, chooser=random.Random(1))
    world.shuffle()
    for _ in range(5):
        for seat in range(1, 5):
            world.eject(seat)
    return world


def paper_share(image: Image) -> float:
    """The share of the picture that is as light and grey as card paper."""
    low, high = image.min(axis=2), image.max(axis=2)
    return float(np.mean((low > 120) & (high - low < 60)))


def blue_share(image: Image) -> float:
    """The share of the picture in the ink of the backs."""
    blue, green, red = (image[:, :, k].astype(int) for k in range(3))
    return float(np.mean((blue > red + 30) & (blue > green + 15)))


@pytest.mark.parametrize(("camera", "shape"), [("shoe", (240, 320, 3)), ("tray", (480, 640, 3))])
def test_an_empty_field_shows_felt_only(camera: str, shape: tuple[int, int, int]) -> None:
    world = World(4)
    frame = (ShoeCamera(world, 1) if camera == "shoe" else TrayCamera(world, 1)).frame()

    assert frame.shape == shape
    assert frame.dtype == np.uint8
    assert paper_share(frame) < 0.001


def test_the_shoe_camera_shows_one_card() -> None:
    world = dealt_world()

    frame = ShoeCamera(world, 1).frame()

    assert 0.15 < paper_share(frame) < 0.45
    assert blue_share(frame) < 0.05


def flat_card(image: Image) -> Image:
    """The one card of a picture, found by its light paper, upright or upside down."""
    light = (image.min(axis=2) > 110).astype(np.uint8) * 255
    closed = cv2.morphologyEx(light, cv2.MORPH_CLOSE, np.ones((25, 25), np.uint8))
    contours = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    corners = cv2.approxPolyDP(hull, 0.06 * cv2.arcLength(hull, True), True).reshape(-1, 2)
    assert len(corners) == 4
    corners = corners[np.argsort(corners.sum(axis=1))]
    top_left, bottom_right = corners[0], corners[3]
    right, left = sorted(corners[1:3], key=lambda xy: -xy[0])
    source = np.array([top_left, right, bottom_right, left], np.float32)
    target = np.array([[0, 0], [125, 0], [125, 175], [0, 175]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    return np.asarray(cv2.warpPerspective(image, matrix, (125, 175)), np.uint8)


def likest(image: Image) -> Card:
    """The face that this flat card is most like."""

    def likeness(card: Card) -> float:
        drawn = cv2.GaussianBlur(card_face(card, width_px=125), (0, 0), 1.0)[6:-6, 6:-6]
        return float(cv2.matchTemplate(image, drawn, cv2.TM_CCOEFF_NORMED).max())

    return max(DECK, key=likeness)


def test_the_face_in_the_shoe_is_the_one_of_the_card_that_left_last() -> None:
    world = World(1, chooser=random.Random(2))
    world.shuffle()
    camera = ShoeCamera(world, 1)

    for _ in range(12):
        world.eject(1)
        card = world.in_shoe_window()
        assert card is not None
        assert likest(flat_card(camera.frame())) is card.face


def test_the_face_in_the_tray_is_the_one_of_the_discard() -> None:
    world = dealt_world()
    camera = TrayCamera(world, 1)
    card = world.look(1)[2]

    world.lay_discards(1, 1, (card,))

    assert likest(flat_card(camera.frame())) is card.face


def test_a_hand_face_down_shows_backs_and_no_face() -> None:
    world = dealt_world()

    frame = OverheadCamera(world, 1, seed=1).frame()

    assert blue_share(frame) > 0.03


def test_a_tabled_hand_shows_paper_and_no_back() -> None:
    world = dealt_world()
    camera = OverheadCamera(world, 1, seed=1)
    down = paper_share(camera.frame())

    world.table(1)

    assert paper_share(camera.frame()) > down + 0.1


def test_an_overhead_camera_sees_its_own_seat_only() -> None:
    world = dealt_world()
    world.muck(1)

    world.table(2)

    assert paper_share(OverheadCamera(world, 1, seed=1).frame()) < 0.001


def test_older_discards_are_turned_down_when_newer_ones_lie_in_the_tray() -> None:
    world = dealt_world()
    camera = TrayCamera(world, seed=1)
    world.lay_discards(1, 1, world.look(1)[:3])
    first = blue_share(camera.frame())

    world.lay_discards(2, 1, world.look(2)[:2])

    assert blue_share(camera.frame()) > first + 0.02


def test_cards_another_deck_slipped_in_have_another_back() -> None:
    world = dealt_world()
    camera = OverheadCamera(world, 1, seed=1)
    card = world.look(1)[-1]
    own = blue_share(camera.frame())

    object.__setattr__(card, "back", "other")

    assert blue_share(camera.frame()) < own - 0.01


def test_the_same_seed_and_cards_give_the_same_frames_and_no_two_in_a_row_are_alike() -> None:
    world = dealt_world()
    first, second = ShoeCamera(world, 7), ShoeCamera(world, 7)

    frames = [first.frame(), first.frame()]

    assert np.array_equal(frames[0], second.frame())
    assert not np.array_equal(*frames)


def test_the_room_camera_shows_every_seat_with_cards() -> None:
    world = dealt_world()
    camera = RoomCamera(world, 1)
    full = blue_share(camera.frame())

    for seat in (1, 2, 3):
        world.muck(seat)

    assert camera.frame().shape == (720, 1280, 3)
    assert blue_share(camera.frame()) < full


def test_a_recording_is_a_video_any_program_can_open(tmp_path: Path) -> None:
    world = dealt_world()
    camera = TrayCamera(world, 3)
    path = tmp_path / "tray.avi"

    assert record(path, (camera.frame() for _ in range(4))) == 4

    video = cv2.VideoCapture(str(path))
    found, frame = video.read()
    video.release()
    assert found
    assert frame.shape == (480, 640, 3)


def test_a_recording_without_frames_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no frames"):
        record(tmp_path / "none.avi", ())
