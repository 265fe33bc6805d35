"""How much better decks are read once they are enrolled, never having been trained on: before and after, on hard scenes.

Every deck is shown to a camera, card after card, by a drawn person; the views are learnt, and then drawn scenes of the
same deck are read with and without: slanted, dim, blurred, half covered, as vision.training.measure_scenes makes them.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer

from table_controller.cards import DECK, Card, card_text
from vision.crops import pyramid
from vision.enrol.house_deck import HouseDeck, learnt, new_deck
from vision.enrol.views import View, by_card, chosen, view_of
from vision.evaluate import Score, Truth, score, tally
from vision.find import IndexFind
from vision.read import IndexReader
from vision.reader import CardReader
from vision.synthetic.decks import Deck
from vision.synthetic.optics import Light
from vision.synthetic.presenter import Presenter, ShownFrame
from vision.synthetic.scene import Scene, project, render
from vision.synthetic.styles import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.training.measure_scenes import STYLE, decks_of, truth_of

USUAL = replace(
    STYLE, index_px=(22.0, 48.0), cards=(1, 5), occluders=0.0, tilt=0.45, light=Light(0.25), groups=False
)
"""What a table's cameras see on a usual evening: larger indices, less slant, less shadow, nothing on the cards."""
VIEWS = {"hard": STYLE, "usual": USUAL}
FRAMES_OF_15 = (4, 7, 10)
_CARD = np.array(
    [(0, 0), (CARD_WIDTH_MM, 0), (CARD_WIDTH_MM, CARD_HEIGHT_MM), (0, CARD_HEIGHT_MM)], np.float32
)


class Lettered:
    """A deck all of whose letters count as known: once it is enrolled they are."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self.face, self.back, self.outline, self.marks = deck.face, deck.back, deck.outline, deck.marks

    def known(self, card: Card) -> bool:
        return True


def shown_views(deck: Deck, reader: CardReader, seed: int, light: Light) -> list[View]:
    """Return views of every card of *deck*, shown for a second each; their labels are true."""
    presenter = Presenter(deck, np.random.default_rng(seed), (640, 480), px_per_mm=2.6, light=light)
    views: list[View] = []
    for number, frame in enumerate(presenter.show(DECK)):
        if number % 15 in FRAMES_OF_15:
            views += _views_in(frame, deck, reader)
    return [view for some in by_card(views).values() for view in chosen(some)]


def _views_in(frame: ShownFrame, deck: Deck, reader: CardReader) -> list[View]:
    if frame.card is None:
        return []
    to_px = cv2.getPerspectiveTransform(_CARD, frame.corners_px)
    marks = project(to_px, np.array([(m.x_mm, m.y_mm) for m in deck.marks(frame.card)]))
    levels = pyramid(frame.image)
    finds, _ = reader.find(frame.image)
    return [view_of(levels, f, frame.card, f.to_card[1] > 0) for f in finds if _at_one(f, marks)]


def _at_one(find: IndexFind, marks: np.ndarray) -> bool:
    return bool(np.hypot(*(marks - find.centre).T).min() < 0.35 * find.height)


def read_both(scene: Scene, source: str, before: CardReader, after: CardReader) -> tuple[Score, Score]:
    """Return how a scene is read without the deck and with it."""
    must, may = truth_of(scene)
    truth = Truth(Path(), source, tuple(must), tuple(may))
    finds, _ = before.find(scene.image)
    both = (r.read_at(scene.image, finds) for r in (before, after))
    first, second = (score(truth, [card_text(s.card) for s in sightings]) for sightings in both)
    return first, second


def gain_of(deck: Deck, source: str, scenes: int, seed: int) -> tuple[HouseDeck, dict[str, list[Score]]]:
    """Enrol *deck* and read *scenes* scenes of each kind of view with and without it."""
    before = CardReader(threads=1)
    views = shown_views(deck, before, seed, Light(0.25))
    house = learnt(new_deck(source, 53, views, ()), IndexReader(1))
    after = CardReader(threads=1, deck=house)
    results: dict[str, list[Score]] = {}
    for kind, style in VIEWS.items():
        rng = np.random.default_rng((seed, len(source)))
        pairs = [
            read_both(render(rng, [Lettered(deck)], style), source, before, after) for _ in range(scenes)
        ]
        results |= {f"{kind}, before": [p[0] for p in pairs], f"{kind}, after": [p[1] for p in pairs]}
    return house, results


def main(
    kinds: Annotated[list[str] | None, typer.Option("--kind", help="held-out, foreign or own.")] = None,
    scenes: Annotated[int, typer.Option(help="How many scenes of each deck and kind of view.")] = 60,
    data: Annotated[Path, typer.Option(help="Folder of fetched art and fonts.")] = Path("var/training"),
    out: Annotated[Path | None, typer.Option(help="Write the figures there as JSON too.")] = None,
    seed: int = 77,
) -> None:
    """Measure what enrolment brings. Example: python -m vision.training.enrol_gain --kind held-out --kind foreign"""
    cv2.setNumThreads(1)
    table = []
    for kind in kinds or ["held-out", "foreign"]:
        for source, decks in decks_of(kind, data).items():
            house, results = gain_of(decks[0], source, scenes, seed)
            print(f"{source}: {house.in_words}", flush=True)
            for what, scores in results.items():
                t = tally(scores)
                print(f"| {source} | {what} | {t.truths} | {t.recall or 0:.3f} | {t.wrong} |", flush=True)
                table.append(
                    {"deck": source, "views": what, "cards": t.truths, "right": t.right, "wrong": t.wrong}
                )
    if out is not None:
        out.write_text(json.dumps(table, indent=1))


if __name__ == "__main__":
    typer.run(main)
