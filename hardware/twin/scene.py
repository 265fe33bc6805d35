"""Pictures of cards lying on a table: perspective, light, blur, noise and JPEG, drawn in a few milliseconds."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.cards import Card
from vision.synthetic.faces import DEFAULT, DeckStyle, card_back, card_face, card_outline
from vision.synthetic.styles import CARD_HEIGHT_MM, CARD_WIDTH_MM, BackStyle

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]

_FELT: Final = (58, 84, 38)
_PRINT: Final = (52, 168, 208)
"""The lines printed on the felt."""
_PRINT_MM: Final = (9.0, 16.0, 3.2)
"""From the edge of the field, length and breadth of the marks in its corners."""
_OTHER_BACK: Final = BackStyle("rings", (30, 30, 170))
_NOISE_TILE_PX: Final = 256


@dataclass(frozen=True, slots=True)
class Lying:
    """A card as it lies: *face* None shows the back; centre in mm in the camera's field, turned by *angle_deg*."""

    face: Card | None
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    other_deck: bool = False


@dataclass(frozen=True, slots=True)
class Optics:
    """How good a camera and its light are; each frame draws its own values between these bounds.

    *tilt* is how much narrower the far edge of the field is than the near one; *motion_px* the longest smear;
    *haze* the share of frames in which something moves between lens and table.
    """

    width_px: int = 640
    height_px: int = 480
    px_per_mm: float = 2.0
    tilt: float = 0.05
    gain: tuple[float, float] = (0.82, 1.06)
    gradient: float = 0.22
    blur_px: tuple[float, float] = (0.4, 0.8)
    noise: tuple[float, float] = (2.0, 5.0)
    motion_px: int = 0
    jpeg: tuple[int, int] = (80, 95)
    haze: float = 0.01


