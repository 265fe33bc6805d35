"""Every scenario file is played on the rules engine; what does not hold is told by line."""

from pathlib import Path

import pytest

from table_controller.games.build import GAMES
from table_controller.scenario.cli import play_file

OURS = Path(__file__).parents[1] / "scenarios"
SHARED = Path(__file__).parents[2] / "../shared/scenarios"


def _game_of(path: Path) -> str:
    words = (line.split("#")[0].split() for line in path.read_text(encoding="utf-8").splitlines())
    return next(line[1].lower() for line in words if len(line) > 1 and line[0].lower() == "game")


def _dealt_here(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*.deal")) if _game_of(path) in GAMES]


def _require_all_checks_hold(path: Path) -> None:
    report = play_file(path)

    assert report.error is None, f"{path}: {report.error}"
    assert report.run is not None
    assert report.run.checks, f"{path}: nothing is checked"
    assert [
        f"line {result.line}: expected {result.expected}; found {result.found}" for result in report.failures
    ] == []


@pytest.mark.parametrize("path", _dealt_here(OURS), ids=lambda path: str(path.relative_to(OURS)))
def test_the_scenario_holds(path: Path) -> None:
    _require_all_checks_hold(path)


@pytest.mark.parametrize("path", _dealt_here(SHARED), ids=lambda path: path.name)
def test_the_shared_scenario_of_a_game_dealt_here_holds(path: Path) -> None:
    _require_all_checks_hold(path)


def test_shared_scenarios_are_beside_the_checkout() -> None:
    if not SHARED.is_dir():
        pytest.skip("the shared scenarios are not beside the checkout")
    assert _dealt_here(SHARED)
