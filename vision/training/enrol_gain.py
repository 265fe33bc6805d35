"""How much better decks are read once they are enrolled, never having been trained on: before and after.

A drawn person shows each deck to a camera as somebody would, and what the enrolment itself makes of the frames is learnt;
no label is given. Then drawn scenes of the same deck are read with it and without: usual ones, as a cardroom's own cameras
have them, and hard ones, as vision.training.measure_scenes makes them.
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Final

import cv2
import numpy as np
import typer
from rich.console import Console
from rich.progress import Progress

from table_controller import stopped
from table_controller.cards import DECK, JOKER, Card, card_text
from vision.enrol.close_up import CloseUp
from vision.enrol.house_deck import HouseDeck, learnt, new_deck
from vision.enrol.showing import Show
from vision.evaluate import Score, Truth, score, tally
from vision.find import MODELS
from vision.read import IndexReader
from vision.reader import CardReader
from vision.synthetic.decks import Deck
from vision.synthetic.optics import Light
from vision.synthetic.presenter import Pace, Presenter
from vision.synthetic.scene import Scene, render
from vision.training.measure_scenes import STYLE, decks_of, truth_of

USUAL: Final = replace(STYLE, index_px=(18.0, 48.0), occluders=0.08, tilt=0.4, light=Light(0.3))
"""What a table's own cameras see: indices of 18 to 48 px, slants to 25 degrees, mild light, few things on the cards."""
VIEWS: Final = {"usual": USUAL, "hard": STYLE}
DATA: Final = Path("var/training/run")
PACE: Final = Pace(fps=7.0, per_card_s=1.0)
"""A card a second; so many frames a second are read on two busy cores."""
MOST_PASSES: Final = 3
LETTERED: Final = "other letters"
BEFORE: Final = "before"
AFTER: Final = "after"
CLASSIFIER: Final = "classifier.onnx"
HEADING: Final = (
    "| deck | views | cards | recall before | after | wrong before | after |\n|---|---|---|---|---|---|---|"
)


class Lettered:
    """A deck all of whose letters count as known: once it is enrolled they are."""

    def __init__(self, deck: Deck) -> None:
        self.own = deck
        self.face, self.back, self.outline, self.marks = deck.face, deck.back, deck.outline, deck.marks

    def known(self, card: Card) -> bool:
        return True


@dataclass(slots=True)
class Shown:
    """How a deck's showing went: cards learnt after each pass, how long all took, and which were learnt as another."""

    show: Show
    seconds: float = 0.0
    passes: list[int] = field(default_factory=list)
    mistaken: list[str] = field(default_factory=list)


