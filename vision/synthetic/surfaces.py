"""What lies under the cards: felt, wood, cloth, carpet, prints and clutter, made of noise and shapes."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Rng = np.random.Generator
Ink = tuple[float, ...]
_FONTS: Final = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789&%#@!?+-=/"


def noise(rng: Rng, height: int, width: int, cells: tuple[float, float]) -> NDArray[np.float32]:
    """Return smooth noise, about -1 to 1, of the given number of cells down and across."""
    rows, columns = max(2, round(cells[0])), max(2, round(cells[1]))
    coarse = rng.uniform(-1, 1, (rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def colour(rng: Rng) -> NDArray[np.float32]:
    """Return a BGR colour, a table's rather than a paint box's."""
    hsv = np.array([[[rng.uniform(0, 180), 255 * rng.beta(1.2, 1.6), 255 * rng.beta(1.6, 1.3)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def _felt(rng: Rng, size: int) -> NDArray[np.float32]:
    base = np.array([[rng.uniform(20, 110), rng.uniform(50, 140), rng.uniform(10, 80)]], np.float32)
    if rng.random() < 0.5:
        base = colour(rng)[None]
    grain = noise(rng, size, size, (size / 1.3, size / 1.3)) * rng.uniform(3, 16)
    return base + (grain + noise(rng, size, size, (6, 6)) * rng.uniform(0, 14))[..., None]


def _plain(rng: Rng, size: int) -> NDArray[np.float32]:
    base = colour(rng) if rng.random() < 0.5 else np.full(3, rng.uniform(120, 250), np.float32)
    return base + (noise(rng, size, size, (3, 3)) * rng.uniform(2, 25))[..., None]


def _wood(rng: Rng, size: int) -> NDArray[np.float32]:
    rings = noise(rng, size, size, (rng.uniform(10, 60), rng.uniform(1, 4)))
    fine = noise(rng, size, size, (size / 2, size / 40))
    grain = np.sin(rings * rng.uniform(3, 12)) * 0.5 + fine * rng.uniform(0.2, 0.8)
    dark = np.array([rng.uniform(20, 110), rng.uniform(40, 140), rng.uniform(70, 180)], np.float32)
    plank = np.asarray(dark + grain[..., None] * rng.uniform(8, 40), np.float32)
    return np.ascontiguousarray(plank.transpose(1, 0, 2)) if rng.random() < 0.5 else plank


def _carpet(rng: Rng, size: int) -> NDArray[np.float32]:
    base, other = colour(rng), colour(rng)
    mix = (
        noise(rng, size, size, (size / 3, size / 3)) * 0.6
        + noise(rng, size, size, (size / 8, size / 8)) * 0.6
    )
    share = np.clip(mix, -1, 1)[..., None] * np.float32(rng.uniform(0.15, 0.6))
    return np.asarray(base + share * (other - base), np.float32)


def _cloth(rng: Rng, size: int) -> NDArray[np.float32]:
    """A tile of random lines and shapes, repeated."""
    tile = int(rng.integers(24, 180))
    pattern = np.full((tile, tile, 3), colour(rng), np.float32)
    for _ in range(int(rng.integers(1, 7))):
        ink = tuple(float(v) for v in colour(rng))
        a, b = (tuple(int(v) for v in rng.integers(-tile // 4, tile * 5 // 4, 2)) for _ in range(2))
        kind = rng.random()
        if kind < 0.5:
            cv2.line(pattern, a, b, ink, int(rng.integers(1, max(2, tile // 6))), cv2.LINE_AA)
        elif kind < 0.75:
            cv2.circle(
                pattern, a, int(rng.integers(2, max(3, tile // 3))), ink, int(rng.choice([-1, 1, 2, 4]))
            )
        else:
            corners = rng.integers(0, tile, (int(rng.integers(3, 6)), 2)).astype(np.int32)
            cv2.fillPoly(pattern, [corners], ink, cv2.LINE_AA)
    if rng.random() < 0.5:
        pattern = np.concatenate([pattern, pattern[:, ::-1]], axis=1)
        pattern = np.concatenate([pattern, pattern[::-1]], axis=0)
    times = (size // pattern.shape[0] + 1, size // pattern.shape[1] + 1, 1)
    return np.tile(pattern, times)[:size, :size]


def _print(rng: Rng, size: int) -> NDArray[np.float32]:
    """Big soft blobs, stripes and lettering, as on a box, a book or a screen."""
    image = np.full((size, size, 3), colour(rng), np.float32)
    for _ in range(int(rng.integers(3, 14))):
        ink = tuple(float(v) for v in colour(rng))
        corners = (
            rng.uniform(-0.2, 1.2, 2) * size + rng.normal(0, size * 0.15, (int(rng.integers(3, 7)), 2))
        ).astype(np.int32)
        cv2.fillPoly(image, [corners], ink, cv2.LINE_AA)
    if rng.random() < 0.5:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(1, 12))), np.float32)
    scatter_text(rng, image, int(rng.integers(2, 20)))
    return image


def _keyboard(rng: Rng, size: int) -> NDArray[np.float32]:
    """Rows of lettered keys, also a page of squared signs."""
    image = np.full((size, size, 3), colour(rng) * 0.6, np.float32)
    key = int(rng.integers(22, 80))
    cap, ink = colour(rng), tuple(float(v) for v in colour(rng))
    gap = max(1, key // int(rng.integers(6, 14)))
    for y in range(0, size, key):
        shift = int(rng.integers(0, key))
        for x in range(-shift, size, key):
            cv2.rectangle(image, (x + gap, y + gap), (x + key - gap, y + key - gap), cap.tolist(), -1)
            sign = _LETTERS[int(rng.integers(len(_LETTERS)))]
            letter(image, sign, (x + key // 4, y + key * 2 // 3), _FONTS[0], key / 60, ink)
    return image


def letter(
    image: NDArray[np.float32], text: str, at: tuple[int, int], font: int, scale: float, ink: Ink
) -> None:
    """Write *text* with its foot at *at*; OpenCV 5 writes on 8-bit pictures only, so on a mask of its own."""
    thickness = max(1, round(scale * 1.6))
    height, width = int(40 * scale) + 8, int(26 * scale * len(text)) + 8
    mask = np.zeros((height, width), np.uint8)
    cv2.putText(mask, text, (2, int(30 * scale)), font, scale, 255, thickness, cv2.LINE_AA)
    x, y = at[0], at[1] - int(30 * scale)
    x0, y0, x1, y1 = max(0, x), max(0, y), min(image.shape[1], x + width), min(image.shape[0], y + height)
    if x1 > x0 and y1 > y0:
        share = (mask[y0 - y : y1 - y, x0 - x : x1 - x].astype(np.float32) / 255)[..., None]
        region = image[y0:y1, x0:x1]
        region += share * (np.array(ink, np.float32) - region)


def scatter_text(rng: Rng, image: NDArray[np.float32], count: int) -> None:
    """Write words and single signs over *image*, which is changed: what a reader must not take for an index."""
    size = image.shape[0]
    for _ in range(count):
        length = 1 if rng.random() < 0.5 else int(rng.integers(2, 9))
        word = "".join(_LETTERS[int(k)] for k in rng.integers(0, len(_LETTERS), length))
        scale = float(np.exp(rng.uniform(np.log(0.35), np.log(2.6))))
        at = (int(rng.uniform(0, size)), int(rng.uniform(0, size)))
        ink = tuple(float(v) for v in colour(rng))
        if rng.random() < 0.3:
            width = int(scale * 20 * length)
            cv2.rectangle(
                image, (at[0] - 5, at[1] + 6), (at[0] + width, at[1] - int(scale * 26)), (245, 245, 245), -1
            )
            ink = (20.0, 20.0, 30.0) if rng.random() < 0.5 else (30.0, 30.0, 200.0)
        font = _FONTS[int(rng.integers(len(_FONTS)))]
        letter(image, word, at, font, scale, ink)


_KINDS: Final = (_felt, _felt, _plain, _plain, _wood, _carpet, _cloth, _cloth, _print, _keyboard)


def surface(rng: Rng, size: int) -> NDArray[np.float32]:
    """Return a table top, (size, size, 3) float32 BGR 0-255, seen from some slant."""
    image = _KINDS[int(rng.integers(len(_KINDS)))](rng, size)
    if rng.random() < 0.7:
        square = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32)
        away = rng.uniform(0.05, 0.5)
        turn = rng.uniform(0, 2 * np.pi)
        spin = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
        wide = (
            (square - size / 2) @ spin * rng.uniform(1.4, 1.8)
            + size / 2
            + rng.normal(0, away * size * 0.3, (4, 2))
        )
        lens = cv2.getPerspectiveTransform(square, wide.astype(np.float32))
        image = np.asarray(
            cv2.warpPerspective(image, lens, (size, size), borderMode=cv2.BORDER_REFLECT), np.float32
        )
    if rng.random() < 0.3:
        scatter_text(rng, image, int(rng.integers(1, 8)))
    return np.clip(image, 0, 255)
