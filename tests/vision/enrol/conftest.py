"""What the tests of enrolment share: a reader, and a deck of a few cards that was learnt once."""

import numpy as np
import pytest

from tests.vision.enrol.odd_deck import odd_views
from vision.enrol.house_deck import HouseDeck, learnt, new_deck
from vision.enrol.views import Geometry
from vision.read import IndexReader


@pytest.fixture(scope="session")
def index_reader() -> IndexReader:
    return IndexReader(threads=1)


@pytest.fixture(scope="session")
def deck(index_reader: IndexReader) -> HouseDeck:
    back = np.full((56, 40, 3), 77, np.uint8)
    return learnt(new_deck("odd", 53, odd_views(), (back,), Geometry(2, 5.5, 2)), index_reader)
