"""Follows cards from frame to frame and weighs what the frames say of each: pure functions over immutable values.

The rules, in the order they are asked:

1. A frame whose pixels were there before says nothing (:func:`followed` with *counts* False).
2. A frame *agrees* with a card when the card is answered in it; one that leaves it unread adds its probabilities, and
   neither agrees nor contradicts.
3. A frame that answers another card contradicts: what was said before is not certain any more, the count of agreeing
   frames begins anew, and each such turn asks for three more of them, up to eighteen.
4. A card is certain in a frame that answers it, with three agreeing frames or more, a posterior of .999 or more, and no
   other card of that face in view or gone for a moment. A frame that shows its face in two places lets the count begin anew.
5. A card that was away for a frame or two keeps its number, and one agreeing frame must confirm it; away for longer,
   or not looked at for three seconds, it is another card.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import Card
from vision.pair import Sighting
from vision.read import LABELS

LogOdds = NDArray[np.float64]

AGREED: Final = 3
"""So many frames must agree."""
MORE_A_TURN: Final = 3
MOST_TURNS: Final = 6
CERTAIN: Final = 0.999
WINDOW: Final = 8
"""So many frames are weighed, the newest."""
EFFECTIVE: Final = 5
"""They count for no more than so many: frames of one card are not independent."""
FLOOR: Final = 1e-4
"""No single frame rules a card out by more than this."""
MOST_MISSED: Final = 2
GONE_MS: Final = 3_000
SAME_PLACE: Final = 0.22
"""How far a card's centre may move between frames and be known by its place, in card heights."""
SAME_FACE: Final = 2.5
"""The same for a card known by its face."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What frames said of one card: the *answer* of the last that answered, how many *agreed* with it since the one that
    said otherwise, how often the answer *turned*, and the log probabilities (54,) of the newest frames."""

    answer: Card | None = None
    agreed: int = 0
    turned: int = 0
    logs: tuple[LogOdds, ...] = ()

    def and_then(self, answer: Card | None, odds: LogOdds) -> "Evidence":
        """Return it with another frame, which answered *answer* or left the card unread."""
        logs = (*self.logs, np.log(np.maximum(odds, FLOOR)))[-WINDOW:]
        if answer is None:
            return replace(self, logs=logs)
        if answer is self.answer:
            return replace(self, agreed=self.agreed + 1, logs=logs)
        turns = self.turned + (self.answer is not None)
        return Evidence(answer, 1, turns, logs)

    def after_a_gap(self) -> "Evidence":
        """Return what of it may be believed when the card was not seen for a moment."""
        return replace(self, agreed=min(self.agreed, self.needed - 1), logs=self.logs[1 - AGREED :])

    def doubted(self) -> "Evidence":
        """Return what of it may be believed when its face showed in another place as well: as many frames must agree anew."""
        return replace(self, agreed=0)

    @property
    def needed(self) -> int:
        """How many frames must agree."""
        return AGREED + MORE_A_TURN * min(self.turned, MOST_TURNS)

    @property
    def posterior(self) -> LogOdds:
        """The probabilities (54,) of all cards, from all frames of the window."""
        count = len(self.logs)
        if not count:
            return np.full(LABELS, 1 / LABELS)
        total = np.sum(self.logs, axis=0) * (min(count, EFFECTIVE) / count)
        shares = np.exp(total - total.max())
        return np.asarray(shares / shares.sum(), np.float64)

    @property
    def probability(self) -> float:
        """How probable the answer is, 0 without one."""
        return float(self.posterior[self.answer.index]) if self.answer is not None else 0.0

    @property
    def certain(self) -> Card | None:
        """The card, where the frames agree on it."""
        if self.agreed < self.needed or self.probability < CERTAIN:
            return None
        return self.answer


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """One card through the frames. *number* is its own as long as it is followed; *sighting* is its newest, *since_ms* the
    time of its first and *seen_ms* that of its newest; *missed* counts the frames since then."""

    number: int
    sighting: Sighting
    evidence: Evidence
    since_ms: int
    seen_ms: int
    missed: int = 0
    twin: bool = False
    """Another card that is followed has its face."""

    @property
    def card(self) -> Card | None:
        """The card, when it is certain now: the newest frame answered it, and enough before it agreed."""
        certain = self.evidence.certain
        seen_now = self.missed == 0 and self.sighting.card is certain
        return certain if seen_now and not self.twin else None


