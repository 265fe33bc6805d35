"""Holds the cards of a picture to the deck they are of: each face once, and none that is known to lie elsewhere.

What the deck says against a reading counts at once; what it says for one counts only where :mod:`vision.assignment` lends.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

import numpy as np

from table_controller.cards import JOKER, Card
from vision.assignment import Assigned, Floats, assign, lifted
from vision.pair import Sighting
from vision.track import odds_of_sighting

Known = AbstractSet[Card] | Mapping[Card, float]

NOTHING: Final[frozenset[Card]] = frozenset()


def of_one_deck(
    found: Sequence[Sighting], threshold: float, known: Known = NOTHING, jokers: int = 1
) -> tuple[Sighting, ...]:
    """Return *found* as cards of one deck with so many *jokers*, of which *known* lie elsewhere; in the same order.

    - An answered card of a face that surely lies elsewhere becomes ``??`` with that face as its *duplicate*: an alarm.
    - One that the other cards in view make doubtful, or a joker of a deck without, becomes ``??`` and no other card.
    - An unread card is answered only where no corner dissents, two faces look nearly alike and one of them lies elsewhere,
      and then by no more than ten times its own odds.

    :raises ValueError: a chance in *known* outside 0 to 1
    """
    if not known and jokers and _all_differ(found):
        return tuple(found)  # each is then what it looks like most, with its own chance
    told = [k for k, sighting in enumerate(found) if sighting.witnesses]
    out = list(found)
    if told:
        odds = np.stack([_odds_of(found[k]) for k in told])
        for k, row, one in zip(told, odds, assign(odds, known, jokers), strict=True):
            out[k] = _held(found[k], row, one, threshold)
    return tuple(out)


def _odds_of(sighting: Sighting) -> Floats:
    """Return the probabilities (54,) of the faces; an unread card is likely what it looks like by its score at most, and
    else none of its own: a second corner of a surer card, or print that looks like an index, claims nothing."""
    odds = odds_of_sighting(sighting)
    looked_like = float(odds[sighting.witnesses[0].card.index])
    if sighting.card is not None or looked_like <= sighting.score:
        return odds
    faces = odds[:-1] * (sighting.score / looked_like)
    return np.append(faces, 1 - faces.sum())


def _all_differ(found: Sequence[Sighting]) -> bool:
    faces = [sighting.witnesses[0].card for sighting in found if sighting.witnesses]
    return len(set(faces)) == len(faces)


def _held(sighting: Sighting, odds: Floats, one: Assigned, threshold: float) -> Sighting:
    card = sighting.card
    if card is None:
        return _settled(sighting, odds, one, threshold)
    if one.card is not card:
        duplicate = card if one.conflict is card else None
        return replace(sighting, card=None, score=min(sighting.score, one.chance), duplicate=duplicate)
    score = sighting.score * min(1.0, one.chance / one.own)
    return replace(sighting, card=card if score >= threshold else None, score=score)


def _settled(sighting: Sighting, odds: Floats, one: Assigned, threshold: float) -> Sighting:
    """Return an unread card answered where the deck may settle it, else as it was."""
    if sighting.duplicate is not None or sighting.dissenters or one.card in (None, JOKER):
        return sighting
    looked_like = float(odds[sighting.witnesses[0].card.index])
    if one.chance <= one.own or one.own > looked_like:
        return sighting
    score = min(one.chance, lifted(sighting.score * one.own / looked_like))
    return replace(sighting, card=one.card, score=score) if score >= threshold else sighting
