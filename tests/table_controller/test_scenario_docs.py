"""The examples of the manual are true."""

import re
from pathlib import Path

from table_controller.scenario.grammar import parse
from table_controller.scenario.run import CheckResult
from table_controller.scenario.runner import play

MANUAL = Path(__file__).parents[2] / "docs/scenarios.md"


def _examples() -> list[str]:
    return [
        text
        for text in re.findall(r"```\n(.*?)```", MANUAL.read_text(), re.DOTALL)
        if text.startswith("game")
    ]


def test_both_examples_hold() -> None:
    runs = [play(parse(text)) for text in _examples()]

    assert len(runs) == 2
    assert [result for run in runs for result in run.checks if not result.ok] == []


def test_the_other_profile_rules_as_the_manual_says() -> None:
    run = play(parse(_examples()[1].replace("roberts", "casino-classic")))

    assert CheckResult(14, False, "phase over", "phase bet 1") in run.checks
