"""A table of two seats with one dealer's box and one webcam: the box behind a pty, the webcam a video file."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from dashboard.frames import SERVER_FRAME, Ping
from hardware.twin.devices.button_box import ButtonBoxModel
from hardware.twin.stand import record_hand
from table_controller.app import devices, run
from table_controller.app.checking import check_table
from table_controller.app.config import read_settings
from table_controller.app.opening import Opened
from table_controller.cards import parse_cards
from table_controller.controller.panels import Button as B
from table_controller.events import ActionRefused
from table_controller.table.state import Phase, Table
from table_controller.wire.models import PublicState
from tests.app.command_line import drawtable

pytestmark = [
    pytest.mark.broker,
]

HAND = "Ks Kd 8h 4c 2s"
DEADLINE_S = 90.0


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """The example's file with a pty and a video in the place of box and webcam."""
    record_hand(tmp_path / "webcam.avi", parse_cards(HAND), frames=10)
    text = drawtable("run", "--example").out
    text = text.replace("/dev/drawtable/box", str(tmp_path / "box"))
    text = text.replace("camera:0", str(tmp_path / "webcam.avi"))
    text = text.replace("var/drawtable", str(tmp_path / "log")).replace("port = 8080", "port = 0")
    (tmp_path / "table.toml").write_text(text)
    return tmp_path


class Page:
    """What a browser shows, and a finger on the box."""

    def __init__(self, box: ButtonBoxModel) -> None:
        self.box = box
        self.state: PublicState | None = None

    async def watch(self, url: str) -> None:
        with suppress(ConnectionClosed):
            async with connect(url.replace("http", "ws") + "ws") as socket:
                async for text in socket:
                    frame = SERVER_FRAME.validate_json(text)
                    if isinstance(frame, Ping):
                        pong = {"kind": "pong", "server_ts": json.loads(text)["server_ts"]}
                        await socket.send(json.dumps(pong))
                        continue
                    for table in frame.tables:
                        self.state = table.state or self.state

    async def press(self, *buttons: B) -> None:
        for button in buttons:
            await asyncio.to_thread(self.box.press, button)

    async def shows(self, what: Callable[[PublicState], bool]) -> None:
        while self.state is None or not what(self.state):
            await asyncio.sleep(0.01)


async def first_pot(page: Page) -> None:
    """What docs/run.md tells a newcomer to press."""
    await page.shows(lambda s: s.phase == "over" and all(d.state == "ok" for d in s.devices))
    await page.press(B.CONFIRM)
    await page.shows(lambda s: s.phase == "deal")
    await page.press(B.CONFIRM)
    await page.shows(lambda s: s.phase == "bet 1")
    await page.press(B.BET)
    await page.shows(lambda s: s.opener is not None)
    await page.press(B.CHECK)
    await page.shows(lambda s: s.phase == "draw 1")
    await page.press(B.PLUS, B.PLUS, B.CONFIRM)
    await page.shows(lambda s: any(seat.announced == 2 for seat in s.seats))
    await page.press(B.CONFIRM)
    await page.shows(lambda s: bool(s.cards_due))
    await page.press(B.CONFIRM)
    await page.shows(lambda s: not s.cards_due and s.phase == "draw 1")
    await page.press(B.CHECK)
    await a_bet_and_the_showdown(page)


async def a_bet_and_the_showdown(page: Page) -> None:
    """After the draw: bet and call; one hand is tabled and read, the other thrown away."""
    await page.shows(lambda s: s.phase == "bet 2")
    await page.press(B.BET)
    await page.shows(lambda s: s.to_match > 0)
    await page.press(B.CHECK)
    await page.shows(lambda s: s.phase == "showdown")
    await page.press(B.CONFIRM)
    await page.shows(lambda s: any(len(seat.shown_cards) == 5 for seat in s.seats))
    await page.press(B.FOLD)
    await page.shows(lambda s: s.phase == "over" and s.hand_no == 1)


async def three_draws_checked_down(page: Page) -> None:
    """A hand of four cards: call, check, stand pat three times; one hand is tabled, the other thrown away."""
    await page.shows(lambda s: s.phase == "over" and all(d.state == "ok" for d in s.devices))
    await page.press(B.CONFIRM)
    await page.shows(lambda s: s.phase == "deal")
    await page.press(B.CONFIRM)
    await page.shows(lambda s: s.phase == "bet 1")
    asked: set[tuple[str, int | None]] = set()
    while page.state is None or page.state.phase != "showdown":
        assert page.state is not None
        if page.state.to_act is not None and (page.state.phase, page.state.to_act) not in asked:
            asked.add((page.state.phase, page.state.to_act))
            await page.press(B.CHECK)
        await asyncio.sleep(0.01)
    assert {phase for phase, _ in asked} == {"bet 1", "draw 1", "bet 2", "draw 2", "bet 3", "draw 3", "bet 4"}
    await page.press(B.CONFIRM)
    await page.shows(lambda s: any(len(seat.shown_cards) == 4 for seat in s.seats))
    await page.press(B.FOLD)
    await page.shows(lambda s: s.phase == "over" and s.hand_no == 1)


