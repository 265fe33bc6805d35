"""A table top with cards on it, photographed: a picture and the truth about it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.cards import DECK, Card
from vision.synthetic.arrangements import arrangement
from vision.synthetic.decks import Deck
from vision.synthetic.faces import IndexMark
from vision.synthetic.layouts import Pose, layout
from vision.synthetic.occluders import Grip, cover, palm, thumb
from vision.synthetic.optics import Light, photograph, shade
from vision.synthetic.styles import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.synthetic.surfaces import surface

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]
Rng = np.random.Generator
COVERED: Final = -2
BARE: Final = -1
LEAST_INDEX_PX: Final = 12.0
"""A whole table is not shown from farther away than this leaves of an index."""
_CORNERS_MM: Final = np.array(
    [(0, 0), (CARD_WIDTH_MM, 0), (CARD_WIDTH_MM, CARD_HEIGHT_MM), (0, CARD_HEIGHT_MM)], np.float64
)


@dataclass(frozen=True, slots=True)
class IndexTruth:
    """One index. *down* runs from the rank's top to the suit's foot, *across* to the card's right over the same
    length on the card, *to_card* to the card's centre, all in px; *known* is False for foreign letters."""

    card: Card
    known: bool
    centre: tuple[float, float]
    down: tuple[float, float]
    across: tuple[float, float]
    to_card: tuple[float, float]
    visible: float


