"""The rule book has every row, in its own words."""

import json
from pathlib import Path

import pytest

from table_controller.games.switches import SWITCHES
from table_controller.rule_book.book import BOOK

SHARED = Path(__file__).parents[2] / "../shared/rules/rules.jsonl"
LONGEST_SENTENCE = 140


def test_every_row_of_the_clause_table_is_in_the_book() -> None:
    if not SHARED.exists():
        pytest.skip("the clause table is not beside the checkout")
    rows = {json.loads(line)["id"]: json.loads(line)["clause"] for line in SHARED.read_text().splitlines()}

    assert sorted(rows.keys() - BOOK.keys()) == []
    assert [row_id for row_id, clause in rows.items() if BOOK[row_id].sentence == clause] == []


def test_the_facts_and_the_silences_are_in_the_book() -> None:
    assert sorted({f"F{n:02}" for n in range(1, 29)} - BOOK.keys()) == []
    assert sorted({f"Y{n:02}" for n in range(1, 26)} - BOOK.keys()) == []


def test_a_contradiction_names_a_switch_of_the_house() -> None:
    named = {
        word.strip(".;,") for n in range(1, 41) for word in BOOK[f"X{n:02}"].sentence.split() if "_" in word
    }

    assert sorted(named - set(SWITCHES)) == []


@pytest.mark.parametrize("row_id", sorted(BOOK))
def test_a_row_is_one_short_sentence_with_a_source(row_id: str) -> None:
    row = BOOK[row_id]

    assert row.sentence.endswith(".")
    assert "\n" not in row.sentence
    assert len(row.sentence) <= LONGEST_SENTENCE
    assert row.source


def test_sources_are_named_as_people_know_them() -> None:
    assert BOOK["N01"].source == "Caro & Cooke's Rules, line 103"
    assert BOOK["K05"].source == "deuce-to-seven article, line 19"
    assert BOOK["J17"].source == "Jacks Back card-room sheet, line 9"
    assert BOOK["Y06"].source == "our proposal"
