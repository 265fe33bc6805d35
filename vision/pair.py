"""Puts the indices of one card together: two corners of a card are one card, and not two independent witnesses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.cards import JOKER, Card
from vision.outline import ONE_INDEX, Outlines
from vision.read import Witness
from vision.score import ScoreModel, shipped_score
from vision.second_cards import SURE, second_cards

Corners = NDArray[np.float32]

THRESHOLD: Final = shipped_score().threshold
"""Cards as sure as this are answered; what was measured with it stands in docs/vision.md."""
UNREAD_SCORE: Final = 0.3
"""An index surer than this to be one, and not read, is a card that is there: ``??``."""
UNREAD_ON_CARD_SCORE: Final = 0.6
"""The same on top of an answered card, where pips and pictures look like indices."""
FARTHEST_HEIGHTS: Final = 9.5
"""Corners of one card are no further apart: poker cards are 4 to 6.5 index heights across corners, half as many again
where small indices are seen at a slant."""
OTHER_LABEL_REACH: Final = 0.12
CONFUSABLE_REACH: Final = 0.4
"""How far apart, in half card heights, the centres may be that two corners of one card point at. Wider where one
reading is easily taken for the other: a club for a spade, a diamond for a heart."""
ONE_PLACE: Final = 0.45
"""Indices of two labels nearer than so many heights are one index, and nothing tells which label is right."""
RIVAL: Final = 0.75
"""A place that shows an answered face at this score or more, unread though it is, makes both an alarm."""
DISSENT: Final = SURE
"""A corner that reads as another card at this score or more is believed no less than the card's own."""
AGREED: Final = 3
AGREED_SCORE: Final = 0.9
AGREED_DISSENT: Final = 0.7
"""Where so many corners agree at this score or more, it takes this score to dissent."""
MOST_CHANCE: Final = 1 - 1e-6
ANOTHER: Final = (0.5, 0.6)
"""An index read as an answered face at this score, and as surely an index, where no corner of that card can be, is a card unread."""
UNDER: Final = 0.6
"""Indices one above the other on a card of four lie no further aside, in card widths."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A card that lies there; *card* is None if it was not read. *score* is the probability that it is right, or for an
    unread card that its best reading would be. *corners_px* is (4, 2), clockwise from the upper left of the card held
    upright, predicted where it is hidden, and may lie outside the picture. *witnesses* are the indices it was read
    from, the surest first, and *dissenters* those in its place that read otherwise. *duplicate* is the face it shows
    where another place shows the same face as plainly: both are unread, and the floor wants to know.
    """

    card: Card | None
    score: float
    corners_px: Corners
    witnesses: tuple[Witness, ...] = ()
    dissenters: tuple[Witness, ...] = ()
    duplicate: Card | None = None


@dataclass(frozen=True, slots=True, eq=False)
class DuplicateAlarm:
    """One face seen plainly in several places; *places* are the cards' corners, (4, 2) px each."""

    card: Card
    places: tuple[Corners, ...]


def duplicate_alarms(found: Iterable[Sighting]) -> tuple[DuplicateAlarm, ...]:
    """Return one alarm for each face that *found* shows more than once."""
    places: dict[Card, list[Corners]] = {}
    for sighting in found:
        if sighting.duplicate is not None:
            places.setdefault(sighting.duplicate, []).append(sighting.corners_px)
    return tuple(DuplicateAlarm(card, tuple(places[card])) for card in sorted(places))


@dataclass(slots=True, eq=False)
class CardGroup:
    """The indices taken for one card's, the surest first, and those in its place that read otherwise. *score* is the
    probability that its face is right, with what the rest of the picture says against it."""

    card: Card
    witnesses: list[Witness]
    dissenters: list[Witness] = field(default_factory=list)
    alone: float = 0.0
    """The same without the rest of the picture."""
    score: float = 0.0
    on_no_other: bool = False
    """Whether it is plainly an index, and where no corner of another group of its face can be."""
    corners_px: Corners = field(default_factory=lambda: np.zeros((4, 2), np.float32))

    @property
    def index_score(self) -> float:
        return max(w.index_score for w in self.witnesses)

    @property
    def is_plain(self) -> bool:
        return any(w.score >= ANOTHER[0] and w.index_score >= ANOTHER[1] for w in self.witnesses)


def sightings(
    witnesses: Sequence[Witness],
    threshold: float | None = None,
    model: ScoreModel | None = None,
    per_card: int = 0,
) -> tuple[Sighting, ...]:
    """Return one sighting a card, the surest first; the order of *witnesses* does not matter.

    *threshold* is the least score that is answered, *model* makes a card's score of those of its indices; left out they
    are the shipped ones. *per_card* is how many indices the deck's cards have, 2 or 4, or 0 where that is not known and to
    be told from the picture. A face that seems to lie there twice is unread both times.
    """
    model = model or shipped_score()
    threshold = model.threshold if threshold is None else threshold
    groups = grouped(witnesses, model, per_card)
    twice = _twice(groups, threshold)
    answered = _answered([group for group in groups if group not in twice], threshold)
    quads = [group.corners_px for group in answered]
    out = [_sighting(group.card, group) for group in answered]
    for group in groups:
        if group in answered or (group not in twice and _is_more_of(group, answered)):
            continue
        if group in twice or _is_there(group, quads):
            out.append(_sighting(None, group, group.card if group in twice else None))
    return tuple(sorted(out, key=surest_first))