@dataclass(frozen=True, slots=True, eq=False)
class CardTruth:
    """One card on the table; *card* is None for one face down."""

    card: Card | None
    known: bool
    corners_px: NDArray[np.float32]
    visible: float


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture and what is on it."""

    image: Image
    indices: tuple[IndexTruth, ...]
    cards: tuple[CardTruth, ...]


@dataclass(frozen=True, slots=True)
class SceneStyle:
    """What scenes may hold. *index_px* bounds the height of a whole index in the middle of the picture."""

    size_px: int = 640
    index_px: tuple[float, float] = (13.0, 76.0)
    cards: tuple[int, int] = (1, 10)
    backs: float = 0.08
    bare: float = 0.04
    occluders: float = 0.5
    tilt: float = 1.0
    groups: bool = True
    """More than one group of cards where there is room."""
    zoom: float = 1.0
    """The same scene seen from nearer (above 1) or farther away; more or less of it is in the picture."""
    arranged: float = 0.0
    """How often a whole table is laid: a ribbon, a large grid, a showdown or a fan in a hand; *cards* and *index_px*
    do not bind it."""
    light: Light = field(default_factory=Light)


DEFAULT_SCENE: Final = SceneStyle()


@dataclass(frozen=True, slots=True, eq=False)
class _Laid:
    card: Card
    face_down: bool
    deck: Deck
    to_image: Matrix
    """From mm on the card to px."""


def render(rng: Rng, decks: Sequence[Deck], style: SceneStyle = DEFAULT_SCENE) -> Scene:
    """Return a random scene of cards of one of *decks*; the same *rng* state gives the same scene."""
    image = surface(rng, style.size_px)
    owner = np.full(image.shape[:2], BARE, np.int16)
    hand = None
    if style.arranged and rng.random() < style.arranged:
        laid, hand = _lay_table(rng, decks, style)
    else:
        laid = _lay(rng, decks, style)
    if style.zoom != 1.0:
        laid = [replace(one, to_image=_zoom(style) @ one.to_image) for one in laid]
    skin = palm(rng, image, hand) if hand else None
    for number, one in enumerate(laid):
        _put(rng, image, owner, number, one)
    if hand and skin is not None:
        thumb(image, owner, COVERED, hand, skin)
    if rng.random() < style.occluders:
        cover(rng, image, owner, COVERED)
    picture = photograph(rng, shade(rng, image, style.light), style.light)
    indices = [
        truth for k, one in enumerate(laid) if not one.face_down for truth in _index_truths(owner, k, one)
    ]
    return Scene(picture, tuple(indices), tuple(_card_truth(owner, k, one) for k, one in enumerate(laid)))


def pictured(
    rng: Rng, deck: Deck, cards: Sequence[tuple[Card, Matrix]], style: SceneStyle = DEFAULT_SCENE
) -> Image:
    """Return a picture of *cards* of *deck*, the uppermost last, each with its way from mm on the card to px."""
    image = surface(rng, style.size_px)
    owner = np.full(image.shape[:2], BARE, np.int16)
    for number, (card, to_image) in enumerate(cards):
        _put(rng, image, owner, number, _Laid(card, False, deck, to_image))
    return photograph(rng, shade(rng, image, style.light), style.light)


def _zoom(style: SceneStyle) -> Matrix:
    shift = style.size_px / 2 * (1 - style.zoom)
    return np.array([(style.zoom, 0, shift), (0, style.zoom, shift), (0, 0, 1)], np.float64)


def _lay_table(rng: Rng, decks: Sequence[Deck], style: SceneStyle) -> tuple[list[_Laid], Grip | None]:
    """Lay one of the arrangements; return its cards and the hand that holds them."""
    deck = decks[int(rng.integers(len(decks)))]
    table = arrangement(rng)
    px_per_mm = max(style.size_px / table.across_mm, LEAST_INDEX_PX / deck.marks(DECK[0])[0].height_mm)
    camera = camera_over(rng, px_per_mm, style, np.radians(table.slant))
    picked = rng.permutation(53)[: len(table.poses)]
    backs = 0.0 if rng.random() < 0.6 else style.backs * 2
    laid = [
        _Laid(DECK[int(k)], bool(rng.random() < backs), deck, camera @ placed(pose))
        for k, pose in zip(picked, table.poses, strict=False)
    ]
    if table.hand is None:
        return laid, None
    wrist, tip = project(camera, np.array(table.hand, np.float64))
    return laid, Grip(_pair(wrist), _pair(tip), 20.0 * px_per_mm)


def _lay(rng: Rng, decks: Sequence[Deck], style: SceneStyle) -> list[_Laid]:
    """Choose cards, poses and the camera."""
    if rng.random() < style.bare:
        return []
    deck = decks[int(rng.integers(len(decks)))]
    low, high = np.log(style.index_px)
    index_mm = deck.marks(DECK[0])[0].height_mm
    px_per_mm = float(np.exp(rng.uniform(low, high))) / index_mm
    room = (style.size_px / px_per_mm) ** 2 / (CARD_WIDTH_MM * CARD_HEIGHT_MM)
    most = int(np.clip(room * 2.5, style.cards[0], style.cards[1]))
    camera = camera_over(rng, px_per_mm, style)
    reach_mm = 0.5 * style.size_px / px_per_mm if style.groups else 0.0
    poses = _groups(rng, style.cards[0], most, reach_mm)
    picked = rng.permutation(53)[: len(poses)] if rng.random() < 0.97 else rng.integers(0, 53, len(poses))
    backs = style.backs if rng.random() < 0.8 else 0.6 * (style.backs > 0)
    return [
        _Laid(DECK[int(k)], bool(rng.random() < backs), deck, camera @ placed(pose))
        for k, pose in zip(picked, poses, strict=True)
    ]


def _groups(rng: Rng, least: int, most: int, reach_mm: float) -> list[Pose]:
    """Return one group of cards, or up to four round the table where there is room for them."""
    poses = layout(rng, int(rng.integers(least, most + 1)))
    if most < 10 or reach_mm == 0 or rng.random() < 0.4:
        return poses
    for _ in range(int(rng.integers(1, 4))):
        dx, dy = rng.uniform(-reach_mm, reach_mm, 2)
        more = layout(rng, int(rng.integers(least, 6)))
        poses += [Pose(p.x_mm + dx, p.y_mm + dy, p.turn) for p in more]
    return poses


def placed(pose: Pose) -> Matrix:
    """From mm on the card (upper left corner first) to mm on the table."""
    cos, sin = np.cos(pose.turn), np.sin(pose.turn)
    x, y = CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2
    return np.array(
        [(cos, -sin, pose.x_mm - cos * x + sin * y), (sin, cos, pose.y_mm - sin * x - cos * y), (0, 0, 1)]
    )


def camera_over(rng: Rng, px_per_mm: float, style: SceneStyle, slant: float | None = None) -> Matrix:
    """From mm on the table to px: a pinhole looking down at a *slant* (radians), else one of up to 62 degrees."""
    if slant is None:
        slant = np.radians(min(62.0, abs(rng.normal(0, 24.0)))) * style.tilt
    turn, spin = rng.uniform(0, 2 * np.pi, 2)
    away_mm = rng.uniform(2.0, 6.0) * style.size_px / px_per_mm / 2
    axis = np.array([np.cos(turn), np.sin(turn), 0.0]) * slant
    tilt, _ = cv2.Rodrigues(axis)
    roll, _ = cv2.Rodrigues(np.array([0.0, 0.0, spin]))
    turned = tilt @ roll
    place = np.column_stack([turned[:, 0], turned[:, 1], (0.0, 0.0, away_mm)])
    focal = px_per_mm * away_mm
    middle = style.size_px / 2 + rng.normal(0, style.size_px * 0.08, 2)
    lens = np.array([(focal, 0, middle[0]), (0, focal, middle[1]), (0, 0, 1)])
    return np.asarray(lens @ place / away_mm, np.float64)


def project(matrix: Matrix, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (n, 2) *points* under a homography."""
    flat = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(flat[:, :2] / flat[:, 2:], np.float64)


