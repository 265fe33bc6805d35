"""What players declare is on no surface of a running table before all have declared: "both" is said, and searched for."""

import json
import re
from pathlib import Path

import httpx
import pytest

from table_controller import commands as c
from table_controller.controller.panels import Button
from table_controller.structure import Way
from table_controller.table.state import Phase
from tests.app.listening import PAGES, House, watched

pytestmark = pytest.mark.broker

SAID = re.compile(r"\bboth\b")
IN_THE_LOG = (b'"both"', b"'both'", b"Way.BOTH")


def test_what_is_declared_is_nowhere_before_all_have_declared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """V02: files, MQTT messages, answers and frames tell who has declared and not which way."""
    house = House(tmp_path, "high-low-declare")

    async def scene() -> None:
        to_the_declaration(house)
        house.tell(c.Declare(3, Way.BOTH))
        for button in (Button.PLUS, Button.PLUS, Button.PLUS, Button.CONFIRM):
            house.table.presses.heard(button, "box-1")
            await house.table.presses.seat_pressed(1, button)
        house.tell(c.Declare(3, Way.BOTH), c.Declare(1, Way.BOTH))
        assert [seat.declared for seat in house.controller.table.seats] == [True, False, True]
        assert [seat.way for seat in house.controller.table.seats] == [Way.BOTH, None, Way.BOTH]

        await everything_heard(house)
        assert said_in_public(house) == set()
        assert files_that_say_it(tmp_path) == []
        declared = [seat.declared for seat in house.controller.state().seats]
        assert declared == ["hidden", None, "hidden"]

        house.tell(c.Declare(2, Way.LOW))
        await everything_heard(house)
        assert house.controller.table.phase is Phase.SHOWDOWN
        assert said_in_public(house) == {"MQTT", "frames", "answers"}
        assert files_that_say_it(tmp_path) != []

    watched(house, monkeypatch, scene)


def to_the_declaration(house: House) -> None:
    house.tell(c.StartHand())
    house.deal()
    while house.controller.table.phase is Phase.BET:
        house.act(c.Check)
    while house.controller.table.phase is Phase.DRAW:
        house.act(lambda seat: c.Discard(seat, ()))
    while house.controller.table.phase is Phase.BET:
        house.act(c.Check)
    assert house.controller.table.phase is Phase.DECLARE


async def everything_heard(house: House) -> None:
    await house.heard()
    async with httpx.AsyncClient(base_url=house.url, timeout=20) as browser:
        for page in PAGES:
            if page:  # the page itself is the same at every table
                house.answers.append((await browser.get(page)).text)


def said_in_public(house: House) -> set[str]:
    assert any(json.loads(text).get("data", {}).get("type") == "declaration_made" for text in house.messages)
    said = {
        "MQTT": house.messages,
        "frames": house.frames,
        "answers": house.answers,
        "texts": house.words,
    }
    return {where for where, texts in said.items() if any(map(SAID.search, texts))}


def files_that_say_it(folder: Path) -> list[str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    contents = ((path.name, path.read_bytes()) for path in files)
    return [name for name, content in contents if any(form in content for form in IN_THE_LOG)]
