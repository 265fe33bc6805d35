"""drawtable scenario: what it prints, and its exit status."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from table_controller.scenario.cli import scenario

APP = typer.Typer()
APP.command()(scenario)

GOOD = """\
game jacks-or-better
ante 1
limit 2 4
button 2
seat 1 Bob 100: Js Jd 8h 4c 2s
seat 2 100
? pot 2
1 opens 3
? refused D01
1 opens 2
2 folds
1 shows openers
? stacks 1=101
"""
SEATS = "ante 1\nlimit 2 4\nseat 1 100\nseat 2 100\n"
UNPLAYABLE = {
    "a card twice": ("game five-card-draw\n" + SEATS + "stub Ah Kd Ah", 6, 12, "the same card twice: Ah"),
    "a card dealt twice": (
        "game five-card-draw\nante 1\nlimit 2 4\nseat 1 100: Ah\nseat 2 100: Ah", 5, 1, "the same card twice: Ah"
    ),
    "no betting line": ("game five-card-draw\nante 1\nseat 1 100\nseat 2 100", 1, 1, "no betting line"),
    "no forced bet": ("game five-card-draw\nlimit 2 4\nseat 1 100\nseat 2 100", 1, 1, "neither ante nor blinds"),
    "one seat": ("game five-card-draw\nante 1\nlimit 2 4\nseat 1 100", 4, 1, "a hand needs two at least"),
    "nine seats": (
        "game five-card-draw\nante 1\nlimit 2 4\n" + "".join(f"seat {n} 100\n" for n in range(1, 10)), 12, 1,
        "9 seats; the table has 8 at most",
    ),
    "an unknown game": ("game five-crad-draw\n" + SEATS, 1, 1, "nearest known one is five-card-draw"),
    "a modifier the game cannot take": (
        "game badugi\nfour-before\n" + SEATS, 2, 1, "four-before cannot be played in badugi"
    ),
    "too many draws": ("game badugi\ndraws 4\n" + SEATS, 2, 7, "a game has one to three draws, not 4"),
    "blinds in Johnson": ("game johnson\nblinds 0 1 2\n" + SEATS, 2, 1, "blinds cannot be posted in it. (J01)"),
    "blinds in Jacks Back": ("game jacks-back\nblinds 0 1 2\n" + SEATS, 2, 1, "blinds cannot be posted in it. (J14)"),
    "Jacks Back by hidden cards": (
        "game jacks-back\nrule jb_conversion held\n" + SEATS, 2, 1, "jb_conversion cannot be held"
    ),
    "an unknown switch": (
        "game five-card-draw\n" + SEATS + "rule second_round_frst opener", 6, 1, "nearest known: second_round_first"
    ),
    "an unknown value": (
        "game five-card-draw\n" + SEATS + "rule second_round_first dealer", 6, 1, "nearest known: dealer_left"
    ),
    "stakes as a rule": ("game five-card-draw\n" + SEATS + "rule ante 5", 6, 1, "ante is no rule here"),
    "a joker the deck has not": (
        "game five-card-draw\nprofile home\n" + SEATS + "stub Jk", 7, 1, "Jk is not in this deck of 52 cards"
    ),
    "a seat twice": ("game five-card-draw\n" + SEATS + "seat 2 50", 6, 1, "seat 2 stands in line 5 already"),
    "a switch twice": (
        "game five-card-draw\n" + SEATS + "rule max_draw 3\nrule max_draw 4", 7, 1, "rule max_draw stands in line 6"
    ),
    "a game as people call it": ("game 2-7 triple draw\n" + SEATS, 1, 1, "kansas-city-lowball with draws 3"),
    "a low hand in figures": ("game badugi\n" + SEATS + '1 claims "8-6"', 6, 1, "nearest known: eight-six"),
    "an empty seat": ("game five-card-draw\n" + SEATS + "3 checks", 6, 1, "nobody sits in seat 3"),
    "a claim that names no hand": (
        "game five-card-draw\n" + SEATS + '1 claims "squadron"', 6, 1, "names no hand"
    ),
    "chips of nothing": ("game five-card-draw\nrule smallest_chip 0\n" + SEATS, 2, 1, "smallest_chip cannot be 0"),
    "a bet nobody can make": ("game five-card-draw\nrule smallest_chip 5\n" + SEATS, 1, 1, "1 cannot be made of chips of 5"),
    "a figure that only looks like one": (
        "game five-card-draw\nrule max_draw \u00b2\n" + SEATS, 2, 1, "max_draw cannot be"
    ),
    "more than a hand": ("#" * 1_000_001, 1, 1, "longer than 1000000 bytes"),
    "a word without end": ("a" * 5000, 1, 1, "aaa…"),
    "chips below nothing": (
        "game five-card-draw\nante 1\nlimit 2 4\nseat 1 -5\nseat 2 100", 4, 10, "'-5' is no whole number of chips"
    ),
    "nothing at all": ("", 1, 1, "nothing is set up"),
}  # fmt: skip


def run(*arguments: object) -> Result:
    return CliRunner().invoke(APP, [str(argument) for argument in arguments])


def written(folder: Path, text: str, name: str = "hand.deal") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_all_checks_hold_and_the_status_is_zero(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)

    result = run(path)

    assert result.exit_code == 0
    assert result.output == f"ok  {path}: 3 checks hold\n"


def test_a_check_that_does_not_hold_is_told_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD.replace("? pot 2", "? pot 3"))

    result = run(path)

    assert result.exit_code == 1
    assert f"{path}: line 7: expected pot 3; found pot 2" in result.output


@pytest.mark.parametrize("what", UNPLAYABLE)
def test_a_file_that_cannot_be_played_is_refused_in_one_line(what: str, tmp_path: Path) -> None:
    text, line, column, reason = UNPLAYABLE[what]
    path = written(tmp_path, text)

    result = run(path)

    assert result.exit_code == 2
    assert result.output.startswith(f"{path}: line {line}, column {column}: ")
    assert reason in result.output
    assert result.output.count("\n") == 1


def test_a_folder_is_played_whole_and_the_worst_status_counts(tmp_path: Path) -> None:
    written(tmp_path, GOOD, "a.deal")
    written(tmp_path, GOOD.replace("? pot 2", "? pot 3"), "b.deal")
    written(tmp_path, "game five-card-draw\n1 chekcs", "c.deal")

    result = run(tmp_path)

    assert result.exit_code == 2
    assert "a.deal: 3 checks hold" in result.output
    assert "1 of 3 checks do not hold" in result.output
    assert "c.deal: line 2, column 3" in result.output


def test_what_was_refused_stands_above_the_check_that_fails_for_it(tmp_path: Path) -> None:
    """Nobody checks it, so the answer tells it; a refusal that a check expects is left out."""
    text = GOOD.replace("? stacks 1=101", "? stacks 1=99")
    path = written(tmp_path, text)
    other = written(tmp_path, text.replace("? refused D01\n", ""), "other.deal")

    assert "was refused" not in run(path).output
    assert run(other).output.splitlines()[1:] == [
        f"    {other}: line 8 was refused (D01): Seat 1 (Bob) may bet 2, not 3.",
        f"    {other}: line 12: expected stacks 1=99; found stacks 1=101",
    ]


def test_a_missing_file_and_an_empty_folder_are_told(tmp_path: Path) -> None:
    assert run(tmp_path / "none.deal").exit_code == 2
    assert "no such file or folder" in run(tmp_path / "none.deal").output
    assert "no .deal file in this folder" in run(tmp_path).output


def test_a_folder_named_like_a_scenario_is_none(tmp_path: Path) -> None:
    (tmp_path / "old.deal").mkdir()
    written(tmp_path, GOOD)

    assert run(tmp_path).exit_code == 0


def test_bytes_that_are_no_text_are_told(tmp_path: Path) -> None:
    path = tmp_path / "noise.deal"
    path.write_bytes(b"\xff\xfe\x00")

    result = run(path)

    assert result.exit_code == 2
    assert "this is no text file" in result.output


def test_json_has_checks_events_refusals_alerts_stacks_and_pots(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)

    result = run("--json", path)

    (report,) = json.loads(result.output)
    assert (report["file"], report["ok"]) == (str(path), True)
    assert report["checks"][0] == {"line": 7, "ok": True, "expected": "pot 2", "found": "pot 2"}
    assert report["refusals"] == [{"line": 8, "rules": ["D01"], "text": "Seat 1 (Bob) may bet 2, not 3."}]
    assert report["alerts"] == [{"name": "OPENERS_DUE", "cards": [], "to": ["dealer"]}]
    assert report["stacks"] == {"1": 101, "2": 99}
    assert report["pots"] == []
    assert {"HandStarted", "CardDealt", "BetMade", "PotAwarded"} <= {
        event["type"] for event in report["events"]
    }


def test_pots_of_a_hand_under_way_name_the_seats_that_can_win_them(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD[: GOOD.index("1 opens 3")])

    (report,) = json.loads(run("--json", path).output)

    assert report["pots"] == [{"amount": 2, "seats": [1, 2]}]


def test_a_file_as_windows_writes_it_is_played(tmp_path: Path) -> None:
    path = tmp_path / "windows.deal"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())

    result = run(path)

    assert result.exit_code == 0, result.output


def test_thousands_of_refused_lines_are_played_in_one_go(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD + "2 checks\n" * 20_000)

    result = run(path)

    assert result.exit_code == 0, result.output[:200]
