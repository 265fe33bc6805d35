"""Checks a deck before it is dealt from: which cards were seen, which are missing, which seem to be there twice.

A deck may lie spread before the camera, in one picture or in many, or pass in a riffle. In pictures a card counts when it
is answered; in a video or before a camera only when three frames agree (:mod:`vision.track`). What is not read is
missing until it is shown again, and where two equal cards may have passed as one it says *perhaps*: a deck is never called
complete when that is not sure. A face in two pictures is one card photographed twice, or two: which of both, only who took
the pictures can tell.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from table_controller.cards import DECK, JOKER, Card
from vision.deck.riffle import Riffle
from vision.deck.side_by_side import perhaps_side_by_side
from vision.deck.twins import Twins
from vision.live.look import Look
from vision.pair import Sighting

BACK_FRAMES: Final = 3
"""So many frames in a row must show a foreign back; a still picture is enough where it is plain."""


@dataclass(frozen=True, slots=True)
class DeckFindings:
    """What a check came to. *seen* are the cards of the deck that were read, *missing* those that were not, *twice* those
    that seem to be there more than once, *surplus* what does not belong to the deck, all in the order of DECK.
    *unread* is how many cards lie unread in the newest view, *foreign_backs* how many cards had another back, *too_many* how
    many more cards than the deck has lay in one view, or in all parts together, read or not. *perhaps_twice* are faces of which two cards may have been
    taken for one, *passed_unread* is how many cards of a riffle were not read. *in_several* are faces in more than one picture,
    none of which shows as many cards as the deck has."""

    seen: tuple[Card, ...]
    missing: tuple[Card, ...]
    twice: tuple[Card, ...] = ()
    surplus: tuple[Card, ...] = ()
    unread: int = 0
    foreign_backs: int = 0
    too_many: int = 0
    perhaps_twice: tuple[Card, ...] = ()
    passed_unread: int = 0
    in_several: tuple[Card, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every card of the deck was seen once and nothing else."""
        wrong = (self.missing, self.twice, self.surplus, self.perhaps_twice, self.in_several)
        return not (any(wrong) or self.foreign_backs or self.too_many or self.passed_unread)


def deck_of(jokers: int) -> frozenset[Card]:
    """Return the cards of a deck of 52 with *jokers* jokers, 0 or 1.

    :raises ValueError: another number of jokers
    """
    if jokers not in (0, 1):
        raise ValueError(f"not a number of jokers: {jokers}: a deck for draw poker has 0 or 1")
    return frozenset(card for card in DECK if card is not JOKER or jokers)