class Lens:
    """A camera's view of a flat field of cards. The same seed and the same cards give the same frames."""

    def __init__(self, optics: Optics, seed: int | None, style: DeckStyle = DEFAULT) -> None:
        self.optics: Final = optics
        self._rng: Final = np.random.default_rng(seed)
        self._style: Final = style
        self._noise: Final = self._rng.standard_normal((_NOISE_TILE_PX * 2, _NOISE_TILE_PX * 2), np.float32)
        self._ground: Final = self._draw_ground()
        self._shade: Final = self._draw_shade()

    @property
    def field_mm(self) -> tuple[float, float]:
        """Width and height of what the camera sees."""
        o = self.optics
        return o.width_px / o.px_per_mm, o.height_px / o.px_per_mm

    def picture(self, lying: Sequence[Lying]) -> Image:
        """Return a frame, (height_px, width_px, 3) uint8 BGR; later cards lie on earlier ones."""
        image = self._ground.copy()
        camera = self._homography()
        for card in lying:
            self._lay(image, camera, card)
        return self._expose(image)

    def _homography(self) -> Matrix:
        """From mm in the field to pixels, trembling a little."""
        o = self.optics
        width, height = self.field_mm
        shift = self._rng.normal(0, 0.25, 2)
        inset = o.tilt * o.width_px / 2
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        target = np.array(
            [[inset, 0], [o.width_px - inset, 0], [o.width_px, o.height_px], [0, o.height_px]], np.float32
        )
        return np.asarray(
            cv2.getPerspectiveTransform(source, (target + shift).astype(np.float32)), np.float64
        )

    def _lay(self, image: Image, camera: Matrix, card: Lying) -> None:
        face, outline = _texture(card.face, card.other_deck, self._style, round(self._texture_px()))
        to_px = camera @ _pose(card) @ _texture_to_mm(outline.shape[1], outline.shape[0])
        corners = _project(to_px, _corners(outline.shape[1], outline.shape[0]))
        x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
        x1, y1 = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 2, (image.shape[1], image.shape[0]))
        if x1 <= x0 or y1 <= y0:
            return
        _cast_shadow(image, corners)
        shifted = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float64) @ to_px
        size = (int(x1 - x0), int(y1 - y0))
        ink = cv2.warpPerspective(
            face, shifted, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        mask = cv2.warpPerspective(outline, shifted, size, flags=cv2.INTER_LINEAR)
        under = image[y0:y1, x0:x1]
        share = mask.astype(np.uint16)[:, :, None]
        under[:] = ((ink * share + under * (255 - share)) // 255).astype(np.uint8)

    def _texture_px(self) -> float:
        return CARD_WIDTH_MM * self.optics.px_per_mm * 1.15

    def _expose(self, image: Image) -> Image:
        o, rng = self.optics, self._rng
        gain = rng.uniform(*o.gain)
        if rng.random() < o.haze:
            self._pass_over(image)
        lit: Image = np.asarray(cv2.multiply(image, self._shade, scale=float(gain) / 255.0), np.uint8)
        if o.motion_px > 1:
            lit = _smear(lit, int(rng.integers(1, o.motion_px + 1)))
        sigma = float(rng.uniform(*o.blur_px))
        soft = cv2.GaussianBlur(lit, (0, 0), sigma)
        noisy = cv2.add(soft, self._noise_of(float(rng.uniform(*o.noise))), dtype=cv2.CV_8U)
        quality = int(rng.integers(o.jpeg[0], o.jpeg[1] + 1))
        coded = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)

    def _noise_of(self, sigma: float) -> NDArray[np.int16]:
        """A cut of the noise drawn once, at a random place: fresh noise would take longer than the rest."""
        o = self.optics
        dx, dy = (int(v) for v in self._rng.integers(0, _NOISE_TILE_PX, 2))
        down, across = -(-o.height_px // _NOISE_TILE_PX), -(-o.width_px // _NOISE_TILE_PX)
        cut = self._noise[dy : dy + _NOISE_TILE_PX, dx : dx + _NOISE_TILE_PX] * sigma
        tiled = np.tile(cut.astype(np.int16), (down, across))[: o.height_px, : o.width_px]
        return np.ascontiguousarray(np.repeat(tiled[:, :, None], 3, axis=2))

    def _pass_over(self, image: Image) -> None:
        """A sleeve between lens and table."""
        o, rng = self.optics, self._rng
        x = int(rng.integers(0, o.width_px))
        start, end = (x, 0), (int(x + rng.integers(-o.width_px // 2, o.width_px // 2)), o.height_px)
        cv2.line(image, start, end, (60, 52, 48), o.width_px // 4)

    def _draw_ground(self) -> Image:
        o = self.optics
        cloth = self._rng.normal(0, 5, (o.height_px, o.width_px, 1)) + np.array(_FELT)
        cloth = self._print_marks(cloth)
        soft = cv2.GaussianBlur(np.clip(cloth, 0, 255).astype(np.uint8), (3, 3), 0)
        return np.asarray(soft, np.uint8)

    def _print_marks(self, cloth: NDArray[np.float64]) -> NDArray[np.float64]:
        """An angle in every corner, as on a table laid out for cameras: by them a shift, a veil or a blur shows."""
        o = self.optics
        off, length, breadth = (round(mm * o.px_per_mm) for mm in _PRINT_MM)
        for x in (off, o.width_px - off - length):
            for y in (off, o.height_px - off - length):
                corner = cloth[y : y + length, x : x + length]
                up, left = y == off, x == off
                rows = slice(0, breadth) if up else slice(length - breadth, length)
                columns = slice(0, breadth) if left else slice(length - breadth, length)
                corner[rows, :] = _PRINT
                corner[:, columns] = _PRINT
        return cloth

    def _draw_shade(self) -> Image:
        """The light falls off across the field, in a direction of this camera's own."""
        o = self.optics
        turn = self._rng.uniform(0, 2 * np.pi)
        y, x = np.mgrid[-1 : 1 : o.height_px * 1j, -1 : 1 : o.width_px * 1j]
        fall = 1 - o.gradient * (1 + (x * np.cos(turn) + y * np.sin(turn)) / 1.42) / 2
        return np.repeat((fall * 255).astype(np.uint8)[:, :, None], 3, axis=2)


@lru_cache(maxsize=400)
def _texture(face: Card | None, other_deck: bool, style: DeckStyle, width_px: int) -> tuple[Image, Image]:
    outline = card_outline(style, width_px)
    if face is not None:
        return card_face(face, style, width_px), outline
    worn = DeckStyle(name="other", back=_OTHER_BACK) if other_deck else style
    return card_back(worn, width_px), outline


def _texture_to_mm(width_px: int, height_px: int) -> Matrix:
    """From texture pixels to mm, the card's centre at the origin."""
    sx, sy = CARD_WIDTH_MM / width_px, CARD_HEIGHT_MM / height_px
    return np.array([[sx, 0, -CARD_WIDTH_MM / 2], [0, sy, -CARD_HEIGHT_MM / 2], [0, 0, 1]], np.float64)


def _pose(card: Lying) -> Matrix:
    turn = np.radians(card.angle_deg)
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([[cos, -sin, card.x_mm], [sin, cos, card.y_mm], [0, 0, 1]], np.float64)


def _corners(width_px: int, height_px: int) -> Matrix:
    return np.array([[0, 0], [width_px, 0], [width_px, height_px], [0, height_px]], np.float64)


def _project(matrix: Matrix, points: Matrix) -> Matrix:
    flat = np.hstack([points, np.ones((len(points), 1))]) @ matrix.T
    return np.asarray(flat[:, :2] / flat[:, 2:], np.float64)


def _cast_shadow(image: Image, corners: Matrix) -> None:
    dark = np.round((corners + np.array([1.5, 2.0])) * 8).astype(np.int32)
    cv2.fillConvexPoly(image, dark, tuple(int(c * 0.55) for c in _FELT), cv2.LINE_AA, 3)


def _smear(image: Image, length_px: int) -> Image:
    kernel = np.full((length_px, 1), 1 / length_px, np.float32)
    return np.asarray(cv2.filter2D(image, -1, kernel), np.uint8)
