"""All that docs/enrol.md says of enrolment, measured with the networks that are there.

``letters``: decks of ours in typefaces that nothing was trained with, shown by a drawn person; each is read as well with the
decks before it enrolled. ``photos``: a real deck learnt from some of its labelled photos and read on the others. ``video``: a
drawn person shows a whole deck to the real command. ``everything``: these three, the decks kept out of training
(:mod:`vision.training.enrol_gain`) and backs (:mod:`vision.training.measure_backs`).
"""

import json
import os
import random
import resource
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import cv2
import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress, track

from table_controller import stopped
from table_controller.cards import DECK, card_text, parse_card
from vision.crops import pyramid
from vision.enrol.house_deck import HouseDeck, learnt, new_deck
from vision.enrol.showing import LEAST_PX
from vision.enrol.views import View, by_card, chosen, view_of
from vision.evaluate import Score, Truth, load_truth, score, tally
from vision.find import MODELS
from vision.read import IndexReader, Witness
from vision.reader import CardReader
from vision.sources import read_picture
from vision.synthetic.decks import DrawnDeck
from vision.synthetic.optics import Light
from vision.synthetic.presenter import Pace, Presenter
from vision.synthetic.styles import ENGLISH
from vision.training import enrol_gain, measure_backs
from vision.training.enrol_gain import CLASSIFIER, DATA, HEADING, as_line, gains
from vision.training.fonts import FontGlyphs
from vision.training.observe import Box
from vision.training.styles import random_style

SHARED: Final = Path("../shared/photos")
RUSSIAN: Final = (*ENGLISH[:9], "B", "\N{CYRILLIC CAPITAL LETTER DE}", "K", "T")
"""Valet, dama, korol, tuz: the V is written like a B, and so are K and T like ours."""
GERMAN: Final = (*ENGLISH[:9], "B", "D", "K", "A")
FRENCH: Final = (*ENGLISH[:9], "V", "D", "R", "1")
FACES: Final = {
    "russian, serifs": (RUSSIAN, "DejaVuSerif-Bold.ttf"),
    "russian, none": (RUSSIAN, "LiberationSans-Bold.ttf"),
    "german": (GERMAN, "LiberationSerif-Bold.ttf"),
    "french": (FRENCH, "DejaVuSansCondensed-Bold.ttf"),
}
"""Letters and a typeface of ``fonts/suits``, of which training takes the suits alone."""
LEAST_INDEX: Final = 0.45
SHOWN_FPS: Final = 15.0
SHOWN_PX: Final = (960, 720)

app = typer.Typer(help=__doc__, no_args_is_help=True)
Models = Annotated[Path, typer.Option(help="Folder of the networks and their score.")]


def lettered_deck(name: str, data: Path = DATA) -> DrawnDeck:
    """Return one of FACES."""
    letters, font = FACES[name]
    style = random_style(random.Random(f"{name} letters"), data / "fonts", other=0.0)
    glyphs = FontGlyphs(str(data / "fonts" / "suits" / font))
    return DrawnDeck(replace(style, letters=letters, glyphs=glyphs, rank_height_mm=8.8, rank_aspect=0.6))


@app.command("letters")
def of_letters(
    scenes: Annotated[int, typer.Option(min=1, help="Scenes of each deck and kind of view.")] = 36,
    only_deck: Annotated[str, typer.Option("--deck", help="Of this one alone.")] = "",
    data: Annotated[Path, typer.Option(help="Folder of fetched art and fonts.")] = DATA,
    models: Models = MODELS,
    seed: int = 77,
) -> None:
    """Decks with Russian, German and French letters, before and after. Example: python -m vision.training.measure_enrol letters"""
    cv2.setNumThreads(1)
    table, enrolled = list[dict[str, object]](), dict[str, HouseDeck]()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        for name in [only_deck] if only_deck else FACES:
            table += gains(lettered_deck(name, data), name, scenes, seed, bar, models, enrolled)
    print("\n".join((HEADING, *(as_line(row) for row in table))))


@app.command("photos")
def of_photos(
    truth: Annotated[Path, typer.Argument(help="Labelled photos of one deck, with boxes.")] = SHARED
    / "rf100_valid.json",
    learn_from: Annotated[int, typer.Option(min=1, help="So many photos are learnt from.")] = 48,
    models: Models = MODELS,
    seed: int = 77,
) -> None:
    """A deck on photos: learnt from some, read on the others. Example: python -m vision.training.measure_enrol photos"""
    cv2.setNumThreads(1)
    order = np.random.default_rng(seed).permutation(len(load_truth(truth))).tolist()
    shown, others = order[:learn_from], order[learn_from:]
    before = CardReader(threads=1, models=models)
    views = labelled_views(truth, shown, before)
    deck = learnt(new_deck(truth.stem, 52, views, ()), IndexReader(1, models / CLASSIFIER))
    print(f"{truth.stem}: {len(deck.counts)} cards of {learn_from} photos; {deck.in_words}")
    pairs = _read_both([load_truth(truth)[k] for k in others], before, deck, models)
    first, second = tally(p[0] for p in pairs), tally(p[1] for p in pairs)
    counts = {"before": first.right, "after": second.right, "wrong": first.wrong, "wrong after": second.wrong}
    row = {"deck": truth.stem, "views": f"{len(others)} photos", "cards": first.truths, **counts}
    print(f"{HEADING}\n{as_line(row)}")


