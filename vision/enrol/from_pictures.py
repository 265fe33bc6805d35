"""A deck learnt from photos of it laid out."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cameras.names import SourceError
from vision.enrol.geometry import GeometryNotes
from vision.enrol.house_deck import HouseDeck, learnt, new_deck
from vision.enrol.laid_out import LaidOutError, views_in
from vision.enrol.showing import BACKS_KEPT
from vision.enrol.views import View, by_card, chosen
from vision.read import IndexReader
from vision.reader import CardReader
from vision.sources import read_picture

Tell = Callable[[float, str], None]


def deck_from(
    paths: Sequence[str], name: str, size: int, readers: tuple[CardReader, IndexReader], tell: Tell
) -> tuple[HouseDeck, list[str]]:
    """Return the deck of several photos, and a line for every picture or place that is not right. A picture that cannot
    be used is such a line; *tell* hears how much is done (0-1) and what is being done.

    :raises LaidOutError: nothing could be learnt from any of them
    """
    notes, problems = GeometryNotes(), list[str]()
    views: list[View] = []
    backs: list[NDArray[np.uint8]] = []
    for number, path in enumerate(paths):
        tell(0.6 * number / len(paths), f"Reading {path}")
        try:
            image = read_picture(path)
            reading = readers[0].read(image)
            found = views_in(image, reading, size)
        except (SourceError, LaidOutError) as error:
            problems.append(f"{path}: {error}")
            continue
        for sighting in reading.sightings:
            notes.note(sighting)
        problems += [f"{path}: {problem}" for problem in found.problems]
        views += found.views
        backs += found.backs
    kept = [view for some in by_card(views).values() for view in chosen(some)]
    deck = new_deck(name, size, kept, backs[:BACKS_KEPT], notes.geometry(kept))
    try:
        return learnt(
            deck, readers[1], lambda done, total: tell(0.6 + 0.4 * done / total, "Learning")
        ), problems
    except ValueError as error:
        first = f"; {problems[0]}" if problems else ""
        raise LaidOutError(f"{error}{first}") from error
