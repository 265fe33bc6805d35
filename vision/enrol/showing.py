"""Learning a deck from cards shown to a camera: which card is it, is it a new one, what is kept of it, what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import Card
from vision.crops import pyramid
from vision.enrol.backs import ALIKE_BACK, is_plain, likeness, look_of
from vision.enrol.views import MOST_VIEWS, View, chosen, missing, view_of
from vision.enrol.words import card_in_words
from vision.pair import Sighting
from vision.read import Witness
from vision.reader import Reading

Image = NDArray[np.uint8]

AGREEING: Final = 3
"""So many frames of one showing have to agree before a card counts as seen."""
LEANING_SCORE: Final = 0.5
AGREEING_SHARE: Final = 0.75
"""So many of the frames that lean to a face lean to the same: a card that comes and goes is smeared for a moment."""
PATIENCE_S: Final = 0.6
"""A card not seen for so long has been taken away."""
LEAST_PX: Final = 16.0
"""Smaller indices are too poor to learn from."""
STRAY_HEIGHTS: Final = 5.0
"""A card that has moved further than so many index heights between two looks is another one."""
ALIKE: Final = 0.72
"""Cosine of two looks of one card, at least: 99 of 100 pairs on decks the networks have not seen."""
OTHER: Final = 0.8
"""Looks of two cards of other ranks are less alike than this, 99 of 100."""
ORDERED_FRAMES: Final = 4
EMPTY_FRAMES: Final = 2
"""After so many frames without a card the next one is another, however alike."""
BACK_FRAMES: Final = 3
BACKS_KEPT: Final = 6
_SURE_INDEX: Final = 0.45


@dataclass(slots=True, eq=False)
class Showing:
    """One card held up: its *label*, where and when it was seen last, its views and looks of every frame."""

    label: Card | None
    places: NDArray[np.float32]
    """(n, 2) px, of its middle and of its indices: now one corner is read, now the other."""
    height: float
    seen_s: float
    frames: int = 0
    views: list[View] = field(default_factory=list)
    look: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    surely: list[Card] = field(default_factory=list)
    """What the general reader was sure of, frame by frame."""
    leaning: list[Card] = field(default_factory=list)
    """What it would rather have said than not, sure or not."""
    suits: list[int] = field(default_factory=list)
    apart: bool = False
    """Nothing was in view before it: it is not the card that was learnt last."""
    taken: bool = False
    spent: bool = False
    """Nothing more is learnt of it: another showing of the card has to come."""


class Show:
    """A deck being learnt card by card. Feed it frames with their readings; it tells what it has and what it wants.

    In any order, a card is what the general reader says it is, in three frames that agree. *in_order* every card is what
    was asked for: for letters the reader does not know.
    """

    def __init__(
        self, size: int, in_order: bool = False, views: Sequence[View] = (), backs: Sequence[Image] = ()
    ) -> None:
        """*views* and *backs* are what an earlier show left."""
        self.size: Final = size
        self.in_order = in_order
        self.views: list[View] = list(views)
        self.backs: list[Image] = list(backs)
        self.remark = ""
        self._showing: Showing | None = None
        self._last_look: NDArray[np.float32] = np.zeros(0, np.float32)
        self._empty = 0
        self._back_run: list[Image] = []
        self._twice: dict[Card, NDArray[np.float32]] = {}

    @property
    def missing(self) -> list[Card]:
        """Cards there is no view of, deuces first; in order, by suit."""
        out = missing(self.views, self.size)
        return sorted(out, key=lambda c: (c.suit < 0, c.suit, c.rank)) if self.in_order else out

    @property
    def back_missing(self) -> bool:
        return not self.backs

    @property
    def wanted(self) -> Card | None:
        """The card that is asked for now; None when any will do, or only the back is left."""
        return self.missing[0] if self.in_order and self.missing else None

    @property
    def done(self) -> bool:
        return not self.missing and not self.back_missing

    def feed(self, image: Image, reading: Reading, at_s: float) -> Card | None:
        """Take a frame (BGR) and what was read in it at *at_s* (s of any one clock); return the card it completed."""
        sighting = _largest(reading.sightings)
        if sighting is None:
            self._nothing_there(at_s)
            self._see_back(image, reading)
            return None
        self._back_run.clear()
        showing = self._continued(sighting, at_s)
        self._empty = 0
        _take_in(showing, image, sighting, at_s)
        return self._decide_in_order(showing) if self.in_order else self._decide(showing)

    def accept(self) -> Card | None:
        """Take the card that is shown now for the one that is asked for, whatever it looks like."""
        showing = self._showing
        if self.wanted is None or showing is None or not showing.views:
            return None
        return self._learn(showing, self.wanted)

    def forget(self, card: Card) -> None:
        """Have *card* shown again."""
        self.views = [view for view in self.views if view.card is not card]
        self._twice.pop(card, None)

    def _nothing_there(self, at_s: float) -> None:
        self._empty += 1
        if self._showing is not None and at_s - self._showing.seen_s > PATIENCE_S / 2:
            self._showing = None

    def _continued(self, sighting: Sighting, at_s: float) -> Showing:
        """Return the showing that *sighting* belongs to; another label, place or look begins a new one."""
        first = sighting.witnesses[0]
        now = self._showing
        if now is not None:
            strayed = _way_between(_places_of(sighting), now.places) > STRAY_HEIGHTS * now.height
            changed = (
                sighting.card is not now.label
                if sighting.card is not None and now.label is not None
                else _cosine(first.embedding, now.look) < ALIKE
            )
            # Two cards with letters it does not know look alike to the reader: only the gap between them parts them.
            away = self._empty >= EMPTY_FRAMES or at_s - now.seen_s > PATIENCE_S
            if away or strayed or changed:
                now = None
        if now is None:
            now = Showing(sighting.card, _places_of(sighting), first.find.height, at_s)
            now.apart = self._empty >= EMPTY_FRAMES
            self._showing = now
        return now

    def _decide(self, showing: Showing) -> Card | None:
        """In any order: three frames that agree make a card, if the reader was sure in one of them and of no other."""
        card = showing.label
        agreeing = sum(c is card for c in showing.leaning)
        if card is None or showing.spent or agreeing < AGREEING:
            return None
        if any(c is not card for c in showing.surely) or agreeing < AGREEING_SHARE * len(showing.leaning):
            return None
        if card.index >= self.size:
            self.remark = f"{card_in_words(card)}: this deck has none; begin again with the joker counted in"
            return None
        if showing.taken:
            self._add(card, showing)
            return None
        if any(view.card is card for view in self.views):
            self._seen_again(card, showing)
            return None
        return self._learn(showing, card)

    def _decide_in_order(self, showing: Showing) -> Card | None:
        """In order: a steady new card is the one that was asked for, unless the reader is sure it is another."""
        wanted = self.wanted
        if showing.taken and showing.label is not None:
            self._add(showing.label, showing)
            return None
        new = showing.apart or not len(self._last_look) or _cosine(showing.look, self._last_look) < OTHER
        if wanted is None or showing.frames < ORDERED_FRAMES or not new:
            return None
        other = next((c for c in showing.surely if c is not wanted), None)
        if other is not None:
            self.remark = f"this looks like {card_in_words(other)}; show {card_in_words(wanted)}"
            return None
        suit = max(set(showing.suits), key=showing.suits.count)
        if wanted.suit >= 0 and suit != wanted.suit and showing.suits.count(suit) > 0.8 * len(showing.suits):
            self.remark = f"this looks like another suit; show {card_in_words(wanted)}"
            return None
        return self._learn(showing, wanted)

    def _learn(self, showing: Showing, card: Card) -> Card:
        showing.label, showing.taken = card, True
        self.views += chosen([_named(view, card) for view in showing.views])
        self._twice[card] = showing.look
        self._last_look = showing.look
        self.remark = ""
        return card

    def _add(self, card: Card, showing: Showing) -> None:
        """More views of the card that is still being shown."""
        others = [view for view in self.views if view.card is not card]
        self.views = others + chosen([_named(view, card) for view in showing.views])

    def _seen_again(self, card: Card, showing: Showing) -> None:
        """A card that was learnt before; if it looked otherwise then, one of the two was misread, and both go."""
        before = self._twice.get(card)
        showing.spent = True
        if before is not None and _cosine(before, showing.look) < ALIKE:
            self.forget(card)
            self.remark = f"{card_in_words(card)} was seen twice and looked different: show it once more"
        else:
            self.remark = f"{card_in_words(card)} is learnt already"

    def _see_back(self, image: Image, reading: Reading) -> None:
        """A face-down card alone in the picture, alike in three looks, is the deck's back."""
        if not reading.backs or len(self.backs) >= BACKS_KEPT:
            self._back_run.clear()
            return
        try:
            look = look_of(image, max(reading.backs, key=_area))
        except ValueError:
            return
        if not is_plain(look):
            return
        if self._back_run and likeness(look, self._back_run) < ALIKE_BACK:
            self._back_run.clear()
        self._back_run.append(look)
        if len(self._back_run) >= BACK_FRAMES:
            self.backs += self._back_run[: BACKS_KEPT - len(self.backs)]
            self._back_run.clear()


