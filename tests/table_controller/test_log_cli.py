"""`drawtable log` as typed: what it prints and its exit status."""

import contextlib
import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from table_controller.cards import parse_card
from table_controller.commands import DeliverCard, Fold, ReleaseDeck, StartHand, TakeSeat
from table_controller.event_log.store import EventLog
from table_controller.events import (
    ActionRefused,
    CardDealt,
    DeckReleased,
    Folded,
    HandEnded,
    HandStarted,
    SeatTaken,
)
from table_controller.log_cli import app
from table_controller.sealing import KeyStore

CLOCK_MS = 1_767_225_600_123


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def deal(log: EventLog, hand_no: int, face: str) -> None:
    log.append(StartHand(), (HandStarted(hand_no, 1, (1, 2), 0, 0, "stamp"),))
    log.append(DeliverCard(parse_card(face)), (CardDealt(2, 1, parse_card(face), 0),))


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """A log with hand 1 ended and hand 2 running, its table still writing."""
    path = tmp_path / "table.db"
    with (
        KeyStore.open(tmp_path / "keys.db") as keys,
        EventLog(path, keys, clock=lambda: (CLOCK_MS, 5)) as log,
    ):
        log.append(TakeSeat(1, "Ann", 100), (SeatTaken(1, "Ann", 100),))
        deal(log, 1, "Ah")
        log.append(Fold(1), (Folded(1), HandEnded(1, 2, (1, 2))))
        deal(log, 2, "Kd")
        log.append(Fold(1), (ActionRefused("fold", 1, ("D01",), "It is not your turn."),))
        yield path


# verify


def test_verify_prints_the_head_to_note(path: Path) -> None:
    result = run("verify", path)

    assert result.exit_code == 0
    assert "15 records, each as it was written\nhead 15:" in result.output
    head = result.output.split("head ")[1].split("\n")[0]
    assert run("verify", path, "--head", head).exit_code == 0
    assert json.loads(run("verify", path, "--json").output) == {
        "ok": True,
        "records": 15,
        "head": head,
        "table_id": json.loads(run("verify", path, "--json").output)["table_id"],
        "problem": None,
        "broken_seq": None,
        "evidence": {"kept": 0, "gone": 0, "waiting": 0, "problems": []},
    }


