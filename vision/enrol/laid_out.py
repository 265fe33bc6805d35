"""Learning a deck from pictures of it laid out: four rows, a suit each, ace to king; the joker after any row."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from table_controller.cards import DECK, JOKER, Card
from vision.crops import pyramid
from vision.enrol.backs import look_of
from vision.enrol.views import View, view_of
from vision.enrol.words import card_in_words
from vision.pair import Sighting
from vision.reader import Reading

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

LEAST_PX: Final = 11.0
ROWS: Final = 4
IN_A_ROW: Final = 13
_SURE_INDEX: Final = 0.45
_SAME_ROW: Final = 0.45
"""Cards of one row lie no further up or down from their neighbour than this share of a card's height."""
_NEXT: Final = 2.0
"""And no further along than this share of it."""


class LaidOutError(ValueError):
    """A picture from which nothing can be learnt; the text says which place and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidOut:
    """What one picture gave: *views*, *backs*, and *problems*, a line for each place where something is wrong."""

    views: tuple[View, ...]
    backs: tuple[Image, ...]
    problems: tuple[str, ...]


def views_in(image: Image, reading: Reading, size: int) -> LaidOut:
    """Return the views of a picture of the deck in four rows.

    A card's label is its place; where the general reader is sure of another one, the place is named and not learnt.
    :raises LaidOutError: no four rows are there
    """
    plain = [s for s in reading.sightings if s.witnesses and _is_plain(s)]
    rows = _rows(plain)
    if len(rows) != ROWS:
        raise LaidOutError(
            f"{len(rows)} rows of cards seen where four are needed: lay clubs, diamonds, hearts and spades out in a row "
            "each, ace to king, with a finger's breadth between rows"
        )
    levels, problems = pyramid(image), list[str]()
    views: list[View] = []
    for number, (row, suit) in enumerate(zip(rows, _suits(rows), strict=True), 1):
        for card, sighting in _labelled(row, suit, number, size, problems):
            views += [
                view_of(levels, w.find, card, bool(w.find.to_card[1] > 0))
                for w in sighting.witnesses
                if w.find.height >= LEAST_PX
            ]
    backs = tuple(look_of(image, quad) for quad in reading.backs[:2])
    return LaidOut(tuple(views), backs, tuple(problems))


def _is_plain(sighting: Sighting) -> bool:
    first = sighting.witnesses[0]
    sure = sighting.card is not None or first.index_score >= _SURE_INDEX
    return sure and first.find.height >= LEAST_PX


def _centre(sighting: Sighting) -> Floats:
    return np.asarray(sighting.corners_px.mean(axis=0), np.float64)


def _rows(sightings: Sequence[Sighting]) -> list[list[Sighting]]:
    """Return rows from the top, each from the left; chains of neighbours, so that a slanting row stays one."""
    heights = [float(np.hypot(*(s.corners_px[3] - s.corners_px[0]))) for s in sightings]
    tall = float(np.median(heights)) if heights else 1.0
    left = sorted(sightings, key=lambda s: float(_centre(s)[0]))
    rows: list[list[Sighting]] = []
    for one in left:
        x, y = _centre(one)
        fits = []
        for row in rows:
            last = _centre(row[-1])
            ahead, off = (x - last[0]) / tall, abs(y - _expected_y(row, x)) / tall
            if 0.2 < ahead < _NEXT * 2 and off < _SAME_ROW:
                fits.append((off + 0.1 * ahead, row))
        if fits:
            min(fits, key=lambda fit: fit[0])[1].append(one)
        else:
            rows.append([one])
    long = [row for row in rows if len(row) >= 3]
    return sorted(long, key=lambda row: float(np.mean([_centre(s)[1] for s in row])))


def _expected_y(row: list[Sighting], x: float) -> float:
    """Return where the row goes on, by its last cards."""
    last = np.array([_centre(s) for s in row[-4:]])
    if len(last) < 3:
        return float(last[-1][1])
    slope, rest = np.polyfit(last[:, 0], last[:, 1], 1)
    return float(slope * x + rest)


def _suits(rows: Sequence[Sequence[Sighting]]) -> list[int]:
    """Return each row's suit: what most of its cards are, if that makes four different ones, else clubs to spades."""
    votes = [Counter(w.card.suit for s in row for w in s.witnesses[:1]) for row in rows]
    most = [vote.most_common(1)[0][0] for vote in votes]
    return most if sorted(most) == list(range(ROWS)) else list(range(ROWS))


