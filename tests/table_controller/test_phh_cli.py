"""`drawtable phh` as typed: what it prints, writes and exits with."""

import json
import re
import shutil
import time
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from table_controller import commands as c
from table_controller import events as e
from table_controller.cards import deck_of
from table_controller.event_log.store import EventLog
from table_controller.games.build import build
from table_controller.phh.parse import parse, parse_all
from table_controller.phh.replay import replay
from table_controller.phh_cli import app
from table_controller.retention import DAY_MS
from table_controller.sealing import KeyStore
from table_controller.structure import Betting, Stakes
from tests.table_controller.phh_driver import Told, a_table
from tests.table_controller.test_phh_hands import HEADS_UP

CLOCK_MS = 1_767_225_600_123


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def logged(folder: Path, told: Told, hands: int, *, then: tuple[c.Command, ...] = ()) -> Path:
    """Play hands into a log as a running table writes it; return its path."""
    path = folder / "table.db"
    first = [c.ConfigureTable(told.table.game, told.table.rules, told.table.stakes)]
    first += [c.TakeSeat(seat.number, seat.name, seat.stack) for seat in told.table.seats]
    with KeyStore.open(folder / "keys.db") as keys, EventLog(path, keys, clock=lambda: (CLOCK_MS, 5)) as log:
        for command in first:
            log.append(command, _as_written(command))
        for _ in range(hands):
            told.a_hand()
            for command, events in told.commands:
                log.append(command, events)
        for command in then:
            told.commands.clear()
            told.put(command)
            log.append(command, told.commands[0][1])
    return path


