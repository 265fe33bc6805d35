"""Tampering is found, by the chain alone or against a head noted elsewhere."""

import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from table_controller.cards import parse_card
from table_controller.commands import DeliverCard, StartHand
from table_controller.event_log.reader import LogReader
from table_controller.event_log.record import Head, Record
from table_controller.event_log.store import EventLog
from table_controller.event_log.verify import Verdict, verify
from table_controller.events import CardDealt, HandStarted
from table_controller.hidden_faces import SealBroken
from table_controller.sealing import KeyStore

ACE, KING = parse_card("Ah"), parse_card("Kd")
RECORDS = 12


@pytest.fixture
def keys(tmp_path: Path) -> Iterator[KeyStore]:
    with KeyStore.open(tmp_path / "keys.db") as store:
        yield store


@pytest.fixture
def path(tmp_path: Path, keys: KeyStore) -> Path:
    """A log of one hand: twelve records, six cards."""
    path = tmp_path / "table.db"
    with EventLog(path, keys) as log:
        log.append(StartHand(), (HandStarted(1, 1, (1, 2), 0, 0, "stamp"),))
        for number in range(1, 6):
            card = ACE if number % 2 else KING
            log.append(DeliverCard(card), (CardDealt(number % 2 + 1, number, card, 0),))
    return path


Tamper = Callable[[sqlite3.Connection], object]