class Person:
    """Shows a deck: once through in any order, then what is asked for, card by card."""

    def __init__(self, deck: Deck, reader: CardReader, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self._presenter = Presenter(deck, rng, (640, 480), px_per_mm=2.6, light=Light(0.25), pace=PACE)
        self._close_up = CloseUp(reader)

    def show(self, *, in_order: bool) -> Shown:
        """Return what an enrolment learnt; *in_order* every card is asked for from the beginning."""
        out = Shown(Show(len(DECK), in_order))
        for number in range(MOST_PASSES):
            out.show.in_order = in_order or number == MOST_PASSES - 1
            for card in list(out.show.missing):
                self._one(out, out.show.wanted or card)
            out.passes.append(len(DECK) - len(out.show.missing))
        return out

    def _one(self, out: Shown, card: Card) -> None:
        for frame in self._presenter.show([card], out.seconds):
            done = out.show.feed(frame.image, self._close_up.read(frame.image), frame.at_s)
            if done not in (None, card):
                out.mistaken.append(f"{card} as {done}")
        out.seconds += PACE.per_card_s


def read_all(
    scene: Scene, source: str, before: CardReader, after: Mapping[str, CardReader]
) -> dict[str, tuple[Score, Score]]:
    """Return how a scene is read without a deck, and with each of those *after* enrolment."""
    must, may = truth_of(scene)
    truth = Truth(Path(), source, tuple(must), tuple(may))
    finds, _ = before.find(scene.image)
    scores = {
        name: score(truth, [card_text(s.card) for s in reader.read_at(scene.image, finds)])
        for name, reader in {BEFORE: before, **after}.items()
    }
    return {name: (scores[BEFORE], scores[name]) for name in after}


def only(scores: Sequence[Score], ranks: str) -> list[Score]:
    """Return *scores* with nothing in them but cards of *ranks*."""
    return [
        Score(
            *(
                tuple(c for c in cards if c[0] in ranks and c != JOKER.text)
                for cards in (s.right, s.wrong, s.missed)
            )
        )
        for s in scores
    ]


def foreign_ranks(deck: Deck) -> str:
    """Return the ranks whose letters are not English, as texts have them."""
    return "".join(dict.fromkeys(str(card)[0] for card in DECK if not deck.known(card)))


def enrolled(deck: Deck, source: str, seed: int, models: Path = MODELS) -> tuple[Shown, HouseDeck]:
    """Show *deck* to the networks in *models* and learn it."""
    shown = Person(deck, CardReader(threads=1, models=models), seed).show(in_order=bool(foreign_ranks(deck)))
    views = new_deck(source, len(DECK), shown.show.views, ())
    return shown, learnt(views, IndexReader(1, models / CLASSIFIER))


def gains(
    deck: Deck,
    source: str,
    scenes: int,
    seed: int,
    bar: Progress,
    models: Path = MODELS,
    others: dict[str, HouseDeck] | None = None,
) -> list[dict[str, object]]:
    """Enrol *deck*, read *scenes* scenes of each kind of view with and without it, and return rows of the table.

    With *others*, decks that were enrolled before, the scenes are read with each of those as well, as if a wrong deck had
    come to the table; *deck* is added to them.
    """
    before = CardReader(threads=1, models=models)
    task = bar.add_task(f"{source}: shown", total=1 + scenes * len(VIEWS))
    shown, house = enrolled(deck, source, seed, models)
    bar.console.print(
        f"{source}: {shown.passes} of {len(DECK)} cards learnt by pass, {shown.seconds:.0f} s of showing, as another card: "
        f"{', '.join(shown.mistaken) or 'none'}; {house.in_words}",
        soft_wrap=True,
    )
    bar.update(task, advance=1, description=f"{source}: scenes")
    readers = {AFTER: house} | ({} if others is None else others)
    after = {name: CardReader(threads=1, models=models, deck=one) for name, one in readers.items()}
    rows: list[dict[str, object]] = []
    for number, (kind, style) in enumerate(VIEWS.items()):
        rng = np.random.default_rng((seed, len(source), number))
        read: dict[str, list[tuple[Score, ...]]] = {name: [] for name in after}
        for _ in range(scenes):
            for name, pair in read_all(render(rng, [Lettered(deck)], style), source, before, after).items():
                read[name].append(pair)
            bar.advance(task)
        for name, pairs in read.items():
            views = kind if name == AFTER else f"{kind}, taken for {name}"
            rows.append(_row(source, views, pairs))
            if foreign_ranks(deck):
                some = [tuple(only(pair, foreign_ranks(deck))) for pair in pairs]
                rows.append(_row(source, f"{views}, {LETTERED}", some))
    bar.remove_task(task)
    if others is not None:
        others[source] = house
    return rows


def _row(source: str, kind: str, pairs: Sequence[tuple[Score, ...]]) -> dict[str, object]:
    first, second = tally(p[0] for p in pairs), tally(p[1] for p in pairs)
    counts = {"right before": first.right, "right after": second.right, "wrong before": first.wrong}
    return {"deck": source, "views": kind, "cards": first.truths, **counts, "wrong after": second.wrong}


def as_line(row: dict[str, object]) -> str:
    """Return a row of the table in docs/enrol.md."""
    deck, views, cards, before, after, wrong, wrong_after = row.values()
    shares = [f"{int(str(right)) / max(1, int(str(cards))):.3f}" for right in (before, after)]
    return f"| {deck} | {views} | {cards} | {shares[0]} | {shares[1]} | {wrong} | {wrong_after} |"


def main(
    kinds: Annotated[list[str] | None, typer.Option("--kind", help="held-out, foreign or own.")] = None,
    scenes: Annotated[int, typer.Option(min=1, help="How many scenes of each deck and kind of view.")] = 40,
    only_deck: Annotated[str, typer.Option("--deck", help="Of this one alone.")] = "",
    data: Annotated[Path, typer.Option(help="Folder of fetched art and fonts.")] = DATA,
    out: Annotated[Path | None, typer.Option(help="Write the figures there as JSON too.")] = None,
    models: Annotated[Path, typer.Option(help="Folder of the networks and their score.")] = MODELS,
    seed: int = 77,
) -> None:
    """Measure what enrolment brings: about a minute a deck. Example: python -m vision.training.enrol_gain --kind held-out"""
    cv2.setNumThreads(1)
    began, table = time.monotonic(), list[dict[str, object]]()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        for kind in kinds or ["held-out", "foreign"]:
            for source, decks in decks_of(kind, data).items():
                if only_deck not in ("", source):
                    continue
                for number, deck in enumerate(decks[:3]):
                    name = source if len(decks) == 1 else f"{source} {number + 1}"
                    table += gains(deck, name, scenes, seed, bar, models)
                    for row in table:
                        if row["deck"] == name:
                            bar.console.print(as_line(row), soft_wrap=True)
                    if out is not None:
                        out.write_text(json.dumps(table, indent=1))
    print("\n".join((HEADING, *(as_line(row) for row in table))))
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
