"""One card after another before a camera is looked for at the size of the last one."""

import numpy as np

from table_controller.cards import DECK
from tests.vision.enrol.odd_deck import held_up
from vision.enrol.close_up import SEARCH_EVERY, CloseUp
from vision.reader import CardReader, Reading

FRAME = np.full((480, 640, 3), 90, np.uint8)


class Watched(CardReader):
    """Notes at which sizes it is asked; sees the card of 40 px when it is there."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.there = True

    def read(self, image: np.ndarray) -> Reading:
        self.asked.append("all")
        return held_up(DECK[7], 7) if self.there else Reading((), ())

    def find(self, image: np.ndarray, scales: object = None) -> tuple[list[object], list[object]]:  # type: ignore[override]
        self.asked.append(scales)
        return [], []

    def read_at(self, image: np.ndarray, finds: object, *, jokers_anew: bool = False) -> tuple[object, ...]:  # type: ignore[override]
        return held_up(DECK[7], 7).sightings if self.there else ()


def test_the_size_of_the_last_card_is_looked_at_and_all_sizes_now_and_then_when_nothing_is_seen() -> None:
    reader = Watched()
    close_up = CloseUp(reader)

    close_up.read(FRAME)
    close_up.read(FRAME)
    reader.there = False
    for _ in range(SEARCH_EVERY + 1):
        close_up.read(FRAME)

    assert reader.asked[0] == "all"
    assert reader.asked[1] == (1.0,)
    assert reader.asked.count("all") == 2