@dataclass(slots=True)
class DeckCheck:
    """Gathers what pictures and looks show of one deck, *wanted*.

    Twice is what is in view in two places at once; in a riffle (:meth:`passed`), where every card passes once, also a
    face that comes back after others; and where the pictures are *parts* of a deck laid out once, no card in two of them,
    also a face in two of them.
    """

    wanted: frozenset[Card]
    parts: bool = False
    _seen: set[Card] = field(default_factory=set)
    _twice: set[Card] = field(default_factory=set)
    _twins: Twins = field(default_factory=Twins)
    _riffles: list[Riffle] = field(default_factory=list)
    _passed: set[Card] = field(default_factory=set)
    _last: Card | None = None
    _unread: int = 0
    _foreign_backs: int = 0
    _most: int = 0
    _whole_in_one: bool = False
    _side_by_side: set[Card] = field(default_factory=set)
    _frames: Counter[Card] = field(default_factory=Counter)
    _perhaps_frames: Counter[Card] = field(default_factory=Counter)
    _newest_backs: tuple[int, ...] = ()
    _pictures: Counter[Card] = field(default_factory=Counter)
    _with_all_others: set[Card] = field(default_factory=set)
    _in_parts: int = 0

    def picture(self, sightings: Iterable[Sighting], foreign_backs: int = 0) -> None:
        """Take what one still picture shows; *foreign_backs* are its face-down cards with another back."""
        self._foreign_backs = max(self._foreign_backs, foreign_backs)
        found = tuple(sightings)
        self._in_parts += len(found)
        self._most = max(self._most, self._in_parts if self.parts else len(found))
        answered = {s.card for s in found if s.card is not None}
        self._seen |= answered
        duplicates = {s.duplicate for s in found if s.duplicate is not None}
        self._pictures.update(answered | duplicates)
        if len(found) == len(self.wanted):
            self._with_all_others |= answered
        perhaps = perhaps_side_by_side(found)
        self._side_by_side |= perhaps
        self._whole_in_one |= answered == self.wanted and len(found) == len(answered) and not perhaps
        self._seen |= duplicates
        self._twice |= duplicates
        self._unread = sum(s.card is None and s.duplicate is None for s in found)

    def look(self, look: Look, foreign_backs: int = 0) -> None:
        """Take one frame of a camera or a video that shows a deck lying spread; other backs count when three frames in
        a row show them."""
        self._newest_backs = (*self._newest_backs, foreign_backs)[-BACK_FRAMES:]
        if len(self._newest_backs) == BACK_FRAMES:
            self._foreign_backs = max(self._foreign_backs, min(self._newest_backs))
        for track in look.tracks:
            card = track.evidence.certain
            if card is not None:
                self._seen.add(card)
        if look.is_new:
            self._frames.update({t.sighting.card for t in look.tracks if t.sighting.card is not None})
            self._perhaps_frames.update(perhaps_side_by_side([track.sighting for track in look.tracks]))
        for card in self._twins.frame((track.sighting for track in look.tracks), is_new=look.is_new):
            self._seen.add(card)
            self._twice.add(card)
        self._unread = sum(track.card is None for track in look.tracks)

    def another_riffle(self) -> Riffle:
        """Return a riffle to be fed with frames; what it has doubts about counts here, and what passes from now on (:meth:`passed`)
        is of it."""
        self._riffles.append(Riffle())
        self._passed, self._last = set(), None
        return self._riffles[-1]

    def passed(self, cards: Iterable[Card]) -> None:
        """Take the cards that became certain in a riffle, in their order."""
        for card in cards:
            if card in self._passed and card is not self._last:
                self._twice.add(card)
            self._seen.add(card)
            self._passed.add(card)
            self._last = card

    @property
    def findings(self) -> DeckFindings:
        """What is known by now."""
        side_by_side = {card for riffle in self._riffles for card in riffle.twins.twice}
        again = {card for card, count in self._pictures.items() if count > 1}
        seen, twice = self._seen | side_by_side, self._twice | side_by_side | (again if self.parts else set())
        return DeckFindings(
            seen=tuple(sorted(seen & self.wanted)),
            missing=tuple(sorted(self.wanted - seen)),
            twice=tuple(sorted(twice)),
            surplus=tuple(sorted(seen - self.wanted)),
            unread=self._unread,
            foreign_backs=self._foreign_backs,
            too_many=max(0, self._most - len(self.wanted)),
            perhaps_twice=tuple(sorted(self._perhaps_twice() - twice)),
            in_several=tuple(sorted(again - twice - self._with_all_others - self._told())),
            passed_unread=min((riffle.unread for riffle in self._riffles), default=0),
        )

    def _perhaps_twice(self) -> set[Card]:
        """Return the faces that no riffle showed to be one card, and that stand in no picture of the whole deck."""
        if self._whole_in_one:
            return set()
        perhaps = {card for riffle in self._riffles for card in riffle.perhaps_twice} | self._side_by_side
        return (perhaps - self._told()) | {
            card for card, count in self._perhaps_frames.items() if 2 * count > self._frames[card]
        }

    def _told(self) -> set[Card]:
        """Return the faces that a riffle showed to be one card."""
        return {card for riffle in self._riffles for card in riffle.faces - set(riffle.perhaps_twice)}
