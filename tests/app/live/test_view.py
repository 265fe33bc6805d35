"""No picture and no label of the live view tells a face that is not public at that moment."""

import asyncio
import os
import random
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from hardware.twin.scene import Lying
from table_controller import commands as c
from table_controller.app.live.allowed import NOTHING, Allowed, History, allowed
from table_controller.app.live.mask import softened
from table_controller.app.live.reading import Spots
from table_controller.app.live.view import LiveView, Watched
from table_controller.cards import DECK, parse_cards
from table_controller.rules.menu import legal_actions
from table_controller.table.state import Phase
from tests.app.live.live_table import CAMERA, HAND_MM, LiveTable, OwnReader
from tests.controller.fakes import OPENERS, Rig
from vision.live.look import Look
from vision.pair import Sighting
from vision.track import Evidence, Track


@pytest.fixture(scope="module")
def reader() -> OwnReader:
    return OwnReader()


def look(table: LiveTable) -> None:
    asyncio.run(table.view.look(CAMERA))


def test_the_camera_does_see_all_faces(reader: OwnReader) -> None:
    table = LiveTable(reader)
    table.rig.start()

    dealt = {card for text in OPENERS.values() for card in parse_cards(text)}
    assert len(table.read(table.source.frame()) & dealt) >= 13


@pytest.mark.parametrize("seed", range(int(os.environ.get("DRAWTABLE_LIVE_SEEDS", "2"))))
def test_random_hands_are_never_given_away(reader: OwnReader, seed: int) -> None:
    """Every card of the table lies face up under the camera; only what is shown to all may be read in what goes out."""
    table, rng = LiveTable(reader, seed, regions=seed % 4 != 3), random.Random(seed)
    table.rig.start()
    while table.rig.table.to_act is not None:
        act(table, rng)
        if rng.random() < 0.2 or table.rig.table.phase is Phase.SHOWDOWN:
            table.now_s += rng.choice((0.1, 5.0))
            checked(table)
    table.settle()
    checked(table)


def act(table: LiveTable, rng: random.Random) -> None:
    """The seat to act does something it may."""
    rig = table.rig
    seat = rig.table.to_act
    assert seat is not None
    if rig.table.phase is Phase.SHOWDOWN:
        may_muck = len(rig.table.live) > 1 and seat != rig.table.openers.opener
        rig.tell(c.MuckHand(seat) if may_muck and rng.random() < 0.3 else c.ShowCards(seat))
    elif rig.table.phase is Phase.DRAW:
        thrown = rig.table.seat(seat).faces[3 : rng.choice((3, 4, 5))]
        rig.tell(c.Discard(seat, thrown))
        stub = iter([card for card in DECK if card.text not in " ".join(OPENERS.values())])
        known = {held.card for one in rig.table.seats for held in one.hand}
        while rig.table.due:
            rig.tell(c.DeliverCard(next(card for card in stub if card not in known)))
    else:
        words = [a.word for a in legal_actions(rig.table) if a.word in ("open", "call", "check", "fold")]
        rng.shuffle(words)
        rig.act(min(words, key=lambda word: word == "fold" and rng.random() < 0.8))


def checked(table: LiveTable) -> int:
    """Look, and compare what goes out with what is public; return how many faces went out."""
    look(table)
    told = table.read(table.picture())
    assert told <= table.public(), (told, table.public())
    assert table.labels() <= table.public()
    return len(told)


def at_the_showdown(reader: OwnReader, *, regions: bool = True) -> LiveTable:
    table = LiveTable(reader, regions=regions)
    table.rig.to_showdown()
    return table


def test_a_shown_hand_can_be_seen_and_its_neighbours_cannot(reader: OwnReader) -> None:
    table = at_the_showdown(reader)
    seat = table.rig.table.to_act or 0
    table.show(seat)
    table.settle()
    look(table)

    assert len(table.read(table.picture())) >= 4
    assert table.labels() <= set(parse_cards(OPENERS[seat]))
    assert "sealed cards at seats" in table.camera().why
    assert {one.kind for one in table.camera().cards} == {"shown", "read"}


