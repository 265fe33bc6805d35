"""Evidence is kept beside the log, sealed like the faces it shows; what is not kept is told."""

import json
import os
import signal
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from table_controller import commands as c
from table_controller.cards import parse_cards
from table_controller.evidence import keeper as keeping
from table_controller.evidence.check import check
from table_controller.evidence.file import EVIDENCE_NAME, EvidenceError, EvidenceFile, Piece
from table_controller.evidence.piece import PLAIN_BYTES, pack, unpack
from table_controller.evidence_cli import app
from table_controller.hidden_faces import SealBroken
from table_controller.ports import Seen, Trace
from tests.evidence.evidence_house import DAY_MS, NOON_MS, House, picture, seen

CARDS = parse_cards("Ah Kd 9c")


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def answer(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.output


def listed(house: House, *arguments: str) -> list[dict[str, object]]:
    status, told = answer("evidence", str(house.folder / "table.db"), "--json", *arguments)
    assert status in (0, 1), told
    return [json.loads(line) for line in told.splitlines()]


def test_a_card_is_kept_with_picture_time_score_and_agreeing_frames(house: House) -> None:
    house.deal(*CARDS)
    house.end_hand()
    house.close()

    first, *others = listed(house, "--hand", "1", "--faces")

    assert len(others) == 2
    assert (first["card"], first["score"], first["frames"], first["camera"]) == ("Ah", 0.998, 3, "shoe")
    assert first["frame_utc"] == "2027-01-15T07:59:59.960Z"
    assert (first["frame_monotonic_ms"], first["pictures"], first["state"]) == (1000, 1, "opened")


def test_an_unread_card_is_kept_as_unsure(house: House) -> None:
    house.controller.sighted("tray", (seen(None),))
    house.close()

    assert [one["card"] for one in listed(house, "--faces")] == ["??"]


def test_the_running_hand_stays_sealed_whatever_is_asked(house: House) -> None:
    house.deal(*CARDS)
    house.keeper.write()

    assert {one["state"] for one in listed(house, "--faces")} == {"sealed"}
    assert {one["state"] for one in listed(house)} == {"sealed"}
    house.close()


def test_an_erased_hand_is_gone_for_good(house: House) -> None:
    house.deal(*CARDS)
    house.end_hand()
    house.keeper.write()
    house.opened.keys.erase(1)
    house.cut_power()

    assert {one["state"] for one in listed(house, "--faces")} == {"erased"}


def test_nothing_of_picture_or_face_can_be_read_at_rest(house: House) -> None:
    house.deal(*CARDS)
    house.end_hand()
    house.close()

    marks = (b"\xff\xd8\xff\xe0", b"JFIF", b"\x89PNG", b"frames", b"corners", picture(0)[200:232])
    for path in house.folder.iterdir():
        raw = path.read_bytes()
        assert [mark for mark in marks if mark in raw] == [], path


def test_every_piece_has_one_length_whatever_it_shows(house: House) -> None:
    house.controller.sighted("shoe", (seen(CARDS[0]),))
    big = Trace(NOON_MS, 1, 1, (), (bytes(3300),) * 3)
    house.controller.sighted("tray", (Seen(None, 0.1, big), Seen(CARDS[1], 0.9, Trace(NOON_MS, 1))))
    house.close()

    with sqlite3.connect(house.folder / EVIDENCE_NAME) as connection:
        lengths = {row[0] for row in connection.execute("SELECT length(sealed) FROM pieces")}
    connection.close()
    assert len(lengths) == 1


def test_what_does_not_fit_is_left_out_and_the_card_first() -> None:
    trace = Trace(NOON_MS, 1, 1, (), (b"a" * 3000, b"b" * 3000))
    plain = pack("shoe", Seen(None, 0.5, trace))

    assert plain is not None
    assert len(plain) == PLAIN_BYTES
    assert unpack(plain).pictures == (b"a" * 3000,)
    with pytest.raises(SealBroken):
        unpack(b"\xff" * PLAIN_BYTES)


def test_a_card_without_pictures_leaves_the_record_as_it_was(house: House) -> None:
    house.controller.sighted("shoe", (Seen(CARDS[0], 0.9),))
    house.close()

    assert listed(house) == []
    assert answer("verify", str(house.folder / "table.db"))[0] == 0


def test_a_changed_piece_is_named(house: House) -> None:
    house.deal(*CARDS)
    house.end_hand()
    house.close()
    with sqlite3.connect(house.folder / EVIDENCE_NAME) as connection:
        connection.execute("UPDATE pieces SET sealed = zeroblob(3868) WHERE rowid = 2")
    connection.close()

    status, told = answer("verify", str(house.folder / "table.db"))

    assert status == 1
    assert "card 1: its evidence was changed" in told
    assert [one["state"] for one in listed(house, "--faces")] == ["opened", "changed", "opened"]


def test_a_piece_cannot_stand_in_for_another(house: House) -> None:
    house.deal(*CARDS)
    house.end_hand()
    house.close()
    with sqlite3.connect(house.folder / EVIDENCE_NAME) as connection:
        (other,) = connection.execute("SELECT sealed FROM pieces WHERE rowid = 1").fetchone()
        connection.execute("UPDATE pieces SET sealed = ? WHERE rowid = 3", (other,))
    connection.close()

    assert answer("verify", str(house.folder / "table.db"))[0] == 1


def test_a_deleted_piece_is_missed_and_a_deleted_file_too(house: House) -> None:
    house.deal(*CARDS)
    house.end_hand()
    house.close()
    with sqlite3.connect(house.folder / EVIDENCE_NAME) as connection:
        connection.execute("DELETE FROM pieces WHERE rowid = 2")
    connection.close()
    status, told = answer("verify", str(house.folder / "table.db"), "--json")

    assert status == 1
    assert not json.loads(told)["ok"]
    assert len(json.loads(told)["evidence"]["problems"]) == 1
    (house.folder / EVIDENCE_NAME).unlink()
    assert answer("verify", str(house.folder / "table.db"))[0] == 1


def test_a_power_cut_takes_a_second_and_the_log_tells_it(house: House, tmp_path: Path) -> None:
    house.deal(CARDS[0])
    house.keeper.write()
    house.deal(*CARDS[1:], hand=False)
    house.cut_power()

    again = House(tmp_path, started=True)
    again.keeper.close()

    assert again.gone() == [(2, "the table stopped before it was written")]
    again.opened.close()
    status, told = answer("verify", str(tmp_path / "table.db"))
    assert (status, "1 pieces as they were taken, 2 gone" in told) == (0, True)


@pytest.mark.parametrize(("killed_at", "kept"), [("INSERT", 0), ("UPDATE", 0), ("COMMIT", 0), ("SELECT", 3)])
def test_a_write_that_was_killed_leaves_all_or_nothing(tmp_path: Path, killed_at: str, kept: int) -> None:
    path = tmp_path / EVIDENCE_NAME
    EvidenceFile.open(path).close()
    child = os.fork()
    if child == 0:
        write_and_die(path, killed_at)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL

    with EvidenceFile.open(path) as file:
        assert len(file.names()) == kept


def write_and_die(path: Path, killed_at: str) -> None:
    """Write three pieces; the process is killed when it comes to a statement that begins so."""
    file = EvidenceFile.open(path)
    file._connection.set_trace_callback(
        lambda statement: os.kill(os.getpid(), signal.SIGKILL) if statement.startswith(killed_at) else None
    )
    file.add([Piece(f"{n}" * 64, 1, n, "shoe", NOON_MS, bytes(PLAIN_BYTES)) for n in (1, 2, 3)], 3)
    file.names()


def test_a_full_disk_is_told_and_play_goes_on(house: House) -> None:
    house.free = 0
    house.deal(*CARDS)
    house.keeper.write()

    assert "nearly full" in (house.keeper.trouble or "")
    house.free = 10**12
    house.controller.sighted("shoe", (seen(CARDS[0]),))
    house.keeper.write()

    assert house.keeper.trouble is None
    assert house.gone() == [(3, "the disk is full")]
    house.close()
    assert answer("verify", str(house.folder / "table.db"))[0] == 0


def test_a_disk_that_fills_up_while_it_is_written_to_keeps_nothing_of_that_write_and_is_told(
    house: House,
) -> None:
    """Room was left when the keeper asked, and another program took it."""
    disk = house.keeper._file._connection
    (pages,) = disk.execute("PRAGMA page_count").fetchone()
    disk.execute(f"PRAGMA max_page_count = {pages}").fetchall()
    house.deal(*CARDS)
    house.keeper.write()

    assert "the disk is full" in (house.keeper.trouble or "")
    assert house.keeper._file.names() == frozenset()
    disk.execute("PRAGMA max_page_count = 1000000").fetchall()
    house.controller.sighted("shoe", (seen(CARDS[0]),))
    house.keeper.write()

    assert house.keeper.trouble is None
    assert len(house.keeper._file.names()) == 1
    assert house.gone() == [(3, "the disk is full")]
    house.close()
    assert answer("verify", str(house.folder / "table.db"))[0] == 0


def test_a_disk_that_was_taken_away_is_told_and_play_goes_on(house: House) -> None:
    """The writing thread must outlive it, else nothing is kept for the rest of the night and nobody is told."""
    house.free = OSError(5, "Input/output error")
    house.deal(*CARDS)
    house.keeper.write()

    assert "Input/output error" in (house.keeper.trouble or "")
    house.free = 10**12
    house.controller.sighted("shoe", (seen(CARDS[0]),))
    house.keeper.write()

    assert house.keeper.trouble is None
    assert house.gone() == [(3, "the disk failed")]
    house.close()


def test_a_slow_disk_costs_evidence_and_never_a_deal(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_WAITING", 2)
    house.deal(*CARDS)
    house.keeper.write()
    house.keeper.write()

    assert house.gone() == [(1, "the disk is too slow")]
    assert house.keeper.lost == 1
    house.close()
    assert answer("verify", str(house.folder / "table.db"))[0] == 0


def test_evidence_goes_after_its_days_and_a_held_hand_stays(house: House) -> None:
    log = str(house.folder / "table.db")
    house.deal(*CARDS)
    house.end_hand()
    house.deal(*CARDS)
    house.end_hand()
    house.keeper.write()
    assert answer("hold", log, "2") == (0, "held: hand 2\n")

    _on(house, 31)

    assert house.gone() == [(3, "kept for 30 days")]
    assert answer("hold", log, "2", "--release") == (0, "held: none\n")
    _on(house, 1)
    assert house.gone()[1:] == [(3, "kept for 30 days")]
    house.close()
    assert answer("verify", log)[0] == 0


def _on(house: House, days: int, every: int = 1) -> None:
    """The table is switched on every so many days, and left there; nobody plays."""
    for _ in range(0, days, every):
        house.now_ms += every * DAY_MS
        house.now_s += every * 86_400.0
        house.keeper.write()


def _play(house: House) -> None:
    house.deal(*CARDS)
    house.end_hand()
    house.keeper.write()


@pytest.mark.parametrize("off_days", [4000, -20_000], ids=["ten years ahead", "in the seventies"])
def test_hands_played_by_a_clock_that_is_years_off_make_no_evidence_older(
    house: House, off_days: int
) -> None:
    _play(house)
    _on(house, 28)
    house.now_ms += off_days * DAY_MS
    _on(house, 1)
    _play(house)
    _play(house)
    house.now_ms -= off_days * DAY_MS
    _on(house, 1)

    assert house.gone() == [], "none is 30 days old"

    _on(house, 4)

    assert house.gone() == [(3, "kept for 30 days")], "what the wrong clock took is two days at most"


@pytest.mark.parametrize("off_days", [4000, -20_000], ids=["ten years ahead", "in the seventies"])
def test_evidence_stamped_by_a_clock_that_is_years_off_goes_after_its_days_and_no_sooner(
    house: House, off_days: int
) -> None:
    house.now_ms += off_days * DAY_MS
    _play(house)
    _play(house)
    assert answer("hold", str(house.folder / "table.db"), "2")[0] == 0
    house.now_ms -= off_days * DAY_MS
    _on(house, 30)

    assert house.gone() == []

    _on(house, 2)

    assert house.gone() == [(3, "kept for 30 days")]


def test_a_table_used_once_a_week_keeps_evidence_no_longer(house: House) -> None:
    _play(house)
    _on(house, 28, every=7)
    assert house.gone() == []

    _on(house, 7, every=7)

    assert house.gone() == [(3, "kept for 30 days")]


def test_a_table_used_once_a_month_keeps_evidence_until_the_month_after(house: House) -> None:
    """The pause itself counts when the clock has been seen to go on after it."""
    _play(house)
    _on(house, 31, every=31)
    assert house.gone() == []

    _on(house, 31, every=31)

    assert house.gone() == [(3, "kept for 30 days")]


def test_a_month_s_mistake_in_the_date_that_is_put_right_deletes_nothing(house: House) -> None:
    _play(house)
    house.now_ms += 31 * DAY_MS
    house.now_s += 86_400.0
    _play(house)
    house.now_ms -= 31 * DAY_MS
    _on(house, 29)

    assert house.gone() == []

    _on(house, 3)

    assert house.gone() == [(6, "kept for 30 days")]


def test_a_file_of_before_that_does_not_know_when_the_table_was_on_is_gone_on_with(tmp_path: Path) -> None:
    EvidenceFile.open(tmp_path / EVIDENCE_NAME).close()
    with sqlite3.connect(tmp_path / EVIDENCE_NAME) as connection:
        connection.execute("DROP TABLE days")
    connection.close()
    house = House(tmp_path)
    _play(house)
    _on(house, 31)

    assert house.gone() == [(3, "kept for 30 days")]


def test_a_hand_that_is_not_there_cannot_be_held(house: House) -> None:
    house.close()

    status, told = answer("hold", str(house.folder / "table.db"), "7")

    assert status == 2
    assert "no hand 7" in told


def test_pictures_and_a_list_are_exported_and_sealed_ones_say_so(house: House, tmp_path: Path) -> None:
    house.deal(CARDS[0])
    house.end_hand()
    house.close()
    log, out = str(house.folder / "table.db"), tmp_path / "out"

    assert answer("evidence", log, "--export", str(out)) == (0, f"1 cards, 0 pictures in {out}\n")
    assert json.loads((out / "evidence.json").read_text())[0]["state"] == "sealed"
    answer("evidence", log, "--faces", "--export", str(out))

    (told,) = json.loads((out / "evidence.json").read_text())
    assert [(out / name).read_bytes() for name in told["files"]] == [picture(0)]


def test_another_file_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / EVIDENCE_NAME
    path.write_bytes(b"not a database at all, but long enough to be looked at" * 40)

    with pytest.raises(EvidenceError, match=r"evidence\.db"):
        EvidenceFile.open(path)


def test_what_a_running_table_has_not_written_yet_is_no_problem(house: House) -> None:
    house.deal(*CARDS)
    with EvidenceFile.open_for_reading(house.folder / EVIDENCE_NAME) as file:
        found = check(file, house.opened.log.reader.records())

    assert (found.kept, found.waiting, found.problems) == (0, 3, ())
    house.close()


def test_that_evidence_is_lost_is_an_alert_and_stops_nothing(house: House) -> None:
    house.deal(*CARDS)
    house.controller.handle(c.ReportFault("EVIDENCE_LOST", "evidence"))

    assert [alert.name for alert in house.controller.table.alerts] == ["EVIDENCE_LOST"]
    assert not house.controller.table.halted
    house.controller.handle(c.ReportRecovery("evidence"))
    assert not house.controller.table.alerts
    house.close()
