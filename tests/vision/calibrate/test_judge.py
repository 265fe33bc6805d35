"""Faults of light, focus and shutter are named, each as what it is; a good picture gets no complaint."""

import random
from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.twin.cameras import OVERHEAD_OPTICS, SHOE_OPTICS, TRAY_OPTICS
from hardware.twin.scene import Lens, Lying, Optics
from table_controller.cards import DECK
from vision.calibrate.board import find_sheet
from vision.calibrate.judge import Finding, judge
from vision.find import Finder
from vision.synthetic.faces import card_face
from vision.synthetic.sheet_views import Pose, TrueLens, sheet_picture, stored

Light = NDArray[np.float32]
WIDTH, HEIGHT = 1280, 720


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder()


@pytest.fixture(scope="module")
def sheet() -> Light:
    """The sheet on the table under good light."""
    return sheet_picture(np.random.default_rng(2), TrueLens.usual(), Pose.of((6, -4, 8), (20, 10, 760)))


@pytest.fixture(scope="module")
def cards() -> Light:
    """Ten cards on felt under good light."""
    rng = random.Random(3)
    image = np.full((HEIGHT, WIDTH, 3), (52, 92, 40), np.float32)
    for place in range(10):
        face = card_face(rng.choice(DECK), width_px=101).astype(np.float32) * 0.86
        turn = cv2.getRotationMatrix2D((50, 70), rng.uniform(-30, 30), 1)
        turn[:, 2] += (90 + place % 5 * 240, 120 + place // 5 * 320)
        there = cv2.warpAffine(np.ones(face.shape[:2], np.float32), turn, (WIDTH, HEIGHT))[..., None]
        image = image * (1 - there) + cv2.warpAffine(face, turn, (WIDTH, HEIGHT)) * there
    return image


def shaded(low: float, high: float) -> Callable[[Light], Light]:
    gain = np.linspace(low, high, WIDTH, dtype=np.float32)[None, :, None]
    return lambda image: image * gain


def moved(image: Light) -> Light:
    kernel = np.zeros((9, 9), np.float32)
    kernel[4] = 1 / 9
    return np.asarray(cv2.filter2D(image, -1, kernel), np.float32)


def lamp(image: Light) -> Light:
    ys, xs = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    return image + (400 * np.exp(-(((xs - 1000) / 60) ** 2 + ((ys - 150) / 50) ** 2)))[..., None]


def faults(finder: Finder, *frames: NDArray[np.uint8]) -> list[Finding]:
    found = judge(frames, find_sheet(frames[-1]), finder.find(frames[-1])[0])
    return [one for one in found if not one.ok]


FAULTS: dict[str, tuple[Callable[[Light], Light], str, str]] = {
    "too bright": (lambda image: image * 1.45, "bright", "Expose shorter"),
    "too dark": (lambda image: image * 0.28, "dark", "Too dark: white paper is"),
    "strong from the left": (shaded(1.7, 0.75), "bright", "Light from the left is too strong"),
    "uneven": (shaded(1.15, 0.45), "uneven", "from the left is"),
    "out of focus": (lambda image: cv2.GaussianBlur(image, (0, 0), 2.4), "focus", "Out of focus"),
    "moved": (moved, "motion", "px wide sideways"),
    "a lamp's reflection": (lamp, "glare", "reflected in the upper right corner"),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("scene", ["sheet", "cards"])
def test_a_fault_is_named_as_what_it_is_and_nothing_else_is(
    fault: str, scene: str, finder: Finder, request: pytest.FixtureRequest
) -> None:
    spoil, kind, words = FAULTS[fault]
    picture = stored(np.random.default_rng(4), spoil(request.getfixturevalue(scene)))

    found = faults(finder, picture)

    assert [one.kind for one in found] == [kind]
    assert words in found[0].text


@pytest.mark.parametrize("scene", ["sheet", "cards"])
def test_bands_that_wander_are_a_lamp_that_flickers(
    scene: str, finder: Finder, request: pytest.FixtureRequest
) -> None:
    image, rng = request.getfixturevalue(scene), np.random.default_rng(5)
    ys = np.arange(HEIGHT)[:, None, None] / 160
    frames = [stored(rng, image * (1 + 0.12 * np.sin(2 * np.pi * (ys + at)))) for at in (0, 0.37, 0.8)]
    still = [stored(rng, image) for _ in range(3)]

    assert [one.kind for one in faults(finder, *frames)] == ["flicker"]
    assert faults(finder, *still) == []


@pytest.mark.parametrize("optics", [SHOE_OPTICS, TRAY_OPTICS, OVERHEAD_OPTICS])
def test_the_twins_cameras_get_no_complaint(optics: Optics, finder: Finder) -> None:
    for seed in range(3):
        lens, rng = Lens(optics, seed), random.Random(seed)
        width, height = lens.field_mm
        count = 1 if optics is SHOE_OPTICS else 5
        lying = tuple(
            Lying(
                rng.choice(DECK),
                width / 2 + (n - (count - 1) / 2) * 47,
                height / 2,
                rng.uniform(-4, 4),
                False,
            )
            for n in range(count)
        )

        assert faults(finder, lens.picture(lying)) == []


def test_a_small_index_is_told_with_what_to_do(finder: Finder, cards: Light) -> None:
    picture = stored(np.random.default_rng(6), cards)
    where = finder.find(picture)[0]

    enough = judge([picture], None, where, index_px=19.4)
    small = judge([picture], None, where, index_px=11.2)

    assert "A standard index is 19 px tall on the table: enough; 14 is the least." in [
        one.text for one in enough
    ]
    assert small[0].text == (
        "A standard index is 11 px tall on the table: too small; 14 is the least. "
        "Hang the camera 1.3 times nearer, or take one with 1.3 times the pixels across."
    )


@pytest.mark.parametrize(("level", "said"), [(2, "Far too dark"), (254, "Far too bright")])
def test_a_picture_in_which_nothing_can_be_seen_is_no_mystery(level: int, said: str, finder: Finder) -> None:
    found = faults(finder, np.full((480, 640, 3), level, np.uint8))

    assert [one.text[: len(said)] for one in found] == [said]


def test_an_empty_table_is_no_fault(finder: Finder) -> None:
    rng = np.random.default_rng(7)
    felt = np.full((HEIGHT, WIDTH, 3), (52, 92, 40), np.float32)

    found = judge([stored(rng, felt)], None, finder.find(stored(rng, felt))[0])

    assert [(one.kind, one.ok) for one in found] == [("nothing", True)]
