"""Reads the cards in a picture: the one door to finding, reading and pairing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import MODELS, BackFind, Finder, IndexFind
from vision.hands import Hand, hands_of
from vision.one_deck import NOTHING, Known, of_one_deck
from vision.pair import THRESHOLD, DuplicateAlarm, Sighting, duplicate_alarms, sightings, surest_first
from vision.read import Corners, DeckKnowledge, IndexReader, Witness
from vision.recut import better_of, cuts_of, is_doubtful_joker
from vision.score import SCORE_FILE, load_score, shipped_score

__all__ = ["THRESHOLD", "CardReader", "Reading", "Sighting"]

BACK_SIZES: Final = (0.55, 1.6)
"""A face-down card is so many times as long as the cards that were read beside it: nearer, farther or slanted."""
BACK_ON_CARD: Final = 0.6
MAX_SIDE_PX: Final = 2400
"""Larger pictures are read at this size; an index of 11 px there is 1/220 of the picture."""
MIN_SCORE: Final = 0.05
MIN_INDEX_SCORE: Final = 0.2
"""What is below both is no index, and too weak to speak against one."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What lies in one picture: cards face up, the surest first, and quads of cards face down, px."""

    sightings: tuple[Sighting, ...]
    backs: tuple[Corners, ...]

    @property
    def alarms(self) -> tuple[DuplicateAlarm, ...]:
        """The faces that show plainly in more than one place, or here and lie elsewhere; they are unread here."""
        return duplicate_alarms(self.sightings)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Which cards are one hand, by number: the sightings first, then the face-down cards."""
        return hands_of(self.sightings, self.backs)


class CardReader:
    """Reads pictures with the networks of ``vision/models`` or of another folder. Not thread-safe: one for each thread."""

    def __init__(
        self,
        threshold: float = THRESHOLD,
        threads: int = 2,
        models: Path = MODELS,
        deck: DeckKnowledge | None = None,
    ) -> None:
        """*threshold* is the least score that is answered; below it a card is there but unread. *models* is the folder
        of the two networks and, if it has one, of the score fitted to them; *deck* what was learnt of the deck in use.

        :raises ValueError: a threshold outside 0-1
        :raises OSError: a network's file or the score's cannot be used; one line says which
        """
        if not 0 <= threshold <= 1:
            raise ValueError(f"threshold outside 0 to 1: {threshold}")
        self._threshold = threshold
        self._finder = Finder(threads, models / "detector.onnx")
        own = models / SCORE_FILE.name
        self._score = load_score(own) if own.is_file() else shipped_score()
        self._reader = IndexReader(threads, models / "classifier.onnx", self._score, deck)
        self._per_card = 0 if deck is None else deck.per_card

    def read(self, image: NDArray[np.uint8], elsewhere: Known = NOTHING, jokers: int = 1) -> Reading:
        """Return the cards in *image*, (height, width, 3) uint8 BGR; the same picture gives the same reading.

        *elsewhere* are cards of the deck, which has so many *jokers*, that are known to lie in another place: what shows
        one of them is unread, and an alarm (:mod:`vision.one_deck`).

        :raises ValueError: another shape or type
        """
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or min(image.shape) < 1:
            raise ValueError(f"not a BGR picture of 8 bits: shape {image.shape}, {image.dtype}")
        shrink = min(1.0, MAX_SIDE_PX / max(image.shape[:2]))
        if shrink < 1:
            image = np.asarray(
                cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
            )
        indices, backs = self._finder.find(image)
        found = self.read_at(image, indices, elsewhere, jokers)
        grown = found if shrink == 1 else tuple(_grown(s, shrink) for s in found)
        quads = [(b.corners / shrink).astype(np.float32) for b in backs]
        return Reading(grown, fitting_backs(quads, grown))

    def find(
        self, image: NDArray[np.uint8], scales: Sequence[float] | None = None
    ) -> tuple[list[IndexFind], list[BackFind]]:
        """Return where indices and face-down cards may be, as :meth:`vision.find.Finder.find` does."""
        return self._finder.find(image, scales)

    def read_at(
        self,
        image: NDArray[np.uint8],
        finds: list[IndexFind],
        elsewhere: Known = NOTHING,
        jokers: int = 1,
        *,
        jokers_anew: bool = False,
    ) -> tuple[Sighting, ...]:
        """Return the cards whose indices are at *finds*, the surest first; the rest of *image* is not looked at.

        *elsewhere* and *jokers* are as for :meth:`read`. With *jokers_anew* what may be a joker badly cut is cut in other ways as well.
        """
        witnesses = self._reader.read(image, finds)
        if jokers_anew:
            witnesses = self._jokers_cut_anew(image, witnesses)
        telling = [w for w in witnesses if w.score >= MIN_SCORE or w.index_score >= MIN_INDEX_SCORE]
        found = sightings(telling, self._threshold, self._score, self._per_card)
        held = of_one_deck(found, self._threshold, elsewhere, jokers)
        return held if held == found else tuple(sorted(held, key=surest_first))

    def _jokers_cut_anew(self, image: NDArray[np.uint8], witnesses: list[Witness]) -> list[Witness]:
        doubtful = [k for k, witness in enumerate(witnesses) if is_doubtful_joker(witness)]
        cuts = [cuts_of(witnesses[k].find) for k in doubtful]
        read = iter(self._reader.read(image, [cut for some in cuts for cut in some]) if cuts else ())
        out = list(witnesses)
        for k, some in zip(doubtful, cuts, strict=True):
            out[k] = better_of(witnesses[k], [next(read) for _ in some])
        return out


def fitting_backs(backs: Sequence[Corners], found: Sequence[Sighting]) -> tuple[Corners, ...]:
    """Return those of *backs* that can lie among the cards that were read: about as large as they are, and not where
    one of them lies. Patterned cloth looks like backs of any size. Without a card that was read all of them stay."""
    read = [s.corners_px for s in found if s.card is not None]
    if not read:
        return tuple(backs)
    sizes = [_long_side(quad) for quad in read]
    least, most = BACK_SIZES[0] * min(sizes), BACK_SIZES[1] * max(sizes)
    return tuple(
        back
        for back in backs
        if least < _long_side(back) < most and not any(_lies_on(back, quad) for quad in read)
    )


def _long_side(quad: Corners) -> float:
    return float(max(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])))


def _lies_on(back: Corners, quad: Corners) -> bool:
    shared, _ = cv2.intersectConvexConvex(back, cv2.convexHull(quad).reshape(-1, 2))
    return float(shared) > BACK_ON_CARD * abs(cv2.contourArea(back))


def _grown(sighting: Sighting, shrink: float) -> Sighting:
    """Return a sighting in a picture made smaller by *shrink* as one in the picture itself."""
    return replace(
        sighting,
        corners_px=(sighting.corners_px / shrink).astype(np.float32),
        witnesses=tuple(_witness_grown(w, shrink) for w in sighting.witnesses),
        dissenters=tuple(_witness_grown(w, shrink) for w in sighting.dissenters),
    )


def _witness_grown(witness: Witness, shrink: float) -> Witness:
    find = witness.find
    ways = {name: getattr(find, name) / shrink for name in ("centre", "down", "across", "to_card")}
    return replace(witness, find=replace(find, **ways))
