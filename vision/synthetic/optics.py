"""What light and lens do to a scene: shadow, glare, dimness, colour cast, blur, noise, JPEG."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.surfaces import noise

Image = NDArray[np.uint8]
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Light:
    """How hard the conditions are: 0 a studio, 1 what training sees at its worst."""

    hardness: float = 1.0
    burnt: float = 0.0
    """How often the picture is exposed far too long, so that paper is white and ink is grey."""
    rolling: float = 0.0
    """How often a lamp on the mains leaves bands, because the shutter rolls over the picture while it flickers."""
    night: float = 0.0
    """How often there is next to no light and the camera turns its gain up."""


def shade(rng: Rng, image: NDArray[np.float32], light: Light) -> NDArray[np.float32]:
    """Return *image* (float BGR 0-255) under uneven light, shadows, casts and glare."""
    height, width = image.shape[:2]
    hard = light.hardness
    gain = np.ones((height, width), np.float32)
    if rng.random() < 0.7:
        gain += noise(rng, height, width, (2, 2)) * rng.uniform(0, 0.35) * hard
    if rng.random() < 0.4 * hard:
        gain *= _shadow(rng, height, width)
    if rng.random() < 0.25 * hard:
        gain *= np.float32(rng.uniform(0.15, 0.55))
    else:
        gain *= np.float32(1 + rng.uniform(-0.35, 0.3) * hard)
    cast = np.array([rng.uniform(0.75, 1.1), 1.0, rng.uniform(0.85, 1.2)], np.float32)
    out = image * gain[..., None] * (cast if rng.random() < 0.6 else np.float32(1))
    if rng.random() < 0.25 * hard:
        out = out + _glare(rng, height, width)[..., None]
    if rng.random() < 0.15 * hard:
        haze = rng.uniform(0.1, 0.45)
        out = out * (1 - haze) + rng.uniform(90, 220) * haze
    if light.burnt and rng.random() < light.burnt:
        out = out * rng.uniform(1.1, 1.9) + rng.uniform(20, 150)
    if light.rolling and rng.random() < light.rolling:
        out = out * _rolling(rng, height, width)
    if light.night and rng.random() < light.night:
        out = _night(rng, np.asarray(out, np.float32))
    return np.asarray(out, np.float32)


def _rolling(rng: Rng, height: int, width: int) -> NDArray[np.float32]:
    """Return bands across the picture, by colour, 0-1: lamps glow on at their dark moments, and in another colour."""
    along = np.arange(height if rng.random() < 0.75 else width, dtype=np.float32)
    period = float(np.exp(rng.uniform(np.log(40), np.log(700))))
    wave = np.abs(np.sin(np.pi * along / period + rng.uniform(0, np.pi)))
    depth = rng.uniform(0.15, 0.75) * np.array([1.0, rng.uniform(0.8, 1.0), rng.uniform(0.6, 1.0)])
    bands = 1 - depth * (1 - wave ** rng.uniform(0.5, 2.0))[:, None]
    image = bands[:, None] if len(along) == height else bands[None]
    return np.asarray(np.broadcast_to(image, (height, width, 3)), np.float32)


def _night(rng: Rng, image: NDArray[np.float32]) -> NDArray[np.float32]:
    """A twentieth of the light, amplified with all its noise, or not amplified."""
    dark = image * np.float32(rng.uniform(0.06, 0.22))
    grain = rng.standard_normal(image.shape, dtype=np.float32) * np.float32(rng.uniform(0.5, 4))
    gain = rng.uniform(1, 6) if rng.random() < 0.6 else 1.0
    return np.asarray((dark + grain) * np.float32(gain), np.float32)


def _shadow(rng: Rng, height: int, width: int) -> NDArray[np.float32]:
    mask = np.ones((height, width), np.float32)
    corners = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 7)), 2)) * (width, height)
    cv2.fillPoly(mask, [corners.astype(np.int32)], float(rng.uniform(0.25, 0.8)))
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(1, 25))), np.float32)


def _glare(rng: Rng, height: int, width: int) -> NDArray[np.float32]:
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    cx, cy = rng.uniform(0, width), rng.uniform(0, height)
    rx, ry = rng.uniform(15, 140, 2)
    near = ((xs - cx) / rx) ** 2 + ((ys - cy) / ry) ** 2
    return np.asarray(rng.uniform(60, 260) * np.exp(-near), np.float32)


def photograph(rng: Rng, image: NDArray[np.float32], light: Light) -> Image:
    """Return what a camera stores of *image*: lens and motion blur, noise, tone, JPEG."""
    hard = light.hardness
    if rng.random() < 0.55 * hard:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.9))), np.float32)
    if rng.random() < 0.18 * hard:
        image = smear(rng, image, int(rng.integers(3, 10)))
    if rng.random() < 0.3 * hard:
        middle = image.mean()
        image = (image - middle) * np.float32(rng.uniform(0.6, 1.3)) + middle
    grain = rng.standard_normal(image.shape, dtype=np.float32) * np.float32(rng.uniform(0.5, 9) * hard)
    if rng.random() < 0.5:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.7), np.float32)
    out = np.clip(image + grain, 0, 255)
    if rng.random() < 0.3 * hard:
        out = 255 * (out / 255) ** np.float32(rng.uniform(0.65, 1.5))
    quality = int(rng.uniform(45, 96))
    _, stored = cv2.imencode(".jpg", out.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)


def smear(rng: Rng, image: NDArray[np.float32], length: int) -> NDArray[np.float32]:
    """Return *image* as moved by *length* px, some way, while the shutter was open."""
    kernel = np.zeros((length, length), np.float32)
    turn = rng.uniform(0, np.pi)
    reach = (length - 1) / 2
    dx, dy = reach * np.cos(turn), reach * np.sin(turn)
    ends = [(round(reach - dx), round(reach - dy)), (round(reach + dx), round(reach + dy))]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
