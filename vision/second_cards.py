"""Indices of one face that cannot be corners of one card, by what the rest of the picture tells of the deck."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import JOKER
from vision.outline import ONE_INDEX, Bools, Outlines
from vision.read import Witness

SURE: Final = 0.5
"""Indices read at this score or more tell something of the deck."""
OTHERS: Final = 3
"""So many other faces that show no two corners of four mean that the deck has two indices a card."""
SPANS: Final = 2
SPAN: Final = (0.5, 2.0)
"""Where so many other faces show two corners side by side, a card's are no nearer and no farther, in shares of theirs: .62 to
1.56 on 99 in 100 of real photos, with bent and slanted cards."""
LEAST_SPAN: Final = 1.15
"""Corners side by side are no nearer, in index heights: jumbo indices are 1.9, those of real photos 1.6 at least."""
ASIDE_TO_BELOW: Final = 2.2
"""The opposite corner of a card is no further aside than so many times as far as it is below: 1.8 at most on real photos."""
STRAIGHT: Final = 0.2
"""Corners further aside than this share of how far below are not one above the other."""
WIDE: Final = (0.4, 1.05)
"""How far apart the corners of a card side by side are, in shares of those one above the other: .76 where nothing is slanted."""
RIVAL: Final = 0.75
"""Where a face shows one index more at this score, four others that lie as a card's corners do are not surely one card's."""
MOST_TRIED: Final = 7


def second_cards(
    outlines: Outlines, one_card: Bools, witnesses: Sequence[Witness], per_card: int = 0
) -> Bools:
    """Return (n, n): two indices that are on two cards, whatever single indices think of the card they are on.

    *one_card* (n, n) are those that lie as on one card by that. *per_card* is how many indices the deck's cards have, 2 or 4,
    or 0 where that is to be told from the picture. Jokers are left out.
    """
    faces = np.array([w.card.index for w in witnesses])
    suited = faces != JOKER.index
    apart = outlines.heights_apart() > ONE_INDEX
    own = apart & (faces[:, None] == faces[None]) & suited[:, None]
    out = own & _never_on_one_card(outlines)
    if per_card:
        return np.asarray(out | (outlines.of_four() & suited[:, None] & suited[None] & (per_card == 2)))
    sure = np.array([w.score >= SURE for w in witnesses]) & suited
    seen = one_card & own & sure[:, None] & sure[None]
    told = _of_a_deck_of_two(outlines, seen, faces, sure) | _out_of_span(outlines, seen, faces)
    return np.asarray(out | (own & told & ~_whole_cards(outlines, faces, sure, witnesses)))


def _whole_cards(
    outlines: Outlines, faces: NDArray[np.int64], sure: Bools, witnesses: Sequence[Witness]
) -> Bools:
    """Return (n, n): two of four indices that are the four corners of one card, whatever the other cards look like from where
    the camera is: cards with two indices cannot lie so, as those of one are never one straight above the other."""
    out = np.zeros((len(faces), len(faces)), bool)
    for face in set(faces[sure].tolist()):
        members = np.flatnonzero(sure & (faces == face))[:MOST_TRIED].tolist()
        for four in combinations(members, 4):
            more = [k for k in members if k not in four and witnesses[k].score >= RIVAL]
            if not more and _is_whole(outlines, four):
                out[np.ix_(four, four)] = True
    return out


def _is_whole(outlines: Outlines, four: Sequence[int]) -> bool:
    turned, (aside, below) = outlines.turned(), outlines.heights_aside_and_below()
    upper = [k for k in four if not turned[four[0]][k]]
    lower = [k for k in four if turned[four[0]][k]]
    if len(upper) != 2:
        return False
    if aside[upper[0]][lower[0]] > aside[upper[0]][lower[1]]:
        lower.reverse()
    sides = list(zip(upper, lower, strict=True))
    straight = all(aside[a][b] <= STRAIGHT * below[a][b] for a, b in sides)
    wide = (aside[upper[0]][upper[1]] + aside[lower[0]][lower[1]]) / sum(below[a][b] for a, b in sides)
    return straight and WIDE[0] <= wide <= WIDE[1] and outlines.are_a_rectangle(upper, lower)


def _never_on_one_card(outlines: Outlines) -> Bools:
    """Return (n, n): opposite corners too far aside, and corners side by side that are too near."""
    aside, below = outlines.heights_aside_and_below()
    return np.asarray(np.where(outlines.turned(), aside > ASIDE_TO_BELOW * below, aside < LEAST_SPAN))


def _of_a_deck_of_two(outlines: Outlines, seen: Bools, faces: NDArray[np.int64], sure: Bools) -> Bools:
    """Return (n, n): corners of four of a face that alone shows such, and not straight one above the other, where others show
    the corners that a deck of two has; or of one that shows two side by side and nothing else, where several others show one."""
    of_four, (aside, below) = outlines.of_four(), outlines.heights_aside_and_below()
    four, side = seen & of_four, seen & of_four & ~outlines.turned()
    askew = _showing(faces, side | (four & (aside > STRAIGHT * below)))
    has_two = _showing(faces, seen & ~of_four)
    has_four, single = _showing(faces, four), set(faces[sure])
    only_side = _showing(faces, side) - _showing(faces, four & outlines.turned())
    suspects = [
        face
        for face in askew
        if not has_four - {face}
        and (has_two - {face} or (face in only_side and len(single - {face}) >= OTHERS))
    ]
    return np.asarray(of_four & np.isin(faces, suspects)[:, None])


def _out_of_span(outlines: Outlines, seen: Bools, faces: NDArray[np.int64]) -> Bools:
    """Return (n, n): indices side by side nearer or farther than those of the other faces are."""
    side, spans = ~outlines.turned(), outlines.heights_aside_and_below()[0]
    out = np.zeros_like(seen)
    per_face = {
        face: spans[(seen & side) & (faces == face)[:, None]] for face in _showing(faces, seen & side)
    }
    for face in set(faces.tolist()):
        others = [of for other, of in per_face.items() if other != face]
        if len(others) >= SPANS:
            usual = float(np.median(np.concatenate(others)))
            off = (spans < SPAN[0] * usual) | (spans > SPAN[1] * usual)
            out |= side & off & (faces == face)[:, None]
    return out


def _showing(faces: NDArray[np.int64], pairs: Bools) -> set[int]:
    shown: Iterable[int] = faces[pairs.any(axis=1)].tolist()
    return set(shown)
