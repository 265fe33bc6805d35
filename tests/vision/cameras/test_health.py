"""Every fault of a camera is known within two seconds, and dealing cards is none."""

import random
from collections.abc import Callable
from functools import cache
from itertools import cycle

import cv2
import numpy as np
import pytest

from hardware.twin.camera_faults import FaultyCamera, Trouble
from hardware.twin.cameras import OverheadCamera, ShoeCamera, TrayCamera
from hardware.twin.scene import Image
from hardware.twin.world import World
from vision.cameras.health import HealthWatch, Sample, judge
from vision.cameras.identity import is_same
from vision.cameras.signs import Signs, signs_of
from vision.cameras.states import State, sentence, short
from vision.cameras.view import MARK_PX, SMALL_WIDTH_PX, View, shrunk, view_of

FPS = 10
EXPECTED = {
    Trouble.UNPLUGGED: {State.LOST},
    Trouble.FROZEN: {State.FROZEN},
    Trouble.BLACK: {State.BLACK},
    Trouble.COVERED: {State.COVERED},
    Trouble.MOVED: {State.MOVED},
    Trouble.UNFOCUSED: {State.UNFOCUSED},
    Trouble.BRIGHT: {State.TOO_BRIGHT},
    Trouble.DARK: {State.TOO_DARK, State.BLACK},
}
CAMERAS: dict[str, Callable[[World], Callable[[], Image]]] = {
    "shoe": lambda world: ShoeCamera(world, 1).frame,
    "tray": lambda world: TrayCamera(world, 2).frame,
    "overhead": lambda world: OverheadCamera(world, 1, 3).frame,
}


@cache
def pictures(name: str) -> tuple[Image, ...]:
    """A few pictures of one scene, each with its own noise and light: drawing them is what takes time."""
    frame = CAMERAS[name](a_world())
    return tuple(frame() for _ in range(9))


class Clocked:
    """A camera of the twin watched at ten pictures a second of a clock that is put forward by hand."""

    def __init__(self, camera: Callable[[], Image], reference: Image | None = None) -> None:
        self.camera = FaultyCamera(camera, 7)
        self.watch = HealthWatch(0.0, reference=reference)
        self.at_s = 0.0
        self.states: list[State] = []
        self._last: Image | None = None

    def run(self, seconds: float) -> list[State]:
        """Return the states of so many seconds."""
        first = len(self.states)
        for _ in range(round(seconds * FPS)):
            self.at_s += 1 / FPS
            image = self.camera.frame()
            if image is not None:
                again = self._last is not None and is_same(image, self._last)
                self.watch.take(image, self.at_s, again=again)
                self._last = image
            self.states.append(self.watch.state(self.at_s))
        return self.states[first:]


def a_world() -> World:
    world = World(4, chooser=random.Random(1))
    world.shuffle()
    for _ in range(5):
        world.eject(1)
    return world


@pytest.mark.parametrize("name", CAMERAS)
@pytest.mark.parametrize("trouble", Trouble)
def test_a_fault_is_known_within_two_seconds_and_over_when_it_is_good_again(
    name: str, trouble: Trouble
) -> None:
    camera = Clocked(cycle(pictures(name)).__next__)

    assert set(camera.run(2.5)) == {State.OK}
    camera.camera.trouble = trouble
    assert camera.run(2)[-1] in EXPECTED[trouble]
    assert set(camera.run(1)) <= EXPECTED[trouble]
    camera.camera.trouble = None
    assert camera.run(2)[-1] is State.OK


def test_cards_that_are_dealt_and_tabled_and_gathered_are_no_fault() -> None:
    world = World(4, chooser=random.Random(2))
    world.shuffle()
    cameras = [Clocked(make(world)) for make in CAMERAS.values()]

    def pause() -> None:
        for camera in cameras:
            camera.run(1.2)

    for act in (pause, *(lambda: world.eject(1),) * 5, lambda: world.table(1), pause, world.gather, pause):
        act()
        for camera in cameras:
            camera.run(0.2)

    assert {state for camera in cameras for state in camera.states} == {State.OK}


def test_a_view_learnt_with_cards_in_it_is_learnt_anew_when_they_are_gone() -> None:
    world = a_world()
    world.table(1)
    camera = Clocked(OverheadCamera(world, 1, 3).frame)
    camera.run(2)
    world.gather()

    assert set(camera.run(3)) == {State.OK}
    camera.camera.trouble = Trouble.COVERED
    assert camera.run(2)[-1] is State.COVERED


def test_a_camera_with_a_calibration_knows_from_the_start_that_it_looks_elsewhere() -> None:
    world = a_world()
    reference = OverheadCamera(world, 1, 3).frame()
    camera = Clocked(cycle(pictures("overhead")).__next__, reference)
    camera.camera.trouble = Trouble.MOVED

    assert camera.run(2)[-1] is State.MOVED
    assert set(camera.run(15)) == {State.MOVED}
    camera.camera.trouble = None
    assert camera.run(2)[-1] is State.OK