def test_without_regions_one_sealed_hand_hides_all(reader: OwnReader) -> None:
    table = at_the_showdown(reader, regions=False)
    table.show(table.rig.table.to_act or 0)
    table.settle()
    look(table)

    assert table.picture() is None
    assert table.labels() == frozenset()
    assert table.camera().cards


def test_a_frame_from_before_a_hand_was_shown_shows_nothing(reader: OwnReader) -> None:
    table = at_the_showdown(reader)
    seat = table.rig.table.to_act or 0
    late = table.source.frame()
    table.show(seat)
    table.source.kept = late
    look(table)

    assert table.read(table.picture()) == frozenset()
    assert table.labels() == frozenset()


def test_a_frame_of_the_last_hand_shows_nothing_in_the_next(reader: OwnReader) -> None:
    table = at_the_showdown(reader)
    while table.rig.table.phase is Phase.SHOWDOWN:
        table.show(table.rig.table.to_act or 0)
    table.settle()
    look(table)
    assert table.read(table.picture())
    late = table.source.frame()

    table.rig.tell(c.StartHand())

    assert table.picture() is None
    assert table.labels() == frozenset()
    table.source.kept = late
    look(table)
    assert table.read(table.picture()) == frozenset()
    assert table.labels() == frozenset()


def test_a_picture_that_was_good_is_not_given_out_once_the_table_changed(reader: OwnReader) -> None:
    table = at_the_showdown(reader)
    table.show(table.rig.table.to_act or 0)
    table.settle()
    look(table)
    number = table.camera().picture
    assert table.view.picture(CAMERA, number)

    table.rig.tell(c.VoidHand("floor"), c.StartHand())

    assert table.view.picture(CAMERA, number) is None


def test_what_changes_while_a_frame_is_read_counts(reader: OwnReader) -> None:
    table = at_the_showdown(reader)
    table.show(table.rig.table.to_act or 0)
    table.settle()
    reader.before = lambda: table.rig.tell(c.VoidHand("floor"), c.StartHand())
    look(table)
    reader.before = lambda: None

    assert table.read(table.picture()) == frozenset()
    assert table.labels() == frozenset()


def test_a_frame_that_was_not_read_is_dropped(reader: OwnReader) -> None:
    table = at_the_showdown(reader)
    table.show(table.rig.table.to_act or 0)
    table.settle()
    look(table)
    assert table.picture() is not None

    reader.is_real, reader.answers = False, None
    look(table)

    assert table.picture() is None


def test_cards_that_the_reader_overlooks_cannot_be_read_either(reader: OwnReader) -> None:
    """The soft part of the picture tells nothing even where the reader saw no card at all."""
    table = LiveTable(reader)
    for seat in (1, 2, 3):
        table.rig.tell(c.LeaveSeat(seat))
    faces = OPENERS
    frame = seen_as(table, faces)
    reader.is_real, reader.answers = False, Spots()
    table.source.kept = frame
    look(table)

    assert table.picture() is not None
    assert len(table.read(frame)) >= 13
    assert table.read(table.picture()) == frozenset()


def seen_as(table: LiveTable, hands: dict[int, str]) -> np.ndarray:
    lying = [
        Lying(card, table.source.middle_mm(seat) + 33 * (n - 2), HAND_MM)
        for seat, text in hands.items()
        for n, card in enumerate(parse_cards(text))
    ]
    return table.source._lens.picture(lying)


def test_softened_cards_are_eight_pixels_tall() -> None:
    chequered = np.kron(np.indices((72, 128)).sum(axis=0) % 2, np.ones((10, 10))).astype(np.uint8) * 255
    soft = softened(cv2.cvtColor(chequered, cv2.COLOR_GRAY2BGR), 178.0)

    assert soft.std() < 12


