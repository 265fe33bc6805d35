"""A deck laid out in four rows, with readings given: labels by place, and every place that is not right is named."""

import numpy as np
import pytest

from table_controller.cards import DECK, Card, parse_card
from vision.enrol.laid_out import LaidOut, LaidOutError, views_in
from vision.find import IndexFind
from vision.pair import Sighting
from vision.read import Witness
from vision.reader import Reading

PICTURE = np.full((900, 1500, 3), 120, np.uint8)
ROWS = [[DECK[rank * 4 + suit] for rank in (12, *range(12))] for suit in range(4)]


def lying(card: Card, row: int, place: int, sure: bool = True) -> Sighting:
    """A card in its row; the row slants a little."""
    x, y = 30 + 110 * place, 30 + 210 * row + 4 * place
    corners = np.array([(x, y), (x + 90, y), (x + 90, y + 126), (x, y + 126)], np.float32)
    size = np.array((0, 24), np.float32)
    find = IndexFind(0.9, corners[0] + 15, size, size[::-1].copy(), np.array((30, 48), np.float32))
    return Sighting(card if sure else None, 0.96, corners, (Witness(find, card, 0.96, 0.95),))


def laid(rows: list[list[Card | None]], sure: bool = True) -> LaidOut:
    sightings = [
        lying(card, r, c, sure)
        for r, row in enumerate(rows)
        for c, card in enumerate(row)
        if card is not None
    ]
    return views_in(PICTURE, Reading(tuple(sightings), ()), 52)


def rows_but(changes: dict[tuple[int, int], Card | None]) -> list[list[Card | None]]:
    return [[changes.get((r, c), card) for c, card in enumerate(row)] for r, row in enumerate(ROWS)]


def test_all_52_are_labelled_by_their_places() -> None:
    found = laid(rows_but({}))

    assert {view.card for view in found.views} == set(DECK[:52])
    assert found.problems == ()


def test_kings_first_and_suits_in_another_order_are_found_out() -> None:
    found = laid([row[::-1] for row in (ROWS[3], ROWS[0], ROWS[2], ROWS[1])])

    assert len({view.card for view in found.views}) == 52
    assert found.problems == ()


def test_two_cards_that_changed_places_are_named_and_not_learnt() -> None:
    five, six = parse_card("5d"), parse_card("6d")
    found = laid(rows_but({(1, 4): six, (1, 5): five}))

    assert found.problems[0] == (
        "row 2, place 5: the 5 of diamonds lies there by its place, and it looks like the 6 of diamonds"
    )
    assert not {five, six} & {view.card for view in found.views}


def test_a_row_with_a_card_unseen_is_labelled_by_its_sure_neighbours() -> None:
    found = laid(rows_but({(2, 6): None}))

    assert len({view.card for view in found.views}) == 51


def test_fewer_rows_are_no_deck() -> None:
    with pytest.raises(LaidOutError, match="2 rows of cards seen where four are needed"):
        laid(rows_but({})[:2])
