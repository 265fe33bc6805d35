"""The manual tells everything that stays: rows, switches, verbs, events, topics, schemas, settings."""

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
import typer

from table_controller import cli
from table_controller.app.config import Settings
from table_controller.app.config_example import EXAMPLE
from table_controller.commands import Command
from table_controller.events import Event
from table_controller.games.switches import SWITCHES
from table_controller.mqtt.requests import VERBS
from table_controller.rule_book.book import BOOK
from table_controller.wire.envelope import ENVELOPES
from table_controller.wire.public_event import EventType
from table_controller.wire.topics import TABLE_CHANNELS
from tests.house.checkout import ROOT, manual


def untold(names: tuple[str, ...], page: str) -> list[str]:
    """Return the names that stand nowhere on a page as a word in code."""
    return [name for name in names if f"`{name}`" not in page]


def test_every_row_of_the_rule_book_is_in_the_manual() -> None:
    page = manual("rules.md")

    assert [row for row in BOOK.values() if f"| {row.id} | {row.sentence} |" not in page] == []


def test_every_switch_is_in_the_manual_with_rows_that_exist() -> None:
    page = manual("switches.md")

    assert untold(SWITCHES, page) == []
    assert set(re.findall(r"\b[A-Z]\d\d\b", page)) - BOOK.keys() == set()


def test_every_verb_is_in_the_manual_with_an_example() -> None:
    cli._register()
    page = manual("cli.md")
    verbs = list(_verbs(typer.main.get_command(cli.app), "drawtable"))

    assert [verb for verb in verbs if f"## {verb}\n" not in page] == []
    leaves = [verb for verb in verbs if not any(other.startswith(f"{verb} ") for other in verbs)]
    assert [verb for verb in leaves if "Example: " not in _chapter(page, verb)] == []


def _verbs(command: Any, words: str) -> Iterator[str]:
    yield words
    for name, inner in getattr(command, "commands", {}).items():
        yield from _verbs(inner, f"{words} {name}")


def _chapter(page: str, verb: str) -> str:
    return page.split(f"## {verb}\n")[1].split("\n## ")[0]


def test_everything_the_log_holds_is_in_the_manual() -> None:
    kinds = (*get_args(Event), *get_args(Command))

    assert untold(tuple(kind.__name__ for kind in kinds), manual("events.md")) == []


def test_every_public_event_topic_schema_and_request_is_in_the_manual() -> None:
    page = manual("mqtt.md")

    assert untold(get_args(EventType), page) == []
    assert (
        untold(
            (*TABLE_CHANNELS, "device/<device>/status", "cmd/<verb>", "rsp/<client>", "probe/<client>"), page
        )
        == []
    )
    assert untold(VERBS, page) == []
    files = {schema: re.sub(r"/(\d+)\..*", r"-\1.json", schema) for schema in ENVELOPES}
    assert [schema for schema, name in files.items() if name not in manual("asyncapi.yaml")] == []


def test_every_setting_is_in_the_example_file_or_the_manual() -> None:
    keys = {
        key
        for name, section in Settings.model_fields.items()
        for key in (name, *_keys_of(section.annotation))
    }

    told = EXAMPLE + manual("run.md")
    assert sorted(key for key in keys if re.search(rf"\b{key}\b", told) is None) == []


def _keys_of(annotation: Any) -> tuple[str, ...]:
    for kind in (annotation, *get_args(annotation)):
        if hasattr(kind, "model_fields"):
            return tuple(kind.model_fields)
    return ()


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.name)
def test_a_page_of_the_manual_is_on_its_map_and_its_links_lead_somewhere(page: Any) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text)

    assert page.name == "index.md" or f"({page.name})" in manual("index.md")
    assert [link for link in links if not (page.parent / link).exists()] == []
