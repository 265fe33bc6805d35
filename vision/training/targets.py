"""What the detector should answer for a scene: heat and geometry on a grid of stride 4."""

import numpy as np
from numpy.typing import NDArray

DETECTOR_CHANNELS = 17
"""Index: heat, dx, dy, cos, sin, log height, across x 2, to card x 2. Back: heat, dx, dy, cos, sin (of the doubled
angle), log long side, log short side. See :mod:`vision.find`, which decodes them."""
INDEX_HEAT, BACK_HEAT = 0, 10
STRIDE = 4
INDEX_PX = (11.0, 92.0)
BACK_PX = (45.0, 330.0)
Grid = NDArray[np.float32]


def index_geometry(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (n, 7): cos, sin, log(height / 32), across (2), to card (2) of index rows."""
    down, across, to_card = rows[:, 5:7], rows[:, 7:9], rows[:, 9:11]
    height = np.linalg.norm(down, axis=1, keepdims=True)
    unit = down / height
    right = np.stack([unit[:, 1], -unit[:, 0]], axis=1)

    def turned(v: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.stack([(v * right).sum(axis=1), (v * unit).sum(axis=1)], axis=1) / height

    return np.concatenate([unit, np.log(height / 32), turned(across), turned(to_card) / 4], axis=1)


def back_geometry(corners: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return centres (n, 2) and (n, 4): cos, sin of the doubled angle, log long and short side / 100."""
    quad = corners.reshape(-1, 4, 2)
    upright = (quad[:, 2] + quad[:, 3] - quad[:, 0] - quad[:, 1]) / 2
    aside = (quad[:, 1] + quad[:, 2] - quad[:, 0] - quad[:, 3]) / 2
    long, short = np.linalg.norm(upright, axis=1), np.linalg.norm(aside, axis=1)
    angle = 2 * np.arctan2(upright[:, 1], upright[:, 0])
    shape = np.stack(
        [np.cos(angle), np.sin(angle), np.log(long / 100 + 1e-3), np.log(short / 100 + 1e-3)], axis=1
    )
    return quad.mean(axis=1), shape.astype(np.float32)


def targets(indices: NDArray[np.float32], cards: NDArray[np.float32], size: int) -> tuple[Grid, Grid]:
    """Return targets and weights, both (17, size / 4, size / 4); coordinates of the rows are those of the crop.

    Weight of a heat channel is 0 where nothing may be learnt (half hidden, too small or too large).
    """
    cells = size // STRIDE
    wanted = np.zeros((DETECTOR_CHANNELS, cells, cells), np.float32)
    weight = np.zeros_like(wanted)
    weight[[INDEX_HEAT, BACK_HEAT]] = 1
    if len(indices):
        height = np.linalg.norm(indices[:, 5:7], axis=1)
        right_size = (height > INDEX_PX[0]) & (height < INDEX_PX[1])
        visible = indices[:, 2]
        shape = index_geometry(indices)
        for k in np.argsort(visible):
            sure = visible[k] > 0.9 and right_size[k]
            if sure or visible[k] > 0.3:
                sigma = float(np.clip(0.036 * height[k], 0.85, 2.6))
                _spot(
                    wanted, weight, INDEX_HEAT, indices[k, 3:5], sigma, shape[k] if sure else None, height[k]
                )
    backs = cards[cards[:, 0] < 0] if len(cards) else cards
    if len(backs):
        centres, shape = back_geometry(backs[:, 3:])
        long = 100 * np.exp(shape[:, 2])
        for k in np.argsort(backs[:, 2]):
            sure = backs[k, 2] > 0.6 and BACK_PX[0] < long[k] < BACK_PX[1]
            if sure or backs[k, 2] > 0.2:
                sigma = float(np.clip(0.012 * long[k], 0.9, 3.0))
                _spot(wanted, weight, BACK_HEAT, centres[k], sigma, shape[k] if sure else None, long[k] / 4)
    return wanted, weight


def _spot(
    wanted: Grid,
    weight: Grid,
    channel: int,
    centre: NDArray[np.float32],
    sigma: float,
    shape: NDArray[np.float32] | None,
    extent_px: float,
) -> None:
    """Set heat, offsets and *shape* round *centre* (px); without a shape, blot the heat out within *extent_px*."""
    cells = wanted.shape[1]
    cx, cy = centre / STRIDE - 0.5
    reach = int(np.ceil(3 * sigma if shape is not None else max(extent_px / STRIDE / 3, 2)))
    x0, x1 = max(0, round(cx) - reach), min(cells, round(cx) + reach + 1)
    y0, y1 = max(0, round(cy) - reach), min(cells, round(cy) + reach + 1)
    if x0 >= x1 or y0 >= y1:
        return
    if shape is None:
        weight[channel, y0:y1, x0:x1] = 0
        return
    ys, xs = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    heat = np.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / (2 * sigma**2))
    mx, my = round(float(cx)), round(float(cy))
    if 0 <= mx < cells and 0 <= my < cells:
        heat[my - y0, mx - x0] = 1
    np.maximum(wanted[channel, y0:y1, x0:x1], heat, out=wanted[channel, y0:y1, x0:x1])
    weight[channel, y0:y1, x0:x1] = 1
    near = heat > 0.5
    values = (cx - xs, cy - ys, *shape)
    for k, value in enumerate(values):
        wanted[channel + 1 + k, y0:y1, x0:x1][near] = value[near] if isinstance(value, np.ndarray) else value
        weight[channel + 1 + k, y0:y1, x0:x1][near] = 1