def test_verify_names_the_first_broken_record(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER records_stay")
        connection.execute("UPDATE records SET hand_no = 3 WHERE seq = 4")

    result = run("verify", path)
    as_json = run("verify", path, "--json")

    assert (result.exit_code, as_json.exit_code) == (1, 1)
    assert "broken after 3 sound records: record 4 was changed" in result.output
    assert json.loads(as_json.output)["broken_seq"] == 4


def test_verify_finds_a_cut_off_end_against_a_noted_head(path: Path) -> None:
    result = run("verify", path, "--head", "99:" + "ab" * 32)

    assert result.exit_code == 1
    assert "cut off: record 99 was noted, the last one is 15" in result.output


@pytest.mark.parametrize("verb", ["verify", "show", "export"])
def test_a_log_that_is_not_there_gives_one_line_and_status_2(tmp_path: Path, verb: str) -> None:
    result = run(verb, tmp_path / "table.db")

    assert result.exit_code == 2
    assert result.stderr == f"drawtable log: {tmp_path / 'table.db'}: no such log\n"


def test_a_file_that_is_no_log_gives_one_line_and_status_2(tmp_path: Path) -> None:
    (tmp_path / "table.db").write_text("no log " * 500)

    result = run("verify", tmp_path / "table.db")

    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "it is not a log of drawtable: name another file" in result.stderr


def test_a_bad_head_gives_one_line_and_status_2(path: Path) -> None:
    result = run("verify", path, "--head", "12")

    assert result.exit_code == 2
    assert result.stderr == "drawtable log: not a head (SEQ:HASH, as `log verify` prints it): '12'\n"


def test_verify_shows_how_far_it_is_when_it_takes_long(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table_controller.slow_bar.AFTER_S", 0.0)
    monkeypatch.setenv("FORCE_COLOR", "1")
    other = path.with_name("long.db")
    with KeyStore.open(path.with_name("long-keys.db")) as keys, EventLog(other, keys) as log:
        log.append(Fold(1), (Folded(1),) * 1200)

    result = run("verify", other)

    assert result.exit_code == 0
    assert "Verifying" in result.stderr
    assert "Verifying" not in result.stdout


# show


def test_show_prints_a_line_a_record_and_no_hidden_face(path: Path) -> None:
    result = run("show", path)

    lines = result.output.splitlines()
    assert result.exit_code == 0
    assert len(lines) == 15
    assert (
        lines[0]
        == "     1  2026-01-01T00:00:00.123Z  -         command     TakeSeat  name Ann, seat 1, stack 100"
    )
    assert lines[5] == (
        "     6  2026-01-01T00:00:00.123Z  hand 1    event       CardDealt  card sealed, draw 0, face_up false, number 1, seat 2"
    )
    assert "refusal     ActionRefused" in lines[14]
    assert "Ah" not in result.output
    assert "Kd" not in result.output


def test_show_opens_faces_of_ended_hands_only(path: Path) -> None:
    result = run("show", path, "--faces")

    assert result.exit_code == 0
    assert result.output.count("card Ah") == 2
    assert result.output.count("card sealed") == 2
    assert "Kd" not in result.output


def test_show_with_an_erased_key_says_erased(path: Path) -> None:
    with KeyStore.open(path.with_name("keys.db")) as keys:
        keys.erase(1)

    assert run("show", path, "--faces").output.count("card erased") == 2


def test_show_of_one_hand(path: Path) -> None:
    objects = [json.loads(line) for line in run("show", path, "--hand", "2", "--json").output.splitlines()]

    assert [one["seq"] for one in objects] == [10, 11, 12, 13, 14, 15]
    assert {one["hand_no"] for one in objects} == {2}
    assert objects[0]["body"] == {
        "button": None,
        "carried": None,
        "passed_out": None,
        "type": "StartHand",
        "v": 1,
    }
    assert objects[3]["body"]["card"] == "sealed"


def test_a_hand_that_was_not_dealt_is_named(path: Path) -> None:
    result = run("show", path, "--hand", "7")

    assert result.exit_code == 2
    assert result.stderr == f"drawtable log: {path}: no hand 7; the last begun is 2\n"
    assert run("show", path, "--hand", str(10**20)).exit_code == 2


def test_faces_without_the_key_file_give_one_line(path: Path, tmp_path: Path) -> None:
    result = run("show", path, "--faces", "--keys", tmp_path / "other.db")

    assert result.exit_code == 2
    assert result.stderr == f"drawtable log: {tmp_path / 'other.db'}: no such key file\n"


def test_faces_with_the_key_file_of_another_log_give_one_line(path: Path, tmp_path: Path) -> None:
    with KeyStore.open(tmp_path / "other.db") as other:
        other.seal(1, "elsewhere", b"")

    result = run("show", path, "--faces", "--keys", tmp_path / "other.db")

    assert result.exit_code == 2
    assert "CardDealt" not in result.stderr
    assert "does not open with the key of hand 1" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_name_cannot_steer_the_terminal(tmp_path: Path) -> None:
    with KeyStore.open(tmp_path / "keys.db") as keys, EventLog(tmp_path / "table.db", keys) as log:
        log.append(TakeSeat(1, "\x1b[2JAnn\nBob", 1), ())

    result = run("show", tmp_path / "table.db")

    assert "\x1b" not in result.output
    assert result.output.count("\n") == 1


def test_show_follows_a_table_until_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with KeyStore.open(tmp_path / "keys.db") as keys, EventLog(path, keys) as log:
        log.note("first")
        # Where the tests run in the background, Ctrl-C was taken away from everything they start.
        code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        code += "from table_controller.log_cli import app; app()"
        with subprocess.Popen(
            [sys.executable, "-u", "-c", code, "show", str(path), "--follow", "--faces"],
            stdout=subprocess.PIPE,
            text=True,
        ) as following:
            assert following.stdout is not None
            assert "first" in following.stdout.readline()
            deal(log, 1, "Ah")
            lines = [following.stdout.readline() for _ in range(4)]
            os.kill(following.pid, signal.SIGINT)
            assert following.wait() == 0

    assert "CardDealt  card sealed" in lines[3]


# export


def test_export_as_json_is_one_array(path: Path, tmp_path: Path) -> None:
    result = run("export", path, "-o", tmp_path / "out.json")

    rows = json.loads((tmp_path / "out.json").read_text())
    assert result.exit_code == 0
    assert result.stderr == f"15 records in {tmp_path / 'out.json'}\n"
    assert [row["seq"] for row in rows] == list(range(1, 16))
    assert rows[5]["body"]["card"] == "sealed"
    assert json.loads(run("export", path).output) == rows


def test_export_as_csv_is_one_line_a_record(path: Path, tmp_path: Path) -> None:
    result = run("export", path, "--format", "csv", "--hand", "1", "--faces", "-o", tmp_path / "out.csv")

    assert result.exit_code == 0
    with (tmp_path / "out.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 7
    assert list(rows[3]) == [
        "seq",
        "batch",
        "at_utc",
        "monotonic_ms",
        "kind",
        "hand_no",
        "type",
        "body",
        "hash",
    ]
    assert (rows[3]["seq"], rows[3]["kind"], rows[3]["type"]) == ("6", "event", "CardDealt")
    assert json.loads(rows[3]["body"])["card"] == "Ah"


def test_an_export_never_opens_the_running_hand(path: Path) -> None:
    for format_ in ("json", "csv"):
        text = run("export", path, "--format", format_, "--faces").output
        assert "Ah" in text
        assert '"Kd"' not in text


def test_an_export_that_fails_leaves_no_file(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "made"
    target.mkdir()
    with KeyStore.open(tmp_path / "other.db") as other:
        other.seal(1, "elsewhere", b"")

    failed = run("export", path, "--faces", "--keys", tmp_path / "other.db", "-o", target / "out.json")
    nowhere = run("export", path, "-o", tmp_path / "nowhere" / "out.json")

    assert (failed.exit_code, nowhere.exit_code) == (2, 2)
    assert not list(target.iterdir())
    assert nowhere.stderr.startswith(f"drawtable log: {tmp_path / 'nowhere'}")
    assert nowhere.stderr.endswith("No such file or directory\n")


def test_a_damaged_log_has_status_1(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(path.read_bytes())
    for at in range(2 * 4096, len(content), 4096):
        content[at : at + 4096] = b"\xa5" * 4096
    damaged = path.with_name("damaged.db")
    damaged.write_bytes(content)

    for verb in ("verify", "show"):
        result = run(verb, damaged)
        assert result.exit_code == 1
        assert "Traceback" not in result.output


@pytest.mark.parametrize("verb", ["verify", "show", "export"])
def test_every_verb_has_an_example(verb: str) -> None:
    assert f"Example: drawtable log {verb}" in " ".join(run(verb, "--help").output.split())


# seen (case A04)


@pytest.fixture
def two_nines(tmp_path: Path) -> Path:
    """Hand 1 had one nine of hearts, hand 2 none; then the deck was changed, and hand 3 had two."""
    path = tmp_path / "nines.db"
    nine = parse_card("9h")
    with (
        KeyStore.open(tmp_path / "keys.db") as keys,
        EventLog(path, keys, clock=lambda: (CLOCK_MS, 5)) as log,
    ):
        deal(log, 1, "9h")
        log.append(Fold(1), (Folded(1), HandEnded(1, 2, (1, 2))))
        deal(log, 2, "Kd")
        log.append(Fold(1), (Folded(1), HandEnded(2, 1, (1, 2))))
        log.append(ReleaseDeck(("ann", "bo"), "blue"), (DeckReleased("blue", ("ann", "bo")),))
        deal(log, 3, "9h")
        log.append(DeliverCard(nine), (CardDealt(1, 2, nine, 0),))
        log.append(Fold(1), (Folded(1), HandEnded(3, 2, (1, 2))))
    return path


def test_seen_lists_the_hands_in_which_a_face_was_read_and_where_it_was_twice(two_nines: Path) -> None:
    """Case A04: earlier hands of the deck in which the face was seen are evidence for the floor."""
    told = run("seen", two_nines, "9h", "--faces").output.splitlines()

    assert [line.split("  ")[0].strip() for line in told[:4]] == [
        "hand 1",
        "between hands",
        "hand 3",
        "hand 3",
    ]
    assert "deck blue released" in told[1]
    assert told[4] == "9h was read in 2 hands; in two places in hand 3"
    answer = json.loads(run("seen", two_nines, "9h", "--faces", "--json").output)
    assert answer["places_in_hands"] == {"1": 1, "3": 2}


def test_seen_without_keys_names_the_hands_that_stay_sealed(two_nines: Path) -> None:
    told = run("seen", two_nines, "9h").output.splitlines()

    assert [line.split()[-1] for line in told if line.endswith("sealed")] == ["sealed"] * 3
    assert told[-1] == "9h was read in 0 hands"


def test_seen_does_not_open_the_running_hand(path: Path) -> None:
    told = run("seen", path, "Kd", "--faces").output.splitlines()

    assert told == ["hand 2         sealed", "Kd was read in 0 hands"]


def test_seen_of_no_card_is_one_line(path: Path) -> None:
    result = run("seen", path, "1h")

    assert result.exit_code == 2
    assert "1h" in result.output
