"""A whole table with planted cards, and somebody who listens to everything it says."""

import asyncio
import json
import random
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from table_controller import commands as c
from table_controller.app import runtime
from table_controller.app.opening import open_table
from table_controller.app.runtime import Parts, RunningTable
from table_controller.broker.supervisor import BrokerSupervisor
from table_controller.cards import DECK, Card, parse_cards
from table_controller.events import ActionRefused
from table_controller.games.build import build
from table_controller.mqtt.connection import LinkDown, open_connection
from table_controller.observations import Observation
from table_controller.ports import Seen
from table_controller.structure import Betting, Stakes
from table_controller.table.places import places
from table_controller.wire.topics import TableAddress

ADDRESS = TableAddress("home", "main", "table-1")
DEADLINE_S = 60.0
HANDS = {1: "Kh Kc 9h 8d 4c", 2: "Qd Qs 7c 6d 3h", 3: "Jd Jh Tc 5s 2c"}
PAGES = ("api/table", "api/table?table=home/main/table-1", "api/health", "metrics", "")


class House:
    """A whole table with planted cards, and somebody who listens to everything it says."""

    def __init__(self, folder: Path, game: str = "jacks-or-better") -> None:
        self.folder = folder
        built = (*build(game), Stakes(Betting.LIMIT, (2, 4), 1))
        deck = DECK[: built[1].deck_size]
        players = [(seat, f"player {seat}", 500) for seat in HANDS]
        self.opened = open_table(folder, built, players)
        self.table = RunningTable(Parts(self.opened, ADDRESS, None, {}))
        self.controller = self.opened.controller
        planted = [card for text in HANDS.values() for card in parse_cards(text)]
        self.left = {seat: list(parse_cards(text)) for seat, text in HANDS.items()}
        self.stub = random.Random(11).sample([card for card in deck if card not in planted], len(deck) - 15)
        self.messages: list[str] = []
        self.frames: list[str] = []
        self.answers: list[str] = []
        self.words: list[str] = []
        self.searched: set[str] = set()

    # What happens

    def deal(self) -> None:
        while self.controller.table.due:
            mine = self.left.get(self.controller.table.due[0].seat or 0)
            card = mine.pop(0) if mine else self.stub.pop()
            self.controller.sighted("shoe", (Seen(card, 0.998),))
            self.tell(c.DeliverCard(card))

    def tell(self, *commands: c.Command) -> None:
        for command in commands:
            for event in self.controller.handle(command):
                if isinstance(event, ActionRefused):
                    self.words.append(event.text)

    def act(self, make: Callable[[int], c.Command]) -> None:
        self.tell(make(self.controller.table.to_act or 0))

    def mistakes(self) -> None:
        """Cards of others, doubled faces, weak readings, a count that is wrong: all are refused or alarmed about."""
        seats = self.controller.table.seats
        for seat in seats:
            other = seats[seat.number % len(seats)]
            self.tell(
                c.Discard(seat.number, other.faces[:2]),
                c.ShowCards(seat.number, other.faces[:2]),
                c.ReadCards("tray", seat.number, other.faces[2:3], 0.5),
                c.ReadCards("overhead", seat.number, (None, None), 0.2),
                c.BetTo(seat.number, 999),
                c.ShowOpeners(seat.number),
            )
            with pytest.raises(ValueError) as refused:
                Observation("tray", "Sighting", {"face": other.faces[0].text})
            self.words.append(str(refused.value))

    # What is hidden

    def hidden(self) -> frozenset[Card]:
        table = self.controller.table
        held = {p.held.card for p in places(table) if p.held.card is not None and not p.held.face_up}
        shown = {p.held.card for p in places(table) if p.held.face_up}
        return frozenset(held - shown) | frozenset(self.stub)

    async def search(self, phase: str, printed: str) -> None:
        """Everything said so far names nothing that is hidden now."""
        await self.heard()
        async with httpx.AsyncClient(base_url=self.url, timeout=20) as browser:
            for page in PAGES:
                self.answers.append((await browser.get(page)).text)
        hidden = self.hidden()
        assert len(hidden) > 30
        said = {
            "MQTT": self.messages,
            "frames": self.frames,
            "answers": self.answers,
            "texts": self.words,
            "printed": [printed],
        }
        for where, texts in said.items():
            assert texts, where
            for text in texts:
                assert named(text, hidden) == [], f"{where} in {phase}: {text[:300]}"
        for path in self.folder.rglob("*"):
            if path.is_file():
                assert named_in_bytes(path.read_bytes(), hidden) == [], f"{path.name} in {phase}"
        self.searched.add(phase)

    async def heard(self) -> None:
        """What the table is now has reached subscriber and page."""
        now = json.loads(self.controller.state().model_dump_json(by_alias=True))
        wanted = {key: now[key] for key in ("hand_no", "phase", "to_act", "stub", "in_middle")}

        def has(text: str) -> bool:
            state = json.loads(text).get("data") or {}
            return all(state.get(key) == value for key, value in wanted.items())

        def page_has(text: str) -> bool:
            tables = json.loads(text).get("tables") or ()
            return any(all(t["state"].get(k) == v for k, v in wanted.items()) for t in tables if t["state"])

        while not any(map(has, reversed(self.messages))) or not any(map(page_has, reversed(self.frames))):
            await asyncio.sleep(0.02)

    # Listening

    @property
    def url(self) -> str:
        assert self.table.page is not None
        return self.table.page.url

    async def subscribe(self, supervisor: BrokerSupervisor) -> None:
        connection = await open_connection(supervisor.for_table, "curious")
        assert await connection.subscribe([ADDRESS.everything]) == ()
        with suppress(LinkDown):
            while True:
                arrived = await connection.next_message()
                self.messages.append(arrived.payload.decode())
                self.words.append(arrived.topic)

    async def browse(self) -> None:
        with suppress(ConnectionClosed):
            async with connect(self.url.replace("http", "ws") + "ws", max_size=None) as socket:
                async for text in socket:
                    assert isinstance(text, str)
                    self.frames.append(text)
                    if json.loads(text)["kind"] == "ping":
                        pong = {"kind": "pong", "server_ts": json.loads(text)["server_ts"]}
                        await socket.send(json.dumps(pong))