def play(desk: Path, scene: Callable[[Page], Awaitable[None]]) -> tuple[Table, list[ActionRefused]]:
    """Bring the table up as ``drawtable run`` does, and press."""
    refusals: list[ActionRefused] = []
    box = ButtonBoxModel(desk / "box")
    box.start()

    async def go() -> Table:
        table_run = run.TableRun(read_settings(desk / "table.toml"))
        opened: Opened = table_run.opened
        opened.controller.listen(lambda e, _: refusals.append(e) if isinstance(e, ActionRefused) else None)
        page = Page(box)
        try:
            async with asyncio.timeout(DEADLINE_S), table_run.table as table, asyncio.TaskGroup() as tasks:
                assert table.page is not None
                running = [tasks.create_task(table.run()), tasks.create_task(page.watch(table.page.url))]
                await scene(page)
                for task in running:
                    task.cancel()
        finally:
            table_run.close()
        return opened.controller.table

    try:
        return asyncio.run(go()), refusals
    finally:
        box.stop()


def test_the_example_is_accepted_and_only_hardware_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(drawtable("run", "--example").out.replace("var/drawtable", str(tmp_path / "log")))

    answer = drawtable("run", "--check", "--json", str(file))

    assert answer.status == 1
    missing = {finding["what"] for finding in json.loads(answer.out) if not finding["ok"]}
    assert missing - {"page"} == {"dealer's box", "overhead camera"}


def test_check_names_an_enrolled_deck_whose_file_is_not_there(tmp_path: Path) -> None:
    file, deck = tmp_path / "table.toml", tmp_path / "house.deck.npz"
    example = drawtable("run", "--example").out.replace("var/drawtable", str(tmp_path / "log"))
    file.write_text(example.replace('# deck = "house.deck.npz"', f'deck = "{deck}"'))

    findings = json.loads(drawtable("run", "--check", "--json", str(file)).out)

    [reader] = [finding for finding in findings if finding["what"] == "card reader"]
    assert not reader["ok"]
    assert str(deck) in reader["detail"]


def test_check_says_that_the_desk_is_complete(desk: Path) -> None:
    box = ButtonBoxModel(desk / "box")
    box.start()
    try:
        findings = asyncio.run(check_table(read_settings(desk / "table.toml")))
    finally:
        box.stop()

    assert [(finding.what, finding.detail) for finding in findings if not finding.ok] == []


def test_a_newcomer_plays_the_first_pot_by_one_box_and_one_webcam(
    desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "BACKLOG_S", 0.0)
    table, refusals = play(desk, first_pot)

    assert table.phase is Phase.OVER
    assert refusals == []
    assert sum(seat.stack for seat in table.seats) == 400
    assert sorted(seat.stack for seat in table.seats) == [193, 207]


def test_a_file_that_names_badugi_is_four_cards_and_three_draws_at_the_same_desk(
    desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "BACKLOG_S", 0.0)
    record_hand(desk / "webcam.avi", parse_cards("8s 6d 3h Ac"), frames=10)
    file = desk / "table.toml"
    game = '[game]\nid = "badugi"\nlimits = [4, 4, 8]\nblinds = [0, 2, 4]\n\n'
    before, _, after = file.read_text().partition("[game]\n")
    file.write_text(before + game + after[after.index("[rules]") :])

    table, refusals = play(desk, three_draws_checked_down)

    assert refusals == []
    assert sorted(seat.stack for seat in table.seats) == [196, 204]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("/box", "/nobox", "no device at"),
        ("webcam.avi", "webcam.mp4", "no such file"),
        ("webcam.avi", "table.toml", "table.toml"),
        ("[log]", "[log]\n# ", None),
    ],
)
def test_what_the_desk_lacks_is_one_line_before_anything_starts(
    desk: Path, old: str, new: str, words: str | None
) -> None:
    box = ButtonBoxModel(desk / "box")
    if words is None:
        (desk / "log").write_text("a file where the folder belongs")
        words = str(desk / "log")
    else:
        file = desk / "table.toml"
        file.write_text(file.read_text().replace(old, new))
    box.start()
    try:
        answer = drawtable("run", str(desk / "table.toml"))
    finally:
        box.stop()

    assert answer.status == 2
    assert words in answer.line


def test_a_video_that_is_none_is_one_line(desk: Path) -> None:
    (desk / "webcam.avi").write_bytes(b"RIFF and nothing else")
    box = ButtonBoxModel(desk / "box")
    box.start()
    try:
        answer = drawtable("run", str(desk / "table.toml"))
    finally:
        box.stop()

    assert answer.status == 2
    assert "webcam.avi" in answer.err
    assert "Traceback" not in answer.err
