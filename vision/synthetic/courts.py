"""Simple court and joker pictures: double-headed figures of flat colours, plausible to a camera, not portraits."""

import random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.styles import BLACK, Colour

Image = NDArray[np.uint8]
INKS: Final[tuple[Colour, ...]] = ((38, 28, 200), (40, 190, 245), (160, 70, 20), BLACK, (70, 130, 40))
SKIN: Final[Colour] = (205, 222, 246)


def _fill(image: Image, points: list[tuple[float, float]], colour: Colour) -> None:
    corners = [np.round(np.array(points) * 16).astype(np.int32)]
    cv2.fillPoly(image, corners, colour, cv2.LINE_AA, 4)
    cv2.polylines(image, corners, True, BLACK, max(1, image.shape[0] // 220), cv2.LINE_AA, 4)


def _robe(half: Image, inks: list[Colour], rng: random.Random) -> None:
    """Shoulders of coloured panels, running from the neck to the middle line."""
    h, w = half.shape[:2]
    _fill(half, [(0.06 * w, h), (0.16 * w, 0.62 * h), (0.84 * w, 0.62 * h), (0.94 * w, h)], inks[0])
    _fill(half, [(0.32 * w, h), (0.4 * w, 0.6 * h), (0.6 * w, 0.6 * h), (0.68 * w, h)], inks[1])
    stripes = rng.randint(3, 6)
    for k in range(stripes):
        x = (0.1 + 0.8 * (k + 0.5) / stripes) * w
        _fill(half, [(x - 0.03 * w, h), (x, 0.72 * h), (x + 0.03 * w, h)], inks[k % 2 + 1])
        centre = (int(x), int(0.94 * h))
        cv2.circle(half, centre, int(0.022 * w), inks[(k + 2) % 4], -1, cv2.LINE_AA)


def _head(half: Image, rank: int, inks: list[Colour]) -> None:
    h, w = half.shape[:2]
    hair = inks[1] if rank != 13 else inks[3]
    centre = (w // 2, int(0.45 * h))
    cv2.ellipse(half, centre, (int(0.19 * w), int(0.2 * h)), 0, 0, 360, hair, -1, cv2.LINE_AA)
    cv2.ellipse(half, centre, (int(0.125 * w), int(0.165 * h)), 0, 0, 360, SKIN, -1, cv2.LINE_AA)
    line = max(1, h // 120)
    for side in (-1, 1):
        cv2.ellipse(
            half,
            (w // 2 + side * int(0.05 * w), int(0.42 * h)),
            (int(0.022 * w), int(0.01 * h)),
            0,
            0,
            360,
            BLACK,
            line,
            cv2.LINE_AA,
        )
    cv2.line(half, (w // 2, int(0.43 * h)), (w // 2 - int(0.02 * w), int(0.49 * h)), BLACK, line, cv2.LINE_AA)
    cv2.line(
        half,
        (w // 2 - int(0.035 * w), int(0.535 * h)),
        (w // 2 + int(0.035 * w), int(0.535 * h)),
        inks[0],
        line * 2,
    )
    if rank == 13:
        beard = [(0.4 * w, 0.52 * h), (0.5 * w, 0.56 * h), (0.6 * w, 0.52 * h), (0.5 * w, 0.7 * h)]
        _fill(half, beard, hair)


def _crown(half: Image, rank: int, inks: list[Colour]) -> None:
    h, w = half.shape[:2]
    if rank == 11:
        _fill(
            half,
            [(0.28 * w, 0.3 * h), (0.36 * w, 0.17 * h), (0.7 * w, 0.2 * h), (0.74 * w, 0.3 * h)],
            inks[0],
        )
        return
    points, base, top = (5, 0.3, 0.13) if rank == 13 else (3, 0.3, 0.18)
    zigzag = [(0.3 * w, base * h)]
    for k in range(points):
        zigzag.append(((0.3 + 0.4 * k / (points - 1)) * w, top * h))
        zigzag.append(((0.3 + 0.4 * (k + 0.5) / points) * w, 0.24 * h))
    _fill(half, [*zigzag[:-1], (0.7 * w, base * h)], inks[1])


def draw_court(rank: int, suit: int, seed: int, width_px: int, height_px: int, paper: Colour) -> Image:
    """Return a double-headed jack, queen or king (rank 11-13), (height_px, width_px, 3) BGR."""
    rng = random.Random(f"court {seed} {rank} {suit}")
    inks = list(INKS)
    rng.shuffle(inks)
    half: Image = np.full((height_px // 2, width_px, 3), paper, np.uint8)
    _robe(half, inks, rng)
    _head(half, rank, inks)
    _crown(half, rank, inks)
    x = int((0.13 if rng.random() < 0.5 else 0.87) * width_px)
    sword = max(2, width_px // 40)
    cv2.line(half, (x, int(0.3 * half.shape[0])), (x, half.shape[0]), inks[2], sword, cv2.LINE_AA)
    lower = half[::-1, ::-1]
    whole = np.concatenate([half, lower])
    return whole if len(whole) == height_px else cv2.resize(whole, (width_px, height_px)).astype(np.uint8)


def draw_jester(seed: int, width_px: int, height_px: int, paper: Colour) -> Image:
    """Return a jester's head with a three-pointed cap, (height_px, width_px, 3) BGR."""
    rng = random.Random(f"jester {seed}")
    inks = list(INKS)
    rng.shuffle(inks)
    image: Image = np.full((height_px, width_px, 3), paper, np.uint8)
    h, w = height_px, width_px
    cap = [((0.3, 0.45), (0.05, 0.2), (0.45, 0.4)), ((0.35, 0.42), (0.5, 0.08), (0.65, 0.42))]
    cap.append(((0.55, 0.4), (0.95, 0.2), (0.7, 0.45)))
    for k, corners in enumerate(cap):
        _fill(image, [(x * w, y * h) for x, y in corners], inks[k])
        tip = (int(corners[1][0] * w), int(corners[1][1] * h))
        cv2.circle(image, tip, int(0.04 * w), inks[1], -1, cv2.LINE_AA)
    cv2.ellipse(
        image, (w // 2, int(0.54 * h)), (int(0.2 * w), int(0.15 * h)), 0, 0, 360, SKIN, -1, cv2.LINE_AA
    )
    for side in (-1, 1):
        cv2.circle(
            image, (w // 2 + side * int(0.08 * w), int(0.51 * h)), int(0.02 * w), BLACK, -1, cv2.LINE_AA
        )
    cv2.ellipse(
        image, (w // 2, int(0.57 * h)), (int(0.1 * w), int(0.05 * h)), 0, 0, 180, inks[0], max(2, w // 60)
    )
    ruff = [
        (0.1, 0.8),
        (0.25, 0.68),
        (0.4, 0.78),
        (0.5, 0.68),
        (0.6, 0.78),
        (0.75, 0.68),
        (0.9, 0.8),
        (0.5, 0.98),
    ]
    _fill(image, [(x * w, y * h) for x, y in ruff], inks[2])
    return image
