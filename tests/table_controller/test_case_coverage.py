"""Every situation seen at a real table is played, input for input, or says why it cannot be."""

import ast
import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from scripts.row_citations import SCENARIOS, TESTS, read_scenario

PLAYED_BY = Path(__file__).with_name("cases_by_input.txt")
CASES = Path(__file__).parents[2] / "../shared/cases/cases.json"
HANDS = SCENARIOS / "cases"
NOT_PLAYED = "not played:"


def played_by() -> Mapping[str, str]:
    """Return what stands beside each input of a case, ``A01.1``."""
    lines = PLAYED_BY.read_text(encoding="utf-8").splitlines()
    pairs = [line.partition(" ") for line in lines if line and not line.startswith("#")]
    played = {key: rest for key, _, rest in pairs}
    assert len(played) == len(pairs), "an input has one line"
    return played


def named(rest: str) -> list[str]:
    return [part for part in rest.split(" · ") if not part.startswith(NOT_PLAYED)]


def names_of_tests() -> set[str]:
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in TESTS.rglob("test_*.py"))
    return {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.skipif(not CASES.exists(), reason="the cases lie beside the checkout, in ../shared/cases")
def test_every_input_of_every_case_has_its_line_and_no_line_is_of_another() -> None:
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    inputs = [f"{case['id']}.{nth}" for case in cases for nth in range(1, len(case["inputs"]) + 1)]

    assert list(played_by()) == inputs


def test_what_plays_an_input_is_there() -> None:
    hands, tests = {path.stem for path in HANDS.glob("*.deal")}, names_of_tests()

    missing = [
        (key, name) for key, rest in played_by().items() for name in named(rest) if name not in hands | tests
    ]

    assert missing == []


def test_an_input_that_nothing_plays_says_why() -> None:
    unplayed = {key: rest for key, rest in played_by().items() if not named(rest)}
    bare = [key for key, rest in unplayed.items() if len(rest.removeprefix(NOT_PLAYED).split()) < 5]

    assert bare == []


def test_a_hand_that_tells_a_case_names_it_and_stands_beside_one_of_its_inputs() -> None:
    listed = {(key.split(".")[0], name) for key, rest in played_by().items() for name in named(rest)}
    for path in sorted(HANDS.glob("[a-f][0-9][0-9]-*.deal")):
        case = path.stem[:3].upper()

        assert re.match(rf"case {case}\b", read_scenario(path).shows), path.name
        assert (case, path.stem) in listed, path.name
