"""What can go wrong with the log's file gives one clear line, and nothing is half-written."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_controller.cards import parse_card
from table_controller.commands import DeliverCard, StartHand
from table_controller.event_log.errors import DiskFailed, DiskFull, LogError
from table_controller.event_log.reader import LogReader
from table_controller.event_log.store import EventLog
from table_controller.event_log.verify import Verdict, verify
from table_controller.events import CardDealt, CardsDiscarded, HandStarted
from table_controller.sealing import KeyStore

ACE = parse_card("Ah")


@pytest.fixture
def keys(tmp_path: Path) -> Iterator[KeyStore]:
    with KeyStore.open(tmp_path / "keys.db") as store:
        yield store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


def fill(log: EventLog) -> None:
    for _ in range(2000):
        log.append(DeliverCard(ACE), (CardDealt(1, 1, ACE, 0), CardsDiscarded(1, (1,), (ACE,), 1)))
    raise AssertionError("it is never full")


# One writer


def test_a_second_writer_is_refused_and_a_reader_is_not(path: Path, keys: KeyStore) -> None:
    second = (
        "import sys; from pathlib import Path\n"
        "from table_controller.event_log.errors import LogError\n"
        "from table_controller.event_log.store import EventLog\n"
        "from table_controller.sealing import KeyStore\n"
        "path = Path(sys.argv[1])\n"
        "try: EventLog(path, KeyStore.open(path.with_name('keys.db')))\n"
        "except LogError as error: print(error)\n"
    )
    with EventLog(path, keys) as log:
        log.note("mine")
        said = subprocess.run(
            [sys.executable, "-c", second, path], capture_output=True, text=True, check=True
        )
        with pytest.raises(LogError, match="this process writes it already"):
            EventLog(path, keys)
        with LogReader.open(path) as reader:
            assert reader.count() == 1
        log.note("still mine")

    assert said.stdout == f"{path}: process {os.getpid()} writes it already: stop that one first\n"
    with EventLog(path, keys) as again:
        assert again.head.seq == 2


# What can be wrong with the file


def test_a_full_log_takes_nothing_of_a_command_and_goes_on_when_there_is_room(
    path: Path, keys: KeyStore
) -> None:
    with EventLog(path, keys) as log:
        log.append(StartHand(), (HandStarted(1, 1, (1, 2), 0, 0, "stamp"),))
        pages = log._connection.execute("PRAGMA page_count").fetchone()[0]
        log._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(DiskFull, match=r"table\.db: writing a record: the disk is full: free some space"):
            fill(log)
        head = log.head
        assert head.seq % 3 == 2, "one command and its event, then three records at a time"

        log._connection.execute("PRAGMA max_page_count = 100000")
        log.note("room again")

        assert verify(log.reader) == Verdict(head.seq + 1, log.head)


def test_a_failing_disk_stops_all_writing_until_the_log_is_opened_anew(path: Path, keys: KeyStore) -> None:
    with EventLog(path, keys) as log:
        log.note("good")
        with pytest.raises(DiskFailed), log._failing("writing a record"):
            raise disk_error()
        with pytest.raises(LogError, match="nothing was written since: open the log anew"):
            log.note("lost")

    with EventLog(path, keys) as again:
        again.note("good again")
        assert verify(again.reader).records == 2


def disk_error() -> sqlite3.Error:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_FSYNC"
    return error


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 400 KiB of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k,mode=700", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small disk needs the rights of root")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_disk_that_runs_full_loses_nothing_written(small_disk: Path, keys: KeyStore) -> None:
    path = small_disk / "table.db"
    with EventLog(path, keys) as log:
        with pytest.raises(LogError, match="the disk is full") as caught:
            fill(log)
        head = log.head
        assert "\n" not in str(caught.value)
        assert head.seq % 3 == 0
        assert verify(log.reader, (head,)).problem is None

    with LogReader.open(path) as reader:
        assert verify(reader, (head,)) == Verdict(head.seq, head)


def test_a_full_disk_leaves_no_half_made_log(small_disk: Path, keys: KeyStore) -> None:
    (small_disk / "filler").write_bytes(b"x" * (400 * 1024 - 2 * 4096))
    path = small_disk / "table.db"
    with pytest.raises(LogError, match="full"):
        EventLog(path, keys)

    (small_disk / "filler").unlink()
    with EventLog(path, keys) as log:
        log.note("room")
        assert verify(log.reader).records == 1


def test_a_log_on_a_read_only_disk_can_be_read_and_not_written(small_disk: Path, keys: KeyStore) -> None:
    path = small_disk / "table.db"
    with EventLog(path, keys) as log:
        log.note("written")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)

    with LogReader.open(path) as reader:
        assert reader.count() == 1
    with pytest.raises(LogError, match="Read-only file system"):
        EventLog(path, keys)


@pytest.mark.parametrize("opening", ["writing", "reading"])
def test_a_file_that_is_no_log_is_refused_in_one_line(path: Path, keys: KeyStore, opening: str) -> None:
    path.write_text("Dear diary, tonight I held aces full and nobody called.\n" * 100)
    other = path.with_name("other.db")
    with contextlib.closing(sqlite3.connect(other, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE records (seq)")

    for name, what in ((path, "it is not a log of drawtable"), (other, "not a log of drawtable")):
        with pytest.raises(LogError, match=what) as caught:
            _ = EventLog(name, keys) if opening == "writing" else LogReader.open(name)
        assert str(caught.value).startswith(str(name))
        assert "\n" not in str(caught.value)
    assert "aces full" in path.read_text()


def test_a_log_of_a_newer_program_is_refused(path: Path, keys: KeyStore) -> None:
    EventLog(path, keys).close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version = 9")

    with pytest.raises(LogError, match=r"made by a newer drawtable \(log version 9\); update this program"):
        EventLog(path, keys)


def test_a_refused_log_can_be_opened_once_it_is_put_right(path: Path, keys: KeyStore) -> None:
    path.write_text("no log" * 500)
    with pytest.raises(LogError):
        EventLog(path, keys)

    path.unlink()
    with EventLog(path, keys) as log:
        assert log.head.seq == 0


def test_a_folder_that_is_not_there_gives_one_line(tmp_path: Path, keys: KeyStore) -> None:
    with pytest.raises(LogError, match=r"its folder is not there: make it, or name another"):
        EventLog(tmp_path / "nowhere" / "table.db", keys)
    with pytest.raises(LogError, match="no such log"):
        LogReader.open(tmp_path / "table.db")
