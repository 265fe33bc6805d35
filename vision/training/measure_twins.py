"""Two equal cards among others: how often they raise the alarm, and how often an honest layout does.

Cards lie in rows, columns, fans, ribbons, steps, grids and piles, seen at a slant. Twins are neighbours and both show a whole
index, so that an honest eye can tell; a layout in which the face is answered, with no alarm and nothing unread where the
other one lies, has *passed*. Without ``--drawn`` the indices that show are given to the pairing as a finder sees them, with its
usual errors; with it pictures are drawn and read by the networks.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Final

import numpy as np
import typer
from numpy.typing import NDArray

from table_controller import stopped
from table_controller.cards import DECK, Card
from vision.find import Finder, IndexFind
from vision.pair import Sighting, sightings
from vision.read import IndexReader, Witness
from vision.reader import MIN_INDEX_SCORE, MIN_SCORE
from vision.synthetic.decks import DrawnDeck
from vision.synthetic.faces import IndexMark
from vision.synthetic.layouts import Pose, turned
from vision.synthetic.optics import Light
from vision.synthetic.scene import Matrix, SceneStyle, camera_over, pictured, placed, project
from vision.synthetic.styles import CARD_HEIGHT_MM, CARD_WIDTH_MM, STYLES

Rng = np.random.Generator
Floats = NDArray[np.float64]

STYLE: Final = SceneStyle(size_px=800, light=Light(0.35))
KINDS: Final = ("row", "column", "fan", "ribbon", "steps", "grid", "pile", "pair")
INDEX_PX: Final = (15.0, 48.0)
CLEAR_PX: Final = 14.0
CLEAR: Final = 0.97
FOUND: Final = 0.7
"""So much of an index must show to be found at all."""
LARGEST_SLANT: Final = 35.0
NEAR: Final = 0.5
# What a finder is off by, at one standard deviation: places and lengths in index heights, directions in radians. Measured on
# drawn scenes with the shipped detector.
OFF_PLACE: Final = 0.05
OFF_WAY: Final = 0.03
OFF_HEIGHT: Final = 0.1
OFF_TO_CARD: Final = 0.14


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """One index of a card, px: the centre, down, across and the way to the card's centre (4, 2), what share of it is visible."""

    laid: int
    vectors: Floats
    visible: float

    @property
    def clear(self) -> bool:
        return self.visible >= CLEAR and float(np.hypot(*self.vectors[1])) >= CLEAR_PX


@dataclass(frozen=True, eq=False)
class Table:
    """Cards that lie in px, the uppermost last; *twins* are the numbers of two equal ones, none in an honest layout."""

    kind: str
    deck: DrawnDeck
    cards: tuple[tuple[Card, Matrix], ...]
    twins: tuple[int, int] | None

    @cached_property
    def shown(self) -> tuple[Shown, ...]:
        found = []
        for number, (card, to_image) in enumerate(self.cards):
            for mark in self.deck.marks(card):
                found.append(self._shown(number, mark, to_image))
        return tuple(found)

    def _shown(self, number: int, mark: IndexMark, to_image: Matrix) -> Shown:
        half = mark.height_mm / 2 * (-1 if mark.turned else 1)
        x, y = mark.x_mm, mark.y_mm
        on_card = [(x, y), (x, y - half), (x, y + half), (x - half, y), (x + half, y)]
        centre, top, foot, left, right, middle = project(
            to_image, np.array([*on_card, (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2)])
        )
        xs, ys = np.meshgrid(np.linspace(-0.5, 0.5, 7), np.linspace(-0.5, 0.5, 9))
        box = np.column_stack([x + xs.ravel() * mark.width_mm, y + ys.ravel() * mark.height_mm])
        points = project(to_image, box)
        free = ((points > 0) & (points < STYLE.size_px)).all(axis=1)
        for _, above in self.cards[number + 1 :]:
            on_it = project(np.linalg.inv(above), points)
            free &= ~((on_it > 0) & (on_it < (CARD_WIDTH_MM, CARD_HEIGHT_MM))).all(axis=1)
        return Shown(
            number, np.stack([centre, foot - top, right - left, middle - centre]), float(free.mean())
        )

    @property
    def an_eye_can_tell(self) -> bool:
        clear = {one.laid for one in self.shown if one.clear}
        return self.twins is None or set(self.twins) <= clear


