"""Every row of the rule book is shown by a hand, or by a test where one hand cannot show it."""

from pathlib import Path

import pytest

from scripts.row_citations import (
    BY_TEST,
    SCENARIOS,
    listed,
    read_scenario,
    rows_in_tests,
    scenarios,
)
from table_controller.games.build import GAMES
from table_controller.games.switches import SWITCHES, allowed_values
from table_controller.rule_book.book import BOOK
from table_controller.scenario.grammar import parse
from table_controller.scenario.table_setup import table_set_up

FILES = sorted(SCENARIOS.rglob("*.deal"))


def _shown() -> set[str]:
    return {row for scenario in scenarios() if scenario.game in GAMES for row in scenario.rows}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SCENARIOS)))
def test_a_scenario_cites_the_rows_it_proves_and_all_it_checks_by_id(path: Path) -> None:
    scenario = read_scenario(path)

    assert [row for row in scenario.rows if row not in BOOK] == []
    assert sorted(scenario.ruled - set(scenario.rows)) == []
    assert len(set(scenario.rows)) == len(scenario.rows)


def test_every_row_has_a_hand_or_where_one_hand_cannot_show_it_a_test() -> None:
    by_test, tests = listed(BY_TEST), rows_in_tests()
    proved = _shown() | {row for row in by_test if row in tests}

    assert sorted(BOOK.keys() - proved) == []


def test_a_row_that_no_hand_can_show_says_why_and_is_cited_by_a_test() -> None:
    by_test, tests = listed(BY_TEST), rows_in_tests()

    assert sorted(by_test.keys() - BOOK.keys()) == []
    assert [row for row, why in by_test.items() if not why] == []
    assert [row for row in by_test if row not in tests] == []
    assert sorted(by_test.keys() & _shown()) == [], "a hand shows it after all: take it off rows_by_test.txt"


def test_every_value_of_a_switch_is_in_force_in_some_hand() -> None:
    in_force: dict[str, set[str]] = {name: set() for name in SWITCHES}
    for path in FILES:
        rules = table_set_up(parse(path.read_text(encoding="utf-8"))).rules
        for name in SWITCHES:
            in_force[name].add(word_of(getattr(rules, name)))
    missing = {
        (name, value) for name in SWITCHES for value in allowed_values(name) if value not in in_force[name]
    }

    assert {(name, value) for name, value in missing if value != "number"} == {
        ("jb_conversion", "held"),  # refused: hidden cards cannot be looked into (J17)
        ("jb_false_open_reante", "false"),  # it takes two deals: tests/table_controller/test_two_deals.py
    }


def word_of(value: object) -> str:
    """Return a switch's value as it is written."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