def _labelled(
    row: Sequence[Sighting], suit: int, number: int, size: int, problems: list[str]
) -> list[tuple[Card, Sighting]]:
    """Return the cards of one row with their labels, and add what is wrong to *problems*."""
    jokers = [s for s in row if s.card is JOKER] if size > len(DECK) - 1 else []
    cards = [s for s in row if s not in jokers]
    if size == len(DECK) and not jokers and len(cards) == IN_A_ROW + 1:
        jokers = [cards.pop()]
    labels = _best_labels(cards, suit)
    if labels is None:
        problems.append(f"row {number}: {len(cards)} cards seen where 13 lie: {_named_missing(cards, suit)}")
        return []
    out = [(JOKER, s) for s in jokers]
    for place, (card, sighting) in enumerate(zip(labels, cards, strict=True), 1):
        if sighting.card is not None and sighting.card is not card:
            problems.append(
                f"row {number}, place {place}: {card_in_words(card)} lies there by its place, and it looks like "
                f"{card_in_words(sighting.card)}"
            )
        else:
            out.append((card, sighting))
    return out


def _best_labels(cards: Sequence[Sighting], suit: int) -> list[Card] | None:
    """Return labels for a row: ace or king first, whichever agrees with more cards; None where they cannot be told.

    A row in which cards were not seen is labelled by the sure cards beside the gap.
    """
    ways = [[DECK[rank * 4 + suit] for rank in order] for order in _orders()]
    if len(cards) == IN_A_ROW:
        return max(ways, key=lambda way: sum(s.card is card for s, card in zip(cards, way, strict=True)))
    if len(cards) > IN_A_ROW or not cards:
        return None
    fitted = [fit for way in ways if (fit := _with_gaps(cards, way)) is not None]
    return max(fitted, key=lambda fit: fit[0])[1] if fitted else None


def _orders() -> list[list[int]]:
    low, high = [12, *range(12)], list(range(13))
    return [low, high, low[::-1], high[::-1]]


def _with_gaps(cards: Sequence[Sighting], way: Sequence[Card]) -> tuple[int, list[Card]] | None:
    """Return how many sure cards agree and the labels, if every card has one place left between its sure neighbours."""
    at: list[int | None] = [way.index(s.card) if s.card in way else None for s in cards]
    sure = [k for k in at if k is not None]
    if sure != sorted(set(sure)) or len(sure) < 3:
        return None
    for k in range(len(at)):
        if at[k] is None and k > 0 and at[k - 1] is not None:
            after = next((j for j in range(k, len(at)) if at[j] is not None), None)
            if after is None or at[after] - (at[k - 1] or 0) != after - k + 1:  # type: ignore[operator]
                return None
            at[k] = (at[k - 1] or 0) + 1
    if any(k is None for k in at):
        return None
    return len(sure), [way[k] for k in at if k is not None]


def _named_missing(cards: Sequence[Sighting], suit: int) -> str:
    seen = Counter(s.card for s in cards if s.card is not None)
    twice = [card for card, count in seen.items() if count > 1]
    if twice:
        return f"{card_in_words(twice[0])} lies there twice"
    gone = [DECK[rank * 4 + suit] for rank in range(13) if DECK[rank * 4 + suit] not in seen]
    return "not seen or not in its place: " + ", ".join(card_in_words(card) for card in gone[:4])
