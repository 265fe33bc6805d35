"""One view of an index as the camera might see it another time: moved, turned, slanted, darker, softer, smaller."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import CROP_HEIGHT_PX, CROP_WIDTH_PX, MARGIN

Image = NDArray[np.uint8]
Rng = np.random.Generator

WIDER: Final = 1.5
"""A view holds so many times what the classifier sees, to move about in."""
VIEW_HEIGHT_PX: Final = round(CROP_HEIGHT_PX * WIDER)
VIEW_WIDTH_PX: Final = round(CROP_WIDTH_PX * WIDER)
_INDEX_PX: Final = CROP_HEIGHT_PX / MARGIN


@dataclass(frozen=True, slots=True)
class Hardness:
    """How far variants stray: standard deviations of place and form, and the worst of light and lens."""

    place: float = 1.0
    least_px: float = 12.0
    """The smallest an index is made before it is brought back to its size."""
    blur: float = 0.07
    """The widest blur, as a share of the index's height."""
    light: float = 1.0


USUAL: Final = Hardness()
HARD: Final = Hardness(place=1.3, least_px=10.0, blur=0.09, light=1.4)
"""What a deck is judged on: harder than what it is learnt from."""


def as_seen(view: Image) -> Image:
    """Return the middle of a view, (64, 40, 3): what the classifier was given of it."""
    top, left = (VIEW_HEIGHT_PX - CROP_HEIGHT_PX) // 2, (VIEW_WIDTH_PX - CROP_WIDTH_PX) // 2
    return np.ascontiguousarray(view[top : top + CROP_HEIGHT_PX, left : left + CROP_WIDTH_PX])


def variant(view: Image, rng: Rng, hardness: Hardness = USUAL) -> Image:
    """Return (64, 40, 3), a *view* (96, 60, 3) seen another time; the same *rng* state gives the same."""
    moved = _moved(view, rng, hardness.place)
    soft = _softened(moved, rng, hardness)
    lit = _lit(soft, rng, hardness.light)
    lit += rng.standard_normal(lit.shape, dtype=np.float32) * np.float32(rng.uniform(0.5, 7))
    return np.clip(lit, 0, 255).astype(np.uint8)


def _moved(view: Image, rng: Rng, place: float) -> Image:
    turn, size = rng.normal(0, 0.07 * place), np.exp(rng.normal(0, 0.06 * place))
    wide, slant = np.exp(rng.normal(0, 0.09 * place)), rng.normal(0, 0.08 * place)
    cos, sin = np.cos(turn) * size, np.sin(turn) * size
    form = np.array([(cos * wide, slant * size - sin), (sin * wide, cos)])
    shift = rng.normal(0, 0.045 * place * _INDEX_PX, 2)
    middle = np.array([VIEW_WIDTH_PX - 1, VIEW_HEIGHT_PX - 1]) / 2 + shift
    origin = middle - form @ (np.array([CROP_WIDTH_PX - 1, CROP_HEIGHT_PX - 1]) / 2)
    matrix = np.column_stack([form, origin])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size_px = (CROP_WIDTH_PX, CROP_HEIGHT_PX)
    return np.asarray(
        cv2.warpAffine(view, matrix, size_px, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _softened(crop: Image, rng: Rng, hardness: Hardness) -> NDArray[np.float32]:
    """Return a crop as from an index of fewer pixels, out of focus or moved; one of four stays sharp."""
    out = crop.astype(np.float32)
    lot = rng.random()
    if lot < 0.25:
        return out
    if lot < 0.75:
        share = float(np.exp(rng.uniform(np.log(hardness.least_px / _INDEX_PX), 0)))
        small = cv2.resize(out, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        out = np.asarray(
            cv2.resize(small, (CROP_WIDTH_PX, CROP_HEIGHT_PX), interpolation=cv2.INTER_LINEAR), np.float32
        )
    if lot > 0.6:
        sigma = _INDEX_PX * rng.uniform(0.005, hardness.blur) + 0.1
        one_way = rng.random() < 0.4
        across, down = (sigma * rng.uniform(0.1, 0.4), sigma) if one_way else (sigma, sigma)
        if one_way and rng.random() < 0.5:
            across, down = down, across
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), across, sigmaY=down), np.float32)
    return out


def _lit(crop: NDArray[np.float32], rng: Rng, light: float) -> NDArray[np.float32]:
    """Return a crop under another light: gain, slope, colour, haze; one of six burnt or in the dark."""
    lot = rng.random()
    gain = 1 + rng.uniform(-0.35, 0.25) * light
    if lot < 0.08:
        gain = rng.uniform(0.2, 0.5)
    elif lot < 0.16:
        gain = rng.uniform(1.2, 1.5)
    slope = np.linspace(-1, 1, crop.shape[0], dtype=np.float32)[:, None, None] * np.float32(
        rng.normal(0, 0.1) * light
    )
    cast = np.array([rng.uniform(0.85, 1.08), 1.0, rng.uniform(0.9, 1.12)], np.float32)
    out = crop * (np.float32(gain) + slope) * cast
    if rng.random() < 0.15:
        haze = np.float32(rng.uniform(0.1, 0.35) * light)
        out = out * (1 - haze) + np.float32(rng.uniform(90, 210)) * haze
    return np.asarray(out, np.float32)


def covered(view: Image, other: Image, rng: Rng) -> Image:
    """Return (64, 40, 3) of a *view* a third or more of whose index lies under something: one colour, paper, or a
    piece of another view. What shows might be several cards."""
    lot = rng.random()
    if lot < 0.35:
        over = np.broadcast_to(rng.uniform(0, 255, 3).astype(np.float32), view.shape)
    elif lot < 0.7:
        over = np.full(view.shape, rng.uniform(200, 255), np.float32)
    else:
        over = np.roll(other, (int(rng.integers(20, 70)), int(rng.integers(10, 50))), (0, 1)).astype(
            np.float32
        )
    ys, xs = np.mgrid[0:VIEW_HEIGHT_PX, 0:VIEW_WIDTH_PX].astype(np.float32)
    way = rng.uniform(0, 2 * np.pi)
    # -1 at one side of the index, 1 at the other, whichever way it is looked across.
    along = (xs - VIEW_WIDTH_PX / 2) / (0.3 * _INDEX_PX) * np.cos(way)
    along += (ys - VIEW_HEIGHT_PX / 2) / (0.5 * _INDEX_PX) * np.sin(way)
    if rng.random() < 0.3:
        hidden = np.abs(along - rng.uniform(-0.5, 0.5)) < rng.uniform(0.3, 0.6)
    else:
        hidden = along > rng.uniform(-0.75, 0.35)
    share = cv2.GaussianBlur(hidden.astype(np.float32), (0, 0), 0.7)[..., None]
    mixed = view.astype(np.float32) * (1 - share) + over * share
    return variant(mixed.astype(np.uint8), rng)
