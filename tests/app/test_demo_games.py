"""Games from cardboard to the summary: shuffler, boxes and cameras of the twin, the reader, the rules, the page."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ENDS_IN_S = 110


def demo(*options: str) -> subprocess.CompletedProcess[str]:
    call = [str(Path(sys.executable).with_name("drawtable")), "demo", "--fast", "--headless", "--json"]
    return subprocess.run([*call, *options], capture_output=True, text=True, timeout=ENDS_IN_S, check=False)


@pytest.mark.parametrize(
    "options",
    [
        ("--game", "badugi"),
        ("--game", "high-low-declare"),
        ("--game", "california-lowball", "--four-before", "--draws", "2", "--set", "kill=full"),
    ],
    ids=lambda options: " ".join(options).removeprefix("--game "),
)
def test_three_hands_of_a_game_lose_nothing_and_believe_nothing_wrong(options: tuple[str, ...]) -> None:
    ended = demo("--hands", "3", "--seats", "4", "--seed", "1", *options)

    assert ended.returncode == 0, ended.stdout + ended.stderr
    report = json.loads(ended.stdout)
    assert report["hands"] == 3
    assert report["ok"]
    assert report["refusals"] == {}
    assert report["cards_read"] > 3 * 4 * 4
    assert report["cards_wrong"] == 0


def test_what_no_demo_can_play_is_one_line() -> None:
    ended = demo("--hands", "1", "--game", "badugi", "--four-before")

    assert ended.returncode == 2
    assert (
        ended.stderr.strip()
        == "drawtable: four-before cannot be played in badugi: a hand has 4 cards anyway (T04)"
    )
