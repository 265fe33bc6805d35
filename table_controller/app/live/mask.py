"""A frame with everything taken out of it that not everybody may see. Pure functions over pictures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.app.live.allowed import Allowed
from table_controller.app.live.reading import Spot, Spots
from table_controller.cards import Card

Image = NDArray[np.uint8]
Corners = NDArray[np.float32]
Regions = Mapping[int, Corners]

SOFT_CARD_PX: Final = 8.0
"""Cards are so tall where the picture is made soft: an index is less than a pixel there."""
GROWN: Final = 0.3
"""A card that is taken out is taken out with so much of its height around it: where it lies is predicted."""
SHARP: Final = 0.03
"""A card that is left in keeps so much of its height around it."""
REGION_GROWN: Final = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A frame, what was read in it, whose place each part of it is, and how tall cards ever were in it, px.

    *regions* are polygons (n, 2) px by seat; without them all of it is the place of *seats*.
    """

    image: Image
    spots: Spots
    seats: frozenset[int]
    regions: Regions
    card_px: float


@dataclass(frozen=True, slots=True, eq=False)
class Masked:
    """The picture that may go out, None where nothing of it may, and the cards in it whose faces may be told.

    *is_sharp* says that some of it is as the camera saw it."""

    image: Image | None
    public: tuple[Spot, ...]
    closed_seats: tuple[int, ...]
    is_sharp: bool = False


def masked(scene: Scene, may: Allowed) -> Masked:
    """Return the scene as *may* allows it.

    Sharp is only what lies within cards that were read and are shown to all, where no other card and no place of a seat
    with sealed cards reaches. The rest is grey and so soft that no card can be told, and black where one lies that is
    not shown, or a seat has sealed cards. A seat with sealed cards and no region makes all of it black.
    """
    closed = tuple(sorted(scene.seats - may.open_seats))
    public = tuple(spot for spot in scene.spots.up if _is_public(spot, scene, may))
    if any(seat not in scene.regions for seat in closed):
        return Masked(None, (), closed)
    size = scene.image.shape[:2]
    dark = np.zeros(size, np.uint8)
    tall = max(scene.card_px, scene.spots.card_px)
    for spot in scene.spots.up:
        if spot not in public:
            _fill(dark, spot.corners_px, GROWN * tall)
    for seat in closed:
        _fill(dark, scene.regions[seat], REGION_GROWN * tall)
    sharp = np.zeros(size, np.uint8)
    for spot in public:
        _fill(sharp, spot.corners_px, SHARP * tall)
    sharp[dark > 0] = 0
    image = softened(scene.image, tall)
    image[sharp > 0] = scene.image[sharp > 0]
    image[dark > 0] = 0
    left = tuple(spot for spot in public if _is_left(spot, dark))
    return Masked(image, left, closed, bool(sharp.any()))


def softened(image: Image, card_px: float) -> Image:
    """Return the picture in grey, so soft that a card of *card_px* height is SOFT_CARD_PX tall; 0 is a card as large as it."""
    height, width = image.shape[:2]
    shrink = min(1.0, SOFT_CARD_PX / (card_px or min(height, width)))
    small = (max(1, round(width * shrink)), max(1, round(height * shrink)))
    grey = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), small, interpolation=cv2.INTER_AREA)
    soft = cv2.resize(grey, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.cvtColor(soft, cv2.COLOR_GRAY2BGR), np.uint8)


def _is_public(spot: Spot, scene: Scene, may: Allowed) -> bool:
    """Whether the card's face is one shown to all before the seat in whose place it lies."""
    if spot.card is None:
        return False
    return spot.card in _faces_at(spot.corners_px, scene, may)


def _faces_at(corners_px: Corners, scene: Scene, may: Allowed) -> frozenset[Card]:
    if not scene.regions:
        return may.faces_of(scene.seats)
    x, y = (float(v) for v in corners_px.mean(axis=0))
    here = frozenset(
        seat for seat, region in scene.regions.items()
        if cv2.pointPolygonTest(region.astype(np.float32), (x, y), False) >= 0
    )  # fmt: skip
    return may.faces_of(here & may.open_seats)


def _is_left(spot: Spot, dark: Image) -> bool:
    """Whether the card's middle can still be seen."""
    x, y = np.round(spot.corners_px.mean(axis=0)).astype(int)
    return 0 <= y < dark.shape[0] and 0 <= x < dark.shape[1] and not dark[y, x]


def _fill(mask: Image, polygon: Corners, more_px: float) -> None:
    """Fill a polygon and what lies within *more_px* of it."""
    corners = np.round(np.clip(polygon, -20_000, 20_000)).astype(np.int32)
    cv2.fillPoly(mask, [corners], 255)
    if more_px >= 1:
        cv2.polylines(mask, [corners], True, 255, 2 * round(more_px))
