"""Pictures that installed packages carry show no cards, and none is answered in them."""

import random
import sysconfig
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.reader import CardReader

PLACES = (Path(sysconfig.get_paths()["purelib"]), Path("/usr/share/icons"), Path("/usr/share/pixmaps"))
ENDINGS = (".png", ".jpg", ".webp")
LEAST_BYTES = 1500
"""Smaller pictures hold next to nothing."""
SIDE_PX = 300
COUNT = 60


def pictures() -> list[Path]:
    found = sorted(p for place in PLACES for p in place.rglob("*") if p.suffix in ENDINGS and p.is_file())
    large = [p for p in found if p.stat().st_size > LEAST_BYTES and "card" not in p.name.lower()]
    return random.Random(60).sample(large, min(COUNT, len(large)))


def on_white(path: Path) -> NDArray[np.uint8] | None:
    """The picture, its transparent parts white and its long side SIDE_PX at least."""
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None or image.dtype != np.uint8:
        return None
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if image.shape[2] == 4:
        share = image[:, :, 3:] / 255.0
        image = np.asarray(image[:, :, :3] * share + 255 * (1 - share), np.uint8)
    grown = max(1.0, SIDE_PX / max(image.shape[:2]))
    image = image[: 4 * SIDE_PX, : 4 * SIDE_PX]
    return np.asarray(cv2.resize(image, None, fx=grown, fy=grown, interpolation=cv2.INTER_CUBIC), np.uint8)


def test_no_card_is_answered_in_pictures_of_other_things() -> None:
    shown = [image for path in pictures() if (image := on_white(path)) is not None]
    if len(shown) < COUNT // 2:
        pytest.skip(f"only {len(shown)} pictures in the installed packages")
    reader = CardReader()

    answered = [s.card for image in shown for s in reader.read(image).sightings if s.card is not None]

    assert answered == []
