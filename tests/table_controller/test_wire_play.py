"""In whole evenings of play nothing hidden leaves, whatever people do."""

import random
import re
from collections.abc import Iterator
from typing import Final

import pytest

from table_controller import events as e
from table_controller.cards import Card
from table_controller.table.evolve import evolve
from table_controller.table.state import Table
from table_controller.wire.discretion import public_faces
from table_controller.wire.event_view import public_view, ruling_view
from table_controller.wire.models import RulingView
from table_controller.wire.public_event import PublicEvent
from table_controller.wire.state_view import public_state
from tests.table_controller.engine_driver import anything, random_driver, sensible

FACE: Final = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|Jk)(?![A-Za-z0-9])")
COMMANDS: Final = 250


def evening(seed: int) -> Iterator[tuple[e.Event, Table]]:
    """Yield every event of an evening, and the table after it."""
    rng = random.Random(seed)
    driver = random_driver(rng)
    driver.unread = 0.05
    table = driver.table
    for _ in range(COMMANDS):
        heard = len(driver.events)
        if driver.table.due and not driver.table.halted and driver.stock and rng.random() < 0.05:
            driver.deliver("exposed")
        elif (command := anything(driver) if rng.random() < 0.05 else sensible(driver)) is not None:
            driver.put(command)
        for event in driver.events[heard:]:
            table = evolve(table, event)
            yield event, table


def lying_up(table: Table) -> Iterator[Card]:
    for seat in table.seats:
        for held in (*seat.hand, *seat.mucked, *(each for laid in seat.discards for each in laid)):
            if held.face_up and held.card is not None:
                yield held.card


@pytest.mark.parametrize("seed", range(20))
def test_a_face_leaves_only_after_all_have_seen_it(seed: int) -> None:
    seen: set[str] = set()
    told: list[PublicEvent] = []
    rulings: list[RulingView] = []
    for event, table in evening(seed):
        if isinstance(event, e.HandStarted):
            seen, rulings = set(), []
        seen.update(card.text for card in lying_up(table))
        seen.update(public_faces(event))
        if isinstance(event, e.RulingMade) and (ruling := ruling_view(event, table, "", "")) is not None:
            rulings.append(ruling)

        view = public_view(event, table)
        told += [view] if view is not None else []
        text = (view.model_dump_json() if view else "") + public_state(
            table, rulings=rulings
        ).model_dump_json()

        assert set(FACE.findall(text)) <= seen

    assert {"hand_started", "card_dealt", "hand_ended"} <= {view.type for view in told}