def poses_of(rng: Rng, kind: str) -> list[Pose]:
    """Return how cards lie in one *kind* of layout, neighbours following one another, the uppermost last."""
    count = int(rng.integers(2, 10))
    wide, high = CARD_WIDTH_MM, CARD_HEIGHT_MM
    if kind == "fan":
        step, reach = np.radians(rng.uniform(5, 24)), rng.uniform(60, 190)
        turns = [step * (k - (count - 1) / 2) + rng.normal(0, 0.02) for k in range(count)]
        turns = turns[:: int(rng.choice((-1, 1)))]
        return [Pose(reach * np.sin(t), reach * (1 - np.cos(t)), t) for t in turns]
    if kind == "pile":
        sloppy = rng.uniform(15, 50)
        return [Pose(*rng.normal(0, sloppy, 2), rng.uniform(0, 2 * np.pi)) for _ in range(count)]
    if kind == "grid":
        columns = int(rng.integers(2, 6))
        across, down = wide * rng.uniform(0.3, 1.2), high * rng.uniform(0.3, 1.2)
        steps = [
            (k % columns * across, k // columns * down) for k in range(columns * int(rng.integers(2, 4)))
        ]
    else:
        if kind == "ribbon":
            count = int(rng.integers(8, 22))
        if kind == "pair":
            count = 2
        dx, dy = {
            "row": (rng.uniform(0.25, 1.25) * wide, 0.0),
            "column": (0.0, rng.uniform(0.17, 1.25) * high),
            "ribbon": (rng.uniform(7, 16), 0.0),
            "steps": (rng.uniform(-0.9, 0.9) * wide, rng.uniform(0.1, 0.8) * high),
            "pair": (rng.uniform(-1.3, 1.3) * wide, rng.uniform(-0.8, 0.8) * high),
        }[kind]
        steps = [(k * dx, k * dy) for k in range(count)]
        if rng.random() < 0.5:
            steps.reverse()
    sloppy = rng.uniform(0, 2.0)
    flips = np.pi * (rng.random(len(steps)) < rng.choice((0.0, 0.3)))
    return [
        Pose(
            x + rng.normal(0, sloppy), y + rng.normal(0, sloppy), float(flip) + rng.normal(0, 0.015 * sloppy)
        )
        for (x, y), flip in zip(steps, flips, strict=True)
    ]


def table(rng: Rng, deck: DrawnDeck, kind: str, *, twins: bool) -> Table:
    """Return a layout of *kind*, with two equal neighbours or without."""
    turn = rng.uniform(0, 2 * np.pi)
    poses = [turned(pose, turn) for pose in poses_of(rng, kind)]
    at = np.array([(p.x_mm, p.y_mm) for p in poses])
    middle = (at.min(axis=0) + at.max(axis=0)) / 2
    extent = float((at.max(axis=0) - at.min(axis=0)).max()) + CARD_HEIGHT_MM
    index_mm = deck.marks(DECK[0])[0].height_mm
    px_per_mm = min(float(np.exp(rng.uniform(*np.log(INDEX_PX)))) / index_mm, 0.9 * STYLE.size_px / extent)
    camera = camera_over(rng, px_per_mm, STYLE, np.radians(min(LARGEST_SLANT, abs(rng.normal(0, 14)))))
    faces = [DECK[int(k)] for k in rng.permutation(52)[: len(poses)]]
    pair = None
    if twins:
        first = int(rng.integers(len(poses) - 1))
        pair, faces[first + 1] = (first, first + 1), faces[first]
    moved = (Pose(p.x_mm - middle[0], p.y_mm - middle[1], p.turn) for p in poses)
    return Table(kind, deck, tuple((f, camera @ placed(p)) for f, p in zip(faces, moved, strict=True)), pair)


def tables(rng: Rng, count: int, *, twins: bool) -> Iterator[Table]:
    """Give *count* layouts in which an eye can tell the twins, kind after kind and deck after deck."""
    decks = [DrawnDeck(style) for style in STYLES]
    given = 0
    while given < count:
        one = table(rng, decks[given % len(decks)], KINDS[given // len(decks) % len(KINDS)], twins=twins)
        if one.an_eye_can_tell:
            given += 1
            yield one


def as_found(rng: Rng, there: Table) -> list[Witness]:
    """Return what a finder with its usual errors and a reader without any say of the indices that show."""
    out = []
    for one in there.shown:
        if one.visible < FOUND or np.hypot(*one.vectors[1]) < CLEAR_PX / 2:
            continue
        centre, down, across, to_card = one.vectors
        height = float(np.hypot(*down))
        if to_card @ across < 0:  # the finder takes every index for an upper left one
            to_card = to_card - 2 * across * float(to_card @ across) / float(across @ across)
        angle, size = rng.normal(0, OFF_WAY), 1 + rng.normal(0, OFF_HEIGHT)
        spin = size * np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
        centre = centre + rng.normal(0, OFF_PLACE * height, 2)
        to_card = to_card * (1 + rng.normal(0, OFF_TO_CARD)) + rng.normal(0, OFF_TO_CARD * height, 2)
        vectors = (centre, spin @ down, spin @ across, to_card)
        score = 0.995 if one.visible > 0.9 else float(rng.uniform(0.2, 0.95))
        find = IndexFind(0.9, *(v.astype(np.float32) for v in vectors))
        out.append(Witness(find, there.cards[one.laid][0], score, 0.95))
    return out


class Eyes:
    """Draws layouts and reads them with the shipped networks."""

    def __init__(self) -> None:
        self._finder, self._reader = Finder(1), IndexReader(1)

    def witnesses(self, rng: Rng, there: Table) -> list[Witness]:
        image = pictured(rng, there.deck, there.cards, STYLE)
        read = self._reader.read(image, self._finder.find(image)[0])
        return [w for w in read if w.score >= MIN_SCORE or w.index_score >= MIN_INDEX_SCORE]


def verdict(there: Table, found: Sequence[Sighting]) -> str:
    """Return what became of the twins: *alarm*, *unread*, *half* (one answered, the other unread) or *passed*."""
    if there.twins is None:
        return "alarm" if any(s.duplicate for s in found) else "quiet"
    face = there.cards[there.twins[0]][0]
    if any(s.duplicate is face for s in found):
        return "alarm"
    if face not in {s.card for s in found}:
        return "unread"
    own = [one.vectors for one in there.shown if one.clear and one.laid in there.twins]
    unread = [w.find.centre for s in found if s.card is None for w in s.witnesses]
    near = any(np.hypot(*(at - v[0])) < NEAR * np.hypot(*v[1]) for at in unread for v in own)
    return "half" if near else "passed"


def answered(there: Table, found: Sequence[Sighting]) -> tuple[int, int]:
    """Return how many of the cards that show a clear index were answered, and how many there are; twins aside."""
    twins = there.twins or ()
    clear = {there.cards[one.laid][0] for one in there.shown if one.clear and one.laid not in twins}
    return len(clear & {s.card for s in found}), len(clear)


def main(
    layouts: Annotated[int, typer.Option(help="How many layouts, with twins and without.")] = 500,
    drawn: Annotated[bool, typer.Option(help="Draw them and read them with the networks.")] = False,
    known: Annotated[bool, typer.Option(help="Tell how many indices the deck's cards have.")] = False,
    seed: int = 5,
) -> None:
    """Measure the alarm for equal cards. Example: python -m vision.training.measure_twins --layouts 1000"""
    eyes = Eyes() if drawn else None
    for twins in (True, False):
        rng = np.random.default_rng((seed, twins))
        told: Counter[tuple[str, str]] = Counter()
        read, there = 0, 0
        for one in tables(rng, layouts, twins=twins):
            witnesses = eyes.witnesses(rng, one) if eyes else as_found(rng, one)
            found = sightings(witnesses, per_card=one.deck.style.corners if known else 0)
            told[one.kind, verdict(one, found)] += 1
            right, clear = answered(one, found)
            read, there = read + right, there + clear
        print(
            f"{'two equal cards' if twins else 'honest'}: {layouts} layouts, {read} of {there} other cards read"
        )
        for verdict_ in ("alarm", "unread", "half", "passed", "quiet"):
            counts = {kind: told[kind, verdict_] for kind in KINDS if told[kind, verdict_]}
            if counts:
                print(
                    f"  {verdict_}: {sum(counts.values())}",
                    *(f"{kind} {n}" for kind, n in counts.items()),
                    sep="  ",
                )


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