def labelled_views(truth: Path, numbers: Sequence[int], reader: CardReader) -> list[View]:
    """Return views of the indices that lie in one labelled box alone, named by it whatever the reader says, of the
    pictures with these *numbers*."""
    entries = json.loads(truth.read_text())["images"]
    views: list[View] = []
    for number in track(numbers, "Learning"):
        boxes = [Box(text, tuple(edges)) for text, edges in entries[number]["boxes"]]
        image = read_picture(str(truth.parent / entries[number]["path"]))
        levels = pyramid(image)
        finds, _ = reader.find(image)
        for sighting in reader.read_at(image, finds):
            views += [view for w in sighting.witnesses if (view := _labelled(levels, w, boxes)) is not None]
    return [view for some in by_card(views).values() for view in chosen(some)]


def _labelled(levels: tuple[NDArray[np.uint8], ...], witness: Witness, boxes: Sequence[Box]) -> View | None:
    x, y = witness.find.centre.tolist()
    here = [box.text for box in boxes if box.holds(x, y)]
    if len(here) != 1 or witness.find.height < LEAST_PX or witness.index_score < LEAST_INDEX:
        return None
    return view_of(levels, witness.find, parse_card(here[0]), bool(witness.find.to_card[1] > 0))


def _read_both(
    truths: Sequence[Truth], before: CardReader, deck: HouseDeck, models: Path
) -> list[tuple[Score, Score]]:
    after = CardReader(threads=1, models=models, deck=deck)
    pairs = []
    for one in track(truths, "Reading"):
        image = read_picture(str(one.path))
        finds, _ = before.find(image)
        first, second = (
            score(one, [card_text(s.card) for s in r.read_at(image, finds)]) for r in (before, after)
        )
        pairs.append((first, second))
    return pairs


@app.command("video")
def of_video(
    jokers: Annotated[int, typer.Option(min=0, max=1, help="1: a joker is shown as well.")] = 1,
    per_card: Annotated[float, typer.Option(min=0.2, help="Seconds for each card.")] = 1.0,
    keep: Annotated[Path | None, typer.Option(help="Write video and deck into this folder.")] = None,
    drawtable: Annotated[Path, typer.Option(help="The command.")] = Path(".venv/bin/drawtable"),
    data: Annotated[Path, typer.Option(help="Folder of fetched art and fonts.")] = DATA,
    seed: int = 77,
) -> None:
    """A whole deck of ours and its back before the real command. Example: python -m vision.training.measure_enrol video"""
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as scratch:
        folder = keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        video, out = folder / "shown.avi", folder / "shown.deck.npz"
        seconds = write_video(video, 52 + jokers, per_card, seed, data)
        print(f"{52 + jokers} cards and the back, shown in {seconds:.0f} s", flush=True)
        command = [drawtable, "vision", "enrol", video, "--out", out, "--jokers", str(jokers)]
        _time([str(part) for part in (*command, "--no-page", "--anew")])


def write_video(path: Path, size: int, per_card_s: float, seed: int, data: Path = DATA) -> float:
    """Draw a person who shows *size* cards of a deck in a shuffled order, and the back; return how long it takes, s."""
    rng = np.random.default_rng(seed)
    style = random_style(random.Random(seed), data / "fonts", other=0.0)
    pace = Pace(SHOWN_FPS, per_card_s, 0.3 * per_card_s)
    presenter = Presenter(DrawnDeck(style), rng, SHOWN_PX, light=Light(0.25), pace=pace)
    cards = [DECK[k] for k in rng.permutation(size)]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), SHOWN_FPS, SHOWN_PX)
    count = 0
    for frame in track(presenter.show([*cards, None]), "Drawing", (size + 1) * pace.per_card_s * SHOWN_FPS):
        writer.write(frame.image)
        count += 1
    writer.release()
    return count / SHOWN_FPS


def _time(command: Sequence[str]) -> None:
    """Run ``drawtable vision enrol`` on a video, which begins again until all is there; print what came of it."""
    began, spent = time.monotonic(), _spent_s()
    status = stopped.call(command)
    load = os.getloadavg()[0]
    print(
        f"exit {status} after {time.monotonic() - began:.0f} s by the clock, {_spent_s() - spent:.0f} s of "
        f"processor, with {load:.1f} programs at work on {os.cpu_count()} cores"
    )


def _spent_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@app.command("everything")
def of_everything(
    scenes: Annotated[int, typer.Option(min=1, help="Scenes of each deck and kind of view.")] = 36,
    data: Annotated[Path, typer.Option(help="Folder of fetched art and fonts.")] = DATA,
    models: Models = MODELS,
) -> None:
    """All of docs/enrol.md, about half an hour on an idle core. Example: python -m vision.training.measure_enrol everything"""
    print("## Decks kept out of training", flush=True)
    enrol_gain.main(["held-out", "foreign"], scenes, "", data, None, models)
    print("## Decks of ours with other letters", flush=True)
    of_letters(scenes, data=data, models=models)
    print("## A deck on photos", flush=True)
    if SHARED.is_dir():
        of_photos(models=models)
    else:
        print(f"left out: {SHARED} is not there")
    print("## Through the command", flush=True)
    of_video(data=data)
    print("## Backs", flush=True)
    for kind in ("free", "own"):
        measure_backs.main(kind, data=data)


if __name__ == "__main__":
    stopped.run(app)
