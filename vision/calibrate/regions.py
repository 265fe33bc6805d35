"""The part of the picture that belongs to each seat, as polygons in pixels."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

Image = NDArray[np.uint8]
Place = Annotated[float, Field(ge=-20_000, le=40_000)]
Corner = tuple[Place, Place]

RING: Final = (0.34, 0.30)
"""How far from the middle seats are proposed, as shares of width and height."""
LARGEST_FILE: Final = 1_000_000


class RegionError(ValueError):
    """Regions that cannot be; one line says which and what to do."""


class SeatRegion(BaseModel):
    """A seat's part of the picture; *corners_px* of a polygon without crossings, in the camera's pixels."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)

    seat: Annotated[int, Field(ge=1, le=16)]
    corners_px: Annotated[tuple[Corner, ...], Field(min_length=3, max_length=24)]

    def holds(self, place_px: tuple[float, float]) -> bool:
        """Say whether a place lies in the region; its edge belongs to it."""
        return cv2.pointPolygonTest(self._outline(), place_px, False) >= 0

    def box_px(self, size_px: tuple[int, int]) -> tuple[int, int, int, int]:
        """Return (x0, y0, x1, y1) of the smallest box around it that lies in a picture of *size_px*."""
        xs, ys = zip(*self.corners_px, strict=True)
        width, height = size_px
        x0, y0 = max(0, math.floor(min(xs))), max(0, math.floor(min(ys)))
        return x0, y0, min(width, math.ceil(max(xs)) + 1), min(height, math.ceil(max(ys)) + 1)

    def crop(self, image: Image) -> tuple[Image, tuple[int, int]]:
        """Return the box of the region, a copy black outside the polygon, and where its upper left corner was."""
        height, width = image.shape[:2]
        x0, y0, x1, y1 = self.box_px((width, height))
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [np.round(self._outline() - (x0, y0)).astype(np.int32)], 255)
        part = image[y0:y1, x0:x1]
        return np.asarray(cv2.bitwise_and(part, part, mask=mask), np.uint8), (x0, y0)

    def _outline(self) -> NDArray[np.float32]:
        return np.array(self.corners_px, np.float32)


_REGIONS: Final = TypeAdapter(tuple[SeatRegion, ...])


def check_regions(regions: Sequence[SeatRegion], size_px: tuple[int, int]) -> None:
    """Refuse regions that say nothing or two things at once.

    :raises RegionError: a seat twice, a polygon that crosses itself, has no area or lies outside the picture
    """
    width, height = size_px
    seats = [region.seat for region in regions]
    for region in regions:
        where = f"seat {region.seat}"
        if seats.count(region.seat) > 1:
            raise RegionError(f"{where} has two regions: remove one")
        if _crosses(region.corners_px):
            raise RegionError(f"{where}: its outline crosses itself: put its corners in order around it")
        x0, y0, x1, y1 = region.box_px(size_px)
        if x1 - x0 < 8 or y1 - y0 < 8:
            raise RegionError(f"{where} lies outside the picture of {width} x {height} px, or is a mere line")


def _crosses(corners: Sequence[Corner]) -> bool:
    count = len(corners)
    sides = [(corners[n], corners[(n + 1) % count]) for n in range(count)]
    return any(
        _cut(sides[a], sides[b]) for a in range(count) for b in range(a + 2, count) if (b + 1) % count != a
    )


def _cut(one: tuple[Corner, Corner], other: tuple[Corner, Corner]) -> bool:
    (a, b), (c, d) = one, other
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Corner, b: Corner, c: Corner) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def proposed(seats: int, size_px: tuple[int, int]) -> tuple[SeatRegion, ...]:
    """Return regions for *seats* around an oval table whose dealer sits at the lower edge, seat 1 on his left.

    A start to drag from: they lie apart, inside the picture, and nearer the rim than the middle.
    """
    width, height = size_px
    across = min(0.30, 0.9 / max(seats, 3)) * width
    deep = 0.30 * height
    out = []
    for number in range(seats):
        turn = math.pi / 2 + 2 * math.pi * (number + 0.5) / seats
        x = width * (0.5 + RING[0] * math.cos(turn))
        y = height * (0.5 + RING[1] * math.sin(turn))
        corners = [(x - across / 2, y - deep / 2), (x + across / 2, y - deep / 2)]
        corners += [(x + across / 2, y + deep / 2), (x - across / 2, y + deep / 2)]
        kept = tuple(
            (round(min(max(a, 0), width - 1), 1), round(min(max(b, 0), height - 1), 1)) for a, b in corners
        )
        out.append(SeatRegion(seat=number + 1, corners_px=kept))
    return tuple(out)


def read_regions(path: Path, size_px: tuple[int, int]) -> tuple[SeatRegion, ...]:
    """Read regions from a JSON list: ``[{"seat": 1, "corners_px": [[x, y], …]}, …]``.

    :raises RegionError: the file is not there, is not that, or its regions cannot be
    """
    try:
        with path.open("rb") as file:
            written = file.read(LARGEST_FILE + 1)
        if len(written) > LARGEST_FILE:
            raise RegionError(f"{path}: longer than {LARGEST_FILE} bytes; this is no file of regions")
        regions = _REGIONS.validate_json(written, strict=True)
        check_regions(regions, size_px)
    except OSError as error:
        raise RegionError(
            f"{path}: {(error.strerror or str(error)).lower()}: give a JSON file of regions"
        ) from error
    except ValidationError as error:
        raise RegionError(f"{path}: {first_mistake(error)}; docs/calibrate.md shows the layout") from None
    except RegionError as error:
        raise RegionError(f"{path}: {error}") from None
    return regions


def first_mistake(error: ValidationError) -> str:
    """Return what is wrong first, and where, in one line."""
    mistake = error.errors(include_url=False, include_context=False)[0]
    place = ".".join(str(part + 1) if isinstance(part, int) else part for part in mistake["loc"])
    given = mistake.get("input")
    shown = f" (given: {json.dumps(given)[:40]})" if isinstance(given, str | int | float | bool) else ""
    text = " ".join(mistake["msg"].split())
    return f"{place}: {text[0].lower()}{text[1:]}{shown}" if place else f"{text[0].lower()}{text[1:]}"
