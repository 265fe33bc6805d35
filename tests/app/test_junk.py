"""Whatever is typed behind whatever verb: an answer or one clear line, never a traceback."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from table_controller import cli
from tests.app.command_line import Answer, drawtable

JUNK = (
    "", "junk", "-1", "0", "1e9", "99999999999999999999", "nan", "/nonexistent/x", "FOLDER", "BYTES", "EMPTY", "TEXT",
    "/dev/null", "\udcff", "日本", "a\0b", "Ah Ah", "--", "mqtt://", "x" * 5000,
)  # fmt: skip
LISTENS = {"demo": ("--game", "no-such-game"), "dashboard": ("--broker", "junk")}
"""Verbs that would run for ever are given something that ends them."""


def verbs() -> dict[str, Any]:
    """Return every verb that does something, by its words."""
    drawtable("--version")
    return dict(_leaves(typer.main.get_command(cli.app), ()))


def _leaves(command: Any, words: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    inner = getattr(command, "commands", None)
    if inner is None:
        yield " ".join(words), command
        return
    for name, one in inner.items():
        yield from _leaves(one, (*words, name))


VERBS = verbs()


@pytest.fixture
def junk(tmp_path: Path) -> dict[str, str]:
    """What the words in capitals stand for."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "bytes").write_bytes(os.urandom(3000))
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("hello\nworld\n")
    return {word: str(tmp_path / word.lower()) for word in ("FOLDER", "BYTES", "EMPTY", "TEXT")}


def good(answer: Answer, call: list[str]) -> None:
    assert answer.status in (0, 1, 2), call
    assert "Traceback" not in answer.err, call
    if answer.status == 2:
        said = answer.err.strip()
        assert said, call
        assert "Usage:" in said or len(said.splitlines()) == 1, (call, said)


@pytest.mark.parametrize("verb", VERBS)
def test_help_shows_an_example(verb: str) -> None:
    answer = drawtable(*verb.split(), "--help")

    assert answer.status == 0
    assert f"Example: drawtable {verb}" in answer.out


@pytest.mark.parametrize("verb", VERBS)
def test_junk_behind_a_verb_is_an_answer_or_one_line(verb: str, junk: dict[str, str], tmp_path: Path) -> None:
    """Each argument and option in turn is junk; what else the verb needs is a text file or a word."""
    parameters = [p for p in VERBS[verb].params if not getattr(p, "is_flag", False)]
    for parameter in parameters:
        for word in JUNK:
            call = [*verb.split(), *given(verb, parameter, parameters, junk)]
            value = junk.get(word, word)
            call += ["--", value] if parameter.param_type_name == "argument" else [parameter.opts[0], value]
            good(drawtable(*call), call)


def given(verb: str, tried: Any, parameters: list[Any], junk: dict[str, str]) -> list[str]:
    """Return what the verb needs beside the parameter that is tried."""
    found: list[str] = []
    ends_it = LISTENS.get(verb, ())
    if ends_it and tried.opts[0] != ends_it[0]:
        found += ends_it
    for parameter in parameters:
        if parameter is tried or not parameter.required or parameter.opts[0] in found:
            continue
        is_argument = parameter.param_type_name == "argument"
        found += [junk["TEXT"]] if is_argument else [parameter.opts[0], "junk"]
    return found


@pytest.mark.parametrize("verb", VERBS)
def test_an_option_nobody_knows_is_refused(verb: str) -> None:
    answer = drawtable(*verb.split(), "--frobnicate")

    assert answer.status == 2
    assert "--frobnicate" in answer.err


def test_a_seed_below_nothing_is_refused_before_anything_begins() -> None:
    answer = drawtable("demo", "--seed", "-1", "--hands", "1", "--fast", "--headless")

    assert answer.status == 2
    assert "seed" in answer.err


def test_a_verb_nobody_knows_is_refused() -> None:
    answer = drawtable("dael")

    assert answer.status == 2
    assert "dael" in answer.err