def watched(house: House, monkeypatch: pytest.MonkeyPatch, scene: Callable[[], Awaitable[None]]) -> None:
    """Run the table, a subscriber and a page, and *scene* in the middle of it."""
    supervisors: list[BrokerSupervisor] = []

    def remembered(folder: Path, address: TableAddress) -> BrokerSupervisor:
        supervisors.append(BrokerSupervisor(folder, address))
        return supervisors[-1]

    monkeypatch.setattr(runtime, "BrokerSupervisor", remembered)

    async def run() -> None:
        async with asyncio.timeout(DEADLINE_S), AsyncExitStack() as closing:
            closing.callback(house.opened.close)
            await closing.enter_async_context(house.table)
            async with asyncio.TaskGroup() as tasks:
                running = [
                    tasks.create_task(house.table.run()),
                    tasks.create_task(house.subscribe(supervisors[0])),
                    tasks.create_task(house.browse()),
                ]
                await scene()
                for task in running:
                    task.cancel()

    asyncio.run(run())


def named(text: str, faces: frozenset[Card]) -> list[str]:
    """Return the faces a text names, as words of their own."""
    words = set(re.findall(r"[0-9A-Za-z]+", text))
    return sorted(card.text for card in faces if card.text in words)


def named_in_bytes(content: bytes, faces: frozenset[Card]) -> list[str]:
    """Return the faces a file names in one of the forms in which programs write them."""
    forms = ('"{}"', "'{}'", " {} ", "[{}]", "[{},", ",{},", ",{}]")
    return sorted(c.text for c in faces if any(form.format(c.text).encode() in content for form in forms))