def test_without_a_calibration_the_place_where_a_camera_stays_is_its_new_one() -> None:
    camera = Clocked(cycle(pictures("tray")).__next__)
    camera.run(3)
    camera.camera.trouble = Trouble.MOVED

    assert camera.run(3)[-1] is State.MOVED
    assert camera.run(13)[-1] is State.OK


def test_a_video_file_may_show_the_same_picture_for_ever() -> None:
    still = np.full((90, 160, 3), 90, np.uint8)
    watch = HealthWatch(0.0, is_live=False)

    for k in range(40):
        watch.take(still, k / FPS, again=k > 0)

    assert watch.state(4.0) is State.OK


def test_one_bad_picture_is_no_fault() -> None:
    bad, good = Signs(frozenset({State.COVERED})), Signs(frozenset())
    samples = [Sample(k / 10, bad if k == 12 else good) for k in range(20)]

    assert judge(samples, 1.9, State.OK) is State.OK


@pytest.mark.parametrize("pictures_a_s", [2, 2.5, 3, 4])
def test_a_machine_that_looks_seldom_knows_of_a_fault_too(pictures_a_s: float) -> None:
    bad, good = Signs(frozenset({State.COVERED})), Signs(frozenset())
    since_s = 10.0
    samples = [Sample(k / pictures_a_s, bad if k / pictures_a_s >= since_s else good) for k in range(60)]

    def seen(until_s: float) -> list[Sample]:
        return [s for s in samples if until_s - 2.0 <= s.at_s <= until_s]

    assert judge(seen(since_s + 0.4), since_s + 0.4, State.OK) is State.OK
    assert judge(seen(since_s + 2.0), since_s + 2.0, State.OK) is State.COVERED


def test_a_fault_that_flickers_stays_one_until_it_is_over() -> None:
    bad, good = Signs(frozenset({State.COVERED})), Signs(frozenset())
    samples = [Sample(k / 10, good if k % 2 else bad) for k in range(20)]

    assert judge(samples, 1.9, State.OK) is State.OK
    assert judge(samples, 1.9, State.COVERED) is State.COVERED


def test_before_the_first_picture_a_camera_is_lost() -> None:
    assert judge([], 0.0, State.OK) is State.LOST


@pytest.mark.parametrize("shape", [(1, 1, 3), (1, 4000, 3), (4000, 1, 3), (7, 5, 3)])
def test_pictures_of_any_shape_are_examined(shape: tuple[int, int, int]) -> None:
    image = np.full(shape, 120, np.uint8)
    watch = HealthWatch(0.0)

    for k in range(30):
        watch.take(image, k / FPS)

    assert shrunk(image).shape[1] == SMALL_WIDTH_PX
    assert watch.state(2.9) is State.OK


def test_a_camera_whose_pictures_change_their_size_goes_on() -> None:
    frame = cycle(pictures("tray")).__next__
    watch = HealthWatch(0.0)

    for k in range(60):
        image = frame() if k < 30 else cv2.resize(frame(), (320, 180))
        watch.take(np.asarray(image, np.uint8), k / FPS)

    assert watch.state(5.9) is State.OK


@pytest.mark.parametrize("name", CAMERAS)
def test_marks_that_lie_in_somebody_s_shadow_do_not_speak_of_the_focus(name: str) -> None:
    """An edge that is too faint in it is no edge out of focus, however light the rest of the picture is."""
    usual = list(pictures(name)[:7])
    view = view_of(usual)
    shadowed = shadow_on_marks(usual[0], view)

    assert signs_of(usual[0], view).states == frozenset()
    assert signs_of(shadowed, view).states == frozenset()
    assert signs_of(out_of_focus(usual[0]), view).states == {State.UNFOCUSED}


def shadow_on_marks(image: Image, view: View) -> Image:
    """The light of a picture with a soft shadow, down to two fifths, on each mark and nowhere else."""
    rows, columns = view.grey.shape
    light = np.full((rows, columns, 1), 0.9, np.float32)
    for mark in view.marks:
        y, x = mark.y + MARK_PX // 2, mark.x + MARK_PX // 2
        cv2.circle(light, (x, y), MARK_PX, 0.36, -1)
    soft = cv2.resize(cv2.GaussianBlur(light, (0, 0), 3.0), image.shape[1::-1])
    return np.asarray(image * soft[..., None], np.uint8)


def out_of_focus(image: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), image.shape[1] / 100), np.uint8)


def test_marks_are_spread_over_the_picture() -> None:
    marks = view_of(list(pictures("tray"))).marks

    assert len({(mark.x > 80, mark.y > 60) for mark in marks}) == 4


def test_every_fault_has_a_sentence_that_says_what_to_do() -> None:
    for state in set(State) - {State.OK}:
        text = sentence("tray camera", state)
        assert text.startswith("The tray camera ")
        assert text.endswith(".")
        assert len(text) > 40
        assert short(state)