def test_of_shoe_and_tray_there_are_outlines_only(reader: OwnReader) -> None:
    table = LiveTable(reader)
    frame = table.source.frame()
    cameras = [Watched(role, role, table.source) for role in ("shoe", "tray")]
    view = LiveView(table.rig.controller, cameras, 3, reader, lambda: table.now_s)
    for role in ("shoe", "tray"):
        view.hear(Look(role, frame, 1, 1, backs=(np.zeros((4, 2), np.float32),)))

    assert [one.picture for one in view.cameras()] == [None, None]
    assert [one.cards[0].kind for one in view.cameras()] == ["down", "down"]
    assert all("outlines only" in one.why for one in view.cameras())
    assert [view.picture(role, 1) for role in ("shoe", "tray")] == [None, None]


def test_a_sealed_card_that_stays_unsure_looks_like_any_other(reader: OwnReader) -> None:
    """Nearly all that stay unsure are jokers: it would tell who was dealt one."""
    table = LiveTable(reader)
    view = LiveView(
        table.rig.controller, [Watched("shoe", "shoe", table.source)], 3, reader, lambda: table.now_s
    )
    quad = np.array([(0, 0), (60, 0), (60, 90), (0, 90)], np.float32)
    told = []
    logs = (np.log(np.eye(54)[DECK[0].index] + 1e-9),) * 8
    for evidence in (Evidence(), Evidence(DECK[0], 9, 0, logs)):
        sighting = Sighting(evidence.answer, 0.9, quad)
        view.hear(Look("shoe", table.source.frame(), 1, 1, (Track(1, sighting, evidence, 0, 0),)))
        told.append(view.cameras()[0].cards)

    assert told[0] == told[1]


def test_nothing_is_looked_at_when_nobody_watches(reader: OwnReader) -> None:
    table = LiveTable(reader)
    reads: list[int] = []
    reader.before = lambda: reads.append(1)

    async def some_time(ask: Callable[[], object]) -> None:
        running = asyncio.create_task(table.view.run())
        ask()
        async with asyncio.timeout(20):
            while len(reads) < 2 and ask is not idle:
                table.now_s += 1
                table.camera()
                await asyncio.sleep(0.01)
        for _ in range(20):
            await asyncio.sleep(0)
        running.cancel()

    def idle() -> None:
        return

    asyncio.run(some_time(idle))
    assert not reads
    asyncio.run(some_time(table.camera))
    assert len(reads) >= 2
    reader.before = lambda: None


# What is allowed


def test_a_dealt_seat_is_closed_until_all_of_its_hand_is_shown() -> None:
    rig = Rig()
    assert allowed(rig.table, 4).open_seats == {1, 2, 3, 4}
    rig.tell(c.StartHand())
    assert allowed(rig.table, 4) == Allowed(frozenset(), frozenset({4}))
    rig.tell(c.VoidHand("floor"))
    rig = Rig()
    rig.to_showdown()
    seat = rig.table.to_act or 0
    rig.tell(c.ShowCards(seat))

    may = allowed(rig.table, 4)
    assert may.open_seats == {seat, 4}
    assert may.faces == {(seat, card) for card in parse_cards(OPENERS[seat])}


def test_a_table_that_was_stopped_shows_nothing() -> None:
    rig = Rig()
    rig.to_showdown()
    rig.tell(c.ShowCards(rig.table.to_act or 0), c.ReportFault("JAM", "shuffler"))

    assert allowed(rig.table, 3) == NOTHING


def test_the_strictest_of_all_states_since_a_frame_was_taken_counts() -> None:
    now = [100.0]
    one, both = Allowed(open_seats=frozenset({1})), Allowed(open_seats=frozenset({1, 2}))
    history = History(both, lambda: now[0])
    now[0] = 110.0
    history.note(one)
    now[0] = 111.0
    history.note(both)
    now[0] = 112.0

    assert history.since(111.5) == both
    assert history.since(110.5) == one
    assert history.since(109.5) == one
    assert history.since(99.0) == NOTHING
    now[0] = 200.0
    assert history.since(199.0) == both
    assert history.since(150.0) == NOTHING
