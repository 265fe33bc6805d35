"""Each game has a page in the manual, and the hand on it is a scenario that holds."""

import re
from pathlib import Path

import pytest

from table_controller.games.build import GAMES
from table_controller.scenario.cli import play_file
from tests.house.checkout import ROOT

PAGES = ROOT / "docs" / "games"
HAND = re.compile(r"\[tests/scenarios/([\w/-]+\.deal)\].*?\n```\n(.*?)\n```", re.DOTALL)


def test_every_game_has_a_page_on_the_list_and_no_page_is_of_another() -> None:
    listed = (PAGES / "index.md").read_text(encoding="utf-8")

    assert sorted(page.stem for page in PAGES.glob("*.md")) == sorted((*GAMES, "index"))
    assert [game_id for game_id in GAMES if f"[{game_id}]({game_id}.md)" not in listed] == []
    assert "(games/index.md)" in (ROOT / "docs" / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game_id", list(GAMES))
def test_the_hand_on_the_page_is_a_scenario_of_that_game_that_holds(game_id: str) -> None:
    hands = HAND.findall((PAGES / f"{game_id}.md").read_text(encoding="utf-8"))

    assert hands
    for name, told in hands:
        path = ROOT / "tests" / "scenarios" / name
        _rows, _shows, *lines = path.read_text(encoding="utf-8").splitlines()
        assert told.splitlines() == lines
        assert f"game {game_id}" in lines
        report = play_file(path)
        assert report.error is None
        assert report.run is not None
        assert report.run.checks
        assert report.failures == ()


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.name)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))

    assert [link for link in links if not (page.parent / link).exists()] == []
