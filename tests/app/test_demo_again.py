"""A demo on the log of another one: fewer players, another game, another deck, a pot that stayed."""

import subprocess
import sys
from pathlib import Path

ENDS_IN_S = 100


def demo(log: Path, *options: str) -> str:
    """Play one hand on this log in a process of its own; return what it said when it did not end well."""
    call = [str(Path(sys.executable).with_name("drawtable")), "demo", "--fast", "--headless", "--hands", "1"]
    ended = subprocess.run(
        [*call, "--log-dir", str(log), *options],
        capture_output=True,
        text=True,
        timeout=ENDS_IN_S,
        check=False,
    )
    return "" if ended.returncode == 0 else ended.stdout + ended.stderr


def test_a_demo_of_fewer_players_and_another_game_goes_on_with_the_log_of_a_larger_one(
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"

    assert demo(log, "--seats", "4") == ""
    assert demo(log, "--seats", "2", "--game", "five-card-draw", "--profile", "home") == ""
    assert demo(log, "--seats", "3") == ""