def _largest(sightings: Sequence[Sighting]) -> Sighting | None:
    """Return the card that is held nearest to the camera, read or not."""
    plain = [
        s
        for s in sightings
        if s.witnesses
        and s.witnesses[0].find.height >= LEAST_PX
        and (s.card is not None or s.witnesses[0].index_score >= _SURE_INDEX)
    ]
    return max(plain, key=lambda s: (s.witnesses[0].find.height, s.score), default=None)


def _places_of(sighting: Sighting) -> NDArray[np.float32]:
    return np.array(
        [sighting.corners_px.mean(axis=0), *(w.find.centre for w in sighting.witnesses)], np.float32
    )


def _way_between(places: NDArray[np.float32], others: NDArray[np.float32]) -> float:
    """Return how far the nearest two of these lie apart, middle from middle and index from index, px."""
    middles = float(np.hypot(*(places[0] - others[0])))
    return min(middles, float(np.linalg.norm(places[1:, None] - others[None, 1:], axis=2).min()))


def _take_in(showing: Showing, image: Image, sighting: Sighting, at_s: float) -> None:
    """Add a frame's views to a showing."""
    first = sighting.witnesses[0]
    showing.places, showing.height, showing.seen_s = _places_of(sighting), first.find.height, at_s
    if showing.taken and len(showing.views) >= 3 * MOST_VIEWS:
        return
    levels = pyramid(image)
    readers: tuple[Witness, ...] = tuple(w for w in sighting.witnesses if w.find.height >= LEAST_PX)
    for w in readers:
        showing.views.append(view_of(levels, w.find, sighting.card or w.card, bool(w.find.to_card[1] > 0)))
        showing.suits.append(w.card.suit)
    if first.score >= LEANING_SCORE:
        showing.leaning.append(first.card)
    if sighting.card is not None:
        showing.surely.append(sighting.card)
        showing.label = showing.label or sighting.card
    old = showing.look if len(showing.look) else first.embedding
    showing.look = ((old * showing.frames + first.embedding) / (showing.frames + 1)).astype(np.float32)
    showing.frames += 1


def _named(view: View, card: Card) -> View:
    return View(card, view.image, view.upper, view.sharpness)


def _cosine(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    """Return how alike two embeddings are, 1 for the same way; 1 too where one is not there."""
    if not len(a) or not len(b):
        return 1.0
    return float(a @ b / max(1e-6, float(np.linalg.norm(a) * np.linalg.norm(b))))


def _area(quad: NDArray[np.float32]) -> float:
    x, y = quad[:, 0], quad[:, 1]
    return abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