@dataclass(frozen=True, slots=True, eq=False)
class Tracks:
    """All cards followed, in the order they came, and those that were *lost* with the newest frame."""

    all: tuple[Track, ...] = ()
    lost: tuple[Track, ...] = ()
    next_number: int = 1
    at_ms: int = field(default=-GONE_MS)

    @property
    def in_view(self) -> tuple[Track, ...]:
        """The cards the newest frame showed."""
        return tuple(track for track in self.all if track.missed == 0)


def followed(tracks: Tracks, sightings: Sequence[Sighting], at_ms: int, *, counts: bool = True) -> Tracks:
    """Return *tracks* after a frame at *at_ms* in which *sightings* were seen.

    *counts* is False for a frame that is no further witness: cards are followed through it, and nothing is learnt.
    """
    known = tracks.all if abs(at_ms - tracks.at_ms) <= GONE_MS else ()
    pairs = _matched(known, sightings)
    kept = [_met(track, sightings[pairs[k]], at_ms, counts) for k, track in enumerate(known) if k in pairs]
    away = [replace(track, missed=track.missed + 1) for k, track in enumerate(known) if k not in pairs]
    taken = set(pairs.values())
    fresh = [
        _begun(tracks.next_number + n, sighting, at_ms, counts)
        for n, sighting in enumerate(s for k, s in enumerate(sightings) if k not in taken)
    ]
    lost = [track for track in away if track.missed > MOST_MISSED]
    lost += tracks.all if not known else ()
    staying = [track for track in away if track.missed <= MOST_MISSED]
    together = sorted((*kept, *staying, *fresh), key=lambda track: track.number)
    return Tracks(_with_twins(together), tuple(lost), tracks.next_number + len(fresh), at_ms)


def _begun(number: int, sighting: Sighting, at_ms: int, counts: bool) -> Track:
    evidence = Evidence().and_then(sighting.card, odds_of_sighting(sighting)) if counts else Evidence()
    return Track(number, sighting, evidence, at_ms, at_ms)


def _met(track: Track, sighting: Sighting, at_ms: int, counts: bool) -> Track:
    evidence = track.evidence.after_a_gap() if track.missed else track.evidence
    if sighting.duplicate is not None:
        evidence = evidence.doubted()
    if counts:
        evidence = evidence.and_then(sighting.card, odds_of_sighting(sighting))
    return Track(track.number, sighting, evidence, track.since_ms, at_ms)


def _with_twins(tracks: Iterable[Track]) -> tuple[Track, ...]:
    """Mark cards whose face is seen in two places, or was in one of them a moment ago."""
    found = list(tracks)
    seen = [track.evidence.answer for track in found if track.evidence.answer]
    return tuple(
        replace(t, twin=t.evidence.answer is not None and seen.count(t.evidence.answer) > 1) for t in found
    )


def odds_of_sighting(sighting: Sighting) -> LogOdds:
    """Return the probabilities (54,) of the cards as all indices of a sighting say together, those that dissent too.

    Indices of one card are not independent: their logarithms are averaged, the surer ones counting for more.
    """
    witnesses = (*sighting.witnesses, *sighting.dissenters)
    if not witnesses:
        return np.full(LABELS, 1 / LABELS)
    weights = np.array([w.score + 1e-3 for w in witnesses])
    logs = np.log(np.maximum(np.stack([w.odds for w in witnesses]), FLOOR))
    shares = np.exp(weights @ logs / weights.sum())
    return np.asarray(shares / shares.sum(), np.float64)


def _matched(tracks: Sequence[Track], sightings: Sequence[Sighting]) -> dict[int, int]:
    """Return which sighting each track meets: those of one face first, then the nearest."""
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for reach, by_face in ((SAME_FACE, True), (SAME_PLACE, False)):
        ways = sorted(
            (_away(tracks[k].sighting, sightings[n]), k, n)
            for k, n in product(range(len(tracks)), range(len(sightings)))
            if k not in pairs and n not in taken and (not by_face or _same_face(tracks[k], sightings[n]))
        )
        for away, k, n in ways:
            if away < reach and k not in pairs and n not in taken:
                pairs[k] = n
                taken.add(n)
    return pairs


def _same_face(track: Track, sighting: Sighting) -> bool:
    return sighting.card is not None and sighting.card is track.evidence.answer


def _away(a: Sighting, b: Sighting) -> float:
    """How far apart two cards lie, in card heights."""
    height = (_height(a) + _height(b)) / 2
    return float(np.linalg.norm(a.corners_px.mean(axis=0) - b.corners_px.mean(axis=0))) / max(1.0, height)


def _height(sighting: Sighting) -> float:
    top_left, top_right, bottom_right, bottom_left = sighting.corners_px
    return float(np.linalg.norm(top_left - bottom_left) + np.linalg.norm(top_right - bottom_right)) / 2