def tampered(path: Path, tamper: Tamper) -> None:
    """What somebody with the file and a SQLite shell can do."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER records_stay")
        connection.execute("DROP TRIGGER records_are_kept")
        tamper(connection)


def verdict_on(path: Path, *noted: Head) -> Verdict:
    with LogReader.open(path) as reader:
        return verify(reader, noted)


def head_of(path: Path) -> Head:
    with LogReader.open(path) as reader:
        return reader.head()


def swap_bodies(connection: sqlite3.Connection) -> None:
    """Card 1 for card 2, with seals and all."""
    bodies = dict(connection.execute("SELECT seq, body FROM records WHERE seq IN (4, 6)"))
    for seq, other in ((4, 6), (6, 4)):
        connection.execute("UPDATE records SET body = ? WHERE seq = ?", (bodies[other], seq))


def swap_records(connection: sqlite3.Connection) -> None:
    for old, new in ((5, 99), (6, 5), (99, 6)):
        connection.execute("UPDATE records SET seq = ? WHERE seq = ?", (new, old))


def restamp(connection: sqlite3.Connection) -> None:
    """Give every record a fresh chain, as one who knows the program can."""
    before = None
    columns = "seq, batch, at_utc_ms, monotonic_ms, kind, hand_no, body, prev_hash, hash"
    for row in connection.execute(f"SELECT {columns} FROM records ORDER BY seq").fetchall():
        record = Record(*row)
        if before is not None:
            record = Record.chained(*record[:7], prev_hash=before.hash)
            connection.execute(
                "UPDATE records SET prev_hash = ?, hash = ? WHERE seq = ?",
                (record.prev_hash, record.hash, record.seq),
            )
        before = record


def test_a_sound_log_is_sound_against_every_head_ever_noted(path: Path) -> None:
    with LogReader.open(path) as reader:
        heads = [Head(record.seq, record.hash) for record in reader.records()]
        begin = Head(0, reader.identity.genesis)

    assert verdict_on(path, begin, *heads) == Verdict(RECORDS, heads[-1])


def test_verifying_tells_how_far_it_is(path: Path) -> None:
    told: list[tuple[int, int]] = []
    with LogReader.open(path) as reader:
        verify(reader, progress=lambda done, total: told.append((done, total)))

    assert told == [(done, RECORDS) for done in range(1, RECORDS + 1)]


@pytest.mark.parametrize(
    ("tamper", "seq", "problem"),
    [
        (lambda c: c.execute("UPDATE records SET at_utc_ms = at_utc_ms + 1 WHERE seq = 3"), 3, "was changed"),
        (lambda c: c.execute("UPDATE records SET monotonic_ms = 0 WHERE seq = 3"), 3, "was changed"),
        (lambda c: c.execute("UPDATE records SET hand_no = 2 WHERE seq = 3"), 3, "was changed"),
        (lambda c: c.execute("UPDATE records SET kind = 'note' WHERE seq = 3"), 3, "was changed"),
        (lambda c: c.execute("UPDATE records SET batch = 1 WHERE seq = 3"), 3, "was changed"),
        (lambda c: c.execute("UPDATE records SET body = replace(body, 'seat\":1', 'seat\":2') WHERE seq = 6"), 6, "was changed"),
        (lambda c: c.execute("UPDATE records SET hash = '00' WHERE seq = 5"), 5, "was changed"),
        (lambda c: c.execute("UPDATE records SET prev_hash = '00' WHERE seq = 5"), 5, "does not follow record 4"),
        (lambda c: c.execute("DELETE FROM records WHERE seq = 7"), 7, "is missing: 8 comes after 6"),
        (lambda c: c.execute("DELETE FROM records WHERE seq < 3"), 1, "is missing: 3 comes after 0"),
        (swap_records, 5, "does not follow record 4"),
        (swap_bodies, 4, "was changed"),
        (lambda c: c.execute("UPDATE meta SET value = 'mine' WHERE key = 'nonce'"), 1, "does not follow record 0"),
        (lambda c: c.execute("INSERT INTO records SELECT 13, 13, 0, 0, kind, 1, body, hash, hash FROM records WHERE seq = 12"), 13, "was changed"),
    ],
)  # fmt: skip
def test_edits_deletions_insertions_and_reordering_are_found(
    path: Path, tamper: Tamper, seq: int, problem: str
) -> None:
    tampered(path, tamper)

    verdict = verdict_on(path)

    assert verdict.broken_seq == seq
    assert verdict.records == seq - 1
    assert problem in str(verdict.problem)


def test_a_cut_off_end_shows_only_against_a_noted_head(path: Path) -> None:
    """What the chain alone cannot show: requirement 34 of the anchors."""
    noted = head_of(path)
    tampered(path, lambda c: c.execute("DELETE FROM records WHERE seq > 8"))

    assert verdict_on(path).problem is None
    assert verdict_on(path, noted).problem == "cut off: record 12 was noted, the last one is 8"


def test_a_log_stamped_anew_shows_only_against_a_noted_head(path: Path) -> None:
    noted = head_of(path)

    def forge(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE records SET at_utc_ms = 0 WHERE seq = 3")
        restamp(connection)

    tampered(path, forge)

    assert verdict_on(path).problem is None
    found = verdict_on(path, noted)
    assert found.problem == "record 12 is not the one noted: the log was rewritten"


def test_another_log_does_not_pass_for_the_one_noted(path: Path, keys: KeyStore, tmp_path: Path) -> None:
    with EventLog(tmp_path / "other.db", keys) as other:
        begin = other.head

    assert verdict_on(path, begin).problem == "this is not the log whose beginning was noted"


def test_a_restamped_swap_of_two_cards_does_not_open(path: Path, keys: KeyStore) -> None:
    """The seals know their place: who can rewrite the chain still cannot swap what two players hold."""

    def forge(connection: sqlite3.Connection) -> None:
        swap_bodies(connection)
        restamp(connection)

    tampered(path, forge)
    assert verdict_on(path).problem is None

    with LogReader.open(path) as reader:
        swapped = [record for record in reader.records() if record.seq in (4, 6)]
        for record in swapped:
            with pytest.raises(SealBroken, match=f"record {record.seq} CardDealt.card: does not open"):
                reader.value_of(record, keys)


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("{", "not JSON"),
        ("[1]", "not an object"),
        (json.dumps({"type": "CardStolen", "v": 1}), "unknown type 'CardStolen'"),
        (json.dumps({"type": "Folded", "v": 1, "seat": "two"}), "Folded.seat: not a whole number: 'two'"),
        (json.dumps({"type": "Folded", "v": 1, "seat": 2, "x": 1}), "Folded: unknown field 'x'"),
    ],
)
def test_a_record_of_another_program_is_named(path: Path, body: str, problem: str) -> None:
    def forge(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE records SET body = ? WHERE seq = 12", (body,))
        restamp(connection)

    tampered(path, forge)

    assert verdict_on(path).problem == f"record 12 cannot be read: {problem}"


def test_a_damaged_page_is_found_wherever_it_is(path: Path) -> None:
    """Every page of the file, one at a time, overwritten with what was never a page."""
    sound = path.read_bytes()
    size = 4096

    for at in range(size, len(sound), size):
        path.write_bytes(sound[:at] + b"\xa5" * size + sound[at + size :])
        try:
            found = verdict_on(path).problem
        except OSError as error:
            found = str(error)
        assert found is not None, f"page {at // size + 1}"
        assert "\n" not in found


def test_a_log_cut_short_by_the_file_system_is_found(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: 3 * 4096])

    try:
        found = verdict_on(path).problem
    except OSError as error:
        found = str(error)
    assert found is not None


@pytest.mark.parametrize("text", ["", "12", "12:ab", "x:" + "a" * 64, "1:" + "G" * 64])
def test_what_is_no_head_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a head"):
        Head.parse(text)
