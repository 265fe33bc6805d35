"""Puts the indices of one card together: two corners of a card are one card, and not two independent witnesses."""

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.cards import Card
from vision.read import Witness, joint_corners, near, same_card

Corners = NDArray[np.float32]

THRESHOLD: Final = 0.78
"""Card scores from here on are answered. Picked on rf100_valid, edje_train and 420 scenes of fresh own decks: of 1,331
answers on photos 2 were wrong (docs/vision.md)."""
UNREAD_SCORE: Final = 0.3
"""An index surer than this to be one, and not read, is a card that is there: ``??``."""
UNREAD_ON_CARD_SCORE: Final = 0.6
"""The same on top of an answered card, where pips and pictures look like indices."""
DISSENT_SCORE: Final = 0.4
"""A corner that reads as another card at this score or more takes the card's answer away."""
AGREED: Final = 3
AGREED_SCORE: Final = 0.9
AGREED_DISSENT_SCORE: Final = 0.7
"""Where so many corners agree at this score or more, it takes this score to dissent."""
SAME_LABEL_HEIGHTS: Final = 8.0
"""Indices of one label no further apart are one card's: poker cards are 4 to 7 index heights across corners, and a
deck has each face once."""
OTHER_LABEL_REACH: Final = 0.12
CONFUSABLE_REACH: Final = 0.4
"""How far apart, in half card heights, the centres may be that two corners of one card point at. Wider where one
reading is easily taken for the other: a club for a spade, a diamond for a heart."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A card that lies there; *card* is None if it was not read. *corners_px* is (4, 2), clockwise from the upper
    left of the card held upright, predicted where it is hidden, and may lie outside the picture. *witnesses* are the
    indices it was read from, the surest first, and *dissenters* those in its place that read otherwise."""

    card: Card | None
    score: float
    corners_px: Corners
    witnesses: tuple[Witness, ...] = ()
    dissenters: tuple[Witness, ...] = ()


@dataclass(slots=True, eq=False)
class CardGroup:
    """The indices taken for one card's, the surest first, and those in its place that read otherwise."""

    witnesses: list[Witness]
    dissenters: list[Witness] = field(default_factory=list)
    card: Card = field(init=False)

    def __post_init__(self) -> None:
        self.card = self.witnesses[0].card

    @property
    def score(self) -> float:
        best = self.witnesses[0].score
        dissent = max((w.score for w in self.dissenters), default=0.0)
        agreed = sum(w.score >= AGREED_SCORE for w in self.witnesses) >= AGREED
        if dissent < (AGREED_DISSENT_SCORE if agreed else DISSENT_SCORE):
            return best
        return best * (1 - dissent) / 2

    @property
    def index_score(self) -> float:
        return max(w.index_score for w in self.witnesses)


def sightings(witnesses: list[Witness], threshold: float = THRESHOLD) -> tuple[Sighting, ...]:
    """Return one sighting a card, the surest first. A face that seems to lie there twice is unread both times."""
    groups = grouped(witnesses)
    answered = [g for g in groups if g.score >= threshold]
    times = {g.card: sum(other.card is g.card for other in answered) for g in answered}
    sure = [g for g in answered if times[g.card] == 1]
    quads = [joint_corners(g.witnesses) for g in sure]
    out = [_sighting(g.card, g, quad) for g, quad in zip(sure, quads, strict=True)]
    for group in groups:
        if group not in sure and _is_there(group, quads):
            out.append(_sighting(None, group, joint_corners(group.witnesses)))
    return tuple(sorted(out, key=lambda s: (s.card is None, -s.score, *s.corners_px[0].tolist())))


def _sighting(card: Card | None, group: CardGroup, quad: Corners) -> Sighting:
    return Sighting(card, group.score, quad, tuple(group.witnesses), tuple(group.dissenters))


def grouped(witnesses: list[Witness]) -> list[CardGroup]:
    """Return *witnesses* put together card by card, the surest card first."""
    groups: list[CardGroup] = []
    for witness in sorted(witnesses, key=_by_score_and_place):
        _admit(groups, witness)
    _send_home(groups)
    return groups


def _by_score_and_place(witness: Witness) -> tuple[float, ...]:
    return (-witness.score, *witness.find.centre.tolist())


def _admit(groups: list[CardGroup], witness: Witness) -> None:
    """Add *witness* to the card it is a corner of, or start a new one."""
    for group in groups:
        if group.card is witness.card and near(group.witnesses[0], witness, SAME_LABEL_HEIGHTS):
            group.witnesses.append(witness)
            return
    for group in groups:
        reach = CONFUSABLE_REACH if _confusable(group.card, witness.card) else OTHER_LABEL_REACH
        if same_card(group.witnesses[0], witness, reach):
            group.dissenters.append(witness)
            return
    groups.append(CardGroup([witness]))


def _send_home(groups: list[CardGroup]) -> None:
    """Take dissenters out that are corners of another card of their own label, found later."""
    for group in groups:
        for witness in list(group.dissenters):
            home = next((g for g in groups if g.card is witness.card and _near_any(g, witness)), None)
            if home is not None:
                group.dissenters.remove(witness)
                home.witnesses.append(witness)


def _near_any(group: CardGroup, witness: Witness) -> bool:
    return near(group.witnesses[0], witness, SAME_LABEL_HEIGHTS)


def _confusable(a: Card, b: Card) -> bool:
    """Same rank and same colour."""
    return a.rank == b.rank and a.suit + b.suit == 3


def _is_there(group: CardGroup, quads: list[Corners]) -> bool:
    x, y = (float(v) for v in group.witnesses[0].find.centre)
    on_card = any(cv2.pointPolygonTest(quad, (x, y), False) >= 0 for quad in quads)
    return group.index_score >= (UNREAD_ON_CARD_SCORE if on_card else UNREAD_SCORE)