def surest_first(sighting: Sighting) -> tuple[float, ...]:
    """Return what sorts sightings: answered ones, then by score, then by place."""
    return (sighting.card is None, -sighting.score, *sighting.corners_px.ravel().tolist())


def _answered(groups: list[CardGroup], threshold: float) -> list[CardGroup]:
    """Return the groups whose face is sure; never two of one face, however low the threshold."""
    sure = [group for group in groups if group.score >= threshold]
    faces = [group.card for group in sure]
    return [group for group in sure if faces.count(group.card) == 1]


def _twice(groups: list[CardGroup], threshold: float) -> list[CardGroup]:
    """Return the groups whose face would be answered but for another of the same, and those others."""
    plain = {group.card for group in groups if group.alone >= threshold}
    likely = [g for g in groups if g.card in plain and g.alone >= min(RIVAL, threshold)]
    faces = [group.card for group in likely]
    return [group for group in likely if faces.count(group.card) > 1]


def _sighting(card: Card | None, group: CardGroup, duplicate: Card | None = None) -> Sighting:
    witnesses, dissenters = tuple(group.witnesses), tuple(group.dissenters)
    return Sighting(card, group.score, group.corners_px, witnesses, dissenters, duplicate)


def grouped(
    witnesses: Sequence[Witness], model: ScoreModel | None = None, per_card: int = 0
) -> list[CardGroup]:
    """Return *witnesses* put together card by card, the surest card first; *per_card* as for :func:`sightings`."""
    if not witnesses:
        return []
    model = model or shipped_score()
    ordered = sorted(witnesses, key=_by_score_and_place)
    pairing = _Pairing(ordered, per_card)
    groups = [pairing.group(k) for k in range(len(pairing.members))]
    for number, group in enumerate(groups):
        group.on_no_other = group.is_plain and pairing.is_second(number)
    for group in groups:
        group.alone = _undisputed(group, model.of_card([w.score for w in _apart(group.witnesses)]))
    for group in groups:
        others = [other.alone for other in groups if other.card is group.card and other is not group]
        group.score = exclusive(group.alone, others)
    return sorted(groups, key=lambda g: (-g.score, *g.witnesses[0].find.centre.tolist()))


def _apart(witnesses: Sequence[Witness]) -> list[Witness]:
    """Return *witnesses*, the surest first, without those found in the place of a surer one: an index that was found twice,
    as where two parts of a picture overlap, is no second witness."""
    kept: list[Witness] = []
    for one in witnesses:
        reach_px = ONE_INDEX * one.find.height
        if all(np.hypot(*(one.find.centre - other.find.centre)) >= reach_px for other in kept):
            kept.append(one)
    return kept


def _undisputed(group: CardGroup, chance: float) -> float:
    """Return what *chance* of a card's face is left by the corners that read otherwise."""
    dissent = max((w.score for w in group.dissenters), default=0.0)
    agreed = sum(w.score >= AGREED_SCORE for w in group.witnesses) >= AGREED
    plain = dissent >= (AGREED_DISSENT if agreed else DISSENT)
    return exclusive(chance, (max(chance, dissent) if plain else dissent,))


def exclusive(chance: float, others: Iterable[float]) -> float:
    """Return the probability of one thing, if at most one of it and *others* can be true; each is what it would be by
    itself.

    >>> round(exclusive(0.9, [0.9]), 3), round(exclusive(0.999, [0.5]), 3)
    (0.474, 0.998)
    """
    capped = min(chance, MOST_CHANCE)
    odds = capped / (1 - capped)
    against = sum(min(p, MOST_CHANCE) / (1 - min(p, MOST_CHANCE)) for p in others)
    return odds / (1 + odds + against) if against else chance


def _by_score_and_place(witness: Witness) -> tuple[float, ...]:
    find = witness.find
    return (-witness.score, *find.centre.tolist(), *find.down.tolist(), float(witness.card.index))


