"""A hand whose cards are planted is played on a whole running table; no surface of it ever names a hidden face.

The log by itself is searched in ``tests/table_controller/test_event_log_secrecy.py``; here it is everything that runs:
all files of the log's folder with the broker's among them, every MQTT message, every answer and frame of the page,
what is printed, and the texts of refusals.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from table_controller import commands as c
from table_controller.cards import parse_cards
from table_controller.table.state import Phase
from tests.app.listening import House, named, named_in_bytes, watched

pytestmark = pytest.mark.broker


def test_the_search_finds_what_is_there() -> None:
    ace = frozenset(parse_cards("Ah"))

    assert named('{"cards":["Ah"]}', ace) == ["Ah"]
    assert named_in_bytes(b'\0\0{"cards":["Ah"]}', ace) == ["Ah"]
    assert named('{"hash":"3Ah9"}', ace) == []


def test_no_surface_of_a_running_hand_names_a_hidden_face_in_any_phase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    house = House(tmp_path)

    watched(house, monkeypatch, lambda: play(house, lambda: "".join(capfd.readouterr()) or "nothing"))

    assert house.searched == {"deal", "bet 1", "draw", "bet 2", "showdown", "one hand shown", "over"}


async def play(house: House, printed: Callable[[], str]) -> None:
    """One hand, searched in every phase, with every kind of mistake in each."""
    house.tell(c.StartHand())
    house.tell(c.DeliverCard(house.left[house.controller.table.due[0].seat or 0].pop(0)))
    await house.search("deal", printed())
    house.deal()
    house.act(lambda seat: c.BetTo(seat, 2))
    house.mistakes()
    await house.search("bet 1", printed())
    house.act(c.Call)
    house.act(c.Call)
    assert house.controller.table.phase is Phase.DRAW
    house.act(lambda seat: c.Discard(seat, ()))
    second = house.controller.table.to_act or 0
    thrown = house.controller.table.seat(second).faces[3:]
    house.tell(c.AnnounceDraw(second, 2), c.Discard(second, thrown), c.ReadCards("tray", second, thrown))
    house.deal()
    house.mistakes()
    await house.search("draw", printed())
    while house.controller.table.phase is Phase.DRAW:
        house.act(lambda seat: c.Discard(seat, ()))
    house.mistakes()
    await house.search("bet 2", printed())
    while house.controller.table.phase is Phase.BET:
        house.act(c.Check)
    await house.search("showdown", printed())
    house.act(c.ShowCards)
    await house.search("one hand shown", printed())
    while house.controller.table.phase is Phase.SHOWDOWN:
        house.act(c.MuckHand)
    await house.search("over", printed())
