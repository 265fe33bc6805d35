"""The same scenes seen from farther and farther away, read and scored: how reading falls off with the index's height."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.cards import UNREAD, parse_card
from vision.evaluate import Score, Truth, score, tally
from vision.synthetic.decks import FACE_PX_PER_MM, Deck, DrawnDeck
from vision.synthetic.optics import Light
from vision.synthetic.scene import Scene, SceneStyle, render
from vision.training.index_boxes import find_index

SIZES_PX: Final = (8, 9, 10, 11, 12, 14, 18, 24)
"""Heights of the rank's glyph."""
PICTURE_PX: Final = 960
STYLE: Final = SceneStyle(
    size_px=PICTURE_PX,
    cards=(2, 6),
    backs=0.05,
    bare=0,
    occluders=0.1,
    tilt=0.5,
    groups=False,
    light=Light(0.4),
)
PLOT_PX: Final = (560, 360)
MARGIN_PX: Final = 50
INKS: Final = ((180, 90, 20), (30, 110, 30), (150, 60, 150))
Answers = Callable[[NDArray[np.uint8]], list[str]]


@dataclass(frozen=True, slots=True)
class Row:
    """Shares of the cards at one size: right, there but unread, not seen; and the number of cards and wrong answers."""

    size_px: int
    cards: int
    right: int
    unread: int
    wrong: int

    @property
    def recall(self) -> float:
        return self.right / max(1, self.cards)


def rank_height_mm(deck: Deck) -> float:
    """Return the height of a rank's glyph on a deck's cards."""
    if isinstance(deck, DrawnDeck):
        return deck.style.rank_height_mm
    boxes = [find_index(deck.face(parse_card(text))).rank for text in ("7s", "8s", "Ks")]
    return median(foot - top for _, top, _, foot in boxes) / FACE_PX_PER_MM


def scenes_at(size_px: float, decks: list[Deck], count: int, seed: int) -> Iterator[Scene]:
    """Yield *count* scenes with ranks *size_px* tall, the same for every size but for how far away they are."""
    largest = max(SIZES_PX)
    for k in range(count):
        deck = decks[k % len(decks)]
        index_px = largest * deck.marks(parse_card("7s"))[0].height_mm / rank_height_mm(deck)
        style = replace(STYLE, index_px=(index_px, index_px * 1.001), zoom=size_px / largest)
        yield render(np.random.default_rng((seed, k)), [deck], style)


def readable(scene: Scene) -> Truth:
    """Return what lies in *scene*: cards with an index in full view must be read, however small."""
    must, may = [], []
    for card in scene.cards:
        if card.card is None or not card.known:
            continue
        clear = [i for i in scene.indices if i.card is card.card and i.visible > 0.9]
        (must if clear else may).append(card.card.text)
    return Truth(Path(), "drawn", tuple(must), tuple(may))


def measured(size_px: int, scenes: Iterator[Scene], answers: Answers) -> Row:
    """Return how *scenes* are read."""
    scores: list[Score] = []
    unread = 0
    for scene in scenes:
        texts = answers(scene.image)
        one = score(readable(scene), texts)
        unread += min(texts.count(UNREAD), len(one.missed))
        scores.append(one)
    total = tally(scores)
    return Row(size_px, total.truths, total.right, unread, total.wrong)


def table(rows: dict[str, list[Row]]) -> str:
    """Return the figures as a Markdown table."""
    lines = [
        "| rank glyph, px | decks | cards | read | there but unread | not seen | wrong |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, some in rows.items():
        for r in some:
            unread, total = r.unread / max(1, r.cards), max(1, r.cards)
            unseen = (r.cards - r.right - r.unread) / total
            lines.append(
                f"| {r.size_px} | {name} | {r.cards} | {r.recall:.3f} | {unread:.3f} | {unseen:.3f} | {r.wrong} |"
            )
    return "\n".join(lines)


def plot(rows: dict[str, list[Row]]) -> NDArray[np.uint8]:
    """Return a chart: height of the glyph to the right, share of the cards read upwards; wrong answers as crosses."""
    wide, tall = PLOT_PX
    image = np.full((tall + 2 * MARGIN_PX, wide + 2 * MARGIN_PX, 3), 255, np.uint8)
    font, dark, pale = cv2.FONT_HERSHEY_SIMPLEX, (60, 60, 60), (225, 225, 225)

    def place(size_px: float, share: float) -> tuple[int, int]:
        across = (np.log(size_px) - np.log(SIZES_PX[0])) / np.log(SIZES_PX[-1] / SIZES_PX[0])
        return round(MARGIN_PX + across * wide), round(MARGIN_PX + (1 - share) * tall)

    for k in range(0, 11, 2):
        cv2.line(image, place(SIZES_PX[0], k / 10), place(SIZES_PX[-1], k / 10), pale, 1)
        x, y = place(SIZES_PX[0], k / 10)
        cv2.putText(image, f"{k / 10:.1f}", (x - 34, y + 4), font, 0.4, dark, 1, cv2.LINE_AA)
    for size in SIZES_PX:
        x, y = place(size, 0)
        cv2.putText(image, str(size), (x - 6, y + 18), font, 0.4, dark, 1, cv2.LINE_AA)
    cv2.putText(
        image, "height of the rank, px", (MARGIN_PX, tall + MARGIN_PX + 38), font, 0.45, dark, 1, cv2.LINE_AA
    )
    cv2.putText(image, "share of cards (x: wrong answers)", (MARGIN_PX, 30), font, 0.45, dark, 1, cv2.LINE_AA)
    for number, (name, some) in enumerate(rows.items()):
        ink = INKS[number % len(INKS)]
        line = [place(r.size_px, r.recall) for r in some]
        cv2.polylines(image, [np.array(line, np.int32)], False, ink, 2, cv2.LINE_AA)
        for r in some:
            at = place(r.size_px, r.wrong / max(1, r.cards))
            cv2.drawMarker(image, at, ink, cv2.MARKER_TILTED_CROSS, 7, 1, cv2.LINE_AA)
        at = (MARGIN_PX + wide - 190, MARGIN_PX + tall - 50 + 18 * number)
        cv2.putText(image, name, at, font, 0.45, ink, 1, cv2.LINE_AA)
    return image