def _put(rng: Rng, image: NDArray[np.float32], owner: NDArray[np.int16], number: int, one: _Laid) -> None:
    """Draw a card into *image* and its number into *owner*."""
    corners = project(one.to_image, _CORNERS_MM)
    x0, y0 = np.maximum(np.floor(corners.min(axis=0)) - 6, 0).astype(int)
    x1, y1 = np.minimum(np.ceil(corners.max(axis=0)) + 6, image.shape[1::-1]).astype(int)
    if x1 - x0 < 8 or y1 - y0 < 8:
        return
    face = one.deck.back() if one.face_down else one.deck.face(one.card)
    mask = one.deck.outline()
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    shrink = min(
        1.0,
        1.3 * max(sides[0] + sides[2], 1.0) / 2 / face.shape[1],
        1.3 * max(sides[1] + sides[3], 1.0) / 2 / face.shape[0],
    )
    if shrink < 0.9:
        size = (max(8, round(face.shape[1] * shrink)), max(8, round(face.shape[0] * shrink)))
        face = np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)
        mask = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)
    scale = np.diag([CARD_WIDTH_MM / face.shape[1], CARD_HEIGHT_MM / face.shape[0], 1.0])
    move = np.array([(1, 0, -x0), (0, 1, -y0), (0, 0, 1)], np.float64)
    warp = move @ one.to_image @ scale
    box = (int(x1 - x0), int(y1 - y0))
    flat = cv2.warpPerspective(face, warp, box, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(mask, warp, box, flags=cv2.INTER_LINEAR)
    region = image[y0:y1, x0:x1]
    if rng.random() < 0.7:
        reach = float(rng.uniform(1, 4))
        push = np.array([(1, 0, rng.integers(-2, 3)), (0, 1, rng.integers(-2, 3))], np.float32)
        drop = cv2.warpAffine(cv2.GaussianBlur(alpha, (0, 0), reach), push, box)
        region *= 1 - (drop.astype(np.float32) / 255 * np.float32(rng.uniform(0.1, 0.55)))[..., None]
    share = (alpha.astype(np.float32) / 255)[..., None]
    tint = np.float32(rng.uniform(0.86, 1.03))
    region += share * (flat.astype(np.float32) * tint - region)
    owner[y0:y1, x0:x1][alpha > 127] = number


def _visible(owner: NDArray[np.int16], number: int, points: NDArray[np.float64]) -> float:
    """Return the share of *points* (px) where card *number* lies uppermost."""
    at = np.round(points).astype(int)
    inside = (at >= 0).all(axis=1) & (at[:, 0] < owner.shape[1]) & (at[:, 1] < owner.shape[0])
    at = at[inside]
    return float((owner[at[:, 1], at[:, 0]] == number).sum() / len(points))


def _box(x: float, y: float, width: float, height: float) -> NDArray[np.float64]:
    xs, ys = np.meshgrid(np.linspace(-0.5, 0.5, 7), np.linspace(-0.5, 0.5, 9))
    return np.column_stack([x + xs.ravel() * width, y + ys.ravel() * height])


def _index_truths(owner: NDArray[np.int16], number: int, one: _Laid) -> list[IndexTruth]:
    return [_index_truth(owner, number, one, mark) for mark in one.deck.marks(one.card)]


def _index_truth(owner: NDArray[np.int16], number: int, one: _Laid, mark: IndexMark) -> IndexTruth:
    way = -1.0 if mark.turned else 1.0
    half = mark.height_mm / 2 * way
    x, y = mark.x_mm, mark.y_mm
    on_card = np.array(
        [
            (x, y),
            (x, y - half),
            (x, y + half),
            (x - half, y),
            (x + half, y),
            (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2),
        ]
    )
    centre, top, foot, left, right, middle = project(one.to_image, on_card)
    seen = _visible(owner, number, project(one.to_image, _box(x, y, mark.width_mm, mark.height_mm)))
    down, across, to_card = foot - top, right - left, middle - centre
    return IndexTruth(
        one.card, one.deck.known(one.card), _pair(centre), _pair(down), _pair(across), _pair(to_card), seen
    )


def _pair(vector: NDArray[np.float64]) -> tuple[float, float]:
    return float(vector[0]), float(vector[1])


def _card_truth(owner: NDArray[np.int16], number: int, one: _Laid) -> CardTruth:
    inner = _box(CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2, CARD_WIDTH_MM * 0.97, CARD_HEIGHT_MM * 0.97)
    corners = project(one.to_image, _CORNERS_MM).astype(np.float32)
    card = None if one.face_down else one.card
    seen = _visible(owner, number, project(one.to_image, inner))
    return CardTruth(card, one.deck.known(one.card), corners, seen)