class _Pairing:
    """Puts witnesses, the surest first, into groups; works with their numbers."""

    def __init__(self, witnesses: list[Witness], per_card: int) -> None:
        self._witnesses = witnesses
        self._outlines = Outlines([w.find for w in witnesses], [w.card is JOKER for w in witnesses])
        apart, alike = self._outlines.heights_apart(), self._outlines.alike()
        one_card = self._outlines.one_card() & (apart < FARTHEST_HEIGHTS)
        second = second_cards(self._outlines, one_card, witnesses, per_card)
        self._second = second
        self._one_card = (one_card & ~second).tolist()
        self._too_far = ((apart >= FARTHEST_HEIGHTS) | self._outlines.askew() | second).tolist()
        self._one_index = (apart < ONE_INDEX).tolist()
        self._turned, self._aside = self._outlines.turned().tolist(), self._outlines.aside().tolist()
        self._one_place = (apart < ONE_PLACE).tolist()
        self._centres_apart = np.where(alike, self._outlines.centres_apart(), np.inf).tolist()
        self.members: list[list[int]] = []
        self._dissenters: list[list[int]] = []
        for number in range(len(witnesses)):
            self._admit(number)
        self._send_home()
        for members in self.members:
            members.sort()

    def group(self, number: int) -> CardGroup:
        members = [self._witnesses[k] for k in self.members[number]]
        dissenters = [self._witnesses[k] for k in self._dissenters[number]]
        quad = self._outlines.corners(self.members[number])
        return CardGroup(members[0].card, members, dissenters, corners_px=quad)

    def is_second(self, number: int) -> bool:
        """True if a group's surest index is on another card than the surest of each other group of its face."""
        first = self.members[number][0]
        others = [m[0] for k, m in enumerate(self.members) if k != number and self._is_of_face(m[0], first)]
        return bool(others) and all(bool(self._second[first, k]) for k in others)

    def _is_of_face(self, one: int, other: int) -> bool:
        return self._witnesses[one].card is self._witnesses[other].card

    def _admit(self, number: int) -> None:
        """Add a witness to the card it is a corner of, or start a new one."""
        for members in self.members:
            if self._fits(members, number):
                members.append(number)
                return
        for members, dissenters in zip(self.members, self._dissenters, strict=True):
            if self._contradicts(members[0], number):
                dissenters.append(number)
                return
        self.members.append([number])
        self._dissenters.append([])

    def _fits(self, members: list[int], number: int) -> bool:
        """True if the witness has the card's label, and lies to most of its indices as corners of one card do."""
        if self._witnesses[members[0]].card is not self._witnesses[number].card:
            return False
        fitting = sum(self._one_card[k][number] for k in members)
        far = any(self._too_far[k][number] for k in members)
        return 2 * fitting >= len(members) and not far and self._stand_as_on_one_card([*members, number])

    def _stand_as_on_one_card(self, numbers: list[int]) -> bool:
        """True if no more than two indices stand either way up, where two stand side by side those that are turned to them
        stand under one of them, and four are a rectangle."""
        seen: list[int] = []
        for k in numbers:
            if not any(self._one_index[k][other] for other in seen):
                seen.append(k)
        upright = [k for k in seen if not self._turned[seen[0]][k]]
        turned = [k for k in seen if self._turned[seen[0]][k]]
        if len(upright) == len(turned) == 2 and not self._outlines.are_a_rectangle(upright, turned):
            return False
        return all(
            len(pair) < 2
            or (len(pair) == 2 and all(min(self._aside[k][p] for p in pair) < UNDER for k in others))
            for pair, others in ((upright, turned), (turned, upright))
        )

    def _contradicts(self, first: int, number: int) -> bool:
        if self._one_place[first][number]:
            return True
        if self._witnesses[first].card is self._witnesses[number].card:
            return False  # a second card, which may be an alarm
        confusable = _confusable(self._witnesses[first].card, self._witnesses[number].card)
        reach = CONFUSABLE_REACH if confusable else OTHER_LABEL_REACH
        return bool(self._centres_apart[first][number] < reach) and not self._too_far[first][number]

    def _send_home(self) -> None:
        """Take dissenters out that are corners of another card of their own label, found later."""
        for number, dissenters in enumerate(self._dissenters):
            for witness in list(dissenters):
                if any(self._one_place[k][witness] for k in self.members[number]):
                    continue
                home = next((m for m in self.members if self._fits(m, witness)), None)
                if home is not None:
                    dissenters.remove(witness)
                    home.append(witness)


def _confusable(a: Card, b: Card) -> bool:
    """Same rank and same colour."""
    return a.rank == b.rank and a.suit + b.suit == 3


def _is_more_of(group: CardGroup, answered: list[CardGroup]) -> bool:
    """True if the group is a faint corner of an answered card, bent or slanted out of its place."""
    same = (other.corners_px for other in answered if other.card is group.card)
    return not group.on_no_other and any(_lies_in(group, quad) for quad in same)


def _lies_in(group: CardGroup, quad: Corners) -> bool:
    x, y = (float(v) for v in group.witnesses[0].find.centre)
    return bool(cv2.pointPolygonTest(quad, (x, y), False) >= 0)


def _is_there(group: CardGroup, quads: list[Corners]) -> bool:
    on_card = any(_lies_in(group, quad) for quad in quads)
    return group.index_score >= (UNREAD_ON_CARD_SCORE if on_card else UNREAD_SCORE)
