"""``drawtable openers`` on the command line."""

import json

import pytest
import typer
from typer.testing import CliRunner, Result

from table_controller.openers_cli import openers

APP = typer.Typer()
APP.command()(openers)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(APP, arguments)


def test_a_split_pair_of_jacks_is_possible() -> None:
    result = run("--final", "Kc Jc 9c 7c 4c", "--discards", "Jh")

    first, sentence = result.stdout.splitlines()
    assert result.exit_code == 0
    assert first == "possible  Kc Jc 9c 7c Jh  S03 O01"
    assert sentence.startswith("The opener can have had openers, with a pair of jacks, K-9-7")


def test_with_the_record_the_answer_is_yes() -> None:
    result = run("--final", "Kc Jc 9c 7c 4c", "--discards", "Jh", "--opening", "Jc Jh Kc 9c 7c")

    assert result.exit_code == 0
    assert result.stdout.split()[0] == "yes"


def test_a_pair_of_jacks_is_not_enough_where_queens_open() -> None:
    result = run("--final", "Kc Jc 9c 7c 4c", "--discards", "Jh", "--qualifier", "queens")

    assert result.exit_code == 1
    assert result.stdout.splitlines()[0] == "no  S02 O06"


def test_where_any_hand_may_open_the_answer_is_yes() -> None:
    result = run("--final", "Kc Jc 9c 7c 4c", "--qualifier", "any")

    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "yes  O08"


def test_json_has_the_same_answer_for_programs() -> None:
    result = run("--final", "Kc ?? 9c 7c 4c", "--discards", "Jh", "--json")

    answer = json.loads(result.stdout)
    assert answer["verdict"] == "possible"
    assert answer["five"] == ["Kc", "??", "9c", "7c", "Jh"]
    assert answer["unread_as"] == ["Kd"]
    assert answer["rules"] == ["S03", "O01"]
    assert answer["qualifier"] == "jacks"


def test_json_has_no_five_where_there_is_nothing_to_show() -> None:
    result = run("--final", "Kc Qc 9c 7c 4c", "--discards", "Jh", "--json")

    assert result.exit_code == 1
    assert json.loads(result.stdout)["five"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--final", "Kc Kc 9c 7c 4c"), "the same card twice: Kc"),
        (("--final", "Kc Jc 9c 7c 4c", "--discards", "Kc"), "the same card twice: Kc"),
        (("--final", "Kc Jc 9c 7c 4c 2c"), "the final hand has 6 cards, not five"),
        (("--final", "Kc Jc 9c 7c 1h"), "--final: not a card: '1h'"),
        (("--final", "Kc Jc 9c 7c 4c", "--discards", "xx"), "--discards: not a card: 'xx'"),
        (("--final", "Kc Jc 9c 7c 4c", "--discards", "2c 2d 2h 2s 3c 3d"), "more than five discards"),
        (("--final", "Kc Jc 9c 7c 4c", "--qualifier", "tens"), "unknown qualifier: 'tens' (one of jacks,"),
        (("--final", "Jk Jc 9c 7c 4c", "--deck", "52"), "not in a deck of 52: Jk"),
        (("--final", "Kc Jc 9c 7c 4c", "--deck", "54"), "unknown deck: '54'"),
        (
            ("--final", "Kc Jc 9c 7c 4c", "--discards", "Jh", "--opening", "Kc Jc 9c 7c 4c"),
            "the discard Jh is not among the opening five",
        ),
        (
            ("--final", "Kc Jc 9c 7c 4c", "--discards", "Jh", "--opening", "Jh Kc Jc 9c Ad"),
            "the opening card Ad is neither in the final hand nor a discard",
        ),
    ],
)
def test_bad_input_gives_one_line_and_status_two(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"drawtable openers: {message}")
    assert result.stderr.count("\n") == 1


def test_the_help_has_an_example() -> None:
    assert "drawtable openers --final" in run("--help").stdout
