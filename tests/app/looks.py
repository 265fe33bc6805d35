"""Looks at cards that are known: what a reading room would say of them. Used by tests only."""

from collections.abc import Iterable

import numpy as np

from table_controller.app.reading_room import Pictures, View
from table_controller.cards import Card
from vision.live.look import Look
from vision.pair import Sighting
from vision.read import LABELS
from vision.track import AGREED, Evidence, Track


def surely(view: View, cards: Iterable[Card]) -> tuple[tuple[Look, ...], Pictures]:
    """Return a look in which three frames agree on each card; its picture is whatever was seen."""
    tracks = tuple(_track(number, card, view.at_ms) for number, card in enumerate(cards, 1))
    return (Look(view.camera, view.image, view.at_ms, view.at_utc_ms, tracks),), ()


def _track(number: int, card: Card, at_ms: int) -> Track:
    odds = np.full(LABELS, 1e-3)
    odds[card.index] = 1.0
    evidence = Evidence(card, AGREED, 0, (np.log(odds),) * AGREED)
    corners = np.array([(0, 0), (10, 0), (10, 14), (0, 14)], np.float32) + 20 * number
    return Track(number, Sighting(card, 1.0, corners), evidence, at_ms, at_ms)