def _as_written(command: c.Command) -> tuple[e.Event, ...]:
    if isinstance(command, c.ConfigureTable):
        return (e.TableConfigured(command.game, command.rules, command.stakes),)
    assert isinstance(command, c.TakeSeat)
    return (e.SeatTaken(command.seat, command.name, command.stack),)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three hands of badugi and a fourth under way."""
    told = a_table("badugi", 11, "wsop-2024")
    return logged(tmp_path_factory.mktemp("log"), told, 3, then=(c.StartHand(),)).parent


@pytest.fixture
def log(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "log")) / "table.db"


# Replay


def test_a_hand_is_replayed_and_its_stacks_checked(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(HEADS_UP)

    result = run("replay", file)

    assert result.exit_code == 0
    assert f"{file}: Kansas City lowball (deuce-to-seven), 3 draws, 2 players\n" in result.output
    assert re.search(r"p1 +100 -> 110 +\+10\n", result.output)
    assert "As the file's finishing stacks." in result.output


def test_other_stacks_than_the_files_are_status_1(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(HEADS_UP.replace("[110, 190]", "[120, 180]"))

    result = run("replay", file)

    assert result.exit_code == 1
    assert "DIFFERS: p1 has 110, the file says 120" in result.output


def test_an_action_the_table_refuses_is_status_1_with_its_rows(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(HEADS_UP.replace("cbr 20", "cbr 25"))

    result = run("replay", file)

    assert result.exit_code == 1
    assert re.search(r"actions number 4 \(p1 cbr 25\): .*\([A-Z]\d\d", result.output)


def test_replay_answers_as_json(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(HEADS_UP)

    (found,) = json.loads(run("replay", file, "--json").output)

    assert found == {
        "file": str(file),
        "hand": "",
        "ok": True,
        "game": "kansas-city-lowball",
        "finished": True,
        "stacks": [110, 190],
        "checked": True,
        "problems": [],
    }


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"variant = ", "this is no TOML: "),
        (b"\xff\xfe\x00", "this is no text file (byte 0 is not UTF-8)"),
        (b"", "variant: missing"),
        (b"#" * 10_000_001, "longer than 10000000 bytes"),
        (
            HEADS_UP.replace('"d dh p1 ??????????", ', "").encode(),
            "actions number 2 (p2 cc): p1 is owed a card",
        ),
        (HEADS_UP.replace("F2L3D", "FT").encode(), "variant: FT is not a draw game"),
    ],
)
def test_a_bad_file_is_one_line_and_status_2(tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "hand.phh"
    file.write_bytes(content)

    result = run("replay", file)

    assert result.exit_code == 2
    assert result.stderr.startswith(f"drawtable phh: {file}: {why}")
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_not_there_is_one_line_and_status_2(tmp_path: Path) -> None:
    result = run("replay", tmp_path / "none.phh", tmp_path)

    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        f"drawtable phh: {tmp_path / 'none.phh'}: cannot be read: No such file or directory",
        f"drawtable phh: {tmp_path}: cannot be read: Is a directory",
    ]


# Export


def test_a_hand_of_the_log_is_written_with_its_hidden_faces_sealed(log: Path) -> None:
    result = run("export", log, "--hand", "2")

    hand = parse(result.stdout)
    assert result.exit_code == 0
    assert hand.variant == "FB"
    assert hand.facts["hand"] == 2
    assert (hand.facts["day"], hand.facts["month"], hand.facts["year"]) == (1, 1, 2026)
    dealt = [line for line in result.stdout.splitlines() if "d dh" in line or " sd " in line]
    assert dealt
    assert all(set(line.strip(' ",').split()[-1]) == {"?"} for line in dealt)
    assert replay(hand).differences(hand) == ()


def test_faces_are_opened_with_the_keys(log: Path) -> None:
    sealed, opened = run("export", log, "--hand", "2"), run("export", log, "--hand", "2", "--faces")

    assert "?" not in opened.stdout.split("actions")[1].replace("sm ????????", "")
    assert replay(parse(opened.stdout)).stacks == replay(parse(sealed.stdout)).stacks


def test_all_ended_hands_come_as_files_and_replay(log: Path, tmp_path: Path) -> None:
    out = tmp_path / "hands"

    result = run("export", log, "--out", out, "--faces")

    names = sorted(path.name for path in out.iterdir())
    assert result.exit_code == 0
    assert names == ["hand-000001.phh", "hand-000002.phh", "hand-000003.phh"]
    assert run("replay", *(out / name for name in names)).exit_code == 0


def test_without_a_folder_all_hands_come_as_one_collection(log: Path) -> None:
    hands = parse_all(run("export", log).stdout)

    assert [hand.facts["hand"] for _, hand in hands] == [1, 2, 3]
    for (_, before), (_, after) in pairwise(hands):
        ended = dict(zip(before.seats or (), before.finishing_stacks or (), strict=True))
        began = dict(zip(after.seats or (), after.starting_stacks, strict=True))
        assert began.items() <= ended.items()


@pytest.mark.parametrize("number", [4, 5])
def test_a_hand_under_way_or_not_there_is_status_2(log: Path, number: int) -> None:
    result = run("export", log, "--hand", str(number), "--faces")

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"drawtable phh: {log}: hand {number} is not there, or not over yet\n"


def test_a_face_that_was_erased_is_written_as_unknown(log: Path) -> None:
    with KeyStore.open(log.with_name("keys.db")) as keys:
        keys.erase_older(time.time_ns() // 1_000_000 + 3 * DAY_MS, 1)

    hand = parse(run("export", log, "--hand", "1", "--faces").stdout)

    assert replay(hand).differences(hand) == ()


def test_openers_cannot_be_told(tmp_path: Path) -> None:
    stakes = Stakes(Betting.LIMIT, (10, 20), ante=5)
    table = a_table("five-card draw", 1, "wsop-2024")
    game, rules = build("jacks-or-better", "casino-classic")
    table.put(c.ConfigureTable(game, rules, stakes))
    path = logged(tmp_path, table, 0)
    hand = [c.StartHand()]
    deck = [card for card in deck_of(52) if card.rank == 11] + [
        card for card in deck_of(52) if card.rank != 11
    ]
    players = len(table.table.seats)
    hand += [c.DeliverCard(deck[(n % players) * 5 + n // players]) for n in range(5 * players)]
    with (
        KeyStore.open(tmp_path / "keys.db") as keys,
        EventLog(path, keys, clock=lambda: (CLOCK_MS, 5)) as log,
    ):
        for command in hand:
            table.commands.clear()
            table.put(command)
            log.append(command, table.commands[0][1])
        while table.table.to_act is not None:
            table.commands.clear()
            seat = table.table.to_act
            opened = table.table.openers.opener is not None
            if table.table.openers.due:
                command = c.ShowCards(seat)
            else:
                command = c.Fold(seat) if opened else c.BetTo(seat, 10)
            table.put(command)
            log.append(command, table.commands[0][1])

    one, all_of_them = run("export", path, "--hand", "1"), run("export", path)

    assert (one.exit_code, one.stdout) == (2, "")
    assert one.stderr == f"drawtable phh: {path}: hand 1 cannot be told in PHH: openers had to be proved\n"
    assert all_of_them.exit_code == 1


def test_a_log_that_is_not_there_or_no_log_is_one_line_and_status_2(tmp_path: Path) -> None:
    (tmp_path / "other.db").write_text("no log " * 500)

    assert (
        run("export", tmp_path / "table.db").stderr
        == f"drawtable phh: {tmp_path / 'table.db'}: no such log\n"
    )
    result = run("export", tmp_path / "other.db")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_a_folder_that_cannot_be_made_is_one_line_and_status_2(log: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    result = run("export", log, "--out", tmp_path / "file")

    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
